/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules of a slice's filter. Neither lists nor Linux say what a filter of 0 lets through; the lists count the
 * table of requests without one, so that a pair of bits with neither set, and no opcode, are taken for no
 * filter.
 */
#include "models/snbep/skx/cha_filter.h"

#include "models/snbep/pmon_regs.h"

#include <string.h>

enum { LLC_LOOKUP = 0x34, TOR_INSERTS, TOR_OCCUPANCY, LLC_VICTIMS };

/* Bits of umasks. Kinds of lookups, states of victims and origins of entries are units' bits. */
enum {
    LOOKUP_NEEDS = 0x01,
    LOOKUPS = 0x0e,
    ANY_LOOKUP = 0x10,
    STATES = 0x0f,
    ORIGINS = 0xcf,
    HITS = 0x10,
    MISSES = 0x20,
    NEAR = 0x20,
    FAR = 0x80,
};

static const struct reg_field filter0_fields[] = {CHA_FILTER0_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter1_fields[] = {CHA_FILTER1_FIELDS(REG_FIELD_ROW)};

/* How the filter's registers are laid out, in marks likewise. */
static const struct reg layout[] = {
    {.name = "FILTER0", .width = 64, .numbering = REG_LSB0, REG_TABLE(filter0_fields)},
    {.name = "FILTER1", .width = 64, .numbering = REG_LSB0, REG_TABLE(filter1_fields)},
};

/* A field of the filter: which of its registers, and the field's index there. */
struct filter_field {
    uint8_t reg, field;
};

static const struct filter_field state = {0, CHA_F0_STATE}, tid = {0, CHA_F0_TID};
static const struct filter_field near_memory = {1, CHA_F1_NM}, other_memory = {1, CHA_F1_NOT_NM};
static const struct filter_field remote = {1, CHA_F1_REM}, local = {1, CHA_F1_LOC};
static const struct filter_field opc0 = {1, CHA_F1_OPC0}, opc1 = {1, CHA_F1_OPC1};
static const struct filter_field all_opc = {1, CHA_F1_ALL_OPC}, misses = {1, CHA_F1_RSV_2};
static const struct filter_field only[] = {{1, CHA_F1_C6}, {1, CHA_F1_NC}, {1, CHA_F1_ISOC}};

static uint64_t of_marks(const struct box_flow *flow, struct filter_field f)
{
    return reg_get(&layout[f.reg], f.field, (uint32_t)(flow->marks >> 32 * f.reg));
}

static uint64_t of_filter(const struct box *box, struct filter_field f)
{
    return box_field(box, (unsigned)box_type_of(box)->filter + f.reg, f.field);
}

/* Of the pair @of and @other, the filter has the bit that the marks' @of stands for, or neither. */
static bool passes_pair(
    const struct box *box, const struct box_flow *flow, struct filter_field of, struct filter_field other)
{
    if (!of_filter(box, of) && !of_filter(box, other))
        return true;
    return of_filter(box, of_marks(flow, of) ? of : other);
}

static bool passes_opcode(const struct box *box, const struct box_flow *flow)
{
    uint64_t first = of_filter(box, opc0), second = of_filter(box, opc1), has = of_marks(flow, opc0);

    return of_filter(box, all_opc) || (!first && !second) || (has && (has == first || has == second));
}

static bool passes(const struct box *box, const struct box_flow *flow)
{
    for (unsigned i = 0; i < sizeof(only) / sizeof(only[0]); i++)
        if (of_filter(box, only[i]) && !of_marks(flow, only[i]))
            return false;
    return passes_pair(box, flow, remote, local) && passes_pair(box, flow, near_memory, other_memory) &&
           passes_opcode(box, flow);
}

/* Without a bit for near or far memory both count. */
static bool near_or_far(uint64_t umask, const struct box_flow *flow)
{
    return !(umask & (NEAR | FAR)) || umask & (of_marks(flow, remote) ? FAR : NEAR);
}

/* Without a state's bit, or with that of no state, the filter lets nothing through. */
static bool lookup_counts(const struct box *box, uint64_t umask, const struct box_flow *flow)
{
    uint64_t kinds = umask & ANY_LOOKUP ? 0 : umask & LOOKUPS, has = of_marks(flow, state);

    return umask & LOOKUP_NEEDS && (!kinds || kinds >> flow->unit & 1) && near_or_far(umask, flow) &&
           of_filter(box, state) & (has ? has : 1);
}

/* Without an origin's bit all origins count, and likewise hits and misses. */
static bool entry_counts(const struct box *box, uint64_t umask, const struct box_flow *flow)
{
    if (!umask || (umask & ORIGINS && !((umask & ORIGINS) >> flow->unit & 1)))
        return false;
    if (umask & (HITS | MISSES) && !(umask & (of_marks(flow, misses) ? MISSES : HITS)))
        return false;
    return passes(box, flow);
}

static bool victim_counts(uint64_t umask, const struct box_flow *flow)
{
    return umask && (!(umask & STATES) || umask >> flow->unit & 1) && near_or_far(umask, flow);
}

bool cha_selects(
    const struct box *box, const struct box_event *event, uint64_t ctl, const struct box_flow *flow)
{
    const struct reg *reg = box_reg(box, (unsigned)box_type_of(box)->ctl0);
    uint64_t umask = reg_get(reg, PMON_CTL_UMASK, ctl);

    if (reg_get(reg, PMON_CTL_TID_EN, ctl) && of_filter(box, tid) != of_marks(flow, tid))
        return false;
    switch (event->code) {
    case LLC_LOOKUP:
        return lookup_counts(box, umask, flow);
    case TOR_INSERTS:
    case TOR_OCCUPANCY:
        return entry_counts(box, umask, flow);
    case LLC_VICTIMS:
        return victim_counts(umask, flow);
    default:
        return box_units_selected(event, (uint8_t)umask) >> flow->unit & 1;
    }
}

/* ---- marks ---- */

bool cha_mark(const char *name, unsigned value, box_marks *marks)
{
    /* States are a bit each. 0 is no bit, as in traffic that names none: both are one flow. */
    static const struct {
        const char *name;
        unsigned most;
        struct filter_field field;
        bool bit;
    } all[] = {{"opc", 0x3ff, {1, CHA_F1_OPC0}, false}, {"state", 9, {0, CHA_F0_STATE}, true},
        {"tid", 0x1ff, {0, CHA_F0_TID}, false}, {"miss", 1, {1, CHA_F1_RSV_2}, false},
        {"remote", 1, {1, CHA_F1_REM}, false}, {"nm", 1, {1, CHA_F1_NM}, false},
        {"nc", 1, {1, CHA_F1_NC}, false}, {"c6", 1, {1, CHA_F1_C6}, false},
        {"isoc", 1, {1, CHA_F1_ISOC}, false}};

    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (strcmp(all[i].name, name) || value > all[i].most)
            continue;
        unsigned shift = 32 * all[i].field.reg;
        uint64_t half = reg_set(&layout[all[i].field.reg], all[i].field.field, (uint32_t)(*marks >> shift),
            all[i].bit && value ? 1u << value : value);

        *marks = (*marks & ~((uint64_t)UINT32_MAX << shift)) | half << shift;
        return true;
    }
    return false;
}
