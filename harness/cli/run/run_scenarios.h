/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads the scenarios of `pmulab run`, and checks that everything they need
 * exists. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_SCENARIOS_H
#define PMULAB_HARNESS_CLI_RUN_RUN_SCENARIOS_H

#include "harness/scenario/scenario.h"

#include <glib.h>

/* A scenario of `pmulab run`. */
struct run_item {
    struct scenario *scenario; /* owned, and at rest */
    gboolean by_folder;        /* the user named its folder, not the scenario */
    char *skip;                /* why it cannot run here, or with this kernel; NULL: it runs */
};

/* The scenario's title in TAP: its path, followed by parameter values. A new
 * string. */
char *run_item_title(const struct run_item *item);

/* "MACHINE/NAME": the path of its results below the results folder. A new
 * string. */
char *run_item_name(const struct run_item *item);

/* Removes each of @items (of struct run_item) for which @stays returns FALSE.
 * The others keep their order. */
void run_items_keep(GPtrArray *items,
    gboolean (*stays)(const struct run_item *item, guint index, gconstpointer data),
    gconstpointer data);

/*
 * The files of @paths, which end with NULL. A file means itself. A folder means
 * all files NAME.scn in it, sorted; if it has none, the ones in its subfolders,
 * sorted. New strings; free with the array. NULL with HARNESS_ERROR_USAGE if a
 * folder has none, and with G_FILE_ERROR if it cannot be read.
 */
GPtrArray *run_files(char **paths, GError **error);

/* Loads the scenarios of @paths. An array of struct run_item that owns them.
 * NULL with HARNESS_ERROR_USAGE for mistakes in a file. */
GPtrArray *run_scenarios(char **paths, GError **error);

/* The same, only skimmed (scenario_skim()): enough to choose among them.
 * run_scenarios_skimmed() loads the remaining ones completely; FALSE with
 * HARNESS_ERROR_USAGE. */
GPtrArray *run_scenarios_skim(char **paths, GError **error);
gboolean run_scenarios_skimmed(const GPtrArray *items, GError **error);

/* Whether all files of the host that @items name are below the scenarios' own
 * folders. FALSE with HARNESS_ERROR_USAGE. */
gboolean run_scenarios_inside(const GPtrArray *items, GError **error);

/* Whether all of @items have different names, and so results in different
 * folders. FALSE with HARNESS_ERROR_USAGE. */
gboolean run_scenarios_differ(const GPtrArray *items, GError **error);

/*
 * Checks the requirements of the runs of @items: a results folder in the folder
 * @results for each, QEMU, plugins, guests, packages and UEFI. Fetches the
 * items that the cache lacks (fetch_missing()). Skips a scenario if its lines
 * `since` or `until` exclude the kernel. Skips a scenario from a folder if the
 * cache still lacks one of its requirements. FALSE with HARNESS_ERROR_USAGE if
 * two scenarios would use one folder. FALSE with the errors of results_check()
 * if a folder cannot be written. FALSE with HARNESS_ERROR_FAILED or
 * HARNESS_ERROR_MISSING for the first missing requirement of a scenario that
 * the user named, or if no scenario is left to run.
 */
gboolean run_scenarios_ready(const GPtrArray *items, const char *results, GError **error);

/*
 * Gives the kernel @name to every scenario of @items that names no kernel
 * (scenario_set_kernel()). Skips a scenario, with the reason, if it names
 * another kernel or its machine has no such guest. FALSE with
 * HARNESS_ERROR_USAGE if @name is neither a kernel of any guest nor a file.
 */
gboolean run_scenarios_kernel(const GPtrArray *items, const char *name, GError **error);

#endif
