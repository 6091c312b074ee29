/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the uncore's blocks, and lookups by register number and by block
 * number. */
#include "models/epyc/epyc_uncore.h"

#define L3_HZ 2000000000u /* an L3 has its cores' clock: cycles of 0.5 ns */

/* The blocks of one kind in generations @since to @until: up to @most in a
 * socket, from slot @first on. */
struct row {
    enum epyc_block_kind block;
    enum amd_uncore_kind kind;
    enum ibs_variant since, until;
    unsigned first, most;
};

/* The CPUs of a socket form one core complex, so it has one L3. */
static const struct row rows[] = {
    /* Software finds the counters of memory controllers only by CPUID
     * Fn8000_0022. */
    {EPYC_UMC, AMD_UNCORE_UMC, IBS_ZEN4, IBS_ZEN6, 0, EPYC_MAX_UMCS},
    {EPYC_L3, AMD_UNCORE_L3_ZEN1, IBS_ZEN1, IBS_ZEN2, EPYC_MAX_UMCS, 1},
    {EPYC_L3, AMD_UNCORE_L3_ZEN3, IBS_ZEN3, IBS_ZEN3, EPYC_MAX_UMCS, 1},
    {EPYC_L3, AMD_UNCORE_L3, IBS_ZEN4, IBS_ZEN6, EPYC_MAX_UMCS, 1},
    {EPYC_DF, AMD_UNCORE_DF_ZEN1, IBS_ZEN1, IBS_ZEN3, EPYC_MAX_UMCS + 1, 1},
    {EPYC_DF, AMD_UNCORE_DF, IBS_ZEN4, IBS_ZEN6, EPYC_MAX_UMCS + 1, 1},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

static bool is_of(const struct row *row, enum ibs_variant variant)
{
    return variant >= row->since && variant <= row->until;
}

static const struct row *row_of(enum epyc_block_kind kind, enum ibs_variant variant)
{
    for (unsigned i = 0; i < N_ROWS; i++)
        if (rows[i].block == kind && is_of(&rows[i], variant))
            return &rows[i];
    return NULL;
}

bool epyc_uncore_kind(unsigned block, enum amd_uncore_kind *uncore, unsigned *slots)
{
    const struct row *row =
        row_of((enum epyc_block_kind)epyc_block_kind(block), epyc_block_variant(block));

    if (row) {
        *uncore = row->kind;
        *slots = row->most;
    }
    return row;
}

/* The number of @row's blocks in a socket of @config. */
static unsigned n_blocks(const struct row *row, const struct epyc_config *config)
{
    if (!row || !is_of(row, config->variant))
        return 0;
    return row->block == EPYC_UMC ? epyc_config_umcs(config) : row->most;
}

unsigned epyc_uncore_blocks(const struct epyc_config *config, enum epyc_block_kind kind)
{
    return n_blocks(row_of(kind, config->variant), config);
}

/* Clock of the events of blocks of @kind, in Hz. */
static uint32_t clock_of(const struct epyc_config *config, enum epyc_block_kind kind)
{
    if (kind == EPYC_L3)
        return L3_HZ;
    return (kind == EPYC_UMC ? config->mclk_mhz : config->fclk_mhz) * 1000000u;
}

void epyc_uncore_reset(struct epyc_uncore *uncore, const struct epyc_config *config)
{
    for (unsigned socket = 0; socket < config->sockets; socket++)
        for (unsigned r = 0; r < N_ROWS; r++)
            for (unsigned i = 0; i < n_blocks(&rows[r], config); i++) {
                struct amd_uncore_box *box = &uncore->boxes[socket][rows[r].first + i];

                amd_uncore_reset(box, rows[r].kind, clock_of(config, rows[r].block),
                    config->cpus / config->sockets);
                if (rows[r].block == EPYC_UMC)
                    box->gate = config->umc_gate;
            }
}

static void set_place(const struct epyc_config *config, const struct row *row, unsigned socket,
    unsigned i, struct epyc_uncore_place *place)
{
    *place = (struct epyc_uncore_place){.socket = socket,
        .slot = row->first + i,
        .block = epyc_block(row->block, config->variant, socket * row->most + i)};
}

void epyc_uncore_nth(const struct epyc_config *config, enum epyc_block_kind kind, unsigned socket,
    unsigned i, struct epyc_uncore_place *place)
{
    set_place(config, row_of(kind, config->variant), socket, i, place);
}

bool epyc_uncore_at(const struct epyc_config *config, unsigned socket, uint32_t msr,
    struct epyc_uncore_place *place, uint32_t *offset)
{
    for (unsigned r = 0; r < N_ROWS; r++) {
        const struct amd_uncore_kind_traits *kind = &amd_uncore_kinds[rows[r].kind];
        uint32_t number = msr - kind->msr, i = number / AMD_UNCORE_CTL(kind->counters);

        if (msr < kind->msr || i >= n_blocks(&rows[r], config))
            continue;
        *offset = number % AMD_UNCORE_CTL(kind->counters);
        set_place(config, &rows[r], socket, i, place);
        return true;
    }
    return false;
}

bool epyc_uncore_rdpmc(const struct epyc_config *config, unsigned socket, uint32_t number,
    struct epyc_uncore_place *place, uint32_t *offset)
{
    for (unsigned r = 0; r < N_ROWS; r++) {
        int found = amd_uncore_rdpmc(rows[r].kind, number);

        if (found < 0 || !n_blocks(&rows[r], config))
            continue;
        *offset = (uint32_t)found;
        set_place(config, &rows[r], socket, 0, place);
        return true;
    }
    return false;
}

bool epyc_uncore_place(
    const struct epyc_config *config, unsigned block, struct epyc_uncore_place *place)
{
    enum epyc_block_kind kind = (enum epyc_block_kind)epyc_block_kind(block);
    const struct row *row = row_of(kind, config->variant);
    unsigned number = epyc_block_cpu(block), most = row ? row->most : 1;

    if (!row || epyc_block_variant(block) != config->variant || number / most >= config->sockets ||
        number % most >= n_blocks(row, config))
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
    return epyc_uncore_blocks(config, EPYC_UMC) ? epyc_config_umc_mask(config) : 0;
}

unsigned epyc_uncore_df_counters(const struct epyc_config *config)
{
    const struct row *row = row_of(EPYC_DF, config->variant);

    return row ? amd_uncore_kinds[row->kind].counters : 0;
}
