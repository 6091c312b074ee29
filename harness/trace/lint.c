/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of `expect lint`: reserved bits on every machine, and the box freeze of snbep. */
#include "harness/trace/lint.h"

#include "harness/trace/accesses.h"
#include "models/snbep/snbep.h"

#include <string.h>

static const struct {
    const char *name;
    enum lint_rule rule;
} rule_names[] = {{"reserved", LINT_RESERVED}, {"running", LINT_RUNNING}, {"unfrozen", LINT_UNFROZEN},
    {"freeze", LINT_FREEZE}};

unsigned lint_rule_named(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rule_names); i++)
        if (!strcmp(rule_names[i].name, name))
            return rule_names[i].rule;
    return 0;
}

static const char *rule_name(enum lint_rule rule)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rule_names); i++)
        if (rule_names[i].rule == rule)
            return rule_names[i].name;
    return "";
}

/* All findings of one rule at one register. */
struct finding {
    enum lint_rule rule;
    guint block;
    const struct reg *reg;
    guint n;
    char *first;
};

struct linting {
    const struct machine_model *model;
    const struct snbep *snbep; /* NULL: not snbep */
    unsigned rules;
    const struct trace_record *record;
    gboolean within; /* the record belongs to the step */
    guint64 held[SNBEP_MAX_SOCKETS * SNBEP_N_BLOCKS]
                [IMC_N_REGS]; /* the latest value of each bit that was written */
    GArray *findings;
};

static void finding_clear(gpointer data)
{
    g_free(((struct finding *)data)->first);
}

/* ---- findings ---- */

static void add_finding(struct linting *l, enum lint_rule rule, const struct reg *reg, const char *what)
{
    struct finding fresh = {.rule = rule, .block = l->record->block, .reg = reg, .n = 1};
    g_autofree char *access = NULL;
    guint n = l->findings->len;

    if (!l->within || !(l->rules & rule))
        return;
    for (guint i = 0; i < n; i++) {
        struct finding *f = &g_array_index(l->findings, struct finding, i);
        if (f->rule == rule && f->block == fresh.block && f->reg == reg) {
            f->n++;
            return;
        }
    }
    access = access_text(l->model, l->record);
    g_array_append_val(l->findings, fresh);
    g_array_index(l->findings, struct finding, n).first =
        g_strdup_printf("%s: %s: %s", rule_name(rule), what, access);
}

/* ---- all machines ---- */

/* Bank of a block from the machine's configuration; the model's own list of blocks lacks it. */
static const struct reg_bank *bank_of(const struct linting *l, const struct access_place *place)
{
    if (l->snbep && l->record->block % SNBEP_N_BLOCKS < SNBEP_BLOCK_UBOX)
        return imc_bank(l->snbep->config.box_ctl);
    return place->bank;
}

static void check_reserved(struct linting *l, const struct access_place *place)
{
    const struct reg_bank *bank = bank_of(l, place);

    for (unsigned i = 0; bank && i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        guint64 bits = access_value(place, reg, l->record->value) & reg_access_mask(reg, REG_RV);

        if (bits) {
            g_autofree char *what = g_strdup_printf("reserved bits 0x%" G_GINT64_MODIFIER "x written", bits);
            add_finding(l, LINT_RESERVED, reg, what);
        }
    }
}

/* ---- snbep: 327043, 2.1: a box is frozen before its counters are set up, and before they are read ---- */

static gboolean is_frozen(const struct linting *l, const guint64 *held)
{
    const struct reg *box = &imc_bank(l->snbep->config.box_ctl)->regs[IMC_BOX_CTL];

    return reg_get(box, BOX_CTL_FRZ_EN, held[IMC_BOX_CTL]) && reg_get(box, BOX_CTL_FRZ, held[IMC_BOX_CTL]);
}

