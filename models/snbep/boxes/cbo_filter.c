/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of a cache slice's filter: 327043-001, page 34, and the tables of
 * umasks; event lists of later products. */
#include "models/snbep/boxes/cbo_filter.h"

#include <string.h>

/* The same codes in all products. */
enum {
    FIRST_RETRY = 0x28,
    IPQ_RETRY = 0x31,
    LAST_RETRY = 0x33,
    LLC_LOOKUP,
    TOR_INSERTS,
    TOR_OCCUPANCY,
    LLC_VICTIMS
};

/* Bits of umasks; a unit. */
enum { QPI_CREDITS = 4 };
enum { LOOKUP_NEEDS = 0x01, NEEDS_MISS = 0x02, ALL_ENTRIES = 0x08, NEEDS_NID = 0x40 };

static const struct reg *filter_reg(const struct cbo_layout *layout, unsigned i)
{
    return &layout->bank->regs[layout->filter + i];
}

uint64_t cbo_of_marks(const struct cbo_meeting *m, struct cbo_field f)
{
    return reg_get(filter_reg(m->layout, f.reg), f.field, m->flow->marks >> 32 * f.reg);
}

uint64_t cbo_of_filter(const struct cbo_meeting *m, struct cbo_field f)
{
    return box_field(m->box, (unsigned)box_type_of(m->box)->filter + f.reg, f.field);
}

/* Whether the filter has the bit of @f that the marks have. Without one, bit 0
 * counts. */
static bool passes(const struct cbo_meeting *m, struct cbo_field f)
{
    uint64_t has = cbo_of_marks(m, f);

    return cbo_of_filter(m, f) & (has ? has : 1);
}

static bool equals(const struct cbo_meeting *m, struct cbo_field f)
{
    return cbo_of_filter(m, f) == cbo_of_marks(m, f);
}

/* If the filter has neither bit, both count. */
static bool near_or_far(const struct cbo_meeting *m, uint64_t umask)
{
    uint64_t wanted = umask & (m->layout->local | m->layout->remote);

    return !wanted ||
           wanted & (m->flow->marks & m->layout->far ? m->layout->remote : m->layout->local);
}

/* If the filter has no bit for a kind of lookup, all kinds count. */
static bool lookup_counts(const struct cbo_meeting *m, uint64_t umask)
{
    uint64_t kinds = umask & m->layout->any_lookup ? 0 : umask & m->event->unit_bits;

    return umask & LOOKUP_NEEDS && (!kinds || kinds >> m->flow->unit & 1) &&
           passes(m, m->layout->state) && (!m->layout->distances || near_or_far(m, umask));
}

static bool victim_counts(const struct cbo_meeting *m, uint64_t umask)
{
    uint64_t states = umask & m->event->unit_bits;

    return (states ? states >> m->flow->unit & 1 : umask) &&
           (!m->layout->distances || near_or_far(m, umask));
}

bool cbo_only_those(const struct cbo_meeting *m)
{
    for (unsigned i = 0; i < 3 && m->layout->only_names[i]; i++)
        if (cbo_of_filter(m, m->layout->only[i]) && !cbo_of_marks(m, m->layout->only[i]))
            return false;
    return true;
}

/* Bit 0 is for requests with the filter's opcode, bit 3 for all entries. */
static bool entry_counts(const struct cbo_meeting *m, uint64_t umask)
{
    if ((umask & NEEDS_MISS && !(m->flow->marks & m->layout->misses)) || !near_or_far(m, umask))
        return false;
    if (umask & ALL_ENTRIES)
        return true;
    return umask >> m->flow->unit & 1 &&
           (m->flow->unit || (equals(m, m->layout->opc) && cbo_only_those(m)));
}

/* Whether umask's bit 6 selects the filter's nodes, and the flow belongs to
 * none of them. */
