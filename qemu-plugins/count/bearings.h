/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time while QEMU's clock cannot be read: the last reading plus what all CPUs have executed since. Under
 * -icount CPUs take turns, so the sum belongs to one moment. */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BEARINGS_H
#define PMULAB_QEMU_PLUGINS_COUNT_BEARINGS_H

#include <stdbool.h>
#include <stdint.h>

/* Takes a reading; call it where the clock can be read. @executed: all CPUs' instructions that have moved
 * it. */
void bearings_take(uint64_t executed);

/* Returns the time, ns, by the clock or by instructions. */
uint64_t bearings_time(uint64_t executed);

/* Where the clock can be read: compares it with the instructions, and takes a new reading. */
void bearings_check(uint64_t executed);

/*
 * For tests, at QEMU's end: a line on standard error says how often the clock could be read while counting,
 * and where it differed from the instructions' time. Too much means that CPUs slept or instructions went
 * uncounted; too little cannot come from sleep.
 */
void bearings_report(void);

#endif
