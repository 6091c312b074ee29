/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers in memory that the plugin of `snbep` answers with
 * `variant=icx`. Their window is above 4 GiB, so paging is needed: Intel SDM,
 * volume 3A, section 4.4 (PAE paging). */
#include "tests/bench/inside/access_x86.h"

/* All pages but one are mapped to their own address. */
enum { GIBIBYTES = 4, PAGES = 512 /* of 2 MiB, in one GiB */, PAGE_BITS = 21 };
enum { PRESENT = 1, WRITABLE = 2, UNCACHED = 0x10, LARGE = 0x80 };

/* The window of the first socket (models/snbep/socket/window_regs.c), the place
 * of channel 0's monitor in it and its counter 0
 * (models/snbep/variants/icx.c). */
#define WINDOW  (1ull << 39)
#define IMC0    0x122800u
#define COUNTER 8u
/* IMC0's page is mapped here. */
#define HERE 0x70000000u

/* The register selector of the I/O APIC, which is QEMU's. */
#define IOREGSEL 0xfec00000u

static uint64_t tables[GIBIBYTES][PAGES] __attribute__((aligned(4096)));
static uint64_t directory[GIBIBYTES] __attribute__((aligned(32)));

static void map(void)
{
    uint64_t bits = PRESENT | WRITABLE | UNCACHED | LARGE;

    for (unsigned i = 0; i < GIBIBYTES * PAGES; i++)
        tables[i / PAGES][i % PAGES] = ((uint64_t)i << PAGE_BITS) | bits;
    tables[HERE >> 30][(HERE >> PAGE_BITS) % PAGES] = WINDOW | bits;
    for (unsigned i = 0; i < GIBIBYTES; i++)
        directory[i] = (uintptr_t)tables[i] | PRESENT;
    __asm__ volatile("mov %%cr4, %%eax\n"
                     "or $0x20, %%eax\n" /* PAE */
                     "mov %%eax, %%cr4\n"
                     "mov %0, %%cr3\n"
                     "mov %%cr0, %%eax\n"
                     "or $0x80000000, %%eax\n" /* PG */
                     "mov %%eax, %%cr0\n" ::"r"(directory)
                     : "eax", "memory");
}

static void measure_all(void)
{
    map();
    MEASURE_BOTH("window read", load32(HERE + IMC0 + COUNTER), ACCESSES_DEVICE, load32(IOREGSEL));
    MEASURE_BOTH(
        "window write", store32(HERE + IMC0 + COUNTER, 0), ACCESSES_DEVICE, store32(IOREGSEL, 0));
}
