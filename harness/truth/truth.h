/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second hop: replays a trace from boot on. The machine's oracle, which
 * shares nothing with the model, computes the truth. For every read of a
 * counter it computes the value that the hardware should have returned. It also
 * computes how much the counter added between any two reads. Each machine has
 * its own replay; all of them fill the structures below.
 */
#ifndef PMULAB_HARNESS_TRUTH_TRUTH_H
#define PMULAB_HARNESS_TRUTH_TRUTH_H

#include "harness/truth/interrupts.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The note on a record of cachelines that no line of the plan explains. */
#define TRUTH_CACHELINES_UNASKED                                                                   \
    "lines of the guest's own traffic moved, for which the scenario does not ask here"

/* "no record", "no read" */
#define TRUTH_NONE G_MAXSIZE

/*
 * One read of a whole counter, in one access or in two halves, in either order.
 * Indices count records.
 */
struct truth_read {
    unsigned block, counter; /* as in struct truth_interval */
    gsize low, high;         /* the accesses that read the halves */
    guint64 value;           /* the value that software read */
    guint64 mask;            /* of this counter's width; 0: truth.mask */
    /* everything the counter added since boot, at the time of the low half */
    guint64 total;
    gsize previous; /* index of the previous read of the same counter, or TRUTH_NONE */
    /* For a free-running word, if the trace shows it: the driver's count begins
     * here; it ends here. */
    gboolean begins, ends;
    /* not a read: the driver set the counter to @value and continues from
     * there */
    gboolean written;
};

/*
 * A time over which a driver measured a counter. For a counter that is switched
 * on, the interval lasts from the write that switches it on to the write that
 * switches it off or changes its event. For a free-running word, it lasts from
 * read to read. Reads are indices into truth.reads, the others are indices of
 * records.
 */
struct truth_interval {
    /* the number of box or memory in the trace; register index or offset of a
     * word */
    unsigned block, counter;
    gboolean fixed;
    /* general counter: its control register without the enable bit; word: its
     * offset */
    guint64 control;
    unsigned cpu;  /* the CPU that switched it on */
    gsize on, off; /* the writes, or the reads; off is TRUTH_NONE if the trace ends first */
    gsize first;   /* the last read before @on by the same CPU, or TRUTH_NONE */
    /* its first read after @off, before the counter is switched on again, or
     * TRUTH_NONE */
    gsize last;
    /* the driver's count: the sum of the reads' differences modulo the
     * counter's width */
    guint64 driver;
    guint64 truth; /* the counter's increase between @first and @last */
    /* The number of the driver's event, from 1 on, if the trace distinguishes
     * them; else 0. It identifies the event's intervals on all counters. An
     * interval without @last was not measured. */
    guint event;
};

/* One register of a sample. */
struct truth_sample_reg {
    guint32 offset; /* as in a trace */
    guint64 value;
};

#define TRUTH_SAMPLE_REGS 9 /* most registers of one sample */

/* The values that hardware latched for a sample, and the values that a driver
 * read. */
struct truth_sample {
    unsigned block, cpu;
    guint32 engine; /* offset of the control register; a block can have several engines */
    gsize latched;  /* the TRACE_SAMPLE record */
    /* the first read of a register other than the control register, or
     * TRUTH_NONE */
    gsize taken;
    unsigned n;
    struct truth_sample_reg regs[TRUTH_SAMPLE_REGS]; /* in the order of the driver's reads */
};

/* Things that a proof must report. */
enum truth_note_kind {
    TRUTH_WRONG, /* a read that did not return the expected count */
    TRUTH_TORN,  /* a read whose halves belong to two moments, with a carry between them */
    TRUTH_SET,   /* a counter or its control changed by something other than counting */
};

struct truth_note {
    enum truth_note_kind kind;
    gsize record;
    unsigned block, counter;
    char *text; /* one line */
};

/* A branch record that a driver read from two registers. */
struct truth_branch {
    gsize record; /* the read of its target, after that of its source */
    unsigned cpu;
    unsigned entry;   /* in the stack: 0 is the newest */
    guint64 from, to; /* addresses */
    gboolean mispredicted;
    gboolean executed; /* both reads returned the branch that the CPU had executed */
};

/* Something other than counting set a counter: it holds @value from record
 * number @record on, and had counted @total until then, as in struct
 * truth_read. */
struct truth_set {
    gsize record;
    unsigned block, counter;
    guint64 value, total;
};

struct truth {
    guint64 mask;  /* of the counter width that the driver assumes, for reads without a mask */
    GArray *reads; /* struct truth_read, in order of completion */
    /* struct truth_interval, in order of @on; only of counters that are
     * switched on */
    GArray *intervals;
    /* struct truth_sample, in order of @latched; only if a driver reads them
     * from registers */
    GArray *samples;
    /* struct truth_interrupt, in order of @record:
     * truth_interrupts_compare() */
    GArray *interrupts;
    /* interrupts that went out although the oracle cannot tell whether one is
     * due */
    guint unjudged;
    GArray *branches; /* struct truth_branch, in order of @record */
    GArray *sets;     /* struct truth_set, in order of @record; uncore counters alone */
    GPtrArray *notes; /* struct truth_note, in order of @record, except for unpaired halves */
    /* The machine's oracle after all records, for the third hop, or NULL. */
    void *oracle;
    void (*oracle_free)(void *oracle);
    /* The same for the PMUs of each core, beside the machine's own hardware. */
    void *cores;
    void (*cores_free)(void *cores);
};

/* Makes an empty truth of 64-bit counters, for a replay to fill. Free with
 * truth_free(). */
struct truth *truth_new(void);

/* Adds a copy of @note and takes ownership of its text. */
void truth_add_note(struct truth *truth, const struct truth_note *note);

/* The amount that the driver adds to its count at @read, if its previous read
 * was @before. */
guint64 truth_difference(
    const struct truth *truth, const struct truth_read *before, const struct truth_read *read);

void truth_free(struct truth *truth);

#endif
