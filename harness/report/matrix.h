/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The results of scenarios on several kernels: one table, scenario by
 * kernel. */
#ifndef PMULAB_HARNESS_REPORT_MATRIX_H
#define PMULAB_HARNESS_REPORT_MATRIX_H

#include "harness/base/output.h"

#include <glib.h>

/* The maximum number of kernels in the table. */
#define MATRIX_KERNELS_MAX 6

enum matrix_cell { MATRIX_NONE, MATRIX_OK, MATRIX_FAILED, MATRIX_SKIPPED };

struct matrix;

/* Makes an empty table for @kernels, from 1 to MATRIX_KERNELS_MAX names up to a
 * NULL, which must outlive it. */
struct matrix *matrix_new(char **kernels);
void matrix_free(struct matrix *matrix);

/*
 * Sets the result of @scenario, by name, on kernel number @kernel, and the
 * reason @why, NULL if it is ok. A cell that is never set has not run.
 * MATRIX_NONE with @why gives the reason why it did not run or did not finish.
 * Rows keep the order of their first call.
 */
void matrix_set(struct matrix *matrix, const char *scenario, guint kernel, enum matrix_cell cell,
    const char *why);

/* Appends the table, the reason of each cell that is not ok, and a line of
 * totals for each kernel. */
void matrix_print(const struct matrix *matrix, struct output *out);

#endif
