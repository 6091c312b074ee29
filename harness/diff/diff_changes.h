/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The differences of two runs in short. */
#ifndef PMULAB_HARNESS_DIFF_DIFF_CHANGES_H
#define PMULAB_HARNESS_DIFF_DIFF_CHANGES_H

#include "harness/diff/run_diff.h"

/* Each difference once, as "imc0.PMON_CTL0: umask is 0x3, B has 0x6, by
 * FUNCTION (2 times)": first changed accesses, then accesses of one run alone.
 * After a dozen, a last line counts the others. New strings in a new array. */
GPtrArray *diff_changes(const struct run_diff *diff);

#endif
