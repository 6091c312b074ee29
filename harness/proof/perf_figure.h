/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats a count as perf prints it. */
#ifndef PMULAB_HARNESS_PROOF_PERF_FIGURE_H
#define PMULAB_HARNESS_PROOF_PERF_FIGURE_H

#include "harness/proof/perf_output.h"

#include <glib.h>

/* Scales the count of an event that ran part of the time, with perf's
 * arithmetic: perf_counts_values__scale() in tools/lib/perf/evsel.c computes in
 * doubles and drops the fraction. */
guint64 perf_figure_scaled(guint64 value, const struct perf_count *count);

/* @total times @scale as perf prints it, with as many digits after the point as
 * @like. A new string. */
char *perf_figure_text(guint64 total, double scale, const char *like);

/* @figure without the commas between groups of digits. A new string. */
char *perf_figure_plain(const char *figure);

#endif
