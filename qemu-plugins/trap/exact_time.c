/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Restarts an instruction as a block by itself, so that it can read the
 * clock. */
#include "qemu-plugins/trap/exact_time.h"

#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_api.h"

bool exact_time(unsigned cpu, uint64_t pc, bool (*keeps)(unsigned cpu, enum special kind))
{
    /* A counting block that is left here would count as executed. */
    const bool counting = blocks_counting(), alone = special_asked(SPECIAL_SINGLE, cpu);

    if (!alone && !counting && !clock_readable(false)) {
        special_ask(SPECIAL_SINGLE, cpu, true);
        if (special_asked(SPECIAL_SINGLE, cpu))
            qemu_plugin_set_pc(pc); /* does not return */
    }
    if (alone && !(keeps && keeps(cpu, SPECIAL_SINGLE)))
        special_ask(SPECIAL_SINGLE, cpu, false);
    return clock_readable(alone && !counting);
}
