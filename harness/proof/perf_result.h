/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The results of a proof: one row for each figure, sums for samples. */
#ifndef PMULAB_HARNESS_PROOF_PERF_RESULT_H
#define PMULAB_HARNESS_PROOF_PERF_RESULT_H

#include "harness/proof/perf_why.h"

#include <glib.h>
#include <stdint.h>

/* The third hop. PERF_HOP_IN_TURNS: perf extrapolated the figure, and the
 * driver's reads equal the amount injected while the event ran.
 * PERF_HOP_NOT_MADE: the injected amount is unknown. */
enum perf_hop { PERF_HOP_NOT_MADE, PERF_HOP_HOLDS, PERF_HOP_IN_TURNS, PERF_HOP_FAILS };

/* One figure that perf printed, or should have printed. The row owns all
 * strings. */
struct perf_check_row {
    /* as perf prints it; for a missing figure, the register and its
     * selection */
    char *event;
    char *cgroup; /* whose tasks were counted, as perf prints it; NULL: no cgroup */
    int socket;   /* -1: all sockets */
    /* with -I: the table's time in seconds, as perf prints it; else NULL */
    char *time;
    /* the figure's text, "<not counted>", or "" if perf printed no figure */
    char *printed;
    char *unit;      /* "MiB", or "" */
    uint64_t driver; /* sum of the driver's reads in events, whatever unit perf uses */
    uint64_t truth;  /* events that the hardware saw over the same time */
    /* the scenario's number of the requested events, if there is an oracle */
    uint64_t injected;
    gboolean multiplexed;    /* perf says that the event ran only part of the time */
    gboolean hop_one;        /* printed equals driver */
    gboolean hop_two;        /* driver equals truth */
    enum perf_hop hop_three; /* printed equals injected */
    /* why hop three was not made, or ends at the driver: a static phrase */
    const char *no_hop_three;
    /* the counter's reads are incomplete: @driver, @truth and @injected are
     * unknown */
    gboolean unknown;
    struct perf_why *why; /* NULL if all hops hold */
    /* of a failed row, the hardware's count as perf would print it; NULL:
     * unknown */
    char *expected;
};

/* Results for the samples of one step; if hardware counts in rounds, for the
 * subsamples. */
struct perf_check_samples {
    guint latched; /* by the hardware; for rounds, stored */
    guint taken;   /* of these, how many the driver read or was notified of */
    guint printed;
    guint dropped; /* of the taken ones, how many the driver did not pass on */
    /* of the printed ones, how many were compared with the executed
     * instructions */
    guint happened;
    gboolean has_happened;    /* the machine can compare them */
    const char *not_happened; /* why some were not compared, a static phrase; or NULL */
    /* Only for rounds: */
    guint values; /* printed */
    /* of these, how many cannot be checked: the guest itself changed the
     * counter */
    guint disturbed;
    guint spoilt; /* rounds with such values */
    /* instructions from the first round taken to the last; of these, between
     * rounds */
    guint64 total, between;
    guint64 ns; /* time that the rounds counted */
    /* of char *, one line each: samples that were taken or printed, but not
     * both */
    GPtrArray *wrong;
};

#endif
