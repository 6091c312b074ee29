/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the difference of two runs, in the manner of diff -u. */
#ifndef PMULAB_HARNESS_DIFF_DIFF_TEXT_H
#define PMULAB_HARNESS_DIFF_DIFF_TEXT_H

#include "harness/base/output.h"
#include "harness/diff/run_diff.h"

/* Appends a table of places that were not accessed as often, or not with the same values, and then for each
 * step and block with differences its accesses: those of both, of A (-) and of B (+). */
void diff_print(const struct run_diff *diff, struct output *out);

#endif
