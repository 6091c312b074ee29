/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts that a machine's oracle expects of a trace, against those that went out (TRACE_INTERRUPT). A
 * replay lists the moments at which one became due; here each of them must have gone out once, on its line
 * and in time, and no others. Names of what is wrong: lost, late, doubled, sent to another CPU, unexpected.
 */
#ifndef PMULAB_HARNESS_TRUTH_INTERRUPTS_H
#define PMULAB_HARNESS_TRUTH_INTERRUPTS_H

#include "models/sim/fault.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A moment at which an interrupt becomes due, or at which its level falls. */
struct truth_interrupt {
    gsize record;     /* it follows from this record */
    unsigned line;    /* as in TRACE_INTERRUPT */
    gboolean fell;    /* the level fell: an interrupt that has not gone out need not any more */
    gboolean again;   /* software has left the level up, so another one is due; the plan's faults spare it */
    guint64 since;    /* ns: since when it is due; 0: the record's time */
    guint64 executed; /* instructions that the CPU had executed with its cause; 0: nothing tells */
    guint64 within;   /* where @executed is known: instructions of the CPU after which it is late */
    guint64 ns;       /* else the time after which it is late, where time is virtual; 0: nothing limits it */
};

/* How a machine's lines are called, and which belong to a CPU. */
struct truth_lines {
    char *(*name)(unsigned line);                  /* "NMI of CPU 1"; a new string */
    gboolean (*of_cpu)(unsigned line, guint *cpu); /* FALSE: any CPU takes it */
};

struct truth_interrupts_of {
    const struct truth_lines *lines;
    const GArray *expected;             /* struct truth_interrupt, in order of @record */
    const struct trace_record *records; /* all of them */
    gsize n;
    const struct faults *faults; /* those of the plan, not begun; NULL: none */
    gboolean virtual_time;       /* the trace's time counts instructions */
};

struct truth_interrupts {
    guint64 expected; /* became due, without those that the plan's faults lose */
    guint64 sent;     /* went out */
    guint64 merged;   /* became due while another one of the same line had not gone out */
    guint64 lost;     /* by the plan's faults */
    guint64 unjudged; /* of those sent: nothing tells whether they were due */
    GPtrArray *wrong; /* of char *: one line each */
};

/* Compares. Clear the result with truth_interrupts_clear(). */
struct truth_interrupts truth_interrupts_compare(const struct truth_interrupts_of *of);
void truth_interrupts_clear(struct truth_interrupts *interrupts);

#endif
