/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of a mesh stop that CHA, M2M and M3UPI have in common, from the list
 * of Skylake-SP (SKX). Its lists give no maximum increments, so levels go up to
 * ENTRIES, which the including file defines. No list derives one event from
 * another, so each has separate traffic. Each kind has one more event in its
 * own list, because kinds count it on different counters.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_MESH_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_MESH_ROWS_H

#include "models/snbep/boxes/rows.h"

static const struct box_sub mesh_targets[] = {
    BOX_BITS6("TGR0", "TGR1", "TGR2", "TGR3", "TGR4", "TGR5")};
static const struct box_sub mesh_vert[] = {
    BOX_BITS7("AD_AG0", "AK_AG0", "BL_AG0", "IV", "AD_AG1", "AK_AG1", "BL_AG1")};
static const struct box_sub mesh_horz[] = {
    BOX_BITS5("AD_BNC", "AK_BNC", "BL_BNC", "IV_BNC", "AD_CRD"), {"BL_CRD", 0x40}};
static const struct box_sub mesh_txr_horz_nack[] = {
    BOX_BITS4("AD_BNC", "AK_BNC", "BL_BNC", "IV_BNC"), {"AD_CRD", 0x20}, {"BL_CRD", 0x40}};
static const struct box_sub mesh_txr_horz_starved[] = {
    BOX_BITS4("AD_BNC", "AK_BNC", "BL_BNC", "IV_BNC")};
static const struct box_sub mesh_txr_vert_ads_used[] = {
    BOX_BITS3("AD_AG0", "AK_AG0", "BL_AG0"), {"AD_AG1", 0x10}, {"AK_AG1", 0x20}, {"BL_AG1", 0x40}};
static const struct box_sub mesh_txr_horz_ads_used[] = {
    BOX_BITS3("AD_BNC", "AK_BNC", "BL_BNC"), {"AD_CRD", 0x10}, {"BL_CRD", 0x40}};
static const struct box_sub mesh_rings[] = {BOX_BITS4("AD", "AK", "BL", "IV")};
static const struct box_sub mesh_ring_sink_starved_horz[] = {
    BOX_BITS4("AD", "AK", "BL", "IV"), {"AK_AG1", 0x20}};
static const struct box_sub mesh_fast_asserted[] = {BOX_BITS2("VERT", "HORZ")};
static const struct box_sub mesh_up_down[] = {BOX_BITS4("UP_EVEN", "UP_ODD", "DN_EVEN", "DN_ODD")};
static const struct box_sub mesh_left_right[] = {
    BOX_BITS4("LEFT_EVEN", "LEFT_ODD", "RIGHT_EVEN", "RIGHT_ODD")};
static const struct box_sub mesh_vert_ring_iv_in_use[] = {{"UP", 0x01}, {"DN", 0x04}};
static const struct box_sub mesh_horz_ring_iv_in_use[] = {{"LEFT", 0x01}, {"RIGHT", 0x04}};
static const struct box_sub mesh_egress_ordering[] = {
    {"IV_SNOOPGO_UP", 0x01}, {"IV_SNOOPGO_DN", 0x04}};
static const struct box_sub mesh_rxr_crd_starved[] = {
    BOX_BITS5("AD_BNC", "AK_BNC", "BL_BNC", "IV_BNC", "AD_CRD"), {"BL_CRD", 0x40}, {"IFV", 0x80}};
static const struct box_sub mesh_rxr_busy_starved[] = {
    {"AD_BNC", 0x01}, {"BL_BNC", 0x04}, {"AD_CRD", 0x10}, {"BL_CRD", 0x40}};

