/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab describe`: the reference of registers, events and options. */
#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/base/table.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/describe_events.h"
#include "harness/export/export.h"
#include "harness/hardware/bit_diagram.h"
#include "harness/hardware/blocks.h"
#include "harness/hardware/hardware_file.h"
#include "harness/hardware/registers.h"
#include "harness/silicon/ledger.h"
#include "models/sim/plugin_options.h"

#include <string.h>

#define FORM "MACHINE[.BLOCK[.REGISTER]]"

/* The format for people. */
#define TEXT "text"

/* Instead of a register's name: the events that the block's counters count. */
#define EVENTS ".events"

/* Instead of a block's name: the machine's options. */
#define OPTIONS ".options"
/* Instead of a machine's name: options of all plugins. */
#define PLUGIN "plugin"

static void add_title(struct output *out, const char *name, const char *prose)
{
    unsigned start = (unsigned)strlen(name) + 2;

    output_add(out, OUTPUT_BOLD, name);
    output_printf(out, "  ");
    output_append_wrapped(out->text, prose, start, out->columns - MIN(start, out->columns / 2));
    output_printf(out, "\n\n");
}

static void add_title_of(struct output *out, const struct register_place *place, const char *prose)
{
    g_autofree char *name = register_place_name(place);

    add_title(out, name, prose);
}

/* If more than blocks count: the units, and how to list their events. */
static void add_units(struct output *out, const struct machine *machine)
{
    g_autofree char *units = describe_units(machine->model);

    if (!*units)
        return;
    output_printf(out, "\n  units:   ");
    output_append_wrapped(out->text, units, 11, out->columns - 11);
    output_printf(out,
        "\n  events:  `pmulab describe %s" EVENTS
        "`,\n           of one unit `pmulab describe %s.UNIT" EVENTS "`\n",
        machine->name, machine->name);
}

