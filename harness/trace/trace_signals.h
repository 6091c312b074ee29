/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows registers and words of memory through a trace: the value that
 * software last read or wrote. Accesses to parts of a register, such as the
 * halves of a counter, are joined. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_SIGNALS_H
#define PMULAB_HARNESS_TRACE_TRACE_SIGNALS_H

#include "harness/trace/accesses.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* One register, or one word without a register. */
struct trace_signal {
    /* "imc0.PMON_CTR0", "pci 10.0 VENDOR_ID", "chip0+0x110", "pci 10.0+0x04:2"
     * of 2 bytes */
    char *name;
    /* its block ("imc0"; "pci 10.0") and the rest: "PMON_CTR0", "mcs01.PM_X",
     * "+0x4c" */
    char *scope, *leaf;
    const struct reg *reg; /* NULL: a word */
    unsigned number;       /* in the order of first access, from 0 */
    unsigned width;        /* in bits */
    gboolean counts;       /* it holds a count */
    guint64 value;         /* valid in the bits of @known */
    guint64 known;         /* bits accessed so far */
    guint64 fresh;         /* bits accessed since the value was last whole */
    /* The latest access completed the value: every bit has been accessed since
     * it was last whole. Between the reads of a counter's halves, the joined
     * value never existed. */
    gboolean whole;
};

struct trace_signals;

/* Makes an empty set of signals for the machine @model. Free with
 * trace_signals_free(). */
struct trace_signals *trace_signals_new(const struct machine_model *model);
void trace_signals_free(struct trace_signals *signals);

/* Updates the signals (struct trace_signal) that @record touches, and returns
 * them. The list is valid until @signals is freed. NULL if @record is not an
 * access. */
const GPtrArray *trace_signals_touch(
    struct trace_signals *signals, const struct trace_record *record);

/* All signals touched so far, sorted by number. Owned by @signals. */
const GPtrArray *trace_signals_all(const struct trace_signals *signals);

/* Marks every bit of every signal as unknown; the signals stay. */
void trace_signals_forget(struct trace_signals *signals);

#endif
