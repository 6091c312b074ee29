/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The oracle of the uncore of `epyc`. The caller reports the guest's actions
 * with their times. The oracle returns the expected counter values and the
 * traffic that the scenario injects. It is the project's second opinion on
 * models/amd and models/sim. It shares no function and no table with them.
 *
 * At each time, the caller reports events in their order. Before that, it takes
 * all plan entries that are due, one by one, with oracle_amd_uncore_entry().
 */
#ifndef PMULAB_ORACLE_EPYC_UNCORE_H
#define PMULAB_ORACLE_EPYC_UNCORE_H

#include "oracle/epyc/traffic.h"
#include "oracle/traffic/cachelines.h"
#include "oracle/traffic/flow.h"
#include "oracle/traffic/spans.h"

struct oracle_amd_uncore_counter {
    uint64_t control, value;
    uint64_t total; /* added since boot, or lost because it was full */
    struct oracle_spans ran;
};

/* A memory controller's counters while none is on (docs/hardware/epyc.md,
 * umcgate=): software's writes of them are lost; or they also begin at 0 once
 * one is on. */
enum oracle_umc_gate { ORACLE_NO_GATE, ORACLE_GATE_DROPS, ORACLE_GATE_CLEARS };

struct oracle_amd_uncore_box {
    enum oracle_amd_uncore_kind kind;
    enum oracle_umc_gate gate;
    uint32_t hz;
    unsigned cpus;  /* CPUs that share it */
    uint64_t cycle; /* counted up to here */
    struct oracle_amd_uncore_counter counters[ORACLE_AMD_UNCORE_COUNTERS];
    struct oracle_cachelines cachelines;
    struct oracle_flow flows[ORACLE_AMD_UNCORE_STREAMS]; /* as oracle_amd_uncore_streams */
};

struct oracle_amd_uncore_config {
    unsigned sockets;
    unsigned cpus;                            /* in a socket; at least 1 */
    unsigned blocks[ORACLE_AMD_UNCORE_KINDS]; /* in a socket */
    uint32_t hz[ORACLE_AMD_UNCORE_KINDS];
    enum oracle_umc_gate gate; /* of ORACLE_UMC */
};

/* An entry of the plan that has taken effect. */
struct oracle_amd_uncore_due {
    unsigned entry;
    uint64_t ns;
    const struct oracle_epyc_line *line;
    uint64_t was; /* PRESET, JUMP of an uncore block: the register's value just before */
};

struct oracle_amd_uncore;

/* The state after reset. @plan is copied; NULL: an empty plan. Free with
 * oracle_amd_uncore_free(). */
struct oracle_amd_uncore *oracle_amd_uncore_new(
    const struct oracle_amd_uncore_config *config, const struct oracle_epyc_plan *plan);
void oracle_amd_uncore_free(struct oracle_amd_uncore *m);

/* Takes the next plan entry that is due at or before @ns. Entries of the same
 * time come in the plan's order. Returns false if none is due. */
bool oracle_amd_uncore_entry(
    struct oracle_amd_uncore *m, uint64_t ns, struct oracle_amd_uncore_due *due);

/* Step number @step begins or, with @end, ends. */
void oracle_amd_uncore_step(struct oracle_amd_uncore *m, uint64_t ns, unsigned step, bool end);

/* Software reads or, with @write, writes register @reg of @block (both as in
 * struct oracle_epyc_line). Call it after the access. It only triggers plan
 * entries that wait for the access; the uncore block does not change. */
void oracle_amd_uncore_accessed(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, unsigned reg, bool write);

/* Block @block; NULL if it does not exist or is not in the uncore. */
struct oracle_amd_uncore_box *oracle_amd_uncore_box(struct oracle_amd_uncore *m, unsigned block);

/* Counts until @ns. Has no effect if @ns has already passed. */
void oracle_amd_uncore_advance(struct oracle_amd_uncore_box *box, uint64_t ns);

/* Block @block has moved @n lines of the guest's traffic until @ns. The
 * registers have not changed in that time. Returns false if the scenario has
 * the guest's traffic off, or the block does not exist. */
bool oracle_amd_uncore_cachelines(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, bool written, uint64_t n);

/* Software reads or writes register @reg. Call oracle_amd_uncore_advance()
 * first. */
uint64_t oracle_amd_uncore_read(const struct oracle_amd_uncore_box *box, unsigned reg);
void oracle_amd_uncore_write(struct oracle_amd_uncore_box *box, unsigned reg, uint64_t value);

/* The same by software, whose writes a closed gate affects. */
void oracle_amd_uncore_software(struct oracle_amd_uncore_box *box, unsigned reg, uint64_t value);

/* Whether counter @i is on. */
bool oracle_amd_uncore_on(const struct oracle_amd_uncore_box *box, unsigned i);

/* The number of events in the scenario's traffic that match @ask between @from
 * and @to (ns): the first counts only while counter @counter ran. */
uint64_t oracle_amd_uncore_injected(const struct oracle_amd_uncore_box *box, unsigned counter,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to);
uint64_t oracle_amd_uncore_happens(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to);

#endif
