/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls QEMU's functions for an expired EL2 timer: they read the registers and
 * set the timer again. */
#include "qemu-plugins/qemu/arm_timers.h"

#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/qemu_private.h"

void arm_timers_resume(void)
{
    bool took;
    void *cpu;

    if (!qemu_private_has(QEMU_TIMERS))
        return;
    took = big_lock_take();
    for (int i = 0; (cpu = qemu_private.qemu_get_cpu(i)); i++) {
        qemu_private.arm_gt_htimer_cb(cpu);
        qemu_private.arm_gt_hvtimer_cb(cpu);
    }
    if (took)
        big_lock_give();
}
