/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds to scenarios the modules given to `pmulab run`: files, and folders of
 * drivers that it builds first. */
#ifndef PMULAB_HARNESS_RUN_RUN_MODULES_H
#define PMULAB_HARNESS_RUN_RUN_MODULES_H

#include "harness/base/child.h"
#include "harness/scenario/scenario.h"

#include <glib.h>

/* The given modules, and the modules built so far. */
struct run_modules {
    char **files, **folders; /* of .ko files, of drivers; or NULL; borrowed */
    struct child_host *host;
    GHashTable *built; /* by the name of a guest: GPtrArray of char *, paths of modules */
};

/*
 * Adds the modules to @scenario, after its own modules, so that they replace
 * these. Builds a driver once for each guest. If some of its modules are the
 * machine's, omits the others. Copies the modules to .pmulab/GUEST in the
 * driver's folder, since the next build, for another guest, overwrites them.
 * FALSE with the errors of guest_modules_read() for a file, and of
 * driver_build() for a folder.
 */
gboolean run_modules_add(struct run_modules *modules, struct scenario *scenario, GError **error);

/* Frees everything that the calls above made. */
void run_modules_clear(struct run_modules *modules);

#endif
