/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second hop: a trace replayed from boot on, by logic that shares with the model nothing but the
 * description of its registers and the waves of its traffic. It says for every read of a counter what the
 * hardware should have given, and how much a counter added between any two of them. Each machine has a replay
 * of its own; what comes out has the form that stands here.
 */
#ifndef PMULAB_HARNESS_TRUTH_TRUTH_H
#define PMULAB_HARNESS_TRUTH_TRUTH_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* "no record", "no read" */
#define TRUTH_NONE G_MAXSIZE

/* One read of a whole counter: in one access, or in two halves, whichever came first. Indices are those of
 * records. */
struct truth_read {
    unsigned block, counter; /* as in struct truth_interval */
    gsize low, high;         /* the accesses that gave the halves */
    guint64 value;           /* what software got */
    guint64 total;           /* all that the counter has added since boot, at the moment of the low half */
    gsize previous;          /* index of the read of the same counter before this one, or TRUTH_NONE */
    /* Of a word that runs freely, as far as a trace shows it: the driver only begins to count here; it adds
     * for the last time. */
    gboolean begins, ends;
    gboolean written; /* no read: the driver set the counter to @value, and goes on from there */
};

/*
 * A time over which a driver measured a counter. Of one that has to be switched on: from the write that did
 * it until the write that ended it, or gave it something else to count. Of one that runs freely: from read to
 * read. Reads are indices into truth.reads, the others of records.
 */
struct truth_interval {
    unsigned block,
        counter; /* the trace's number of the box or memory; register index, or offset of a word */
    gboolean fixed;
    guint64 control; /* of a general counter: what its control register held, beside the enable bit; of a
                        word: its offset */
    unsigned cpu;    /* that switched it on */
    gsize on, off;   /* the writes, or the reads; off is TRUTH_NONE where the trace ends before */
    gsize first;     /* the last read before @on by the same CPU, or TRUTH_NONE */
    gsize last;      /* the first read after @off by that CPU and before the counter is switched on again, or
                        TRUTH_NONE */
    guint64
        driver; /* what the driver made of it: from read to read modulo the counter's width, all added up */
    guint64 truth; /* what the counter added between @first and @last */
};

/* One register of a sample. */
struct truth_sample_reg {
    guint32 offset; /* as in a trace */
    guint64 value;
};

#define TRUTH_SAMPLE_REGS 9 /* most that one sample has */

/* What hardware latched when it sampled, and what a driver then read of it. */
struct truth_sample {
    unsigned block, cpu;
    guint32 engine; /* offset of the control register, of which a block can have several */
    gsize latched;  /* the TRACE_SAMPLE */
    gsize taken;    /* the first read of anything else than the control register, or TRUTH_NONE */
    unsigned n;
    struct truth_sample_reg regs[TRUTH_SAMPLE_REGS]; /* in the order in which the driver read them */
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
    guint64 mask;      /* of the width that the driver takes counters for */
    GArray *reads;     /* struct truth_read, in order of their completion */
    GArray *intervals; /* struct truth_interval, in order of @on; only of counters that are switched on */
    GArray *samples;   /* struct truth_sample, in order of @latched; only where a driver reads them out of
                          registers */
    GPtrArray *rounds; /* struct truth_round of kunpeng/replay.h, in order of their storing; NULL where
                          hardware counts in no rounds */
    GPtrArray *notes;  /* struct truth_note, in order of @record, but for halves that stayed alone */
};

/* An empty one of 64-bit counters, for a replay to fill. Free with truth_free(). */
struct truth *truth_new(void);

/* Adds a copy of @note, whose text is taken over. */
void truth_add_note(struct truth *truth, const struct truth_note *note);

void truth_free(struct truth *truth);

#endif
