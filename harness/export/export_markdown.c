/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reference as Markdown with GitHub's tables: a section for each register. */
#include "harness/export/export.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/value_names.h"

#include <string.h>

/* Appends prose; characters that Markdown or HTML would take for its own are escaped. */
static void append_prose(GString *text, const char *prose)
{
    for (; *prose; prose++) {
        if (strchr("\\`*_[]<>|#&~", *prose))
            g_string_append_c(text, '\\');
        g_string_append_c(text, *prose);
    }
}

static void append_cell(GString *text, const char *prose)
{
    g_string_append(text, " ");
    append_prose(text, prose);
    g_string_append(text, " |");
}

/* The heading's anchor, as GitHub makes it. */
static char *anchor(const char *heading)
{
    GString *id = g_string_new(NULL);

    for (; *heading; heading++)
        if (g_ascii_isalnum(*heading) || *heading == '_' || *heading == '-')
            g_string_append_c(id, g_ascii_tolower(*heading));
    return g_string_free(id, FALSE);
}

/* ---- registers ---- */

static void append_fact(GString *text, const char *name, const char *fact)
{
    if (!fact || !*fact)
        return;
    g_string_append_printf(text, "- %s: ", name);
    append_prose(text, fact);
    g_string_append_c(text, '\n');
}

static void append_facts(GString *text, const struct register_place *place)
{
    const struct reg *reg = place->reg;
    g_autofree char *offset = g_strdup_printf("0x%02x", reg->offset);
    g_autofree char *width = g_strdup_printf("%u bits; %s is bit 0", reg->width,
        reg->numbering == REG_MSB0 ? "the most significant" : "the least significant");
    g_autofree char *reset = register_hex(reg->width, reg_reset(reg));

    append_fact(text, reg_bank_numbered(place->bank) ? "number" : "offset", offset);
    append_fact(text, "width", width);
    append_fact(text, "reset", reset);
    append_fact(text, "source", reg->source);
    append_fact(text, "not modelled", reg->not_modelled);
    g_string_append_c(text, '\n');
}

static void append_fields(GString *text, const struct reg *reg)
{
    g_string_append(text, "| bits | field | access | reset | meaning |\n|---:|---|---|---:|---|\n");
    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *field = &reg->fields[i];
        g_autoptr(GString) bits = g_string_new(NULL);

        register_append_bits(bits, reg, reg_field_mask(reg, field));
        g_string_append_printf(text, "| %s |", bits->str);
        append_cell(text, field->name);
        g_string_append_printf(
            text, " %s | 0x%" G_GINT64_MODIFIER "x |", register_access_word(field->access), field->reset);
        append_cell(text, field->prose);
        g_string_append_c(text, '\n');
    }
}

/* Under which values of others the names hold: "umask, while ev_sel is 0x4 (CAS_COUNT)". */
static void append_condition(
    GString *text, const struct reg *reg, const GPtrArray *names, const struct value_names *set)
{
    const struct value_names *others;

    append_prose(text, reg->fields[set->field].name);
    if (set->other < 0)
        return;
    g_string_append(text, ", while ");
    append_prose(text, reg->fields[set->other].name);
    g_string_append_printf(text, " is 0x%" G_GINT64_MODIFIER "x", set->other_value);
    others = value_names_always(names, (unsigned)set->other);
    for (guint i = 0; others && i < others->names->len; i++) {
        const struct value_name *entry = &g_array_index(others->names, struct value_name, i);

        if (entry->value != set->other_value)
            continue;
        g_string_append(text, " (");
        append_prose(text, entry->name);
        g_string_append(text, ")");
    }
}

static void append_names(GString *text, const struct machine_model *model, const struct reg *reg)
{
    g_autoptr(GPtrArray) names = value_names_of(model, reg);

    if (names->len)
        g_string_append(text, "\n| values of | are called |\n|---|---|\n");
    for (guint i = 0; i < names->len; i++) {
        const struct value_names *set = g_ptr_array_index(names, i);

        g_string_append(text, "| ");
        append_condition(text, reg, names, set);
        g_string_append(text, " | ");
        for (guint k = 0; k < set->names->len; k++) {
            const struct value_name *entry = &g_array_index(set->names, struct value_name, k);

            g_string_append_printf(text, "%s0x%" G_GINT64_MODIFIER "x ", k ? ", " : "", entry->value);
            append_prose(text, entry->name);
        }
        g_string_append(text, " |\n");
    }
}

static void append_heading(GString *text, const char *level, const char *name, const char *prose)
{
    g_string_append_printf(text, "%s ", level);
    append_prose(text, name);
    g_string_append(text, "\n\n");
    append_prose(text, prose);
    g_string_append(text, "\n\n");
}

static void append_register(GString *text, const struct register_place *place)
{
    g_autofree char *name = register_place_name(place);

    append_heading(text, "###", name, place->reg->prose);
    append_facts(text, place);
    append_fields(text, place->reg);
    append_names(text, place->machine->model, place->reg);
    g_string_append_c(text, '\n');
}

/* ---- blocks ---- */

