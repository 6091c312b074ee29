/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers and words of memory through a trace: what software last saw or put there. Accesses to parts of a
 * register, as to the halves of a counter, come together here.
 */
#ifndef PMULAB_HARNESS_TRACE_TRACE_SIGNALS_H
#define PMULAB_HARNESS_TRACE_TRACE_SIGNALS_H

#include "harness/trace/accesses.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* One register, or one word where no register is. */
struct trace_signal {
    char *name; /* "imc0.PMON_CTR0", "pci 10.0 VENDOR_ID", "chip0+0x110", "pci 10.0+0x04:2" of 2 bytes */
    char *scope, *leaf; /* its block ("imc0"; "pci 10.0"), and the rest: "PMON_CTR0", "mcs01.PM_X", "+0x4c" */
    const struct reg *reg; /* NULL: a word */
    unsigned number;       /* from 0, in the order of first accesses */
    unsigned width;        /* bits */
    gboolean counts;       /* what it holds is a count */
    guint64 value;         /* where @known */
    guint64 known;         /* bits that have been accessed */
    guint64 fresh;         /* of these, since the last time that it was whole */
    /* The latest access has made it whole: since the last time that this was so, all bits have been accessed.
     * Between the reads of a counter's halves there is no value that it ever had. */
    gboolean whole;
};

struct trace_signals;

/* Of the machine that @model describes. Free with trace_signals_free(). */
struct trace_signals *trace_signals_new(const struct machine_model *model);
void trace_signals_free(struct trace_signals *signals);

/*
 * The signals (struct trace_signal) that @record touches, brought up to date with it, in a list that is valid
 * until @signals is freed. NULL where it is no access.
 */
const GPtrArray *trace_signals_touch(struct trace_signals *signals, const struct trace_record *record);

/* All signals that have been touched, in the order of their numbers. */
const GPtrArray *trace_signals_all(const struct trace_signals *signals);

/* No bit of any signal is known any more; the signals stay. */
void trace_signals_forget(struct trace_signals *signals);

#endif
