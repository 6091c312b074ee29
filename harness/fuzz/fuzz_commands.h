/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a plan of shell commands by rules: whatever software a machine's PMUs are used with can be drawn. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_COMMANDS_H
#define PMULAB_HARNESS_FUZZ_FUZZ_COMMANDS_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/fuzz/fuzz_world.h"

#define FUZZ_CHOICES 12

/*
 * A name, and what it can stand for. In a choice,
 *
 *     <NAME>           is drawn by the rule of this name
 *     <FROM..TO>       is a number, small ones as often as big ones
 *     <cpu>            is a CPU of the guest
 *     <event REGEX>    is PMU/EVENT/, of a PMU with such a name: one of its events/
 *     <terms PMU>      is "TERM=1,TERM=0": some of the format/ of one bit of PMU, or nothing
 *
 * and a line feed begins a new line of the plan.
 */
struct fuzz_rule {
    const char *name;
    const struct fuzz_way *way; /* of a plan that begins with this rule; NULL: none does */
    const char *choices[FUZZ_CHOICES];
};

/* Adds a plan to @c. @rules end with an empty row, and at least one of them has a way. All comes from @rand
 * alone. */
void fuzz_draw_commands(
    struct fuzz_case *c, const struct fuzz_rule *rules, const struct fuzz_world *world, GRand *rand);

#endif
