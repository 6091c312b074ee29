/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and checks the options of `pmulab boot` and its extensions. */
#include "harness/cli/boot_options.h"

#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/hardware/hardware_file.h"
#include "harness/hardware/machine_plan.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/vm/guest_memory.h"

#include <string.h>

/* This many CPUs work on all machines (QEMU wants x2APIC for more than 255 on
 * x86). */
#define CPUS_MAX 64

/* The name of the called subcommand. */
static const char *name_of(const struct boot *boot)
{
    return boot->watcher ? boot->watcher->name : "boot";
}

static gboolean parse_options(struct boot *boot, int argc, char **argv, GError **error)
{
    /* FILENAME leaves bytes alone, whatever the locale. */
    const GOptionEntry entries[] = {
        {"kernel", 0, 0, G_OPTION_ARG_FILENAME, &boot->kernel,
            "A file, a built tree, or Debian's: oldstable (6.1), stable, backports (7.3)",
            "FILE|NAME|TREE"},
        {"module", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &boot->modules,
            "Load this .ko file, instead of the guest's of that name", "FILE"},
        {"package", 0, 0, G_OPTION_ARG_STRING_ARRAY, &boot->packages,
            "Install this Debian package in the guest", "NAME"},
        {"share", 0, 0, G_OPTION_ARG_FILENAME, &boot->share,
            "Mount this folder at /mnt/share, writable", "DIR"},
        {"flash", 0, 0, G_OPTION_ARG_FILENAME, &boot->flash,
            "Start with this image in the machine's flash", "FILE"},
        {"gdb", 0, 0, G_OPTION_ARG_NONE, &boot->gdb, "Wait for gdb before the first instruction",
            NULL},
        {"hardware", 0, 0, G_OPTION_ARG_FILENAME, &boot->hardware,
            "Describes the PMUs of the machine `board`", "FILE"},
        {"trace", 0, 0, G_OPTION_ARG_FILENAME, &boot->trace, "Record register accesses", "FILE"},
        {"traffic", 0, 0, G_OPTION_ARG_FILENAME, &boot->traffic,
            "Make the hardware see this traffic: a run's traffic.plan", "FILE"},
        {"cpus", 0, 0, G_OPTION_ARG_INT, &boot->cpus, "Number of virtual CPUs", "N"},
        {"sockets", 0, 0, G_OPTION_ARG_INT, &boot->sockets, "Number of sockets (1)", "N"},
        {"threads", 0, 0, G_OPTION_ARG_INT, &boot->threads, "CPUs per core (1)", "N"},
        {"memory", 0, 0, G_OPTION_ARG_STRING, &boot->asked_memory, "Memory in MiB, or as 3G",
            "SIZE"},
        {"config", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &boot->config,
            "Option of the machine: `pmulab describe MACHINE.options`", "NAME=VALUE"},
        {"limit", 0, 0, G_OPTION_ARG_INT, &boot->limit,
            "End the command after SECONDS, with status 124", "SECONDS"},
        {"icount", 0, 0, G_OPTION_ARG_NONE, &boot->icount,
            "Count time in instructions: slower, repeatable", NULL},
        {"append", 0, 0, G_OPTION_ARG_FILENAME, &boot->append, "Add to the kernel's command line",
            "WORDS"},
        {"no-plugin", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &boot->no_plugin, "QEMU alone",
            NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &boot->words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("MACHINE [-- COMMAND]");

    g_autoptr(GArray) all = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));

    g_array_append_vals(all, entries, G_N_ELEMENTS(entries) - 1);
    for (const GOptionEntry *added = boot->watcher ? boot->watcher->options : NULL;
         added && added->long_name; added++)
        g_array_append_vals(all, added, 1);
    g_autofree char *machines = machine_names();
    g_autofree char *summary = g_strdup_printf("%s\nMachines: %s.",
        boot->watcher ? boot->watcher->summary
                      : "Boots a guest and gives a shell in it, or runs one command.",
        machines);

    g_option_context_set_summary(context, summary);
    return arguments_read(
        context, (const GOptionEntry *)(gconstpointer)all->data, name_of(boot), argc, argv, error);
}

static gboolean fail_usage(const struct boot *boot, GError **error, const char *message)
{
    return error_usage(error, "%s: %s", name_of(boot), message);
}