static gboolean counts(const struct linting *l, const guint64 *held, unsigned counter)
{
    const struct reg *regs = imc_bank(l->snbep->config.box_ctl)->regs;
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
    const struct reg *reg = &imc_bank(l->snbep->config.box_ctl)->regs[i];

    if (i == IMC_BOX_CTL && reg_get(reg, BOX_CTL_FRZ, now) && !reg_get(reg, BOX_CTL_FRZ_EN, now))
        add_finding(l, LINT_FREEZE, reg, "frz has no effect without frz_en");
    if (i >= IMC_CTL0 && i <= IMC_FIXED_CTL && !is_frozen(l, held) &&
        (now != held[i] || reg_get(reg, i == IMC_FIXED_CTL ? FIXED_CTL_EN : CTL_EN, now)))
        add_finding(l, LINT_FREEZE, reg, "control written in a box that is not frozen");
}

static void snbep_write(struct linting *l, const struct access_place *place, guint64 *held, unsigned i)
{
    const struct reg *reg = &imc_bank(l->snbep->config.box_ctl)->regs[i];
    guint64 lanes = access_lanes(place, reg), value = access_value(place, reg, l->record->value);

    if (!lanes)
        return;
    if (i >= IMC_CTL0 && i < IMC_FIXED_CTL && changes_event(l, reg, held, i, (held[i] ^ value) & lanes))
        add_finding(l, LINT_RUNNING, reg, "event changed while the counter ran");
    if (i <= IMC_FIXED_CTR && counts(l, held, i))
        add_finding(l, LINT_RUNNING, reg, "counter written while it ran");
    check_freeze(l, held, i, (held[i] & ~lanes) | (value & lanes));
    held[i] = (held[i] & ~lanes) | (value & lanes);
}

static void check_snbep(struct linting *l, const struct access_place *place)
{
    const struct reg *regs = imc_bank(l->snbep->config.box_ctl)->regs;
    guint64 *held = l->held[l->record->block];

    if (l->record->block % SNBEP_N_BLOCKS >= SNBEP_BLOCK_UBOX)
        return;
    for (unsigned i = 0; i < IMC_N_REGS; i++)
        if (l->record->kind == TRACE_WRITE)
            snbep_write(l, place, held, i);
        else if (i <= IMC_FIXED_CTR && access_lanes(place, &regs[i]) && counts(l, held, i))
            add_finding(l, LINT_UNFROZEN, &regs[i], "counter read while it ran");
}

/* ---- the trace ---- */

unsigned lint_rules(const struct machine_model *machine)
{
    return machine == &snbep_model ? LINT_ALL : LINT_RESERVED;
}

static void check(struct linting *l)
{
    struct access_place place;

    if ((l->record->kind != TRACE_READ && l->record->kind != TRACE_WRITE) ||
        !access_place_find(l->model, l->record, &place) || !place.bank)
        return;
    if (l->record->kind == TRACE_WRITE)
        check_reserved(l, &place);
    if (l->snbep)
        check_snbep(l, &place);
}

static GPtrArray *lines_of(const GArray *findings)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < findings->len; i++) {
        const struct finding *f = &g_array_index(findings, struct finding, i);
        g_ptr_array_add(lines,
            f->n > 1 ? g_strdup_printf("%s, and %u more times", f->first, f->n - 1) : g_strdup(f->first));
    }
    return lines;
}

GPtrArray *lint(
    struct planned planned, unsigned rules, const struct trace_record *records, gsize from, gsize to)
{
    struct linting *l = g_new0(struct linting, 1);
    GPtrArray *lines;

    l->model = planned.model;
    l->snbep = planned.model == &snbep_model ? planned_as(planned, &snbep_model) : NULL;
    l->rules = rules;
    l->findings = g_array_new(FALSE, FALSE, sizeof(struct finding));
    g_array_set_clear_func(l->findings, finding_clear);
    for (gsize i = 0; i < to; i++) {
        l->record = &records[i];
        l->within = i >= from;
        check(l);
    }
    lines = lines_of(l->findings);
    g_array_unref(l->findings);
    g_free(l);
    return lines;
}
