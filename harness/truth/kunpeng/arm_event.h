/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts events of Arm's PMU from the CPU work in a trace. Event numbers: Arm ARM (DDI 0487), section D13.11.
 * Clock model: docs/hardware/kunpeng.md. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_ARM_EVENT_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_ARM_EVENT_H

#include "models/kunpeng/kunpeng.h"

#include <glib.h>

/*
 * How often @event has happened for users, or for the kernel. @counted holds the TRACE_COUNTED values: for
 * each enum kunpeng_truth the users' share, then the kernel's. FALSE if execution does not cause this event.
 */
gboolean truth_arm_event(const guint64 *counted, guint16 event, gboolean kernel, guint64 *count);

/* The users' part of @cycles of the clock. The rest is the kernel's, which halts the CPU. */
guint64 truth_arm_users_cycles(const guint64 *counted, guint64 cycles);

/* Whether a counter with the filter bits of @type counts users, or a @kernel at level @kernel_el. */
gboolean truth_arm_counts(guint64 type, gboolean kernel, unsigned kernel_el);

#endif
