/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words FOLDER: writes the fuzzers' initial input from the machines'
 * descriptions. FOLDER/names.txt has the names of registers, events, words and
 * options, one per line; FOLDER/seeds/TARGET/ has small valid inputs.
 */
#include "fdt/container.h"
#include "fdt/flash.h"
#include "fdt/limits.h"
#include "fdt/p9_tree.h"
#include "harness/export/export.h"
#include "harness/hardware/machine.h"
#include "harness/machine/kunpeng_tables.h"
#include "harness/machine/machines.h"
#include "models/power9/catalogue.h"
#include "models/sim/plugin_options.h"
#include "models/snbep/imc.h"
#include "tests/trace_frames.h"

#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static void fail(const char *path)
{
    perror(path);
    exit(1);
}

static void write_file(const char *where, const char *name, const void *bytes, gsize size)
{
    g_autofree char *path = g_build_filename(folder, where, NULL);
    g_autofree char *file = g_build_filename(path, name, NULL);

    if (g_mkdir_with_parents(path, 0777) || !g_file_set_contents(file, bytes, (gssize)size, NULL))
        fail(file);
}

/* ---- names ---- */

static void add_bank(GString *names, const struct reg_bank *bank)
{
    for (unsigned r = 0; bank && r < bank->n_regs; r++)
        g_string_append_printf(names, ".%s\n", bank->regs[r].name);
}

static void add_events(GString *names, const struct machine_model *model)
{
    struct machine_events list;

    for (unsigned l = 0; model->events && model->events(l, &list); l++)
        for (unsigned i = 0; i < list.n_events; i++) {
            struct machine_event event = {.prose = ""};

            model->event(l, i, &event);
            g_string_append_printf(names, "%s\n", event.name);
            for (unsigned s = 0; s < event.n_subs; s++) {
                struct machine_sub_event sub;
                model->sub_event(l, i, s, &sub);
                g_string_append_printf(names, ".%s\n", sub.name);
            }
        }
}

static void add_options(GString *names, const struct config_option *options)
{
    for (; options->name; options++) {
        g_string_append_printf(
            names, "%s=%s\n", options->name, options->standard ? options->standard : "");
        for (const char *const *word = options->words; word && *word; word++)
            g_string_append_printf(names, "%s=%s\n", options->name, *word);
    }
}

static void add_machine(GString *names, const struct machine_model *model)
{
    char block[MACHINE_BLOCK_NAME];

    g_string_append_printf(names, "%s\n", model->name);
    for (unsigned b = 0, n = 0; b < model->end_block; b = machine_block_after(model, b)) {
        const struct reg_bank *bank;
        if (model->block(b, block, sizeof(block), &bank) && (n++ < 8 || n % 16 == 0))
            g_string_append_printf(names, "%s\n", block);
    }
    for (const struct reg_bank *const *bank = model->banks; *bank; bank++)
        add_bank(names, *bank);
    add_events(names, model);
    add_options(names, model->options);
}

static void write_names(void)
{
    GString *names = g_string_new(NULL);

    for (unsigned i = 0; machine_number(i); i++)
        add_machine(names, machine_number(i)->model);
    add_options(names, plugin_options);
    write_file("", "names.txt", names->str, names->len);
    g_string_free(names, TRUE);
}

/* ---- seeds ---- */

