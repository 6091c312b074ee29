/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle parses an event's name; the blocks of the trace give its
 * places. */
#include "harness/proof/epyc/event.h"

#include "harness/base/error.h"
#include "harness/truth/epyc/replay.h"
#include "oracle/epyc/uncore_asked.h"

/* The blocks in which each kind is counted. */
static const enum epyc_block_kind blocks[ORACLE_AMD_UNCORE_KINDS] = {[ORACLE_UMC] = EPYC_UMC,
    [ORACLE_L3_ZEN1] = EPYC_L3,
    [ORACLE_L3_ZEN3] = EPYC_L3,
    [ORACLE_L3_ZEN4] = EPYC_L3,
    [ORACLE_DF_ZEN1] = EPYC_DF,
    [ORACLE_DF_ZEN4] = EPYC_DF};

/* Linux numbers the PMUs of memory controllers consecutively over all sockets.
 * Other kinds have one PMU, which one CPU of each socket reads. */
static void add_places(struct perf_event *event, const struct epyc_config *config,
    const struct oracle_amd_uncore_asked *asked)
{
    enum epyc_block_kind kind = blocks[asked->kind];
    unsigned n = epyc_uncore_blocks(config, kind), slots = 1;
    enum amd_uncore_kind uncore;
    bool single = oracle_amd_uncore_rows[asked->kind].single;

    epyc_uncore_kind(epyc_block(kind, config->variant, 0), &uncore, &slots);
    for (unsigned i = 0; i < config->sockets * n; i++)
        if (asked->pmu < 0 || (!single && (unsigned)asked->pmu == i))
            event->places[event->n_places++] = (struct perf_event_place){
                .block = epyc_block(kind, config->variant, i / n * slots + i % n),
                .pmu = single ? 0 : i,
                .socket = (int)(i / n)};
}

static enum perf_event_kind refuse(const char *name, const char *why, GError **error)
{
    error_failed(error, "event '%s': %s", name, why);
    return PERF_EVENT_REFUSED;
}

enum perf_event_kind perf_event_epyc(
    const struct epyc_config *config, const char *name, struct perf_event *event, GError **error)
{
    struct oracle_amd_uncore_asked asked;
    char why[ORACLE_WHY];

    if (g_str_has_prefix(name, "ibs_op/") || g_str_has_prefix(name, "ibs_fetch/"))
        return refuse(
            name, "it takes samples; expected 'samples exact' instead of 'perf exact'", error);
    switch (oracle_amd_uncore_what_is_asked((enum oracle_part)config->variant, name, &asked, why)) {
    case ORACLE_AMD_UNCORE_REFUSED:
        return refuse(name, why, error);
    case ORACLE_AMD_UNCORE_OTHER:
        return PERF_EVENT_OTHER;
    default:
        *event = (struct perf_event){.events = 1,
            .scale = 1,
            .unit = "",
            .control = asked.control,
            .counters = oracle_amd_uncore_rows[asked.kind].counters};
        add_places(event, config, &asked);
        return event->n_places ? PERF_EVENT_OURS : refuse(name, "there is no such block", error);
    }
}

/* A mask that no stream of an event has also counts nothing on silicon. */
static gboolean is_modelled(const struct oracle_amd_uncore_asked *asked)
{
    const struct oracle_amd_uncore_stream *stream = oracle_amd_uncore_streams[asked->kind];

    while (stream->name && stream->code != asked->ask.code)
        stream++;
    return stream->name != NULL;
}

gboolean perf_injected_epyc(const struct injected *what, guint64 *amount)
{
    const struct epyc_happened *happened = what->truth->oracle;
    const struct oracle_amd_uncore_box *box =
        oracle_amd_uncore_box(happened->uncore, truth_amd_uncore_block(what->block));
    struct oracle_amd_uncore_asked asked;
    char why[ORACLE_WHY];

    if (!box || oracle_amd_uncore_what_is_asked(
                    happened->hardware.part, what->event, &asked, why) != ORACLE_AMD_UNCORE_ASKED)
        return FALSE;
    if (!is_modelled(&asked))
        return injected_not_modelled(what);
    if (what->counter == INJECTED_ALWAYS)
        *amount = oracle_amd_uncore_happens(box, &asked.ask, what->from, what->to);
    else
        *amount = oracle_amd_uncore_injected(box, what->counter, &asked.ask, what->from, what->to);
    return TRUE;
}
