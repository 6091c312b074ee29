/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares two runs: which accesses did software make in only one of them?
 * Accesses are compared step by step, and in each step block by block, in their
 * order. So the interleaving of accesses to different blocks does not matter.
 * Times, and values of counters, differ from run to run, so they are compared
 * only on request. The same holds for accesses before the first step without a
 * driver's function: they come from the kernel's bus scan and the firmware's
 * setup.
 */
#ifndef PMULAB_HARNESS_DIFF_RUN_DIFF_H
#define PMULAB_HARNESS_DIFF_RUN_DIFF_H

#include "harness/report/run_folder.h"

#include <glib.h>

enum diff_side { DIFF_A, DIFF_B, DIFF_SIDES };

/* An access of one run. */
struct diff_access {
    const struct trace_record *record;
    const char *name;      /* interned: "imc0.PMON_CTL0" */
    const struct reg *reg; /* NULL: none, or several */
    guint64 value;         /* the register's, or as read and written */
    guint64 since;         /* ns since the step's begin, or since boot before the first step */
    /* it only counts: an event in memory, or a register described as a
     * counter */
    gboolean counts;
};

enum diff_kind {
    DIFF_SAME,
    DIFF_CHANGED, /* an access to the same place with another value, or at another time */
    DIFF_A_ALONE,
    DIFF_B_ALONE,
};

/* A pair of aligned accesses. */
struct diff_row {
    enum diff_kind kind;
    const struct diff_access *of[DIFF_SIDES]; /* NULL: none on this side */
};

/* A block in a step. */
struct diff_part {
    unsigned step;                /* 0: before the first step */
    const char *block;            /* interned: "imc0" */
    GArray *accesses[DIFF_SIDES]; /* of struct diff_access */
    GArray *rows;                 /* of struct diff_row */
    guint n[DIFF_B_ALONE + 1];    /* rows of each kind */
    /* too many differences to align the rows between equal begins and ends */
    gboolean gave_up;
};

/* All accesses to a place. */
struct diff_place {
    const char *name; /* interned: "imc0.PMON_CTL0" */
    guint64 reads[DIFF_SIDES], writes[DIFF_SIDES];
    /* of guint64: values that only this side wrote, in order of appearance */
    GArray *alone[DIFF_SIDES];
    const struct reg *reg;
};

/* Additional comparisons. */
struct diff_options {
    gboolean times; /* times and counts */
    gboolean boot;  /* accesses before the first step that are not a driver's */
};

struct run_diff {
    const struct run_folder *run[DIFF_SIDES]; /* borrowed */
    /* of struct trace_record: the compared ones, all in memory */
    GPtrArray *records[DIFF_SIDES];
    struct diff_options options;
    GPtrArray *parts;  /* of struct diff_part, by step, then in order of appearance */
    GPtrArray *places; /* of struct diff_place, in order of appearance */
    guint differences; /* rows that are not DIFF_SAME */
    gsize accesses[DIFF_SIDES];
};

/* Compares @a and @b, which must outlive the result. NULL with
 * HARNESS_ERROR_FAILED if they are of different machines, or a trace cannot be
 * read. Free with run_diff_free(). */
struct run_diff *run_diff_new(const struct run_folder *a, const struct run_folder *b,
    const struct diff_options *options, GError **error);
void run_diff_free(struct run_diff *diff);

/* The name of step number @step in result.json, as "step 1 measure", or "before
 * the first step". A new string. */
char *run_diff_step_name(const struct run_diff *diff, unsigned step);

/* Whether row number @i of @part is a difference, or at most @context rows from
 * one. */
gboolean diff_part_is_near(const struct diff_part *part, guint i, guint context);

/* Whether the runs accessed @place a different number of times, or wrote
 * different values. */
gboolean diff_place_differs(const struct diff_place *place);

/* The access as text: "W imc0.PMON_CTL0 0x00400304 en=1 ... by FUNCTION". A new
 * string. */
char *diff_access_text(const struct run_diff *diff, const struct diff_access *access);

/* The difference in a row of kind DIFF_CHANGED: "umask is 0x6, B has 0x3". A
 * new string; "" if the times differ. */
char *diff_row_text(const struct diff_row *row);

#endif
