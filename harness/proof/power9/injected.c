/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle for the meaning of an event's name, and for its amount in the
 * scenario. */
#include "harness/proof/power9/injected.h"

#include "harness/truth/power9/replay.h"
#include "oracle/power9/asked.h"

gboolean perf_injected_power9(const struct injected *what, guint64 *amount)
{
    const struct oracle_p9_plan *plan = oracle_p9_plan_of(what->truth->oracle);
    struct oracle_p9_asked asked;
    struct oracle_p9_place place;
    char why[ORACLE_WHY];

    if (oracle_p9_what_is_asked(&plan->catalogue, what->event, &asked, why) != ORACLE_P9_ASKED ||
        !truth_place_power9(what->block, asked.offset, &place))
        return FALSE;
    if (!oracle_p9_counts_at(what->truth->oracle, &place))
        return injected_not_modelled(what);
    *amount = oracle_p9_injected(what->truth->oracle, &place, what->from, what->to);
    return TRUE;
}
