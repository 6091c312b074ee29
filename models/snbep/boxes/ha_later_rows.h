/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of the home agent since Ivy Bridge-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_HA_LATER_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_HA_LATER_ROWS_H

#include "models/snbep/boxes/ha_rows.h"

static const struct box_sub ha_requests[] = {{"READS_LOCAL", 0x01}, {"READS_REMOTE", 0x02},
    {"WRITES_LOCAL", 0x04}, {"WRITES_REMOTE", 0x08}, {"INVITOE_LOCAL", 0x10},
    {"INVITOE_REMOTE", 0x20}, {"READS", 0x03}, {"WRITES", 0x0c}};
static const struct box_sub ha_home[] = {{"HOM", 0x04}};
static const struct box_sub ha_reads[] = {{"NORMAL", 0x01}};
static const struct box_sub ha_responses[] = {{"RSPI", 0x01}, {"RSPS", 0x02}, {"RSPIFWD", 0x04},
    {"RSPSFWD", 0x08}, {"RSP_WB", 0x10}, {"RSP_FWD_WB", 0x20}, {"RSPCNFLCT", 0x40}};
static const struct box_sub ha_local_responses[] = {{"RSPI", 0x01}, {"RSPS", 0x02},
    {"RSPIFWD", 0x04}, {"RSPSFWD", 0x08}, {"RSPxWB", 0x10}, {"RSPxFWDxWB", 0x20},
    {"RSPCNFLCT", 0x40}, {"OTHER", 0x80}};
static const struct box_sub ha_hazards[] = {{"INCOMING_SNP_HAZARD", 0x02},
    {"INCOMING_BL_HAZARD", 0x04}, {"RSPACKCFLT_HAZARD", 0x08}, {"WBMDATA_HAZARD", 0x10}};
static const struct box_sub ha_osb_edr[] = {{"ALL", 0x01}, {"READS_LOCAL_I", 0x02},
    {"READS_REMOTE_I", 0x04}, {"READS_LOCAL_S", 0x08}, {"READS_REMOTE_S", 0x10}};

#define HA_LATER_ROWS(E)                                                                           \
    E(REQUESTS, 0x01, BOX_PLAIN, BOX_SUBS(ha_requests), .prose = "requests to the home agent")     \
    E(TxR_AD, 0x0f, BOX_PLAIN, BOX_SUBS(ha_home), .prose = "messages sent on the AD ring")         \
    E(IMC_READS, 0x17, BOX_PLAIN, BOX_SUBS(ha_reads), .prose = "reads sent to memory")             \
    E(SNOOP_RESP, 0x21, BOX_PLAIN, BOX_SUBS(ha_responses), .prose = "responses to snoops")         \
    E(DIRECTORY_LAT_OPT, 0x41, BOX_PLAIN, .prose = "reads that took the faster path for data")     \
    E(BT_TO_HT_NOT_ISSUED, 0x51, BOX_ANY, BOX_SUBS(ha_hazards),                                    \
        .prose = "cycles in which the backup tracker issues nothing")                              \
    E(OSB_EDR, 0x54, BOX_PLAIN, BOX_SUBS(ha_osb_edr),                                              \
        .prose = "opportunistic snoop broadcasts with an early return of data")                    \
    E(SNP_RESP_RECV_LOCAL, 0x60, BOX_PLAIN, BOX_SUBS(ha_local_responses),                          \
        .prose = "responses to snoops for local requests")

#endif
