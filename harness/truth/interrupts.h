/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares the interrupts that a machine's oracle expects of a trace with the
 * interrupts that went out (TRACE_INTERRUPT). A replay lists the moments at
 * which one became due. Each of them must have gone out once, on its line and
 * in time, and no other may go out. Kinds of errors: lost, late, doubled, sent
 * to another CPU, unexpected.
 */
#ifndef PMULAB_HARNESS_TRUTH_INTERRUPTS_H
#define PMULAB_HARNESS_TRUTH_INTERRUPTS_H

#include "models/sim/fault.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A moment at which an interrupt becomes due, or at which its level falls. */
struct truth_interrupt {
    gsize record;  /* it follows from this record */
    unsigned line; /* as in TRACE_INTERRUPT */
    gboolean fell; /* the level fell: an interrupt that has not gone out need not any more */
    /* software left the level up, so another one is due; the plan's faults
     * never lose it */
    gboolean again;
    guint64 since;    /* ns: when it became due; 0: the record's time */
    guint64 executed; /* instructions that the CPU had executed with its cause; 0: unknown */
    guint64 within;   /* if @executed is known: instructions of the CPU after which it is late */
    guint64 ns;       /* else, in virtual time: the time after which it is late; 0: no limit */
};

/* The names of a machine's lines, and the CPU of each. */
struct truth_lines {
    char *(*name)(unsigned line);                  /* "NMI of CPU 1"; a new string */
    gboolean (*of_cpu)(unsigned line, guint *cpu); /* FALSE: any CPU takes it */
};

struct truth_interrupts_of {
    const struct truth_lines *lines;
    const GArray *expected;             /* struct truth_interrupt, in order of @record */
    const struct trace_record *records; /* all of them */
    gsize n;
    const struct faults *faults; /* the plan's faults, in their initial state; NULL: none */
    gboolean virtual_time;       /* the trace's time counts instructions */
};

struct truth_interrupts {
    guint64 expected; /* became due, without the ones that the plan's faults lose */
    guint64 sent;     /* went out */
    guint64 merged;   /* became due while another one of the same line had not gone out */
    guint64 lost;     /* by the plan's faults */
    guint64 unjudged; /* sent, but the oracle cannot tell whether they were due */
    GPtrArray *wrong; /* of char *: one line each */
};

/* Compares. Clear the result with truth_interrupts_clear(). */
struct truth_interrupts truth_interrupts_compare(const struct truth_interrupts_of *of);
void truth_interrupts_clear(struct truth_interrupts *interrupts);

#endif
