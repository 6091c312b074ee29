/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of events of the atlas. */
#include "harness/atlas/atlas.h"
#include "harness/base/html_page.h"
#include "harness/hardware/registers.h"

#include <string.h>

struct list {
    const struct machine_model *model;
    unsigned number;
    struct machine_events events;
};

static gboolean find(struct list *list, const char *name)
{
    for (; list->model->events && list->model->events(list->number, &list->events); list->number++)
        if (!strcmp(list->events.name, name))
            return TRUE;
    return FALSE;
}

static void append_sub_events(GString *page, const struct list *list, unsigned i, unsigned n)
{
    if (n)
        g_string_append_printf(page, "<div class=\"subs\">%s: ", list->events.sub);
    for (unsigned j = 0; j < n; j++) {
        struct machine_sub_event sub;

        list->model->sub_event(list->number, i, j, &sub);
        g_string_append_printf(
            page, "%s<span>%s=0x%02" G_GINT64_MODIFIER "x</span>", j ? ", " : "", sub.name, sub.code);
    }
    if (n)
        g_string_append(page, "</div>");
}

static void append_event(GString *page, const char *id, const struct list *list, unsigned i)
{
    struct machine_event event = {.prose = ""};

    list->model->event(list->number, i, &event);
    g_autofree char *code = register_hex(list->events.code_bits, event.code);

    g_string_append_printf(page, "<tr class=\"event\" id=\"%s.%s\"><td>%s<th scope=\"row\">%s", id,
        event.name, code, event.name);
    if (list->events.number)
        g_string_append_printf(page, "<td>%u", event.number);
    g_string_append(page, "<td>");
    html_append_text(page, event.prose);
    append_sub_events(page, list, i, event.n_subs);
}

void atlas_append_events(GString *page, const struct machine *machine, const char *name)
{
    struct list list = {.model = machine->model};
    g_autofree char *id = g_strjoin(".", machine->name, name, "events", NULL);

    if (!find(&list, name))
        return;
    g_string_append_printf(page,
        "<section class=\"events\" id=\"%s\">\n<h4><a href=\"#%s\">events of %s</a> <small>", id, id, name);
    html_append_text(page, list.events.prose);
    g_string_append_printf(
        page, "</small></h4>\n<table class=\"fields\"><thead><tr><th>%s<th>event", list.events.code);
    if (list.events.number)
        g_string_append_printf(page, "<th>%s", list.events.number);
    g_string_append_printf(page, "<th>%s<tbody>", list.events.text);
    for (unsigned i = 0; i < list.events.n_events; i++)
        append_event(page, id, &list, i);
    g_string_append(page, "</table>\n</section>\n");
}
