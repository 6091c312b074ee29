/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A case: a scenario as lines that can be removed one by one. Each of its steps
 * is a plan. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_CASE_H
#define PMULAB_HARNESS_FUZZ_FUZZ_CASE_H

#include "harness/hardware/machine.h"

#include <glib.h>

#define FUZZ_PLANS_MAX 100 /* in a case: a scenario has at most 120 steps */

/* After an expectation: plans also draw codes that no table has. */
#define FUZZ_ALLOW " allow unmodelled events"

/* The kind of a plan's lines, and their expected results. */
struct fuzz_way {
    const char *name;        /* "play" */
    const char *begin, *end; /* script lines around a plan's own; NULL: none */
    gboolean strict;         /* a failing command ends the plan, and is a fault */
    const char *expect;      /* "play exact": compares its figures with the truth */
};

struct fuzz_plan {
    const struct fuzz_way *way;
    GPtrArray *lines; /* of char *; a line that ends with a backslash continues in the next */
};

/* The lines' indentation is added when they are printed. */
struct fuzz_case {
    const struct machine *machine;
    const char *rules;  /* lint rules that each step must also satisfy; NULL: none */
    GPtrArray *head;    /* of char *: options, "config sockets=2" */
    GPtrArray *traffic; /* of char *: traffic that begins with the first plan */
    GPtrArray *plans;   /* of struct fuzz_plan */
    /* the hardware has faults: the kernel must survive, nothing else need
     * hold */
    gboolean sick;
};

/* An empty case of @machine. Free with fuzz_case_free(). */
struct fuzz_case *fuzz_case_new(const struct machine *machine, const char *rules);
void fuzz_case_free(struct fuzz_case *c);

/* Adds an empty plan to @c, which owns it. @way is kept. */
struct fuzz_plan *fuzz_case_add_plan(struct fuzz_case *c, const struct fuzz_way *way);

/* The number of operations or commands of @plan: a continued line counts
 * once. */
guint fuzz_plan_operations(const struct fuzz_plan *plan);

/* A copy of @c with plans @from to @to only. */
struct fuzz_case *fuzz_case_part(const struct fuzz_case *c, guint from, guint to);

/* Whether the case can run: not every event accepts every amount. */
gboolean fuzz_case_is_scenario(const struct fuzz_case *c);

/* Whether its options and its traffic are valid in a scenario. Skips the plans,
 * which have thousands of lines. */
gboolean fuzz_case_takes_traffic(const struct fuzz_case *c);

/* The case as a scenario. @about is its one line, @comment (may be NULL) lines
 * for its head. A new string. */
char *fuzz_case_text(const struct fuzz_case *c, const char *about, const char *comment);

#endif
