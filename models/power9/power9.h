/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine `power9`: in-memory collection of POWER9 chips. Nest microcode posts counters of units outside
 * the cores into HOMER; cores and threads accumulate into memory that SCOMs and LDBAR name; and trace mode
 * writes samples. docs/hardware/power9.md says what is modelled.
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

/* What an entry of the plan does. */
struct p9_action {
    unsigned block;
    bool preset;     /* the register or word at @offset is set to @value; else the word sees @amount */
    uint32_t offset; /* as traces have it: of a numbered bank the register's number, else bytes */
    unsigned scale;  /* events that the word counts as 1 */
    uint64_t units;  /* see struct p9_traffic */
    uint64_t value;
    struct traffic_amount amount;
};

struct p9 {
    struct p9_config config;
    /* What the guest's firmware has, for the plan's names; NULL: the built-in one. Outlives the machine. */
    const struct p9_catalogue *catalogue;
    struct sim_host host;
    uint64_t now; /* latest virtual time that was seen, ns */
    struct nest nest[P9_MAX_CHIPS];
    struct core cores[P9_MAX_CPUS];
    struct thread threads[P9_MAX_CPUS];
    struct p9_traffic_table traffic;
    struct plan plan;
    struct faults faults;
    struct p9_action actions[PLAN_ENTRIES]; /* one for each entry of the plan */
};

/*
 * As after hardware reset, with an empty plan. @config must be sound (p9_config_wrong()); @host is copied and
 * needs all its hooks but trace. What registers plan_access() is told of: of a numbered bank their index, of
 * memory the byte's offset.
 */
void p9_reset(struct p9 *m, const struct p9_config *config, const struct sim_host *host);

/* The catalogue, whichever it is. */
const struct p9_catalogue *p9_catalogue(const struct p9 *m);

/* Cores of the machine. */
unsigned p9_n_cores(const struct p9_config *config);

/*
 * A SCOM access to @chip at address @pcba, as the instruction names it. False: it is none of ours (or @chip
 * has no such core), and QEMU's to answer.
 */
bool p9_scom_read(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value);
bool p9_scom_write(
    struct p9 *m, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value);

/* LDBAR of the accessing CPU. */
uint64_t p9_ldbar_read(struct p9 *m, const struct sim_access *access);
void p9_ldbar_write(struct p9 *m, const struct sim_access *access, uint64_t value);

/* Whether counter memory in use has physical @address. */
bool p9_counts_at(const struct p9 *m, uint64_t address);

/* Software has loaded @value (as a number; @size bytes) from physical @address. Where that is counter memory
 * in use, the trace and the plan get the read; else nothing happens. What is overdue stays so: @value is what
 * memory held before. */
void p9_loaded(
    struct p9 *m, const struct sim_access *access, uint64_t address, unsigned size, uint64_t value);

/*
 * Sampling. p9_sampling(): how many more instructions CPU @cpu executes until its next sample, at least 1;
 * 0: it takes none. To be asked again after each access, each step and each sample.
 * p9_sample(): it has; @ip is the address of the instruction that the sample falls on, @user its privilege,
 * @timebase the 64-bit timebase. The time is the latest that was: p9_advance() may go before. Returns what
 * p9_sampling() would.
 */
uint64_t p9_sampling(const struct p9 *m, unsigned cpu);
uint64_t p9_sample(struct p9 *m, unsigned cpu, uint64_t ip, bool user, uint64_t timebase);

/* Whether anything wants to know of executed instructions: a core's or a thread's counting, or sampling. */
bool p9_counts_instructions(const struct p9 *m);

/* The guest says that step @step (0 to SIM_STEP_MAX) begins or, with @end, ends. */
void p9_step(struct p9 *m, const struct sim_access *access, unsigned step, bool end);

/* Brings everything up to @now (ns). Accesses do it by themselves. */
void p9_advance(struct p9 *m, uint64_t now);

/* When (ns) p9_advance() should be called at the latest, or SIM_NEVER. */
uint64_t p9_deadline(const struct p9 *m);

/* The bank of the block that traces number @block, or NULL where it has none. */
const struct reg_bank *p9_bank(unsigned block);

extern const struct machine_model power9_model;

#endif
