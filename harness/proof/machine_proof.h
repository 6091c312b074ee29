/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a machine brings to the proof of what perf prints: struct machine, harness/machine/NAME.c. */
#ifndef PMULAB_HARNESS_PROOF_MACHINE_PROOF_H
#define PMULAB_HARNESS_PROOF_MACHINE_PROOF_H

#include "harness/hardware/machine.h"
#include "harness/hardware/planned.h"
#include "harness/proof/perf_event.h"
#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_measure.h"
#include "harness/proof/perf_result.h"
#include "harness/proof/perf_samples.h"
#include "harness/truth/truth.h"

#include <glib.h>

/* A step whose samples are to be proved. */
struct perf_samples_step {
    const struct machine *machine;
    struct planned planned;
    const struct truth *truth;
    gsize begin, end; /* records of its marks */
    const char *text; /* what it printed */
    enum perf_filter filter;
};

struct machine_proof {
    /* What the hardware should have given. */
    struct truth *(*replay)(struct planned planned, const struct trace_record *records, gsize n);
    /* Understands an event as perf prints it. @event and @error are set only for the kinds that they belong
     * to. */
    enum perf_event_kind (*event)(
        struct planned planned, const char *name, struct perf_event *event, GError **error);
    /* Optional: what the driver measured in a step. Returns struct measurement, which g_ptr_array_unref()
     * frees. Without it the machine counts nothing for perf: event() finds no event that is ours. */
    GPtrArray *(*measure)(const struct measure_step *step);
    const char *never; /* with measure(): what to say of a figure for which it measured nothing */
    /* Optional: fills @out, whose array of complaints is there, with what became of a step's samples. Without
     * it there are none to be proved. */
    void (*samples)(const struct perf_samples_step *step, struct perf_check_samples *out);
    /* For perf_sample_compare(): what `perf mem` prints of @sample, all members behind `cpu`. */
    void (*access)(struct planned planned, const struct truth_sample *sample, struct perf_sample_text *text);
    /* Likewise: whether the driver took @sample without handing it on, since it is not of @filter. NULL: the
     * driver drops nothing. */
    gboolean (*drops)(struct planned planned, const struct truth_sample *sample, enum perf_filter filter);
};

#endif
