/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds to scenarios the modules that `pmulab run` was given: files, and folders of drivers that it builds
 * first. */
#ifndef PMULAB_HARNESS_RUN_RUN_MODULES_H
#define PMULAB_HARNESS_RUN_RUN_MODULES_H

#include "harness/base/child.h"
#include "harness/scenario/scenario.h"

#include <glib.h>

/* What was given, and what is built so far. */
struct run_modules {
    char **files, **folders; /* of .ko files, of drivers; or NULL; borrowed */
    struct child_host *host;
    GHashTable *built; /* by the name of a guest: GPtrArray of char *, paths of modules */
};

/*
 * Adds them to @scenario, behind those that it names, so that they replace these. A driver is built once for
 * each guest; if some of its modules are the machine's, the others are left out. They are copied to
 * .pmulab/GUEST in its folder: the next build, for another guest, makes them anew. FALSE with the errors of
 * guest_modules_read() for a file, and of driver_build() for a folder.
 */
gboolean run_modules_add(struct run_modules *modules, struct scenario *scenario, GError **error);

/* Releases what the calls above made. */
void run_modules_clear(struct run_modules *modules);

#endif
