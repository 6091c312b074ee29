/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/trap/x86_apic.h"

#include "qemu-plugins/clock.h"
#include "qemu-plugins/cpu_number.h"
#include "qemu-plugins/trap/arbiter.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op_decode.h"
#include "qemu-plugins/trap/x86_pc.h"

/* Where the page is, unless IA32_APIC_BASE has moved it, which nobody does. */
#define APIC_PAGE UINT64_C(0xfee00000)

/* Registers are this far apart; the shortest instruction that has a displacement of 32 bits, bytes. */
enum { SPACING = 16, SHORTEST = 5 };

static struct {
    const struct trap_x86_apic_hooks *hooks;
    void *machine;
    bool has[X86_PAGE / SPACING];
} trap;

/* A load or store as it travels from translation to execution. */
union trapped {
    void *pointer;
    struct {
        uint64_t store : 1, reg : 4, length : 4, page_offset : 12;
    };
};
_Static_assert(sizeof(union trapped) == sizeof(void *), "a trapped instruction fits a pointer");

static bool has(uint64_t offset)
{
    return offset % SPACING == 0 && trap.has[offset / SPACING];
}

static bool is_register(qemu_plugin_meminfo_t info, uint64_t vaddr)
{
    const struct qemu_plugin_hwaddr *where;

    if (!has(vaddr % X86_PAGE) || qemu_plugin_mem_get_value(info).type != MEM_VALUE_U32)
        return false;
    where = qemu_plugin_get_hwaddr(info, vaddr);
    return where && qemu_plugin_hwaddr_is_io(where) &&
           qemu_plugin_hwaddr_phys_addr(where) / X86_PAGE * X86_PAGE == APIC_PAGE;
}

static bool replaced(const struct sim_access *access, union trapped insn, uint32_t offset, uint32_t *value)
{
    if (!insn.store)
        return trap.hooks->read(trap.machine, access, offset, value);
    trap.hooks->write(trap.machine, access, offset, *value);
    return false;
}

/* An input or output is the last instruction of its block: QEMU begins it again in one of its own where it is
 * not. So the clock can be read. */
static void accessed(unsigned told, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    union trapped insn = {.pointer = data};
    unsigned cpu = cpu_number(told);
    uint32_t value;
    bool ours;

    if (!is_register(info, vaddr))
        return;
    struct x86_place place = x86_place(cpu, insn.page_offset);
    value = qemu_plugin_mem_get_value(info).data.u32;
    arbiter_enter();
    struct sim_access access = {.now = clock_now(), .pc = place.rip, .cpu = cpu};
    ours = replaced(&access, insn, vaddr % X86_PAGE, &value);
    arbiter_leave();
    if (!ours)
        return;
    x86_set(cpu, insn.reg, value);
    qemu_plugin_set_pc(place.rip + insn.length); /* does not return, lest QEMU load what it read */
}

/* By its displacement: a register's number, the top of the address space with or without one, or the APIC. */
static bool may_be_apic(const struct x86_op *op)
{
    uint32_t displacement = (uint32_t)op->address.displacement;

    if (!(op->loads || op->stores) || !op->address.present || op->address.rip_relative ||
        op->address.displacement_size < 4 || op->address.fs || op->address.gs)
        return false;
    if (displacement % X86_PAGE && !has(displacement % X86_PAGE))
        return false;
    return (displacement && displacement < X86_PAGE) || displacement >> 24 == 0xff ||
           displacement / X86_PAGE * X86_PAGE == APIC_PAGE;
}

static void trap_insn(struct qemu_plugin_insn *insn, const struct x86_op *op, size_t length)
{
    union trapped trapped = {.pointer = NULL};

    trapped.store = op->stores;
    trapped.reg = op->reg & 0xf;
    trapped.length = length & 0xf;
    trapped.page_offset = qemu_plugin_insn_vaddr(insn) % X86_PAGE;
    qemu_plugin_register_vcpu_mem_cb(insn, accessed, QEMU_PLUGIN_CB_RW_REGS_PC,
        op->stores ? QEMU_PLUGIN_MEM_W : QEMU_PLUGIN_MEM_R, trapped.pointer);
}

void trap_x86_apic_translated(struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    uint8_t bytes[16];

    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        size_t length = qemu_plugin_insn_size(insn);
        struct x86_op op;

        if (length < SHORTEST || length > sizeof(bytes))
            continue;
        op = x86_op_decode(bytes, qemu_plugin_insn_data(insn, bytes, sizeof(bytes)));
        if (may_be_apic(&op))
            trap_insn(insn, &op, length);
    }
}

void trap_x86_apic_start(const struct trap_x86_apic_hooks *hooks, void *machine)
{
    trap.hooks = hooks;
    trap.machine = machine;
    for (unsigned i = 0; i < X86_PAGE / SPACING; i++)
        trap.has[i] = hooks->has(i * SPACING);
}
