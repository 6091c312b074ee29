/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `kunpeng`: dies of CPUs. Each CPU has a core PMU, and each die a
 * PMCU. A PMCU programs the core PMUs of its die from outside, lets them count
 * in rounds, and stores the counts to memory. Beside them a die has uncore
 * PMUs: of memory controllers, caches and links. docs/hardware/kunpeng.md lists
 * the modelled parts.
 *
 * A core PMU has two independent masters: the PMCU, and the guest through
 * system registers (armv8_pmuv3). The model has one PMU with one state, so they
 * disturb each other as in silicon. The caller passes the guest's accesses to
 * the registers of arm_pmu_regs.h to the machine, and returns its values for
 * reads. QEMU's own PMU no longer matters.
 *
 *     event                                      call
 *     load, store to a PMCU's window             kunpeng_mmio_read(), _write()
 *     the same to an uncore PMU's window         kunpeng_uncore_read(), _write()
 *     MRS, MSR of a register that it has         kunpeng_sysreg_read(), _write()
 *     CPU switched on (also the first), or off   kunpeng_power()
 *     virtual time reaches kunpeng_deadline()    kunpeng_advance()
 *     after any of these                         kunpeng_deadline(),
 *                                                kunpeng_counts()
 *
 * The model reads the guest's executed work through the hook `activity` when it
 * needs it. So a late stop of a round stays late: the next deadline counts from
 * it.
 */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_H

#include "models/kunpeng/kunpeng_blocks.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/pmcu.h"
#include "models/kunpeng/uncore_box.h"
#include "models/machine.h"
#include "models/sim/cachelines.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"

/* Lines of the hook `irq`, all levels: one for each die's PMCU, the
 * overflow interrupt of each CPU's PMU, which is private to the CPU, and one
 * for each place of an uncore PMU. */
#define KUNPENG_IRQ_PMCU(die) (die)
#define KUNPENG_IRQ_CPU(cpu)  (KUNPENG_MAX_DIES + (cpu))
#define KUNPENG_IRQ_UNCORE(n) (KUNPENG_MAX_DIES + KUNPENG_MAX_CPUS + (n))
#define KUNPENG_N_IRQS        (KUNPENG_MAX_DIES + KUNPENG_MAX_CPUS + UNCORE_PLACES)

/* The action of a plan entry. */
struct kunpeng_action {
    bool memory; /* the guest's own traffic begins or ends (@guest), with no other action */
    bool guest;
    unsigned block;
    /* sets register number @reg of the block's bank to @value; otherwise @event
     * has @amount */
    bool preset;
    unsigned reg;
    uint64_t value;
    uint32_t event; /* an uncore PMU's has attributes */
    struct traffic_amount amount;
};

struct kunpeng {
    struct kunpeng_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time seen, ns */
    struct pmcu pmcus[KUNPENG_MAX_DIES];
    struct kunpeng_cpu cpus[KUNPENG_MAX_CPUS];
    unsigned n_uncore;
    struct uncore_box uncore[UNCORE_PLACES]; /* existing ones, by number of their place */
    unsigned n_ddrcs;                        /* memory controllers, and their places in @uncore */
    uint8_t ddrcs[CACHELINES_CONTROLLERS];
    struct cachelines cachelines;
    struct kunpeng_traffic traffic;
    struct plan plan;
    struct faults faults;
    struct kunpeng_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
};

/* Sets the state after a hardware reset, with an empty plan and all CPUs off.
 * kunpeng_config_wrong() must accept @config; @host is copied and needs read,
 * write and activity. */
void kunpeng_reset(
    struct kunpeng *m, const struct kunpeng_config *config, const struct sim_host *host);

/*
 * Reads and, below, writes @size bytes (1 to 8) at @offset of the window
 * (PMCU_WINDOW bytes) of @die's PMCU; @die is below config.dies. Without a
 * register, reads return 0 and writes have no effect. A write of TRIGGER only
 * starts the PMCU: its work, including the interrupt, happens at later
 * deadlines.
 */
