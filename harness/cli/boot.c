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
#include "harness/base/output.h"
#include "harness/cli/boot_options.h"
#include "harness/cli/command.h"
#include "harness/setup/guest_image.h"
#include "harness/symbols/driver_names.h"
#include "harness/trace/call_paths.h"
#include "harness/vm/console.h"
#include "harness/vm/guest_shell.h"

#include <glib.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#define STATUS_LATE  124 /* as timeout(1) */
#define STATUS_GUEST 125

void boot_free(struct boot *boot)
{
    if (!boot)
        return;
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
    g_strfreev(boot->packages);
    g_strfreev(boot->config);
    g_strfreev(boot->words);
    g_free(boot->release);
    g_free(boot->places);
    g_clear_pointer(&boot->watched_config, g_ptr_array_unref);
    g_clear_pointer(&boot->own, g_ptr_array_unref);
    memory_file_close(&boot->memory);
    gdb_files_free(boot->gdb_files);
    g_free(boot->failure);
    g_free(boot);
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
    return number == BOOT_NOT_GIVEN ? 0 : (unsigned)number;
}

/* QEMU makes the CPUs, and the plugin everything around them: both need the
 * number. */
static void add_number(GPtrArray *options, const char *name, int number)
{
    if (number != BOOT_NOT_GIVEN)
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
    const struct boot_watcher *watcher = boot->watcher;
    gboolean watched = watcher && watcher->begins && begin_watching(boot, &window, error);
    g_autoptr(GPtrArray) plugin = plugin_options(boot);
    g_autoptr(GString) console = g_string_new(NULL);
    gboolean on_terminal = output_can_move(STDERR_FILENO);
    struct guest_options options = {
        .machine = boot->machine,
        .guest = boot->guest,
        .kernel = boot->kernel,
        .share = boot->share,
        .flash = boot->flash,
        .packages = (const char *const *)boot->packages,
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
        .window = watched && watcher->ready ? &window : NULL,
    };
    struct guest *guest;

    if (watcher && watcher->begins && !watched)
        return NULL;
    if (boot->gdb && !begin_gdb(boot, &window, error))
        return NULL;
    if (boot->gdb_files)
        options.gdb = gdb_files_server(boot->gdb_files);
    if (boot->gdb_files && gdb_files_script(boot->gdb_files))
        options.window = &window;
    guest = guest_start(&options, error);
    if (watched && watcher->started)
        watcher->started(watcher->self);
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

/* The same, and keeps the error's text. */
static int fail(struct boot *boot, GError *error)
{
    g_free(boot->failure);
    boot->failure = g_strdup(error->message);
    return guest_error_exit(error);
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

static int run_command(struct boot *boot, struct guest *guest)
{
    struct guest_result result;
    GError *error = NULL;
    g_autofree char *places = NULL;
    gboolean ran = guest_run(guest, 1, boot->command, &boot->streams, &result, &error);
    int status;

    if (ran && boot->watcher && boot->watcher->finished)
        boot->watcher->finished(boot->watcher->self, guest);
    if (ran)
        places = find_places(boot, guest);
    if (!ran || !guest_stop(guest, &error))
        status = fail(boot, error);
    else
        status = result.status;
    write_names(boot, places);
    guest_result_clear(&result);
    return status;
}

static int run_shell(struct boot *boot, struct guest *guest)
{
    g_autofree char *command = guest_shell_command(boot->machine, NULL);
    g_autofree char *places = NULL;
    struct guest_result result;
    GError *error = NULL;
    int status;

    fputs(GUEST_SHELL_LEAVING, stderr);
    status = 0;
    if (guest_run(guest, 1, command, &boot->streams, &result, NULL)) {
        status = result.status;
        places = find_places(boot, guest);
    }
    /* Leaving by Ctrl-A X or `poweroff` is as good as `exit`, so only a failure
     * of QEMU itself counts. */
    if (!guest_stop(guest, &error))
        status = fail(boot, error);
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

    if (boot->watcher && boot->watcher->ready && !watch(boot, guest, &error))
        return fail(boot, error);
    return boot->command ? run_command(boot, guest) : run_shell(boot, guest);
}

int boot_run(struct boot *boot)
{
    GError *error = NULL;
    struct guest *guest = NULL;
    struct termios before;
    gboolean terminal = !tcgetattr(STDIN_FILENO, &before);
    int status;

    if (!boot->command && !terminal && !read_script(boot, &error))
        return fail(boot, error);
    guest = start_guest(boot, &error);
    status = guest ? run_guest(boot, guest) : fail(boot, error);
    if (guest)
        show_notes(guest);
    guest_free(guest);
    if (boot->watcher && boot->watcher->ended)
        boot->watcher->ended(boot->watcher->self);
    /* QEMU restores the terminal, unless it was killed. */
    if (terminal && !boot->command)
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return status;
}

struct boot *boot_new(int argc, char **argv, const struct boot_watcher *watcher, GError **error)
{
    struct boot *boot = g_new0(struct boot, 1);

    *boot = (struct boot){.watcher = watcher,
        .memory = {.fd = -1},
        .cpus = BOOT_NOT_GIVEN,
        .sockets = BOOT_NOT_GIVEN,
        .threads = BOOT_NOT_GIVEN,
        .limit = BOOT_NOT_GIVEN,
        .streams = {STDOUT_FILENO, STDERR_FILENO, NULL, NULL}};
    if (boot_options_read(boot, argc, argv, error))
        return boot;
    boot_free(boot);
    return NULL;
}

void boot_output(struct boot *boot, const struct guest_streams *streams)
{
    boot->streams = *streams;
}

const char *boot_failure(const struct boot *boot)
{
    return boot->failure;
}

int boot_watched(int argc, char **argv, const struct boot_watcher *watcher)
{
    GError *error = NULL;
    struct boot *boot = boot_new(argc, argv, watcher, &error);
    int status = boot ? boot_run(boot) : guest_error_exit(error);

    boot_free(boot);
    return status;
}

int command_boot(int argc, char **argv)
{
    return boot_watched(argc, argv, NULL);
}
