/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The microcode of a chip, poll by poll, and its counter memory. The trace
 * omits the host's stores into the control block. So the caller reports the
 * microcode's actions at a poll, and the oracle searches a command and a mode
 * that explain them. The oracle knows everything else: only the scenario sets
 * speed and units. It can therefore predict each posting.
 */
#ifndef PMULAB_ORACLE_POWER9_NEST_H
#define PMULAB_ORACLE_POWER9_NEST_H

#include "oracle/power9/traffic.h"
#include "oracle/traffic/flow.h"

enum oracle_p9_state {
    ORACLE_P9_ABSENT,
    ORACLE_P9_DEAD,
    ORACLE_P9_CONFIGURES,
    ORACLE_P9_RUNS,
    ORACLE_P9_PAUSED,
    ORACLE_P9_REFUSES, /* speed or mode are invalid */
    ORACLE_P9_WAITS,   /* they are valid again, but no command has come */
};

/* The microcode's state, as a value. */
struct oracle_p9_microcode {
    uint64_t control[ORACLE_P9_CONTROL_WORDS]; /* as in memory */
    enum oracle_p9_state state;
    bool paused;                        /* the host has paused it */
    bool unsure;                        /* ... or not: the effect of a command is not visible yet */
    unsigned left;                      /* polls until it is configured */
    uint64_t speed, mode, availability; /* accepted */
    uint64_t since;                     /* ns: the last posting, or the start of the run */
    uint64_t epoch;                     /* how often memory was zeroed */
    uint64_t postings;                  /* since then */
};

/* A span in which it ran with the same settings. */
struct oracle_p9_run {
    uint64_t from, period; /* ns */
    uint64_t postings;     /* at from + period, from + 2 * period and so on */
    uint64_t units, epoch;
    bool debug; /* the first groups do not count */
};

/* An event that has, or had, traffic. */
struct oracle_p9_stream {
    struct oracle_p9_source source;
    struct oracle_p9_units units;
    unsigned divisor;
    struct oracle_flow flow;
};

/* A word changed other than by counting. */
struct oracle_p9_shift {
    uint32_t offset;
    uint64_t by; /* modulo 2^64 */
};

struct oracle_p9_nest {
    const struct oracle_p9_generation *generation;
    const struct oracle_p9_catalogue *catalogue;
    bool dead;
    uint64_t standard; /* the microcode's default availability */
    uint64_t poll;     /* ns: the next */
    uint64_t posted;   /* ns: the latest reported posting, or the start of a run */
    const char *wrong; /* the error of a poll that was not reported yet, or NULL */
    struct oracle_p9_microcode now;
    unsigned n_runs, n_streams, n_shifts;
    struct oracle_p9_run *runs;
    struct oracle_p9_stream *streams;
    struct oracle_p9_shift *shifts;
};

/* The microcode's actions at one poll, from a trace. */
struct oracle_p9_did {
    bool zeroed;
    bool posted;
    /* with @posted: the number of postings since zeroing */
    uint64_t postings;
    /* with @posted: the number of polls that it covers */
    uint64_t polls;
    unsigned written;                          /* a bit for each word of the control block */
    uint64_t control[ORACLE_P9_CONTROL_WORDS]; /* their new values */
};

/* The state after reset. @plan must outlive it. Free with
 * oracle_p9_nest_end(). */
void oracle_p9_nest_begin(struct oracle_p9_nest *nest, const struct oracle_p9_plan *plan,
    uint64_t availability, bool dead);
void oracle_p9_nest_end(struct oracle_p9_nest *nest);

/* Advances to @ns. Polls until @ns, inclusive, take place with their known
 * actions. Returns NULL, or an action besides posting that was due but not
 * reported. */
const char *oracle_p9_nest_advance(struct oracle_p9_nest *nest, uint64_t ns);

/* The microcode did @did at @ns. Returns NULL, or why this is impossible, as a
 * static phrase. */
const char *oracle_p9_nest_did(
    struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did);

/* The scenario: at @ns, which has passed, @source has @amount; the word at
 * @offset becomes @value. */
void oracle_p9_nest_amount(struct oracle_p9_nest *nest, uint64_t ns,
    const struct oracle_p9_source *source, const struct oracle_amount *amount);
void oracle_p9_nest_set(struct oracle_p9_nest *nest, uint64_t ns, uint32_t offset, uint64_t value);

/* The posted count of the word at @offset from boot to @ns, which has
 * passed. */
uint64_t oracle_p9_nest_counted(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns);

/* The value in memory at @ns. */
uint64_t oracle_p9_nest_holds(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns);

#endif
