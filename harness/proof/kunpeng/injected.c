/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle what an event's name means, and what a CPU has of it. */
#include "harness/proof/kunpeng/injected.h"

#include "models/kunpeng/kunpeng_blocks.h"
#include "oracle/kunpeng/asked.h"
#include "oracle/kunpeng/machine.h"

gboolean perf_injected_kunpeng(const struct injected *what, guint64 *amount)
{
    const struct oracle_arm *core =
        oracle_kunpeng_core(what->truth->oracle, kunpeng_block_index(what->block));
    struct oracle_arm_ask ask = {0};
    char why[ORACLE_WHY];
    uint64_t sum;

    if (!core || oracle_arm_what_is_asked(what->event, &ask, why) != ORACLE_ARM_ASKED ||
        !oracle_arm_injected(core, what->counter, &ask, what->from, what->to, &sum))
        return FALSE;
    *amount = sum;
    return TRUE;
}