uint64_t kunpeng_mmio_read(struct kunpeng *m, const struct sim_access *access, unsigned die,
    uint32_t offset, unsigned size);
void kunpeng_mmio_write(struct kunpeng *m, const struct sim_access *access, unsigned die,
    uint32_t offset, unsigned size, uint64_t value);

/* The same for the uncore PMU at place number @number, which must exist. Its
 * window has UNCORE_WINDOW bytes. A write returns true if it cleared overflows,
 * but others still interrupt. */
uint64_t kunpeng_uncore_read(struct kunpeng *m, const struct sim_access *access, unsigned number,
    uint32_t offset, unsigned size);
bool kunpeng_uncore_write(struct kunpeng *m, const struct sim_access *access, unsigned number,
    uint32_t offset, unsigned size, uint64_t value);

/* The uncore PMU with block number @block, or NULL. */
struct uncore_box *kunpeng_uncore(struct kunpeng *m, unsigned block);

/* Whether the machine has system register @sysreg. Its number is
 * op0:op1:CRn:CRm:op2, bits 20:5 of the MRS or MSR instruction: (instruction >>
 * 5) & 0xffff. */
bool kunpeng_has_sysreg(uint32_t sysreg);

/*
 * The kernel of access->cpu reads or, below, writes @sysreg. (Accesses by
 * users, through PMUSERENR_EL0, are not modelled.) A read returns true with
 * *@value, which replaces QEMU's. It returns false to leave the access to QEMU:
 * the machine lacks the register, the CPU lacks the counter, or the exception
 * level has no access. A write returns true if QEMU need not see it. QEMU must
 * see CONTEXTIDR and MDCR_EL2, which affect more than counters.
 */
bool kunpeng_sysreg_read(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t *value);
bool kunpeng_sysreg_write(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t value);

/* access->cpu is switched on, or off if @on is false. A CPU's PMU then has its
 * state after reset. */
void kunpeng_power(struct kunpeng *m, const struct sim_access *access, bool on);

/* Whether the model will call the hook `activity`: a PMCU runs or some core PMU
 * counts. While it will not, executed instructions need not be counted. */
bool kunpeng_counts(const struct kunpeng *m);

/*
 * Returns the value of a read of @size bytes at @offset of block number @block
 * (both as in the trace) at the latest time seen, without faults. Has no side
 * effects; calls the hook `activity` for a CPU's counters. Returns false if the
 * register does not exist now: a CPU's, while it is off. The output's memory
 * has none.
 */
bool kunpeng_peek(
    const struct kunpeng *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value);

/* The guest reports that step @step (0 to SIM_STEP_MAX) begins or, with @end,
 * ends. */
void kunpeng_step(struct kunpeng *m, const struct sim_access *access, unsigned step, bool end);

/* The guest's caches move line number @line between them and memory, now: the
 * latest time seen. Call while lines.on is set. Returns whether
 * kunpeng_advance() is to be called soon: an interrupt is due. */
bool kunpeng_cacheline(struct kunpeng *m, uint64_t line, enum cachelines_direction direction);

/* Brings everything up to @now (ns). Accesses do this themselves. */
void kunpeng_advance(struct kunpeng *m, uint64_t now);

/* Returns when (ns) to call kunpeng_advance() at the latest, or SIM_NEVER. */
uint64_t kunpeng_deadline(const struct kunpeng *m);

/* Returns the static bank of block number @block (as in the trace), or NULL if
 * it has none. */
const struct reg_bank *kunpeng_bank(unsigned block);

/* machine_model.uncounted for @m: the list of events depends on the chip, and
 * traffic may define core events. */
unsigned kunpeng_uncounted(const struct kunpeng *m, unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED]);

extern const struct machine_model kunpeng_model;

#endif
