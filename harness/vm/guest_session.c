/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts a guest, waits until it is ready, runs commands in it, and saves it or powers it off. */
#include "harness/vm/guest_session.h"

#include "harness/base/error.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/made_of.h"
#include "harness/setup/own_kernel.h"
#include "harness/setup/qemu_root.h"
#include "harness/setup/uefi.h"
#include "harness/vm/console.h"
#include "harness/vm/guest_flash.h"
#include "harness/vm/guest_initramfs.h"
#include "harness/vm/guest_stream.h"
#include "harness/vm/qemu_command.h"
#include "harness/vm/qemu_process.h"
#include "harness/vm/qmp.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* The guest sends this on pmulab.out when it takes commands. */
#define READY "READY\n"

#define POWER_OFF "off\n"

/* The plugin waits for this while it holds the guest; any byte will do. */
#define HOLD_END "."

#define POWER_OFF_LIMIT_S 20.0
#define POLL_MS           200
#define SEND_POLL_MS      1

/* Linux takes a single argument of at most 128 KiB (MAX_ARG_STRLEN), and `sh -c COMMAND` must fit. */
#define COMMAND_MAX (96 * 1024)

struct guest {
    struct qemu_process *qemu;
    double command_limit_s;
    int mirror;             /* a descriptor that also gets the serial console's text, or -1 */
    gsize mirrored;         /* bytes that it already has */
    GString *queue;         /* guest_go() sends this */
    unsigned queued, taken; /* commands */
    gboolean off;           /* it will power off */
};

/* Everything a guest boots from. */
struct found {
    struct qemu qemu;
    struct guest_image image;
    char *plugin;
    char *uefi;            /* or NULL */
    GBytes *acpi_table;    /* only with UEFI */
    struct own_kernel own; /* the user's kernel, or all NULL */
    GBytes *own_modules;   /* an archive of its modules, or NULL */
    GPtrArray *archives;   /* of char *: paths of the packages, then NULL */
    int initramfs;         /* a descriptor, or -1; so is the next one */
    int flash;
};

/* On arm64 only UEFI can pass ACPI to Linux. Without the plugin nothing answers for the table's hardware. */
static gboolean find_uefi(const struct guest_options *options, struct found *found, GError **error)
{
    if (options->machine->acpi_table && !options->no_plugin)
        found->acpi_table = options->machine->acpi_table(options->plugin_options, qemu_cpus(options));
    return !found->acpi_table || (found->uefi = uefi_find(error));
}

static const char *guest_of(const struct guest_options *options)
{
    return options->guest ? options->guest : options->machine->guest;
}

/* Finds the user's kernel, and a guest and modules that go with it. Who brings modules may bring all. */
static gboolean find_own(const struct guest_options *options, struct found *found, GError **error)
{
    const struct own_kernel_needs needs = {
        .guest = guest_of(options), .modules = options->machine->modules, .share = options->share != NULL};

    if (!options->kernel)
        return TRUE;
    if (!own_kernel_find(options->kernel, guest_recipe_find(needs.guest)->arch, &found->own, error))
        return FALSE;
    return (!found->own.modules && options->modules && *options->modules) ||
           own_kernel_pack(&found->own, &needs, &found->own_modules, error);
}

static gboolean find_image(const struct guest_options *options, struct found *found, GError **error)
{
    if (!find_own(options, found, error) ||
        !guest_image_find(found->own.guest ? found->own.guest : guest_of(options), &found->image, error))
        return FALSE;
    if (found->own.image) {
        g_free(found->image.kernel);
        found->image.kernel = g_strdup(found->own.image);
    }
    return TRUE;
}

static gboolean find_packages(const struct guest_options *options, struct found *found, GError **error)
{
    found->archives = g_ptr_array_new_with_free_func(g_free);
    for (const char *const *name = options->packages; name && *name; name++) {
        char *archive = guest_package_find(guest_of(options), *name, error);

        if (!archive)
            return FALSE;
        g_ptr_array_add(found->archives, archive);
    }
    g_ptr_array_add(found->archives, NULL);
    return TRUE;
}

