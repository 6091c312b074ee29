/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the work that a core's PMU received with the plugin's second count
 * (TRACE_RECOUNT), while a counter needs this check. */
#ifndef PMULAB_HARNESS_TRUTH_X86_RECOUNT_H
#define PMULAB_HARNESS_TRUTH_X86_RECOUNT_H

#include "models/sim/trace.h"
#include "oracle/x86/core.h"

#include <glib.h>

/* A CPU's two counts. Zeros at boot. */
struct x86_recount {
    guint64 again[RECOUNT_SUM];  /* the second count, as recorded */
    guint64 before[RECOUNT_SUM]; /* the same at the latest sum */
    guint64 shown[RECOUNT_SUM];  /* the work that the PMU had received by then */
    guint64 since;               /* its time, ns */
    unsigned needs;              /* needed since then: a bit for each pair of enum trace_recount */
    unsigned enabled;            /* the same of the latest access */
    unsigned counter;            /* the first counter that needs it, or ORACLE_X86_NONE */
    gboolean waits;              /* an access came, but no later sum */
    /* the plan sets registers, which the plugin's second count does not see */
    gboolean planned;
    struct {
        guint64 selection;
        unsigned needs;
    } known[ORACLE_X86_COUNTERS]; /* results of x86_recount_needs() */
};

/* Call x86_recount_begin() before an access to @core at @now (ns), and
 * x86_recount_accessed() after it. x86_recount_begin() returns a line on a
 * missing count, or NULL. */
char *x86_recount_begin(struct x86_recount *recount, unsigned cpu, guint64 now);
void x86_recount_accessed(struct x86_recount *recount, const struct oracle_x86_core *core);

/* Takes @record, a TRACE_RECOUNT. Adds a line (char *) to @wrong for each
 * number that differs. Returns the first counter for which a number differs. */
unsigned x86_recount_take(struct x86_recount *recount, const struct oracle_x86_core *core,
    const struct trace_record *record, GPtrArray *wrong);

#endif
