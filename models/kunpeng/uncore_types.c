/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of kinds, and the places of each kind's PMUs in a machine. */
#include "models/kunpeng/uncore_types.h"

#include <assert.h>
#include <stdio.h>

/* ---- attributes and filters ---- */

enum { L3C_CORE, L3C_REQ, L3C_DATSRC };
static const struct uncore_attribute l3c_attributes[] = {
    [L3C_CORE] = {"core", 8, 3},
    [L3C_REQ] = {"req", 11, 3},
    [L3C_DATSRC] = {"datasrc", 14, 5},
};
static const struct uncore_filter l3c_filters[] = {
    {L3C_REQ, UNCORE_EQUAL, {L3C_TRACETAG_CTRL, L3C_TRACETAG_CTRL_REQ}, {0}, 3,
        {{L3C_PERF_CTRL, L3C_PERF_CTRL_TRACETAG_EN}, {L3C_TRACETAG_CTRL, L3C_TRACETAG_CTRL_MARK_EN},
            {L3C_TRACETAG_CTRL, L3C_TRACETAG_CTRL_REQ_EN}}},
    {L3C_CORE, UNCORE_ONE_OF, {L3C_CORE_CTRL, L3C_CORE_CTRL_CORES}, {0}, 3,
        {{L3C_PERF_CTRL, L3C_PERF_CTRL_CORE_EN}, {L3C_TRACETAG_CTRL, L3C_TRACETAG_CTRL_MARK_EN},
            {L3C_TRACETAG_CTRL, L3C_TRACETAG_CTRL_CORE_EN}}},
    {L3C_DATSRC, UNCORE_SOURCE, {L3C_DATSRC_TYPE0, DATSRC_TYPE_SOURCE0}, {0}, 0, {{0}}},
};

/* HHA, SLLC and PA: a cluster's ID has 11 bits
 * (Documentation/admin-guide/perf/hisi-pmu.rst). */
enum { SRCID, TAG, TGTID };
static const struct uncore_attribute id_attributes[] = {
    [SRCID] = {"srcid", 8, 11},
    [TAG] = {"tag", 19, 1},
    [TGTID] = {"tgtid", 20, 11},
};
static const struct uncore_filter hha_filters[] = {
    {SRCID, UNCORE_MASKED, {HHA_SRCID_CTRL, HHA_SRCID_CTRL_SRCID_CMD},
        {HHA_SRCID_CTRL, HHA_SRCID_CTRL_SRCID_MSK}, 1, {{HHA_SRCID_CTRL, HHA_SRCID_CTRL_SRCID_EN}}},
    {TAG, UNCORE_SET, {0}, {0}, 1, {{HHA_SRCID_CTRL, HHA_SRCID_CTRL_TRACETAG_EN}}},
};
static const struct uncore_filter sllc_filters[] = {
    {SRCID, UNCORE_MASKED, {SLLC_SRCID_CTRL, SLLC_SRCID_CTRL_SRCID_CMD},
        {SLLC_SRCID_CTRL, SLLC_SRCID_CTRL_SRCID_MSK}, 2,
        {{SLLC_PERF_CTRL, SLLC_PERF_CTRL_FILT_EN}, {SLLC_PERF_CTRL, SLLC_PERF_CTRL_SRCID_EN}}},
    {TGTID, UNCORE_WITHIN, {SLLC_TGTID_CTRL, SLLC_TGTID_CTRL_TGTID_MIN},
        {SLLC_TGTID_CTRL, SLLC_TGTID_CTRL_TGTID_MAX}, 2,
        {{SLLC_PERF_CTRL, SLLC_PERF_CTRL_FILT_EN}, {SLLC_PERF_CTRL, SLLC_PERF_CTRL_TGTID_EN}}},
    {TAG, UNCORE_SET, {0}, {0}, 2,
        {{SLLC_PERF_CTRL, SLLC_PERF_CTRL_FILT_EN}, {SLLC_PERF_CTRL, SLLC_PERF_CTRL_TRACETAG_EN}}},
};
static const struct uncore_filter pa_filters[] = {
    {SRCID, UNCORE_MASKED, {PA_SRCID_CTRL, PA_SRCID_CTRL_SRCID_CMD},
        {PA_SRCID_CTRL, PA_SRCID_CTRL_SRCID_MSK}, 1, {{PA_SRCID_CTRL, PA_SRCID_CTRL_SRCID_EN}}},
    {TGTID, UNCORE_MASKED, {PA_TGTID_CTRL, PA_TGTID_CTRL_TGTID_CMD},
        {PA_TGTID_CTRL, PA_TGTID_CTRL_TGTID_MSK}, 1, {{PA_TGTID_CTRL, PA_TGTID_CTRL_TGTID_EN}}},
    {TAG, UNCORE_SET, {0}, {0}, 1, {{PA_TT_CTRL, PA_TT_CTRL_TRACETAG_EN}}},
};

