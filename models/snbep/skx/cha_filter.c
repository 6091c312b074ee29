/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules of a slice's filter for the table of requests. Neither lists nor Linux
 * define the effect of a filter of 0. The lists count the table without one. So
 * a pair of bits with neither set, or no opcode, is assumed not to filter.
 */
#include "models/snbep/skx/cha_filter.h"

/* Bits of umasks. Bits of units are origins of entries. */
enum { HITS = 0x10, MISSES = 0x20 };

static const struct cbo_field remote = {1, CHA_F1_REM}, local = {1, CHA_F1_LOC};
static const struct cbo_field near_memory = {1, CHA_F1_NM}, other_memory = {1, CHA_F1_NOT_NM};
static const struct cbo_field opc0 = {1, CHA_F1_OPC0}, opc1 = {1, CHA_F1_OPC1},
                              all_opc = {1, CHA_F1_ALL_OPC};
static const struct cbo_field misses = {1, CHA_F1_RSV_2};

/* Whether the filter has neither of the bits @of and @other, or the one for the
 * flow: @of if its marks have @of. */
static bool passes_pair(const struct cbo_meeting *m, struct cbo_field of, struct cbo_field other)
{
    if (!cbo_of_filter(m, of) && !cbo_of_filter(m, other))
        return true;
    return cbo_of_filter(m, cbo_of_marks(m, of) ? of : other);
}

static bool passes_opcode(const struct cbo_meeting *m)
{
    uint64_t first = cbo_of_filter(m, opc0), second = cbo_of_filter(m, opc1),
             has = cbo_of_marks(m, opc0);

    return cbo_of_filter(m, all_opc) || (!first && !second) ||
           (has && (has == first || has == second));
}

/* If the umask has no origin's bit, all origins count. The same for hits and
 * misses. */
static bool entry_counts(const struct cbo_meeting *m, uint64_t umask)
{
    uint64_t origins = umask & m->event->unit_bits;

    if (!umask || (origins && !(origins >> m->flow->unit & 1)))
        return false;
    if (umask & (HITS | MISSES) && !(umask & (cbo_of_marks(m, misses) ? MISSES : HITS)))
        return false;
    return cbo_only_those(m) && passes_pair(m, remote, local) &&
           passes_pair(m, near_memory, other_memory) && passes_opcode(m);
}

const struct cbo_layout cha_layout = {
    .bank = &skx_cha_bank,
    .filter = CHA_BOX_FILTER0,
    .opc = {1, CHA_F1_OPC0},
    .state = {0, CHA_F0_STATE},
    .most_state = 9,
    .tid = {0, CHA_F0_TID},
    /* Bits of the second register: a reserved one, rem and nm. */
    .misses = UINT64_C(1) << (32 + 2),
    .far = UINT64_C(1) << (32 + 0),
    .near_memory = UINT64_C(1) << (32 + 4),
    .any_lookup = 0x10,
    .local = 0x20,
    .remote = 0x80,
    .distances = true,
    .entry = entry_counts,
    .only = {{1, CHA_F1_NC}, {1, CHA_F1_C6}, {1, CHA_F1_ISOC}},
    .only_names = {"nc", "c6", "isoc"},
};
