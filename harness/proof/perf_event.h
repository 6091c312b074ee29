/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hardware meaning of an event that perf prints: the counters, and their
 * places. Each machine parses its own names. */
#ifndef PMULAB_HARNESS_PROOF_PERF_EVENT_H
#define PMULAB_HARNESS_PROOF_PERF_EVENT_H

#include <glib.h>

#define PERF_EVENT_PLACES 256 /* most places that can count one event */

/* One monitor, or one piece of counter memory. */
struct perf_event_place {
    unsigned block; /* the machine's number of the block in a trace */
    unsigned pmu;   /* perf counts each PMU separately and adds up, over its sockets first */
    int socket;
    unsigned of_cpu; /* 1 + the number of the CPU that owns it; 0: no CPU owns it */
};

struct perf_event {
    struct perf_event_place places[PERF_EVENT_PLACES];
    unsigned n_places;
    gboolean fixed; /* counted by the fixed counter; else @control selects the event */
    /* the control register's value without its enable bit, or the offset of a
     * free-running word */
    guint64 control;
    /* of each place, where places differ; 0: the machine's, struct
     * machine_proof */
    unsigned counters;
    /* plays' counts of it are not judged: counters count different events or
     * share a filter, and only the driver knows which events fit together */
    gboolean unplayed;
    guint events; /* number of events per count */
    double scale; /* factor from the count to the printed figure */
    /* lives as long as the data passed to the machine's reader; "" for a plain
     * count */
    const char *unit;
};

enum perf_event_kind {
    PERF_EVENT_OURS,    /* the machine counts it */
    PERF_EVENT_OTHER,   /* other hardware: software events, the CPU's own counters */
    PERF_EVENT_REFUSED, /* of our hardware, but not understood; the error says why */
};

#endif
