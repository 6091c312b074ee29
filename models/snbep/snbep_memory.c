/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and the branch predictor of a Xeon E5-2600. */
#include "models/snbep/snbep_memory.h"

/* Intel 64 and IA-32 Architectures Optimization Reference Manual, "Intel
 * microarchitecture code name Sandy Bridge": tables of caches and TLBs; a
 * last-level cache of eight slices, 2.5 MiB and 20 ways each. The cycles are
 * unused. */
const struct memory_config snbep_memory = {
    .tables =
        {
            [MEMORY_TABLE_DTLB] = {64, 4},
            [MEMORY_TABLE_DTLB2] = {512, 4},
            [MEMORY_TABLE_ITLB] = {128, 4},
            [MEMORY_TABLE_ITLB2] = {512, 4},
            [MEMORY_TABLE_L1D] = {MEMORY_LINES(32), 8},
            [MEMORY_TABLE_L1I] = {MEMORY_LINES(32), 8},
            [MEMORY_TABLE_OP_CACHE] = {256, 8},
            [MEMORY_TABLE_L2] = {MEMORY_LINES(256), 8},
            [MEMORY_TABLE_L3] = {MEMORY_LINES(20480), 20},
        },
};

/* Round figures, except the 16 return addresses (the same manual): Intel does
 * not publish the predictor's size. */
const struct predictor_shape snbep_predictor = {4096, 4096, 16};
