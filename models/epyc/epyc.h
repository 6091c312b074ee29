/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `epyc`: AMD processors with instruction-based sampling. Each CPU
 * has IBS registers, the extended space of its local APIC, caches, TLBs and a
 * branch predictor; CPUID describes them.
 *
 * The caller executes instructions and reports them. Most are only counted:
 * epyc_countdown() returns the number of instructions before a window begins,
 * and epyc_executed() reports them as executed. In a window, the caller reports
 * each op with epyc_op(), which returns when the window ends. So the caches see
 * the accesses around the sampled op, and execution between samples has no
 * overhead.
 */
#ifndef PMULAB_MODELS_EPYC_EPYC_H
#define PMULAB_MODELS_EPYC_EPYC_H

#include "models/epyc/epyc_blocks.h"
#include "models/epyc/epyc_config.h"
#include "models/epyc/epyc_uncore.h"
#include "models/epyc/ext_apic.h"
#include "models/epyc/ibs.h"
#include "models/machine.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/op.h"
#include "models/sim/plan.h"
#include "models/x86/amd_core.h"
#include "models/x86/amd_lbr.h"

/* A window's latest op: it decides whether the next op begins a fetch. */
struct epyc_path {
    bool known;
    bool branched; /* it is a branch */
    uint64_t pc, end;
};

struct epyc_cpu {
    struct ibs ibs;
    struct ext_apic apic;
    struct predictor predictor;
    struct epyc_path path;
    uint64_t instructions; /* retired instructions that were reported */
    bool in_window;
    bool near;           /* the window lasts until an engine tags or a register changes */
    unsigned unfetched;  /* ops since the last assumed fetch outside of windows */
    uint64_t interrupts; /* interrupts due, including lost ones */
    struct x86_core core;
    unsigned follows; /* the work to report to it: enum x86_followed */
    struct amd_lbr lbr;
    struct predictor core_predictor; /* the core PMU's; the other one is for windows of samples */
    struct epyc_path core_path;
    /* The latest op waits, because a counter of cycles is on: core cycles. */
    bool core_waits; /* one of the core PMU's is on */
    bool timed;
    unsigned waits;
    uint64_t waited;                /* of all ops, since the machine began */
    struct predictor out_of_window; /* sees the branches outside of windows that may wait */
};

/* Whether its core PMU must see each instruction. */
static inline bool epyc_core_follows(const struct epyc_cpu *c)
{
    return c->follows & X86_FOLLOW_ALL;
}

/* The action of a plan entry: sets a register to @value, without a write's
 * effects, or adds it (@add). With @traffic, stream @event of an uncore block
 * has @amount. */
struct epyc_action {
    unsigned block; /* its number in the trace */
    bool memory;    /* the guest's own traffic begins or ends (@guest), with no other action */
    bool guest;
    bool traffic, add;
    unsigned reg;
    uint64_t value;
    unsigned event;
    struct traffic_amount amount;
};

/* Some 15 MB; a reset touches only the parts that the configuration uses.
 * memcpy copies it. */
struct epyc {
    struct epyc_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time seen, ns */
    struct plan plan;
    struct faults faults;
    struct epyc_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
    struct epyc_cpu cpus[EPYC_MAX_CPUS];
    struct memory memory;
    unsigned longest; /* the longest wait for one access, core cycles */
    struct epyc_uncore uncore;
    struct cachelines cachelines;
};

/* Returns @cpu's socket: a socket's CPUs are consecutive. */
unsigned epyc_socket_of(const struct epyc *m, unsigned cpu);

/* The offset of a TRACE_COUNTED record: instructions of a CPU, when one is
 * tagged or writes a register, and when a window begins and ends. */
enum epyc_counted { EPYC_INSTRUCTIONS, EPYC_WINDOW_BEGINS, EPYC_WINDOW_ENDS, EPYC_N_COUNTED };

enum epyc_window { EPYC_WINDOW_ON, EPYC_WINDOW_OVER };

/* Sets the state after a hardware reset, with an empty plan.
 * epyc_config_wrong() must accept @config. @host is copied; its hooks trace,
 * activity and nmi are used, and each may be NULL. Without activity core PMUs
 * count nothing. */
void epyc_reset(struct epyc *m, const struct epyc_config *config, const struct sim_host *host);

/* Whether the model has register number @msr: IBS's, the core PMU's, the branch
 * records', one of the APIC's in x2APIC mode, or one of the uncore's. */
bool epyc_has_msr(const struct epyc *m, uint32_t msr);

/* Whether RDMSR, or with @write WRMSR, of @msr raises #GP: other parts have a
 * register of performance monitoring there, this one lacks it; or it is
 * read-only. */
bool epyc_msr_faults(const struct epyc *m, uint32_t msr, bool write);

/* RDMSR and WRMSR of @msr, which epyc_has_msr() must accept, by CPU
 * access->cpu. Counters have the values of that CPU's latest epyc_executed() or
 * epyc_op(). */
uint64_t epyc_msr_read(struct epyc *m, const struct sim_access *access, uint32_t msr);
void epyc_msr_write(struct epyc *m, const struct sim_access *access, uint32_t msr, uint64_t value);

