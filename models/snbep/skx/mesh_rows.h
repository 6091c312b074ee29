/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of a stop of the mesh, which CHA, M2M and M3UPI have alike: by the list of Skylake-SP (SKX). Its
 * lists give no maximum increments: levels go to ENTRIES, which is the includer's. Nor do they say that one
 * event follows from another, so each has traffic of its own. One more event stands in each kind's own list,
 * since not all kinds count it on the same counters.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_MESH_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_MESH_ROWS_H

#include "models/snbep/boxes/rows.h"

static const struct box_sub mesh_ag0_ad_crd_acquired[] = {
    {"TGR0", 0x01}, {"TGR1", 0x02}, {"TGR2", 0x04}, {"TGR3", 0x08}, {"TGR4", 0x10}, {"TGR5", 0x20}};
static const struct box_sub mesh_txr_vert_occupancy[] = {{"AD_AG0", 0x01}, {"AK_AG0", 0x02}, {"BL_AG0", 0x04},
    {"IV", 0x08}, {"AD_AG1", 0x10}, {"AK_AG1", 0x20}, {"BL_AG1", 0x40}};
static const struct box_sub mesh_txr_horz_occupancy[] = {{"AD_BNC", 0x01}, {"AK_BNC", 0x02}, {"BL_BNC", 0x04},
    {"IV_BNC", 0x08}, {"AD_CRD", 0x10}, {"BL_CRD", 0x40}};
static const struct box_sub mesh_txr_horz_nack[] = {{"AD_BNC", 0x01}, {"AK_BNC", 0x02}, {"BL_BNC", 0x04},
    {"IV_BNC", 0x08}, {"AD_CRD", 0x20}, {"BL_CRD", 0x40}};
static const struct box_sub mesh_txr_horz_starved[] = {
    {"AD_BNC", 0x01}, {"AK_BNC", 0x02}, {"BL_BNC", 0x04}, {"IV_BNC", 0x08}};
static const struct box_sub mesh_txr_vert_ads_used[] = {{"AD_AG0", 0x01}, {"AK_AG0", 0x02}, {"BL_AG0", 0x04},
    {"AD_AG1", 0x10}, {"AK_AG1", 0x20}, {"BL_AG1", 0x40}};
static const struct box_sub mesh_txr_horz_ads_used[] = {
    {"AD_BNC", 0x01}, {"AK_BNC", 0x02}, {"BL_BNC", 0x04}, {"AD_CRD", 0x10}, {"BL_CRD", 0x40}};
