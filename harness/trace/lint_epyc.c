/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * epyc's rules. An engine that is on has a period that the manual defines. BIOS
 * and Kernel Developer's Guide of family 10h (31116), IbsFetchMaxCnt and
 * IbsOpMaxCnt: 0, and for ops anything up to 8, is undefined once the engine is
 * on.
 *
 * The op counter must keep the random bits that a sample leaves in it.
 * Otherwise samples favour the ops of a loop that matches the period. Linux,
 * commit 0f4cd769c410.
 */
#include "harness/trace/lint_machine.h"
#include "models/epyc/epyc.h"
#include "models/epyc/epyc_blocks.h"
#include "models/x86/amd_core_regs.h"

struct held {
    /* IBS_OP_CTL as read with a sample of an engine that counts ops; 0: not
     * read. */
    guint64 sampled[EPYC_MAX_CPUS];
    /* a bit for each of the engines below: on since its latest write */
    guint on[EPYC_MAX_CPUS];
};

/* The fields that make up a period. */
static const struct engine {
    enum ibs_reg reg;
    unsigned en, max_cnt;
    gboolean extended; /* with OP_MAX_CNT_EXT above it, which is reserved in old generations */
    guint64 least;     /* in units of 16, like MaxCnt */
} engines[] = {
    {IBS_FETCH_CTL, FETCH_EN, FETCH_MAX_CNT, FALSE, 1},
    {IBS_OP_CTL, OP_EN, OP_MAX_CNT, TRUE, 9},
};

/* Revision Guide of family 10h (41322), erratum 420: software clears MaxCnt of
 * an engine that is on, and then En. */
static gboolean is_first_step(const struct linting *l, gboolean was_on, guint64 max_cnt)
{
    return was_on && !max_cnt && epyc_block_variant(l->record->block) == IBS_FAM10H;
}

static void check_period(
    struct linting *l, const struct access_place *place, const struct engine *engine)
{
    guint *on = &((struct held *)l->held)->on[epyc_block_cpu(l->record->block)];
    guint bit = 1u << (engine - engines);
    gboolean was_on = (*on & bit) != 0;
    const struct reg *reg = &place->bank->regs[engine->reg];
    guint64 value = access_value(place, reg, l->record->value);
    gboolean long_period = engine->extended && reg_get(reg, OP_MAX_CNT_EXT, value);
    g_autofree char *what = NULL;

    if (!access_lanes(place, reg))
        return;
    *on = reg_get(reg, engine->en, value) ? *on | bit : *on & ~bit;
    if (!(*on & bit) || long_period || reg_get(reg, engine->max_cnt, value) >= engine->least ||
        is_first_step(l, was_on, reg_get(reg, engine->max_cnt, value)))
        return;
    what =
        g_strdup_printf("%s of %" G_GUINT64_FORMAT " is undefined, the least is %" G_GUINT64_FORMAT,
            reg->fields[engine->max_cnt].name, reg_get(reg, engine->max_cnt, value), engine->least);
    lint_add(l, LINT_PERIOD, reg, what);
}

/* Software cannot keep the counter's bits if the counter is read-only. */
static gboolean can_keep(const struct linting *l)
{
    const struct epyc *m = planned_as(l->planned, &epyc_model);
    guint32 caps =
        m ? epyc_config_caps(&m->config) : ibs_traits(epyc_block_variant(l->record->block))->caps;

    return (caps & IBS_CAP_RDWROPCNT) != 0;
}

/* Checks that the counter continues with the random bits of the sample that was
 * read before. */
static void check_restart(struct linting *l, const struct reg *reg, guint64 sampled, guint64 value)
{
    guint64 left = reg_get(reg, OP_CUR_CNT, sampled) % IBS_OP_RANDOM_VALUES,
            kept = reg_get(reg, OP_CUR_CNT, value) % IBS_OP_RANDOM_VALUES;
    g_autofree char *what = NULL;

    if (!sampled || kept == left || !reg_get(reg, OP_EN, value) || reg_get(reg, OP_VAL, value) ||
        !reg_get(reg, OP_CNT_CTL, value) || !can_keep(l))
        return;
    what = g_strdup_printf("random bits of %s are 0x%" G_GINT64_MODIFIER
                           "x, the sample left 0x%" G_GINT64_MODIFIER "x",
        reg->fields[OP_CUR_CNT].name, kept, left);
    lint_add(l, LINT_RANDOM, reg, what);
}

static void check_random(struct linting *l, const struct access_place *place)
{
    const struct reg *reg = &place->bank->regs[IBS_OP_CTL];
    guint64 value = access_value(place, reg, l->record->value);
    guint64 *sampled = &((struct held *)l->held)->sampled[epyc_block_cpu(l->record->block)];
    gboolean read = l->record->kind == TRACE_READ;

    if (!access_lanes(place, reg))
        return;
    if (!read)
        check_restart(l, reg, *sampled, value);
    *sampled = read && reg_get(reg, OP_EN, value) && reg_get(reg, OP_VAL, value) &&
                       reg_get(reg, OP_CNT_CTL, value)
                   ? value
                   : 0;
}

static void check(struct linting *l, const struct access_place *place)
{
    if (epyc_block_kind(l->record->block) != EPYC_IBS)
        return;
    check_random(l, place);
    for (gsize i = 0; i < G_N_ELEMENTS(engines) && l->record->kind == TRACE_WRITE; i++)
        check_period(l, place, &engines[i]);
}

/* AMD 24593 (conventions) requires software to preserve reserved fields. This
 * register only clears status, so a 1 in a bit without status changes nothing.
 * This is our reading of the manual, without a capture. Linux writes the
 * status' complement. */
static gboolean is_stateless(const struct reg *reg)
{
    return reg == &amd_core_banks[AMD_CORE_V2].regs[AMD_GLOBAL_CLR];
}

const struct lint_machine lint_epyc = {.model = &epyc_model,
    .rules = LINT_PERIOD | LINT_RANDOM,
    .held = sizeof(struct held),
    .stateless = is_stateless,
    .check = check};
