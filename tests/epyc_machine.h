/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc` under test, driven as by a plugin: instructions are
 * counted until a window begins, then shown. It also records the trace, and
 * makes the measured accesses of Linux's driver. */
#ifndef PMULAB_TESTS_EPYC_MACHINE_H
#define PMULAB_TESTS_EPYC_MACHINE_H

#include "models/epyc/epyc_plan.h"
#include "tests/ibs_cpu.h"

enum { GUEST_RECORDS = 60000, GUEST_CPUS = 4 };

struct guest {
    struct epyc m;
    unsigned nmis[GUEST_CPUS];
    struct {
        uint64_t countdown, passed; /* instructions */
        bool window;
    } cpu[GUEST_CPUS];
    uint64_t time;
    unsigned n_records, shown;
    struct trace_record records[GUEST_RECORDS];
};

static inline void guest_record(void *self, const struct trace_record *record)
{
    struct guest *g = self;

    if (g->n_records < GUEST_RECORDS)
        g->records[g->n_records] = *record;
    g->n_records++;
}

static inline void guest_nmi(void *self, unsigned cpu)
{
    ((struct guest *)self)->nmis[cpu]++;
}

/* @options are separated by spaces. */
static inline void guest_start(struct guest *g, const char *options)
{
    struct epyc_config config = EPYC_DEFAULTS;
    char option[64];

    for (; *options; options += strcspn(options, " "), options += *options == ' ') {
        snprintf(option, sizeof(option), "%.*s", (int)strcspn(options, " "), options);
        const char *wrong = config_parse(epyc_options, &config, option);
        if (wrong)
            ok(false, "the test's own option %s: %s", option, wrong);
    }
    memset(g->nmis, 0, sizeof(g->nmis));
    memset(g->cpu, 0, sizeof(g->cpu));
    g->time = 0;
    g->n_records = g->shown = 0;
    epyc_reset(
        &g->m, &config, &(struct sim_host){.self = g, .trace = guest_record, .nmi = guest_nmi});
}

/* ---- the guest's actions ---- */

static inline struct sim_access guest_access(const struct guest *g, unsigned cpu)
{
    return (struct sim_access){.now = g->time, .pc = KERNEL_PC + 0x40, .cpu = cpu};
}

/* Reports the instructions executed outside of windows. */
static inline void guest_settle(struct guest *g, unsigned cpu)
{
    if (!g->cpu[cpu].window)
        epyc_executed(&g->m, cpu, g->cpu[cpu].passed);
    g->cpu[cpu].passed = 0;
}

static inline uint64_t guest_rdmsr(struct guest *g, unsigned cpu, unsigned msr)
{
    struct sim_access access = guest_access(g, cpu);

    guest_settle(g, cpu);
    return epyc_msr_read(&g->m, &access, MSR(msr));
}

static inline void guest_wrmsr(struct guest *g, unsigned cpu, unsigned msr, uint64_t value)
{
    struct sim_access access = guest_access(g, cpu);

    guest_settle(g, cpu);
    epyc_msr_write(&g->m, &access, MSR(msr), value);
    g->cpu[cpu].countdown = epyc_countdown(&g->m, cpu);
}

static inline uint32_t guest_apic_read(struct guest *g, unsigned cpu, uint32_t offset)
{
    struct sim_access access = guest_access(g, cpu);
    uint32_t value = 0;

    epyc_apic_read(&g->m, &access, offset, &value);
    return value;
}

static inline bool guest_apic_write(struct guest *g, unsigned cpu, uint32_t offset, uint32_t value)
{
    struct sim_access access = guest_access(g, cpu);

    return epyc_apic_write(&g->m, &access, offset, value);
}

/* @cpu executes @op. */
static inline void guest_execute(struct guest *g, unsigned cpu, const struct sim_op *op)
{
    struct sim_op timed = *op;

    timed.now = g->time += 2;
    if (g->cpu[cpu].window) {
        g->shown++;
        g->cpu[cpu].window = epyc_op(&g->m, cpu, &timed) == EPYC_WINDOW_ON;
        g->cpu[cpu].countdown = epyc_countdown(&g->m, cpu);
        return;
    }
    if (!g->cpu[cpu].countdown)
        return;
    if (++g->cpu[cpu].passed == g->cpu[cpu].countdown) {
        guest_settle(g, cpu);
        g->cpu[cpu].window = true;
    }
}

/* Executes @n instructions of four bytes in a row, from instruction number
 * @from of a loop of @loop. The loop's last instruction jumps back. */
static inline void guest_loop(
    struct guest *g, unsigned cpu, uint64_t from, uint64_t n, unsigned loop)
{
    for (uint64_t i = from; i < from + n; i++) {
        uint64_t pc = 0x401000 + i % loop * 4;
        struct sim_op op =
            i % loop == loop - 1 ? branch_op(pc, SIM_JUMP, 0x401000, true) : plain_op(pc);
        guest_execute(g, cpu, &op);
    }
}

/* ---- Linux ---- */

/* setup_APIC_eilvt(): whether the entry's old value allows the new one. */
static inline bool linux_eilvt(struct guest *g, unsigned cpu, unsigned entry, uint32_t value)
{
    uint32_t offset = 0x500 + 0x10 * entry, old = guest_apic_read(g, cpu, offset);

    if (!(old & 0x10000) && value != 0x10000 && old != (value & ~0x10000u))
        return false;
    guest_apic_write(g, cpu, offset, value);
    return true;
}

/* amd_ibs_init() on all CPUs, after the APIC has been switched on. */
static inline bool linux_init(struct guest *g)
{
    for (unsigned c = 0; c < g->m.config.cpus; c++)
        guest_apic_write(g, c, 0xf0, 0x1ff);
    uint64_t ctl = guest_rdmsr(g, 0, MSR_CTL);
    if (!(ctl & 0x100) || !linux_eilvt(g, 0, ctl & 15, 0x10400))
        return false;
    for (unsigned c = 0; c < g->m.config.cpus; c++) {
        ctl = guest_rdmsr(g, c, MSR_CTL);
        if (!linux_eilvt(g, c, ctl & 15, 0x400))
            return false;
        if (epyc_has_msr(&g->m, MSR(MSR_OP_CTL2))) {
            guest_wrmsr(g, c, MSR_FETCH_CTL2, 1);
            guest_wrmsr(g, c, MSR_OP_CTL2, 1);
        }
    }
    return true;
}

/* ---- the trace ---- */

/* Record number @i (from 0) of @kind, or NULL. */
static inline const struct trace_record *guest_nth(
    const struct guest *g, enum trace_kind kind, unsigned i)
{
    for (unsigned r = 0; r < g->n_records && r < GUEST_RECORDS; r++)
        if (g->records[r].kind == kind && !i--)
            return &g->records[r];
    return NULL;
}

static inline unsigned guest_n_of(const struct guest *g, enum trace_kind kind)
{
    unsigned n = 0;

    for (unsigned r = 0; r < g->n_records && r < GUEST_RECORDS; r++)
        n += g->records[r].kind == kind;
    return n;
}

#endif
