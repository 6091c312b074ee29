/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of `expect lint`: reserved bits on every machine, and each
 * machine's rules. */
#include "harness/trace/lint.h"

#include "harness/trace/lint_machine.h"

#include <string.h>

static const struct {
    const char *name;
    enum lint_rule rule;
} rule_names[] = {{"reserved", LINT_RESERVED}, {"running", LINT_RUNNING},
    {"unfrozen", LINT_UNFROZEN}, {"freeze", LINT_FREEZE}, {"period", LINT_PERIOD},
    {"mode", LINT_MODE}, {"init", LINT_INIT}, {"random", LINT_RANDOM}, {"valid", LINT_VALID},
    {"left", LINT_LEFT}};

static const struct lint_machine *const machines[] = {
    &lint_snbep, &lint_epyc, &lint_power9, &lint_power10, &lint_power11};

static const struct lint_machine *machine_of(const struct machine_model *model)
{
    for (gsize i = 0; i < G_N_ELEMENTS(machines); i++)
        if (machines[i]->model == model)
            return machines[i];
    return NULL;
}

unsigned lint_rule_named(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rule_names); i++)
        if (!strcmp(rule_names[i].name, name))
            return rule_names[i].rule;
    return 0;
}

const char *lint_rule_name(enum lint_rule rule)
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

static void finding_clear(gpointer data)
{
    g_free(((struct finding *)data)->first);
}

/* ---- findings ---- */

void lint_add(struct linting *l, enum lint_rule rule, const struct reg *reg, const char *what)
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
        g_strdup_printf("%s: %s: %s", lint_rule_name(rule), what, access);
}

/* ---- all machines ---- */

static void check_reserved(struct linting *l, const struct access_place *place)
{
    const struct reg_bank *bank =
        l->machine && l->machine->bank ? l->machine->bank(l, place) : place->bank;

    for (unsigned i = 0; bank && i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        guint64 bits = access_value(place, reg, l->record->value) & reg_access_mask(reg, REG_RV);

        if (bits && !(l->machine && l->machine->stateless && l->machine->stateless(reg))) {
            g_autofree char *what =
                g_strdup_printf("reserved bits 0x%" G_GINT64_MODIFIER "x written", bits);
            lint_add(l, LINT_RESERVED, reg, what);
        }
    }
}

/* ---- the trace ---- */

unsigned lint_rules(const struct machine_model *machine)
{
    const struct lint_machine *own = machine_of(machine);

    return LINT_RESERVED | (own ? own->rules : 0);
}

void lint_append_allowed(GString *text, unsigned rules, const char *reason)
{
    for (unsigned rule = 1; rule & LINT_ALL; rule <<= 1)
        if (rules & rule)
            g_string_append_printf(text, "lint allow %s %s\n", lint_rule_name(rule), reason);
}

void lint_check(struct linting *l, const struct trace_record *record, gboolean within)
{
    struct access_place place;

    l->record = record;
    l->within = within;
    if (record->kind == TRACE_CLOSED && l->machine && l->machine->closed)
        l->machine->closed(l);
    if ((record->kind != TRACE_READ && record->kind != TRACE_WRITE) ||
        !access_place_find(l->model, record, &place) || !place.bank)
        return;
    if (record->kind == TRACE_WRITE)
        check_reserved(l, &place);
    if (l->machine)
        l->machine->check(l, &place);
}

static GPtrArray *lines_of(const GArray *findings)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < findings->len; i++) {
        const struct finding *f = &g_array_index(findings, struct finding, i);
        g_ptr_array_add(lines, f->n == 1 ? g_strdup(f->first)
                               : f->n == 2
                                   ? g_strdup_printf("%s, and once more", f->first)
                                   : g_strdup_printf("%s, and %u more times", f->first, f->n - 1));
    }
    return lines;
}

struct linting *lint_new(struct planned planned, unsigned rules, gboolean from_boot)
{
    struct linting *l = g_new0(struct linting, 1);

    l->model = planned.model;
    l->machine = machine_of(planned.model);
    l->planned = planned;
    l->held = l->machine ? g_malloc0(l->machine->held) : NULL;
    l->rules = from_boot ? rules : rules & ~(unsigned)LINT_INIT;
    l->from_boot = from_boot;
    l->findings = g_array_new(FALSE, FALSE, sizeof(struct finding));
    g_array_set_clear_func(l->findings, finding_clear);
    return l;
}

GPtrArray *lint_end(struct linting *l)
{
    GPtrArray *lines = lines_of(l->findings);

    g_array_unref(l->findings);
    g_free(l->held);
    g_free(l);
    return lines;
}

GPtrArray *lint(struct planned planned, unsigned rules, const struct trace_record *records,
    gsize from, gsize to)
{
    struct linting *l = lint_new(planned, rules, TRUE);

    for (gsize i = 0; i < to; i++)
        lint_check(l, &records[i], i >= from);
    return lint_end(l);
}
