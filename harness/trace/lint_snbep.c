/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snbep's rules: reset a box before use, freeze it before setting up its
 * counters and before reading them (327043, section 2.1). */
#include "harness/trace/lint_machine.h"
#include "models/snbep/snbep.h"

/* A box. */
struct held {
    guint64 regs[BOX_MAX_REGS]; /* the latest written value of each bit */
    /* In an excerpt, registers that software has read or written. */
    gboolean known[BOX_MAX_REGS];
    gboolean ready;                          /* the box was reset */
    struct trace_record wrote[BOX_MAX_REGS]; /* the latest write of each */
};

static const struct snbep_config *config(const struct linting *l)
{
    const struct snbep *machine = planned_as(l->planned, &snbep_model);

    return &machine->config;
}

/* The record's box. The kind is NULL if there is none; @held is optional. */
static const struct box_type *box_of(const struct linting *l, struct held **held)
{
    struct snbep_block block;

    if (!snbep_block_find(l->record->block, &block) || !block.place)
        return NULL;
    if (held)
        *held = (struct held *)l->held + block.socket * SNBEP_MAX_BOXES + block.box;
    return block.place->type;
}

/* The model's own list lacks this block. */
static const struct reg_bank *bank(const struct linting *l, const struct access_place *place)
{
    const struct box_type *type = box_of(l, NULL);

    return type ? type->banks[config(l)->box_ctl] : place->bank;
}

/* A box's state as left by software. */
struct look {
    const struct box_type *type;
    const struct reg *regs;
    guint64 *held;
    struct trace_record *wrote;
    gboolean *known; /* NULL: all are */
};

static guint64 held_field(const struct look *b, int reg, unsigned field)
{
    return reg_get(&b->regs[reg], field, b->held[reg]);
}

static gboolean is_frozen(const struct look *b)
{
    int box = b->type->box_ctl;

    if (box != BOX_NONE && b->known && !b->known[box])
        return TRUE; /* it may be */
    return box != BOX_NONE && (b->type->frz_alone || held_field(b, box, BOX_CTL_FRZ_EN)) &&
           held_field(b, box, box_unit_of(b->type)->frz);
}

/* The counter whose control register is @i; the number of counters if there is
 * none. */
static unsigned controls(const struct look *b, unsigned i)
{
    unsigned counter = 0;

    while (counter < box_n_counters(b->type) && box_control_reg(b->type, counter) != i)
        counter++;
    return counter;
}

/* Whether @value of the counter's control switches it on. */
static gboolean on(const struct look *b, unsigned counter, guint64 value)
{
    if (counter == b->type->n_counters)
        return reg_get(&b->regs[b->type->fixed_ctl], FIXED_CTL_EN, value);
    return box_control_on(b->type, value);
}

static gboolean counts(const struct look *b, unsigned counter)
{
    return !is_frozen(b) && on(b, counter, b->held[box_control_reg(b->type, counter)]);
}

/* The write changes the event of a general counter that is on before and after
 * it. */
static gboolean changes_event(const struct look *b, unsigned i, guint64 changed)
{
    const struct reg *reg = &b->regs[i];
    unsigned counter = controls(b, i);
    int en = b->type->control->en;
    guint64 selects;

    if (counter >= b->type->n_counters) /* no control, with other fields */
        return FALSE;
    selects = reg_access_mask(reg, REG_RW) &
              ~(en == BOX_NONE ? 0 : reg_field_mask(reg, &reg->fields[en]));
    return counts(b, counter) && changed & selects && on(b, counter, b->held[i] ^ changed);
}

/* 327043, 2.1: first frz_en and frz of the box, then the events' controls; frz
 * alone freezes nothing. A control that is off and unchanged may be written at
 * any time, as in a cleanup. */
static void check_freeze(struct linting *l, const struct look *b, unsigned i, guint64 now)
{
    const struct reg *reg = &b->regs[i];
    unsigned counter = controls(b, i);

    if ((int)i == b->type->box_ctl && !b->type->frz_alone && reg_get(reg, BOX_CTL_FRZ, now) &&
        !reg_get(reg, BOX_CTL_FRZ_EN, now))
        lint_add(l, LINT_FREEZE, reg, "frz has no effect without frz_en");
    if (b->type->box_ctl != BOX_NONE && counter < box_n_counters(b->type) && !is_frozen(b) &&
        (now != b->held[i] || on(b, counter, now)))
        lint_add(l, LINT_FREEZE, reg, "control written in a box that is not frozen");
}

static void check_write(
    struct linting *l, const struct access_place *place, const struct look *b, unsigned i)
{
    const struct reg *reg = &b->regs[i];
    guint64 lanes = access_lanes(place, reg), value = access_value(place, reg, l->record->value);

