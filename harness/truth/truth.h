/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second hop: replays a trace from boot on. The machine's oracle does it, which shares nothing with the
 * model. For every read of a counter it tells the value that the hardware should have returned, and how much
 * the counter added between any two reads. Each machine has its own replay; all of them fill the structures
 * below.
 */
#ifndef PMULAB_HARNESS_TRUTH_TRUTH_H
#define PMULAB_HARNESS_TRUTH_TRUTH_H

#include "harness/truth/interrupts.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The note on a record of lines that no line of the plan accounts for. */
#define TRUTH_LINES_UNASKED "lines of the guest's own traffic moved, for which the scenario does not ask here"

/* "no record", "no read" */
#define TRUTH_NONE G_MAXSIZE

/*
 * One read of a whole counter, in one access or in two halves, in either order. Indices are those of records.
 */
struct truth_read {
    unsigned block, counter; /* as in struct truth_interval */
    gsize low, high;         /* the accesses that read the halves */
    guint64 value;           /* the value software got */
    guint64 mask;            /* of this counter's width; 0: truth.mask */
    guint64 total;           /* everything the counter added since boot, at the time of the low half */
    gsize previous;          /* index of the previous read of the same counter, or TRUTH_NONE */
    /* For a free-running word, as far as the trace shows: the driver's count begins here; it ends here. */
    gboolean begins, ends;
    gboolean written; /* no read: the driver set the counter to @value and continues from there */
};

/*
 * A time over which a driver measured a counter. A counter that is switched on: from the write that does so
 * to the write that switches it off or changes its event. A free-running word: from read to read. Reads are
 * indices into truth.reads, the others are indices of records.
 */
struct truth_interval {
    unsigned block,
        counter; /* the number of box or memory in the trace; register index or offset of a word */
    gboolean fixed;
    guint64 control; /* general counter: its control register without the enable bit; word: its offset */
    unsigned cpu;    /* that switched it on */
    gsize on, off;   /* the writes, or the reads; off is TRUTH_NONE if the trace ends first */
    gsize first;     /* the last read before @on by the same CPU, or TRUTH_NONE */
    gsize last;      /* its first read after @off, before the counter is switched on again, or TRUTH_NONE */
    guint64 driver;  /* the driver's count: the reads' differences modulo the counter's width, added up */
    guint64 truth;   /* the counter's increase between @first and @last */
    /* Which of the driver's events it is, from 1 on, if the trace tells them apart, so that an event's
     * intervals are known as such on all counters; or 0. One that lacks @last was not measured. */
    guint event;
};

/* One register of a sample. */
struct truth_sample_reg {
    guint32 offset; /* as in a trace */
    guint64 value;
};

#define TRUTH_SAMPLE_REGS 9 /* most registers of one sample */

/* The values that hardware latched for a sample, and those that a driver read. */
struct truth_sample {
    unsigned block, cpu;
    guint32 engine; /* offset of the control register; a block can have several engines */
    gsize latched;  /* the TRACE_SAMPLE record */
    gsize taken;    /* the first read of a register other than the control register, or TRUTH_NONE */
    unsigned n;
    struct truth_sample_reg regs[TRUTH_SAMPLE_REGS]; /* in the order of the driver's reads */
};

/* Things that a proof must report. */
enum truth_note_kind {
    TRUTH_WRONG, /* a read that did not return the expected count */
    TRUTH_TORN,  /* a read whose halves belong to two moments, with a carry between them */
    TRUTH_SET,   /* a counter or its control that something other than counting changed */
};

struct truth_note {
    enum truth_note_kind kind;
    gsize record;
    unsigned block, counter;
    char *text; /* one line */
};

/* Something other than counting set a counter: it holds @value from record number @record on, and had counted
 * @total until then, as in struct truth_read. */
struct truth_set {
    gsize record;
    unsigned block, counter;
    guint64 value, total;
};

struct truth {
    guint64 mask;      /* of the counter width that the driver assumes, if reads have none of their own */
    GArray *reads;     /* struct truth_read, in order of completion */
    GArray *intervals; /* struct truth_interval, in order of @on; only of counters that are switched on */
    GArray
        *samples; /* struct truth_sample, in order of @latched; only if a driver reads them from registers */
    GArray *interrupts; /* struct truth_interrupt, in order of @record: truth_interrupts_compare() */
    guint unjudged;     /* interrupts that went out where the oracle cannot tell whether one is due */
    GArray *sets;       /* struct truth_set, in order of @record; uncore counters alone */
    GPtrArray *notes;   /* struct truth_note, in order of @record, except for halves that stayed alone */
    /* What the machine's oracle has made of the records, for the third hop, or NULL. */
    void *oracle;
    void (*oracle_free)(void *oracle);
    /* Likewise of the PMUs that each core has beside the machine's own hardware. */
    void *cores;
    void (*cores_free)(void *cores);
};

/* Makes an empty truth of 64-bit counters, for a replay to fill. Free with truth_free(). */
struct truth *truth_new(void);

/* Adds a copy of @note and takes ownership of its text. */
void truth_add_note(struct truth *truth, const struct truth_note *note);

/* What the driver adds to its count as it reads @read, having known @before. */
guint64 truth_difference(
    const struct truth *truth, const struct truth_read *before, const struct truth_read *read);

void truth_free(struct truth *truth);

#endif
