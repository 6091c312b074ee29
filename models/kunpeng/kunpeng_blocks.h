/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Block numbers in traces of `kunpeng`: a kind, and an index within it. A new
 * kind is the last. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_BLOCKS_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_BLOCKS_H

enum kunpeng_block_kind {
    KUNPENG_PMCU,   /* "pmcu0": the registers of the first die's PMCU */
    KUNPENG_CPU,    /* "cpu0": its core PMU's system registers; a numbered bank */
    KUNPENG_OUTPUT, /* "pmcu0.mem": the PMCU's output memory */
    /* Uncore PMUs, 16 numbers for each die: "ddrc0", "d1.ddrc0". */
    KUNPENG_DDRC,
    KUNPENG_HHA,
    KUNPENG_L3C,
    KUNPENG_DDRC2, /* "ddrc0_1": of hip09 */
    KUNPENG_SLLC,
    KUNPENG_PA,
    KUNPENG_CPA,
    KUNPENG_UC,
    KUNPENG_N_BLOCK_KINDS,
};

#define KUNPENG_BLOCK_SHIFT 12

static inline unsigned kunpeng_block(enum kunpeng_block_kind kind, unsigned index)
{
    return (unsigned)kind << KUNPENG_BLOCK_SHIFT | index;
}

static inline unsigned kunpeng_block_index(unsigned block)
{
    return block & ((1u << KUNPENG_BLOCK_SHIFT) - 1);
}

/* @block's kind; KUNPENG_N_BLOCK_KINDS or above if it has none. */
static inline unsigned kunpeng_block_kind(unsigned block)
{
    return block >> KUNPENG_BLOCK_SHIFT;
}

#endif
