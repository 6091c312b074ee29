/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time while QEMU's clock cannot be read: the last reading plus the
 * instructions that all CPUs have executed since. Under -icount CPUs take
 * turns, so their sum is consistent. */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_INSN_CLOCK_H
#define PMULAB_QEMU_PLUGINS_COUNT_INSN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Takes a reading; call it when the clock can be read. @executed: all CPUs'
 * instructions that have moved it. */
void insn_clock_take(uint64_t executed);

/* Returns the time, ns, by the clock or by instructions. */
uint64_t insn_clock_time(uint64_t executed);

/* When the clock can be read: compares it with the instructions, and takes a
 * new reading. */
void insn_clock_check(uint64_t executed);

/*
 * For tests, at QEMU's end: prints a line on standard error with the number of
 * possible readings while counting, and the differences from the instructions'
 * time. If the clock is ahead, CPUs slept or instructions were not counted;
 * sleep cannot make it late.
 */
void insn_clock_report(void);

#endif
