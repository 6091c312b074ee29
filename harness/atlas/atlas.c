/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The atlas as a whole: machines, processor generations, blocks, units,
 * options. */
#include "harness/atlas/atlas.h"

#include "harness/base/html_page.h"
#include "harness/format/json.h"
#include "harness/hardware/blocks.h"

#include <string.h>

void atlas_add_text(JsonBuilder *json, const char *name, const char *text)
{
    if (text && *text)
        json_add_text(json, name, text);
}

void atlas_add_string(JsonBuilder *json, const char *text)
{
    json_builder_add_string_value(json, text);
}

static void begin_array(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

/* ---- processor generations ---- */

/* Whether variant @name of @model has a block of @bank. NULL: whether no
 * variant has one. */
static gboolean variant_has(
    const struct machine_model *model, const char *name, const struct reg_bank *bank)
{
    for (unsigned i = 0; i < model->end_block; i = machine_block_after(model, i)) {
        char block[MACHINE_BLOCK_NAME];
        const struct reg_bank *other;
        const char *prose;
        const char *variant = model->variant(i, &prose);

        if (!variant || (name && strcmp(variant, name)) ||
            !model->block(i, block, sizeof(block), &other) || other != bank)
            continue;
        return name != NULL;
    }
    return !name;
}

static void add_group(
    JsonBuilder *json, const struct machine_model *model, const char *name, const char *prose)
{
    json_builder_begin_object(json);
    atlas_add_text(json, "name", name);
    atlas_add_text(json, "prose", prose);
    begin_array(json, "blocks");
    for (unsigned i = 0; model->banks[i]; i++)
        if (!model->variant || variant_has(model, name, model->banks[i]))
            json_builder_add_int_value(json, i);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

/* In the order of the variants' first blocks. */
static void add_groups(JsonBuilder *json, const struct machine_model *model)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

    begin_array(json, "groups");
    for (unsigned i = 0; model->variant && i < model->end_block;
         i = machine_block_after(model, i)) {
        const char *prose;
        const char *name = model->variant(i, &prose);

        if (name && g_hash_table_add(known, (gpointer)(guintptr)name))
            add_group(json, model, name, prose);
    }
    add_group(json, model, NULL, NULL);
    json_builder_end_array(json);
}

/* ---- blocks, units, options ---- */

static void add_block(
    struct atlas *atlas, const struct machine *machine, const struct reg_bank *bank)
{
    const struct reg_bank *of = block_variant_of(machine->model, bank);
    g_autofree char *instances = blocks_text(machine->model, bank);
    JsonBuilder *json = atlas->json;

    json_builder_begin_object(json);
    json_add_text(json, "name", bank->name);
    json_add_text(json, "prose", bank->prose);
    atlas_add_text(json, "instances", instances);
    atlas_add_text(json, "of", of ? of->name : NULL);
    if (reg_bank_numbered(bank))
        json_add_flag(json, "numbered", TRUE);
    begin_array(json, "registers");
    for (unsigned i = 0; i < bank->n_regs; i++)
        atlas_add_register(atlas, machine, bank, &bank->regs[i]);
    json_builder_end_array(json);
    atlas_add_events(json, machine->model, bank->name);
    json_builder_end_object(json);
}

static gboolean is_bank(const struct machine_model *model, const char *name)
{
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        if (!strcmp((*b)->name, name))
            return TRUE;
    return FALSE;
}

static void add_units(JsonBuilder *json, const struct machine_model *model)
{
    struct machine_events events;

    begin_array(json, "units");
    for (unsigned i = 0; model->events && model->events(i, &events); i++) {
        if (is_bank(model, events.name))
            continue;
        json_builder_begin_object(json);
        json_add_text(json, "name", events.name);
        atlas_add_events(json, model, events.name);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_options(JsonBuilder *json, const struct machine_model *model)
{
    begin_array(json, "options");
    for (const struct config_option *o = model->options; o->name; o++) {
        char values[CONFIG_VALUES];

        if (o->qemu)
            continue;
        config_values(o, values);
        json_builder_begin_array(json);
        atlas_add_string(json, o->name);
        atlas_add_string(json, values);
        atlas_add_string(json, o->standard ? o->standard : o->otherwise);
        atlas_add_string(json, o->help);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_machine(struct atlas *atlas, const struct machine *machine)
{
    const struct machine_model *model = machine->model;
    JsonBuilder *json = atlas->json;

    json_builder_begin_object(json);
    json_add_text(json, "name", machine->name);
    json_add_text(json, "prose", model->prose);
    add_groups(json, model);
    begin_array(json, "blocks");
    for (const struct reg_bank *const *b = model->banks; *b; b++)
        add_block(atlas, machine, *b);
    json_builder_end_array(json);
    add_units(json, model);
    add_options(json, model);
    json_builder_end_object(json);
}

/* The lists of names come last, once all registers are known. They are JSON
 * already. */
static gboolean append_data(GString *page, gpointer data, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GString) all = g_string_new("{\"machines\":");
    struct atlas atlas = {data, json, names};
    const struct machine *machine;
    GString *machines;

    (void)error;
    json_builder_begin_array(json);
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        add_machine(&atlas, machine);
    json_builder_end_array(json);
    machines = json_text(json, FALSE);
    g_string_append_len(all, machines->str, (gssize)machines->len);
    g_string_append(all, ",\"names\":[");
    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(
            all, "%s%s", i ? ",\n" : "", (const char *)g_ptr_array_index(names, i));
    g_string_append(all, "]}");
    html_append_data(page, "id=\"atlas\"", all->str);
    g_string_free(machines, TRUE);
    return TRUE;
}

void atlas_append(GString *page, const struct atlas_uses *uses)
{
    const struct html_page atlas = {
        .name = "atlas",
        .title = "pmulab atlas",
        .noscript = "This page needs JavaScript, which is switched off. `pmulab describe` prints "
                    "the same reference in a terminal.",
        .scripts = (const char *const[]){"elements.js", "bits.js", "register.js", "search.js",
            "atlas.js", NULL},
        .fill = append_data,
    };

    html_page_append(page, &atlas, (gpointer)(guintptr)uses, NULL);
}
