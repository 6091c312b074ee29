/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the output of `perf stat`. It reads the figures of tables, also with
 * -I and -x, and the counts of `-v` and `-vv`, except with `-I`. Formats as of
 * perf 6.12 under LC_ALL=C. */
#ifndef PMULAB_HARNESS_PROOF_PERF_OUTPUT_H
#define PMULAB_HARNESS_PROOF_PERF_OUTPUT_H

#include <glib.h>

enum perf_row_state { PERF_COUNTED, PERF_NOT_COUNTED, PERF_NOT_SUPPORTED };

/* One row of a table. */
struct perf_row {
    unsigned run; /* number of the row's `perf stat` in the text, from 0 */
    enum perf_row_state state;
    int socket;   /* of --per-socket, or -1 */
    char *part;   /* other restrictions of the row, not interpreted ("CPU0", "S0-D0"), or NULL */
    char *figure; /* "12,345.67", "<not counted>" */
    char *unit;   /* "MiB", or "" */
    char *event;  /* "uncore_imc_0/cas_count_read/" */
    /* of -G and --for-each-cgroup, or NULL. In a table "EVENT CGROUP" may be
     * "UNIT EVENT": perf_row_settle() */
    char *cgroup;
    gboolean scaled; /* perf says that the event ran only part of the time */
    gboolean mean;   /* a mean over several repetitions (-r) */
    unsigned table;  /* with -I: number of the row's table in the run, from 1; else 0 */
    char *time;      /* with -I: the table's time in seconds ("1.001073370"); else NULL */
};

/* A line of -v or -vv. */
struct perf_count {
    unsigned run;
    char *event;
    /* -vv: the CPU whose count was read from the kernel; -1: -v, the sum after
     * perf scaled it */
    int cpu;
    guint64 value;            /* events */
    guint64 enabled, running; /* ns */
};

struct perf_output {
    GPtrArray *rows;   /* struct perf_row, in the order of the text */
    GPtrArray *counts; /* struct perf_count, in the order of the text */
    unsigned n_runs;
};

/*
 * Parses @text, which may contain other text: skips lines that are not perf's
 * figures. Never fails. Tables of -x have no separator, so a repeated event
 * begins a new one. With -I, a decrease of the time begins a new run. Free with
 * perf_output_free().
 */
struct perf_output *perf_output_parse(const char *text);

void perf_output_free(struct perf_output *output);

/* Corrects @row: its unit is the event, and its event is the cgroup. */
void perf_row_settle(struct perf_row *row);

#endif