enum { UC_SRCID, UC_REQ, UC_CHANNEL };
static const struct uncore_attribute uc_attributes[] = {
    [UC_SRCID] = {"srcid", 8, 14},
    [UC_REQ] = {"req", 22, 3},
    [UC_CHANNEL] = {"channel", 25, 2},
};
static const struct uncore_filter uc_filters[] = {
    {UC_REQ, UNCORE_EQUAL, {UC_TRACETAG_CTRL, UC_TRACETAG_CTRL_REQ}, {0}, 2,
        {{UC_TRACETAG_CTRL, UC_TRACETAG_CTRL_MARK_EN},
            {UC_TRACETAG_CTRL, UC_TRACETAG_CTRL_REQ_EN}}},
    {UC_SRCID, UNCORE_EQUAL, {UC_SRCID_CTRL, UC_SRCID_CTRL_SRCID}, {0}, 2,
        {{UC_TRACETAG_CTRL, UC_TRACETAG_CTRL_MARK_EN},
            {UC_TRACETAG_CTRL, UC_TRACETAG_CTRL_SRCID_EN}}},
    {UC_CHANNEL, UNCORE_CHANNEL, {UC_EVENT_CTRL, UC_EVENT_CTRL_URING}, {0}, 0, {{0}}},
};

#define ATTRIBUTES(list) .n_attributes = sizeof(list) / sizeof((list)[0]), .attributes = (list)
#define FILTERS(list)    .n_filters = sizeof(list) / sizeof((list)[0]), .filters = (list)

/* ---- kinds ---- */

#define REGISTERS(p)                                                                               \
    .mask = p##_INT_MASK, .status = p##_INT_STATUS, .clear = p##_INT_CLEAR,                        \
    .version_reg = p##_VERSION

enum { VERSION_1 = 0x20, VERSION_2 = 0x30, EACH_CLUSTER = KUNPENG_MAX_CLUSTERS };

static const struct uncore_field pm_off = {CPA_CFG, CPA_CFG_PM_OFF};

