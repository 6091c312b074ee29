/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of the uncore's events, for plans and for values of controls. */
#include "models/amd/uncore.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct amd_uncore_event *event_at(enum amd_uncore_kind kind, unsigned i)
{
    return &amd_uncore_kinds[kind].events[i];
}

static unsigned n_events(enum amd_uncore_kind kind)
{
    return *amd_uncore_kinds[kind].n_events;
}

int amd_uncore_event_named(enum amd_uncore_kind kind, const char *name)
{
    for (unsigned i = 0; i < n_events(kind); i++) {
        const struct amd_uncore_event *event = event_at(kind, i);
        char whole[80];

        snprintf(whole, sizeof(whole), "%s%s%s", event->name, event->sub ? "." : "",
            event->sub ? event->sub : "");
        if (!strcasecmp(whole, name))
            return (int)i;
    }
    return -1;
}

static bool begins_name(enum amd_uncore_kind kind, unsigned i)
{
    return !i || strcmp(event_at(kind, i)->name, event_at(kind, i - 1)->name);
}

unsigned amd_uncore_n_names(enum amd_uncore_kind kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < n_events(kind); i++)
        n += begins_name(kind, i);
    return n;
}

const struct amd_uncore_event *amd_uncore_name(
    enum amd_uncore_kind kind, unsigned i, unsigned *streams)
{
    unsigned first = 0;

    for (; first < n_events(kind); first++)
        if (begins_name(kind, first) && !i--)
            break;
    for (*streams = 1; first + *streams < n_events(kind) && !begins_name(kind, first + *streams);
         ++*streams)
        ;
    return event_at(kind, first);
}

/* Whether @field contains the whole number of @parts. */
static bool whole(const struct amd_uncore_parts *parts, unsigned field)
{
    return parts->n == 1 && parts->fields[0] == field;
}

const char *amd_uncore_field_name(enum amd_uncore_kind kind, unsigned field, uint64_t value)
{
    uint16_t code = amd_uncore_code(kind, value);

    for (unsigned i = 0; i < n_events(kind); i++) {
        const struct amd_uncore_event *event = event_at(kind, i);

        if (event->code != code)
            continue;
        if (whole(&amd_uncore_kinds[kind].event, field))
            return event->name;
        if (whole(&amd_uncore_kinds[kind].mask, field) && event->sub &&
            amd_uncore_mask(kind, value) == event->mask)
            return event->sub;
    }
    return NULL;
}

int64_t amd_uncore_field_named(
    enum amd_uncore_kind kind, unsigned field, uint64_t value, const char *name)
{
    uint16_t code = amd_uncore_code(kind, value);

    for (unsigned i = 0; i < n_events(kind); i++) {
        const struct amd_uncore_event *event = event_at(kind, i);

        if (whole(&amd_uncore_kinds[kind].event, field) && !strcasecmp(event->name, name))
            return event->code;
        if (whole(&amd_uncore_kinds[kind].mask, field) && event->code == code && event->sub &&
            !strcasecmp(event->sub, name))
            return event->mask;
    }
    return -1;
}
