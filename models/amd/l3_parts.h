/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of an L3 whose traffic a counter counts: its slices, and the cores
 * that use it. Each event's traffic rotates: occurrence k, from 0, is in slice
 * k modulo the number of slices. Each round over the slices belongs to the next
 * CPU. CPU n is the first thread of core n, modulo the number of cores that the
 * control's fields can select.
 */
#ifndef PMULAB_MODELS_AMD_L3_PARTS_H
#define PMULAB_MODELS_AMD_L3_PARTS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a counter with control value @ctl counts @cpu's traffic in @slice. */
typedef bool amd_uncore_part_fn(uint64_t ctl, unsigned slice, unsigned cpu);

/* Family 17h, by masks. Below: from family 19h on, by numbers. */
bool l3_17h_part(uint64_t ctl, unsigned slice, unsigned cpu);
bool l3_part(uint64_t ctl, unsigned slice, unsigned cpu);

#define L3_17H_SLICES 4
#define L3_SLICES     8

/* Returns the number of an event's occurrences @from to @to - 1 in the parts
 * that @ctl selects by @part, in an L3 with @slices and @cpus. */
uint64_t amd_uncore_in_parts(amd_uncore_part_fn *part, unsigned slices, unsigned cpus, uint64_t ctl,
    uint64_t from, uint64_t to);

#endif
