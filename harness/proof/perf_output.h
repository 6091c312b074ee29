/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What `perf stat` printed, taken apart: the figures of its table (of its tables with `-I`; or of `-x,`), and
 * the counts that `-v` and `-vv` print beside it, but for those of `-I`. Forms as of perf 6.12 under
 * LC_ALL=C.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_OUTPUT_H
#define PMULAB_HARNESS_PROOF_PERF_OUTPUT_H

#include <glib.h>

enum perf_row_state { PERF_COUNTED, PERF_NOT_COUNTED, PERF_NOT_SUPPORTED };

/* One row of a table. */
struct perf_row {
    unsigned run; /* which `perf stat` of the text, from 0 */
    enum perf_row_state state;
    int socket; /* of --per-socket, or -1 */
    char *part; /* what else the row is restricted to, which is not looked into ("CPU0", "S0-D0"), or NULL */
    char *figure;    /* "12,345.67", "<not counted>" */
    char *unit;      /* "MiB", or "" */
    char *event;     /* "uncore_imc_0/cas_count_read/" */
    gboolean scaled; /* perf says that the event did not run all the time */
    gboolean mean;   /* a mean over several repetitions (-r) */
    unsigned table;  /* with -I: which of the run's tables it stands in, from 1; else 0 */
    char *time;      /* with -I: the table's, in seconds ("1.001073370"); else NULL */
};

/* A line that -v or -vv prints. */
struct perf_count {
    unsigned run;
    char *event;
    int cpu;       /* -vv: as read from the kernel on this CPU; -1: -v, the sum after perf has scaled it */
    guint64 value; /* events */
    guint64 enabled, running; /* ns */
};

struct perf_output {
    GPtrArray *rows;   /* struct perf_row, in the order of the text */
    GPtrArray *counts; /* struct perf_count, likewise */
    unsigned n_runs;
};

/*
 * Reads @text, in which other text may stand too. Always succeeds: what is no figure of perf's is passed
 * over. Two tables of -x follow each other without a mark; a new one is taken to begin where an event comes a
 * second time. A new run with -I begins where the time goes back. Free with perf_output_free().
 */
struct perf_output *perf_output_parse(const char *text);

void perf_output_free(struct perf_output *output);

#endif
