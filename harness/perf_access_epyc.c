/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/perf_access_epyc.h"

#include "harness/perf_data_src.h"

static guint64 value_of(const struct epyc_config *config, const struct truth_sample *sample, enum ibs_reg reg)
{
    for (unsigned i = 0; i < sample->n; i++)
        if (sample->regs[i].offset == ibs_bank(config->variant)->regs[reg].offset)
            return sample->regs[i].value;
    return 0;
}

void perf_access_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, struct perf_sample_text *text)
{
    const struct perf_data_op op = {
        value_of(config, sample, IBS_OP_DATA2), value_of(config, sample, IBS_OP_DATA3)};

    text->ip = value_of(config, sample, IBS_OP_RIP);
    text->address = perf_data_has_address(config, &op) ? value_of(config, sample, IBS_DC_LINADDR) : 0;
    text->weight = perf_data_weight(config, &op);
    text->data_src = perf_data_src(config, &op);
}
