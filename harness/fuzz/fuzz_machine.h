/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The choices of the fuzzer for each machine: one row of pure data each. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_MACHINE_H
#define PMULAB_HARNESS_FUZZ_FUZZ_MACHINE_H

#include "harness/fuzz/fuzz_commands.h"
#include "harness/fuzz/fuzz_draw.h"

/* A fault that docs/findings.md already lists, and that no plan can avoid. */
struct fuzz_known {
    const char *kind;    /* a regular expression for struct fuzz_fault's */
    const char *finding; /* its title there */
};

enum { FUZZ_HEADS = 8 }; /* most rows */

struct fuzz_machine {
    const char *name;
    const char *rules; /* lint rules that must also hold */
    unsigned plans;    /* in a case, unless the user sets the number */
    unsigned traffic;  /* lines of traffic */
    struct fuzz_counters counters;
    /* may stop in sick cases; not for counters in memory, since all reads are
     * judged */
    gboolean dma;
    const char *heads[FUZZ_HEADS][12]; /* variants of options, used round-robin */
    unsigned n_heads;                  /* number of rows */
    const struct fuzz_rule *commands;  /* NULL: operations of pmulab-play */
    struct fuzz_known known[2];        /* ends with an empty row */
};

/* The row of @machine: each machine has one. */
const struct fuzz_machine *fuzz_machine_of(const struct machine *machine);

/* Adds a plan to @c, which depends only on @rand. */
void fuzz_machine_draw(const struct fuzz_machine *row, struct fuzz_case *c,
    const struct fuzz_world *world, GRand *rand);

/* Way number @i, from 0, in which the machine's plans are run; NULL: there are
 * no more. */
const struct fuzz_way *fuzz_machine_way(const struct fuzz_machine *row, guint i);

/* The title of the finding for faults of this @kind, or NULL. */
const char *fuzz_machine_known(const struct fuzz_machine *row, const char *kind);

#endif