/* The machine decides which numbers fit together. */
static gboolean check_number(
    const struct boot *boot, const char *option, int number, GError **error)
{
    if (number == BOOT_NOT_GIVEN || (number >= 1 && number <= CPUS_MAX))
        return TRUE;
    return error_usage(
        error, "%s: --%s: expected a number from 1 to %d", name_of(boot), option, CPUS_MAX);
}

static gboolean check_packages(const struct boot *boot, GError **error)
{
    for (char **name = boot->packages; name && *name; name++)
        if (!guest_package_name_is_valid(*name))
            return error_usage(error, "%s: --package '%s'; expected the name of a Debian package",
                name_of(boot), *name);
    return TRUE;
}

/* Everything after "--" belongs to the guest, not to GOption. Returns the
 * number of words before it. */
static int split_command(struct boot *boot, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--"))
            continue;
        boot->command = g_strjoinv(" ", argv + i + 1);
        return i;
    }
    return argc;
}

/* Plugin options that QEMU must also know have separate options of the
 * command. */
static gboolean check_config(const struct boot *boot, GError **error)
{
    struct machine_plan *plan = machine_plan_new(boot->machine);
    char wrong[MACHINE_PLAN_WRONG];
    gboolean ok = TRUE;

    for (char **option = boot->config; ok && option && *option; option++) {
        const struct config_option *row = config_find(boot->machine->model->options, *option);

        if (g_str_has_prefix(*option, "cpus=") || (row && row->topology))
            g_snprintf(wrong, sizeof(wrong), "'%s'; expected --%s", *option, *option);
        else if (machine_plan_option(plan, *option, wrong))
            continue;
        error_usage(error, "%s: --config: %s", name_of(boot), wrong);
        ok = FALSE;
    }
    machine_plan_free(plan);
    return ok;
}

/* --hardware is an option of the machine with an absolute path. */
static gboolean add_hardware(struct boot *boot, GError **error)
{
    guint n = boot->config ? g_strv_length(boot->config) : 0;
    char *option = boot->hardware ? hardware_file_option(boot->hardware, error) : NULL;

    if (!option)
        return !boot->hardware;
    boot->config = g_renew(char *, boot->config, n + 2);
    boot->config[n] = option;
    boot->config[n + 1] = NULL;
    return TRUE;
}

/* The name of a known kernel is neither a file nor a tree. */
static gboolean choose_guest(struct boot *boot, GError **error)
{
    gboolean named = boot->kernel && guest_kernel_is_known(boot->kernel);

    boot->asked_kernel = boot->kernel ? g_intern_string(boot->kernel) : NULL;
    boot->guest = guest_name(boot->machine->guest, named ? boot->kernel : NULL, error);
    if (named)
        g_clear_pointer(&boot->kernel, g_free);
    if (!boot->guest)
        g_prefix_error(error, "%s: --kernel: ", name_of(boot));
    return boot->guest != NULL;
}

gboolean boot_options_read(struct boot *boot, int argc, char **argv, GError **error)
{
    int count = split_command(boot, argc, argv);

    if (!parse_options(boot, count, argv, error))
        return FALSE;
    if (!boot->words || !boot->words[0])
        return fail_usage(boot, error, "expected the name of a machine");
    if (boot->words[1])
        return fail_usage(boot, error, "expected one machine; a command goes after '--'");
    if (boot->command && !*g_strstrip(boot->command))
        return fail_usage(boot, error, "expected a command after '--'");
    if (!check_number(boot, "cpus", boot->cpus, error) ||
        !check_number(boot, "sockets", boot->sockets, error) ||
        !check_number(boot, "threads", boot->threads, error))
        return FALSE;
    if (boot->limit < 1 && boot->limit != BOOT_NOT_GIVEN)
        return fail_usage(boot, error, "--limit: expected a number of seconds, 1 or more");
    if (boot->asked_memory && !guest_memory_parse(boot->asked_memory, &boot->memory_mib))
        return fail_usage(boot, error, "--memory: expected " GUEST_MEMORY_EXPECTED);
    boot->machine = machine_find(boot->words[0], error);
    return boot->machine && check_packages(boot, error) && choose_guest(boot, error) &&
           add_hardware(boot, error) && check_config(boot, error);
}