/* A record of each kind, between the accesses to the registers of one block. */
static void write_trace(
    const struct machine_model *model, unsigned block, const struct reg_bank *bank)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *header = g_strdup_printf(TRACE_MAGIC "machine=%s\n", model->name);
    g_autofree char *name = g_strdup_printf("%s-%u", model->name, block);
    struct trace_record records[3 * TRACE_N_KINDS];
    unsigned n = 0;

    for (unsigned k = TRACE_STEP_BEGIN; k < TRACE_N_KINDS; k++) {
        const struct reg *reg = bank && bank->n_regs ? &bank->regs[k % bank->n_regs] : NULL;
        const struct trace_record write = {.kind = TRACE_WRITE,
            .size = reg ? (uint8_t)MIN(reg->width / 8, 8) : 8,
            .block = block,
            .offset = reg ? reg->offset : 8 * k,
            .pc = 0xffffffff81000000,
            .value = 0x400000 + k};

        records[n++] = write;
        records[n] = write;
        records[n++].kind = TRACE_READ;
        records[n++] =
            (struct trace_record){.kind = (enum trace_kind)k, .cpu = 1, .block = block, .value = 1};
    }
    for (unsigned i = 0; i < n; i++)
        records[i].time = 731 * (i + 1);
    records[n - 1].time = G_MAXUINT64; /* the last possible nanosecond */
    g_byte_array_append(bytes, (const guint8 *)header, (guint)strlen(header));
    frames_append(bytes, records, n / 2);
    frames_append(bytes, records + n / 2, n - n / 2);
    write_file("seeds/trace", name, bytes->data, bytes->len);
}

