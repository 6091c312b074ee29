/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traps the instructions of an arm64 guest that a machine handles: MRS, MSR,
 * firmware calls and step marks. */
#include "qemu-plugins/trap/arm64.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/access_wait.h"
#include "qemu-plugins/trap/arm64_decode.h"
#include "qemu-plugins/trap/arm64_op_decode.h"
#include "qemu-plugins/trap/cpu_registers.h"
#include "qemu-plugins/trap/exact_time.h"
#include "qemu-plugins/trap/mmio.h"

#include <stdio.h>
#include <string.h>

/* Registers: the general ones by their numbers, then these. */
enum { N_GENERAL = 31, ZERO = 31, PC = 31, CPSR, ESR_EL1, ESR_EL2, N_REGISTERS };
static const char *const names[N_REGISTERS] = {"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8",
    "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22",
    "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "pc", "cpsr", "ESR_EL1", "ESR_EL2"};
_Static_assert(N_REGISTERS <= (int)CPU_REGISTERS_MAX, "all registers have room");

/* DDI 0487, section C5.2.19: the exception level. */
#define CPSR_EL  UINT64_C(0xc)
#define CPSR_EL2 UINT64_C(0x8)

/* Section D17.2.37 (ESR_EL1): the class of an exception, and the classes of
 * failed fetches. */
#define ESR_CLASS(esr) ((unsigned)((esr) >> 26) & 0x3f)
enum { FETCH_OF_USERS = 0x20, FETCH_OF_THE_KERNEL = 0x21 };

/* Number in the description for debuggers (org.gnu.gdb.aarch64.core): after 31
 * general registers and the stack pointer. */
enum { DEBUGGERS_PC = 32 };

enum { MAX_CPUS = 256, INSN = 4 /* bytes */, PAGE = 4096 /* used by translations */ };

static struct {
    const struct trap_arm64_hooks *hooks;
    void *machine;
    struct cpu_registers cpus[MAX_CPUS];
} trap;

/* Any CPU of this thread; all are alike. */
static _Thread_local struct cpu_registers *any_cpu;

/* One trapped instruction, passed from translation to execution. */
struct trapped {
    uint64_t offset; /* within its page */
    struct arm64_insn insn;
};

static void cpu_started(unsigned vcpu, void *data)
{
    (void)data;
    any_cpu = &trap.cpus[vcpu];
    cpu_registers_find(any_cpu, vcpu, names, N_REGISTERS);
    mmio_cpu_started();
}

static uint64_t get_from(struct cpu_registers *cpu, unsigned reg)
{
    uint8_t bytes[8];
    uint64_t value;

    cpu_registers_get(cpu, reg, bytes);
    memcpy(&value, bytes, sizeof(value));
    return GUINT64_FROM_LE(value);
}

/* In a callback that may write registers. */
static void locate(unsigned vcpu)
{
    if (G_UNLIKELY(!trap.cpus[vcpu].located))
        cpu_registers_locate(&trap.cpus[vcpu], vcpu, 0, N_GENERAL, true);
}

/* The CPU must run AArch64, as all trapped code does. */
static uint64_t get(unsigned vcpu, unsigned reg)
{
    struct cpu_registers *cpu = &trap.cpus[vcpu];
    uint64_t value;

    if (G_LIKELY(cpu->places[reg]))
        return *cpu->places[reg];
    value = get_from(cpu, reg);
    if (reg == PC && cpu->located)
        cpu_registers_learn(cpu, PC, value);
    return value;
}

static uint64_t get_general(unsigned vcpu, unsigned reg)
{
    return reg == ZERO ? 0 : get(vcpu, reg);
}

static void set_general(unsigned vcpu, unsigned reg, uint64_t value)
{
    uint64_t ordered = GUINT64_TO_LE(value);

    if (reg == ZERO)
        return;
    if (G_LIKELY(trap.cpus[vcpu].places[reg]))
        *trap.cpus[vcpu].places[reg] = value;
    else
        cpu_registers_set(&trap.cpus[vcpu], reg, (const uint8_t *)&ordered);
}

static uint64_t pc_of_block(unsigned vcpu)
{
    return cpu_registers_pc(&trap.cpus[vcpu], vcpu, PC, DEBUGGERS_PC);
}

/* QEMU shares translated code between virtual addresses, and the PC register
 * may lag within a block; see x86_pc.h. */
static struct sim_access access_by(unsigned vcpu, const struct trapped *t)
{
    uint64_t start = get(vcpu, PC);
    uint64_t pc = (start & ~(uint64_t)(PAGE - 1)) | t->offset;

    pc = pc < start ? pc + PAGE : pc;
    return (struct sim_access){
        .now = exact_time(vcpu, pc, NULL) ? clock_now() : 0, .pc = pc, .cpu = vcpu};
}

static void sysreg_reading(unsigned vcpu_index, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    uint64_t value;
    bool ours;

    locate(vcpu);
    struct sim_access access = access_by(vcpu, t);
    arbiter_enter();
    ours = trap.hooks->sysreg_read(trap.machine, &access, t->insn.sysreg, &value);
    if (ours && access_counters_add(vcpu, false, value))
        access_wait(ACCESS_SYSREG);
    arbiter_leave();
    if (!ours)
        return;
    set_general(vcpu, t->insn.reg, value);
    qemu_plugin_set_pc(access.pc + INSN);
}

static void sysreg_writing(unsigned vcpu_index, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);

    locate(vcpu);
    struct sim_access access = access_by(vcpu, t);
    uint64_t value = get_general(vcpu, t->insn.reg);
    bool ours;

    arbiter_enter();
    ours = trap.hooks->sysreg_write(trap.machine, &access, t->insn.sysreg, value);
    /* the machine sees all writes, and QEMU also some */
    if (access_counters_add(vcpu, true, value))
        access_wait(ACCESS_SYSREG);
    arbiter_leave();
    if (ours)
        qemu_plugin_set_pc(access.pc + INSN);
}

