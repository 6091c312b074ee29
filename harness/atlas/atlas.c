/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The atlas as a whole: contents, machines, blocks, units, options. */
#include "harness/atlas/atlas.h"

#include "harness/base/html_page.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/registers.h"

#include <string.h>

#define RESOURCES "/org/pmulab/atlas/"

static void append_heading(
    GString *page, const char *level, const char *id, const char *name, const char *prose)
{
    g_string_append_printf(page, "<%s><a href=\"#%s\">%s</a> <small>", level, id, name);
    html_append_text(page, prose);
    g_string_append_printf(page, "</small></%s>\n", level);
}

static void append_bank(
    GString *page, struct atlas *atlas, const struct machine *machine, const struct reg_bank *bank)
{
    const struct register_place place = {.machine = machine, .bank = bank};
    g_autofree char *id = register_place_name(&place);
    g_autofree char *blocks = blocks_text(machine->model, bank);

    g_string_append_printf(page, "<section class=\"block\" id=\"%s\">\n", id);
    append_heading(page, "h3", id, id, bank->prose);
    if (*blocks)
        g_string_append_printf(page, "<p class=\"instances\">%s</p>\n", blocks);
    for (unsigned i = 0; i < bank->n_regs; i++)
        atlas_append_register(page, atlas, machine, bank, &bank->regs[i]);
    atlas_append_events(page, machine, bank->name);
    g_string_append(page, "</section>\n");
}

static gboolean is_bank(const struct machine_model *model, const char *name)
{
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (!strcmp((*b)->name, name))
            return TRUE;
    return FALSE;
}

/* Units have events and no registers. */
static void append_units(GString *page, const struct machine *machine)
{
    struct machine_events events;

    for (unsigned i = 0; machine->model->events && machine->model->events(i, &events); i++)
        if (!is_bank(machine->model, events.name))
            atlas_append_events(page, machine, events.name);
}

static void append_option(GString *page, const char *machine, const struct config_option *option)
{
    char values[CONFIG_VALUES];

    config_values(option, values);
    g_string_append_printf(page, "<tr class=\"event\" id=\"%s.options.%s\"><th scope=\"row\">%s<td>", machine,
        option->name, option->name);
    html_append_text(page, values);
    g_string_append(page, "<td>");
    html_append_text(page, option->standard ? option->standard : option->otherwise);
    g_string_append(page, "<td>");
    html_append_text(page, option->help);
}

static void append_options(GString *page, const struct machine *machine)
{
    g_autofree char *id = g_strconcat(machine->name, ".options", NULL);

    g_string_append_printf(page, "<section class=\"events\" id=\"%s\">\n", id);
    append_heading(page, "h4", id, "options",
        "for a scenario's config line, pmulab boot --config, and the plugin itself");
    g_string_append(
        page, "<table class=\"fields\"><thead><tr><th>option<th>values<th>default<th>meaning<tbody>");
    for (const struct config_option *o = machine->model->options; o->name; o++)
        if (!o->qemu)
            append_option(page, machine->name, o);
    g_string_append(page, "</table>\n</section>\n");
}

static void append_machine(GString *page, struct atlas *atlas, const struct machine *machine)
{
    g_string_append_printf(page, "<section class=\"machine\" id=\"%s\">\n", machine->name);
    append_heading(page, "h2", machine->name, machine->name, machine->model->prose);
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
        append_bank(page, atlas, machine, *b);
    append_units(page, machine);
    append_options(page, machine);
    g_string_append(page, "</section>\n");
}

static gboolean append_contents(GString *page, gpointer data, GError **error)
{
    const struct machine *machine;

    (void)data;
    (void)error;
    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        g_string_append_printf(page, "<p><a href=\"#%s\"><b>%s</b></a>", machine->name, machine->name);
        for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
            g_string_append_printf(page, " <a href=\"#%s.%s\">%s</a>", machine->name, (*b)->name, (*b)->name);
        g_string_append_printf(page, " <a href=\"#%s.options\">options</a></p>\n", machine->name);
    }
    return TRUE;
}

/* The names come last, once all registers are known. */
static gboolean append_machines(GString *page, gpointer data, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    struct atlas atlas = {data, names};
    const struct machine *machine;

    (void)error;
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        append_machine(page, &atlas, machine);
    g_string_append(page, "<script type=\"application/json\" id=\"names\">[");
    for (guint i = 0; i < names->len; i++) {
        g_string_append(page, i ? ",\n" : "");
        html_append_json(page, g_ptr_array_index(names, i));
    }
    g_string_append(page, "]</script>\n");
    return TRUE;
}

static const struct html_part parts[] = {
    {"@HEAD@", "", "", (const char *const[]){"head.html", NULL}, NULL},
    {"@STYLE@", "<style>\n", "</style>\n", (const char *const[]){"common.css", "atlas.css", NULL}, NULL},
    {"@CONTENTS@", "<nav>\n", "</nav>\n", NULL, append_contents},
    {"@MACHINES@", "", "", NULL, append_machines},
    {"@SCRIPT@", "<script>\n", "</script>\n", (const char *const[]){"elements.js", "atlas.js", NULL}, NULL},
};

void atlas_append(GString *page, const struct atlas_uses *uses)
{
    html_page_append(
        page, RESOURCES, "atlas.html", parts, G_N_ELEMENTS(parts), (gpointer)(guintptr)uses, NULL);
}
