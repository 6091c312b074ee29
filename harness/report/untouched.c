/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists untouched registers and fields. */
#include "harness/report/untouched.h"

#include "harness/hardware/registers.h"

struct finding {
    const struct touched *touched;
    const struct machine *machine;
    const struct explained *explained;
    GArray *list;
    struct touched_sum sum;
};

static const char *why_of(
    const struct finding *f, const struct untouched *u, const struct reg_field *field)
{
    const struct register_place place = {f->machine, u->bank, u->reg};
    g_autofree char *reg = register_place_name(&place);
    g_autofree char *name = g_strjoin(".", reg, field->name, NULL);
    const char *why = NULL;

    for (unsigned way = 0; way < TOUCHED_WAYS; way++) {
        const char *reason;

        if (u->extent[way] == TOUCHED_FULLY || !touched_can(field, (enum touched_way)way))
            continue;
        reason = explained_why(f->explained, name, (enum touched_way)way);
        if (!reason)
            return NULL;
        why = reason;
    }
    return why;
}

static void add_field(
    struct finding *f, const struct touched_register *of, struct untouched u, unsigned i)
{
    gboolean missing = FALSE;

    u.field = &u.reg->fields[i];
    for (unsigned way = 0; way < TOUCHED_WAYS; way++) {
        u.extent[way] = TOUCHED_FULLY;
        if (!touched_can(u.field, (enum touched_way)way))
            continue;
        u.extent[way] = touched_extent(of, u.field, i, (enum touched_way)way);
        missing |= u.extent[way] != TOUCHED_FULLY;
        f->sum.fields[way]++;
        f->sum.fields_touched[way] += u.extent[way] == TOUCHED_FULLY;
    }
    if (!missing || !of || !f->list)
        return;
    u.why = why_of(f, &u, u.field);
    g_array_append_val(f->list, u);
}

/* A register that is never accessed is one entry: its fields have nothing to
 * add. */
static void add_whole(const struct finding *f, struct untouched u)
{
    const char *why = NULL;

    for (unsigned i = 0; i < u.reg->n_fields; i++) {
        if (u.reg->fields[i].access == REG_RV)
            continue;
        why = why_of(f, &u, &u.reg->fields[i]);
        if (!why)
            break;
    }
    u.why = why;
    g_array_append_val(f->list, u);
}

static void add_register(struct finding *f, const struct reg_bank *bank, const struct reg *reg)
{
    const struct touched_register *of = touched_find(f->touched, reg);
    const struct untouched u = {.bank = bank, .reg = reg};

    f->sum.registers++;
    f->sum.registers_touched += of != NULL;
    f->sum.orders += of ? of->orders->len : 0;
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(f, of, u, i);
    if (!of && f->list)
        add_whole(f, u);
}

struct touched_sum untouched_find(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, GArray *list)
{
    struct finding f = {touched, machine, explained, list, {0}};
    g_autofree const struct reg_bank **banks = touched_banks(machine->model);

    for (const struct reg_bank **bank = banks; *bank; bank++)
        for (unsigned i = 0; i < (*bank)->n_regs; i++)
            add_register(&f, *bank, &(*bank)->regs[i]);
    return f.sum;
}

static void append_missing(
    GString *text, const struct untouched *u, enum touched_way way, const char *verb)
{
    if (u->extent[way] == TOUCHED_FULLY)
        return;
    g_string_append(text, text->len ? "; " : "");
    if (u->extent[way] == TOUCHED_NEVER)
        g_string_append_printf(text, "never %s", verb);
    else
        g_string_append_printf(text,
            u->field->reset < 10 ? "%s as %" G_GINT64_MODIFIER "u alone"
                                 : "%s as 0x%" G_GINT64_MODIFIER "x alone",
            verb, (guint64)u->field->reset);
}

char *untouched_text(const struct untouched *u)
{
    GString *text = g_string_new(NULL);

    if (!u->field) {
        g_string_append(text, "never accessed");
    } else {
        append_missing(text, u, TOUCHED_READ, "read");
        append_missing(text, u, TOUCHED_WRITTEN, "written");
    }
    return g_string_free(text, FALSE);
}
