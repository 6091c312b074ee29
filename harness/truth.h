/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second hop: a trace replayed from boot on, by logic that shares with the model nothing but the
 * description of its registers and the waves of its traffic. It says for every read of a counter what the
 * hardware should have given, and how much a counter added between any two of them.
 */
#ifndef PMULAB_HARNESS_TRUTH_H
#define PMULAB_HARNESS_TRUTH_H

#include "models/sim/trace.h"
#include "models/uncore/snbep.h"

#include <glib.h>

/* "no record", "no read" */
#define TRUTH_NONE G_MAXSIZE

/* One read of a whole counter: in one access, or in two halves, whichever came first. Indices are those of
 * records. */
struct truth_read {
    gsize low, high; /* the accesses that gave the halves */
    guint64 value;   /* what software got */
    guint64 total;   /* all that the counter has added since boot, at the moment of the low half */
    gsize previous;  /* index of the read of the same counter before this one, or TRUTH_NONE */
};

/*
 * One time that a counter was switched on: from the write that did it until the write that ended it, or gave
 * it something else to count. Reads are indices into truth.reads, the others of records.
 */
struct truth_interval {
    unsigned block, counter; /* the trace's number of the box; register index of the counter */
    gboolean fixed;
    guint64 control; /* of a general counter: what its control register held, beside the enable bit */
    unsigned cpu;    /* that switched it on */
    gsize on, off;   /* the writes; off is TRUTH_NONE where the trace ends before */
    gsize first;     /* the last read before @on by the same CPU, or TRUTH_NONE */
    gsize last;      /* the first read after @off by that CPU and before the counter is switched on again, or
                        TRUTH_NONE */
    guint64
        driver; /* what the driver made of it: from read to read modulo the counter's width, all added up */
    guint64 truth; /* what the counter added between @first and @last */
};

/* Something that a proof must name. */
enum truth_note_kind {
    TRUTH_WRONG, /* a read that gave something else than the traffic makes it */
    TRUTH_TORN,  /* a read whose halves are of two moments, and a carry passed between them */
    TRUTH_SET,   /* a counter, or its control, that something else than counting changed */
};

struct truth_note {
    enum truth_note_kind kind;
    gsize record;
    unsigned block, counter;
    char *text; /* one line */
};

struct truth {
    GArray *reads;     /* struct truth_read, in order of their completion */
    GArray *intervals; /* struct truth_interval, in order of @on */
    GPtrArray *notes;  /* struct truth_note, in order of @record, but for halves that stayed alone */
};

/*
 * Replays @n records from boot on of a run that @planned describes: its config, and its actions, one for each
 * entry of the plan. Always succeeds. Free with truth_free().
 */
struct truth *truth_replay_snbep(const struct snbep *planned, const struct trace_record *records, gsize n);

/* "imc0.PMON_CTR0 = 0x12 (3.200000000 s, CPU 0)" for a register access. Returns a new string. */
char *truth_access_text(const struct trace_record *record);

void truth_free(struct truth *truth);

#endif
