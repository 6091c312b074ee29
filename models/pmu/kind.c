/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds events in a PMU's list. */
#include "models/pmu/kind.h"

#include <stddef.h>
#include <strings.h>

const struct pmu_event *pmu_event_coded(const struct pmu_kind *kind, uint64_t code)
{
    for (unsigned i = 0; i < kind->events.n; i++)
        if (kind->events.event[i].code == code)
            return &kind->events.event[i];
    return NULL;
}

const struct pmu_event *pmu_event_named(const struct pmu_kind *kind, const char *name)
{
    for (unsigned i = 0; i < kind->events.n; i++)
        if (!strcasecmp(kind->events.event[i].name, name))
            return &kind->events.event[i];
    return NULL;
}
