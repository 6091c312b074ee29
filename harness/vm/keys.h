/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a user types, on its way from the terminal to QEMU. A serial port loses what comes before its driver
 * has started, so keys wait until the guest is ready. Ctrl-A X, which ends QEMU, does not wait.
 */
#ifndef PMULAB_HARNESS_VM_KEYS_H
#define PMULAB_HARNESS_VM_KEYS_H

#include <glib.h>

struct keys;

/* Takes the terminal, standard input, from its line editing, and reads it in a thread. NULL if standard input
 * is no terminal, or with an error in errno. Free with keys_end(). */
struct keys *keys_begin(void);

/* QEMU's standard input. The caller hands it over, and keys_begun() closes ours. */
int keys_input(const struct keys *keys);
void keys_begun(struct keys *keys);

/* The guest is ready: from here on QEMU gets the keys. */
void keys_release(struct keys *keys);

/* After QEMU's end: the terminal is as it was before. NULL does nothing. */
void keys_end(struct keys *keys);

#endif
