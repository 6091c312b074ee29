/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The uncore of `epyc`: told what a guest did and when, it says what the counters had to answer, and what the
 * scenario's traffic comes to. It is the project's second opinion on models/amd and models/sim, with which it
 * shares no function and no table.
 *
 * Of each moment the caller tells what happened in the order in which it did. Before that it takes what the
 * plan has until then, entry by entry, with oracle_amd_uncore_entry().
 */
#ifndef PMULAB_ORACLE_EPYC_UNCORE_H
#define PMULAB_ORACLE_EPYC_UNCORE_H

#include "oracle/epyc/traffic.h"
#include "oracle/traffic/flow.h"
#include "oracle/traffic/lines.h"
#include "oracle/traffic/spans.h"

struct oracle_amd_uncore_counter {
    uint64_t control, value;
    uint64_t total; /* added since boot, or lost as it was full */
    struct oracle_spans ran;
};

struct oracle_amd_uncore_box {
    enum oracle_amd_uncore_kind kind;
    uint32_t hz;
    unsigned cpus;  /* that share it */
    uint64_t cycle; /* counted up to here */
    struct oracle_amd_uncore_counter counters[ORACLE_AMD_UNCORE_COUNTERS];
    struct oracle_lines lines;
    struct oracle_flow flows[ORACLE_AMD_UNCORE_STREAMS]; /* as oracle_amd_uncore_streams */
};

struct oracle_amd_uncore_config {
    unsigned sockets;
    unsigned cpus;                            /* of a socket; at least 1 */
    unsigned blocks[ORACLE_AMD_UNCORE_KINDS]; /* of a socket */
    uint32_t hz[ORACLE_AMD_UNCORE_KINDS];
};

/* An entry of the plan that has taken effect. */
struct oracle_amd_uncore_due {
    unsigned entry;
    uint64_t ns;
    const struct oracle_epyc_line *line;
    uint64_t was; /* PRESET, JUMP of a block of the uncore: the register, just before */
};

struct oracle_amd_uncore;

/* As reset leaves it. @plan is copied; NULL: an empty one. Free with oracle_amd_uncore_free(). */
struct oracle_amd_uncore *oracle_amd_uncore_new(
    const struct oracle_amd_uncore_config *config, const struct oracle_epyc_plan *plan);
void oracle_amd_uncore_free(struct oracle_amd_uncore *m);

/* Takes the next entry of the plan that is due at or before @ns, of several at one moment the one that stands
 * first. False: there is none. */
bool oracle_amd_uncore_entry(struct oracle_amd_uncore *m, uint64_t ns, struct oracle_amd_uncore_due *due);

/* Step number @step begins or, with @end, ends. */
void oracle_amd_uncore_step(struct oracle_amd_uncore *m, uint64_t ns, unsigned step, bool end);

/* Software reads or, with @write, writes register @reg of @block (both as in struct oracle_epyc_line). The
 * plan may wait for it; a block of the uncore is not touched. Behind the access itself. */
void oracle_amd_uncore_accessed(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, unsigned reg, bool write);

/* Block @block, or NULL: there is none, or it is none of the uncore's. */
struct oracle_amd_uncore_box *oracle_amd_uncore_box(struct oracle_amd_uncore *m, unsigned block);

/* Counts on until @ns. A moment that has passed changes nothing. */
void oracle_amd_uncore_advance(struct oracle_amd_uncore_box *box, uint64_t ns);

/* Block @block has moved @n lines of the guest's own until @ns. Registers were all the time as they are now.
 * Returns false if the scenario asks for none now, or there is no such block. */
bool oracle_amd_uncore_lines(
    struct oracle_amd_uncore *m, uint64_t ns, unsigned block, bool written, uint64_t n);

/* Behind oracle_amd_uncore_advance(): what register @reg reads as, and what a write makes of it. */
uint64_t oracle_amd_uncore_read(const struct oracle_amd_uncore_box *box, unsigned reg);
void oracle_amd_uncore_write(struct oracle_amd_uncore_box *box, unsigned reg, uint64_t value);

/* Whether counter @i is on. */
bool oracle_amd_uncore_on(const struct oracle_amd_uncore_box *box, unsigned i);

/* What the scenario injects of what @ask asks for between @from and @to (ns): while counter @counter ran, and
 * at all. */
uint64_t oracle_amd_uncore_injected(const struct oracle_amd_uncore_box *box, unsigned counter,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to);
uint64_t oracle_amd_uncore_happens(const struct oracle_amd_uncore_box *box,
    const struct oracle_amd_uncore_ask *ask, uint64_t from, uint64_t to);

#endif