static void describe_machine(struct output *out, const struct machine *machine)
{
    static const struct table_column columns[] = {
        {"block", FALSE}, {"registers", TRUE}, {"instances", FALSE}, {"meaning", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    add_title(out, machine->name, machine->model->prose);
    for (const struct reg_bank *const *b = machine->model->banks; *b; b++) {
        g_autofree char *count = g_strdup_printf("%u", (*b)->n_regs);
        g_autofree char *blocks = blocks_text(machine->model, *b);
        table_row(
            table, OUTPUT_PLAIN, (const char *const[]){(*b)->name, count, blocks, (*b)->prose});
    }
    table_print(table, out);
    add_units(out, machine);
    output_printf(out, "\n  options: `pmulab describe %s" OPTIONS "`\n", machine->name);
}

static void describe_all(struct output *out)
{
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        if (i)
            output_add(out, OUTPUT_PLAIN, "\n");
        describe_machine(out, machine);
    }
    output_add(out, OUTPUT_PLAIN, "\n`pmulab describe MACHINE.BLOCK` lists a block's registers.\n");
}

static void add_bank_facts(struct output *out, const struct register_place *place)
{
    g_autofree char *blocks = blocks_text(place->machine->model, place->bank);

    if (*blocks)
        output_printf(out, "  instances: %s\n", blocks);
    if (describe_has_events(place->machine->model, place->bank->name))
        output_printf(out, "  events:    `pmulab describe %s.%s" EVENTS "`\n", place->machine->name,
            place->bank->name);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void describe_bank(struct output *out, const struct register_place *place)
{
    const struct reg_bank *bank = place->bank;
    const struct table_column columns[] = {{reg_bank_numbered(bank) ? "number" : "offset", TRUE},
        {"bits", TRUE}, {"register", FALSE}, {"meaning", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    add_title_of(out, place, bank->prose);
    add_bank_facts(out, place);
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        g_autofree char *offset = register_hex(8, reg->offset);
        g_autofree char *width = g_strdup_printf("%u", reg->width);
        table_row(table, OUTPUT_PLAIN, (const char *const[]){offset, width, reg->name, reg->prose});
    }
    table_print(table, out);
}

static void add_fact(struct output *out, const char *name, const char *text)
{
    output_printf(out, "  %-14s ", name);
    output_append_wrapped(out->text, text, 17, out->columns - 17);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void add_register_facts(
    struct output *out, const struct register_place *place, guint64 *ones)
{
    const struct reg *reg = place->reg;
    g_autofree char *blocks = blocks_text(place->machine->model, place->bank);
    g_autofree char *reset = register_hex(reg->width, reg_reset(reg));
    g_autofree char *seen = silicon_seen_text(place->machine->name, place->bank, reg, ones);

    output_printf(out, "  %-14s 0x%02x\n",
        reg_bank_numbered(place->bank) ? "number:" : "offset:", reg->offset);
    output_printf(out, "  %-14s %u bits\n", "width:", reg->width);
    output_printf(out, "  %-14s %s\n", "reset:", reset);
    if (*blocks)
        add_fact(out, "instances:", blocks);
    add_fact(out, "source:", reg->source);
    if (reg->not_modelled)
        add_fact(out, "not modelled:", reg->not_modelled);
    add_fact(out, "silicon:", seen);
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* Captures of the register have @ones in it. */
static void add_fields(struct output *out, const struct reg *reg, guint64 ones)
{
    static const struct table_column columns[] = {{"bits", TRUE}, {"field", FALSE},
        {"access", FALSE}, {"reset", TRUE}, {"silicon", FALSE}, {"meaning", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (unsigned i = 0; i < reg->n_fields; i++) {
        const struct reg_field *f = &reg->fields[i];
        g_autoptr(GString) bits = g_string_new(NULL);
        const char *seen = "";
        g_autofree char *reset = g_strdup_printf(
            f->reset < 10 ? "%" G_GUINT64_FORMAT : "0x%" G_GINT64_MODIFIER "x", f->reset);
        register_append_bits(bits, reg, reg_field_mask(reg, f));
        if (ones && f->access != REG_RV)
            seen = ones & reg_field_mask(reg, f) ? "set" : "always 0";
        table_row(table, OUTPUT_PLAIN,
            (const char *const[]){
                bits->str, f->name, register_access_word(f->access), reset, seen, f->prose});
    }
    table_print(table, out);
}

/* A register whose fields have names for values selects an event. */
static gboolean selects_event(const struct register_place *place)
{
    for (unsigned i = 0; i < place->reg->n_fields; i++)
        if (register_value_name(place->machine->model, place->reg, i, 0))
            return TRUE;
    return FALSE;
}

static void describe_register(struct output *out, const struct register_place *place)
{
    guint64 ones;

    add_title_of(out, place, place->reg->prose);
    add_register_facts(out, place, &ones);
    bit_diagram_append(out->text, place->reg, out->columns);
    output_add(out, OUTPUT_PLAIN, "\n");
    add_fields(out, place->reg, ones);
    if (selects_event(place) && describe_has_events(place->machine->model, place->bank->name))
        output_printf(out, "\nThe events are listed by `pmulab describe %s.%s" EVENTS "`.\n",
            place->machine->name, place->bank->name);
}

static void describe_place(struct output *out, const struct register_place *place)
{
    if (place->reg)
        describe_register(out, place);
    else if (place->bank)
        describe_bank(out, place);
    else
        describe_machine(out, place->machine);
}

static void add_options(struct output *out, const struct config_option *options)
{
    static const struct table_column columns[] = {
        {"option", FALSE}, {"values", FALSE}, {"default", FALSE}, {"meaning", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (; options->name; options++) {
        char values[CONFIG_VALUES];

        config_values(options, values);
        if (!options->qemu)
            table_row(table, OUTPUT_PLAIN,
                (const char *const[]){options->name, values,
                    options->standard ? options->standard : options->otherwise, options->help});
    }
    table_print(table, out);
}

static gboolean describe_options(struct output *out, const char *name, GError **error)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    g_autofree char *title = g_strconcat(lower, OPTIONS, NULL);
    const struct machine *machine;

    if (!strcmp(lower, PLUGIN)) {
        add_title(out, title, "options of all plugins, beside their machine's own");
        add_options(out, plugin_options);
        return TRUE;
    }
    machine = machine_find(lower, error);
    if (!machine)
        return FALSE;
    add_title(
        out, title, "for a scenario's config line, `pmulab boot --config`, and the plugin itself");
    add_options(out, machine->model->options);
    return TRUE;
}

/* The part of @path before @suffix, or NULL if @path does not end with it. */
static char *without_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), end = strlen(suffix);

    if (n <= end || g_ascii_strcasecmp(path + n - end, suffix) != 0)
        return NULL;
    return g_strndup(path, n - end);
}

static void print_events(struct output *out, const struct events_place *place)
{
    g_autofree char *name = describe_events_name(place);

    add_title(out, name, describe_events_prose(place));
    describe_events(out, place);
}

static gboolean describe_events_of(struct output *out, const char *path, GError **error)
{
    struct events_place place;

    if (!describe_events_find(path, &place, error))
        return FALSE;
    print_events(out, &place);
    return TRUE;
}

/* A unit has only events. */
static gboolean describe_unit(struct output *out, const char *path)
{
    struct events_place place;

    if (!describe_events_find(path, &place, NULL) || !place.unit)
        return FALSE;
    print_events(out, &place);
    return TRUE;
}

/* MACHINE.BLOCK.EVENT, or MACHINE.BLOCK.events.EVENT. */
static gboolean describe_event(struct output *out, const char *path, GError **error)
{
    const char *dot = strrchr(path, '.');
    g_autofree char *before = dot ? g_strndup(path, (gsize)(dot - path)) : NULL;
    g_autofree char *block = before ? without_suffix(before, EVENTS) : NULL;
    struct events_place place;

    if (!before || !describe_event_find(block ? block : before, dot + 1, &place, error))
        return FALSE;
    print_events(out, &place);
    return TRUE;
}

/* An event may be meant where no register is. */
static gboolean describe_place_or_event(struct output *out, const char *path, GError **error)
{
    struct register_place place;
    GError *problem = NULL;

    if (register_place_find(path, &place, &problem)) {
        describe_place(out, &place);
        return TRUE;
    }
    if (!describe_event(out, path, NULL)) {
        g_propagate_error(error, problem);
        return FALSE;
    }
    g_error_free(problem);
    return TRUE;
}

static gboolean describe(struct output *out, const char *path, GError **error)
{
    g_autofree char *block = without_suffix(path, EVENTS), *owner = without_suffix(path, OPTIONS);

    if (block)
        return describe_events_of(out, block, error);
    if (owner)
        return describe_options(out, owner, error);
    if (describe_unit(out, path))
        return TRUE;
    if (strstr(path, EVENTS "."))
        return describe_event(out, path, error);
    return describe_place_or_event(out, path, error);
}

/* ---- for other programs ---- */

static gboolean export_scope_find(const struct export_format *format, const char *path,
    struct register_place *scope, GError **error)
{
    struct events_place events;

    *scope = (struct register_place){.machine = NULL};
    if (path && !register_place_find(path, scope, error)) {
        if (!describe_events_find(path, &events, NULL))
            return FALSE;
        g_clear_error(error);
        return error_usage(error,
            "describe: '%s' has no registers: --format has a machine, a block or a register", path);
    }
    if (!path && format->one_machine)
        return error_usage(error,
            "describe: --format=%s: a file has one machine: expected a machine, a block or a "
            "register",
            format->name);
    return TRUE;
}

static int write_export(
    const struct export_format *format, const struct register_place *scope, const char *file)
{
    GError *error = NULL;
    struct output out;

    output_begin(&out);
    format->append(out.text, scope);
    if (!file || file_is_stdout(file))
        return output_end(&out);
    if (file_replace(file, out.text->str, out.text->len, &error))
        g_string_printf(out.text, "%s\n", file);
    else
        g_string_truncate(out.text, 0);
    return error ? (output_end(&out), error_exit(error)) : output_end(&out);
}

static int describe_for_programs(const char *format_name, const char *path, const char *file)
{
    const struct export_format *format;
    struct register_place scope;
    GError *error = NULL;

    format = export_format_named(format_name, &error);
    if (!format || !export_scope_find(format, path, &scope, &error))
        return error_exit(error);
    return write_export(format, &scope, file);
}

/* Prints one after another, or nothing if one of @paths does not exist. */
static int describe_for_people(char **paths)
{
    GError *error = NULL;
    struct output out;

    output_begin(&out);
    if (!paths)
        describe_all(&out);
    for (char **path = paths; path && *path && !error; path++) {
        if (path != paths)
            output_printf(&out, "\n");
        describe(&out, *path, &error);
    }
    if (error)
        g_string_truncate(out.text, 0);
    return error ? (output_end(&out), error_exit(error)) : output_end(&out);
}

int command_describe(int argc, char **argv)
{
    g_autofree char *format = NULL, *file = NULL, *hardware = NULL;
    g_auto(GStrv) words = NULL;
    const GOptionEntry entries[] = {
        {"format", 0, 0, G_OPTION_ARG_STRING, &format,
            "text; for programs json, svd, systemrdl, bitfield", "FORMAT"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &file,
            "Where the file of --format goes (standard output)", "FILE"},
        {"hardware", 0, 0, G_OPTION_ARG_FILENAME, &hardware,
            "Check this file, and add its PMUs to the machine `board`", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words, NULL,
            "[MACHINE[.BLOCK[.REGISTER|.EVENT]]...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    GError *error = NULL;
    gboolean text;

    g_option_context_set_summary(context,
        "Prints the reference of machines, blocks and registers. MACHINE may be left out if only\n"
        "one machine has such a block. These words print more:\n"
        "  MACHINE.BLOCK.events  the events of a block or unit\n"
        "  MACHINE.options       the options of a machine\n"
        "  plugin.options        the options of all plugins");
    if (!arguments_read(context, entries, "describe", argc, argv, &error))
        return error_exit(error);
    text = !format || !strcmp(format, TEXT);
    if (!text && words && words[1])
        error = g_error_new(HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "describe: --format=%s: expected one " FORM, format);
    else if (file && text)
        error = g_error_new(HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "describe: -o needs --format with a format for programs");
    if (error || (hardware && !hardware_file_describe(hardware, &error)))
        return error_exit(error);
    if (text)
        return describe_for_people(words);
    return describe_for_programs(format, words ? words[0] : NULL, file);
}