static void append_places(GString *text, const struct machine *machine, const struct reg_bank *bank)
{
    g_autoptr(GPtrArray) places = block_places(machine->model, bank);
    const struct reg_bank *of = block_variant_of(machine->model, bank);

    append_fact(text, "registers are in", block_space_text(bank->space));
    append_fact(text, "variant of", of ? of->name : NULL);
    for (guint i = 0; i < places->len; i++) {
        const struct block_place *place = g_ptr_array_index(places, i);
        g_autofree char *base = block_base_text(bank, place->base);
        g_autofree char *at = g_strdup_printf("%s%s%s", place->blocks,
            place->based && place->base ? " at " : "", place->based && place->base ? base : "");

        append_fact(text, "instances", *place->blocks ? at : NULL);
    }
    g_string_append_c(text, '\n');
}

static void append_list(GString *text, const struct machine *machine, const struct reg_bank *bank)
{
    g_string_append_printf(text, "| %s | bits | register | meaning |\n|---:|---:|---|---|\n",
        reg_bank_numbered(bank) ? "number" : "offset");
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct register_place place = {machine, bank, &bank->regs[i]};
        g_autofree char *name = register_place_name(&place);
        g_autofree char *id = anchor(name);

        g_string_append_printf(text, "| 0x%02x | %u | [", place.reg->offset, place.reg->width);
        append_prose(text, place.reg->name);
        g_string_append_printf(text, "](#%s) |", id);
        append_cell(text, place.reg->prose);
        g_string_append_c(text, '\n');
    }
    g_string_append_c(text, '\n');
}

static void append_event(GString *text, const struct machine_model *model, unsigned list,
    const struct machine_events *events, unsigned i)
{
    struct machine_event event = {.prose = ""};
    struct machine_sub_event sub;

    model->event(list, i, &event);
    g_autofree char *code = register_hex(events->code_bits, event.code);
    g_string_append_printf(text, "| %s |", code);
    append_cell(text, event.name);
    if (events->number)
        g_string_append_printf(text, " %u |", event.number);
    g_string_append_c(text, ' ');
    append_prose(text, event.prose);
    for (unsigned k = 0; k < event.n_subs; k++) {
        model->sub_event(list, i, k, &sub);
        g_string_append_printf(text, "%s", k ? ", " : "; ");
        append_prose(text, sub.name);
        g_string_append_printf(text, " 0x%02" G_GINT64_MODIFIER "x", sub.code);
    }
    g_string_append(text, " |\n");
}

/* The list called @name; with NULL those of units, which have no registers. */
static void append_events(GString *text, const struct machine *machine, const char *name)
{
    struct machine_events events;

    for (unsigned list = 0; machine->model->events && machine->model->events(list, &events); list++) {
        g_autofree char *path = g_strconcat(machine->name, ".", events.name, NULL);
        g_autofree char *heading = g_strconcat(path, ".events", NULL);
        struct register_place place;

        if (name ? strcmp(name, events.name) != 0 : register_place_find(path, &place, NULL))
            continue;
        append_heading(text, "###", heading, events.prose);
        g_string_append_printf(text, "| %s | event |%s%s%s %s |\n|---:|---|%s---|\n", events.code,
            events.number ? " " : "", events.number ? events.number : "", events.number ? " |" : "",
            events.text, events.number ? "---:|" : "");
        for (unsigned i = 0; i < events.n_events; i++)
            append_event(text, machine->model, list, &events, i);
        g_string_append_c(text, '\n');
    }
}

static void append_bank(GString *text, const struct register_place *scope, const struct machine *machine,
    const struct reg_bank *bank)
{
    struct register_place place = {.machine = machine, .bank = bank};
    g_autofree char *name = register_place_name(&place);

    if (!scope->reg) {
        append_heading(text, "##", name, bank->prose);
        append_places(text, machine, bank);
        append_list(text, machine, bank);
    }
    for (unsigned i = 0; i < bank->n_regs; i++) {
        place.reg = &bank->regs[i];
        if (export_has_register(scope, place.reg))
            append_register(text, &place);
    }
    if (!scope->reg)
        append_events(text, machine, bank->name);
}

static void append_options(GString *text, const struct machine *machine)
{
    g_autofree char *heading = g_strconcat(machine->name, ".options", NULL);
    char values[CONFIG_VALUES];

    append_heading(
        text, "##", heading, "for a scenario's config line, pmulab boot --config, and the plugin itself");
    g_string_append(text, "| option | values | default | meaning |\n|---|---|---|---|\n");
    for (const struct config_option *o = machine->model->options; o->name; o++) {
        if (o->qemu)
            continue;
        config_values(o, values);
        g_string_append(text, "|");
        append_cell(text, o->name);
        append_cell(text, values);
        append_cell(text, o->standard ? o->standard : o->otherwise);
        append_cell(text, o->help);
        g_string_append_c(text, '\n');
    }
    g_string_append_c(text, '\n');
}

static void append_machine(GString *text, const struct register_place *scope, const struct machine *machine)
{
    if (!scope->bank)
        append_heading(text, "#", machine->name, machine->model->prose);
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
        if (export_has_bank(scope, *b))
            append_bank(text, scope, machine, *b);
    if (scope->bank)
        return;
    append_events(text, machine, NULL);
    append_options(text, machine);
}

void export_markdown(GString *text, const struct register_place *scope)
{
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (export_has_machine(scope, machine))
            append_machine(text, scope, machine);
    /* The last section's blank line. */
    g_string_truncate(text, text->len - 1);
}
