/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is drawn for each machine: a row of its own, in which nothing is left to code. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_MACHINE_H
#define PMULAB_HARNESS_FUZZ_FUZZ_MACHINE_H

#include "harness/fuzz/fuzz_commands.h"
#include "harness/fuzz/fuzz_draw.h"

/* A fault that docs/findings.md tells of already, and that no plan can keep away from. */
struct fuzz_known {
    const char *kind;    /* a regular expression for struct fuzz_fault's */
    const char *finding; /* its title there */
};

enum { FUZZ_HEADS = 8 }; /* most rows */

struct fuzz_machine {
    const char *name;
    const char *rules; /* of lint: what else must hold */
    unsigned plans;    /* in a case, if nobody says how many */
    unsigned traffic;  /* lines of it */
    struct fuzz_counters counters;
    gboolean dma; /* may stop in sick cases; not where counters lie in memory, since all reads are judged */
    const char *heads[FUZZ_HEADS][12]; /* which options vary: each row once in so many guests */
    unsigned n_heads;                  /* rows of it */
    const struct fuzz_rule *commands;  /* NULL: operations of pmulab-play */
    struct fuzz_known known[2];        /* ends with an empty row */
};

/* The row of @machine: each machine has one. */
const struct fuzz_machine *fuzz_machine_of(const struct machine *machine);

/* Adds a plan to @c, from @rand alone. */
void fuzz_machine_draw(
    const struct fuzz_machine *row, struct fuzz_case *c, const struct fuzz_world *world, GRand *rand);

/* The ways in which the machine's plans are run, number @i from 0; NULL: there are no more. */
const struct fuzz_way *fuzz_machine_way(const struct fuzz_machine *row, guint i);

/* The title of the finding that faults of this @kind are known by, or NULL. */
const char *fuzz_machine_known(const struct fuzz_machine *row, const char *kind);

#endif
