/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time where QEMU's clock cannot be read, by what all CPUs have executed since it could. Under -icount CPUs
 * take turns, and the sum is of one moment.
 */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BEARINGS_H
#define PMULAB_QEMU_PLUGINS_COUNT_BEARINGS_H

#include <stdbool.h>
#include <stdint.h>

/* To be called where the clock can be read. @executed: instructions of all CPUs that have moved it. */
void bearings_take(uint64_t executed);

/* The time, ns, by the clock or by instructions. */
uint64_t bearings_time(uint64_t executed);

/* Where the clock can be read: holds it against the instructions, and takes bearings anew. */
void bearings_check(uint64_t executed);

/*
 * For tests, at QEMU's end: a line on standard error says how often the clock could be read while counting,
 * and where it differed from what the instructions said: by too much (CPUs slept, or instructions went
 * uncounted), or by too little, which sleep does not explain.
 */
void bearings_report(void);

#endif
