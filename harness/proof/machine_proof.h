/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's part in proving perf's figures: struct machine,
 * harness/machine/NAME.c. */
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

/* A step whose samples will be proved. */
struct perf_samples_step {
    const struct machine *machine;
    struct planned planned;
    const char *release; /* of the guest's Linux, or NULL */
    const struct truth *truth;
    /* if faults changed reads: the truth without these faults; else NULL */
    const struct truth *sound;
    gsize begin, end;           /* the step's begin and end marks, as record numbers */
    const char *text;           /* the step's output */
    const char *const *scripts; /* of this step and those before it, or NULL */
    unsigned n_scripts;
    enum perf_filter filter;
};

/* Whether @record, which may be TRUTH_NONE, is in the step. */
static inline gboolean perf_samples_within(const struct perf_samples_step *step, gsize record)
{
    return record != TRUTH_NONE && record > step->begin && record < step->end;
}

#define INJECTED_ALWAYS G_MAXUINT /* a counter that runs all the time */

/* The amount that the driver added, with one read, to the count of an event
 * that perf printed. */
struct injected {
    const struct truth *truth;
    const char *event; /* as perf prints it */
    unsigned block, counter;
    guint64 from, to;   /* ns: the read before, and this one */
    gsize since, until; /* their records; 0: they are not known */
    /* receives the reason for an unknown amount, a static phrase; may be
     * NULL */
    const char **why;
};

/* The reason for an event missing from all tables, compared by its address. Its
 * counter counts nothing, so a 0 is not the hardware's count. */
extern const char injected_unmodelled[];

/* Sets *what->why to it, and returns FALSE. */
gboolean injected_not_modelled(const struct injected *what);

/* A field of a register that lets the counters of a block in memory count. */
struct proof_gate {
    unsigned block; /* the register's */
    const char *reg, *field;
};

struct machine_proof {
    /* Replays the trace: the counts and samples that the hardware should have
     * delivered. */
    struct truth *(*replay)(struct planned planned, const struct trace_record *records, gsize n);
    /* With struct truth's interrupts: their lines, and the offset of the plan's
     * struct faults in the model. NULL: the hardware has no interrupts. */
    const struct truth_lines *lines;
    gsize faults;
    /* Understands an event as perf prints it. Sets @event and @error only for
     * their kinds. */
    enum perf_event_kind (*event)(
        struct planned planned, const char *name, struct perf_event *event, GError **error);
    /*
     * Optional: the driver's measurements in a step. Returns struct
     * measurement; free with g_ptr_array_unref(). Without it the machine counts
     * nothing for perf: event() never returns PERF_EVENT_OURS.
     */
    GPtrArray *(*measure)(const struct measure_step *step);
    const char *never; /* with measure(): the reason given for a figure without a measurement */
    /* Optional, for counters without a control register each: the field that
     * lets the counters of @block count. FALSE: none does. */
    gboolean (*gate)(unsigned block, struct proof_gate *gate);
    /*
     * Optional, the third hop: the number of the event's counts that the
     * scenario injected in that time while the counter ran. Returns FALSE if
     * the number is unknown. If it is unknown or this function is missing,
     * `expect perf exact` fails unless the scenario gives a reason.
     */
    gboolean (*injected)(const struct injected *what, guint64 *amount);
    /* With injected(): it accepts INJECTED_ALWAYS. */
    gboolean always;
    /* With injected(): perf_counted() can find the counters that any program
     * used. Each place of an event has separate counters, and a control
     * register switches them on. */
    gboolean counted;
    /* for any event, in each of its places; in addition to the event's fixed
     * counter */
    unsigned counters;
    /* Optional: compares the samples of a step and fills @out, whose array of
     * complaints already exists. Without it the machine has no samples to
     * prove. */
    void (*samples)(const struct perf_samples_step *step, struct perf_check_samples *out);
    /*
     * Optional, for a device that counts in rounds: the value that it had to
     * store in the step's last round known to the driver. @name selects the
     * value: "EVENT:CPU", in numbers. FALSE if there is none, or it is unknown.
     */
    gboolean (*round)(const struct perf_samples_step *step, const char *name, guint64 *value);
    /* For perf_sample_compare(): reads the samples in @text, as programs print
     * them. Free with perf_samples_free(). */
    struct perf_samples *(*parse)(const char *text);
    /* For perf_sample_compare(): fills in what `perf mem` prints of @sample,
     * all members after `cpu`. */
    void (*access)(const struct perf_samples_step *step, const struct truth_sample *sample,
        struct perf_sample_text *text);
    /*
     * For perf_sample_compare(): whether the driver drops @sample because
     * @filter excludes it. NULL: the driver drops nothing.
     */
    gboolean (*drops)(
        struct planned planned, const struct truth_sample *sample, enum perf_filter filter);
    /*
     * For perf_sample_compare(), optional: the third hop. Whether the step's
     * truth can derive sample number @sample from the executed instructions. If
     * @printed differs from the derived sample, sets *@why to a new string,
     * else to NULL.
     */
    gboolean (*happened)(const struct perf_samples_step *step, guint sample,
        const struct perf_sample_text *printed, char **why);
};

#endif
