/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle for the meaning of an event's name, and for its amount in a
 * counter. */
#include "harness/proof/board/event.h"

#include "harness/base/error.h"
#include "oracle/board/machine.h"

enum perf_event_kind perf_event_board(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    const struct oracle_board_plan *plan = planned.oracle;
    char why[ORACLE_WHY];
    unsigned pmu;
    guint64 code;

    switch (oracle_board_what_is_asked(&plan->manual, name, &pmu, &code, why)) {
    case ORACLE_BOARD_REFUSED:
        error_failed(error, "event '%s': %s", name, why);
        return PERF_EVENT_REFUSED;
    case ORACLE_BOARD_OTHER:
        return PERF_EVENT_OTHER;
    default:
        break;
    }
    *event =
        (struct perf_event){.events = 1, .scale = 1, .unit = "", .n_places = 1, .control = code};
    event->places[0] = (struct perf_event_place){.block = pmu, .pmu = pmu};
    return PERF_EVENT_OURS;
}

gboolean perf_injected_board(const struct injected *what, guint64 *amount)
{
    const struct oracle_board *m = what->truth->oracle;
    char why[ORACLE_WHY];
    unsigned pmu;
    guint64 code;

    if (oracle_board_what_is_asked(&m->plan.manual, what->event, &pmu, &code, why) !=
            ORACLE_BOARD_ASKED ||
        pmu != what->block)
        return FALSE;
    /* A 0 of an event that is not known is not the hardware's. */
    if (!oracle_pmu_knows(&m->pmus[pmu], code))
        return injected_not_modelled(what);
    *amount = oracle_pmu_injected(&m->pmus[pmu], what->counter, code, what->from, what->to);
    return TRUE;
}
