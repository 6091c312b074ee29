/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of events of the atlas. */
#include "harness/atlas/atlas.h"
#include "harness/format/json.h"
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

static void add_sub_events(JsonBuilder *json, const struct list *list, unsigned i, unsigned n)
{
    json_builder_begin_array(json);
    for (unsigned j = 0; j < n; j++) {
        struct machine_sub_event sub;

        list->model->sub_event(list->number, i, j, &sub);
        g_autofree char *code = g_strdup_printf("0x%02" G_GINT64_MODIFIER "x", sub.code);

        json_builder_begin_array(json);
        atlas_add_string(json, sub.name);
        atlas_add_string(json, code);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_event(JsonBuilder *json, const struct list *list, unsigned i)
{
    struct machine_event event = {.prose = ""};

    list->model->event(list->number, i, &event);
    g_autofree char *code = register_hex(list->events.code_bits, event.code);

    json_builder_begin_array(json);
    atlas_add_string(json, code);
    atlas_add_string(json, event.name);
    json_builder_add_int_value(json, event.number);
    atlas_add_string(json, event.prose);
    if (event.n_subs)
        add_sub_events(json, list, i, event.n_subs);
    json_builder_end_array(json);
}

void atlas_add_events(JsonBuilder *json, const struct machine_model *model, const char *name)
{
    struct list list = {.model = model};

    if (!find(&list, name))
        return;
    json_builder_set_member_name(json, "events");
    json_builder_begin_object(json);
    json_add_text(json, "prose", list.events.prose);
    json_add_text(json, "code", list.events.code);
    atlas_add_text(json, "number", list.events.number);
    json_add_text(json, "text", list.events.text);
    atlas_add_text(json, "sub", list.events.sub);
    json_builder_set_member_name(json, "list");
    json_builder_begin_array(json);
    for (unsigned i = 0; i < list.events.n_events; i++)
        add_event(json, &list, i);
    json_builder_end_array(json);
    json_builder_end_object(json);
}