static const struct box_sub mesh_ring_bounces_vert[] = {
    {"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}, {"IV", 0x08}};
static const struct box_sub mesh_ring_sink_starved_horz[] = {
    {"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}, {"IV", 0x08}, {"AK_AG1", 0x20}};
static const struct box_sub mesh_fast_asserted[] = {{"VERT", 0x01}, {"HORZ", 0x02}};
static const struct box_sub mesh_vert_ring_ad_in_use[] = {
    {"UP_EVEN", 0x01}, {"UP_ODD", 0x02}, {"DN_EVEN", 0x04}, {"DN_ODD", 0x08}};
static const struct box_sub mesh_horz_ring_ad_in_use[] = {
    {"LEFT_EVEN", 0x01}, {"LEFT_ODD", 0x02}, {"RIGHT_EVEN", 0x04}, {"RIGHT_ODD", 0x08}};
static const struct box_sub mesh_vert_ring_iv_in_use[] = {{"UP", 0x01}, {"DN", 0x04}};
static const struct box_sub mesh_horz_ring_iv_in_use[] = {{"LEFT", 0x01}, {"RIGHT", 0x04}};
static const struct box_sub mesh_egress_ordering[] = {{"IV_SNOOPGO_UP", 0x01}, {"IV_SNOOPGO_DN", 0x04}};
static const struct box_sub mesh_rxr_crd_starved[] = {{"AD_BNC", 0x01}, {"AK_BNC", 0x02}, {"BL_BNC", 0x04},
    {"IV_BNC", 0x08}, {"AD_CRD", 0x10}, {"BL_CRD", 0x40}, {"IFV", 0x80}};
static const struct box_sub mesh_rxr_busy_starved[] = {
    {"AD_BNC", 0x01}, {"BL_BNC", 0x04}, {"AD_CRD", 0x10}, {"BL_CRD", 0x40}};

#define MESH_ROWS(E)                                                                                         \
    E(AG0_AD_CRD_ACQUIRED, 0x80, BOX_PLAIN, BOX_SUBS(mesh_ag0_ad_crd_acquired),                              \
        .prose = "AD credits of agent 0 acquired, by target")                                                \
    E(AG0_AD_CRD_OCCUPANCY, 0x82, BOX_EACH(ENTRIES), BOX_SUBS(mesh_ag0_ad_crd_acquired),                     \
        .prose = "AD credits of agent 0 in use, added each cycle")                                           \
    E(AG1_AD_CRD_ACQUIRED, 0x84, BOX_PLAIN, BOX_SUBS(mesh_ag0_ad_crd_acquired),                              \
        .prose = "AD credits of agent 1 acquired, by target")                                                \
    E(AG1_AD_CRD_OCCUPANCY, 0x86, BOX_EACH(ENTRIES), BOX_SUBS(mesh_ag0_ad_crd_acquired),                     \
        .prose = "AD credits of agent 1 in use, added each cycle")                                           \
    E(AG0_BL_CRD_ACQUIRED, 0x88, BOX_PLAIN, BOX_SUBS(mesh_ag0_ad_crd_acquired),                              \
        .prose = "BL credits of agent 0 acquired, by target")                                                \
    E(AG0_BL_CRD_OCCUPANCY, 0x8a, BOX_EACH(ENTRIES), BOX_SUBS(mesh_ag0_ad_crd_acquired),                     \
        .prose = "BL credits of agent 0 in use, added each cycle")                                           \
    E(AG1_BL_CREDITS_ACQUIRED, 0x8c, BOX_PLAIN, BOX_SUBS(mesh_ag0_ad_crd_acquired),                          \
        .prose = "BL credits of agent 1 acquired, by target")                                                \
    E(TxR_VERT_OCCUPANCY, 0x90, BOX_EACH(ENTRIES), BOX_SUBS(mesh_txr_vert_occupancy),                        \
        .prose = "entries of the vertical egress, added each cycle")                                         \
    E(TxR_VERT_INSERTS, 0x91, BOX_PLAIN, BOX_SUBS(mesh_txr_vert_occupancy),                                  \
        .prose = "allocations in the vertical egress")                                                       \
    E(TxR_VERT_CYCLES_FULL, 0x92, BOX_ANY, BOX_SUBS(mesh_txr_vert_occupancy),                                \
        .prose = "cycles in which the vertical egress is full")                                              \
    E(TxR_VERT_CYCLES_NE, 0x93, BOX_ANY, BOX_SUBS(mesh_txr_vert_occupancy),                                  \
        .prose = "cycles in which the vertical egress is not empty")                                         \
    E(TxR_HORZ_OCCUPANCY, 0x94, BOX_EACH(ENTRIES), BOX_SUBS(mesh_txr_horz_occupancy),                        \
        .prose = "entries of the horizontal egress, added each cycle")                                       \
    E(TxR_HORZ_INSERTS, 0x95, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_occupancy),                                  \
        .prose = "allocations in the horizontal egress")                                                     \
    E(TxR_HORZ_CYCLES_FULL, 0x96, BOX_ANY, BOX_SUBS(mesh_txr_horz_occupancy),                                \
        .prose = "cycles in which the horizontal egress is full")                                            \
    E(TxR_HORZ_CYCLES_NE, 0x97, BOX_ANY, BOX_SUBS(mesh_txr_horz_occupancy),                                  \
        .prose = "cycles in which the horizontal egress is not empty")                                       \
    E(TxR_VERT_NACK, 0x98, BOX_PLAIN, BOX_SUBS(mesh_txr_vert_occupancy),                                     \
        .prose = "messages of the vertical egress that were refused")                                        \
    E(TxR_HORZ_NACK, 0x99, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_nack),                                          \
        .prose = "messages of the horizontal egress that were refused")                                      \
    E(TxR_VERT_STARVED, 0x9a, BOX_ANY, BOX_SUBS(mesh_txr_vert_occupancy),                                    \
        .prose = "cycles of starvation of the vertical egress")                                              \
    E(TxR_HORZ_STARVED, 0x9b, BOX_ANY, BOX_SUBS(mesh_txr_horz_starved),                                      \
        .prose = "cycles of starvation of the horizontal egress")                                            \
    E(TxR_VERT_ADS_USED, 0x9c, BOX_PLAIN, BOX_SUBS(mesh_txr_vert_ads_used),                                  \
        .prose = "uses of a ring by the vertical egress")                                                    \
    E(TxR_HORZ_ADS_USED, 0x9d, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_ads_used),                                  \
        .prose = "uses of a ring by the horizontal egress")                                                  \
    E(TxR_VERT_BYPASS, 0x9e, BOX_PLAIN, BOX_SUBS(mesh_txr_vert_occupancy),                                   \
        .prose = "messages that bypassed the vertical egress")                                               \
    E(TxR_HORZ_BYPASS, 0x9f, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_occupancy),                                   \
        .prose = "messages that bypassed the horizontal egress")                                             \
    E(RING_BOUNCES_VERT, 0xa0, BOX_PLAIN, BOX_SUBS(mesh_ring_bounces_vert),                                  \
        .prose = "messages that bounced on the vertical ring")                                               \
    E(RING_BOUNCES_HORZ, 0xa1, BOX_PLAIN, BOX_SUBS(mesh_ring_bounces_vert),                                  \
        .prose = "messages that bounced on the horizontal ring")                                             \
    E(RING_SINK_STARVED_VERT, 0xa2, BOX_ANY, BOX_SUBS(mesh_ring_bounces_vert),                               \
        .prose = "cycles in which a sink of the vertical ring is starved")                                   \
    E(RING_SINK_STARVED_HORZ, 0xa3, BOX_ANY, BOX_SUBS(mesh_ring_sink_starved_horz),                          \
        .prose = "cycles in which a sink of the horizontal ring is starved")                                 \
    E(RING_SRC_THRTL, 0xa4, BOX_PLAIN, .prose = "cycles in which the ring's source is throttled")            \
    E(FAST_ASSERTED, 0xa5, BOX_ANY, BOX_SUBS(mesh_fast_asserted), .prose = "cycles with a distress signal")  \
    E(VERT_RING_AD_IN_USE, 0xa6, BOX_ANY, BOX_SUBS(mesh_vert_ring_ad_in_use),                                \
        .prose = "cycles in which the vertical AD ring is in use at this stop")                              \
    E(HORZ_RING_AD_IN_USE, 0xa7, BOX_ANY, BOX_SUBS(mesh_horz_ring_ad_in_use),                                \
        .prose = "cycles in which the horizontal AD ring is in use at this stop")                            \
    E(VERT_RING_AK_IN_USE, 0xa8, BOX_ANY, BOX_SUBS(mesh_vert_ring_ad_in_use),                                \
        .prose = "cycles in which the vertical AK ring is in use at this stop")                              \
    E(HORZ_RING_AK_IN_USE, 0xa9, BOX_ANY, BOX_SUBS(mesh_horz_ring_ad_in_use),                                \
        .prose = "cycles in which the horizontal AK ring is in use at this stop")                            \
    E(VERT_RING_BL_IN_USE, 0xaa, BOX_ANY, BOX_SUBS(mesh_vert_ring_ad_in_use),                                \
        .prose = "cycles in which the vertical BL ring is in use at this stop")                              \
    E(HORZ_RING_BL_IN_USE, 0xab, BOX_ANY, BOX_SUBS(mesh_horz_ring_ad_in_use),                                \
        .prose = "cycles in which the horizontal BL ring is in use at this stop")                            \
    E(VERT_RING_IV_IN_USE, 0xac, BOX_ANY, BOX_SUBS(mesh_vert_ring_iv_in_use),                                \
        .prose = "cycles in which the vertical IV ring is in use at this stop")                              \
    E(HORZ_RING_IV_IN_USE, 0xad, BOX_ANY, BOX_SUBS(mesh_horz_ring_iv_in_use),                                \
        .prose = "cycles in which the horizontal IV ring is in use at this stop")                            \
    E(EGRESS_ORDERING, 0xae, BOX_PLAIN, BOX_SUBS(mesh_egress_ordering),                                      \
        .prose = "cycles of waiting for the order of snoops")                                                \
    E(RxR_OCCUPANCY, 0xb0, BOX_EACH(ENTRIES), BOX_SUBS(mesh_txr_horz_occupancy),                             \
        .prose = "entries of the ingress, added each cycle")                                                 \
    E(RxR_INSERTS, 0xb1, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_occupancy),                                       \
        .prose = "allocations in the ingress")                                                               \
    E(RxR_BYPASS, 0xb2, BOX_PLAIN, BOX_SUBS(mesh_txr_horz_occupancy),                                        \
        .prose = "messages that bypassed the ingress")                                                       \
    E(RxR_CRD_STARVED, 0xb3, BOX_ANY, BOX_SUBS(mesh_rxr_crd_starved),                                        \
        .prose = "cycles in which the ingress waits for a credit")                                           \
    E(RxR_BUSY_STARVED, 0xb4, BOX_ANY, BOX_SUBS(mesh_rxr_busy_starved),                                      \
        .prose = "cycles in which the ingress waits for its queue")                                          \
    E(CMS_CLOCKTICKS, 0xc0, BOX_CLOCK,                                                                       \
        .prose = "cycles of the mesh's clock, which is taken to be the uncore's")                            \
    E(STALL_NO_TxR_HORZ_CRD_AD_AG0, 0xd0, BOX_ANY, BOX_SUBS(mesh_ag0_ad_crd_acquired),                       \
        .prose = "cycles in which agent 0 waits for a horizontal AD credit")                                 \
    E(STALL_NO_TxR_HORZ_CRD_AD_AG1, 0xd2, BOX_ANY, BOX_SUBS(mesh_ag0_ad_crd_acquired),                       \
        .prose = "cycles in which agent 1 waits for a horizontal AD credit")                                 \
    E(STALL_NO_TxR_HORZ_CRD_BL_AG0, 0xd4, BOX_ANY, BOX_SUBS(mesh_ag0_ad_crd_acquired),                       \
        .prose = "cycles in which agent 0 waits for a horizontal BL credit")                                 \
    E(STALL_NO_TxR_HORZ_CRD_BL_AG1, 0xd6, BOX_ANY, BOX_SUBS(mesh_ag0_ad_crd_acquired),                       \
        .prose = "cycles in which agent 1 waits for a horizontal BL credit")

/* @...: further members. */
#define MESH_AG1_BL_ROW(E, ...)                                                                              \
    E(AG1_BL_CRD_OCCUPANCY, 0x8e, BOX_EACH(ENTRIES), BOX_SUBS(mesh_ag0_ad_crd_acquired),                     \
        __VA_ARGS__.prose = "BL credits of agent 1 in use, added each cycle")

#endif
