/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle parses an event's name; the blocks of the trace give its
 * places. */
#include "harness/proof/power9/event.h"

#include "harness/base/error.h"
#include "models/power9/power9_blocks.h"
#include "oracle/power9/asked.h"

/* Adds @n blocks of @kind, the same number for each chip. */
static void add_places(
    struct perf_event *event, unsigned pmu, enum p9_block_kind kind, unsigned n, unsigned sockets)
{
    G_STATIC_ASSERT(PERF_EVENT_PLACES >= P9_MAX_CPUS);
    for (unsigned i = 0; i < n; i++)
        event->places[event->n_places++] = (struct perf_event_place){
            .block = p9_block(kind, i), .pmu = pmu, .socket = (int)(i * sockets / n)};
}

enum perf_event_kind perf_event_power9(const struct p9_config *config,
    const struct oracle_p9_plan *plan, const char *name, struct perf_event *event, GError **error)
{
    struct oracle_p9_asked asked;
    char why[ORACLE_WHY];

    *event = (struct perf_event){.unit = ""};
    switch (oracle_p9_what_is_asked(&plan->catalogue, name, &asked, why)) {
    case ORACLE_P9_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_P9_OTHER:
        return PERF_EVENT_OTHER;
    default:
        break;
    }
    event->control = asked.offset;
    event->scale = asked.scale;
    event->events = asked.divisor;
    event->unit = asked.unit;
    switch (plan->catalogue.pmus[asked.pmu].type) {
    case ORACLE_P9_NEST:
        add_places(event, asked.pmu, P9_CHIP_MEMORY, config->sockets, config->sockets);
        break;
    case ORACLE_P9_CORES:
        add_places(
            event, asked.pmu, P9_CORE_MEMORY, config->cpus / config->threads, config->sockets);
        break;
    default:
        add_places(event, asked.pmu, P9_THREAD_MEMORY, config->cpus, config->sockets);
        break;
    }
    return PERF_EVENT_OURS;
}