static void firmware_called(unsigned vcpu_index, void *data)
{
    unsigned vcpu = cpu_number(vcpu_index);
    struct sim_access access = access_by(vcpu, data);

    arbiter_enter();
    trap.hooks->firmware(trap.machine, &access, (uint32_t)get(vcpu, 0), get(vcpu, 1));
    arbiter_leave();
}

static void mark_executed(unsigned vcpu_index, void *data)
{
    unsigned vcpu = cpu_number(vcpu_index);
    struct sim_access access = access_by(vcpu, data);
    uint64_t value = get(vcpu, 0);

    arbiter_enter();
    trap.hooks->marked(trap.machine, &access, value);
    access_counters_add(vcpu, true, value);
    arbiter_leave();
}

static const struct {
    void (*call)(unsigned vcpu_index, void *trapped);
    enum qemu_plugin_cb_flags flags;
} traps[] = {
    [ARM64_MRS] = {sysreg_reading, QEMU_PLUGIN_CB_RW_REGS_PC},
    [ARM64_MSR] = {sysreg_writing, QEMU_PLUGIN_CB_RW_REGS_PC},
    [ARM64_FIRMWARE] = {firmware_called, QEMU_PLUGIN_CB_RW_REGS_PC},
    [ARM64_MARK] = {mark_executed, QEMU_PLUGIN_CB_RW_REGS_PC},
};

static uint32_t word_of(const struct qemu_plugin_insn *insn)
{
    uint32_t word = 0;

    qemu_plugin_insn_data(insn, &word, sizeof(word));
    return GUINT32_FROM_LE(word);
}

/* A call ends its block, so no block returns to its own interior. */
static struct blocks_traits describe(struct qemu_plugin_tb *tb, size_t n, bool user)
{
    const struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    uint64_t end = qemu_plugin_insn_vaddr(last), target = 0;
    enum arm64_flow flow = arm64_flow(word_of(last), end, &target);
    bool jumps = flow == ARM64_BRANCH || flow == ARM64_COMPUTED || flow == ARM64_RETURN;

