/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the branch records in the output of `perf script -F brstack` with
 * the driver's reads, sample by sample. */
#ifndef PMULAB_HARNESS_PROOF_PERF_BRANCHES_H
#define PMULAB_HARNESS_PROOF_PERF_BRANCHES_H

#include "harness/truth/truth.h"

#include <glib.h>

struct perf_branches {
    guint stacks;     /* that the driver read, with at least one branch */
    guint samples;    /* printed, with at least one branch */
    guint printed;    /* branches of these samples */
    guint executed;   /* of them: the replay expected the read values */
    guint left_out;   /* branches of the samples' stacks that the driver dropped */
    guint moved;      /* printed branches to the kernel with a source moved by the driver */
    GPtrArray *wrong; /* of char *: samples of which no stack was read */
};

/*
 * @text is the output of a step, whose records are from @begin to @end. A
 * sample is a line with branches: 0xFROM/0xTO/P or M/..., the newest first. The
 * driver may drop branches of a stack, but changes none, and keeps their order.
 * Free with perf_branches_free().
 */
struct perf_branches *perf_branches_check(
    const struct truth *truth, gsize begin, gsize end, const char *text);
void perf_branches_free(struct perf_branches *branches);

#endif