#define MESH_ROWS(E)                                                                               \
    E(AG0_AD_CRD_ACQUIRED, 0x80,                                                                   \
        BOX_COUNTS(mesh_targets, "AD credits of agent 0 acquired, by target"))                     \
    E(AG0_AD_CRD_OCCUPANCY, 0x82, BOX_LEVELS(mesh_targets, "AD credits of agent 0 in use"))        \
    E(AG1_AD_CRD_ACQUIRED, 0x84,                                                                   \
        BOX_COUNTS(mesh_targets, "AD credits of agent 1 acquired, by target"))                     \
    E(AG1_AD_CRD_OCCUPANCY, 0x86, BOX_LEVELS(mesh_targets, "AD credits of agent 1 in use"))        \
    E(AG0_BL_CRD_ACQUIRED, 0x88,                                                                   \
        BOX_COUNTS(mesh_targets, "BL credits of agent 0 acquired, by target"))                     \
    E(AG0_BL_CRD_OCCUPANCY, 0x8a, BOX_LEVELS(mesh_targets, "BL credits of agent 0 in use"))        \
    E(AG1_BL_CREDITS_ACQUIRED, 0x8c,                                                               \
        BOX_COUNTS(mesh_targets, "BL credits of agent 1 acquired, by target"))                     \
    E(TxR_VERT_OCCUPANCY, 0x90, BOX_LEVELS(mesh_vert, "entries of the vertical egress"))           \
    E(TxR_VERT_INSERTS, 0x91, BOX_COUNTS(mesh_vert, "allocations in the vertical egress"))         \
    E(TxR_VERT_CYCLES_FULL, 0x92,                                                                  \
        BOX_CYCLES(mesh_vert, "cycles in which the vertical egress is full"))                      \
    E(TxR_VERT_CYCLES_NE, 0x93,                                                                    \
        BOX_CYCLES(mesh_vert, "cycles in which the vertical egress is not empty"))                 \
    E(TxR_HORZ_OCCUPANCY, 0x94, BOX_LEVELS(mesh_horz, "entries of the horizontal egress"))         \
    E(TxR_HORZ_INSERTS, 0x95, BOX_COUNTS(mesh_horz, "allocations in the horizontal egress"))       \
    E(TxR_HORZ_CYCLES_FULL, 0x96,                                                                  \
        BOX_CYCLES(mesh_horz, "cycles in which the horizontal egress is full"))                    \
    E(TxR_HORZ_CYCLES_NE, 0x97,                                                                    \
        BOX_CYCLES(mesh_horz, "cycles in which the horizontal egress is not empty"))               \
    E(TxR_VERT_NACK, 0x98,                                                                         \
        BOX_COUNTS(mesh_vert, "messages of the vertical egress that were refused"))                \
    E(TxR_HORZ_NACK, 0x99,                                                                         \
        BOX_COUNTS(mesh_txr_horz_nack, "messages of the horizontal egress that were refused"))     \
    E(TxR_VERT_STARVED, 0x9a,                                                                      \
        BOX_CYCLES(mesh_vert, "cycles of starvation of the vertical egress"))                      \
    E(TxR_HORZ_STARVED, 0x9b,                                                                      \
        BOX_CYCLES(mesh_txr_horz_starved, "cycles of starvation of the horizontal egress"))        \
    E(TxR_VERT_ADS_USED, 0x9c,                                                                     \
        BOX_COUNTS(mesh_txr_vert_ads_used, "uses of a ring by the vertical egress"))               \
    E(TxR_HORZ_ADS_USED, 0x9d,                                                                     \
        BOX_COUNTS(mesh_txr_horz_ads_used, "uses of a ring by the horizontal egress"))             \
    E(TxR_VERT_BYPASS, 0x9e, BOX_COUNTS(mesh_vert, "messages that bypassed the vertical egress"))  \
    E(TxR_HORZ_BYPASS, 0x9f,                                                                       \
        BOX_COUNTS(mesh_horz, "messages that bypassed the horizontal egress"))                     \
    E(RING_BOUNCES_VERT, 0xa0,                                                                     \
        BOX_COUNTS(mesh_rings, "messages that bounced on the vertical ring"))                      \
    E(RING_BOUNCES_HORZ, 0xa1,                                                                     \
        BOX_COUNTS(mesh_rings, "messages that bounced on the horizontal ring"))                    \
    E(RING_SINK_STARVED_VERT, 0xa2,                                                                \
        BOX_CYCLES(mesh_rings, "cycles in which a sink of the vertical ring is starved"))          \
    E(RING_SINK_STARVED_HORZ, 0xa3,                                                                \
        BOX_CYCLES(mesh_ring_sink_starved_horz,                                                    \
            "cycles in which a sink of the horizontal ring is starved"))                           \
    E(RING_SRC_THRTL, 0xa4, BOX_COUNT("cycles in which the ring's source is throttled"))           \
    E(FAST_ASSERTED, 0xa5, BOX_CYCLES(mesh_fast_asserted, "cycles with a distress signal"))        \
    E(VERT_RING_AD_IN_USE, 0xa6,                                                                   \
        BOX_CYCLES(mesh_up_down, "cycles in which the vertical AD ring is in use at this stop"))   \
    E(HORZ_RING_AD_IN_USE, 0xa7,                                                                   \
        BOX_CYCLES(                                                                                \
            mesh_left_right, "cycles in which the horizontal AD ring is in use at this stop"))     \
    E(VERT_RING_AK_IN_USE, 0xa8,                                                                   \
        BOX_CYCLES(mesh_up_down, "cycles in which the vertical AK ring is in use at this stop"))   \
    E(HORZ_RING_AK_IN_USE, 0xa9,                                                                   \
        BOX_CYCLES(                                                                                \
            mesh_left_right, "cycles in which the horizontal AK ring is in use at this stop"))     \
    E(VERT_RING_BL_IN_USE, 0xaa,                                                                   \
        BOX_CYCLES(mesh_up_down, "cycles in which the vertical BL ring is in use at this stop"))   \
    E(HORZ_RING_BL_IN_USE, 0xab,                                                                   \
        BOX_CYCLES(                                                                                \
            mesh_left_right, "cycles in which the horizontal BL ring is in use at this stop"))     \
    E(VERT_RING_IV_IN_USE, 0xac,                                                                   \
        BOX_CYCLES(mesh_vert_ring_iv_in_use,                                                       \
            "cycles in which the vertical IV ring is in use at this stop"))                        \
    E(HORZ_RING_IV_IN_USE, 0xad,                                                                   \
        BOX_CYCLES(mesh_horz_ring_iv_in_use,                                                       \
            "cycles in which the horizontal IV ring is in use at this stop"))                      \
    E(EGRESS_ORDERING, 0xae,                                                                       \
        BOX_COUNTS(mesh_egress_ordering, "cycles of waiting for the order of snoops"))             \
    E(RxR_OCCUPANCY, 0xb0, BOX_LEVELS(mesh_horz, "entries of the ingress"))                        \
    E(RxR_INSERTS, 0xb1, BOX_COUNTS(mesh_horz, "allocations in the ingress"))                      \
    E(RxR_BYPASS, 0xb2, BOX_COUNTS(mesh_horz, "messages that bypassed the ingress"))               \
    E(RxR_CRD_STARVED, 0xb3,                                                                       \
        BOX_CYCLES(mesh_rxr_crd_starved, "cycles in which the ingress waits for a credit"))        \
    E(RxR_BUSY_STARVED, 0xb4,                                                                      \
        BOX_CYCLES(mesh_rxr_busy_starved, "cycles in which the ingress waits for its queue"))      \
    E(CMS_CLOCKTICKS, 0xc0, BOX_CLOCK,                                                             \
        .prose = "cycles of the mesh's clock, which is taken to be the uncore's")                  \
    E(STALL_NO_TxR_HORZ_CRD_AD_AG0, 0xd0,                                                          \
        BOX_CYCLES(mesh_targets, "cycles in which agent 0 waits for a horizontal AD credit"))      \
    E(STALL_NO_TxR_HORZ_CRD_AD_AG1, 0xd2,                                                          \
        BOX_CYCLES(mesh_targets, "cycles in which agent 1 waits for a horizontal AD credit"))      \
    E(STALL_NO_TxR_HORZ_CRD_BL_AG0, 0xd4,                                                          \
        BOX_CYCLES(mesh_targets, "cycles in which agent 0 waits for a horizontal BL credit"))      \
    E(STALL_NO_TxR_HORZ_CRD_BL_AG1, 0xd6,                                                          \
        BOX_CYCLES(mesh_targets, "cycles in which agent 1 waits for a horizontal BL credit"))

/* @...: further members. */
#define MESH_AG1_BL_ROW(E, ...)                                                                    \
    E(AG1_BL_CRD_OCCUPANCY, 0x8e, BOX_LEVELS(mesh_targets, "BL credits of agent 1 in use"),        \
        __VA_ARGS__)

#endif
