/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the uncore's blocks, and lookups by register number and by block number. */
#include "models/epyc/epyc_uncore.h"

#include "models/epyc/ibs_traits.h"

/* The blocks of one kind: a socket has @most of them at most, from slot @first on. */
struct row {
    enum epyc_block_kind block;
    enum amd_uncore_kind kind;
    unsigned first, most;
};

static const struct row rows[] = {
    {EPYC_UMC, AMD_UNCORE_UMC, 0, EPYC_MAX_UMCS},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static const struct row *row_of(enum epyc_block_kind kind)
{
    for (unsigned i = 0; i < N_ROWS; i++)
        if (rows[i].block == kind)
            return &rows[i];
    return NULL;
}

bool epyc_uncore_kind(enum epyc_block_kind kind, enum amd_uncore_kind *uncore, unsigned *slots)
{
    const struct row *row = row_of(kind);

    if (row) {
        *uncore = row->kind;
        *slots = row->most;
    }
    return row;
}

unsigned epyc_uncore_blocks(const struct epyc_config *config, enum epyc_block_kind kind)
{
    /* Without CPUID Fn8000_0022 there is no way to find the counters of memory controllers. */
    if (kind == EPYC_UMC)
        return ibs_traits(config->variant)->core == AMD_CORE_V2 ? config->umcs : 0;
    return 0;
}

/* Clock of the events of blocks of @kind, in Hz. */
static uint32_t clock_of(const struct epyc_config *config, enum amd_uncore_kind kind)
{
    (void)kind;
    return config->mclk_mhz * 1000000u;
}

void epyc_uncore_reset(struct epyc_uncore *uncore, const struct epyc_config *config)
{
    for (unsigned socket = 0; socket < config->sockets; socket++)
        for (unsigned r = 0; r < N_ROWS; r++)
            for (unsigned i = 0; i < epyc_uncore_blocks(config, rows[r].block); i++)
                amd_uncore_reset(
                    &uncore->boxes[socket][rows[r].first + i], rows[r].kind, clock_of(config, rows[r].kind));
}

bool epyc_uncore_counting(const struct epyc_uncore *uncore, const struct epyc_config *config)
{
    bool any = false;

    for (unsigned socket = 0; socket < config->sockets; socket++)
        for (unsigned slot = 0; slot < EPYC_UNCORE_SLOTS; slot++)
            any |= uncore->boxes[socket][slot].counting;
    return any;
}

static void set_place(const struct epyc_config *config, const struct row *row, unsigned socket, unsigned i,
    struct epyc_uncore_place *place)
{
    *place = (struct epyc_uncore_place){.socket = socket,
        .slot = row->first + i,
        .block = epyc_block(row->block, config->variant, socket * row->most + i)};
}

void epyc_uncore_nth(const struct epyc_config *config, enum epyc_block_kind kind, unsigned socket, unsigned i,
    struct epyc_uncore_place *place)
{
    set_place(config, row_of(kind), socket, i, place);
}

bool epyc_uncore_at(const struct epyc_config *config, unsigned socket, uint32_t msr,
    struct epyc_uncore_place *place, uint32_t *offset)
{
    for (unsigned r = 0; r < N_ROWS; r++) {
        const struct amd_uncore_kind_traits *kind = &amd_uncore_kinds[rows[r].kind];
        uint32_t number = msr - kind->msr, i = number / AMD_UNCORE_CTL(kind->counters);

        if (msr < kind->msr || i >= epyc_uncore_blocks(config, rows[r].block))
            continue;
        *offset = number % AMD_UNCORE_CTL(kind->counters);
        set_place(config, &rows[r], socket, i, place);
        return true;
    }
    return false;
}

bool epyc_uncore_place(const struct epyc_config *config, unsigned block, struct epyc_uncore_place *place)
{
    enum epyc_block_kind kind = (enum epyc_block_kind)epyc_block_kind(block);
    const struct row *row = row_of(kind);
    unsigned number = epyc_block_cpu(block), most = row ? row->most : 1;

    if (!row || epyc_block_variant(block) != config->variant || number / most >= config->sockets ||
        number % most >= epyc_uncore_blocks(config, kind))
        return false;
    set_place(config, row, number / most, number % most, place);
    return true;
}

unsigned epyc_uncore_umc_counters(const struct epyc_config *config)
{
    return epyc_uncore_blocks(config, EPYC_UMC) * UMC_COUNTERS;
}

uint32_t epyc_uncore_umc_mask(const struct epyc_config *config)
{
    return (uint32_t)reg_low_bits(epyc_uncore_blocks(config, EPYC_UMC));
}
