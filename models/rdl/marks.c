/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the settings of properties that the tables have no place for, with the
 * register and field that each belongs to. */
#include "models/rdl/fields.h"

#include <string.h>

/* Prefix of the properties, whatever the file declares. */
#define PREFIX "pmu_"

static bool is_mark(const struct rdl_instance *i, const struct rdl_setting *s)
{
    return !strncmp(s->property->name, PREFIX, strlen(PREFIX)) &&
           s->property->kinds & i->of->kind && rdl_of(i, s->property->name) == s;
}

/* The settings of @i that count: each property's innermost one. */
static void add_settings(
    struct rdl *rdl, struct rdl_bank *bank, const struct rdl_instance *i, struct rdl_mark mark)
{
    const struct rdl_setting *const lists[] = {i->settings, i->of->settings, i->of->defaults};

    for (size_t list = 0; list < sizeof(lists) / sizeof(lists[0]); list++)
        for (const struct rdl_setting *s = lists[list]; s; s = s->next) {
            if (!is_mark(i, s))
                continue;
            mark.property = s->property->name;
            mark.text = s->text;
            mark.number = s->number;
            mark.line = s->line;
            bank->marks = rdl_grow(rdl, bank->marks, bank->n_marks, sizeof(mark));
            bank->marks[bank->n_marks++] = mark;
        }
}

void rdl_mark_bank(struct rdl *rdl, struct rdl_bank *bank, const struct rdl_instance *i)
{
    add_settings(rdl, bank, i, (struct rdl_mark){.reg = -1, .field = -1});
}

void rdl_mark_register(
    struct rdl *rdl, struct rdl_bank *bank, const struct rdl_instance *i, unsigned element)
{
    const int last = (int)bank->bank.n_regs - 1;

    add_settings(rdl, bank, i, (struct rdl_mark){.reg = last, .field = -1, .element = element});
    for (const struct rdl_instance *f = i->of->instances; f; f = f->next) {
        const char *name = rdl_text_of(f, "name", f->name);
        struct rdl_instance changed = *f;

        changed.settings = rdl_field_settings(rdl, i, f);
        add_settings(rdl, bank, &changed,
            (struct rdl_mark){.reg = last,
                .field = reg_field_named(&bank->bank.regs[last], name),
                .element = element});
    }
}
