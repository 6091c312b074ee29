/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the parts of core.h: counting. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_CORE_COUNT_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_CORE_COUNT_H

#include "harness/truth/kunpeng/core.h"

/* Counters of the part below HPMN; those that the kernel has; those that run. */
guint64 truth_core_lower(const struct truth_cursor *at, const struct truth_core *core);
guint64 truth_core_visible(const struct truth_cursor *at, const struct truth_core *core);
guint64 truth_core_running(const struct truth_cursor *at, const struct truth_core *core);

/* What an event counter counts, and whether it counts what users do, or the @kernel. */
guint16 truth_core_event(const struct truth_core_counter *counter);
gboolean truth_core_counts(
    const struct truth_cursor *at, const struct truth_core_counter *counter, gboolean kernel);

/* Brings the counters up to the present, of which the trace has just told. */
void truth_core_advance(const struct truth_cursor *at, struct truth_core *core);

#endif
