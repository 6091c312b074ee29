/* SPDX-License-Identifier: GPL-2.0-or-later */
/* docs/assumptions.md: each place of the descriptions where the model chose,
 * because no source speaks. With --print, prints the page. */
#include "harness/machine/machines.h"
#include "tests/tap.h"

#include <glib.h>

#define PAGE "docs/assumptions.md"

static const char head[] = "# Assumptions of the models\n\n"
                           "Each row is a place where a model had to choose: no manual, driver or "
                           "capture speaks, or they\n"
                           "contradict one another. The rows are generated from the descriptions "
                           "of registers and events. An\n"
                           "owner of the silicon can settle them: [Add the facts of your\n"
                           "machine](silicon.md#add-the-facts-of-your-machine). A choice that no "
                           "register or event shows is on\n"
                           "the machine's page.\n\n"
                           "`build/tests/silicon/assumptions_test.t --print >docs/assumptions.md` "
                           "writes this page, and the\n"
                           "same test compares it.\n";

/* The descriptions' words for a choice. */
static const char *const words[] = {"model's choice", "taken to be", "taken for", "taken from",
    "taken to hold", "is taken as", "assumed", "no document", "no manual", "no source",
    "no capture", "not documented", "No document"};

static gboolean is_choice(const char *text)
{
    for (gsize i = 0; text && i < G_N_ELEMENTS(words); i++)
        if (strstr(text, words[i]))
            return TRUE;
    return FALSE;
}

struct row {
    char *name, *text;
    guint more; /* further places with the same text */
};

static void row_clear(gpointer data)
{
    struct row *row = data;

    g_free(row->name);
    g_free(row->text);
}

static void add(GArray *rows, char *name, const char *text)
{
    if (!is_choice(text)) {
        g_free(name);
        return;
    }
    for (guint i = 0; i < rows->len; i++)
        if (!strcmp(g_array_index(rows, struct row, i).text, text)) {
            g_array_index(rows, struct row, i).more++;
            g_free(name);
            return;
        }
    const struct row row = {name, g_strdup(text), 0};
    g_array_append_val(rows, row);
}

static void add_register(GArray *rows, const struct reg_bank *bank, const struct reg *reg)
{
    add(rows, g_strdup_printf("%s.%s", bank->name, reg->name), reg->prose);
    add(rows, g_strdup_printf("%s.%s", bank->name, reg->name), reg->not_modelled);
    for (unsigned f = 0; f < reg->n_fields; f++)
        add(rows, g_strdup_printf("%s.%s.%s", bank->name, reg->name, reg->fields[f].name),
            reg->fields[f].prose);
}

static GArray *rows_of(const struct machine_model *model)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(struct row));
    struct machine_events list;

    g_array_set_clear_func(rows, row_clear);
    for (const struct reg_bank *const *bank = model->banks; *bank; bank++)
        for (unsigned r = 0; r < (*bank)->n_regs; r++)
            add_register(rows, *bank, &(*bank)->regs[r]);
    for (unsigned l = 0; model->events && model->events(l, &list); l++)
        for (unsigned i = 0; i < list.n_events; i++) {
            struct machine_event event = {.prose = ""};

            model->event(l, i, &event);
            add(rows, g_strdup_printf("%s event %s", list.name, event.name), event.prose);
        }
    return rows;
}

static GString *page(guint *n)
{
    GString *text = g_string_new(head);
    const struct machine *m;

    *n = 0;
    for (unsigned i = 0; (m = machine_number(i)); i++) {
        g_autoptr(GArray) rows = rows_of(m->model);

        if (rows->len)
            g_string_append_printf(text, "\n## %s\n| place | assumption |\n|---|---|\n", m->name);
        for (guint r = 0; r < rows->len; r++) {
            const struct row *row = &g_array_index(rows, struct row, r);

            g_string_append_printf(text, "| `%s`", row->name);
            if (row->more)
                g_string_append_printf(text, " and %u more", row->more);
            g_string_append_printf(text, " | %s |\n", row->text);
        }
        *n += rows->len;
    }
    return text;
}

int main(int argc, char **argv)
{
    guint n;
    g_autoptr(GString) expected = page(&n);
    g_autofree char *found = NULL;

    if (argc == 2 && !strcmp(argv[1], "--print")) {
        fputs(expected->str, stdout);
        return 0;
    }
    ok(n > 20, "%u assumptions", n);
    ok(g_file_get_contents(PAGE, &found, NULL, NULL) && !strcmp(found, expected->str),
        PAGE " has them: %s --print writes it", argv[0]);
    ok(is_choice("cycles, this model's choice") && !is_choice("branches taken") && !is_choice(NULL),
        "the words of a choice");
    return done_testing();
}