static bool elsewhere(const struct cbo_meeting *m, uint64_t umask)
{
    const struct box_event *event = m->event;

    if (event->code >= FIRST_RETRY && event->code <= LAST_RETRY)
        return m->layout->targets && 1u << m->flow->unit == NEEDS_NID && !passes(m, m->layout->nid);
    if (!m->layout->most_nid || event->code < LLC_LOOKUP || event->code > LLC_VICTIMS)
        return false;
    return umask & NEEDS_NID && !passes(m, m->layout->nid);
}

/* Probes that lack a link's credits count for the filter's links; without a
 * bit, for all links. */
static bool other_link(const struct cbo_meeting *m)
{
    return m->layout->most_link && m->event->code == IPQ_RETRY && m->flow->unit == QPI_CREDITS &&
           cbo_of_filter(m, m->layout->link) && !passes(m, m->layout->link);
}

bool cbo_selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct cbo_layout *layout = box_type_of(box)->layout;
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    const struct cbo_meeting m = {layout, box, event, flow};
    uint64_t umask = reg_get(reg, PMON_CTL_UMASK, ctl);

    if ((reg_get(reg, PMON_CTL_TID_EN, ctl) && !equals(&m, layout->tid)) || elsewhere(&m, umask) ||
        other_link(&m))
        return false;
    switch (event->code) {
    case LLC_LOOKUP:
        return lookup_counts(&m, umask);
    case TOR_INSERTS:
    case TOR_OCCUPANCY:
        return layout->entry ? layout->entry(&m, umask) : entry_counts(&m, umask);
    case LLC_VICTIMS:
        return victim_counts(&m, umask);
    default:
        return box_units_selected(event, (uint8_t)umask) >> flow->unit & 1;
    }
}

/* ---- marks ---- */

static void put(
    const struct cbo_layout *layout, struct cbo_field f, uint64_t value, box_marks *marks)
{
    uint64_t half =
        reg_set(filter_reg(layout, f.reg), f.field, (uint32_t)(*marks >> 32 * f.reg), value);

    *marks = (*marks & ~((uint64_t)UINT32_MAX << 32 * f.reg)) | half << 32 * f.reg;
}

static bool flag(
    const char *name, const char *called, box_marks bit, unsigned value, box_marks *marks)
{
    if (!bit || strcmp(name, called) || value > 1)
        return false;
    *marks = value ? *marks | bit : *marks & ~bit;
    return true;
}

/* The largest value of a field. */
static unsigned most_of(const struct cbo_layout *layout, struct cbo_field f)
{
    return (unsigned)reg_get(filter_reg(layout, f.reg), f.field, UINT64_MAX);
}

bool cbo_mark(const struct box_type *type, const char *name, unsigned value, box_marks *marks)
{
    const struct cbo_layout *layout = type->layout;
    /* States, nodes and links have a bit each. Traffic that names none has 0,
     * which is the same flow as no bit. */
    const struct {
        const char *name;
        struct cbo_field field;
        bool bit;
        unsigned most;
    } attributes[] = {{"opc", layout->opc, false, most_of(layout, layout->opc)},
        {"state", layout->state, true, layout->most_state},
        {"nid", layout->nid, true, layout->most_nid},
        {"link", layout->link, true, layout->most_link},
        {"tid", layout->tid, false, most_of(layout, layout->tid)}};

    for (unsigned i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
        if (strcmp(attributes[i].name, name))
            continue;
        if (value > attributes[i].most || !attributes[i].most)
            return false;
        put(layout, attributes[i].field, attributes[i].bit && value ? 1u << value : value, marks);
        return true;
    }
    for (unsigned i = 0; i < 3 && layout->only_names[i]; i++)
        if (!strcmp(layout->only_names[i], name) && value <= 1) {
            put(layout, layout->only[i], value, marks);
            return true;
        }
    return flag(name, "miss", layout->misses, value, marks) ||
           flag(name, "remote", layout->far, value, marks) ||
           flag(name, "nm", layout->near_memory, value, marks);
}
