/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle for the meaning of an event's name, and for its amount on a
 * CPU or an uncore PMU. */
#include "harness/proof/kunpeng/injected.h"

#include "harness/truth/kunpeng/uncore.h"
#include "models/kunpeng/kunpeng_blocks.h"
#include "oracle/kunpeng/asked.h"
#include "oracle/kunpeng/machine.h"

static gboolean injected_uncore(
    const struct injected *what, const struct oracle_uncore_chip *chip, guint64 *amount)
{
    const struct oracle_uncore *box =
        oracle_kunpeng_box(what->truth->oracle, truth_uncore_number(chip, what->block));
    struct oracle_uncore_ask ask;
    char why[ORACLE_WHY];

    if (!box || oracle_uncore_what_is_asked(chip, what->event, &ask, why) != ORACLE_UNCORE_ASKED)
        return FALSE;
    *amount =
        oracle_uncore_injected(box, what->counter, ask.event, ask.config1, what->from, what->to);
    /* Traffic may name an event by a number that no list has. */
    if (!*amount && !oracle_uncore_has_event(box->family, box->version, ask.event))
        return injected_not_modelled(what);
    return TRUE;
}

gboolean perf_injected_kunpeng(const struct injected *what, guint64 *amount)
{
    const struct oracle_uncore_chip chip = oracle_kunpeng_chip(what->truth->oracle);
    const struct oracle_arm *core =
        oracle_kunpeng_core(what->truth->oracle, kunpeng_block_index(what->block));
    struct oracle_arm_ask ask = {0};
    char why[ORACLE_WHY];
    uint64_t sum;

    if (truth_uncore_number(&chip, what->block) != TRUTH_NO_BOX)
        return injected_uncore(what, &chip, amount);
    if (!core || oracle_arm_what_is_asked(what->event, &ask, why) != ORACLE_ARM_ASKED ||
        !oracle_arm_injected(core, what->counter, &ask, what->from, what->to, &sum))
        return FALSE;
    if (!oracle_kunpeng_counts(what->truth->oracle, ask.event))
        return injected_not_modelled(what);
    *amount = sum;
    return TRUE;
}
