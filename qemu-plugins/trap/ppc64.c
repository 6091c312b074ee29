/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traps the instructions of a POWER9 guest that a machine handles: SPR moves,
 * SCOM accesses and loads of counters. */
#include "qemu-plugins/trap/ppc64.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/naps.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/access_wait.h"
#include "qemu-plugins/trap/cpu_registers.h"
#include "qemu-plugins/trap/exact_time.h"
#include "qemu-plugins/trap/ppc64_decode.h"

#include <stdio.h>
#include <string.h>

/* Registers: the GPRs by number, then these, then the machine's SPRs in
 * order. */
enum { N_GPRS = 32, MSR = N_GPRS, TB, N_FIXED, MAX_SPRS = 8 };
static const char *const fixed_names[N_FIXED] = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
    "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21",
    "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31", "msr", "tb"};
_Static_assert(N_FIXED + MAX_SPRS <= (int)CPU_REGISTERS_MAX, "all registers have room");

/* Power ISA 3.0B, book III, section 3.2.1: bits of the machine state
 * register. */
#define MSR_HV (UINT64_C(1) << 60)
#define MSR_PR (UINT64_C(1) << 14)
#define MSR_IR (UINT64_C(1) << 5) /* instructions are fetched from virtual addresses */
#define MSR_LE UINT64_C(1)

enum { MAX_CPUS = 256, MAX_BLOCK = 512 /* QEMU's limit */, INSN = 4 /* bytes */ };

static struct {
    const struct trap_ppc64_hooks *hooks;
    void *machine;
    struct cpu_registers cpus[MAX_CPUS];
} trap;

/* A CPU of this thread; any will do, because they are all alike. */
static _Thread_local struct cpu_registers *any_cpu;

/* How a block runs: QEMU keeps separate translations for each mode. */
struct mode {
    bool little, user, hypervisor, real;
};

/* One trapped instruction, passed from translation to execution. */
struct trapped {
    uint64_t pc;
    struct ppc64_insn insn;
    struct mode mode;
    const struct trap_ppc64_spr *spr;
};

static void cpu_started(unsigned vcpu, void *data)
{
    const char *names[N_FIXED + MAX_SPRS];
    const struct trap_ppc64_spr *spr = trap.hooks->sprs;
    unsigned n = N_FIXED;

    (void)data;
    memcpy(names, fixed_names, sizeof(fixed_names));
    for (; spr->number; spr++)
        names[n++] = spr->name ? spr->name : "msr"; /* placeholder, never accessed */
    any_cpu = &trap.cpus[vcpu];
    cpu_registers_find(any_cpu, vcpu, names, n);
}

static uint64_t number(const uint8_t bytes[8], bool little)
{
    uint64_t value;

    memcpy(&value, bytes, sizeof(value));
    return little ? GUINT64_FROM_LE(value) : GUINT64_FROM_BE(value);
}

/* In a callback that may write registers. The debuggers' access to an SPR
 * searches all SPRs. */
static void locate(unsigned vcpu, bool little)
{
    struct cpu_registers *cpu = &trap.cpus[vcpu];
    const struct trap_ppc64_spr *sprs = trap.hooks->sprs;

    if (G_LIKELY(cpu->located))
        return;
    cpu_registers_locate(cpu, vcpu, 0, N_GPRS, little);
    for (unsigned i = 0; sprs[i].number; i++)
        if (sprs[i].name)
            cpu_registers_locate(cpu, vcpu, N_FIXED + i, 1, little);
}

static uint64_t get(unsigned vcpu, unsigned reg, bool little)
{
    uint8_t bytes[8];

    if (G_LIKELY(trap.cpus[vcpu].places[reg]))
        return *trap.cpus[vcpu].places[reg];
    cpu_registers_get(&trap.cpus[vcpu], reg, bytes);
    return number(bytes, little);
}

static void set(unsigned vcpu, unsigned reg, bool little, uint64_t value)
{
    uint64_t ordered = little ? GUINT64_TO_LE(value) : GUINT64_TO_BE(value);

    if (G_LIKELY(trap.cpus[vcpu].places[reg]))
        *trap.cpus[vcpu].places[reg] = value;
    else
        cpu_registers_set(&trap.cpus[vcpu], reg, (const uint8_t *)&ordered);
}

/* The register itself shows its byte order: the lowest bit of the first byte is
 * LE in little-endian order, and a reserved 0 bit in big-endian order. */
