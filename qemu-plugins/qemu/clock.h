/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual time and deadlines. The plugin API has neither a clock nor a timer,
 * but QEMU's binary exports its own (QEMU_CLOCK). Their names and signatures
 * have been stable for ten years. Without them time is the host's, no deadline
 * ever expires, and the clock can be read everywhere.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_CLOCK_H
#define PMULAB_QEMU_PLUGINS_QEMU_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Call at installation: uses QEMU's clock, or the host's from now on. */
void clock_init(void);

/* Whether clock_now() may be called from an instruction's callback. Under
 * -icount QEMU counts instructions by the block, and exits ("Bad icount read")
 * if the clock is read before a block's last instruction. */
bool clock_readable(bool last_in_block);

/* Returns how far (ns) @instructions move the clock. Only where
 * clock_readable(false) is false. */
uint64_t clock_of_instructions(uint64_t instructions);

/* Returns virtual time, ns since the machine started. */
uint64_t clock_now(void);

/* Returns the guest's real-time clock, s since 1970: the option -rtc. May be
 * called in the same places as clock_now(). Returns the host's date if this
 * QEMU lacks QEMU_DATE. */
uint64_t clock_date(void);

/*
 * Calls @expired at virtual time @when (ns) or soon after, in the context of
 * CPU 0, where guest memory is accessible, even if the CPUs idle. A later call
 * replaces an earlier one; SIM_NEVER cancels it. Do not call it before the
 * first block is translated: QEMU's timers do not exist yet.
 */
void clock_set_deadline(uint64_t when, void (*expired)(void *data), void *data);

/* Calls @work with @data in the context of @cpu as soon as that is between two
 * blocks, where the clock can be read; at once if it idles or is stopped. From
 * any thread; only if this QEMU has QEMU_CLOCK. */
void clock_run_soon(unsigned cpu, void (*work)(void *data), void *data);

/* Returns when QEMU's main loop has finished its current work. From a vCPU's
 * context, without the arbiter. */
void clock_settle(void);

#endif
