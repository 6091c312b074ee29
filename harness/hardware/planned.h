/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The hardware of a run as it was planned: the machine's own model (struct snbep, struct p9 and so on), reset
 * with the run's options and with its plan read into it. What lies between the plan and the proof hands it on
 * closed; code that belongs to one machine opens it, which checks that it is that machine's.
 */
#ifndef PMULAB_HARNESS_HARDWARE_PLANNED_H
#define PMULAB_HARNESS_HARDWARE_PLANNED_H

#include "models/machine.h"

#include <glib.h>

struct planned {
    const struct machine_model *model; /* whose it is: &snbep_model */
    const void *state; /* as that model's header declares it: a struct snbep; planned_as() gives it */
};

/* The state of @planned, which must be @model's. */
static inline const void *planned_as(struct planned planned, const struct machine_model *model)
{
    g_assert(planned.model == model);
    return planned.state;
}

#endif