/* Whether RDPMC has counter number @counter. The second returns its value, for
 * CPU access->cpu. */
bool epyc_has_rdpmc(const struct epyc *m, uint32_t counter);
uint64_t epyc_rdpmc(struct epyc *m, const struct sim_access *access, uint32_t counter);

/* Whether CPUID leaf @leaf is to be patched and, below, the patch: @regs (EAX,
 * EBX, ECX, EDX) hold QEMU's answer, in every mode. */
bool epyc_has_leaf(uint32_t leaf);
void epyc_cpuid(const struct epyc *m, uint32_t leaf, uint32_t subleaf, uint32_t regs[4]);

/*
 * A 32-bit access at @offset of access->cpu's local APIC, for any register. For
 * a read, @value holds QEMU's response; returns true if it was replaced. A
 * write returns true if it was to the extended space, so QEMU need not see it.
 * A write of SVR is also recorded, but returns false.
 */
bool epyc_apic_read(
    struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t *value);
bool epyc_apic_write(
    struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t value);

/* The guest's caches move line number @line between them and memory, now: the
 * latest time seen. Call while lines.on is set. */
void epyc_cacheline(struct epyc *m, uint64_t line, enum cachelines_direction direction);

/* Whether an engine, counter or branch records of any CPU are on: otherwise,
 * executed instructions need not be reported. The second returns whether a core
 * PMU's counter is on. */
bool epyc_enabled(const struct epyc *m);
bool epyc_counts(const struct epyc *m);

/* Returns the number of instructions that @cpu executes until its next window
 * begins, or a counter may overflow. 1: it should have begun already; 0: there
 * is none. Call again after every write of an MSR and every window. */
uint64_t epyc_countdown(const struct epyc *m, unsigned cpu);

/* @cpu has executed @n instructions outside of a window. If that exceeds the
 * next sample, the next reported op is tagged. */
void epyc_executed(struct epyc *m, unsigned cpu, uint64_t n);

/* Traces the number of instructions that @cpu has executed. */
void epyc_trace_instructions(struct epyc *m, unsigned cpu);

/* Whether the next op of @cpu may be tagged, or overflow a counter. */
bool epyc_due(struct epyc *m, unsigned cpu);

/* Whether @cpu's windows are only for ops that a filter drops if the caches
 * respond fast. Few such windows lead to an interrupt. */
bool epyc_filters(const struct epyc *m, unsigned cpu);

/* @cpu has executed @op, within a window. A time before the latest seen, such
 * as 0, means the latest. After EPYC_WINDOW_OVER, epyc_countdown() returns the
 * distance to the next window. */
enum epyc_window epyc_op(struct epyc *m, unsigned cpu, const struct sim_op *op);

/* Returns the core cycles for which @cpu's instructions have waited since the
 * machine began. The caller lets time pass for them. */
static inline uint64_t epyc_waited(const struct epyc *m, unsigned cpu)
{
    return m->cpus[cpu].waited;
}

/* Whether any core PMU or branch records need branches. The other two return
 * the same for @cpu, and for its branch records alone. */
bool epyc_wants_branches(const struct epyc *m);
bool epyc_watches_branches(const struct epyc *m, unsigned cpu);
bool epyc_records_branches(const struct epyc *m, unsigned cpu);

/* @cpu needs branches, and has executed @op, within a window or not. Does not
 * trace. While the CPU records no branches, calls from other CPUs are safe.
 * Sets *@mispredicted. Returns whether epyc_core_update() must follow, at time
 * @now (ns). */
bool epyc_branch(struct epyc *m, unsigned cpu, const struct sim_op *op, bool *mispredicted);
void epyc_core_update(struct epyc *m, unsigned cpu, uint64_t now);

/* @cpu records branches. It takes an interrupt or exception at @from, whose
 * handler is at @to. Does not trace. */
void epyc_interrupted(struct epyc *m, unsigned cpu, uint64_t from, uint64_t to);

/* IBS's interrupt is due on @cpu: raises an NMI if the extended LVT entry and
 * the APIC let it pass. */
void epyc_interrupt(struct epyc *m, unsigned cpu);

/* Raises an NMI on @cpu, unless a fault loses it. */
void epyc_nmi(struct epyc *m, unsigned cpu);

/*
 * Returns the value of a read at @offset of block number @block (both as in the
 * trace) at its CPU's latest reported instruction, without faults. Has no side
 * effects. Returns false if the register does not exist.
 */
bool epyc_peek(const struct epyc *m, unsigned block, uint32_t offset, uint64_t *value);

/* The guest reports that step @step (0 to SIM_STEP_MAX) begins or, with @end,
 * ends. */
void epyc_step(struct epyc *m, const struct sim_access *access, unsigned step, bool end);

/* Brings the plan up to @now (ns). Accesses and ops do this themselves. */
void epyc_advance(struct epyc *m, uint64_t now);

/* Returns when (ns) to call epyc_advance() at the latest, or SIM_NEVER. */
uint64_t epyc_deadline(const struct epyc *m);

/* Returns the static bank of block number @block (as in the trace), or NULL if
 * there is none. */
const struct reg_bank *epyc_bank(unsigned block);

extern const struct machine_model epyc_model;

#endif
