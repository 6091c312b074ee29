/* SPDX-License-Identifier: GPL-2.0-or-later */
/* epyc's rule: an engine that is on has a period that the manual defines. BIOS and Kernel Developer's Guide
 * of family 10h (31116), IbsFetchMaxCnt and IbsOpMaxCnt: 0, and for ops anything up to 8, is undefined once
 * the engine is on. */
#include "harness/trace/lint_machine.h"
#include "models/epyc/epyc.h"
#include "models/epyc/epyc_blocks.h"

/* The fields that make up a period. */
static const struct engine {
    enum ibs_reg reg;
    unsigned en, max_cnt;
    gboolean extended; /* with OP_MAX_CNT_EXT above it, reserved in old generations */
    guint64 least;     /* in units of 16, as MaxCnt */
} engines[] = {
    {IBS_FETCH_CTL, FETCH_EN, FETCH_MAX_CNT, FALSE, 1},
    {IBS_OP_CTL, OP_EN, OP_MAX_CNT, TRUE, 9},
};

static void check_period(struct linting *l, const struct access_place *place, const struct engine *engine)
{
    const struct reg *reg = &place->bank->regs[engine->reg];
    guint64 value = access_value(place, reg, l->record->value);
    gboolean long_period = engine->extended && reg_get(reg, OP_MAX_CNT_EXT, value);
    g_autofree char *what = NULL;

    if (!access_lanes(place, reg) || !reg_get(reg, engine->en, value) || long_period ||
        reg_get(reg, engine->max_cnt, value) >= engine->least)
        return;
    what = g_strdup_printf("%s of %" G_GUINT64_FORMAT " is undefined, the least is %" G_GUINT64_FORMAT,
        reg->fields[engine->max_cnt].name, reg_get(reg, engine->max_cnt, value), engine->least);
    lint_add(l, LINT_PERIOD, reg, what);
}

static void check(struct linting *l, const struct access_place *place)
{
    if (l->record->kind != TRACE_WRITE || epyc_block_kind(l->record->block) != EPYC_IBS)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(engines); i++)
        check_period(l, place, &engines[i]);
}

const struct lint_machine lint_epyc = {.model = &epyc_model, .rules = LINT_PERIOD, .check = check};
