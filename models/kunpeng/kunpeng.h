/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `kunpeng`: dies of CPUs, each CPU with a core PMU, and for each die a PMCU, which programs the
 * core PMUs of its die from outside, lets them count in rounds, and stores what they counted to memory.
 * docs/hardware/kunpeng.md says what is modelled.
 *
 * A core PMU has two masters that do not know of each other: the PMCU, and the guest through system registers
 * (armv8_pmuv3). Here it is one PMU with one state, so they disturb each other as in silicon. Who carries the
 * machine therefore hands it the guest's accesses to the registers of arm_pmu_regs.h and answers reads with
 * what comes back; then QEMU's own PMU is of no account.
 *
 *     what happens                               call
 *     load, store to a PMCU's window             kunpeng_mmio_read(), kunpeng_mmio_write()
 *     MRS, MSR of a register that it has         kunpeng_sysreg_read(), kunpeng_sysreg_write()
 *     CPU switched on (PSCI) or off              kunpeng_power(); the first CPU too
 *     virtual time reaches kunpeng_deadline()    kunpeng_advance()
 *     after any of these                         ask kunpeng_deadline() and kunpeng_counts() again
 *
 * What the guest executes the model asks for, through the hook `activity`, at the moment at which it needs to
 * know. So a round's stop that comes late stops late: the next deadline counts from then.
 */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_H

#include "models/kunpeng/kunpeng_blocks.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/pmcu.h"
#include "models/machine.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"

/* Lines of the hook `irq`: one for each die's PMCU, a level; and the overflow interrupt of each CPU's PMU,
 * which is private to the CPU, a level too. */
#define KUNPENG_IRQ_PMCU(die) (die)
#define KUNPENG_IRQ_CPU(cpu)  (KUNPENG_MAX_DIES + (cpu))
#define KUNPENG_N_IRQS        (KUNPENG_MAX_DIES + KUNPENG_MAX_CPUS)

/* What an entry of the plan does. */
struct kunpeng_action {
    unsigned block;
    bool preset; /* register number @reg of the block's bank is set to @value; else @event sees @amount */
    unsigned reg;
    uint64_t value;
    uint16_t event;
    struct traffic_amount amount;
};

struct kunpeng {
    struct kunpeng_config config;
    struct sim_host host;
    uint64_t now; /* latest virtual time that was seen, ns */
    struct pmcu pmcus[KUNPENG_MAX_DIES];
    struct kunpeng_cpu cpus[KUNPENG_MAX_CPUS];
    struct kunpeng_traffic traffic;
    struct plan plan;
    struct faults faults;
    struct kunpeng_action actions[PLAN_ENTRIES]; /* one for each entry of the plan */
};

/*
 * As after hardware reset, with an empty plan and all CPUs off. @config must be sound
 * (kunpeng_config_wrong()); @host is copied; it needs read, write and activity.
 */
void kunpeng_reset(struct kunpeng *m, const struct kunpeng_config *config, const struct sim_host *host);

/*
 * An access of @size bytes (1 to 8) at @offset of the window (PMCU_WINDOW bytes) of @die's PMCU, which must
 * be one of config.dies. Where no register is, 0 is read and nothing written. A write of TRIGGER only starts:
 * what the PMCU does, the interrupt included, comes at deadlines after it.
 */
uint64_t kunpeng_mmio_read(
    struct kunpeng *m, const struct sim_access *access, unsigned die, uint32_t offset, unsigned size);
void kunpeng_mmio_write(struct kunpeng *m, const struct sim_access *access, unsigned die, uint32_t offset,
    unsigned size, uint64_t value);

/*
 * Whether system register @sysreg is the machine's. It is numbered op0:op1:CRn:CRm:op2, which are bits 20:5
 * of the MRS or MSR instruction: (instruction >> 5) & 0xffff.
 */
bool kunpeng_has_sysreg(uint32_t sysreg);

/*
 * The kernel of access->cpu reads or writes @sysreg. (What users do through PMUSERENR_EL0 is not modelled.)
 * A read gives true with *@value, which replaces QEMU's; false leaves the access to QEMU: a register that the
 * machine has not, a counter that the CPU has not, or one that the exception level may not see. A write gives
 * true where QEMU need not see it; CONTEXTIDR and MDCR_EL2, which mean more than counters, it has to see.
 */
bool kunpeng_sysreg_read(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t *value);
bool kunpeng_sysreg_write(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t value);

/* access->cpu is switched on, or off with @on false. A CPU's PMU comes up as after reset. */
void kunpeng_power(struct kunpeng *m, const struct sim_access *access, bool on);

/* Whether the hook `activity` will be asked: a PMCU runs or some core PMU counts. While it is false, what is
 * executed need not be counted. */
bool kunpeng_counts(const struct kunpeng *m);

/* The guest says that step @step (0 to SIM_STEP_MAX) begins or, with @end, ends. */
void kunpeng_step(struct kunpeng *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns). Accesses do it by themselves. */
void kunpeng_advance(struct kunpeng *m, uint64_t now);

/* When (ns) kunpeng_advance() should be called at the latest, or SIM_NEVER. */
uint64_t kunpeng_deadline(const struct kunpeng *m);

/* The bank of the block that traces number @block, or NULL where it has none. */
const struct reg_bank *kunpeng_bank(unsigned block);

extern const struct machine_model kunpeng_model;

#endif
