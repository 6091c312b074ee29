/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the differences of two runs, in the style of diff -u. */
#ifndef PMULAB_HARNESS_DIFF_DIFF_TEXT_H
#define PMULAB_HARNESS_DIFF_DIFF_TEXT_H

#include "harness/base/output.h"
#include "harness/diff/run_diff.h"

/* Appends a table of places with different numbers of accesses or different
 * values. Then appends the accesses of each step and block with differences:
 * common ones, A's (-) and B's (+). */
void diff_print(const struct run_diff *diff, struct output *out);

#endif
