/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a machine brings to the proof of what perf prints: a row each in perf_machine.c. */
#ifndef PMULAB_HARNESS_PROOF_PERF_MACHINE_H
#define PMULAB_HARNESS_PROOF_PERF_MACHINE_H

#include "harness/proof/perf_event.h"
#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_measure.h"
#include "harness/proof/perf_samples.h"
#include "harness/truth/truth.h"
#include "models/machine.h"

#include <glib.h>

struct perf_check_samples;

/* A step whose samples are to be proved. */
struct perf_samples_step {
    const struct perf_machine *machine;
    const void *planned; /* as in struct perf_check_run */
    const struct truth *truth;
    gsize begin, end; /* records of its marks */
    const char *text; /* what it printed */
    enum perf_filter filter;
};

struct perf_machine {
    const char *name; /* "snbep" */
    const struct machine_model *model;
    /* What the hardware should have given; @planned as in struct perf_check_run. */
    struct truth *(*replay)(const void *planned, const struct trace_record *records, gsize n);
    /* Understands an event as perf prints it. @event and @error are set only for the kinds that they belong
     * to. */
    enum perf_event_kind (*event)(
        const void *planned, const char *name, struct perf_event *event, GError **error);
    /* What the driver measured in a step. Returns struct measurement, which g_ptr_array_unref() frees. */
    GPtrArray *(*measure)(const struct measure_step *step);
    /* Optional: fills @out, whose array of complaints is there, with what became of a step's samples. Without
     * it there are none to be proved. */
    void (*samples)(const struct perf_samples_step *step, struct perf_check_samples *out);
    /* For perf_sample_compare(): what `perf mem` prints of @sample, all members behind `cpu`. */
    void (*access)(const void *planned, const struct truth_sample *sample, struct perf_sample_text *text);
    /* Likewise: whether the driver took @sample without handing it on, since it is not of @filter. */
    gboolean (*drops)(const void *planned, const struct truth_sample *sample, enum perf_filter filter);
    const char *never; /* what to say of a figure for which it measured nothing */
};

/* Whether the driver of the machine called @name may drop what it has taken. */
gboolean perf_machine_filters(const char *name);

/* The machine called @name, or NULL: there is no proof for it. */
const struct perf_machine *perf_machine_find(const char *name);

#endif
