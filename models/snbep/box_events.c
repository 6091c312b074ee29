/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lookups in a box's list of events. */
#include "models/snbep/box_events.h"

#include <strings.h>

int box_event_coded(const struct box_events *list, unsigned code)
{
    for (unsigned i = 0; i < list->n; i++)
        if (list->rows[i].code == code)
            return (int)i;
    return -1;
}

int box_event_named(const struct box_events *list, const char *name)
{
    for (unsigned i = 0; i < list->n; i++)
        if (!strcasecmp(list->rows[i].name, name))
            return (int)i;
    return -1;
}

static const struct box_sub *sub_named(const struct box_event *event, const char *name)
{
    for (unsigned i = 0; i < event->n_subs; i++)
        if (!strcasecmp(event->subs[i].name, name))
            return &event->subs[i];
    return NULL;
}

int box_umask_named(const struct box_event *event, const char *name)
{
    const struct box_sub *sub = sub_named(event, name);

    return sub ? sub->umask : -1;
}

static const struct box_sub *sub_of(const struct box_event *event, uint8_t umask)
{
    for (unsigned i = 0; i < event->n_subs; i++)
        if (event->subs[i].umask == umask)
            return &event->subs[i];
    return NULL;
}

const char *box_umask_name(const struct box_event *event, uint8_t umask)
{
    const struct box_sub *sub = sub_of(event, umask);

    return sub ? sub->name : NULL;
}

/* For an event with kinds at places. */
static uint32_t kinds_at_places(const struct box_event *event, uint8_t umask)
{
    uint32_t all = (1u << event->kinds) - 1, kinds = umask & all ? umask & all : all, units = 0;

    for (unsigned place = 0; umask >> event->kinds >> place; place++)
        if (umask >> event->kinds >> place & 1)
            units |= kinds << event->kinds * place;
    return units;
}

/* For an event with numbers as umasks. */
static uint32_t units_in(const struct box_event *event, uint8_t umask)
{
    uint8_t bits = umask & event->unit_bits;

    if (event->kinds)
        return kinds_at_places(event, umask);
    if (event->unit_bits)
        return bits ? bits : event->unit_bits;
    return umask;
}

static uint32_t units_of(const struct box_event *event, const struct box_sub *sub)
{
    return event->units ? event->units[sub - event->subs] : units_in(event, sub->umask);
}

uint32_t box_units_selected(const struct box_event *event, uint8_t umask)
{
    const struct box_sub *sub;

    if (!event->subs)
        return 1;
    if (!event->units)
        return units_in(event, umask);
    sub = sub_of(event, umask);
    return sub ? units_of(event, sub) : 0;
}

bool box_has_unit(const struct box_event *event, unsigned unit)
{
    for (unsigned i = 0; i < event->n_subs; i++)
        if (units_of(event, &event->subs[i]) == UINT32_C(1) << unit)
            return true;
    return !event->subs && !unit;
}

int box_unit_named(const struct box_event *event, const char *name)
{
    const struct box_sub *sub = sub_named(event, name);
    uint32_t units = sub ? units_of(event, sub) : 0;
    int unit = 0;

    if (!units || units & (units - 1))
        return -1;
    while (units >> (unit + 1))
        unit++;
    return unit;
}
