/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a plan of shell commands by rules: any software that uses a machine's
 * PMUs can be drawn. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_COMMANDS_H
#define PMULAB_HARNESS_FUZZ_FUZZ_COMMANDS_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/fuzz/fuzz_world.h"

#define FUZZ_CHOICES 12

/*
 * A name, and its possible replacements. In a choice,
 *
 *     <NAME>           is drawn by the rule of this name
 *     <FROM..TO>       is a number; small ones are as frequent as big ones
 *     <cpu>            is a CPU of the guest
 *     <event REGEX>    is PMU/EVENT/, of a PMU with a matching name: one of its events/
 *     <terms PMU>      is "TERM=1,TERM=0": some one-bit entries of PMU's format/, or nothing
 *
 * and a line feed begins a new line of the plan.
 */
struct fuzz_rule {
    const char *name;
    const struct fuzz_way *way; /* of a plan that begins with this rule; NULL: no plan does */
    const char *choices[FUZZ_CHOICES];
};

/* Adds a plan to @c. @rules end with an empty row, and at least one of them has
 * a way. Depends only on @rand. */
void fuzz_draw_commands(struct fuzz_case *c, const struct fuzz_rule *rules,
    const struct fuzz_world *world, GRand *rand);

#endif
