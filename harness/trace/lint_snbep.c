/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snbep's rules: a box is reset before it is used, frozen before its counters are set up, and before they are
 * read (327043, section 2.1). */
#include "harness/trace/lint_machine.h"
#include "models/snbep/snbep.h"

struct held {
    guint64 regs[SNBEP_MAX_SOCKETS * SNBEP_N_BLOCKS]
                [IMC_N_REGS];                           /* the latest value of each bit that was written */
    gboolean ready[SNBEP_MAX_SOCKETS * SNBEP_N_BLOCKS]; /* the box was reset */
};

static const struct snbep_config *config(const struct linting *l)
{
    const struct snbep *machine = planned_as(l->planned, &snbep_model);

    return &machine->config;
}

/* The model's own list of blocks lacks it. */
static const struct reg_bank *bank(const struct linting *l, const struct access_place *place)
{
    return l->record->block % SNBEP_N_BLOCKS < SNBEP_BLOCK_UBOX ? imc_bank(config(l)->box_ctl) : place->bank;
}

static gboolean is_frozen(const struct linting *l, const guint64 *held)
{
    const struct reg *box = &imc_bank(config(l)->box_ctl)->regs[IMC_BOX_CTL];

    return reg_get(box, BOX_CTL_FRZ_EN, held[IMC_BOX_CTL]) && reg_get(box, BOX_CTL_FRZ, held[IMC_BOX_CTL]);
}

static gboolean counts(const struct linting *l, const guint64 *held, unsigned counter)
{
    const struct reg *regs = imc_bank(config(l)->box_ctl)->regs;
    unsigned control = counter == IMC_FIXED_CTR ? IMC_FIXED_CTL : IMC_CTL0 + counter;

    return !is_frozen(l, held) &&
           reg_get(&regs[control], control == IMC_FIXED_CTL ? FIXED_CTL_EN : CTL_EN, held[control]);
}

/* The write changes the event of a general counter, which is on before and after it. */
static gboolean changes_event(
    const struct linting *l, const struct reg *reg, const guint64 *held, unsigned i, guint64 changed)
{
    guint64 selects = reg_access_mask(reg, REG_RW) & ~reg_field_mask(reg, &reg->fields[CTL_EN]);

    return counts(l, held, i - IMC_CTL0) && changed & selects && reg_get(reg, CTL_EN, held[i] ^ changed);
}

/* 327043, 2.1: first frz_en and frz of the box, then the events' controls; frz alone freezes nothing.
 * A control that is off and stays as it is may be written at any time: cleaning up does. */
static void check_freeze(struct linting *l, const guint64 *held, unsigned i, guint64 now)
{
    const struct reg *reg = &imc_bank(config(l)->box_ctl)->regs[i];

    if (i == IMC_BOX_CTL && reg_get(reg, BOX_CTL_FRZ, now) && !reg_get(reg, BOX_CTL_FRZ_EN, now))
        lint_add(l, LINT_FREEZE, reg, "frz has no effect without frz_en");
    if (i >= IMC_CTL0 && i <= IMC_FIXED_CTL && !is_frozen(l, held) &&
        (now != held[i] || reg_get(reg, i == IMC_FIXED_CTL ? FIXED_CTL_EN : CTL_EN, now)))
        lint_add(l, LINT_FREEZE, reg, "control written in a box that is not frozen");
}

static void check_write(struct linting *l, const struct access_place *place, guint64 *held, unsigned i)
{
    const struct reg *reg = &imc_bank(config(l)->box_ctl)->regs[i];
    guint64 lanes = access_lanes(place, reg), value = access_value(place, reg, l->record->value);

    if (!lanes)
        return;
    if (i >= IMC_CTL0 && i < IMC_FIXED_CTL && changes_event(l, reg, held, i, (held[i] ^ value) & lanes))
        lint_add(l, LINT_RUNNING, reg, "event changed while the counter ran");
    if (i <= IMC_FIXED_CTR && counts(l, held, i))
        lint_add(l, LINT_RUNNING, reg, "counter written while it ran");
    check_freeze(l, held, i, (held[i] & ~lanes) | (value & lanes));
    held[i] = (held[i] & ~lanes) | (value & lanes);
}

/* Memory channels, CBO and PCU have one, with the same fields; UBOX has none. */
static const struct reg *box_control(const struct reg_bank *bank)
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (g_str_has_suffix(bank->regs[i].name, "BOX_CTL"))
            return &bank->regs[i];
    return NULL;
}

/* What hardware holds before it was told is unknown: a box begins with frz_en and, where box control has
 * them, both resets. Zeros may be written before: cleaning up does. */
static void check_init(struct linting *l, const struct access_place *place)
{
    const struct reg_bank *regs = bank(l, place);
    const struct reg *box = box_control(regs);
    guint64 resets =
        box ? reg_access_mask(box, REG_ACTION) | reg_field_mask(box, &box->fields[BOX_CTL_FRZ_EN]) : 0;
    gboolean *ready = &((struct held *)l->held)->ready[l->record->block];

    for (unsigned i = 0; box && i < regs->n_regs; i++) {
        const struct reg *reg = &regs->regs[i];
        guint64 value = access_value(place, reg, l->record->value);

        if (reg == box)
            *ready |= (value & resets) == resets;
        else if (value && !*ready)
            lint_add(l, LINT_INIT, reg, "written in a box that was never reset");
    }
}

static void check_imc(struct linting *l, const struct access_place *place)
{
    const struct reg *regs = imc_bank(config(l)->box_ctl)->regs;
    struct held *all = l->held;
    guint64 *held = all->regs[l->record->block];

    for (unsigned i = 0; i < IMC_N_REGS; i++)
        if (l->record->kind == TRACE_WRITE)
            check_write(l, place, held, i);
        else if (i <= IMC_FIXED_CTR && access_lanes(place, &regs[i]) && counts(l, held, i))
            lint_add(l, LINT_UNFROZEN, &regs[i], "counter read while it ran");
}

static void check(struct linting *l, const struct access_place *place)
{
    if (l->record->kind == TRACE_WRITE)
        check_init(l, place);
    if (l->record->block % SNBEP_N_BLOCKS < SNBEP_BLOCK_UBOX)
        check_imc(l, place);
}

const struct lint_machine lint_snbep = {
    .model = &snbep_model,
    .rules = LINT_RUNNING | LINT_UNFROZEN | LINT_FREEZE | LINT_INIT,
    .held = sizeof(struct held),
    .bank = bank,
    .check = check,
};