    if (!lanes)
        return;
    if (changes_event(b, i, (b->held[i] ^ value) & lanes))
        lint_add(l, LINT_RUNNING, reg, "event changed while the counter ran");
    if (box_is_counter(b->type, i) && counts(b, box_counter_of(b->type, i)))
        lint_add(l, LINT_RUNNING, reg, "counter written while it ran");
    check_freeze(l, b, i, (b->held[i] & ~lanes) | (value & lanes));
    b->held[i] = (b->held[i] & ~lanes) | (value & lanes);
    b->wrote[i] = *l->record;
}

/* Memory channels, CBO and PCU have one, with the same fields; UBOX has
 * none. */
static const struct reg *box_control(const struct reg_bank *bank)
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (g_str_has_suffix(bank->regs[i].name, "BOX_CTL"))
            return &bank->regs[i];
    return NULL;
}

/* The hardware's initial contents are unknown. So software must first write a
 * box's frz_en and, if box control has them, both resets. Zeros may be written
 * earlier, as in a cleanup. */
static void check_init(struct linting *l, const struct access_place *place,
    const struct box_type *type, struct held *held)
{
    const struct reg_bank *regs = bank(l, place);
    const struct reg *box = box_control(regs);
    /* other boxes need no frz_en */
    gboolean has_en = box && !(type->unit || type->frz_alone);
    guint64 resets = (box ? reg_access_mask(box, REG_ACTION) : 0) |
                     (has_en ? reg_field_mask(box, &box->fields[BOX_CTL_FRZ_EN]) : 0);

    for (unsigned i = 0; box && i < regs->n_regs; i++) {
        const struct reg *reg = &regs->regs[i];
        guint64 value = access_value(place, reg, l->record->value);

        if (reg == box)
            held->ready |= (value & resets) == resets;
        else if (value && !held->ready)
            lint_add(l, LINT_INIT, reg, "written in a box that was never reset");
    }
}

/* In an excerpt, a read tells the value of a register that software wrote
 * before. */
static void learn(
    struct linting *l, const struct access_place *place, const struct look *b, unsigned i)
{
    guint64 lanes = access_lanes(place, &b->regs[i]);

    if (lanes && !b->known[i] && l->record->kind == TRACE_READ)
        b->held[i] = access_value(place, &b->regs[i], l->record->value);
    b->known[i] |= lanes != 0;
}

static void check_box(struct linting *l, const struct access_place *place,
    const struct box_type *type, struct held *held)
{
    const struct look b = {
        type, bank(l, place)->regs, held->regs, held->wrote, l->from_boot ? NULL : held->known};

    for (unsigned i = 0; i < bank(l, place)->n_regs; i++) {
        if (l->record->kind == TRACE_WRITE)
            check_write(l, place, &b, i);
        else if (box_is_counter(type, i) && access_lanes(place, &b.regs[i]) &&
                 counts(&b, box_counter_of(type, i)))
            lint_add(l, LINT_UNFROZEN, &b.regs[i], "counter read while it ran");
        if (b.known)
            learn(l, place, &b, i);
    }
}

static void check(struct linting *l, const struct access_place *place)
{
    struct held *held;
    const struct box_type *type = box_of(l, &held);

    g_assert(l->held); /* of the size in lint_snbep */
    if (!type)
        return;
    if (l->record->kind == TRACE_WRITE)
        check_init(l, place, type, held);
    check_box(l, place, type, held);
}

/* Nothing reads a counter that is on in the end: its event was never removed. */
static void closed(struct linting *l)
{
    struct access_place place;

    for (gsize k = 0; k < SNBEP_ALL_BOXES; k++) {
        struct held *held = (struct held *)l->held + k, *same;

        for (unsigned i = 0; i < BOX_MAX_REGS; i++) {
            l->record = &held->wrote[i];
            if (held->wrote[i].kind != TRACE_WRITE || !held->wrote[i].size)
                continue;
            const struct box_type *type = box_of(l, &same);
            if (!type || same != held || !access_place_find(l->model, l->record, &place))
                continue;
            const struct look b = {type, bank(l, &place)->regs, held->regs, held->wrote, NULL};
            const unsigned counter = controls(&b, i);
            if (counter < box_n_counters(type) && on(&b, counter, held->regs[i]))
                lint_add(l, LINT_LEFT, &b.regs[i], "still on when the machine was switched off");
        }
    }
}

const struct lint_machine lint_snbep = {
    .model = &snbep_model,
    .rules = LINT_RUNNING | LINT_UNFROZEN | LINT_FREEZE | LINT_INIT | LINT_LEFT,
    .held = SNBEP_ALL_BOXES * sizeof(struct held),
    .bank = bank,
    .check = check,
    .closed = closed,
};
