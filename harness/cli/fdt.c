/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab fdt`: writes and checks the descriptions of hardware for firmware and
 * kernel: POWER's device trees and flash image, kunpeng's nodes and ACPI
 * table. */
#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/fdt_actions.h"

#include <stdio.h>
#include <string.h>

/* One of the actions. */
struct action {
    const char *name;
    const char *form;
    const char *text;
    const char *options; /* the letters of its options: parse_options() */
    guint least, most;   /* number of words */
    int (*run)(const struct fdt *fdt);
};

static void fdt_clear(struct fdt *fdt)
{
    g_free(fdt->out);
    g_free(fdt->catalogue);
    g_free(fdt->machine);
    g_free(fdt->check);
    g_free(fdt->size);
    g_strfreev(fdt->keys);
    g_strfreev(fdt->config);
    g_strfreev(fdt->words);
}

static const struct action actions[] = {
    {"catalogue", "[FILE]",
        "Writes the device tree of an IMC catalogue: a machine's built-in one, or FILE. FILE is a\n"
        "text list, device tree source (.dts) or a tree (.dtb). --list prints a list to edit.",
        "odlmf", 0, 1, fdt_catalogue},
    {"flash", "",
        "Writes the flash image from which skiboot takes the catalogue, for\n"
        "`qemu-system-ppc64 -M powernv9 -drive file=IMAGE,format=raw,if=mtd`.",
        "ockmxsf", 0, 0, fdt_flash},
    {"machine", "FILE",
        "Adds nodes to the machine's tree in FILE. If `qemu-system-ppc64 -M "
        "powernv9,dumpdtb=FILE -m 2060M ...`\n"
        "wrote it, they are memory nodes for HOMER; QEMU takes the result as -dtb, with the same "
        "options but\n"
        "-append, and only QEMU without the plugin needs that. If `qemu-system-aarch64 -M "
        "virt,dumpdtb=FILE ...`\n"
        "wrote it, they are the nodes of kunpeng's PMUs, which the plugin adds in a guest.",
        "odngf", 1, 1, fdt_machine},
    {"acpi", "",
        "Writes the ACPI table (SSDT) of kunpeng's PMUs, as guests with `--config tables=acpi` "
        "get it.",
        "oguf", 0, 0, fdt_acpi},
    {"check", "FILE...",
        "Prints OK for each FILE that firmware and kernel can use, else the error and "
        "where:\n"
        "a list, device tree source, a catalogue's or a machine's tree, a container, a flash "
        "image, an ACPI table.",
        "", 1, G_MAXUINT, fdt_check},
};

static gboolean parse_options(
    struct fdt *fdt, const struct action *action, int argc, char **argv, GError **error)
{
    /* FILENAME leaves bytes alone, whatever the locale. */
    const struct {
        char letter;
        GOptionEntry entry;
    } all[] = {
        {'o', {"output", 'o', 0, G_OPTION_ARG_FILENAME, &fdt->out,
                  "Write to FILE (default or -: standard output)", "FILE"}},
        {'d', {"dts", 0, 0, G_OPTION_ARG_NONE, &fdt->source, "Write source, with the program dtc",
                  NULL}},
        {'l', {"list", 0, 0, G_OPTION_ARG_NONE, &fdt->list, "The built-in catalogue as a text list",
                  NULL}},
        {'c', {"catalogue", 0, 0, G_OPTION_ARG_FILENAME, &fdt->catalogue,
                  "A list, .dts or .dtb; default: the built-in one", "FILE"}},
        {'k', {"key", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &fdt->keys,
                  "For CPUs of this version; repeatable (default: machine's)", "KEY"}},
        {'m', {"machine", 0, 0, G_OPTION_ARG_STRING, &fdt->machine,
                  "Catalogue and key of power9 (default), power10 or power11", "NAME"}},
        {'x', {"check", 0, 0, G_OPTION_ARG_FILENAME, &fdt->check,
                  "xz's check: crc32, or crc64, which skiboot refuses (with --force)", "NAME"}},
        {'s', {"size", 0, 0, G_OPTION_ARG_FILENAME, &fdt->size,
                  "Minimum size of the image in MiB (default: 1)", "N"}},
        {'n', {"sockets", 0, 0, G_OPTION_ARG_INT, &fdt->sockets,
                  "Chips; default: as many as the tree has", "N"}},
        {'g', {"config", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &fdt->config,
                  "An option of kunpeng, as for `pmulab boot`; repeatable", "NAME=VALUE"}},
        {'u', {"cpus", 0, 0, G_OPTION_ARG_INT, &fdt->cpus, "CPUs (default: 8)", "N"}},
        {'f', {"force", 0, 0, G_OPTION_ARG_NONE, &fdt->force,
                  "Write even if the check fails, with a warning", NULL}},
    };
    const GOptionEntry rest = {
        G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &fdt->words, NULL, action->form};
    GOptionEntry entries[G_N_ELEMENTS(all) + 2] = {{0}};
    guint n = 0;
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autofree char *name = g_strdup_printf("fdt %s", action->name);

    g_option_context_set_summary(context, action->text);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (strchr(action->options, all[i].letter))
            entries[n++] = all[i].entry;
    entries[n] = rest;
    return arguments_read(context, entries, name, argc, argv, error);
}

static int run_action(const struct action *action, int argc, char **argv)
{
    struct fdt fdt = {0};
    GError *error = NULL;
    int status;

    if (parse_options(&fdt, action, argc, argv, &error)) {
        guint n;

        if (!fdt.words)
            fdt.words = g_new0(char *, 1);
        n = g_strv_length(fdt.words);
        if (n < action->least || n > action->most)
            error_usage(&error, "fdt %s: expected %s", action->name,
                *action->form ? action->form : "no arguments but options");
    }
    status = error ? error_exit(error) : action->run(&fdt);
    fdt_clear(&fdt);
    return status;
}

enum { HELP_COLUMNS = 100, TEXT_AT = 2 + 9 + 1 + 8 + 1 };

static void print_help(FILE *out)
{
    fputs("usage: pmulab fdt ACTION [OPTION...]\n\n"
          "Writes and checks what firmware and kernel read about the hardware: device trees, flash "
          "images, ACPI tables.\n\n",
        out);
    for (guint i = 0; i < G_N_ELEMENTS(actions); i++) {
        g_autofree char *text = g_strdelimit(g_strdup(actions[i].text), "\n", ' ');
        g_autoptr(GString) lines = g_string_new(NULL);

        output_append_wrapped(lines, text, TEXT_AT, HELP_COLUMNS - TEXT_AT);
        fprintf(out, "  %-9s %-8s %s\n", actions[i].name, actions[i].form, lines->str);
    }
    fputs("\n`pmulab fdt ACTION --help` shows an action's options.\n", out);
}

int command_fdt(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return STATUS_OK;
    }
    for (guint i = 0; i < G_N_ELEMENTS(actions); i++)
        if (!strcmp(argv[1], actions[i].name))
            return run_action(&actions[i], argc - 1, argv + 1);
    fprintf(stderr, "pmulab: fdt: no action '%s'; `pmulab fdt --help` lists them\n", argv[1]);
    return STATUS_USAGE;
}
