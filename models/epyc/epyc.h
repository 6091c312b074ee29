/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `epyc`: processors of AMD with instruction-based sampling. For each CPU its IBS registers, the
 * extended space of its local APIC, its caches, TLBs and branch predictor; and what CPUID says of them.
 *
 * Who carries it executes instructions and tells it of them. Most are only counted: epyc_countdown() says how
 * many may pass until a window begins, epyc_executed() tells that they have. From then on each is shown with
 * epyc_op(), which says when the window is over. So the caches have seen what the sampled op's
 * neighbourhood accessed, and nothing is paid while no sample is near.
 */
#ifndef PMULAB_MODELS_EPYC_EPYC_H
#define PMULAB_MODELS_EPYC_EPYC_H

#include "models/epyc/epyc_blocks.h"
#include "models/epyc/epyc_config.h"
#include "models/epyc/ext_apic.h"
#include "models/epyc/ibs.h"
#include "models/machine.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/op.h"
#include "models/sim/plan.h"

/* Where the latest op of a window was, from which it follows whether the next begins a fetch. */
struct epyc_path {
    bool known;
    bool branched; /* it was a branch */
    uint64_t pc, end;
};

struct epyc_cpu {
    struct ibs ibs;
    struct ext_apic apic;
    struct predictor predictor;
    struct epyc_path path;
    bool in_window;
    bool near;           /* the window goes on until an engine tags, or a register changes */
    unsigned unfetched;  /* ops since what was taken for the latest fetch outside of windows */
    uint64_t interrupts; /* that were due, lost ones among them */
};

/* What an entry of the plan does: a register is set to @value, without the effects of a write. */
struct epyc_action {
    enum epyc_block_kind kind;
    unsigned cpu, reg;
    uint64_t value;
};

/* Some 15 MB, of which a reset touches what the configuration uses. */
struct epyc {
    struct epyc_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time that was seen, ns */
    struct plan plan;
    struct faults faults;
    struct epyc_action actions[PLAN_ENTRIES]; /* one for each entry of the plan */
    struct epyc_cpu cpus[EPYC_MAX_CPUS];
    struct memory memory;
};

enum epyc_window { EPYC_WINDOW_ON, EPYC_WINDOW_OVER };

/*
 * As after hardware reset, with an empty plan. @config must be sound (epyc_config_wrong()); @host is copied;
 * of its hooks trace and nmi are used, each of which may be NULL.
 */
void epyc_reset(struct epyc *m, const struct epyc_config *config, const struct sim_host *host);

/* Whether register number @msr is the model's: IBS's, or one of the APIC's extended space in x2APIC mode. */
bool epyc_has_msr(const struct epyc *m, uint32_t msr);

/*
 * RDMSR and WRMSR of @msr, for which epyc_has_msr() must hold, by CPU access->cpu. Counters are as of the
 * latest epyc_executed() or epyc_op() of that CPU.
 */
uint64_t epyc_msr_read(struct epyc *m, const struct sim_access *access, uint32_t msr);
void epyc_msr_write(struct epyc *m, const struct sim_access *access, uint32_t msr, uint64_t value);

/* Whether CPUID leaf @leaf is to be patched; @regs (EAX, EBX, ECX, EDX) hold what QEMU gave, in every mode.
 */
bool epyc_has_leaf(uint32_t leaf);
void epyc_cpuid(const struct epyc *m, uint32_t leaf, uint32_t subleaf, uint32_t regs[4]);

/*
 * An access of 32 bits at @offset of access->cpu's local APIC, whatever register it is. A read has in @value
 * what QEMU gave, and returns true when it is to be replaced. A write returns true when it was to the
 * extended space, which QEMU need not see; SVR it is told of and returns false.
 */
bool epyc_apic_read(struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t *value);
bool epyc_apic_write(struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t value);

/* Whether any engine of any CPU is switched on: whether executed instructions are of interest. */
bool epyc_enabled(const struct epyc *m);

/*
 * Instructions that @cpu executes until the window of its next sample begins: 1 when that should already
 * have, 0 when there will be none. To be asked again after every write of an MSR and every window.
 */
uint64_t epyc_countdown(const struct epyc *m, unsigned cpu);

/*
 * @cpu has executed @n instructions outside of a window. If that goes beyond the next sample, what is
 * shown next is tagged.
 */
void epyc_executed(struct epyc *m, unsigned cpu, uint64_t n);

/* Whether what @cpu is shown next may be tagged. */
bool epyc_due(struct epyc *m, unsigned cpu);

/*
 * @cpu has executed @op, within a window. A time before what the machine has seen, as 0 is, stands for that.
 * After EPYC_WINDOW_OVER, epyc_countdown() says when the next begins.
 */
enum epyc_window epyc_op(struct epyc *m, unsigned cpu, const struct sim_op *op);

/* The guest says that step @step (0 to SIM_STEP_MAX) begins or, with @end, ends. */
void epyc_step(struct epyc *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns): the plan. Accesses and ops do it by themselves. */
void epyc_advance(struct epyc *m, uint64_t now);

/* When (ns) epyc_advance() should be called at the latest, or SIM_NEVER. */
uint64_t epyc_deadline(const struct epyc *m);

/* The bank of the block that traces number @block, or NULL where there is none. */
const struct reg_bank *epyc_bank(unsigned block);

extern const struct machine_model epyc_model;

#endif
