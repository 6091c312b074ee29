/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mesh to memory, since Sapphire Rapids. It is here for the part without an
 * event list. Codes and umasks are from Intel's published event list (SPR), but
 * only events with umasks of eight bits.
 */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/unit_regs.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT64_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

/* Places as on Snow Ridge: Linux, SNR_M2M_PCI_PMON_*. They are above offset ff.
 * */
static const struct reg regs[UNIT_REGS] =
    UNIT_FOUR(0x438, 0x468, 8, 0x440, 8, box_fields, ctl_fields, ctr_fields);

const struct reg_bank spr_m2m_bank = {"m2m-spr",
    "monitor of mesh to memory, as tables of units list it", REG_SPACE_PCI,
    REG_BANK_REGS(regs, UNIT_REGS)};

/* Entries of the ingress and of the tracker, which the list omits. */
enum { INGRESS_ENTRIES = 32, TRACKER_ENTRIES = 64 };

static const struct box_sub states[] = {{"DIRTY_I", 0x01}, {"DIRTY_S", 0x02}, {"DIRTY_P", 0x04},
    {"DIRTY_A", 0x08}, {"CLEAN_I", 0x10}, {"CLEAN_S", 0x20}, {"CLEAN_P", 0x40}, {"CLEAN_A", 0x80}};
static const struct box_sub found[] = {
    {"ANY", 0x01}, {"STATE_I", 0x02}, {"STATE_S", 0x04}, {"STATE_A", 0x08}};
static const struct box_sub tags[] = {{"NM_RD_HIT_CLEAN", 0x01}, {"NM_RD_HIT_DIRTY", 0x02},
    {"NM_UFILL_HIT_CLEAN", 0x04}, {"NM_UFILL_HIT_DIRTY", 0x08}};
static const struct box_sub channels[] = {{"CH0", 0x01}, {"CH1", 0x02}};
static const struct box_sub prefetches[] = {{"CH0_XPT", 0x01}, {"CH0_UPI", 0x02}, {"CH1_XPT", 0x04},
    {"CH1_UPI", 0x08}, {"XPT_ALLCH", 0x05}, {"UPI_ALLCH", 0x0a}};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_PLAIN, .clock = true, .prose = "uncore cycles")                        \
    E(RxC_AD_OCCUPANCY, 0x03, BOX_ADDS(INGRESS_ENTRIES),                                           \
        .prose = "entries of the AD ingress each cycle")                                           \
    E(DIRECTORY_HIT, 0x1d, BOX_PLAIN, BOX_SUBS(states),                                            \
        .prose = "lines whose state the directory had")                                            \
    E(DIRECTORY_MISS, 0x1e, BOX_PLAIN, BOX_SUBS(states), .prose = "lines whose state it had not")  \
    E(TAG_HIT, 0x1f, BOX_PLAIN, BOX_SUBS(tags), .prose = "tags that hit, memory as a cache")       \
    E(DIRECTORY_LOOKUP, 0x20, BOX_PLAIN, BOX_SUBS(found), .prose = "lookups in the directory")     \
    E(TRACKER_OCCUPANCY, 0x33, .max = TRACKER_ENTRIES, .rest = -1, .watches = -1,                  \
        .sharing = TRAFFIC_TOGETHER, BOX_SUBS(channels),                                           \
        .prose = "entries of the tracker each cycle")                                              \
    E(WR_TRACKER_INSERTS, 0x40, BOX_PLAIN, BOX_SUBS(channels), .prose = "writes into the tracker") \
    E(PREFCAM_INSERTS, 0x56, BOX_PLAIN, BOX_SUBS(prefetches), .prose = "prefetches taken")         \
    E(PREFCAM_RxC_OCCUPANCY, 0x60, BOX_ADDS(INGRESS_ENTRIES), .prose = "prefetches in the ingress")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = UNIT_CONTROL(EVENT64);

const struct box_type spr_m2m_type = {
    UNIT_TYPE_FOUR(spr_m2m_bank, UNIT_M2M),
    .name = "m2m",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
