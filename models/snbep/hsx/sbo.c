/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a bridge between rings (SBOX). Events are from the list of
 * Haswell-EP (HSX, version 29), which gives no maximum increments. */
#include "models/snbep/hsx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x6, ctr_fields)};

const struct reg_bank hsx_sbo_bank = {"sbo-hsx",
    "monitor of a bridge between rings; register number is 720 + A a bridge plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

/* Entries of queues and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub out_occupancy[] = {
    BOX_BITS6("AD_CRD", "AD_BNC", "BL_CRD", "BL_BNC", "AK", "IV")};
static const struct box_sub out_starved[] = {BOX_BITS4("AD", "AK", "BL", "IV")};
static const struct box_sub out_ads_used[] = {BOX_BITS3("AD", "AK", "BL")};
static const struct box_sub ring_bounces[] = {
    BOX_BITS4("AD_CACHE", "AK_CORE", "BL_CORE", "IV_CORE")};
static const struct box_sub in_crd_starved[] = {
    BOX_BITS7("AD_CRD", "AD_BNC", "BL_CRD", "BL_BNC", "AK", "IV", "IFV")};
static const struct box_sub in_busy_starved[] = {BOX_BITS4("AD_CRD", "AD_BNC", "BL_CRD", "BL_BNC")};
static const struct box_sub ring_ad_used[] = {
    BOX_BITS4("UP_EVEN", "UP_ODD", "DOWN_EVEN", "DOWN_ODD"), {"UP", 0x03}, {"DOWN", 0x0c},
    {"ALL", 0x0f}};
static const struct box_sub ring_iv_used[] = {
    BOX_BITS4("UP_EVEN", "UP_ODD", "DOWN_EVEN", "DOWN_ODD"), {"UP", 0x03}, {"DN", 0x0c},
    {"ANY", 0x0f}};

#define EVENTS(E)                                                                                  \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(TxR_OCCUPANCY, 0x01, BOX_LEVELS(out_occupancy, "entries of the egress"))                     \
    E(TxR_INSERTS, 0x02, BOX_COUNTS(out_occupancy, "allocations in the egress"))                   \
    E(TxR_STARVED, 0x03, BOX_CYCLES(out_starved, "cycles of starvation of the egress"))            \
    E(TxR_ADS_USED, 0x04, BOX_COUNTS(out_ads_used, "uses of a ring by the egress"))                \
    E(RING_BOUNCES, 0x05, BOX_COUNTS(ring_bounces, "messages that bounced on the ring"))           \
    E(RING_SINK_STARVED, 0x06,                                                                     \
        BOX_CYCLES(ring_bounces, "cycles in which a sink of the ring is starved"))                 \
    E(FAST_ASSERTED, 0x09, BOX_COUNT("cycles with a distress signal, its own or another's"))       \
    E(BOUNCE_CONTROL, 0x0a, BOX_COUNT("bounce control; the list gives no details"))                \
    E(RxR_OCCUPANCY, 0x11, BOX_LEVELS(out_occupancy, "entries of the ingress"))                    \
    E(RxR_BYPASS, 0x12, BOX_COUNTS(out_occupancy, "messages that bypassed the ingress"))           \
    E(RxR_INSERTS, 0x13, BOX_COUNTS(out_occupancy, "allocations in the ingress"))                  \
    E(RxR_CRD_STARVED, 0x14,                                                                       \
        BOX_CYCLES(in_crd_starved, "cycles in which the ingress waits for a credit"))              \
    E(RxR_BUSY_STARVED, 0x15,                                                                      \
        BOX_CYCLES(in_busy_starved, "cycles in which the ingress waits for its queue"))            \
    E(RING_AD_USED, 0x1b, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                         \
    E(RING_AK_USED, 0x1c, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                         \
    E(RING_BL_USED, 0x1d, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                         \
    E(RING_IV_USED, 0x1e, BOX_ANY, BOX_SUBS(ring_iv_used), BOX_RING("IV"))

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type hsx_sbo_type = {
    HSX_MSR_TYPE(hsx_sbo_bank),
    .name = "sbo",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .filter = BOX_NONE,
};
