/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses a command's event into the manual's terms. Formats and aliases are
 * those of intel_uncore in sysfs, below
 * /sys/bus/event_source/devices/uncore_imc_N etc.
 */
#ifndef PMULAB_ORACLE_SNBEP_ASKED_H
#define PMULAB_ORACLE_SNBEP_ASKED_H

#include "oracle/perf/terms.h"
#include "oracle/snbep/signal.h"

enum oracle_asked_kind {
    ORACLE_ASKED,   /* a monitor counts it */
    ORACLE_OTHER,   /* other hardware's, or a software event */
    ORACLE_REFUSED, /* this hardware's, but cannot be counted; @why has the reason */
};

struct oracle_asked {
    const struct oracle_kind *kind; /* of monitor */
    int index;                      /* among monitors of its kind; -1: all */
    struct oracle_ask ask;
    uint64_t control; /* the driver's control value without the enable bit; 0: fixed */
    double scale;     /* perf prints the count times this */
    const char *unit; /* "MiB", or "" */
};

/* Parses @name on @variant: "uncore_imc_0/cas_count_read/",
 * "uncore_imc/event=0x4,umask=0x3/", "unc_m_cas_count.rd". Sets @why if the
 * event is refused. */
enum oracle_asked_kind oracle_what_is_asked(const struct oracle_variant *variant, const char *name,
    struct oracle_asked *asked, char why[ORACLE_WHY]);

#endif
