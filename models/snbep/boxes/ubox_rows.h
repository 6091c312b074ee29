/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the utility box in the E5-2600 and in Haswell-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_UBOX_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_UBOX_ROWS_H

#include "models/snbep/box_type.h"
#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

static const struct box_sub ubox_filter_match[] = {
    {"ENABLE", 0x01}, {"DISABLE", 0x02}, {"U2C_ENABLE", 0x04}, {"U2C_DISABLE", 0x08}};
static const struct box_sub ubox_to_cores[] = {{"MONITOR_T0", 0x01}, {"MONITOR_T1", 0x02},
    {"LIVELOCK", 0x04}, {"LTERROR", 0x08}, {"CMC", 0x10}, {"UMC", 0x20}, {"TRAP", 0x40},
    {"OTHER", 0x80}};

#define UBOX_ROWS(E)                                                                               \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(FILTER_MATCH, 0x41, BOX_PLAIN, BOX_SUBS(ubox_filter_match),                                  \
        .prose = "messages that match the thread filter")                                          \
    E(U2C_EVENTS, 0x43, BOX_PLAIN, BOX_SUBS(ubox_to_cores), .prose = "events sent to cores")

/* The fields of a control. */
#define UBOX_CONTROL                                                                               \
    {                                                                                              \
        .ev_sel = UBOX_CTL_EV_SEL, .umask = UBOX_CTL_UMASK, .edge = UBOX_CTL_EDGE_DET,             \
        .en = UBOX_CTL_EN, .invert = UBOX_CTL_INVERT, .thresh = UBOX_CTL_THRESH, .ext = BOX_NONE,  \
        .tid_en = BOX_NONE, .occ_edge = BOX_NONE, .occ_invert = BOX_NONE,                          \
    }

#endif
