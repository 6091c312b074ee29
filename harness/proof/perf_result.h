/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What comes out of a proof: of figures row by row, of samples in sums. */
#ifndef PMULAB_HARNESS_PROOF_PERF_RESULT_H
#define PMULAB_HARNESS_PROOF_PERF_RESULT_H

#include <glib.h>
#include <stdint.h>

/* One figure that perf printed, or should have. All strings belong to the row. */
struct perf_check_row {
    char *event;     /* as perf prints it; for a figure that is missing, the register and what it counted */
    int socket;      /* -1: all */
    char *time;      /* with -I: the table's, in seconds, as perf prints it; else NULL */
    char *printed;   /* the figure's text, "<not counted>", or "" where perf printed no figure */
    char *unit;      /* "MiB", or "" */
    uint64_t driver; /* what the driver read, in events, whatever unit perf prints them in */
    uint64_t truth;  /* what the hardware was made to see over the same time, in events */
    gboolean multiplexed; /* perf says that the event ran for a part of the time only */
    gboolean hop_one;     /* printed equals driver */
    gboolean hop_two;     /* driver equals truth */
    char *why; /* NULL where both hold; else one line: figures, and register accesses that explain them */
};

/* What became of the samples of one step; where hardware counts in rounds, of subsamples. */
struct perf_check_samples {
    guint latched; /* by the hardware, or stored */
    guint taken;   /* of these, those whose registers the driver read, or of which it was told */
    guint printed;
    guint dropped; /* of those taken, those that the driver kept to itself */
    /* Of rounds alone: */
    guint values, disturbed; /* that were compared; of these, those that the guest itself had spoilt */
    guint64 total,
        between;      /* instructions from the first round taken to the last; of these, between rounds */
    guint64 ns;       /* that rounds have counted */
    GPtrArray *wrong; /* of char *, one line each: samples that were taken or printed, but not both */
};

#endif
