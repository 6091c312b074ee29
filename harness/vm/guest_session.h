/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest that runs and takes commands.
 *
 * The guest's init (guest/init) listens on a virtio-serial port. Each command runs as `sh -c COMMAND` with
 * standard input empty; its output comes back byte for byte, standard output and standard error apart. Around
 * each command the guest marks, in its own time, that a step begins and ends: the plugin sees the mark, the
 * host's timing has no part.
 *
 * Nothing is left behind if the process dies, however it dies: QEMU has no files of ours and is killed with
 * the thread that called guest_start(). That thread must therefore live as long as the guest.
 */
#ifndef PMULAB_HARNESS_VM_GUEST_SESSION_H
#define PMULAB_HARNESS_VM_GUEST_SESSION_H

#include "harness/vm/guest_options.h"
#include "models/sim/step.h"

#include <glib.h>

#define GUEST_STEP_MAX SIM_STEP_MAX

/* One command's end. */
struct guest_result {
    int status;   /* the shell's exit status: 128 + n after signal n */
    GString *out; /* any bytes; ->len counts. NULL if the output went to guest_streams */
    GString *err;
    double seconds; /* of the host, from sending the command to the end of its output */
};

/* Where output goes as it arrives, if not into the result. */
struct guest_streams {
    int out_fd;
    int err_fd;
};

struct guest;

/*
 * Starts QEMU, boots and returns once the guest takes commands. The guest belongs to the caller:
 * guest_free(). NULL with an error of one line: HARNESS_ERROR_USAGE for files and numbers that make no sense;
 * HARNESS_ERROR_FAILED for no QEMU, no guest image, no plugin, no flash, QEMU's last line if it gave up, the
 * kernel's panic line, init's complaint, or the last line of the console if the limit passed.
 */
struct guest *guest_start(const struct guest_options *options, GError **error);

/*
 * Runs @command as step @step (1 to GUEST_STEP_MAX) and waits for its end. A step's number is what the
 * plugin's traffic is anchored to; the same number may come again. With @streams the output goes there, else
 * into @result. Returns FALSE with HARNESS_ERROR_FAILED if the guest ended, panicked or took longer than the
 * limit, or if @streams cannot be written to; @result then holds the output so far and status -1. Free
 * @result with guest_result_clear() in both cases.
 */
gboolean guest_run(struct guest *guest, unsigned step, const char *command,
    const struct guest_streams *streams, struct guest_result *result, GError **error);

/*
 * For a guest that is held where it is ready: it gets all its commands before it goes on, and when the host
 * gets round to sending anything is nothing that it could notice.
 *
 * guest_queue() adds a command to those that guest_go() gives to the guest, and with guest_queue_off() it
 * powers off after the last one. FALSE with HARNESS_ERROR_USAGE if the step or the command cannot be.
 * guest_go() lets the guest go on; FALSE with HARNESS_ERROR_FAILED if QEMU has ended.
 * guest_take() waits for the end of the next command, in their order, as guest_run() does.
 */
gboolean guest_queue(struct guest *guest, unsigned step, const char *command, GError **error);
void guest_queue_off(struct guest *guest);
gboolean guest_go(struct guest *guest, GError **error);
gboolean guest_take(struct guest *guest, struct guest_result *result, GError **error);

/*
 * Sixteen digits that stand for all that guest_start() would start: the command line, QEMU, kernel and
 * initramfs as files, and what is in the plugin. A new string; NULL with the errors of guest_start().
 * @made_of gets these files, as made_of.h has them.
 */
char *guest_fingerprint(const struct guest_options *options, GString *made_of, GError **error);

/*
 * Saves a guest that was started with options.save, where it is held. It is of no use any more then but for
 * guest_console() and guest_free(). FALSE with HARNESS_ERROR_FAILED if QEMU or the plugin cannot.
 */
gboolean guest_save(struct guest *guest, GError **error);

void guest_result_clear(struct guest_result *result);

/*
 * Powers the guest off in good order, so that the plugin's exit callback runs and traces are complete, and
 * waits for QEMU. FALSE with HARNESS_ERROR_FAILED if QEMU had to be killed (after 20 s) or exited with an
 * error.
 */
gboolean guest_stop(struct guest *guest, GError **error);

/* The serial console so far, as text: firmware and kernel messages, and what init said. Empty if it is the
 * terminal. */
const char *guest_console(const struct guest *guest);

/* Kills QEMU if it still runs, and frees. NULL is allowed. */
void guest_free(struct guest *guest);

#endif
