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
 *
 * A register that is not valid in each sample is read together with the
 * register that has its valid bit (24593, section 13.3). Whether software then
 * uses both is not visible in its accesses.
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
    guint off[EPYC_MAX_CPUS];                       /* ... and each that Zen6's Dis switched off */
    struct trace_record switched[EPYC_MAX_CPUS][2]; /* the latest write of each engine */
    /* a bit for each register read of the op engine's sample, since software
     * has seen its Val; 0: it has seen none */
    guint sample[EPYC_MAX_CPUS];
};

/* The fields that make up a period. */
static const struct engine {
    enum ibs_reg reg;
    unsigned en, max_cnt;
    gboolean extended;   /* with OP_MAX_CNT_EXT above it, which is reserved in old generations */
    guint64 least;       /* in units of 16, like MaxCnt */
    enum ibs_reg second; /* with Dis */
    unsigned dis;
} engines[] = {
    {IBS_FETCH_CTL, FETCH_EN, FETCH_MAX_CNT, FALSE, 1, IBS_FETCH_CTL2, FETCH2_DIS},
    {IBS_OP_CTL, OP_EN, OP_MAX_CNT, TRUE, 9, IBS_OP_CTL2, OP2_DIS},
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
    ((struct held *)l->held)->switched[epyc_block_cpu(l->record->block)][engine - engines] =
        *l->record;
    if (!(*on & bit) || long_period || reg_get(reg, engine->max_cnt, value) >= engine->least ||
        is_first_step(l, was_on, reg_get(reg, engine->max_cnt, value)))
        return;
    what =
        g_strdup_printf("%s of %" G_GUINT64_FORMAT " is undefined, the least is %" G_GUINT64_FORMAT,
            reg->fields[engine->max_cnt].name, reg_get(reg, engine->max_cnt, value), engine->least);
    lint_add(l, LINT_PERIOD, reg, what);
}

static guint32 caps_of(const struct linting *l)
{
    const struct epyc *m = planned_as(l->planned, &epyc_model);

    return m ? epyc_config_caps(&m->config)
             : ibs_traits(epyc_block_variant(l->record->block))->caps;
}

/* Checks that the counter continues with the random bits of the sample that was
 * read before. Software cannot keep them if the counter is read-only. */
static void check_restart(struct linting *l, const struct reg *reg, guint64 sampled, guint64 value)
{
    guint64 left = reg_get(reg, OP_CUR_CNT, sampled) % IBS_OP_RANDOM_VALUES,
            kept = reg_get(reg, OP_CUR_CNT, value) % IBS_OP_RANDOM_VALUES;
    g_autofree char *what = NULL;

    if (!sampled || kept == left || !reg_get(reg, OP_EN, value) || reg_get(reg, OP_VAL, value) ||
        !reg_get(reg, OP_CNT_CTL, value) || !(caps_of(l) & IBS_CAP_RDWROPCNT))
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

/* Registers of an op's sample that can be invalid, and the register with the
 * valid bit. */
static const struct {
    enum ibs_reg reg, holder;
    guint32 cap; /* software can know of the valid bit by this capability; 0: always */
} conditional[] = {
    {IBS_OP_RIP, IBS_OP_DATA, IBS_CAP_RIPINVALIDCHK},
    {IBS_OP_DATA2, IBS_OP_DATA3, 0},
    {IBS_DC_LINADDR, IBS_OP_DATA3, 0},
    {IBS_DC_PHYSADDR, IBS_OP_DATA3, 0},
    {IBS_BR_TARGET, IBS_OP_DATA, 0},
};

/* Software is done with the sample of which it has read @sample. */
static void check_sample(struct linting *l, const struct access_place *place, guint sample)
{
    for (gsize i = 0; i < G_N_ELEMENTS(conditional); i++) {
        const struct reg *reg = &place->bank->regs[conditional[i].reg],
                         *holder = &place->bank->regs[conditional[i].holder];
        g_autofree char *what = NULL;

        if (!(sample >> conditional[i].reg & 1) || sample >> conditional[i].holder & 1 ||
            (conditional[i].cap && !(caps_of(l) & conditional[i].cap)))
            continue;
        what = g_strdup_printf("%s was read without %s, its valid bit's", reg->name, holder->name);
        lint_add(l, LINT_VALID, reg, what);
    }
}

/* Bit 0 is the sample, because it is a register of the fetch engine. */
static void check_valid(struct linting *l, const struct access_place *place)
{
    const struct reg *ctl = &place->bank->regs[IBS_OP_CTL];
    guint *sample = &((struct held *)l->held)->sample[epyc_block_cpu(l->record->block)];
    int reg = reg_bank_at(place->bank, l->record->offset);

    if (reg == IBS_OP_CTL && l->record->kind == TRACE_WRITE) {
        check_sample(l, place, *sample);
        *sample = 0;
    } else if (reg == IBS_OP_CTL && !*sample) {
        *sample = reg_get(ctl, OP_VAL, access_value(place, ctl, l->record->value));
    } else if (reg >= 0 && *sample && l->record->kind == TRACE_READ) {
        *sample |= 1u << reg;
    }
}

static void note_dis(
    struct linting *l, const struct access_place *place, const struct engine *engine)
{
    guint *off = &((struct held *)l->held)->off[epyc_block_cpu(l->record->block)];
    guint bit = 1u << (engine - engines);

    if (reg_bank_at(place->bank, l->record->offset) != (int)engine->second)
        return;
    *off = reg_get(&place->bank->regs[engine->second], engine->dis, l->record->value) ? *off | bit
                                                                                      : *off & ~bit;
}

static void check(struct linting *l, const struct access_place *place)
{
    if (epyc_block_kind(l->record->block) != EPYC_IBS)
        return;
    check_random(l, place);
    check_valid(l, place);
    for (gsize i = 0; i < G_N_ELEMENTS(engines) && l->record->kind == TRACE_WRITE; i++) {
        check_period(l, place, &engines[i]);
        note_dis(l, place, &engines[i]);
    }
}

static void closed(struct linting *l)
{
    const struct held *held = l->held;
    struct access_place place;

    for (unsigned cpu = 0; cpu < EPYC_MAX_CPUS; cpu++)
        for (gsize i = 0; i < G_N_ELEMENTS(engines); i++) {
            l->record = &held->switched[cpu][i];
            if ((held->on[cpu] & ~held->off[cpu]) >> i & 1 &&
                access_place_find(l->model, l->record, &place))
                lint_add(l, LINT_LEFT, &place.bank->regs[engines[i].reg],
                    "still on when the machine was switched off");
        }
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
    .rules = LINT_PERIOD | LINT_RANDOM | LINT_VALID | LINT_LEFT,
    .held = sizeof(struct held),
    .stateless = is_stateless,
    .check = check,
    .closed = closed};
