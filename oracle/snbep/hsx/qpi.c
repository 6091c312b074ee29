/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The link layer of a QPI link. perf's list lacks the extended bit of Intel's
 * list. */
#include "oracle/snbep/hsx/hsx.h"
#include "oracle/snbep/kinds/qpi_later.h"

static const struct oracle_event events[] = {
    QPI_LATER_EVENTS(ADDS(ORACLE_EXT | 0x25, 128, "TxR_AK_NDR_CREDIT_OCCUPANCY", NULL, 0),
        ADDS(ORACLE_EXT | 0x29, 1, "TxR_AK_NDR_CREDIT_ACQUIRED", NULL, 0))};

/* Linux, snbep_uncore_qpi_formats_attr, without the fields of the match and
 * mask registers. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"event", 21, 1}, {"umask", 8, 8},
    {"edge", 18, 1}, {"inv", 23, 1}, {"thresh", 24, 8}};

static const struct oracle_alias names[] = {{"qpi_ctl_bandwidth_tx", 0x0400, 8, "Bytes"},
    {"qpi_data_bandwidth_tx", 0x0200, 8, "Bytes"}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_hsx_qpi = {
    .pmu = "uncore_qpi",
    .list = "unc_q_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS, .ext = UINT64_C(1) << 21},
    .names = names,
    .registers = qpi_later_registers,
    .n_registers = COUNT(qpi_later_registers),
    .events = events,
    .n_events = COUNT(events),
    .file = __FILE__,
    .formats = formats,
    .n_formats = COUNT(formats),
    KIND_FREEZES,
    .frz_alone = true,
};