static uint64_t get_msr(struct cpu_registers *cpu)
{
    uint8_t bytes[8];

    cpu_registers_get(cpu, MSR, bytes);
    return number(bytes, bytes[0] & MSR_LE);
}

uint64_t trap_ppc64_timebase(unsigned cpu)
{
    return get(cpu, TB, get_msr(&trap.cpus[cpu]) & MSR_LE);
}

static struct sim_access access_by(unsigned vcpu, const struct trapped *t, bool clock)
{
    return (struct sim_access){
        .now = clock_readable(clock) ? clock_now() : 0, .pc = t->pc, .cpu = vcpu};
}

/* Called before QEMU stores the value. */
static void spr_writing(unsigned vcpu_index, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    uint64_t value = get(vcpu, t->insn.reg, t->mode.little);
    struct sim_access access = access_by(vcpu, t, exact_time(vcpu, t->pc, NULL));

    arbiter_enter();
    trap.hooks->spr_write(trap.machine, &access, t->insn.spr, value);
    if (access_counters_add(vcpu, true, value))
        access_wait(ACCESS_SPR);
    arbiter_leave();
}

/* QEMU reads the value set here. */
static void spr_reading(unsigned vcpu_index, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    struct sim_access access = access_by(vcpu, t, exact_time(vcpu, t->pc, NULL));
    unsigned reg = N_FIXED + (unsigned)(t->spr - trap.hooks->sprs);
    uint64_t value;

    locate(vcpu, t->mode.little);
    arbiter_enter();
    value = trap.hooks->spr_read(trap.machine, &access, t->insn.spr);
    if (access_counters_add(vcpu, false, value))
        access_wait(ACCESS_SPR);
    arbiter_leave();
    set(vcpu, reg, t->mode.little, value);
}

/* Whether an access is to a SCOM that the machine handles. */
static bool find_scom(qemu_plugin_meminfo_t info, uint64_t vaddr, unsigned *chip, uint32_t *pcba)
{
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, vaddr);

    return where &&
           ppc64_scom(qemu_plugin_hwaddr_phys_addr(where), trap.hooks->scom_shift, chip, pcba) &&
           trap.hooks->has_scom(trap.machine, *chip, *pcba);
}

/* An input or output is always the last instruction of its block; otherwise
 * QEMU restarts it in a separate block. So the clock can be read, and leaving
 * the block here skips no instruction. */
static void scom_loaded(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    struct sim_access access;
    unsigned chip;
    uint32_t pcba;
    uint64_t value;
    bool ours;

    if (!find_scom(info, vaddr, &chip, &pcba))
        return;
    arbiter_enter();
    access = access_by(vcpu, t, true);
    ours = trap.hooks->scom_read(trap.machine, &access, chip, pcba, &value);
    if (ours && access_counters_add(vcpu, false, value))
        access_wait(ACCESS_SCOM);
    arbiter_leave();
    if (!ours)
        return;
    locate(vcpu, t->mode.little);
    set(vcpu, t->insn.reg, t->mode.little, value);
    /* Does not return, so QEMU cannot swap the bytes of its own loaded
     * value. */
    qemu_plugin_set_pc(t->pc + INSN);
}

static void scom_stored(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    uint64_t stored = qemu_plugin_mem_get_value(info).data.u64;
    struct sim_access access;
    unsigned chip;
    uint32_t pcba;

    if (!find_scom(info, vaddr, &chip, &pcba))
        return;
    if (!qemu_plugin_mem_is_big_endian(info))
        stored = GUINT64_SWAP_LE_BE(stored); /* a SCOM is big-endian for all stores */
    arbiter_enter();
    access = access_by(vcpu, t, true);
    trap.hooks->scom_write(trap.machine, &access, chip, pcba, stored);
    if (access_counters_add(vcpu, true, stored))
        access_wait(ACCESS_SCOM);
    arbiter_leave();
}

static void byte_loaded(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct trapped *t = data;
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, vaddr);
    unsigned vcpu = cpu_number(vcpu_index);
    uint8_t byte = qemu_plugin_mem_get_value(info).data.u8;
    bool ours;

    if (!where || !qemu_plugin_hwaddr_is_io(where))
        return;
    arbiter_enter();
    ours = trap.hooks->byte_loaded(trap.machine, qemu_plugin_hwaddr_phys_addr(where), &byte);
    arbiter_leave();
    if (!ours)
        return;
    set(vcpu, t->insn.reg, t->mode.little, byte);
    qemu_plugin_set_pc(t->pc + INSN); /* as after a SCOM */
}