/* Uses the image's initramfs unless something must be added. */
static gboolean extend_initramfs(const struct guest_options *options, struct found *found, GError **error)
{
    const struct guest_extra extra = {.acpi_table = found->acpi_table,
        .kernel_modules = found->own_modules,
        .archives = (const char *const *)found->archives->pdata,
        .files = options->files,
        .modules = options->modules};

    if (guest_extra_is_empty(&extra))
        return TRUE;
    found->initramfs = guest_initramfs_extend(found->image.initramfs, &extra, error);
    return found->initramfs >= 0;
}

static gboolean find_all(const struct guest_options *options, struct found *found, GError **error)
{
    const struct machine *machine = options->machine;

    if (!qemu_find(machine->qemu, &found->qemu, error))
        return FALSE;
    if (!find_image(options, found, error))
        return FALSE;
    if (!options->no_plugin && !(found->plugin = machine_plugin_path(machine, error)))
        return FALSE;
    if (machine->flash &&
        (found->flash = guest_flash_open(machine, options->flash, options->image, error)) < 0)
        return FALSE;
    return find_uefi(options, found, error) && find_packages(options, found, error);
}

static void found_clear(struct found *found)
{
    if (found->qemu.argv)
        qemu_clear(&found->qemu);
    if (found->image.kernel)
        guest_image_clear(&found->image);
    g_free(found->plugin);
    g_free(found->uefi);
    own_kernel_clear(&found->own);
    if (found->own_modules)
        g_bytes_unref(found->own_modules);
    if (found->acpi_table)
        g_bytes_unref(found->acpi_table);
    if (found->archives)
        g_ptr_array_unref(found->archives);
    if (found->initramfs >= 0)
        close(found->initramfs);
    if (found->flash >= 0)
        close(found->flash);
}

static struct qemu_process *start_qemu(
    const struct guest_options *options, const struct found *found, GError **error)
{
    struct qemu_files files = {
        .kernel = found->image.kernel,
        .initramfs = found->initramfs < 0 ? found->image.initramfs : NULL,
        .plugin = found->plugin,
        .firmware = found->uefi,
        .flash = found->flash >= 0,
    };
    struct qemu_start start = {
        .initramfs = found->initramfs,
        .flash = found->flash,
        .saved = options->save ? options->save : options->resume,
        .window = options->window,
        .terminal = options->terminal,
        .console_is_terminal = qemu_console_is_terminal(options),
        .deadline = options->deadline,
    };

    qemu_command_append(found->qemu.argv, options, &files);
    start.argv = (const char *const *)found->qemu.argv->pdata;
    return qemu_process_start(&start, error);
}

static gboolean add_packages(const struct found *found, GString *made_of, GError **error)
{
    for (guint i = 0; i + 1 < found->archives->len; i++)
        if (!made_of_add(made_of, MADE_OF_FILE, g_ptr_array_index(found->archives, i), error))
            return FALSE;
    return TRUE;
}

static gboolean add_files(const struct found *found, GString *made_of, GError **error)
{
    return made_of_add(made_of, MADE_OF_FILE, found->qemu.origin, error) &&
           made_of_add(made_of, MADE_OF_FILE, found->image.kernel, error) &&
           made_of_add(made_of, MADE_OF_FILE, found->image.initramfs, error) &&
           made_of_add(made_of, MADE_OF_CONTENTS, found->plugin, error) &&
           (!found->uefi || made_of_add(made_of, MADE_OF_FILE, found->uefi, error)) &&
           add_packages(found, made_of, error);
}

/* Adds what identifies an ACPI table or the modules of the user's kernel. */
static void add_bytes(GPtrArray *words, GBytes *bytes)
{
    if (bytes)
        g_ptr_array_add(words, g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes));
}

/* Adds what identifies the user's files and modules. */
static gboolean add_brought(GPtrArray *words, const struct guest_options *options, GError **error)
{
    const struct guest_extra brought = {.files = options->files, .modules = options->modules};
    char *sum;

    if (guest_extra_is_empty(&brought))
        return TRUE;
    sum = guest_extra_sum(&brought, error);
    if (sum)
        g_ptr_array_add(words, sum);
    return sum != NULL;
}

