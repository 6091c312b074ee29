/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers and the words of counter memory that a running machine has. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_BLOCKS_H
#define PMULAB_HARNESS_LIVE_LIVE_BLOCKS_H

#include "harness/live/live.h"

/*
 * Finds the blocks that answer, in the order of their numbers, and sets
 * live->blocks. Memory counts as a block if events have places in it and the
 * registers with its address answer. Call it once, after live_begin(). FALSE
 * with HARNESS_ERROR_FAILED.
 */
gboolean live_blocks_find(struct live *live, GError **error);

/* The first offset past @word in @block's accesses. A numbered register has one
 * offset; other registers have one for each byte. */
static inline unsigned live_word_end(const struct live_block *block, const struct live_word *word)
{
    return word->offset + (block->bank && reg_bank_numbered(block->bank) ? 1 : word->size);
}

#endif
