/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Passes a user's keys from the terminal to QEMU. A serial port loses input
 * that arrives before its driver has started, so keys wait until the guest is
 * ready. Ctrl-A X, which ends QEMU, does not wait.
 */
#ifndef PMULAB_HARNESS_VM_KEYS_H
#define PMULAB_HARNESS_VM_KEYS_H

#include <glib.h>

struct keys;

/* Takes the terminal, standard input, from its line editing, and reads it in a
 * thread. NULL if standard input is not a terminal, or with an error in errno.
 * Free with keys_end(). */
struct keys *keys_begin(void);

/* QEMU's standard input. The caller hands it over, and keys_begun() closes
 * ours. */
int keys_input(const struct keys *keys);
void keys_begun(struct keys *keys);

/* Call it when the guest is ready: QEMU receives the keys from now on. */
void keys_release(struct keys *keys);

/* Call it after QEMU's end: restores the terminal. NULL does nothing. */
void keys_end(struct keys *keys);

#endif