    return (struct blocks_traits){
        .user = user,
        .goes_inside = n > 1 && (flow == ARM64_COMPUTED ||
                                    (flow == ARM64_BRANCH && target > start && target <= end)),
        .calls = flow == ARM64_CALL,
        .changes_mode = arm64_op_kinds(word_of(last)) & ARM64_OP_RETURN,
        .jumps = n == 1 && jumps,
        .shared = true,
        .fixed = true,
    };
}

/* The mixes of the block's first 0, 1, 2... instructions. */
static const struct blocks_mix *mix_of(struct qemu_plugin_tb *tb, size_t n)
{
    struct blocks_mix *mix = translations_add((n + 1) * sizeof(*mix));

    for (size_t i = 0; i < n; i++) {
        unsigned kinds = arm64_op_kinds(word_of(qemu_plugin_tb_get_insn(tb, i)));

        for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
            mix[i + 1].of[kind] = (uint16_t)(mix[i].of[kind] + (kinds >> kind & 1));
    }
    return mix;
}

struct blocks_traits trap_arm64_translated(struct qemu_plugin_tb *tb)
{
    bool user = !(get_from(any_cpu, CPSR) & CPSR_EL);
    struct blocks_traits traits;
    size_t n = qemu_plugin_tb_n_insns(tb);
    const struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);

    /* The CPU is about to run the block. In AArch32 QEMU 11.1 shows debuggers
     * the kernel's last registers, including the state bit. AArch32 code is
     * user code; only its instruction lengths and system calls are decoded. */
    if (get_from(any_cpu, PC) != qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0)))
        return (struct blocks_traits){
            .user = true,
            .goes_inside = n > 1,
            .calls = arm64_calls_32(word_of(last), qemu_plugin_insn_size(last)),
            .shared = true,
        };
    /* The model leaves users' accesses, except marks, to QEMU: PMUSERENR_EL0 is
     * not modelled. */
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *at = qemu_plugin_tb_get_insn(tb, i);
        struct arm64_insn insn = arm64_decode(word_of(at));
        bool sysreg = insn.access == ARM64_MRS || insn.access == ARM64_MSR;

        if (insn.access == ARM64_NONE || (user && insn.access != ARM64_MARK) ||
            (sysreg && !trap.hooks->has_sysreg(insn.sysreg)))
            continue;
        struct trapped *t = translations_add(sizeof(*t));
        t->offset = qemu_plugin_insn_vaddr(at) & (PAGE - 1);
        t->insn = insn;
        qemu_plugin_register_vcpu_insn_exec_cb(
            at, traps[insn.access].call, traps[insn.access].flags, t);
    }
    traits = describe(tb, n, user);
    if (blocks_counting())
        traits.mix = mix_of(tb, n);
    return traits;
}

/* DDI 0487, section D1.4.1: a vector table has four parts of four vectors. The
 * first vector of a part is for exceptions from an instruction or its fetch. */
bool trap_arm64_was_next(unsigned vcpu, uint64_t from, uint64_t to)
{
    unsigned class;

    (void)from;
    if (to & 0x180)
        return true;
    class = ESR_CLASS(get(vcpu, (get(vcpu, CPSR) & CPSR_EL) == CPSR_EL2 ? ESR_EL2 : ESR_EL1));
    return class == FETCH_OF_USERS || class == FETCH_OF_THE_KERNEL;
}

bool trap_arm64_start(const qemu_info_t *info, const struct trap_arm64_hooks *hooks, void *machine)
{
    if (info->system.max_vcpus > MAX_CPUS) {
        fprintf(stderr, "pmulab: %d CPUs: expected at most %d\n", info->system.max_vcpus, MAX_CPUS);
        return false;
    }
    trap.hooks = hooks;
    trap.machine = machine;
    mmio_init(pc_of_block);
    return true;
}

void trap_arm64_listen(qemu_plugin_id_t id)
{
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
}
