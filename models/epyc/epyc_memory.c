/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and TLBs of each generation. */
#include "models/epyc/epyc_memory.h"

#include <assert.h>

/* dtlb, dtlb2, itlb, itlb2, l1d, l1i, op cache, l2, l3: entries and ways */
#define DELAYS(l2, l3, peer, dram)                                                                 \
    .cycles = {0, 4, (l2), (l3), (peer), 2 * (peer), (dram), 600}, .refill = {0, 7, 36}

/* Geometries are from AMD's software optimization guides where available; Zen6
 * has Zen5's. Cycles are round figures close to measurements of such parts. */
static const struct memory_config defaults[IBS_N_VARIANTS] = {
    [IBS_FAM10H] =
        {.tables = {{48, 48}, {512, 4}, {32, 32}, {512, 4}, {MEMORY_LINES(64), 2},
             {MEMORY_LINES(64), 2}, {8, 8}, {MEMORY_LINES(512), 16}, {MEMORY_LINES(2048), 32}},
            DELAYS(15, 50, 100, 250)},
    [IBS_ZEN1] =
        {.tables = {{64, 64}, {1536, 12}, {64, 64}, {512, 8}, {MEMORY_LINES(32), 8},
             {MEMORY_LINES(64), 4}, {256, 8}, {MEMORY_LINES(512), 8}, {MEMORY_LINES(8192), 16}},
            DELAYS(12, 39, 110, 300)},
    [IBS_ZEN2] =
        {.tables = {{64, 64}, {2048, 16}, {64, 64}, {512, 8}, {MEMORY_LINES(32), 8},
             {MEMORY_LINES(32), 8}, {512, 8}, {MEMORY_LINES(512), 8}, {MEMORY_LINES(16384), 16}},
            DELAYS(12, 39, 110, 300)},
    [IBS_ZEN3] =
        {.tables = {{64, 64}, {2048, 16}, {64, 64}, {512, 8}, {MEMORY_LINES(32), 8},
             {MEMORY_LINES(32), 8}, {512, 8}, {MEMORY_LINES(512), 8}, {MEMORY_LINES(32768), 16}},
            DELAYS(12, 46, 120, 320)},
    [IBS_ZEN4] =
        {.tables = {{72, 72}, {3072, 24}, {64, 64}, {512, 8}, {MEMORY_LINES(32), 8},
             {MEMORY_LINES(32), 8}, {768, 12}, {MEMORY_LINES(1024), 8}, {MEMORY_LINES(32768), 16}},
            DELAYS(14, 50, 130, 360)},
    [IBS_ZEN5] =
        {.tables = {{96, 96}, {4096, 16}, {64, 64}, {2048, 8}, {MEMORY_LINES(48), 12},
             {MEMORY_LINES(32), 8}, {1024, 16}, {MEMORY_LINES(1024), 16},
             {MEMORY_LINES(32768), 16}},
            DELAYS(14, 50, 130, 360)},
    [IBS_ZEN6] =
        {.tables = {{96, 96}, {4096, 16}, {64, 64}, {2048, 8}, {MEMORY_LINES(48), 12},
             {MEMORY_LINES(32), 8}, {1024, 16}, {MEMORY_LINES(1024), 16},
             {MEMORY_LINES(32768), 16}},
            DELAYS(14, 50, 130, 360)},
};

const struct memory_config *epyc_memory(enum ibs_variant variant)
{
    assert(variant < IBS_N_VARIANTS);
    return &defaults[variant];
}
