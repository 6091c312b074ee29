/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A running guest that takes commands.
 *
 * The guest's init (guest/init) listens on a virtio-serial port. Each command
 * runs as `sh -c COMMAND` with empty standard input. Its standard output and
 * standard error come back separately, byte for byte. Around each command the
 * guest marks, in its own time, where a step begins and ends. The plugin sees
 * these marks, so the host's timing has no influence.
 *
 * If the process dies in any way, it leaves no files and no QEMU: QEMU uses
 * none of our files by name, and dies with the thread that called
 * guest_start(). That thread must therefore live as long as the guest.
 */
#ifndef PMULAB_HARNESS_VM_GUEST_SESSION_H
#define PMULAB_HARNESS_VM_GUEST_SESSION_H

#include "harness/vm/guest_options.h"
#include "harness/vm/guest_stream.h"
#include "models/sim/step.h"

#include <glib.h>

#define GUEST_STEP_MAX SIM_STEP_MAX

/* The result of one command. */
struct guest_result {
    int status;   /* the shell's exit status: 128 + n after signal n */
    GString *out; /* any bytes; ->len counts. NULL if guest_streams received the output */
    GString *err;
    double seconds; /* host seconds from sending the command until its output ends */
};

/* Receive output as it arrives, instead of the result. */
struct guest_streams {
    int out_fd;
    int err_fd;
    guest_take_fn take; /* receives the bytes instead of both descriptors; or NULL */
    gpointer data;      /* for it */
};

struct guest;

/*
 * Starts QEMU, boots the guest and returns when it takes commands. The caller
 * frees it with guest_free(). NULL with a one-line error: HARNESS_ERROR_USAGE
 * for invalid files and numbers; HARNESS_ERROR_FAILED if QEMU, the guest's
 * image, the plugin or the flash is missing, or the start fails. The line of a
 * failed start is QEMU's last line if QEMU gave up, the kernel's panic line,
 * init's complaint, or the console's last line if the limit passed.
 */
struct guest *guest_start(const struct guest_options *options, GError **error);

/*
 * Runs @command as step @step (1 to GUEST_STEP_MAX) and waits for its end. The
 * plugin's traffic begins relative to step numbers; a number may be used again.
 * The output goes to @streams if not NULL, else into @result. FALSE with
 * HARNESS_ERROR_FAILED if the guest ended, panicked or exceeded the limit, or
 * if writing to @streams failed; @result then holds the output so far and
 * status -1. FALSE with HARNESS_ERROR_USAGE if the step or the command's length
 * is invalid. Free @result with guest_result_clear() in every case.
 */
gboolean guest_run(struct guest *guest, unsigned step, const char *command,
    const struct guest_streams *streams, struct guest_result *result, GError **error);

/* Makes the guest print the addresses of its kernel and modules, and with
 * @symbols also the kernel's symbols (harness/symbols/driver_names.h). The
 * command has no marks. Errors and @result as in guest_run(). */
gboolean guest_places(
    struct guest *guest, gboolean symbols, struct guest_result *result, GError **error);

/*
 * For a guest that is held when it is ready. It receives all its commands
 * before it continues, so the host's timing cannot influence it.
 *
 * guest_queue() adds a command that guest_go() will send. FALSE with
 * HARNESS_ERROR_USAGE if the step or the command's length is invalid.
 * guest_queue_file() puts @bytes into the guest's file @path, whose name has no
 * blank, before the commands that are queued later. guest_queue_places() queues
 * the command of guest_places(). guest_queue_off() adds powering off after the
 * last command. guest_go() resumes the guest; FALSE with HARNESS_ERROR_FAILED
 * if QEMU has exited. guest_take() waits for the end of the next queued
 * command, including guest_queue_places(). Its results and errors are as in
 * guest_run().
 */
gboolean guest_queue(struct guest *guest, unsigned step, const char *command, GError **error);
void guest_queue_file(struct guest *guest, const char *path, GBytes *bytes);
void guest_queue_places(struct guest *guest, gboolean symbols);
void guest_queue_off(struct guest *guest);
gboolean guest_go(struct guest *guest, GError **error);
gboolean guest_take(struct guest *guest, struct guest_result *result, GError **error);

/* Saves a guest that is held and was started with options.save. Afterwards only
 * guest_console() and guest_free() may use it. FALSE with HARNESS_ERROR_FAILED
 * if QEMU or the plugin cannot save. */
gboolean guest_save(struct guest *guest, GError **error);

void guest_result_clear(struct guest_result *result);

/* Powers the guest off cleanly, so that the plugin's exit callback runs and
 * traces are complete, and waits for QEMU. FALSE with HARNESS_ERROR_FAILED if
 * QEMU had to be killed (after 20 s) or exited with an error. */
gboolean guest_stop(struct guest *guest, GError **error);

/* The serial console's text so far: messages of firmware, kernel and init.
 * Empty if the console is our terminal. Owned by @guest. */
const char *guest_console(const struct guest *guest);

/* The plugin's notes so far: qemu_process_notes(). */
char **guest_notes(const struct guest *guest);

/* Kills QEMU if it still runs, and frees @guest. NULL is allowed. */
void guest_free(struct guest *guest);

#endif
