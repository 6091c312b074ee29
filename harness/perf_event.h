/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an event that perf prints asks of the hardware: which monitors, and what their control registers hold.
 */
#ifndef PMULAB_HARNESS_PERF_EVENT_H
#define PMULAB_HARNESS_PERF_EVENT_H

#include "models/uncore/snbep.h"

#include <glib.h>

#define PERF_EVENT_PLACES 8 /* most monitors that one event is counted on */

/* One monitor. */
struct perf_event_place {
    unsigned block; /* the machine's number of it in a trace */
    unsigned pmu;   /* perf counts each PMU by itself and adds up, over its sockets first */
    int socket;
};

struct perf_event {
    struct perf_event_place places[PERF_EVENT_PLACES];
    unsigned n_places;
    gboolean fixed;   /* counted on the fixed counter; else on a general one with: */
    guint64 control;  /* what the control register holds beside its enable bit */
    double scale;     /* what is printed is the count times this */
    const char *unit; /* static; "" for a plain count */
};

enum perf_event_kind {
    PERF_EVENT_OURS,    /* the machine counts it */
    PERF_EVENT_OTHER,   /* not the hardware that is modelled: software events, the CPU's own counters */
    PERF_EVENT_REFUSED, /* of our hardware, but not understood; the error says why */
};

/*
 * Understands @name, as `perf stat` prints it, for the machine snbep with @config: a monitor's own events
 * ("uncore_imc_0/cas_count_read/"), terms ("uncore_imc_0/event=0x4,umask=0x3,thresh=2/",
 * "uncore_imc_0/config=0x304/"), all monitors ("uncore_imc/.../") and perf's list of events
 * ("unc_m_cas_count.rd").
 * @event and @error (HARNESS_ERROR_FAILED, one line) are set only for the kinds that they belong to.
 */
enum perf_event_kind perf_event_snbep(
    const struct snbep_config *config, const char *name, struct perf_event *event, GError **error);

#endif
