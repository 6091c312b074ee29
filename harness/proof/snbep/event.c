/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle parses an event's name; the blocks of the trace give its
 * places. */
#include "harness/proof/snbep/event.h"

#include "harness/base/error.h"
#include "oracle/snbep/asked.h"

/* Adds the monitors of @asked, on all sockets. */
static void add_places(
    struct perf_event *event, const struct snbep_config *config, const struct oracle_asked *asked)
{
    const struct snbep_variant *model = snbep_variant_of(config);
    const struct oracle_variant *variant = oracle_variant_named(model->name);
    unsigned socket;

    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned i = 0; i < model->n_boxes; i++) {
            int box = oracle_box_named(variant, model->boxes[i].name, &socket);
            const struct oracle_place *p = box < 0 ? NULL : &variant->boxes[box];

            if (p && p->kind == asked->kind &&
                (asked->index < 0 || p->index == (unsigned)asked->index))
                event->places[event->n_places++] = (struct perf_event_place){
                    .block = snbep_box_block(model, s, i), .pmu = p->index, .socket = (int)s};
        }
}

enum perf_event_kind perf_event_snbep(
    const struct snbep_config *config, const char *name, struct perf_event *event, GError **error)
{
    const struct oracle_variant *variant = oracle_variant_named(snbep_variant_of(config)->name);
    struct oracle_asked asked;
    char why[ORACLE_WHY];

    *event = (struct perf_event){.events = 1, .scale = 1, .unit = ""};
    switch (oracle_what_is_asked(variant, name, &asked, why)) {
    case ORACLE_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_OTHER:
        return PERF_EVENT_OTHER;
    default:
        event->fixed = asked.ask.fixed;
        event->control = asked.control;
        event->unplayed = asked.kind != variant->boxes[0].kind; /* not a memory channel */
        event->scale = asked.scale;
        event->unit = asked.unit;
        add_places(event, config, &asked);
        return PERF_EVENT_OURS;
    }
}