char *guest_fingerprint(const struct guest_options *options, GString *made_of, GError **error)
{
    struct found found = {.initramfs = -1, .flash = -1};
    char *print = NULL;

    if (guest_options_check(options, error) && find_all(options, &found, error) &&
        add_files(&found, made_of, error)) {
        struct qemu_files files = {.kernel = found.image.kernel,
            .initramfs = found.image.initramfs,
            .plugin = found.plugin,
            .firmware = found.uefi};

        g_ptr_array_add(found.qemu.argv, g_strdup(made_of->str));
        add_bytes(found.qemu.argv, found.acpi_table);
        add_bytes(found.qemu.argv, found.own_modules);
        if (add_brought(found.qemu.argv, options, error)) {
            qemu_command_append(found.qemu.argv, options, &files);
            print = cache_fingerprint((const char *const *)found.qemu.argv->pdata);
        }
    }
    found_clear(&found);
    return print;
}

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static gboolean is_past(gint64 start, double limit_s)
{
    return limit_s > 0 && seconds_since(start) > limit_s;
}

/* Guest output wakes us up more often than the caller wants progress. */
static void tell_progress(const struct guest_options *options, gint64 start, gint64 *told)
{
    gint64 now = g_get_monotonic_time();

    if (!options->progress || now - *told < POLL_MS * G_TIME_SPAN_MILLISECOND)
        return;
    *told = now;
    options->progress(seconds_since(start), options->progress_data);
}

/* Whether the guest has reached the point where it takes commands. */
static gboolean is_ready(struct guest *guest, const struct guest_options *options)
{
    const GString *out = qemu_process_pending(guest->qemu, QEMU_FD_OUT);

    if (!strstr(out->str, READY))
        return FALSE;
    return !options->holds || qemu_process_pending(guest->qemu, QEMU_FD_HOLD)->len;
}

static gboolean wait_until_ready(struct guest *guest, const struct guest_options *options, GError **error)
{
    const double limit_s = options->gdb                 ? 0
                           : options->ready_limit_s > 0 ? options->ready_limit_s
                                                        : GUEST_READY_LIMIT_S;
    const struct qemu_limit limit = qemu_process_limit(guest->qemu, limit_s);
    GString *out = qemu_process_pending(guest->qemu, QEMU_FD_OUT);
    gint64 start = g_get_monotonic_time(), told = 0;
    const char *ready;

    while (!is_ready(guest, options)) {
        if (!qemu_process_wait(guest->qemu, POLL_MS))
            return qemu_process_explain(guest->qemu, "the guest ended before it was ready", error);
        if (qemu_process_is_past(guest->qemu, &limit)) {
            g_autofree char *what = g_strdup_printf("the guest was not ready within %.0f s", limit_s);

            return qemu_process_explain(guest->qemu, what, error);
        }
        tell_progress(options, start, &told);
    }
    ready = strstr(out->str, READY);
    g_string_erase(out, 0, ready - out->str + (gssize)strlen(READY));
    return TRUE;
}

/* Shows kernel messages to a user who works at another console than the kernel's, or runs a command: whole
 * lines, since the command may write to the same place. Only a terminal, which may be raw, gets the serial
 * line's carriage returns. */
static void mirror_console(struct guest *guest)
{
    const GString *console = qemu_process_pending(guest->qemu, QEMU_FD_CONSOLE);
    const char *last = strrchr(console->str, '\n');
    gsize end = last ? (gsize)(last + 1 - console->str) : 0;
    const char *dropped = guest->mirror >= 0 && isatty(guest->mirror) ? "" : "\r";

    while (guest->mirror >= 0 && guest->mirrored < end) {
        const char *from = console->str + guest->mirrored;
        gsize run = MIN(strcspn(from, dropped), end - guest->mirrored);
        ssize_t n = run ? write(guest->mirror, from, run) : 1;

        if (n <= 0)
            break;
        guest->mirrored += (gsize)n;
    }
}

