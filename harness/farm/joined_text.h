/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joined results as a table and as JUnit. */
#ifndef PMULAB_HARNESS_FARM_JOINED_TEXT_H
#define PMULAB_HARNESS_FARM_JOINED_TEXT_H

#include "harness/farm/joined.h"

/* Appends a row for each scenario and one for each part, the failed and the
 * flaky scenarios with the reason, and a line of sums. */
void joined_print(const struct joined *joined, struct output *out);

/* Writes a suite for each scenario to the file @path; a flaky scenario has one
 * more case, which fails. FALSE with HARNESS_ERROR_FAILED. */
gboolean joined_write_junit(const struct joined *joined, const char *path, GError **error);

#endif
