/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an event's name asks for is the oracle's to say; where it is counted follows from the trace's blocks.
 */
#include "harness/proof/snbep/event.h"

#include "harness/base/error.h"
#include "oracle/snbep/asked.h"

/* The monitors of @channel, or of all channels if it is negative, on all sockets. */
static void add_places(struct perf_event *event, const struct snbep_config *config, int channel)
{
    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned c = 0; c < ORACLE_CHANNELS; c++)
            if (channel < 0 || c == (unsigned)channel)
                event->places[event->n_places++] = (struct perf_event_place){
                    .block = s * SNBEP_N_BLOCKS + SNBEP_BLOCK_IMC0 + c, .pmu = c, .socket = (int)s};
}

enum perf_event_kind perf_event_snbep(
    const struct snbep_config *config, const char *name, struct perf_event *event, GError **error)
{
    struct oracle_asked asked;
    char why[ORACLE_WHY];

    *event = (struct perf_event){.events = 1, .scale = 1, .unit = ""};
    switch (oracle_what_is_asked(name, &asked, why)) {
    case ORACLE_REFUSED:
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_OTHER:
        return PERF_EVENT_OTHER;
    default:
        event->fixed = asked.ask.fixed;
        event->control = asked.control;
        event->scale = asked.scale;
        event->unit = asked.unit;
        add_places(event, config, asked.channel);
        return PERF_EVENT_OURS;
    }
}
