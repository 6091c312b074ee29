/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks the guest's page tables to find a page's size and physical address. */
#include "models/x86/page_walk.h"

#define ENTRY_PRESENT (UINT64_C(1) << 0)
#define ENTRY_LARGE   (UINT64_C(1) << 7)
#define ENTRY_ADDRESS UINT64_C(0x000ffffffffff000)

enum { LEAF = 1, LARGEST = 3 }; /* levels with entries that may map pages: 4 KB, 2 MB, 1 GB */

static unsigned shift_of(unsigned level)
{
    return 12 + 9 * (level - 1);
}

static bool read_entry(const struct sim_host *host, uint64_t address, uint64_t *entry)
{
    uint8_t bytes[8];

    if (!host->read(host->self, address, bytes, sizeof(bytes)))
        return false;
    *entry = 0;
    for (unsigned i = 0; i < sizeof(bytes); i++)
        *entry |= (uint64_t)bytes[i] << (8 * i);
    return true;
}

bool page_walk(
    const struct sim_host *host, uint64_t cr3, bool la57, uint64_t linear, struct page_walked *page)
{
    uint64_t entry = cr3;

    for (unsigned level = la57 ? 5 : 4; level >= LEAF; level--) {
        unsigned shift = shift_of(level);
        uint64_t offset = (linear >> shift & 0x1ff) * 8;

        if (!read_entry(host, (entry & ENTRY_ADDRESS) + offset, &entry) || !(entry & ENTRY_PRESENT))
            return false;
        if (level == LEAF || (level <= LARGEST && entry & ENTRY_LARGE)) {
            uint64_t within = (UINT64_C(1) << shift) - 1;
            *page = (struct page_walked){
                (entry & ENTRY_ADDRESS & ~within) | (linear & within), (uint8_t)shift};
            return true;
        }
    }
    return false;
}