/* From here on the console's text is the user's; of the boot he reads what init complained of. */
static void mirror_begin(struct guest *guest, const struct guest_options *options)
{
    const GString *console = qemu_process_pending(guest->qemu, QEMU_FD_CONSOLE);
    g_autofree char *complaints = console_complaints(console->str);

    if (options->console_fd && !qemu_console_is_terminal(options))
        guest->mirror = options->console_fd;
    guest->mirrored = console->len;
    if (guest->mirror >= 0 && *complaints)
        dprintf(guest->mirror, "%s", complaints);
}

/* Sends QEMU @command, then waits until the plugin reports that it took effect. */
static gboolean execute_and_wait(struct guest *guest, const char *command, GError **error)
{
    const struct qemu_limit limit = qemu_process_limit(guest->qemu, GUEST_READY_LIMIT_S);
    GString *said = qemu_process_pending(guest->qemu, QEMU_FD_HOLD);

    g_string_truncate(said, 0);
    if (!qmp_execute(guest->qemu, command, NULL, error))
        return FALSE;
    while (!said->len) {
        if (!qemu_process_wait(guest->qemu, POLL_MS))
            return qemu_process_explain(guest->qemu, "QEMU ended before the guest went on", error);
        if (qemu_process_is_past(guest->qemu, &limit)) {
            g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
                "the guest does not obey '%s' within %.0f s", command, GUEST_READY_LIMIT_S);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean resume(struct guest *guest, GError **error)
{
    return qmp_begin(guest->qemu, error) && qmp_resume(guest->qemu, QEMU_FD_DEVICES, error) &&
           execute_and_wait(guest, "cont", error);
}

/* The plugin writes its own state before QEMU stops. */
static gboolean stop(struct guest *guest, GError **error)
{
    return qmp_begin(guest->qemu, error) && execute_and_wait(guest, "stop", error);
}

/* Brings the guest to the point where it takes commands. */
static gboolean make_ready(struct guest *guest, const struct guest_options *options, GError **error)
{
    if (options->resume)
        return resume(guest, error);
    if (!wait_until_ready(guest, options, error))
        return FALSE;
    if (!qemu_stops(options))
        return TRUE;
    return stop(guest, error) && (options->save || execute_and_wait(guest, "cont", error));
}

static struct guest *guest_new(void)
{
    struct guest *guest = g_new0(struct guest, 1);

    guest->queue = g_string_new(NULL);
    guest->mirror = -1;
    return guest;
}

struct guest *guest_start(const struct guest_options *options, GError **error)
{
    struct found found = {.initramfs = -1, .flash = -1};
    struct guest *guest = guest_new();
    gboolean ok = guest_options_check(options, error) && find_all(options, &found, error) &&
                  extend_initramfs(options, &found, error) &&
                  (guest->qemu = start_qemu(options, &found, error));

    found_clear(&found);
    guest->command_limit_s = options->command_limit_s;
    if (ok && make_ready(guest, options, error)) {
        mirror_begin(guest, options);
        return guest;
    }
    if (guest->qemu && options->lost_console)
        g_string_append(options->lost_console, guest_console(guest));
    guest_free(guest);
    return NULL;
}

#define NONCE_MAX 40

/* One running command: its marker and its results so far. */
struct run {
    char nonce[NONCE_MAX];
    struct guest_sink out, err;
    gboolean out_done, err_done;
    int status;
};

static void run_begin(struct run *run, const struct guest_streams *streams, struct guest_result *result)
{
    *result = (struct guest_result){.status = -1};
    if (!streams) {
        result->out = g_string_new(NULL);
        result->err = g_string_new(NULL);
    }
    *run = (struct run){
        .out = {.text = result->out, .fd = streams ? streams->out_fd : -1},
        .err = {.text = result->err, .fd = streams ? streams->err_fd : -1},
    };
}

/* Nonces: random for single commands; fixed by @index for a guest that must do the same each time. */
static void random_nonce(char nonce[NONCE_MAX])
{
    g_snprintf(nonce, NONCE_MAX, "pmulab-%08x%08x%08x", g_random_int(), g_random_int(), g_random_int());
}

static void fixed_nonce(char nonce[NONCE_MAX], unsigned index)
{
    g_snprintf(nonce, NONCE_MAX, "pmulab-7f3a9c52e1d84b60%08x", index);
}

static char *command_line(const char *nonce, unsigned step, const char *command)
{
    return g_strdup_printf("run %s %u %zu\n%s\n", nonce, step, strlen(command) + 1, command);
}

static gboolean send_command(
    struct guest *guest, struct run *run, unsigned step, const char *command, GError **error)
{
    g_autofree char *line = NULL;

    random_nonce(run->nonce);
    line = command_line(run->nonce, step, command);
    if (qemu_process_send(guest->qemu, QEMU_FD_COMMANDS, line, strlen(line)))
        return TRUE;
    return qemu_process_explain(guest->qemu, "the guest has ended", error);
}

static void run_collect(struct run *run, struct guest *guest)
{
    GString *out = qemu_process_pending(guest->qemu, QEMU_FD_OUT);
    GString *err = qemu_process_pending(guest->qemu, QEMU_FD_ERR);

    if (!run->out_done)
        run->out_done = guest_stream_take(out, run->nonce, &run->out, &run->status);
    if (!run->err_done)
        run->err_done = guest_stream_take(err, run->nonce, &run->err, &run->status);
    mirror_console(guest);
}

/* Lost output is a failure, whatever the command's status; a reader that has gone is none. */
static gboolean check_written(const struct run *run, GError **error)
{
    int reason = run->out.reason ? run->out.reason : run->err.reason;

    if (!reason || reason == EPIPE)
        return TRUE;
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "cannot write the command's output: %s",
        g_strerror(reason));
    return FALSE;
}

static gboolean run_to_end(struct run *run, struct guest *guest, GError **error)
{
    gint64 start = g_get_monotonic_time();

    while (!run->out_done || !run->err_done) {
        gboolean runs = qemu_process_wait(guest->qemu, POLL_MS);

        run_collect(run, guest);
        if (!check_written(run, error))
            return FALSE;
        if (run->out_done && run->err_done)
            break;
        if (!runs)
            return qemu_process_explain(guest->qemu, "the guest ended before the command did", error);
        if (is_past(start, guest->command_limit_s)) {
            g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_LATE, "the command took longer than %g s",
                guest->command_limit_s);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean check_command(unsigned step, const char *command, GError **error)
{
    if (step < 1 || step > GUEST_STEP_MAX) {
        g_set_error(
            error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "step %u: expected 1 to %d", step, GUEST_STEP_MAX);
        return FALSE;
    }
    if (strlen(command) > COMMAND_MAX) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "the command has %zu bytes; expected at most %d", strlen(command), COMMAND_MAX);
        return FALSE;
    }
    return TRUE;
}

gboolean guest_run(struct guest *guest, unsigned step, const char *command,
    const struct guest_streams *streams, struct guest_result *result, GError **error)
{
    gint64 start = g_get_monotonic_time();
    struct run run;
    gboolean ok;

    run_begin(&run, streams, result);
    ok = check_command(step, command, error) && send_command(guest, &run, step, command, error) &&
         run_to_end(&run, guest, error);
    result->seconds = seconds_since(start);
    if (ok)
        result->status = run.status;
    return ok;
}

static char *places_line(const char *nonce, gboolean symbols)
{
    return g_strdup_printf("places %s%s\n", nonce, symbols ? " all" : "");
}

gboolean guest_places(struct guest *guest, gboolean symbols, struct guest_result *result, GError **error)
{
    struct run run;
    g_autofree char *line = NULL;
    gboolean ok;

    run_begin(&run, NULL, result);
    random_nonce(run.nonce);
    line = places_line(run.nonce, symbols);
    ok = qemu_process_send(guest->qemu, QEMU_FD_COMMANDS, line, strlen(line)) &&
         run_to_end(&run, guest, error);
    if (ok)
        result->status = run.status;
    return ok;
}

gboolean guest_queue(struct guest *guest, unsigned step, const char *command, GError **error)
{
    char nonce[NONCE_MAX];
    g_autofree char *line = NULL;

    if (!check_command(step, command, error))
        return FALSE;
    fixed_nonce(nonce, guest->queued++);
    line = command_line(nonce, step, command);
    g_string_append(guest->queue, line);
    return TRUE;
}

void guest_queue_file(struct guest *guest, const char *path, GBytes *bytes)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);

    g_string_append_printf(guest->queue, "file %s %zu\n", path, size);
    g_string_append_len(guest->queue, data, (gssize)size);
}

