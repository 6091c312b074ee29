/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A subsample: what a PMCU stores of one round. Blocks follow each other: two samples of context IDs, 32 bits
 * a CPU; the counts of each event, 64 bits; and the cycle counts, but for compatibility mode. Each has a
 * place for every CPU that the die has room for, the first CPUs of all clusters before the second ones. Words
 * are little-endian. Source: the posted driver and decoder; the dump of the slides agrees in all 18 offsets.
 */
#ifndef PMULAB_MODELS_KUNPENG_SUBSAMPLE_H
#define PMULAB_MODELS_KUNPENG_SUBSAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#define SUBSAMPLE_CLUSTER      8 /* CPUs of a cluster */
#define SUBSAMPLE_MAX_CLUSTERS 8
#define SUBSAMPLE_MAX_EVENTS   8
#define SUBSAMPLE_MAX_SLOTS    (SUBSAMPLE_CLUSTER * SUBSAMPLE_MAX_CLUSTERS)
#define SUBSAMPLE_MAX          (SUBSAMPLE_MAX_SLOTS * 8 * (SUBSAMPLE_MAX_EVENTS + 2))

struct subsample_layout {
    unsigned clusters, events;
    bool cycles; /* there is the block of cycle counts */
};

/* Bytes of all blocks together. */
uint32_t subsample_size(const struct subsample_layout *layout);

/* The place in a block of @slot, a CPU's number on its die. */
unsigned subsample_place(const struct subsample_layout *layout, unsigned slot);

/* Offsets of what a subsample has of @slot: context ID 0 or 1, event 0 to events - 1, the cycle count. */
uint32_t subsample_context(const struct subsample_layout *layout, unsigned which, unsigned slot);
uint32_t subsample_event(const struct subsample_layout *layout, unsigned event, unsigned slot);
uint32_t subsample_cycles(const struct subsample_layout *layout, unsigned slot);

#endif
