/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of instruction-based sampling, the parts and the latencies of
 * the oracle and of the model, typed separately: compared bit by bit for each
 * part. */
#include "models/epyc/epyc.h"
#include "models/epyc/epyc_memory.h"
#include "models/epyc/ibs_traits.h"
#include "oracle/epyc/sample.h"
#include "tests/tap.h"

#include <stdio.h>
#include <string.h>

static const struct reg *model_reg(enum ibs_variant variant, enum oracle_ibs_reg reg)
{
    int at = reg_bank_at(ibs_bank_of(variant), ORACLE_IBS_MSR + (uint32_t)reg);

    return at < 0 ? NULL : &ibs_bank_of(variant)->regs[at];
}

static uint64_t model_mask(const struct reg *reg, const struct reg_field *field)
{
    return reg_field_mask(reg, field);
}

/* This part's model field of @reg with this name; NULL: none. */
static const struct reg_field *model_field(const struct reg *reg, const char *name)
{
    for (unsigned i = 0; reg && i < reg->n_fields; i++)
        if (!strcmp(reg->fields[i].name, name) && reg->fields[i].access != REG_RV)
            return &reg->fields[i];
    return NULL;
}

static void fields(enum ibs_variant variant)
{
    const char *part = oracle_parts[variant].name;

    for (int i = 0; i < ORACLE_IBS_FIELDS; i++) {
        const struct oracle_ibs_field_row *row = &oracle_ibs_fields[i];
        const struct reg *reg = model_reg(variant, row->reg);
        const struct reg_field *field = model_field(reg, strchr(row->name, '.') + 1);
        char whole[64];

        if (reg) {
            snprintf(whole, sizeof(whole), "%s.%s", reg->name, strchr(row->name, '.') + 1);
            is_str(whole, row->name, "%s: %s: its register", part, row->name);
        }
        is_u64(reg && field ? model_mask(reg, field) : 0,
            oracle_ibs_mask((enum oracle_part)variant, (enum oracle_ibs_field)i),
            "%s: %s: its bits", part, row->name);
        if (field)
            ok(row->read_only == (field->access == REG_RO), "%s: %s: whether it is writable", part,
                row->name);
    }
}

/* The oracle has every bit of the model. */
static void registers(enum ibs_variant variant)
{
    for (int i = 0; i < ORACLE_IBS_REGS; i++) {
        enum oracle_ibs_reg number = (enum oracle_ibs_reg)i;
        const struct reg *reg = model_reg(variant, number);
        const char *name = oracle_ibs_reg_name(number);

        if (!reg) {
            is_u64(oracle_ibs_bits((enum oracle_part)variant, number), 0, "%s: no %s",
                oracle_parts[variant].name, name);
            continue;
        }
        is_u64(~reg_access_mask(reg, REG_RV), oracle_ibs_bits((enum oracle_part)variant, number),
            "%s: %s: all bits", oracle_parts[variant].name, name);
        is_u64(reg_access_mask(reg, REG_RW), oracle_ibs_writable((enum oracle_part)variant, number),
            "%s: %s: software's bits", oracle_parts[variant].name, name);
    }
}

static void parts(enum ibs_variant variant)
{
    const struct oracle_part_row *part = &oracle_parts[variant];
    const struct ibs_traits *traits = ibs_traits(variant);
    const struct memory_config *memory = epyc_memory(variant);

    is_str(part->name, traits->name, "%s: its name", part->name);
    is_u64(part->signature, traits->signature, "%s: signature", part->name);
    is_u64(part->caps, traits->caps, "%s: capabilities", part->name);
    is_u64(part->pages[ORACLE_4K], traits->fetch_page.page_4k, "%s: a page of 4 KB", part->name);
    is_u64(part->pages[ORACLE_2M], traits->fetch_page.page_2m, "%s: of 2 MB", part->name);
    is_u64(part->pages[ORACLE_1G], traits->fetch_page.page_1g, "%s: of 1 GB", part->name);
    is_u64(part->source_l3, traits->local_l3_source, "%s: the L3", part->name);
    is_u64(part->source_peer, traits->peer_source, "%s: another CPU", part->name);
    is_u64(part->source_remote, traits->remote_source, "%s: another socket", part->name);
    is_u64(part->l1, memory->cycles[MEMORY_L1], "%s: cycles of the L1", part->name);
    is_u64(part->l2, memory->cycles[MEMORY_L2], "%s: cycles of the L2", part->name);
    is_u64(part->l3, memory->cycles[MEMORY_L3], "%s: cycles of the L3", part->name);
    is_u64(part->peer, memory->cycles[MEMORY_PEER], "%s: cycles of another CPU", part->name);
    is_u64(part->dram, memory->cycles[MEMORY_DRAM], "%s: cycles of memory", part->name);
}

int main(void)
{
    is_u64(ORACLE_PARTS, IBS_N_VARIANTS, "the same number of parts");
    for (int i = 0; i < ORACLE_PARTS; i++) {
        fields((enum ibs_variant)i);
        registers((enum ibs_variant)i);
        parts((enum ibs_variant)i);
    }
    return done_testing();
}
