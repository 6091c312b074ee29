/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A translated block for counting: its number of instructions, and the
 * instruction at each address. It lives as long as its translation
 * (qemu-plugins/qemu/translations.h). */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BLOCK_H
#define PMULAB_QEMU_PLUGINS_COUNT_BLOCK_H

#include "qemu-plugins/count/block_traits.h"
#include "qemu-plugins/qemu/qemu_api.h"

/* The smallest page whose translations can be shared. No block is longer. */
enum { BLOCK_PAGE = 4096 };

enum { BLOCK_INSTRUCTIONS = 512 /* QEMU's limit */ };

/* A translated block. If virtual addresses share the translation, the host's
 * address identifies it, and only the page offset of a virtual address
 * counts. */
struct block {
    uint64_t start;
    uint32_t n;    /* instructions */
    uint32_t step; /* bytes of each; 0: see @offsets */
    /* bytes from the start within which an address belongs to it, minus 1 */
    uint64_t span;
    uint64_t reach; /* the same; covers all addresses if it has a second page */
    /* its place is known; otherwise no address belongs to it, and its span is
     * 0 */
    bool placed;
    uint64_t frame;               /* physical page, if needed in addition to the offset; or 0 */
    uint64_t second;              /* start of the second page, or 0 */
    const uint16_t *offsets;      /* of instructions, from the start */
    const struct blocks_mix *mix; /* mix of the first 0, 1, 2... instructions; NULL if not needed */
    /* mix of all instructions as translated; the block may be cut later */
    struct blocks_mix all;
    bool user, calls, shared, shown;
};

extern const struct blocks_mix block_no_mix;

/* Returns a new block for the one being translated, in memory of
 * translations.h. */
struct block *block_new(struct qemu_plugin_tb *tb, const struct blocks_traits *traits);

/* Whether the virtual address @pc, whose offset is one of @block's, is also in
 * its page. From a vCPU's context. */
bool block_in_frame(const struct block *block, uint64_t pc);

/* Instructions of each kind among the first @n. */
static inline const struct blocks_mix *block_mix_at(const struct block *block, uint32_t n)
{
    return block->mix ? &block->mix[n] : &block_no_mix;
}

/* Bytes from the start of @block to the virtual address @pc; past the span if
 * that is elsewhere. */
static inline uint64_t block_offset(const struct block *block, uint64_t pc)
{
    uint64_t offset = pc - block->start;

    return block->shared ? offset % BLOCK_PAGE : offset;
}

/* Number of @block's instructions before @offset, which is within its span. */
static inline uint32_t block_index_at(const struct block *block, uint64_t offset)
{
    uint32_t i = 0;

    if (block->step)
        return (uint32_t)(offset / block->step);
    while (i < block->n && block->offsets[i] < offset)
        i++;
    return i;
}

static inline uint32_t block_index(const struct block *block, uint64_t pc)
{
    return block_index_at(block, block_offset(block, pc));
}

/* Bytes from the start to the last instruction. */
static inline uint64_t block_last_offset(const struct block *block)
{
    return block->step ? (uint64_t)(block->n - 1) * block->step : block->offsets[block->n - 1];
}

#endif
