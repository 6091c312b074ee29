/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A case: a scenario as lines that can be left out one by one. Each of its steps is a plan. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_CASE_H
#define PMULAB_HARNESS_FUZZ_FUZZ_CASE_H

#include "harness/hardware/machine.h"

#include <glib.h>

#define FUZZ_PLANS_MAX 100 /* in a case: a scenario has at most 120 steps */

/* What the lines of a plan are, and what must come of them. */
struct fuzz_way {
    const char *name;        /* "play" */
    const char *begin, *end; /* script lines around a plan's own; NULL: none */
    gboolean strict;         /* a command that fails ends the plan, and that is a fault */
    const char *expect;      /* "play exact": by this its figures are held against the truth */
};

struct fuzz_plan {
    const struct fuzz_way *way;
    GPtrArray *lines; /* of char *; one that ends with a backslash goes on in the next */
};

/* The lines' indentation is added when they are printed. */
struct fuzz_case {
    const struct machine *machine;
    const char *rules;  /* of lint: what else each step must hold; NULL: nothing */
    GPtrArray *head;    /* of char *: options, "config sockets=2" */
    GPtrArray *traffic; /* of char *: what begins with the first plan */
    GPtrArray *plans;   /* of struct fuzz_plan */
    gboolean sick;      /* the hardware has faults: the kernel must bear them, and nothing else must hold */
};

/* An empty case of @machine. Free with fuzz_case_free(). */
struct fuzz_case *fuzz_case_new(const struct machine *machine, const char *rules);
void fuzz_case_free(struct fuzz_case *c);

/* Adds an empty plan to @c, which owns it. @way is kept. */
struct fuzz_plan *fuzz_case_add_plan(struct fuzz_case *c, const struct fuzz_way *way);

/* The operations or commands of @plan: a line that goes on in the next is one with it. */
guint fuzz_plan_operations(const struct fuzz_plan *plan);

/* A copy of @c with plans @from to @to only. */
struct fuzz_case *fuzz_case_part(const struct fuzz_case *c, guint from, guint to);

/* Whether it is one that can be run: not every event takes every amount. */
gboolean fuzz_case_is_scenario(const struct fuzz_case *c);

/* Whether its options and its traffic are those of a scenario. Plans have thousands of lines: none is looked
 * at. */
gboolean fuzz_case_takes_traffic(const struct fuzz_case *c);

/* The scenario. @about is its one line, @comment (may be NULL) lines for its head. A new string. */
char *fuzz_case_text(const struct fuzz_case *c, const char *about, const char *comment);

#endif
