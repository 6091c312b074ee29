/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses a command's event of a core PMU. Formats are those of Linux's
 * arm_pmuv3 in sysfs: /sys/bus/event_source/devices/armv8_pmuv3*. */
#ifndef PMULAB_ORACLE_KUNPENG_ASKED_H
#define PMULAB_ORACLE_KUNPENG_ASKED_H

#include "oracle/kunpeng/arm.h"
#include "oracle/perf/terms.h"

enum oracle_arm_asked {
    ORACLE_ARM_ASKED,   /* a core counts it */
    ORACLE_ARM_OTHER,   /* other hardware's, or a software event */
    ORACLE_ARM_REFUSED, /* this hardware's, but cannot be counted; @why has the reason */
};

/* Parses @name: "instructions:u", "r1b", "armv8_pmuv3_0/ld_retired/",
 * "armv8_pmuv3/event=0x3c/k". Sets @why if the event is refused. */
enum oracle_arm_asked oracle_arm_what_is_asked(
    const char *name, struct oracle_arm_ask *ask, char why[ORACLE_WHY]);

#endif
