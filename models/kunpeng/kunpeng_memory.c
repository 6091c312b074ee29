/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches of a Kunpeng 920. */
#include "models/kunpeng/kunpeng_memory.h"

/* Xia et al., "Kunpeng 920: the first 7-nm chiplet-based 64-core ARM SoC for
 * cloud services", IEEE Micro 41(5): 64 KiB of L1 for data and for code, 512
 * KiB of L2 a core, 32 MiB of L3 for the 32 cores of a die. The ways and the
 * TLBs are this model's choice. All dies share one L3 here. The cycles are
 * unused. */
const struct memory_config kunpeng_memory = {
    .tables =
        {
            [MEMORY_TABLE_DTLB] = {32, 32},
            [MEMORY_TABLE_DTLB2] = {1024, 4},
            [MEMORY_TABLE_ITLB] = {32, 32},
            [MEMORY_TABLE_ITLB2] = {1024, 4},
            [MEMORY_TABLE_L1D] = {MEMORY_LINES(64), 4},
            [MEMORY_TABLE_L1I] = {MEMORY_LINES(64), 4},
            [MEMORY_TABLE_OP_CACHE] = {8, 8},
            [MEMORY_TABLE_L2] = {MEMORY_LINES(512), 8},
            [MEMORY_TABLE_L3] = {MEMORY_LINES(32768), 16},
        },
};
