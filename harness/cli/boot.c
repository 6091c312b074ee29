/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab boot`: a shell, or one command, in a guest with the hardware.
 *
 * Exit status: the command's own, 128 + n after signal n; STATUS_USAGE for an
 * invalid request; STATUS_LATE if the command exceeded its limit; STATUS_GUEST
 * if QEMU or the guest failed.
 */
#include "harness/cli/boot.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/base/memory_file.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/gdb/gdb_files.h"
#include "harness/hardware/hardware_file.h"
#include "harness/hardware/machine_plan.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"
#include "harness/symbols/driver_names.h"
#include "harness/trace/call_paths.h"
#include "harness/vm/console.h"
#include "harness/vm/guest_memory.h"
#include "harness/vm/guest_session.h"
#include "harness/vm/guest_shell.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define STATUS_LATE  124 /* as timeout(1) */
#define STATUS_GUEST 125

/* This many CPUs work on all machines (QEMU wants x2APIC for more than 255 on
 * x86). */
#define CPUS_MAX  64
#define NOT_GIVEN G_MININT

struct boot {
    const struct boot_watcher *watcher; /* or NULL */
    struct boot_request request;        /* for it */
    GPtrArray *watched_config;          /* char *, then NULL */
    /* the trace of a watched guest, if the user named no file */
    struct memory_file memory;
    char *places;   /* where the guest's modules are */
    GPtrArray *own; /* the user's modules, as GBytes */
    struct driver_naming naming;
    const struct machine *machine;
    const char *guest;        /* its name */
    const char *asked_kernel; /* as given, or NULL */
    char *command;            /* NULL: a shell on the terminal */
    char *kernel, *share, *flash, *trace, *traffic, *append, *hardware;
    char **modules;
    char **config; /* options of the plugin */
    char **words;  /* arguments that are no options */
    int cpus, sockets, threads;
    char *asked_memory; /* as given, or NULL */
    unsigned memory_mib;
    int limit; /* seconds for the command; 0: none */
    gboolean gdb, icount, no_plugin;
    struct gdb_files *gdb_files; /* NULL: none */
    char *release;               /* for the progress line */
};

static void boot_clear(struct boot *boot)
{
    g_free(boot->command);
    g_free(boot->kernel);
    g_free(boot->share);
    g_free(boot->flash);
    g_free(boot->trace);
    g_free(boot->traffic);
    g_free(boot->append);
    g_free(boot->hardware);
    g_free(boot->asked_memory);
    g_strfreev(boot->modules);
    g_strfreev(boot->config);
    g_strfreev(boot->words);
    g_free(boot->release);
    g_free(boot->places);
    g_clear_pointer(&boot->watched_config, g_ptr_array_unref);
    g_clear_pointer(&boot->own, g_ptr_array_unref);
    memory_file_close(&boot->memory);
    gdb_files_free(boot->gdb_files);
}

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
            "End the command after so long, with status 124", "SECONDS"},
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
    if (number == NOT_GIVEN || (number >= 1 && number <= CPUS_MAX))
        return TRUE;
    return error_usage(
        error, "%s: --%s: expected a number from 1 to %d", name_of(boot), option, CPUS_MAX);
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

static gboolean parse(struct boot *boot, int argc, char **argv, GError **error)
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
    if (boot->limit < 1 && boot->limit != NOT_GIVEN)
        return fail_usage(boot, error, "--limit: expected a number of seconds, 1 or more");
    if (boot->asked_memory && !guest_memory_parse(boot->asked_memory, &boot->memory_mib))
        return fail_usage(boot, error, "--memory: expected " GUEST_MEMORY_EXPECTED);
    boot->machine = machine_find(boot->words[0], error);
    return boot->machine && choose_guest(boot, error) && add_hardware(boot, error) &&
           check_config(boot, error);
}

/* Without a terminal, standard input is the command, as with ssh. */
static gboolean read_script(struct boot *boot, GError **error)
{
    g_autoptr(GIOChannel) input = g_io_channel_unix_new(STDIN_FILENO);

    if (g_io_channel_set_encoding(input, NULL, error) != G_IO_STATUS_NORMAL)
        return FALSE;
    return g_io_channel_read_to_end(input, &boot->command, NULL, error) != G_IO_STATUS_ERROR;
}

static void find_release(struct boot *boot)
{
    struct guest_image image;

    if (boot->kernel || !guest_image_find(boot->guest, &image, NULL)) {
        boot->release = g_path_get_basename(boot->kernel ? boot->kernel : boot->guest);
        return;
    }
    boot->release = g_strdup_printf("Linux %s", image.release);
    guest_image_clear(&image);
}

static void show_progress(double seconds, gpointer data)
{
    struct boot *boot = data;

    if (!boot->release)
        find_release(boot);
    fprintf(stderr, OUTPUT_CLEAR_LINE "booting %s on %s ... %.0f s", boot->release,
        boot->machine->name, seconds);
    fflush(stderr);
}

/* In the form of guest_options. */
static unsigned or_zero(int number)
{
    return number == NOT_GIVEN ? 0 : (unsigned)number;
}

/* QEMU makes the CPUs, and the plugin everything around them: both need the
 * number. */
static void add_number(GPtrArray *options, const char *name, int number)
{
    if (number != NOT_GIVEN)
        g_ptr_array_add(options, g_strdup_printf("%s=%d", name, number));
}

/* The machine's options. */
static GPtrArray *machine_options(const struct boot *boot)
{
    GPtrArray *options = g_ptr_array_new_with_free_func(g_free);

    for (char **option = boot->config; option && *option; option++)
        g_ptr_array_add(options, g_strdup(*option));
    add_number(options, "sockets", boot->sockets);
    add_number(options, "threads", boot->threads);
    return options;
}

static GPtrArray *plugin_options(const struct boot *boot)
{
    GPtrArray *options = machine_options(boot);

    if (boot->traffic)
        g_ptr_array_add(options, g_strdup_printf("traffic=%s", boot->traffic));
    if (boot->trace)
        g_ptr_array_add(options, g_strdup_printf("trace=%s", boot->trace));
    g_ptr_array_add(options, NULL);
    return options;
}

/* A guest that ended before it was ready has left this on its console. */
static void show_end(const char *console)
{
    g_autofree char *end = console_end(console);

    if (*end)
        fprintf(stderr, "%s", end);
}

/* A watcher always follows the trace, even if the user named no file. */
static gboolean begin_watching(struct boot *boot, struct guest_window *window, GError **error)
{
    gboolean keeps = boot->trace != NULL;

    if (!keeps && !memory_file_open(&boot->memory, "pmulab-trace", error))
        return FALSE;
    if (!keeps)
        boot->trace = g_strdup(boot->memory.path);
    boot->watched_config = machine_options(boot);
    g_ptr_array_add(boot->watched_config, NULL);
    boot->request = (struct boot_request){boot->machine, boot->asked_kernel,
        (const char *const *)boot->watched_config->pdata, or_zero(boot->cpus), boot->memory_mib,
        boot->traffic, boot->trace, keeps, boot->command};
    return boot->watcher->begins(boot->watcher->self, &boot->request, window, error);
}

/* Makes gdb's files. Sets @window, unless a watcher has the guest's only
 * window, or there is no plugin. */
static gboolean begin_gdb(struct boot *boot, struct guest_window *window, GError **error)
{
    gboolean commands = !boot->no_plugin && !boot->watcher;

    boot->gdb_files = gdb_files_new(boot->machine, commands ? window : NULL, error);
    if (!boot->gdb_files)
        return FALSE;
    fprintf(stderr, "stopped; in gdb: target remote %s\n", gdb_files_address(boot->gdb_files));
    if (commands)
        fprintf(stderr, "with pmulab's registers: gdb -x %s\n", gdb_files_script(boot->gdb_files));
    return TRUE;
}

static struct guest *start_guest(struct boot *boot, GError **error)
{
    struct guest_window window;
    gboolean watched = boot->watcher && begin_watching(boot, &window, error);
    g_autoptr(GPtrArray) plugin = plugin_options(boot);
    g_autoptr(GString) console = g_string_new(NULL);
    gboolean on_terminal = output_can_move(STDERR_FILENO);
    struct guest_options options = {
        .machine = boot->machine,
        .guest = boot->guest,
        .kernel = boot->kernel,
        .share = boot->share,
        .flash = boot->flash,
        .modules = (const char *const *)boot->modules,
        .plugin_options = (const char *const *)plugin->pdata,
        .append = boot->append,
        .cpus = or_zero(boot->cpus),
        .sockets = or_zero(boot->sockets),
        .threads = or_zero(boot->threads),
        .memory_mib = boot->memory_mib,
        .no_plugin = boot->no_plugin,
        .icount = boot->icount,
        .terminal = !boot->command,
        .fetches = TRUE,
        .command_limit_s = or_zero(boot->limit),
        .console_fd = boot->command ? STDERR_FILENO : STDOUT_FILENO,
        .lost_console = console,
        .progress = on_terminal && !boot->gdb ? show_progress : NULL,
        .progress_data = boot,
        .window = watched ? &window : NULL,
    };
    struct guest *guest;

    if (boot->watcher && !watched)
        return NULL;
    if (boot->gdb && !begin_gdb(boot, &window, error))
        return NULL;
    if (boot->gdb_files)
        options.gdb = gdb_files_server(boot->gdb_files);
    if (boot->gdb_files && gdb_files_script(boot->gdb_files))
        options.window = &window;
    guest = guest_start(&options, error);
    if (watched)
        boot->watcher->started(boot->watcher->self);
    if (options.progress)
        fputs(OUTPUT_CLEAR_LINE, stderr);
    show_end(console->str);
    return guest;
}

/* Prints @error as error_exit() does. Errors that are not the user's have
 * boot's own status. */
static int guest_error_exit(GError *error)
{
    gboolean late = g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_LATE);

    return error_exit(error) == STATUS_USAGE ? STATUS_USAGE : late ? STATUS_LATE : STATUS_GUEST;
}

/* ---- names of drivers' functions, beside the trace ---- */

static struct driver_naming naming_of(
    const struct boot *boot, const char *places, const GPtrArray *own)
{
    return (struct driver_naming){
        .places = places,
        .own = own,
        .guest = boot->guest,
        .kernel = boot->kernel,
        .built_in = boot->machine->built_in,
    };
}

/* The addresses of the guest's modules, as a new string; NULL if the guest
 * cannot report them: then there are no names. */
static char *find_places(const struct boot *boot, struct guest *guest)
{
    const struct driver_naming naming = naming_of(boot, NULL, NULL);
    struct guest_result result;
    char *places = NULL;

    if (!boot->trace || boot->memory.path)
        return NULL;
    if (guest_places(guest, driver_names_need_symbols(&naming), &result, NULL))
        places = g_strndup(result.out->str, result.out->len);
    guest_result_clear(&result);
    return places;
}

static GPtrArray *read_modules(const struct boot *boot)
{
    GPtrArray *modules = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);

    for (char **path = boot->modules; path && *path; path++) {
        char *data;
        gsize size;

        if (g_file_get_contents(*path, &data, &size, NULL))
            g_ptr_array_add(modules, g_bytes_new_take(data, size));
    }
    return modules;
}

/* The guest has ended, so its trace is whole. */
static void write_names(const struct boot *boot, const char *places)
{
    g_autoptr(GArray) call_paths = NULL;
    g_autoptr(GPtrArray) modules = NULL;
    g_autofree char *path = NULL;
    struct driver_naming naming;
    GString *names;

    if (!places)
        return;
    call_paths = call_paths_of_trace(boot->trace);
    modules = read_modules(boot);
    path = g_strconcat(boot->trace, CALL_PATHS_SUFFIX, NULL);
    naming = naming_of(boot, places, modules);
    names = driver_names(call_paths, &naming);
    if (names->len)
        file_replace(path, names->str, names->len, NULL);
    g_string_free(names, TRUE);
}

/* The guest has ended. */
static void show_notes(const struct guest *guest)
{
    g_auto(GStrv) notes = guest_notes(guest);

    for (char **note = notes; *note; note++)
        fprintf(stderr, "pmulab: %s\n", *note);
}

static int run_command(const struct boot *boot, struct guest *guest)
{
    const struct guest_streams streams = {STDOUT_FILENO, STDERR_FILENO};
    struct guest_result result;
    GError *error = NULL;
    g_autofree char *places = NULL;
    gboolean ran = guest_run(guest, 1, boot->command, &streams, &result, &error);
    int status;

    if (ran)
        places = find_places(boot, guest);
    if (!ran || !guest_stop(guest, &error))
        status = guest_error_exit(error);
    else
        status = result.status;
    write_names(boot, places);
    guest_result_clear(&result);
    return status;
}

static int run_shell(const struct boot *boot, struct guest *guest)
{
    g_autofree char *command = guest_shell_command(boot->machine, NULL);
    g_autofree char *places = NULL;
    const struct guest_streams streams = {STDOUT_FILENO, STDERR_FILENO};
    struct guest_result result;
    GError *error = NULL;
    int status;

    fputs(GUEST_SHELL_LEAVING, stderr);
    status = 0;
    if (guest_run(guest, 1, command, &streams, &result, NULL)) {
        status = result.status;
        places = find_places(boot, guest);
    }
    /* Leaving by Ctrl-A X or `poweroff` is as good as `exit`, so only a failure
     * of QEMU itself counts. */
    if (!guest_stop(guest, &error))
        status = guest_error_exit(error);
    write_names(boot, places);
    guest_result_clear(&result);
    return status;
}

/* Functions' names are known while the guest runs: its modules are loaded. */
static gboolean watch(struct boot *boot, struct guest *guest, GError **error)
{
    struct guest_result result;

    boot->naming = naming_of(boot, NULL, NULL);
    if (guest_places(guest, driver_names_need_symbols(&boot->naming), &result, NULL))
        boot->places = g_strndup(result.out->str, result.out->len);
    guest_result_clear(&result);
    boot->own = read_modules(boot);
    boot->naming = naming_of(boot, boot->places, boot->own);
    return boot->watcher->ready(boot->watcher->self, boot->places ? &boot->naming : NULL, error);
}

static int run_guest(struct boot *boot, struct guest *guest)
{
    GError *error = NULL;

    if (boot->watcher && !watch(boot, guest, &error))
        return guest_error_exit(error);
    return boot->command ? run_command(boot, guest) : run_shell(boot, guest);
}

static int boot_and_run(struct boot *boot)
{
    GError *error = NULL;
    struct guest *guest = NULL;
    struct termios before;
    gboolean terminal = !tcgetattr(STDIN_FILENO, &before);
    int status;

    if (!boot->command && !terminal && !read_script(boot, &error))
        return guest_error_exit(error);
    guest = start_guest(boot, &error);
    status = guest ? run_guest(boot, guest) : guest_error_exit(error);
    if (guest)
        show_notes(guest);
    guest_free(guest);
    if (boot->watcher)
        boot->watcher->ended(boot->watcher->self);
    /* QEMU restores the terminal, unless it was killed. */
    if (terminal && !boot->command)
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return status;
}

int boot_watched(int argc, char **argv, const struct boot_watcher *watcher)
{
    struct boot boot = {.watcher = watcher,
        .memory = {.fd = -1},
        .cpus = NOT_GIVEN,
        .sockets = NOT_GIVEN,
        .threads = NOT_GIVEN,
        .limit = NOT_GIVEN};
    GError *error = NULL;
    int status;

    if (parse(&boot, argc, argv, &error))
        status = boot_and_run(&boot);
    else
        status = guest_error_exit(error);
    boot_clear(&boot);
    return status;
}

int command_boot(int argc, char **argv)
{
    return boot_watched(argc, argv, NULL);
}