void guest_queue_places(struct guest *guest, gboolean symbols)
{
    g_autofree char *line = NULL;
    char nonce[NONCE_MAX];

    fixed_nonce(nonce, guest->queued++);
    line = places_line(nonce, symbols);
    g_string_append(guest->queue, line);
}

void guest_queue_off(struct guest *guest)
{
    g_string_append(guest->queue, POWER_OFF);
    guest->off = TRUE;
}

/* The guest's driver has room for 128 pages. Commands beyond most of them must be sent later. */
#define AHEAD_MAX (96 * 4096)

gboolean guest_go(struct guest *guest, GError **error)
{
    gsize ahead = MIN(guest->queue->len, AHEAD_MAX);
    gboolean ok = qemu_process_send(guest->qemu, QEMU_FD_COMMANDS, guest->queue->str, ahead);

    while (ok && qemu_process_unread(guest->qemu, QEMU_FD_COMMANDS))
        ok = qemu_process_wait(guest->qemu, SEND_POLL_MS);
    ok = ok && qemu_process_send(guest->qemu, QEMU_FD_HOLD, HOLD_END, strlen(HOLD_END)) &&
         qemu_process_send(
             guest->qemu, QEMU_FD_COMMANDS, guest->queue->str + ahead, guest->queue->len - ahead);
    return ok || qemu_process_explain(guest->qemu, "the guest has ended", error);
}

