/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The user's kernel modules in a scenario's guest. The guest loads them when it
 * takes commands, before the first step. It does not load the machine's module
 * of the same name. So one saved guest works with any version of a module.
 */
#ifndef PMULAB_HARNESS_RUN_GUEST_MODULES_H
#define PMULAB_HARNESS_RUN_GUEST_MODULES_H

#include "harness/vm/guest_session.h"

#include <glib.h>

struct guest_modules {
    /* of char *, as in /proc/modules, with a NULL at the end:
     * guest_options.without */
    GPtrArray *names;
    GPtrArray *paths;  /* of char *: their files */
    GPtrArray *whole;  /* of GBytes: their contents */
    GPtrArray *packed; /* of GBytes: the same as .xz, without debug information */
};

/*
 * Reads the .ko files @paths, without their debug symbols. A plain name selects
 * the module of @guest's kernel, with its dependencies. If two modules have the
 * same name, the later one counts. FALSE with HARNESS_ERROR_FAILED, which names
 * the file, if a file cannot be read or is not a module. Free with
 * guest_modules_clear() in every case.
 */
gboolean guest_modules_read(
    struct guest_modules *modules, const GPtrArray *paths, const char *guest, GError **error);

/* Queues the commands that load them, as commands of @step. FALSE with the
 * errors of guest_queue(). */
gboolean guest_modules_queue(
    const struct guest_modules *modules, struct guest *guest, unsigned step, GError **error);

/* Takes these commands' results. FALSE with HARNESS_ERROR_FAILED, with the
 * guest's reason, if one does not load, and with the errors of guest_take(). */
gboolean guest_modules_take(
    const struct guest_modules *modules, struct guest *guest, GError **error);

void guest_modules_clear(struct guest_modules *modules);

#endif
