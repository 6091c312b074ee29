/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses a command's uncore event into the manual's terms. Formats are from
 * amd_uncore's sysfs; names are from perf's lists for Zen1 to Zen5.
 */
#ifndef PMULAB_ORACLE_EPYC_UNCORE_ASKED_H
#define PMULAB_ORACLE_EPYC_UNCORE_ASKED_H

#include "oracle/epyc/uncore_manual.h"
#include "oracle/perf/terms.h"

enum oracle_amd_uncore_asked_kind {
    ORACLE_AMD_UNCORE_ASKED,   /* a block of the uncore counts it */
    ORACLE_AMD_UNCORE_OTHER,   /* other hardware's, or a software event */
    ORACLE_AMD_UNCORE_REFUSED, /* an uncore event that cannot be counted; @why has the reason */
};

struct oracle_amd_uncore_asked {
    enum oracle_amd_uncore_kind kind;
    int pmu; /* N of amd_umc_N; -1: all of them */
    struct oracle_amd_uncore_ask ask;
    uint64_t control; /* the driver's control value without the enable bit */
};

/* Parses @name for @part: "amd_umc_0/event=0xa,rdwrmask=0x1/",
 * "amd_umc/umc_cas_cmd.rd/", "umc_cas_cmd.all", "amd_l3/event=4,umask=1/". Sets
 * @why if the event is refused. */
enum oracle_amd_uncore_asked_kind oracle_amd_uncore_what_is_asked(enum oracle_part part,
    const char *name, struct oracle_amd_uncore_asked *asked, char why[ORACLE_WHY]);

#endif
