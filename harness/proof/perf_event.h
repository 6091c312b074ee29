/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an event that perf prints asks of the hardware: what counts it, and where. Each machine has a reader
 * of names of its own. */
#ifndef PMULAB_HARNESS_PROOF_PERF_EVENT_H
#define PMULAB_HARNESS_PROOF_PERF_EVENT_H

#include <glib.h>

#define PERF_EVENT_PLACES 256 /* most places that one event is counted on */

/* One monitor, or one piece of counter memory. */
struct perf_event_place {
    unsigned block; /* the machine's number of it in a trace */
    unsigned pmu;   /* perf counts each PMU by itself and adds up, over its sockets first */
    int socket;
};

struct perf_event {
    struct perf_event_place places[PERF_EVENT_PLACES];
    unsigned n_places;
    gboolean fixed;   /* counted on the fixed counter; else on what @control says: */
    guint64 control;  /* what the control register holds beside its enable bit; or the offset of a word that
                         runs freely */
    guint events;     /* that a count of 1 stands for */
    double scale;     /* what is printed is the count times this */
    const char *unit; /* lives as long as what the machine's reader was given; "" for a plain count */
};

enum perf_event_kind {
    PERF_EVENT_OURS,    /* the machine counts it */
    PERF_EVENT_OTHER,   /* not the hardware that is modelled: software events, the CPU's own counters */
    PERF_EVENT_REFUSED, /* of our hardware, but not understood; the error says why */
};

#endif
