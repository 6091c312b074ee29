/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts a guest, waits until it is ready, runs commands in it, and saves it or
 * powers it off. */
#include "harness/vm/guest_session.h"

#include "harness/base/error.h"
#include "harness/setup/cache.h"
#include "harness/vm/console.h"
#include "harness/vm/guest_parts.h"
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

/* Linux takes a single argument of at most 128 KiB (MAX_ARG_STRLEN), and `sh -c
 * COMMAND` must fit. */
#define COMMAND_MAX (96 * 1024)

struct guest {
    struct qemu_process *qemu;
    double command_limit_s;
    int mirror;             /* a descriptor that also receives the serial console's text, or -1 */
    gsize mirrored;         /* bytes that it already has */
    GString *queue;         /* guest_go() sends this */
    unsigned queued, taken; /* commands */
    gboolean off;           /* it will power off */
};

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

/* Whether the guest has reached the point where it takes commands. */
static gboolean is_ready(struct guest *guest, const struct guest_options *options)
{
    const GString *out = qemu_process_pending(guest->qemu, QEMU_FD_OUT);

    if (!strstr(out->str, READY))
        return FALSE;
    return !options->holds || qemu_process_pending(guest->qemu, QEMU_FD_HOLD)->len;
}

static gboolean wait_until_ready(
    struct guest *guest, const struct guest_options *options, GError **error)
{
    const double limit_s = options->gdb                 ? 0
                           : options->ready_limit_s > 0 ? options->ready_limit_s
                                                        : GUEST_READY_LIMIT_S;
    const struct qemu_limit limit = qemu_process_limit(guest->qemu, limit_s);
    GString *out = qemu_process_pending(guest->qemu, QEMU_FD_OUT);
    gint64 start = g_get_monotonic_time(), printed = 0, now;
    const char *ready;

    while (!is_ready(guest, options)) {
        if (!qemu_process_wait(guest->qemu, POLL_MS))
            return qemu_process_explain(guest->qemu, "the guest ended before it was ready", error);
        if (qemu_process_is_past(guest->qemu, &limit)) {
            g_autofree char *what =
                g_strdup_printf("the guest was not ready within %.0f s", limit_s);

            return qemu_process_explain(guest->qemu, what, error);
        }
        /* Guest output wakes us more often than the caller wants progress. */
        now = g_get_monotonic_time();
        if (options->progress && now - printed >= POLL_MS * G_TIME_SPAN_MILLISECOND) {
            printed = now;
            options->progress(seconds_since(start), options->progress_data);
        }
    }
    ready = strstr(out->str, READY);
    g_string_erase(out, 0, ready - out->str + (gssize)strlen(READY));
    return TRUE;
}

/* Shows kernel messages to a user who works at another console than the
 * kernel's, or runs a command. Shows whole lines, since the command may write
 * to the same place. Only a terminal, which may be raw, receives the serial
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

/* The user sees the console's text from here on, and only init's complaints
 * from the boot. */
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

/* Sends QEMU @command, then waits until the plugin reports that it took
 * effect. */
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
        if (qemu_process_is_past(guest->qemu, &limit))
            return error_failed(
                error, "the guest does not obey '%s' within %.0f s", command, GUEST_READY_LIMIT_S);
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
    g_autofree char *complaint = NULL;

    if (options->resume)
        return resume(guest, error);
    if (!wait_until_ready(guest, options, error))
        return FALSE;
    /* A kernel also boots with an initramfs that it unpacked only partly. */
    complaint = console_unpacking(guest_console(guest));
    if (complaint)
        return error_failed(
            error, "the guest did not arrive whole: its kernel says '%s'", complaint);
    if (!qemu_stops(options))
        return TRUE;
    return stop(guest, error) && (options->save || execute_and_wait(guest, "cont", error));
}

/* A guest that does not come up may have damaged files: compares them with
 * their checksums. */
static void blame_cache(const struct guest_parts *parts, GError **error)
{
    const char *const files[] = {
        parts->image.kernel, parts->image.initramfs, parts->uefi, parts->qemu.origin};

    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *damaged = files[i] ? cache_damage(files[i]) : NULL;

        if (!damaged)
            continue;
        g_prefix_error(error,
            "%s is not as it was fetched; expected its checksum: remove the entry from the cache, "
            "and "
            "the next command fetches it: ",
            damaged);
        return;
    }
}

