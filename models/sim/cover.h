/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A map of the driver code that a guest executes. The program that starts QEMU
 * creates the file, with the address ranges that count. The plugin (cover=FILE)
 * maps it and fills in the rest, so readers can use it while the guest runs.
 * Numbers are in the host's byte order: both sides run on one machine.
 */
#ifndef PMULAB_MODELS_SIM_COVER_H
#define PMULAB_MODELS_SIM_COVER_H

#include <stdint.h>

#define COVER_MAGIC "PMULABC1"

enum { COVER_RANGES = 1024, COVER_BLOCKS = 1 << 18, COVER_EDGES = 1 << 20 };

/* Addresses of the guest from @from to before @to. */
struct cover_range {
    uint64_t from, to;
};

/* A block of code translated by QEMU: entering it counts all of it. */
struct cover_block {
    uint64_t start;
    uint32_t size; /* bytes */
    _Atomic uint32_t seen;
};

/* The file is sparse: unwritten pages use no memory. */
struct cover_map {
    char magic[8];
    uint32_t n_ranges;
    _Atomic uint32_t n_blocks;
    _Atomic uint32_t n_edges;
    _Atomic uint32_t lost_blocks, lost_edges; /* dropped, because the map was full */
    uint32_t unused;
    struct cover_range ranges[COVER_RANGES]; /* ascending, apart from each other */
    struct cover_block blocks[COVER_BLOCKS]; /* the first n_blocks */
    /* A hash table of edges: two blocks that a CPU entered consecutively,
     * ignoring code outside of the ranges. Their numbers are from 1 on, the
     * earlier in the upper half; 0: unused. */
    _Atomic uint64_t edges[COVER_EDGES];
};

#endif
