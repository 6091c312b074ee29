/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Block numbers in traces of `epyc`: a kind, a generation, and the number of a
 * CPU or of an uncore block. Generations have different registers. They are
 * counted from the default one, so a CPU's IBS has the CPU's number there.
 * Traces contain the numbers, so a new kind or generation is the last of its
 * list. */
#ifndef PMULAB_MODELS_EPYC_EPYC_BLOCKS_H
#define PMULAB_MODELS_EPYC_EPYC_BLOCKS_H

#include "models/epyc/ibs_regs.h"

#define EPYC_DEFAULT_VARIANT IBS_ZEN4

enum epyc_block_kind {
    EPYC_IBS,  /* "cpu0": its IBS, a numbered bank */
    EPYC_APIC, /* "cpu0.apic": its APIC's extended space, and LVTPC */
    EPYC_CORE, /* "cpu0.core": its core PMU */
    EPYC_UMC,  /* "umc0", "s1.umc0": a socket's memory controllers, a numbered bank */
    EPYC_L3,   /* "l3", "s1.l3": a socket's L3 cache, a numbered bank */
    EPYC_DF,   /* "df", "s1.df": its data fabric, a numbered bank */
    EPYC_LBR,  /* "cpu0.lbr": a CPU's branch records, a numbered bank */
    EPYC_N_BLOCK_KINDS,
};

static inline unsigned epyc_block(enum epyc_block_kind kind, enum ibs_variant variant, unsigned cpu)
{
    unsigned generation = ((unsigned)variant - EPYC_DEFAULT_VARIANT) & 15;

    return (unsigned)kind << 12 | generation << 8 | cpu;
}

/* @block's kind; EPYC_N_BLOCK_KINDS or above if it has none. */
static inline unsigned epyc_block_kind(unsigned block)
{
    return block >> 12;
}

/* Its generation; IBS_N_VARIANTS if it has none. */
static inline enum ibs_variant epyc_block_variant(unsigned block)
{
    unsigned variant = ((block >> 8) + EPYC_DEFAULT_VARIANT) & 15;

    return variant < IBS_N_VARIANTS ? (enum ibs_variant)variant : IBS_N_VARIANTS;
}

/* The index of its CPU or, in the uncore, of the block. A socket's blocks of a
 * kind are consecutive. */
static inline unsigned epyc_block_cpu(unsigned block)
{
    return block & 0xff;
}

#endif