static void byte_stored(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, vaddr);

    (void)vcpu_index;
    (void)data;
    if (!where || !qemu_plugin_hwaddr_is_io(where))
        return;
    arbiter_enter();
    trap.hooks->byte_stored(
        trap.machine, qemu_plugin_hwaddr_phys_addr(where), qemu_plugin_mem_get_value(info).data.u8);
    arbiter_leave();
}

static void loaded(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct trapped *t = data;
    unsigned vcpu = cpu_number(vcpu_index);
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, vaddr);
    uint64_t address, value;
    struct sim_access access;

    if (!where || qemu_plugin_hwaddr_is_io(where))
        return;
    address = qemu_plugin_hwaddr_phys_addr(where);
    value = qemu_plugin_mem_get_value(info).data.u64;
    if (!qemu_plugin_mem_is_big_endian(info))
        value = GUINT64_SWAP_LE_BE(value);
    arbiter_enter();
    access = access_by(vcpu, t, false);
    trap.hooks->loaded(trap.machine, &access, address, value);
    access_counters_add(vcpu, false, value);
    arbiter_leave();
}

/* The code of a block, and some of the code after it in memory. */
struct code {
    struct mode mode;
    uint64_t start;
    size_t n;     /* instructions in the block */
    size_t known; /* total number of @words */
    uint32_t words[MAX_BLOCK + PPC64_REVERSAL_WINDOW];
};

static uint32_t word_of(const uint8_t bytes[INSN], bool little)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof(word));
    return little ? GUINT32_FROM_LE(word) : GUINT32_FROM_BE(word);
}

static void read_code(struct code *code, struct qemu_plugin_tb *tb)
{
    uint64_t msr = get_msr(any_cpu);
    uint8_t bytes[INSN];

    code->mode = (struct mode){
        .little = msr & MSR_LE,
        .user = msr & MSR_PR,
        .hypervisor = (msr & (MSR_HV | MSR_PR)) == MSR_HV,
        .real = !(msr & MSR_IR),
    };
    code->n = MIN(qemu_plugin_tb_n_insns(tb), MAX_BLOCK);
    code->known = code->n;
    code->start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    for (size_t i = 0; i < code->n; i++) {
        qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i), bytes, sizeof(bytes));
        code->words[i] = word_of(bytes, code->mode.little);
    }
}

static bool found_reversal(const struct code *code, size_t load, unsigned reg)
{
    for (size_t i = load + 1; i < code->known && i <= load + PPC64_REVERSAL_WINDOW; i++)
        if (ppc64_reverses(code->words[i], reg))
            return true;
    return false;
}

/* Whether instruction number @load, in a little-endian kernel, loads a
 * big-endian doubleword. A block may end anywhere, at its page's end or at a
 * timer of QEMU, so this may need the code after it. */
static bool loads_reversed(struct code *code, size_t load, struct ppc64_insn insn)
{
    g_autoptr(GByteArray) bytes = NULL;
    uint64_t target;

    if (insn.access == PPC64_LDBRX || found_reversal(code, load, insn.reg))
        return true;
    if (load + PPC64_REVERSAL_WINDOW < code->known || code->known > code->n ||
        ppc64_flow(code->words[code->n - 1], 0, &target) != PPC64_NEXT)
        return false;
    bytes = g_byte_array_new();
    if (qemu_plugin_read_memory_vaddr(
            code->start + code->n * INSN, bytes, (size_t)PPC64_REVERSAL_WINDOW * INSN))
        for (; code->known < code->n + PPC64_REVERSAL_WINDOW; code->known++)
            code->words[code->known] =
                word_of(bytes->data + (code->known - code->n) * INSN, code->mode.little);
    return found_reversal(code, load, insn.reg);
}

/* The traps of instructions that access memory. */
static const struct {
    qemu_plugin_mem_cb *call;
    enum qemu_plugin_cb_flags flags;
    enum qemu_plugin_mem_rw rw;
} of_memory[] = {
    [PPC64_LDCIX] = {scom_loaded, QEMU_PLUGIN_CB_RW_REGS_PC, QEMU_PLUGIN_MEM_R},
    [PPC64_STDCIX] = {scom_stored, QEMU_PLUGIN_CB_R_REGS, QEMU_PLUGIN_MEM_W},
    [PPC64_LBZCIX] = {byte_loaded, QEMU_PLUGIN_CB_RW_REGS_PC, QEMU_PLUGIN_MEM_R},
    [PPC64_STBCIX] = {byte_stored, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_W},
    [PPC64_LD] = {loaded, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R},
    [PPC64_LDBRX] = {loaded, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R},
};

