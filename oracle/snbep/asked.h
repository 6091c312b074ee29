/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is asked: an event as a command names it, in the terms of the manual. Formats and aliases are what
 * intel_uncore shows in sysfs below /sys/bus/event_source/devices/uncore_imc_N and its like.
 */
#ifndef PMULAB_ORACLE_SNBEP_ASKED_H
#define PMULAB_ORACLE_SNBEP_ASKED_H

#include "oracle/perf/terms.h"
#include "oracle/snbep/signal.h"

enum oracle_asked_kind {
    ORACLE_ASKED,   /* a monitor counts it */
    ORACLE_OTHER,   /* of other hardware, or of software */
    ORACLE_REFUSED, /* of this hardware, but nothing that can be counted; there is a reason */
};

struct oracle_asked {
    const struct oracle_kind *kind; /* of monitor */
    int index;                      /* among those of its kind; or -1: all */
    struct oracle_ask ask;
    uint64_t control; /* what the driver puts into a control register beside the enable bit; 0: fixed */
    double scale;     /* what is printed is the count times this */
    const char *unit; /* "MiB", or "" */
};

/* Understands @name on @variant: "uncore_imc_0/cas_count_read/", "uncore_imc/event=0x4,umask=0x3/",
 * "unc_m_cas_count.rd". @why is set where it is refused. */
enum oracle_asked_kind oracle_what_is_asked(
    const struct oracle_variant *variant, const char *name, struct oracle_asked *asked, char why[ORACLE_WHY]);

#endif
