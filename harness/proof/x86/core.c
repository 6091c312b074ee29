/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle for the meaning of an event's name, and for a CPU's amount of
 * it. */
#include "harness/proof/x86/core.h"

#include "harness/base/error.h"
#include "harness/truth/x86/replay.h"
#include "oracle/x86/asked.h"

enum perf_event_kind perf_event_x86(
    const struct x86_core_places *at, const char *name, struct perf_event *event, GError **error)
{
    char why[ORACLE_WHY];
    uint64_t selection;

    switch (oracle_x86_what_is_asked(&at->pmu, name, &selection, why)) {
    case ORACLE_X86_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_X86_OTHER:
        return PERF_EVENT_OTHER;
    default:
        break;
    }
    *event = (struct perf_event){.events = 1,
        .scale = 1,
        .unit = "",
        .n_places = MIN(at->cpus, PERF_EVENT_PLACES),
        .control = selection};
    for (unsigned cpu = 0; cpu < event->n_places; cpu++)
        event->places[cpu] = (struct perf_event_place){.block = at->block + cpu,
            .socket = (int)(cpu / MAX(at->cpus_per_socket, 1)),
            .of_cpu = cpu + 1};
    return PERF_EVENT_OURS;
}

gboolean perf_injected_x86(const struct injected *what, guint64 *amount)
{
    const struct x86_cores *cores = what->truth->cores;
    unsigned cpu = cores ? what->block - cores->block : 0;
    char why[ORACLE_WHY];
    uint64_t selection, sum;

    if (!cores || cpu >= cores->cpus || !what->until ||
        oracle_x86_what_is_asked(&cores->pmu, what->event, &selection, why) != ORACLE_X86_ASKED ||
        !oracle_x86_injected(
            &cores->cores[cpu], what->counter, selection, what->since, what->until, &sum))
        return FALSE;
    *amount = sum;
    return TRUE;
}
