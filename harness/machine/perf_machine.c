/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/proof/perf_machine.h"

#include "harness/base/error.h"
#include "harness/proof/epyc/access.h"
#include "harness/proof/kunpeng/event.h"
#include "harness/proof/kunpeng/rounds.h"
#include "harness/proof/perf_sample_match.h"
#include "harness/proof/power9/event.h"
#include "harness/proof/power9/measure.h"
#include "harness/proof/snbep/event.h"
#include "harness/truth/epyc/replay.h"
#include "harness/truth/kunpeng/replay.h"
#include "harness/truth/power9/replay.h"
#include "harness/truth/snbep/replay.h"

#include <string.h>

static struct truth *replay_snbep(const void *planned, const struct trace_record *records, gsize n)
{
    return truth_replay_snbep(planned, records, n);
}

static enum perf_event_kind event_snbep(
    const void *planned, const char *name, struct perf_event *event, GError **error)
{
    const struct snbep *m = planned;

    return perf_event_snbep(&m->config, name, event, error);
}

static struct truth *replay_power9(const void *planned, const struct trace_record *records, gsize n)
{
    return truth_replay_power9(planned, records, n);
}

static enum perf_event_kind event_power9(
    const void *planned, const char *name, struct perf_event *event, GError **error)
{
    return perf_event_power9(planned, name, event, error);
}

static struct truth *replay_epyc(const void *planned, const struct trace_record *records, gsize n)
{
    return truth_replay_epyc(planned, records, n);
}

/* Its registers take samples: what perf counts of them is a multiple of the period. */
static enum perf_event_kind event_epyc(
    const void *planned, const char *name, struct perf_event *event, GError **error)
{
    (void)planned;
    (void)event;
    if (!g_str_has_prefix(name, "ibs_op/") && !g_str_has_prefix(name, "ibs_fetch/"))
        return PERF_EVENT_OTHER;
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
        "%s takes samples; expected 'samples exact' instead of 'perf exact'", name);
    return PERF_EVENT_REFUSED;
}

static struct truth *replay_kunpeng(const void *planned, const struct trace_record *records, gsize n)
{
    return truth_replay_kunpeng(planned, records, n);
}

static enum perf_event_kind event_kunpeng(
    const void *planned, const char *name, struct perf_event *event, GError **error)
{
    const struct kunpeng *m = planned;

    return perf_event_kunpeng(&m->config, name, event, error);
}

static GPtrArray *measure_nothing(const struct measure_step *step)
{
    (void)step;
    return g_ptr_array_new();
}

static void access_epyc(const void *planned, const struct truth_sample *sample, struct perf_sample_text *text)
{
    const struct epyc *m = planned;

    perf_access_epyc(&m->config, sample, text);
}

static gboolean drops_epyc(const void *planned, const struct truth_sample *sample, enum perf_filter filter)
{
    const struct epyc *m = planned;

    return perf_drops_epyc(&m->config, sample, filter);
}

static const struct perf_machine machines[] = {
    {"snbep", &snbep_model, replay_snbep, event_snbep, measure_switched, NULL, NULL, NULL,
        "the driver never switched the event on in this step"},
    {"power9", &power9_model, replay_power9, event_power9, measure_power9, NULL, NULL, NULL,
        "the driver never read the event's word in this step"},
    {"epyc", &epyc_model, replay_epyc, event_epyc, measure_nothing, perf_sample_compare, access_epyc,
        drops_epyc, ""},
    {"kunpeng", &kunpeng_model, replay_kunpeng, event_kunpeng, measure_switched, perf_rounds_compare, NULL,
        NULL, "the driver never switched the event on in this step"},
};

const struct perf_machine *perf_machine_find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(machines); i++)
        if (!strcmp(machines[i].name, name))
            return &machines[i];
    return NULL;
}

gboolean perf_machine_filters(const char *name)
{
    const struct perf_machine *machine = perf_machine_find(name);

    return machine && machine->drops;
}
