/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks the oracle which samples Linux's IBS driver drops, which data it passes
 * to perf for the others, and the expected sample for the executed
 * instructions. */
#include "harness/proof/epyc/access.h"

#include "harness/setup/own_kernel.h"
#include "harness/truth/epyc/replay.h"
#include "oracle/epyc/perf.h"

/* The registers that the driver read; the others are 0, which is not a kernel
 * address. */
static void registers(const struct truth_sample *sample, guint64 regs[ORACLE_IBS_REGS])
{
    for (unsigned i = 0; i < ORACLE_IBS_REGS; i++)
        regs[i] = 0;
    for (unsigned i = 0; i < sample->n; i++)
        if (sample->regs[i].offset - ORACLE_IBS_MSR < ORACLE_IBS_REGS)
            regs[sample->regs[i].offset - ORACLE_IBS_MSR] = sample->regs[i].value;
}

gboolean perf_drops_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, enum perf_filter filter)
{
    const struct oracle_epyc hardware = truth_hardware_epyc(config);
    guint64 regs[ORACLE_IBS_REGS];

    if (filter != PERF_FILTER_USERS && filter != PERF_FILTER_KERNEL)
        return FALSE;
    registers(sample, regs);
    return oracle_perf_drops(&hardware, regs, sample->engine == ORACLE_IBS_MSR + ORACLE_OP_CTL,
        filter == PERF_FILTER_USERS);
}

static bool is_numbered(const char *release)
{
    return !release || own_kernel_compare(release, "6.5") >= 0;
}

void perf_access_epyc(const struct epyc_config *config, const char *release,
    const struct truth_sample *sample, struct perf_sample_text *text)
{
    const struct oracle_epyc hardware = truth_hardware_epyc(config);
    guint64 regs[ORACLE_IBS_REGS];
    struct oracle_perf perf;

    registers(sample, regs);
    perf = oracle_perf_op(&hardware, is_numbered(release), regs);
    text->ip = perf.ip;
    text->address = perf.address;
    text->weight = perf.weight;
    text->data_src = perf.data_src;
}

/* ---- the third hop ---- */

static char *wrong_register(enum oracle_part part, const struct oracle_sample *happened,
    const struct truth_sample_reg *printed)
{
    guint32 reg = printed->offset - ORACLE_IBS_MSR;

    if (reg < ORACLE_IBS_REGS && !((printed->value ^ happened->regs[reg]) & happened->known[reg]) &&
        oracle_sample_count_fits(part, happened, (enum oracle_ibs_reg)reg, printed->value))
        return NULL;
    return g_strdup_printf("%s is 0x%" G_GINT64_MODIFIER "x, expected 0x%" G_GINT64_MODIFIER "x",
        reg < ORACLE_IBS_REGS ? oracle_ibs_reg_name((enum oracle_ibs_reg)reg) : "a register",
        printed->value, reg < ORACLE_IBS_REGS ? happened->regs[reg] : 0);
}

static char *wrong_access(
    const struct oracle_perf *expected, const struct perf_sample_text *printed)
{
    if (printed->ip == expected->ip && printed->address == expected->address &&
        printed->weight == expected->weight && printed->data_src == expected->data_src)
        return NULL;
    return g_strdup_printf("expected ip 0x%" G_GINT64_MODIFIER "x, address 0x%" G_GINT64_MODIFIER
                           "x, weight %" G_GUINT64_FORMAT ", source 0x%" G_GINT64_MODIFIER "x",
        expected->ip, expected->address, expected->weight, expected->data_src);
}

gboolean perf_happened_epyc(const struct perf_samples_step *step, guint sample,
    const struct perf_sample_text *printed, char **why)
{
    const struct epyc_happened *all = step->truth->oracle;
    const struct oracle_sample *happened =
        &g_array_index(all->samples, struct oracle_sample, sample);

    *why = NULL;
    if (printed->form == PERF_SAMPLE_ACCESS) {
        const struct oracle_perf expected =
            oracle_perf_op(&all->hardware, is_numbered(step->release), happened->regs);

        if (!(happened->has >> ORACLE_OP_RIP & 1))
            return FALSE;
        *why = wrong_access(&expected, printed);
        return TRUE;
    }
    if (!printed->n ||
        !(happened->has >> (printed->regs[0].offset - ORACLE_IBS_MSR) % ORACLE_IBS_REGS & 1))
        return FALSE;
    for (unsigned i = 0; !*why && i < printed->n; i++)
        *why = wrong_register(all->hardware.part, happened, &printed->regs[i]);
    return TRUE;
}
