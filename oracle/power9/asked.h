/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses a command's event into the driver's terms. Formats and names are those
 * of imc-pmu in sysfs, below /sys/bus/event_source/devices:
 * arch/powerpc/perf/imc-pmu.c. */
#ifndef PMULAB_ORACLE_POWER9_ASKED_H
#define PMULAB_ORACLE_POWER9_ASKED_H

#include "oracle/perf/terms.h"
#include "oracle/power9/catalogue.h"

enum oracle_p9_asked_kind {
    ORACLE_P9_ASKED,   /* a word of counter memory */
    ORACLE_P9_OTHER,   /* other hardware's, or a software event */
    ORACLE_P9_REFUSED, /* this hardware's, but cannot be counted; @why has the reason */
};

struct oracle_p9_asked {
    unsigned pmu;     /* in the catalogue */
    uint32_t offset;  /* of the word: the low 32 bits of perf's attr.config */
    double scale;     /* perf prints the count times this */
    unsigned divisor; /* events per count */
    const char *unit; /* from the catalogue, or "" */
};

/* Parses @name: "nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/",
 * "core_imc/event=0xa0/", "PM_PB_CYC". Sets @why if the event is refused. */
enum oracle_p9_asked_kind oracle_p9_what_is_asked(const struct oracle_p9_catalogue *c,
    const char *name, struct oracle_p9_asked *asked, char why[ORACLE_WHY]);

#endif
