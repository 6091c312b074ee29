/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole reference as JSON, with all facts of the tables. docs/registers.md
 * describes its shape. */
#include "harness/export/export.h"
#include "harness/format/json.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"

#include <string.h>

#define VERSION 1 /* of the shape; a member that is added does not change it */

static void begin_array(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

/* Numbers that may have 64 bits are text, since JSON's are exact to 53 bits
 * only. */
static void add_hex(JsonBuilder *json, const char *name, unsigned bits, guint64 value)
{
    g_autofree char *hex = register_hex(bits, value);

    json_add_text(json, name, hex);
}

/* ---- fields ---- */

static void add_names(JsonBuilder *json, unsigned bits, const struct value_names *set)
{
    begin_array(json, "values");
    for (guint i = 0; set && i < set->names->len; i++) {
        const struct value_name *entry = &g_array_index(set->names, struct value_name, i);

        json_builder_begin_object(json);
        add_hex(json, "value", bits, entry->value);
        json_add_text(json, "name", entry->name);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_dependent_names(
    JsonBuilder *json, const struct reg *reg, unsigned field, const GPtrArray *names)
{
    begin_array(json, "values_while");
    for (guint i = 0; i < names->len; i++) {
        const struct value_names *set = g_ptr_array_index(names, i);
        const struct reg_field *other;

        if (set->field != field || set->other < 0)
            continue;
        other = &reg->fields[set->other];
        json_builder_begin_object(json);
        json_add_text(json, "field", other->name);
        add_hex(json, "value", reg_field_width(reg, other), set->other_value);
        add_names(json, reg_field_width(reg, &reg->fields[field]), set);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_bits(JsonBuilder *json, const struct reg *reg, const struct reg_field *field)
{
    unsigned low = reg_field_low(reg, field), width = reg_field_width(reg, field);
    g_autoptr(GString) bits = g_string_new(NULL);

    register_append_bits(bits, reg, reg_field_mask(reg, field));
    json_add_text(json, "bits", bits->str);
    json_add_number(json, "width", width);
    json_add_number(json, "lsb0_high", low + width - 1);
    json_add_number(json, "lsb0_low", low);
    json_add_number(json, "msb0_first", reg->width - low - width);
    json_add_number(json, "msb0_last", reg->width - 1u - low);
    add_hex(json, "mask", reg->width, reg_field_mask(reg, field));
}

static void add_field(JsonBuilder *json, const struct reg *reg, unsigned i, const GPtrArray *names)
{
    const struct reg_field *field = &reg->fields[i];
    unsigned width = reg_field_width(reg, field);

    json_builder_begin_object(json);
    json_add_text(json, "name", field->name);
    add_bits(json, reg, field);
    json_add_text(json, "access", reg_access_word(field->access));
    add_hex(json, "reset", width, field->reset);
    json_add_text(json, "prose", field->prose);
    add_names(json, width, value_names_always(names, i));
    add_dependent_names(json, reg, i, names);
    json_builder_end_object(json);
}

/* ---- registers and blocks ---- */

static void add_register(JsonBuilder *json, const struct register_place *place)
{
    g_autoptr(GPtrArray) names = value_names_of(place->machine->model, place->reg);
    g_autofree char *path = register_place_name(place);
    const struct reg *reg = place->reg;

    json_builder_begin_object(json);
    json_add_text(json, "name", reg->name);
    json_add_text(json, "path", path);
    json_add_text(json, "prose", reg->prose);
    add_hex(json, "offset", 8, reg->offset);
    json_add_number(json, "width", reg->width);
    json_add_text(json, "numbering", reg->numbering == REG_MSB0 ? "msb0" : "lsb0");
    add_hex(json, "reset", reg->width, reg_reset(reg));
    json_add_text(json, "source", reg->source);
    json_add_text(json, "not_modelled", reg->not_modelled);
    begin_array(json, "fields");
    for (unsigned i = 0; i < reg->n_fields; i++)
        add_field(json, reg, i, names);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static void add_instances(
    JsonBuilder *json, const struct machine *machine, const struct reg_bank *bank)
{
    g_autoptr(GArray) blocks = blocks_of(machine->model, bank);

    begin_array(json, "instances");
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = &g_array_index(blocks, struct block, i);
        g_autofree char *base = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", block->base);
        g_autofree char *text = block_base_text(bank, block->base);

        json_builder_begin_object(json);
        json_add_text(json, "name", block->name);
        json_add_number(json, "number", block->number);
        json_add_text(json, "base", block->based ? base : NULL);
        if (bank->space == REG_SPACE_PCI)
            json_add_text(json, "function", block->based ? text : NULL);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_bank(JsonBuilder *json, const struct register_place *scope,
    const struct machine *machine, const struct reg_bank *bank)
{
    const struct reg_bank *of = block_variant_of(machine->model, bank);
    struct register_place place = {.machine = machine, .bank = bank};
    g_autofree char *path = register_place_name(&place);

    json_builder_begin_object(json);
    json_add_text(json, "name", bank->name);
    json_add_text(json, "path", path);
    json_add_text(json, "prose", bank->prose);
    json_add_text(json, "variant_of", of ? of->name : NULL);
    json_add_text(json, "space", reg_space_word(bank->space));
    json_add_flag(json, "numbered", reg_bank_numbered(bank));
    add_instances(json, machine, bank);
    begin_array(json, "registers");
    for (unsigned i = 0; i < bank->n_regs; i++) {
        place.reg = &bank->regs[i];
        if (export_has_register(scope, place.reg))
            add_register(json, &place);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
}

/* ---- events and options ---- */

static void add_event(JsonBuilder *json, const struct machine_model *model, unsigned list,
    const struct machine_events *events, unsigned i)
{
    struct machine_event event = {.prose = ""};
    struct machine_sub_event sub;

    model->event(list, i, &event);
    json_builder_begin_object(json);
    json_add_text(json, "name", event.name);
    add_hex(json, "code", events->code_bits, event.code);
    if (events->number)
        json_add_number(json, "number", event.number);
    json_add_text(json, "prose", event.prose);
    begin_array(json, "sub_events");
    for (unsigned k = 0; k < event.n_subs; k++) {
        model->sub_event(list, i, k, &sub);
        json_builder_begin_object(json);
        json_add_text(json, "name", sub.name);
        add_hex(json, "code", 8, sub.code);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static void add_events(
    JsonBuilder *json, const struct register_place *scope, const struct machine_model *model)
{
    struct machine_events events;

    begin_array(json, "events");
    for (unsigned list = 0; model->events && model->events(list, &events); list++) {
        if (scope->bank && strcmp(events.name, scope->bank->name) != 0)
            continue;
        json_builder_begin_object(json);
        json_add_text(json, "name", events.name);
        json_add_text(json, "prose", events.prose);
        json_add_text(json, "code", events.code);
        json_add_text(json, "number", events.number);
        json_add_text(json, "sub_event", events.sub);
        begin_array(json, "events");
        for (unsigned i = 0; i < events.n_events; i++)
            add_event(json, model, list, &events, i);
        json_builder_end_array(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_options(JsonBuilder *json, const struct config_option *options)
{
    char values[CONFIG_VALUES];

    begin_array(json, "options");
    for (; options->name; options++) {
        if (options->qemu)
            continue;
        config_values(options, values);
        json_builder_begin_object(json);
        json_add_text(json, "name", options->name);
        json_add_text(json, "values", values);
        json_add_text(json, "default", options->standard ? options->standard : options->otherwise);
        json_add_text(json, "prose", options->help);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_machine(
    JsonBuilder *json, const struct register_place *scope, const struct machine *machine)
{
    json_builder_begin_object(json);
    json_add_text(json, "name", machine->name);
    json_add_text(json, "prose", machine->model->prose);
    begin_array(json, "blocks");
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
        if (export_has_bank(scope, *b))
            add_bank(json, scope, machine, *b);
    json_builder_end_array(json);
    add_events(json, scope, machine->model);
    if (!scope->bank)
        add_options(json, machine->model->options);
    json_builder_end_object(json);
}

void export_json(GString *text, const struct register_place *scope)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    const struct machine *machine;
    GString *whole;

    json_builder_begin_object(json);
    json_add_text(json, "format", "pmulab registers");
    json_add_number(json, "version", VERSION);
    begin_array(json, "machines");
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (export_has_machine(scope, machine))
            add_machine(json, scope, machine);
    json_builder_end_array(json);
    json_builder_end_object(json);
    whole = json_text(json, TRUE);
    g_string_append_len(text, whole->str, (gssize)whole->len);
    g_string_append_c(text, '\n');
    g_string_free(whole, TRUE);
}