gboolean guest_save(struct guest *guest, GError **error)
{
    return qmp_save(guest->qemu, QEMU_FD_DEVICES, error);
}

gboolean guest_take(struct guest *guest, struct guest_result *result, GError **error)
{
    gint64 start = g_get_monotonic_time();
    struct run run;
    gboolean ok;

    run_begin(&run, NULL, result);
    fixed_nonce(run.nonce, guest->taken++);
    ok = run_to_end(&run, guest, error);
    result->seconds = seconds_since(start);
    if (ok)
        result->status = run.status;
    return ok;
}

static void free_text(GString **text)
{
    if (*text)
        g_string_free(*text, TRUE);
    *text = NULL;
}

void guest_result_clear(struct guest_result *result)
{
    free_text(&result->out);
    free_text(&result->err);
}

gboolean guest_stop(struct guest *guest, GError **error)
{
    const struct qemu_limit limit = qemu_process_limit(guest->qemu, POWER_OFF_LIMIT_S);

    if (!guest->off)
        qemu_process_send(guest->qemu, QEMU_FD_COMMANDS, POWER_OFF, strlen(POWER_OFF));
    while (qemu_process_wait(guest->qemu, POLL_MS)) {
        if (qemu_process_is_past(guest->qemu, &limit)) {
            qemu_process_kill(guest->qemu);
            g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
                "the guest did not power off within %.0f s and was killed", POWER_OFF_LIMIT_S);
            return FALSE;
        }
    }
    return qemu_process_exited_well(guest->qemu, error);
}

const char *guest_console(const struct guest *guest)
{
    return qemu_process_pending(guest->qemu, QEMU_FD_CONSOLE)->str;
}

void guest_free(struct guest *guest)
{
    if (!guest)
        return;
    if (guest->qemu)
        qemu_process_free(guest->qemu);
    g_string_free(guest->queue, TRUE);
    g_free(guest);
}
