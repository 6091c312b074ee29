/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machines `power9`, `power10` and `power11`: in-memory collection. Nest
 * microcode posts counters of units outside the cores to HOMER; cores and
 * threads accumulate into memory that SCOMs and LDBAR name; trace mode writes
 * samples. docs/hardware/power9.md lists the modelled parts. A machine is a
 * value that memcpy copies.
 */
#ifndef PMULAB_MODELS_POWER9_POWER9_H
#define PMULAB_MODELS_POWER9_POWER9_H

#include "models/machine.h"
#include "models/power9/catalogue.h"
#include "models/power9/core.h"
#include "models/power9/event_traffic.h"
#include "models/power9/nest.h"
#include "models/power9/power9_config.h"
#include "models/sim/fault.h"
#include "models/sim/host.h"
#include "models/sim/plan.h"
#include "models/sim/traffic.h"

/* The action of a plan entry. */
struct p9_action {
    unsigned block;
    /* sets the register or word at @offset to @value; otherwise the word has
     * @amount */
    bool preset;
    /* as in the trace: the register's number in a numbered bank, otherwise
     * bytes */
    uint32_t offset;
    unsigned scale;          /* events per increment of the word */
    uint64_t units, exactly; /* see struct p9_traffic */
    uint64_t value;
    struct traffic_amount amount;
};

struct p9 {
    struct p9_config config;
    /* The guest firmware's catalogue, for the plan's names; NULL: the built-in
     * one. Borrowed; must outlive the machine. */
    const struct p9_catalogue *catalogue;
    struct sim_host host;
    uint64_t now; /* latest virtual time seen, ns */
    struct nest nest[P9_MAX_CHIPS];
    struct core cores[P9_MAX_CPUS];
    struct thread threads[P9_MAX_CPUS];
    struct p9_traffic_table traffic;
    struct plan plan;
    struct faults faults;
    struct p9_action actions[PLAN_ENTRIES]; /* one per entry of the plan */
};

/*
 * Sets the state after a hardware reset, with an empty plan. p9_config_wrong()
 * must accept @config. @host is copied and needs all hooks except trace.
 * plan_access() identifies registers by index in a numbered bank, by byte
 * offset in memory.
 */
void p9_reset(struct p9 *m, const struct p9_config *config, const struct sim_host *host);

/* Returns the catalogue in use; never NULL. */
const struct p9_catalogue *p9_catalogue(const struct p9 *m);

/* Returns the number of cores of the machine. */
unsigned p9_n_cores(const struct p9_config *config);

/* Whether the model has a register at SCOM address @pcba of @chip. */
bool p9_has_scom(const struct p9 *m, unsigned chip, uint32_t pcba);

/* Reads and, below, writes SCOM address @pcba of @chip, as in the instruction.
 * Returns false if the model has no such register, or @chip no such core: QEMU
 * then responds. */
bool p9_scom_read(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value);
bool p9_scom_write(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value);

/* Reads and, below, writes LDBAR of the accessing CPU. */
uint64_t p9_ldbar_read(struct p9 *m, const struct sim_access *access);
void p9_ldbar_write(struct p9 *m, const struct sim_access *access, uint64_t value);

/* Whether counter memory in use covers physical @address. */
bool p9_counts_at(const struct p9 *m, uint64_t address);

/* Software has loaded @value (a number of @size bytes) from physical @address.
 * If counter memory in use is there, the trace and the plan get the read;
 * otherwise there is no effect. Overdue work stays overdue, because @value was
 * in memory before it. */
void p9_loaded(
    struct p9 *m, const struct sim_access *access, uint64_t address, unsigned size, uint64_t value);

/*
 * Sampling. p9_sampling() returns the number of instructions that CPU @cpu
 * executes until its next sample, at least 1, or 0 if it takes none. Call it
 * again after each access, step and sample. p9_sample() reports that the CPU
 * has executed them; @ip is the address of the sampled instruction, @user its
 * privilege, @timebase the 64-bit timebase. The sample's time is the latest one
 * seen: call p9_advance() first if needed. Returns the new value of
 * p9_sampling().
 */
uint64_t p9_sampling(const struct p9 *m, unsigned cpu);
uint64_t p9_sample(struct p9 *m, unsigned cpu, uint64_t ip, bool user, uint64_t timebase);

/* Whether anything needs executed instructions: a counting core or thread, or
 * sampling. */
bool p9_counts_instructions(const struct p9 *m);

/*
 * Returns the value of a read of the register or the 8 bytes at @offset of
 * block number @block (both as in the trace) at the latest time seen, without
 * faults. Memory is the guest's, as posted. Has no side effects. Returns false
 * if the place does not exist now: memory of a core or a thread without an
 * address in a register.
 */
bool p9_peek(const struct p9 *m, unsigned block, uint32_t offset, uint64_t *value);

/* The guest reports that step @step (0 to SIM_STEP_MAX) begins or, with @end,
 * ends. */
void p9_step(struct p9 *m, const struct sim_access *access, unsigned step, bool end);

/* Advances the machine to @now (ns). Accesses do this themselves. */
void p9_advance(struct p9 *m, uint64_t now);

/* Returns when (ns) to call p9_advance() at the latest, or SIM_NEVER. */
uint64_t p9_deadline(const struct p9 *m);

/* Returns the static bank of block number @block (as in the trace), or NULL if
 * it has none. */
const struct reg_bank *p9_bank(const struct p9_generation *generation, unsigned block);

/* As machine_model.block(), for @generation. */
bool p9_block_name(const struct p9_generation *generation, unsigned block, char *name, size_t size,
    const struct reg_bank **bank);

extern const struct machine_model power9_model, power10_model, power11_model;

/* The model of @generation's machine. The second is the reverse; NULL: none. */
const struct machine_model *p9_model(const struct p9_generation *generation);
const struct p9_generation *p9_generation_of(const struct machine_model *model);

#endif
