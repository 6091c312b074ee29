/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The differences of runs as a plain HTML page without scripts: A's accesses on
 * the left, B's on the right. */
#ifndef PMULAB_HARNESS_DIFF_DIFF_PAGE_H
#define PMULAB_HARNESS_DIFF_DIFF_PAGE_H

#include "harness/diff/run_diff.h"

/* Appends the page of @diffs (struct run_diff). */
void diff_page_append(GString *page, const GPtrArray *diffs);

#endif