struct guest *guest_start(const struct guest_options *options, GError **error)
{
    struct guest_parts parts = GUEST_PARTS_NONE;
    struct guest *guest = g_new0(struct guest, 1);
    gboolean ok = guest_options_check(options, error) &&
                  (!options->fetches || guest_parts_fetch(options, error)) &&
                  guest_parts_find(&parts, options, error) &&
                  (guest->qemu = guest_parts_start(&parts, options, error));

    guest->queue = g_string_new(NULL);
    guest->mirror = -1;
    guest->command_limit_s = options->command_limit_s;
    ok = ok && make_ready(guest, options, error);
    if (ok) {
        qemu_process_release_keys(guest->qemu);
        mirror_begin(guest, options);
    } else if (guest->qemu) {
        blame_cache(&parts, error);
    }
    guest_parts_clear(&parts);
    if (ok)
        return guest;
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

static struct guest_sink sink_of(GString *text, const struct guest_streams *streams, int fd)
{
    return (struct guest_sink){.text = text,
        .take = streams ? streams->take : NULL,
        .data = streams ? streams->data : NULL,
        .fd = fd};
}

static void run_begin(
    struct run *run, const struct guest_streams *streams, struct guest_result *result)
{
    *result = (struct guest_result){.status = -1};
    if (!streams) {
        result->out = g_string_new(NULL);
        result->err = g_string_new(NULL);
    }
    *run = (struct run){
        .out = sink_of(result->out, streams, streams ? streams->out_fd : -1),
        .err = sink_of(result->err, streams, streams ? streams->err_fd : -1),
    };
}

/* Nonces: random for single commands; fixed by @index for a guest that must do
 * the same each time. */
static void random_nonce(char nonce[NONCE_MAX])
{
    g_snprintf(
        nonce, NONCE_MAX, "pmulab-%08x%08x%08x", g_random_int(), g_random_int(), g_random_int());
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

static gboolean run_to_end(struct run *run, struct guest *guest, GError **error)
{
    const double limit_s = guest->command_limit_s;
    gint64 start = g_get_monotonic_time();

    while (!run->out_done || !run->err_done) {
        gboolean runs = qemu_process_wait(guest->qemu, POLL_MS);
        int reason;

        run_collect(run, guest);
        /* Lost output is a failure, whatever the command's status. A closed
         * reader is not. */
        reason = run->out.reason ? run->out.reason : run->err.reason;
        if (reason && reason != EPIPE)
            return error_failed(error, "cannot write the command's output: %s", g_strerror(reason));
        if (run->out_done && run->err_done)
            break;
        if (!runs)
            return qemu_process_explain(
                guest->qemu, "the guest ended before the command did", error);
        if (limit_s > 0 && seconds_since(start) > limit_s) {
            g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_LATE,
                "the command took longer than %g s", limit_s);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean check_command(unsigned step, const char *command, GError **error)
{
    if (step < 1 || step > GUEST_STEP_MAX)
        return error_usage(error, "step %u: expected 1 to %d", step, GUEST_STEP_MAX);
    if (strlen(command) > COMMAND_MAX)
        return error_usage(
            error, "the command has %zu bytes; expected at most %d", strlen(command), COMMAND_MAX);
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

gboolean guest_places(
    struct guest *guest, gboolean symbols, struct guest_result *result, GError **error)
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

/* The guest's driver has room for 128 pages. Commands beyond most of them must
 * be sent later. */
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
            return error_failed(error, "the guest did not power off within %.0f s and was killed",
                POWER_OFF_LIMIT_S);
        }
    }
    return qemu_process_exited_well(guest->qemu, error);
}

const char *guest_console(const struct guest *guest)
{
    return qemu_process_pending(guest->qemu, QEMU_FD_CONSOLE)->str;
}

char **guest_notes(const struct guest *guest)
{
    return qemu_process_notes(guest->qemu);
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
