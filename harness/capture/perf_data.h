/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Raw IBS samples of perf.data, the file that `perf record -R` writes, or its
 * form for pipes (`perf record -o -`). */
#ifndef PMULAB_HARNESS_CAPTURE_PERF_DATA_H
#define PMULAB_HARNESS_CAPTURE_PERF_DATA_H

#include "harness/capture/parser.h"

struct perf_data;

/* Whether the file at @path begins as perf.data does. */
gboolean perf_data_is(const char *path);

/* Opens the file at @path, reads its header, and sets @parsing's facts. NULL
 * with HARNESS_ERROR_FAILED. Free with perf_data_free(). */
struct perf_data *perf_data_open(const char *path, struct parsing *parsing, GError **error);

/*
 * Makes the registers of the next sample ready, in order of time as perf does;
 * parsing->line is the offset of its record in the file. FALSE at the end,
 * or with HARNESS_ERROR_FAILED after the samples before the damage.
 */
gboolean perf_data_next(struct perf_data *data, struct parsing *parsing, GError **error);

/* Frees @data. NULL is allowed. */
void perf_data_free(struct perf_data *data);

#endif
