/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of a plan that specify a time, and the expected result of each. */
#ifndef PMULAB_TESTS_PLAN_ANCHORS_H
#define PMULAB_TESTS_PLAN_ANCHORS_H

#include "models/sim/plan.h"
#include "tests/tap.h"

struct anchor_case {
    const char *line;
    struct plan_anchor anchor;
    uint64_t delay;
};

/* The anchor of @plan's entry @i must match @expected; @complaint is NULL, or
 * the complaint about its line. */
static inline void check_anchor(
    const struct plan *plan, unsigned i, const struct anchor_case *expected, const char *complaint)
{
    const struct plan_anchor *e = &expected->anchor, *a = &plan->anchors[i];

    ok(!complaint && plan->n_anchors == i + 1 && a->event == e->event && a->step == e->step &&
            a->countdown == e->countdown && a->block == e->block && a->reg == e->reg &&
            plan->entries[i].anchor == i && plan->entries[i].delay == expected->delay,
        "'%s'", expected->line);
    if (complaint)
        printf("# %s\n", complaint);
}

#endif
