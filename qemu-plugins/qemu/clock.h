/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual time and deadlines. The plugin API has neither a clock to read nor a timer, but QEMU's binary
 * exports its own (QEMU_CLOCK), under names and signatures that have stood for ten years. Without them time
 * is the host's, no deadline ever comes, and the clock can be read everywhere.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_CLOCK_H
#define PMULAB_QEMU_PLUGINS_QEMU_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* At installation: takes QEMU's clock, or the host's from now on. */
void clock_init(void);

/*
 * Whether clock_now() may be called from an instruction's callback. Under -icount QEMU counts instructions a
 * block at a time and ends the process ("Bad icount read") when the clock is read before a block's last
 * instruction.
 */
bool clock_readable(bool last_in_block);

/* By how much the clock moves with @instructions, ns. Only where clock_readable(false) says no. */
uint64_t clock_of_instructions(uint64_t instructions);

/* Virtual time, ns since the machine started. */
uint64_t clock_now(void);

/* What the guest's real-time clock reads, s since 1970: the option -rtc. Where clock_now() may be called. The
 * host's date where this QEMU lacks QEMU_DATE. */
uint64_t clock_date(void);

/*
 * Has @expired called at virtual time @when (ns) or soon after, in the context of CPU 0, where guest memory
 * can be reached, whether the CPUs idle or not. A later call replaces an earlier one; SIM_NEVER takes it
 * back. Not to be called before the first block is translated: QEMU's timers are not there yet.
 */
void clock_set_deadline(uint64_t when, void (*expired)(void *data), void *data);

/*
 * Has @work called with @data on @cpu, the one that we run on, as soon as it is between two blocks, where the
 * clock can be read. Only where clock_readable(false) says no.
 */
void clock_run_soon(unsigned cpu, void (*work)(void *data), void *data);

/*
 * Returns when QEMU's main loop has done with what it is just doing. From a vCPU's context, without the
 * arbiter.
 */
void clock_settle(void);

#endif
