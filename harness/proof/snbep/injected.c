/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle for the meaning of an event's name, and for its amount in the
 * scenario. */
#include "harness/proof/snbep/injected.h"

#include "models/snbep/snbep.h"
#include "oracle/snbep/asked.h"
#include "oracle/snbep/machine.h"

/* A free-running counter has an event of its monitor. The manual's event 0
 * counts nothing. */
static gboolean is_modelled(const struct oracle_asked *asked)
{
    const struct oracle_kind *kind = asked->kind->part ? asked->kind->part : asked->kind;

    return asked->ask.fixed || !asked->ask.code || oracle_event_coded(kind, asked->ask.code) >= 0;
}

gboolean perf_injected_snbep(const struct injected *what, guint64 *amount)
{
    const struct oracle_variant *variant;
    struct snbep_block block;
    struct oracle_asked asked;
    char why[ORACLE_WHY];
    unsigned socket;
    int box;

    if (!snbep_block_find(what->block, &block) || !block.place)
        return FALSE;
    variant = oracle_variant_named(block.variant->name);
    box = oracle_box_named(variant, block.place->name, &socket);
    if (box < 0 || oracle_what_is_asked(variant, what->event, &asked, why) != ORACLE_ASKED)
        return FALSE;
    if (!is_modelled(&asked))
        return injected_not_modelled(what);
    if (what->counter == INJECTED_ALWAYS)
        *amount = oracle_machine_happens(
            what->truth->oracle, block.socket, (unsigned)box, &asked.ask, what->from, what->to);
    else
        *amount = oracle_machine_injected(what->truth->oracle, block.socket, (unsigned)box,
            what->counter, &asked.ask, what->from, what->to);
    return TRUE;
}
