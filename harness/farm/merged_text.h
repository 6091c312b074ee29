/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Merged results as a table and as JUnit. */
#ifndef PMULAB_HARNESS_FARM_MERGED_TEXT_H
#define PMULAB_HARNESS_FARM_MERGED_TEXT_H

#include "harness/farm/merged.h"

/* Appends a row for each scenario and one for each part, the failed and the
 * flaky scenarios with the reason, and a line of sums. */
void merged_print(const struct merged *merged, struct output *out);

/* Writes a suite for each scenario to the file @path; a flaky scenario has one
 * more case, which fails. FALSE with HARNESS_ERROR_FAILED. */
gboolean merged_write_junit(const struct merged *merged, const char *path, GError **error);

#endif
