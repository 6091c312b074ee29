/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace in Chrome's trace event format, which Perfetto's viewer and chrome://tracing open. A thread for
 * each CPU has its accesses; the guest's steps are slices; what hardware did by itself and the plan's entries
 * have threads of their own; and each register that is a count has a track of the values that software saw.
 */
#ifndef PMULAB_HARNESS_TRACE_EXPORT_PERFETTO_H
#define PMULAB_HARNESS_TRACE_EXPORT_PERFETTO_H

#include "harness/trace/export.h"

/* The text, an event a line. A new string. */
GString *export_perfetto(const struct export *export);

#endif
