/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked: an event of a core PMU as a command names it. Formats are what Linux's arm_pmuv3 shows in
 * sysfs below /sys/bus/event_source/devices/armv8_pmuv3*. */
#ifndef PMULAB_ORACLE_KUNPENG_ASKED_H
#define PMULAB_ORACLE_KUNPENG_ASKED_H

#include "oracle/kunpeng/arm.h"
#include "oracle/perf/terms.h"

enum oracle_arm_asked {
    ORACLE_ARM_ASKED,   /* a core counts it */
    ORACLE_ARM_OTHER,   /* of other hardware, or of software */
    ORACLE_ARM_REFUSED, /* of this hardware, but nothing that can be counted; there is a reason */
};

/* Understands @name: "instructions:u", "r1b", "armv8_pmuv3_0/ld_retired/", "armv8_pmuv3/event=0x3c/k". @why
 * is set where it is refused. */
enum oracle_arm_asked oracle_arm_what_is_asked(
    const char *name, struct oracle_arm_ask *ask, char why[ORACLE_WHY]);

#endif
