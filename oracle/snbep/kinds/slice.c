/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic that passes the filter of a cache slice: guide, pages 34, 35 and
 * 43; Linux's formats of later products. */
#include "oracle/snbep/kinds/slice.h"

#include <string.h>

/* States and nodes have one bit each. */
static bool state_matches(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> slice->state & UINT64_C(1) << part->marks.state & slice->states;
}

bool oracle_slice_nid_matches(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> slice->nid & UINT64_C(1) << part->marks.nid & slice->nids;
}

/* Page 35: bit 0 must be set. */
static bool looked_up(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    bool of_all = (slice->since_ivt && ask->umask & 0x10) || !(ask->umask & slice->kinds);

    return ask->umask & 1 && (of_all || ask->umask >> part->unit & 1) &&
           state_matches(slice, ask, part);
}

bool oracle_slice_kinds_match(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return (!(ask->filter >> 61 & 1) || part->marks.c6) &&
           (!(ask->filter >> 62 & 1) || part->marks.nc) &&
           (!(ask->filter >> 63 & 1) || part->marks.isoc);
}

/* Page 43: bit 1 is for misses, and since Ivy Bridge-EP bit 5 for near memory,
 * bit 7 for another socket's; among the other bits, bit 0 is for requests with
 * an opcode, bit 3 for all. */
static bool in_table(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    bool opcode = (ask->filter >> slice->opc & 0x1ff) == part->marks.opc;

    if (ask->umask & 2 && !part->marks.miss)
        return false;
    if (slice->since_ivt && ask->umask & 0xa0 && !(ask->umask & (part->marks.remote ? 0x80 : 0x20)))
        return false;
    if (ask->umask & 8)
        return true;
    if (part->unit == 0 && (!opcode || (slice->since_ivt && !oracle_slice_kinds_match(ask, part))))
        return false;
    return ask->umask >> part->unit & 1;
}

static bool of_event(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    switch (ask->code) {
    case SLICE_LOOKUP:
        return looked_up(slice, ask, part);
    case SLICE_INSERTS:
    case SLICE_OCCUPANCY:
        return in_table(slice, ask, part);
    default:
        return ask->umask & slice->victims ? ask->umask >> part->unit & 1 : ask->umask;
    }
}

bool oracle_slice_counts(
    const struct oracle_slice *slice, const struct oracle_ask *ask, const struct oracle_part *part)
{
    return of_event(slice, ask, part) &&
           (!(ask->umask & 0x40) || oracle_slice_nid_matches(slice, ask, part));
}

static unsigned *named(struct oracle_marks *marks, const char *name)
{
    const struct {
        const char *name;
        unsigned *value;
    } all[] = {{"opc", &marks->opc}, {"state", &marks->state}, {"nid", &marks->nid},
        {"link", &marks->link}, {"tid", &marks->tid}, {"miss", &marks->miss},
        {"remote", &marks->remote}, {"nm", &marks->nm}, {"nc", &marks->nc}, {"c6", &marks->c6},
        {"isoc", &marks->isoc}};

    for (unsigned i = 0; i < COUNT(all); i++)
        if (!strcmp(all[i].name, name))
            return all[i].value;
    return NULL;
}

unsigned *oracle_slice_mark(struct oracle_marks *marks, const char *const *names, const char *name)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return named(marks, name);
    return NULL;
}