static void write_traces(void)
{
    enum { EACH = 6 };

    for (unsigned i = 0; machine_number(i); i++) {
        const struct machine_model *model = machine_number(i)->model;
        char block[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;

        for (unsigned b = 0, n = 0; b < model->end_block && n < EACH;
             b = machine_block_after(model, b))
            if (model->block(b, block, sizeof(block), &bank)) {
                write_trace(model, b, bank);
                n++;
            }
    }
}

/* The beginning of the built-in list: one group of events and one PMU. */
static GBytes *small_catalogue(void)
{
    static struct p9_catalogue catalogue;

    catalogue = *power9_catalogue();
    catalogue.n_pmus = 1;
    catalogue.pmus[0].n_events = MIN(catalogue.pmus[0].n_events, 4);
    catalogue.n_groups = catalogue.pmus[0].group + 1;
    return p9_tree_write(&catalogue, 0x20);
}

static void add_node(
    void *tree, const char *name, const char *property, const void *value, int size)
{
    int node = fdt_add_subnode(tree, 0, name);

    if (node < 0 || fdt_setprop(tree, node, property, value, size))
        abort();
}

/* The part of a powernv machine that the checks read. */
static void write_machine_tree(void)
{
    static const guint8 reg[16] = {[11] = 0x40};
    guint8 tree[1024];

    if (fdt_create_empty_tree(tree, sizeof(tree)) ||
        fdt_setprop_string(tree, 0, "compatible", "ibm,powernv") ||
        fdt_setprop_u32(tree, 0, "#address-cells", 2) || fdt_setprop_u32(tree, 0, "#size-cells", 2))
        abort();
    add_node(tree, "xscom@603fc00000000", "reg", reg, sizeof(reg));
    add_node(tree, "memory@0", "reg", reg, sizeof(reg));
    fdt_pack(tree);
    write_file("seeds/fdt", "machine", tree, fdt_totalsize(tree));
}

/* kunpeng's PMUs in the part of a machine virt that the checks read, and in an
 * ACPI table. */
static void write_kunpeng(void)
{
    enum { ROOM = 4096 };
    static const guint8 reg[16] = {[4] = 0x40, [12] = 0x40};
    static const char *const acpi[] = {"tables=acpi", NULL};
    guint8 *bytes = g_malloc0(ROOM);
    g_autoptr(GBytes) tree = g_bytes_new_take(bytes, ROOM);
    g_autoptr(GBytes) whole = NULL;
    g_autoptr(GBytes) table = kunpeng_machine.acpi_table(acpi, 8);

    if (fdt_create_empty_tree(bytes, ROOM) ||
        fdt_setprop_string(bytes, 0, "compatible", "linux,dummy-virt") ||
        fdt_setprop_u32(bytes, 0, "#address-cells", 2) ||
        fdt_setprop_u32(bytes, 0, "#size-cells", 2))
        abort();
    add_node(bytes, "memory@40000000", "reg", reg, sizeof(reg));
    fdt_setprop_string(bytes, fdt_path_offset(bytes, "/memory@40000000"), "device_type", "memory");
    whole = kunpeng_tables_tree(tree, NULL, "virt", NULL);
    if (!whole)
        abort();
    write_file("seeds/fdt", "virt", g_bytes_get_data(whole, NULL), g_bytes_get_size(whole));
    write_file("seeds/fdt", "ssdt", g_bytes_get_data(table, NULL), g_bytes_get_size(table));
}

static void write_trees(void)
{
    const guint32 key = generation_power9.key;
    g_autoptr(GBytes) tree = small_catalogue();
    g_autoptr(GBytes) container = container_write(tree, &key, 1, PACKED_CRC32);
    g_autoptr(GBytes) flash = fdt_flash_image_unchecked(tree, &key, 1, PACKED_CRC32, 0);

    write_file("seeds/fdt", "catalogue", g_bytes_get_data(tree, NULL), g_bytes_get_size(tree));
    write_file(
        "seeds/fdt", "container", g_bytes_get_data(container, NULL), g_bytes_get_size(container));
    write_file("seeds/fdt", "flash", g_bytes_get_data(flash, NULL), g_bytes_get_size(flash));
    write_machine_tree();
    write_kunpeng();
    write_file("seeds/catalogue", "power9", power9_catalogue_text, strlen(power9_catalogue_text));
}

/* Each block's registers, as `describe --format=systemrdl` writes them: the
 * first few, so that a seed is small. */
static void write_rdl(void)
{
    enum { EACH = 3 };

    for (unsigned i = 0; machine_number(i); i++) {
        const struct machine *machine = machine_number(i);

        for (const struct reg_bank *const *b = machine->model->banks; *b; b++)
            for (unsigned r = 0; r < MIN((*b)->n_regs, EACH); r++) {
                const struct register_place scope = {machine, *b, &(*b)->regs[r]};
                g_autoptr(GString) text = g_string_new(NULL);
                g_autofree char *name = g_strdup_printf("%s-%s-%u", machine->name, (*b)->name, r);

                export_systemrdl(text, &scope);
                write_file("seeds/rdl", name, text->str, text->len);
            }
    }
}

/* The first byte chooses the machine; every option follows, with its
 * default. */
static void write_options(void)
{
    for (unsigned i = 0; machine_number(i); i++) {
        const struct machine_model *model = machine_number(i)->model;
        GString *text = g_string_new(NULL);

        g_string_append_c(text, (char)i);
        add_options(text, model->options);
        add_options(text, plugin_options);
        write_file("seeds/options", model->name, text->str, text->len);
        g_string_free(text, TRUE);
    }
}

/* A plan with traffic of each event, and accesses: oracle_fuzz.c. */
static void write_oracle(void)
{
    static const char *const amounts[] = {"90M/s", "level 1", "25%", "level 1 for 3 of 11 cycles"};

    for (unsigned i = 0; i < imc_type.events->n; i++) {
        const struct box_event *event = &imc_type.events->rows[i];
        GString *text = g_string_new(NULL);

        g_string_append_printf(text, "%c%cat step 1 + 5us\nimc0 %s%s%s %s\n", 0, 2, event->name,
            event->subs ? "." : "", event->subs ? event->subs[0].name : "",
            amounts[i % G_N_ELEMENTS(amounts)]);
        /* step 1; control 0, enabled, of the event; time; counter 0 read in
         * halves, twice */
        g_string_append_len(text, "\xc9", 1);
        for (unsigned n = 0; n < 2; n++) {
            const char bytes[] = {0x10, 14, 0, (char)i, (char)0xe0, 0x10, 0, 1, 0, 1, 1};
            g_string_append_len(text, bytes, sizeof(bytes));
        }
        write_file("seeds/oracle", event->name, text->str, text->len);
        g_string_free(text, TRUE);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("words: expected a folder\n", stderr);
        return 2;
    }
    folder = argv[1];
    write_names();
    write_traces();
    write_trees();
    write_options();
    write_oracle();
    write_rdl();
    return 0;
}
