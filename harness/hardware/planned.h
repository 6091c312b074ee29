/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The hardware of a run as planned: the machine's own model (struct snbep,
 * struct p9 and so on), reset with the run's options and with its plan in it.
 * Code between the plan and the proof passes it on unopened. Code of one
 * machine opens it with planned_as(), which checks the machine.
 */
#ifndef PMULAB_HARNESS_HARDWARE_PLANNED_H
#define PMULAB_HARNESS_HARDWARE_PLANNED_H

#include "models/machine.h"

#include <glib.h>

struct planned {
    const struct machine_model *model; /* the machine it belongs to: &snbep_model */
    /* a struct snbep, or the struct of that model's header; opened by
     * planned_as() */
    const void *state;
    /* the plan as the oracle reads it (for snbep a struct oracle_plan), or
     * NULL */
    const void *oracle;
};

/* The state of @planned, which must belong to @model. */
static inline const void *planned_as(struct planned planned, const struct machine_model *model)
{
    g_assert(planned.model == model);
    return planned.state;
}

#endif
