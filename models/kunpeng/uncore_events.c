/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lookups in the lists of the uncore PMUs' events. */
#include "models/kunpeng/uncore_events.h"

#include <stddef.h>
#include <strings.h>

const struct uncore_event *uncore_event_coded(const struct uncore_events *events, unsigned code)
{
    for (unsigned i = 0; i < events->n; i++)
        if (events->event[i].code == code)
            return &events->event[i];
    return NULL;
}

const struct uncore_event *uncore_event_named(const struct uncore_events *events, const char *name)
{
    for (unsigned i = 0; i < events->n; i++)
        if (!strcasecmp(events->event[i].name, name))
            return &events->event[i];
    return NULL;
}
