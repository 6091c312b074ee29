/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cache of page sizes, to avoid a page table walk at every access. It drops
 * entries like a TLB. */
#include "qemu-plugins/trap/x86_pages.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_decode.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <string.h>

/* A power of two: 4 MB in pages of 4 KB, more than the loops of most
 * programs. */
enum { ENTRIES = 1024 };

struct entry {
    uint64_t linear, physical; /* page numbers */
    uint32_t since;            /* empty unless equal to the CPU's */
    uint8_t shift;             /* 0: the entry is empty */
};

static struct pages {
    /* number of complete drops: clearing the entries would take longer than
     * most windows */
    uint32_t since;
    struct entry entries[ENTRIES];
} cpus[X86_MAX_CPUS];

void x86_pages_forget(unsigned cpu)
{
    if (!++cpus[cpu].since)
        memset(cpus[cpu].entries, 0, sizeof(cpus[cpu].entries));
}

static void drops(unsigned vcpu_index, void *data)
{
    (void)data;
    x86_pages_forget(cpu_number(vcpu_index));
}

void x86_pages_translated(struct qemu_plugin_tb *tb)
{
    uint8_t bytes[16];

    for (size_t i = 0, n = qemu_plugin_tb_n_insns(tb); i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        if (x86_drops_pages(bytes, qemu_plugin_insn_data(insn, bytes, sizeof(bytes))))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, drops, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

static uint8_t shift_of(unsigned cpu, uint64_t linear, uint64_t physical, x86_pages_walk_fn *walk)
{
    struct pages *pages = &cpus[cpu];
    struct entry *entry = &pages->entries[linear / X86_PAGE % ENTRIES];

    if (physical == SIM_OP_NO_PHYSICAL)
        return 0;
    if (!entry->shift || entry->since != pages->since || entry->linear != linear / X86_PAGE ||
        entry->physical != physical / X86_PAGE)
        *entry = (struct entry){
            linear / X86_PAGE, physical / X86_PAGE, pages->since, walk(cpu, linear, physical)};
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
