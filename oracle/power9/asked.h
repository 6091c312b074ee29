/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked: an event as a command names it, in the terms of the driver. Formats and names are what
 * imc-pmu shows in sysfs below /sys/bus/event_source/devices: arch/powerpc/perf/imc-pmu.c. */
#ifndef PMULAB_ORACLE_POWER9_ASKED_H
#define PMULAB_ORACLE_POWER9_ASKED_H

#include "oracle/perf/terms.h"
#include "oracle/power9/catalogue.h"

enum oracle_p9_asked_kind {
    ORACLE_P9_ASKED,   /* a word of counter memory */
    ORACLE_P9_OTHER,   /* of other hardware, or of software */
    ORACLE_P9_REFUSED, /* of this hardware, but nothing that can be counted; there is a reason */
};

struct oracle_p9_asked {
    unsigned pmu;     /* in the catalogue */
    uint32_t offset;  /* of the word: the low 32 bits of perf's attr.config */
    double scale;     /* what is printed is the count times this */
    unsigned divisor; /* events in a count */
    const char *unit; /* of the catalogue, or "" */
};

/* Understands @name: "nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/", "core_imc/event=0xa0/", "PM_PB_CYC".
 * @why is set where it is refused. */
enum oracle_p9_asked_kind oracle_p9_what_is_asked(const struct oracle_p9_catalogue *c, const char *name,
    struct oracle_p9_asked *asked, char why[ORACLE_WHY]);

#endif
