/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How perf makes a figure's text out of a count. */
#ifndef PMULAB_HARNESS_PROOF_PERF_FIGURE_H
#define PMULAB_HARNESS_PROOF_PERF_FIGURE_H

#include "harness/proof/perf_output.h"

#include <glib.h>

/*
 * What perf makes of an event that ran for a part of the time, in its own arithmetic:
 * perf_counts_values__scale() in tools/lib/perf/evsel.c works in doubles and cuts the fraction off.
 */
guint64 perf_figure_scaled(guint64 value, const struct perf_count *count);

/* @total times @scale as perf prints it, with as many digits behind the point as @like has. Returns a new
 * string. */
char *perf_figure_text(guint64 total, double scale, const char *like);

/* @figure without the commas of big numbers. Returns a new string. */
char *perf_figure_plain(const char *figure);

#endif
