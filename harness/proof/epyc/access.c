/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes what Linux's IBS driver passes to perf for a memory sample, and which samples it drops. */
#include "harness/proof/epyc/access.h"

#include "harness/proof/epyc/data_src.h"

static guint64 value_of(const struct epyc_config *config, const struct truth_sample *sample, enum ibs_reg reg)
{
    for (unsigned i = 0; i < sample->n; i++)
        if (sample->regs[i].offset == ibs_bank(config->variant)->regs[reg].offset)
            return sample->regs[i].value;
    return 0;
}

static gboolean is_kernels(guint64 address)
{
    return address >> 63 != 0;
}

static guint64 field_of(
    const struct epyc_config *config, const struct truth_sample *sample, enum ibs_reg reg, unsigned field)
{
    return reg_get(&ibs_bank(config->variant)->regs[reg], field, value_of(config, sample, reg));
}

/* A register that the driver did not read is 0, which is no kernel address. */
static gboolean tells_of_kernel(const struct epyc_config *config, const struct truth_sample *sample)
{
    return (field_of(config, sample, IBS_OP_DATA3, OP_LIN_ADDR_VALID) &&
               is_kernels(value_of(config, sample, IBS_DC_LINADDR))) ||
           (field_of(config, sample, IBS_OP_DATA, OP_BRN_RET) &&
               is_kernels(value_of(config, sample, IBS_BR_TARGET)));
}

gboolean perf_drops_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, enum perf_filter filter)
{
    gboolean op = sample->engine == ibs_bank(config->variant)->regs[IBS_OP_CTL].offset;
    gboolean kernel = is_kernels(value_of(config, sample, op ? IBS_OP_RIP : IBS_FETCH_LINADDR));

    switch (filter) {
    case PERF_FILTER_USERS:
        return kernel || (op && tells_of_kernel(config, sample));
    case PERF_FILTER_KERNEL:
        return !kernel;
    default:
        return FALSE;
    }
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