/* clang-format off */
const struct uncore_type uncore_types[] = {
    {.chip = KUNPENG_HIP08, .kind = KUNPENG_DDRC, .name = "ddrc", .hid = "HISI0233",
        .driver = "hisi_ddrc_pmu",
        .properties = {"hisilicon,ch-id"}, .first = 0, .count = 4, .version = VERSION_1,
        .counters = 8, .bits = 32,
        .bank = &ddrc_bank, .counter0 = DDRC_FLUX_WR, REGISTERS(DDRC),
        .run = {DDRC_PERF_CTRL, DDRC_PERF_CTRL_EN}, .select = {DDRC_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_ddrc_events},
    {.chip = KUNPENG_HIP08, .kind = KUNPENG_HHA, .name = "hha", .hid = "HISI0243",
        .driver = "hisi_hha_pmu",
        .properties = {"hisilicon,idx-id"}, .first = 4, .count = 2, .version = VERSION_1,
        .counters = 16, .bits = 48,
        .bank = &hha_bank, .counter0 = HHA_EVENT_CNT0, .type0 = HHA_EVENT_TYPE0, .types = 4,
        REGISTERS(HHA),
        .run = {HHA_PERF_CTRL, PERF_CTRL_EN}, .select = {HHA_EVENT_CTRL, HHA_EVENT_CTRL_COUNTERS},
        .events = &uncore_hha_events},
    {.chip = KUNPENG_HIP08, .kind = KUNPENG_L3C, .name = "l3c", .hid = "HISI0213",
        .driver = "hisi_l3c_pmu",
        .properties = {"hisilicon,ccl-id"}, .first = 6, .count = EACH_CLUSTER,
        .version = VERSION_1, .counters = 8, .bits = 48,
        .bank = &l3c_bank, .counter0 = L3C_CNTR0, .type0 = L3C_EVENT_TYPE0, .types = 4,
        REGISTERS(L3C),
        .run = {L3C_PERF_CTRL, L3C_PERF_CTRL_EN}, .select = {L3C_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_l3c_events},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_DDRC2, .name = "ddrc", .hid = "HISI0234",
        .driver = "hisi_ddrc_pmu",
        .properties = {"hisilicon,ch-id", "hisilicon,sub-id"}, .first = 0, .count = 4,
        .version = VERSION_2, .counters = 8, .bits = 48,
        .bank = &ddrc2_bank, .counter0 = DDRC2_EVENT_CNT0, .type0 = DDRC2_EVENT_TYPE0, .types = 1,
        REGISTERS(DDRC2),
        .run = {DDRC2_PERF_CTRL, PERF_CTRL_EN}, .select = {DDRC2_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_ddrc2_events},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_HHA, .name = "hha", .hid = "HISI0244",
        .driver = "hisi_hha_pmu",
        .properties = {"hisilicon,idx-id"}, .first = 4, .count = 2, .version = VERSION_2,
        .counters = 8, .bits = 64,
        .bank = &hha_bank, .counter0 = HHA_EVENT_CNT0, .type0 = HHA_EVENT_TYPE0, .types = 4,
        REGISTERS(HHA),
        .run = {HHA_PERF_CTRL, PERF_CTRL_EN}, .select = {HHA_EVENT_CTRL, HHA_EVENT_CTRL_COUNTERS},
        .events = &uncore_hha2_events, ATTRIBUTES(id_attributes), FILTERS(hha_filters)},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_L3C, .name = "l3c", .hid = "HISI0214",
        .driver = "hisi_l3c_pmu",
        .properties = {"hisilicon,ccl-id"}, .first = 6, .count = EACH_CLUSTER,
        .version = VERSION_2, .counters = 8, .bits = 64,
        .bank = &l3c_bank, .counter0 = L3C_CNTR0, .type0 = L3C_EVENT_TYPE0, .types = 4,
        REGISTERS(L3C),
        .run = {L3C_PERF_CTRL, L3C_PERF_CTRL_EN}, .select = {L3C_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_l3c2_events, ATTRIBUTES(l3c_attributes), FILTERS(l3c_filters)},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_SLLC, .name = "sllc", .hid = "HISI0263",
        .driver = "hisi_sllc_pmu",
        .properties = {"hisilicon,idx-id"}, .first = 14, .count = 2, .version = VERSION_2,
        .counters = 8, .bits = 64,
        .bank = &sllc_bank, .counter0 = SLLC_EVENT_CNT0, .type0 = SLLC_EVENT_TYPE0, .types = 4,
        REGISTERS(SLLC),
        .run = {SLLC_PERF_CTRL, SLLC_PERF_CTRL_EN}, .select = {SLLC_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_sllc_events, ATTRIBUTES(id_attributes), FILTERS(sllc_filters)},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_PA, .name = "pa", .hid = "HISI0273", .driver = NULL,
        .properties = {"hisilicon,idx-id"}, .io_die = true, .first = 16, .count = 2,
        .version = VERSION_2, .counters = 8, .bits = 64,
        .bank = &pa_bank, .counter0 = PA_EVENT_CNT0, .type0 = PA_EVENT_TYPE0, .types = 4,
        REGISTERS(PA),
        .run = {PA_PERF_CTRL, PERF_CTRL_EN}, .select = {PA_EVENT_CTRL, SELECT_COUNTERS},
        .events = &uncore_pa_events, ATTRIBUTES(id_attributes), FILTERS(pa_filters)},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_CPA, .name = "cpa", .hid = "HISI0281",
        .driver = "hisi_cpa_pmu",
        .properties = {"hisilicon,idx-id"}, .io_die = true, .first = 18, .count = 2,
        .version = VERSION_2, .counters = 8, .bits = 64,
        .bank = &cpa_bank, .counter0 = CPA_EVENT_CNT0, .type0 = CPA_EVENT_TYPE0, .types = 4,
        REGISTERS(CPA),
        .run = {CPA_PERF_CTRL, PERF_CTRL_EN}, .select = {CPA_EVENT_CTRL, SELECT_COUNTERS},
        .clocked = &pm_off,
        .events = &uncore_cpa_events},
    {.chip = KUNPENG_HIP09, .kind = KUNPENG_UC, .name = "uc", .hid = "HISI0291",
        .driver = "hisi_uc_pmu",
        .properties = {"hisilicon,ccl-id", "hisilicon,sub-id"}, .first = 20, .count = 2,
        .version = VERSION_2, .counters = 8, .bits = 64,
        .bank = &uc_bank, .counter0 = UC_CNTR0, .type0 = UC_EVENT_TYPE0, .types = 4, REGISTERS(UC),
        .run = {UC_EVENT_CTRL, UC_EVENT_CTRL_EN}, .select = {UC_EVENT_CTRL, UC_EVENT_CTRL_COUNTERS},
        .set_while_running = true,
        .events = &uncore_uc_events, ATTRIBUTES(uc_attributes), FILTERS(uc_filters)},
};
/* clang-format on */
const unsigned uncore_n_types = sizeof(uncore_types) / sizeof(uncore_types[0]);

