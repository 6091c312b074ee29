/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle what an event's name means, and what the scenario has of it. */
#include "harness/proof/snbep/injected.h"

#include "models/snbep/snbep.h"
#include "oracle/snbep/asked.h"
#include "oracle/snbep/machine.h"

gboolean perf_injected_snbep(const struct injected *what, guint64 *amount)
{
    unsigned socket = what->block / SNBEP_N_BLOCKS;
    unsigned channel = what->block % SNBEP_N_BLOCKS - SNBEP_BLOCK_IMC0;
    struct oracle_asked asked;
    char why[ORACLE_WHY];

    if (oracle_what_is_asked(what->event, &asked, why) != ORACLE_ASKED)
        return FALSE;
    if (what->counter == INJECTED_ALWAYS)
        *amount =
            oracle_machine_happens(what->truth->oracle, socket, channel, &asked.ask, what->from, what->to);
    else
        *amount = oracle_machine_injected(
            what->truth->oracle, socket, channel, what->counter, &asked.ask, what->from, what->to);
    return TRUE;
}