static void trap_insn(struct qemu_plugin_insn *at, struct code *code, size_t i)
{
    struct ppc64_insn insn = ppc64_decode(code->words[i]);
    bool of_counter = insn.access == PPC64_LD || insn.access == PPC64_LDBRX;
    bool of_spr = insn.access == PPC64_MTSPR || insn.access == PPC64_MFSPR;
    const struct trap_ppc64_spr *spr = trap.hooks->sprs;
    struct trapped *t;

    if (insn.access == PPC64_NONE ||
        (of_counter && (!code->mode.little || code->mode.user || !loads_reversed(code, i, insn))))
        return;
    while (spr->number && spr->number != insn.spr)
        spr++;
    if (of_spr && (!spr->number || (spr->hypervisor && !code->mode.hypervisor) ||
                      (insn.access == PPC64_MFSPR && !spr->name)))
        return;
    t = translations_add(sizeof(*t));
    *t = (struct trapped){code->start + i * INSN, insn, code->mode, spr};
    if (insn.access == PPC64_MTSPR)
        qemu_plugin_register_vcpu_insn_exec_cb(at, spr_writing, QEMU_PLUGIN_CB_RW_REGS_PC, t);
    else if (insn.access == PPC64_MFSPR)
        qemu_plugin_register_vcpu_insn_exec_cb(at, spr_reading, QEMU_PLUGIN_CB_RW_REGS_PC, t);
    else
        qemu_plugin_register_vcpu_mem_cb(at, of_memory[insn.access].call,
            of_memory[insn.access].flags, of_memory[insn.access].rw, t);
}

struct trap_ppc64_block trap_ppc64_translated(struct qemu_plugin_tb *tb)
{
    uint64_t last, target = 0;
    enum ppc64_flow flow;
    struct code code;
    uint32_t word;

    read_code(&code, tb);
    if (code.mode.real) /* as firmware is */
        naps_block(tb);
    for (size_t i = 0; i < code.n; i++) {
        enum ppc64_priority priority = ppc64_priority(code.words[i]);

        trap_insn(qemu_plugin_tb_get_insn(tb, i), &code, i);
        /* firmware waits at very low priority; an operating system halts an
         * idle thread */
        if (priority != PPC64_PRIORITY_SAME)
            naps_insn(qemu_plugin_tb_get_insn(tb, i), priority == PPC64_PRIORITY_VERY_LOW);
    }
    word = code.words[code.n - 1];
    last = code.start + (code.n - 1) * INSN;
    flow = ppc64_flow(word, last, &target);
    return (struct trap_ppc64_block){
        .user = code.mode.user,
        .goes_inside = flow == PPC64_COMPUTED ||
                       (flow == PPC64_BRANCH && target > code.start && target <= last),
        .calls = flow == PPC64_CALL,
        .changes_mode = ppc64_changes_mode(word),
    };
}

/* Power ISA 3.0B, book III, section 6.5; these bits of the vectors do not
 * depend on LPCR. */
bool trap_ppc64_was_next(unsigned vcpu, uint64_t from, uint64_t to)
{
    (void)vcpu, (void)from;
    switch (to & 0xfff) {
    case 0x100: /* system reset: also wakes a CPU */
    case 0x400: /* instruction storage */
    case 0x480: /* instruction segment */
    case 0x500: /* external */
    case 0x900: /* decrementer */
    case 0x980: /* hypervisor decrementer */
    case 0xa00: /* directed privileged doorbell */
    case 0xe20: /* hypervisor instruction storage */
    case 0xe60: /* hypervisor maintenance */
    case 0xe80: /* directed hypervisor doorbell */
    case 0xea0: /* hypervisor virtualization */
    case 0xf00: /* performance monitor */
        return true;
    default:
        return false;
    }
}

bool trap_ppc64_start(const qemu_info_t *info, const struct trap_ppc64_hooks *hooks, void *machine)
{
    if (info->system.max_vcpus > MAX_CPUS) {
        fprintf(stderr, "pmulab: %d CPUs: expected at most %d\n", info->system.max_vcpus, MAX_CPUS);
        return false;
    }
    trap.hooks = hooks;
    trap.machine = machine;
    naps_begin();
    return true;
}

void trap_ppc64_listen(qemu_plugin_id_t id)
{
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
}
