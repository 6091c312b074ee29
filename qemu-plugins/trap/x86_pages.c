/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cache of page sizes, so that the page tables need not be walked at every access. */
#include "qemu-plugins/trap/x86_pages.h"

#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <string.h>

enum { ENTRIES = 64 /* a power of two */ };

static struct entry {
    uint64_t linear, physical; /* page numbers */
    uint8_t shift;             /* 0: the entry is empty */
} entries[X86_MAX_CPUS][ENTRIES];

void x86_pages_forget(unsigned cpu)
{
    memset(entries[cpu], 0, sizeof(entries[cpu]));
}

static uint8_t shift_of(unsigned cpu, uint64_t linear, uint64_t physical, x86_pages_walk_fn *walk)
{
    struct entry *entry = &entries[cpu][linear / X86_PAGE % ENTRIES];

    if (physical == SIM_OP_NO_PHYSICAL)
        return 0;
    if (!entry->shift || entry->linear != linear / X86_PAGE || entry->physical != physical / X86_PAGE)
        *entry = (struct entry){linear / X86_PAGE, physical / X86_PAGE, walk(cpu, linear, physical)};
    return entry->shift;
}

void x86_pages_note(unsigned cpu, struct sim_op *op, x86_pages_walk_fn *walk)
{
    op->page_shift = shift_of(cpu, op->pc, op->pc_physical, walk);
    for (unsigned i = 0; i < op->n_accesses; i++) {
        struct sim_op_access *access = &op->accesses[i];
        access->page_shift = shift_of(cpu, access->linear, access->physical, walk);
    }
}
