/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The microcode of a chip, poll by poll, and its counter memory. What the host stores into the control block
 * is in no trace. So the oracle is told what the microcode did at a poll, and looks for a command and a mode
 * from which that follows. Everything else it knows: speed and units, which only the scenario sets, and so
 * each posting.
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
    ORACLE_P9_REFUSES, /* speed or mode are bad */
    ORACLE_P9_WAITS,   /* they are good again, but no command has come */
};

/* What the microcode knows; a value. */
struct oracle_p9_microcode {
    uint64_t control[ORACLE_P9_CONTROL_WORDS]; /* as memory has it */
    enum oracle_p9_state state;
    bool paused;                        /* the host wants it */
    bool unsure;                        /* ... or not: a command came that nothing has shown yet */
    unsigned left;                      /* polls until it is configured */
    uint64_t speed, mode, availability; /* accepted */
    uint64_t since;                     /* ns: the last posting, or when it began to run */
    uint64_t epoch;                     /* how often memory was zeroed */
    uint64_t postings;                  /* since then */
};

/* A time in which it ran, with the same settings throughout. */
struct oracle_p9_run {
    uint64_t from, period; /* ns */
    uint64_t postings;     /* at from + period, from + 2 * period and so on */
    uint64_t units, epoch;
    bool debug; /* the first groups stand still */
};

/* An event that sees, or has seen, traffic. */
struct oracle_p9_stream {
    struct oracle_p9_source source;
    struct oracle_p9_units units;
    unsigned divisor;
    struct oracle_flow flow;
};

/* A word whose value something else than counting has moved. */
struct oracle_p9_shift {
    uint32_t offset;
    uint64_t by; /* modulo 2^64 */
};

struct oracle_p9_nest {
    const struct oracle_p9_generation *generation;
    const struct oracle_p9_catalogue *catalogue;
    bool dead;
    uint64_t standard; /* availability that the microcode sets by itself */
    uint64_t poll;     /* ns: the next */
    uint64_t told;     /* ns: the latest posting that it was told of, or the begin of a run */
    const char *wrong; /* of a poll of which nobody has heard yet, or NULL */
    struct oracle_p9_microcode now;
    unsigned n_runs, n_streams, n_shifts;
    struct oracle_p9_run *runs;
    struct oracle_p9_stream *streams;
    struct oracle_p9_shift *shifts;
};

/* What a trace says that the microcode did at one poll. */
struct oracle_p9_did {
    bool zeroed;
    bool posted;
    uint64_t postings;                         /* with @posted: the number of postings since zeroing */
    uint64_t polls;                            /* with @posted: how many polls it covers */
    unsigned written;                          /* a bit for each word of the control block */
    uint64_t control[ORACLE_P9_CONTROL_WORDS]; /* their new values */
};

/* As reset leaves it. @plan must outlive it. Free with oracle_p9_nest_end(). */
void oracle_p9_nest_begin(
    struct oracle_p9_nest *nest, const struct oracle_p9_plan *plan, uint64_t availability, bool dead);
void oracle_p9_nest_end(struct oracle_p9_nest *nest);

/* Time goes on until @ns; the polls before it, and that at @ns, are done, and do what the oracle knows.
 * Returns NULL, or what the microcode had to do besides posting, of which nobody has told. */
const char *oracle_p9_nest_advance(struct oracle_p9_nest *nest, uint64_t ns);

/* The microcode did @did at @ns. Returns NULL, or why it could not, as a static phrase. */
const char *oracle_p9_nest_did(struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_did *did);

/* The scenario: at @ns, which has passed, @source sees @amount; the word at @offset becomes @value. */
void oracle_p9_nest_amount(struct oracle_p9_nest *nest, uint64_t ns, const struct oracle_p9_source *source,
    const struct oracle_amount *amount);
void oracle_p9_nest_set(struct oracle_p9_nest *nest, uint64_t ns, uint32_t offset, uint64_t value);

/* What the word at @offset has counted from boot to @ns, which has passed, as it is posted then. */
uint64_t oracle_p9_nest_counted(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns);

/* What memory holds there at @ns. */
uint64_t oracle_p9_nest_holds(const struct oracle_p9_nest *nest, uint32_t offset, uint64_t ns);

#endif
