/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds events in a PMU's list. */
#include "models/pmu/kind.h"

#include <stddef.h>
#include <strings.h>

uint64_t pmu_event_selected(const struct pmu_part *part, uint64_t bits)
{
    if (part->onehot && bits)
        return 1u + (unsigned)__builtin_ctzll(bits);
    return part->own && bits >> (part->width - 1) ? bits + UINT64_C(256) * part->counter : bits;
}

uint64_t pmu_event_bits(const struct pmu_part *part, uint64_t code)
{
    if (part->onehot)
        return code ? UINT64_C(1) << (code - 1) % 64 : 0;
    return code & reg_low_bits(part->width);
}

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
