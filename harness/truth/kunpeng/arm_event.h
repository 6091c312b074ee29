/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an event of Arm's PMU makes of what a trace tells of a CPU, by its number in the Arm ARM (DDI 0487),
 * section D13.11, and the clock model of docs/hardware/kunpeng.md. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_ARM_EVENT_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_ARM_EVENT_H

#include "models/kunpeng/kunpeng.h"

#include <glib.h>

/*
 * How often users, or the kernel, have made @event happen. @counted is told by TRACE_COUNTED: of each enum
 * kunpeng_truth what users did, then what the kernel did. FALSE: nothing that a CPU executes.
 */
gboolean truth_arm_event(const guint64 *counted, guint16 event, gboolean kernel, guint64 *count);

/* Of @cycles of the clock those that users took. The others are the kernel's, which halts the CPU. */
guint64 truth_arm_users_cycles(const guint64 *counted, guint64 cycles);

/* Whether a counter with the filter bits of @type counts what users do, or a @kernel at level @kernel_el. */
gboolean truth_arm_counts(guint64 type, gboolean kernel, unsigned kernel_el);

#endif
