/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle parses an event's name; the blocks of the trace give its
 * places. */
#include "harness/proof/kunpeng/event.h"

#include "harness/base/error.h"
#include "harness/truth/kunpeng/uncore.h"
#include "models/kunpeng/kunpeng_blocks.h"
#include "oracle/kunpeng/asked.h"

/* perf adds up all PMUs that match a name. */
static enum perf_event_kind uncore_event(
    const struct kunpeng_config *config, const char *name, struct perf_event *event, GError **error)
{
    const struct oracle_uncore_chip chip = truth_uncore_chip(config);
    struct oracle_uncore_ask ask;
    char why[ORACLE_WHY];

    switch (oracle_uncore_what_is_asked(&chip, name, &ask, why)) {
    case ORACLE_UNCORE_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_UNCORE_OTHER:
        return PERF_EVENT_OTHER;
    default:
        break;
    }
    G_STATIC_ASSERT(PERF_EVENT_PLACES >= ORACLE_UNCORE_BOXES);
    *event = (struct perf_event){
        .events = 1, .scale = 1, .unit = "", .n_places = ask.n, .control = ask.event};
    for (unsigned i = 0; i < ask.n; i++)
        event->places[i] = (struct perf_event_place){
            .block = truth_uncore_block(config, ask.places[i]), .pmu = ask.places[i]};
    return PERF_EVENT_OURS;
}

enum perf_event_kind perf_event_kunpeng(
    const struct kunpeng_config *config, const char *name, struct perf_event *event, GError **error)
{
    struct oracle_arm_ask ask = {0};
    char why[ORACLE_WHY];

    enum perf_event_kind kind = uncore_event(config, name, event, error);

    G_STATIC_ASSERT(PERF_EVENT_PLACES >= KUNPENG_MAX_CPUS);
    if (kind != PERF_EVENT_OTHER)
        return kind;
    switch (oracle_arm_what_is_asked(name, &ask, why)) {
    case ORACLE_ARM_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_ARM_OTHER:
        return PERF_EVENT_OTHER;
    default:
        break;
    }
    *event = (struct perf_event){.events = 1,
        .scale = 1,
        .unit = "",
        .n_places = config->cpus,
        .control = oracle_arm_selection(ask.event, ask.users, ask.kernel)};
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        event->places[cpu] =
            (struct perf_event_place){.block = kunpeng_block(KUNPENG_CPU, cpu), .of_cpu = cpu + 1};
    return PERF_EVENT_OURS;
}
