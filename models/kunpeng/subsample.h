/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A subsample: a PMCU's stored data of one round. Its blocks are two samples of
 * context IDs, 32 bits per CPU; the counts of each event, 64 bits; and, except
 * in compatibility mode, the cycle counts. Each block has a place for every CPU
 * that fits the die, the first CPUs of all clusters before the second ones.
 * Words are little-endian. Source: the posted driver and decoder; the dump of
 * the slides agrees in all 18 offsets.
 */
#ifndef PMULAB_MODELS_KUNPENG_SUBSAMPLE_H
#define PMULAB_MODELS_KUNPENG_SUBSAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#define SUBSAMPLE_CLUSTER      8 /* CPUs per cluster */
#define SUBSAMPLE_MAX_CLUSTERS 8
#define SUBSAMPLE_MAX_EVENTS   8
#define SUBSAMPLE_MAX_SLOTS    (SUBSAMPLE_CLUSTER * SUBSAMPLE_MAX_CLUSTERS)
#define SUBSAMPLE_MAX          (SUBSAMPLE_MAX_SLOTS * 8 * (SUBSAMPLE_MAX_EVENTS + 2))

struct subsample_layout {
    unsigned clusters, events;
    bool cycles; /* has the block of cycle counts */
};

/* Returns the size of all blocks together in bytes. */
uint32_t subsample_size(const struct subsample_layout *layout);

/* Returns the place in a block of @slot, a CPU's number on its die. */
unsigned subsample_place(const struct subsample_layout *layout, unsigned slot);

/* Return the byte offset of a value of @slot: context ID @which (0 or 1), event
 * 0 to events - 1, the cycle count. */
uint32_t subsample_context(const struct subsample_layout *layout, unsigned which, unsigned slot);
uint32_t subsample_event(const struct subsample_layout *layout, unsigned event, unsigned slot);
uint32_t subsample_cycles(const struct subsample_layout *layout, unsigned slot);

#endif