/* ---- places ---- */

enum { INDEX_BITS = 4 }; /* of a block's number within its kind; the die is above them */

bool uncore_place(const struct kunpeng_config *config, unsigned number, struct uncore_place *place)
{
    unsigned at = number % UNCORE_PER_DIE;

    assert(number < UNCORE_PLACES);
    for (unsigned i = 0; i < uncore_n_types && number / UNCORE_PER_DIE < config->dies; i++) {
        const struct uncore_type *type = &uncore_types[i];
        unsigned n = type->count == EACH_CLUSTER ? config->clusters : type->count;
        if (type->chip != config->uncore || at < type->first || at >= type->first + n)
            continue;
        *place = (struct uncore_place){type, number / UNCORE_PER_DIE, at - type->first};
        return true;
    }
    return false;
}

unsigned uncore_number(const struct uncore_place *place)
{
    return place->die * UNCORE_PER_DIE + place->type->first + place->index;
}

unsigned uncore_block(const struct uncore_place *place)
{
    return kunpeng_block(place->type->kind, place->die << INDEX_BITS | place->index);
}

/* If there are two numbers, the second is 0 or 1. */
void uncore_ids(const struct uncore_place *place, unsigned ids[2])
{
    bool two = place->type->properties[1];

    ids[0] = two ? place->index / 2 : place->index;
    ids[1] = two ? place->index % 2 : 0;
}

unsigned uncore_properties(const struct kunpeng_config *config, const struct uncore_place *place,
    struct uncore_property properties[UNCORE_PROPERTIES])
{
    unsigned ids[2], n = 0;

    uncore_ids(place, ids);
    properties[n++] = (struct uncore_property){
        "hisilicon,scl-id", kunpeng_sccl(config, place->die) + place->type->io_die};
    for (unsigned i = 0; i < 2 && place->type->properties[i]; i++)
        properties[n++] = (struct uncore_property){place->type->properties[i], ids[i]};
    return n;
}

bool uncore_of_block(unsigned block, struct uncore_place *place)
{
    unsigned index = kunpeng_block_index(block);

    for (unsigned i = uncore_n_types; i--;) { /* the later version has more attributes */
        const struct uncore_type *type = &uncore_types[i];
        *place = (struct uncore_place){type, index >> INDEX_BITS, index & ((1u << INDEX_BITS) - 1)};
        if (type->kind == kunpeng_block_kind(block) && place->die < KUNPENG_MAX_DIES &&
            place->index < type->count)
            return true;
    }
    return false;
}

void uncore_block_name(const struct uncore_place *place, char *name, size_t size)
{
    char die[8] = "", second[8] = "";
    unsigned ids[2];

    uncore_ids(place, ids);
    if (place->die)
        snprintf(die, sizeof(die), "d%u.", place->die % 100);
    if (place->type->properties[1])
        snprintf(second, sizeof(second), "_%u", ids[1] % 100);
    snprintf(name, size, "%s%s%u%s", die, place->type->name, ids[0], second);
}
