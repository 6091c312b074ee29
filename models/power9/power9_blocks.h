/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Block numbers in traces of `power9`: a kind, and an index within it. */
#ifndef PMULAB_MODELS_POWER9_POWER9_BLOCKS_H
#define PMULAB_MODELS_POWER9_POWER9_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

enum p9_block_kind {
    /* "chip0": the memory that the microcode posts to; offsets from HOMER +
     * 0x180000 */
    P9_CHIP_MEMORY,
    P9_CORE,          /* "core0": its SCOMs; a numbered bank */
    P9_CPU,           /* "cpu0": its LDBAR; a numbered bank */
    P9_CORE_MEMORY,   /* "core0.mem": offsets from the address in PDBAR */
    P9_THREAD_MEMORY, /* "cpu0.mem": offsets from the address in LDBAR */
    P9_N_BLOCK_KINDS,
};

#define P9_BLOCK_SHIFT 12

static inline unsigned p9_block(enum p9_block_kind kind, unsigned index)
{
    return (unsigned)kind << P9_BLOCK_SHIFT | index;
}

static inline unsigned p9_block_index(unsigned block)
{
    return block & ((1u << P9_BLOCK_SHIFT) - 1);
}

/* @block's kind; P9_N_BLOCK_KINDS or above if it has none. */
static inline unsigned p9_block_kind(unsigned block)
{
    return block >> P9_BLOCK_SHIFT;
}

#endif
