/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads the scenarios that `pmulab run` gets, and checks that everything they need exists. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_SCENARIOS_H
#define PMULAB_HARNESS_CLI_RUN_RUN_SCENARIOS_H

#include "harness/scenario/scenario.h"

#include <glib.h>

/* A scenario that `pmulab run` was given. */
struct run_item {
    struct scenario *scenario; /* owned, and at rest */
    gboolean by_folder;        /* a folder stands for it: nobody named it */
    char *skip;                /* why it cannot run here, or with this kernel; NULL: it runs */
};

/* The scenario's title in TAP: its path, and parameter values behind it. A new string. */
char *run_item_title(const struct run_item *item);

/* "MACHINE/NAME": the place of its results below their folder. A new string. */
char *run_item_name(const struct run_item *item);

/* Removes those of @items (of struct run_item) that do not stay. The others keep their order. */
void run_items_keep(GPtrArray *items,
    gboolean (*stays)(const struct run_item *item, guint index, gconstpointer data), gconstpointer data);

/*
 * The files that @paths mean, which end with NULL: a file means itself, a folder all files NAME.scn in it,
 * sorted; without any, those in the folders in it, sorted. New strings; free with the array. NULL with
 * HARNESS_ERROR_USAGE if a folder has none, and with G_FILE_ERROR if it cannot be read.
 */
GPtrArray *run_files(char **paths, GError **error);

/* Loads the scenarios that @paths mean. An array of struct run_item that owns them. NULL with
 * HARNESS_ERROR_USAGE for mistakes in a file. */
GPtrArray *run_scenarios(char **paths, GError **error);

/* The same, only skimmed (scenario_skim()): enough to choose among them. What is left of them is loaded by
 * run_scenarios_skimmed(); FALSE with HARNESS_ERROR_USAGE. */
GPtrArray *run_scenarios_skim(char **paths, GError **error);
gboolean run_scenarios_skimmed(const GPtrArray *items, GError **error);

/* Whether all files of the host that @items name are below the scenarios' own folders. FALSE with
 * HARNESS_ERROR_USAGE. */
gboolean run_scenarios_inside(const GPtrArray *items, GError **error);

/* Whether all of @items have different names, and so results in different folders. FALSE with
 * HARNESS_ERROR_USAGE. */
gboolean run_scenarios_differ(const GPtrArray *items, GError **error);

/*
 * Checks what the runs of @items need: folders for results in the folder @results, one each, QEMU, plugins,
 * guests, packages and UEFI. Fetches those that the cache lacks (fetch_missing()). An item is skipped if its
 * lines `since` or `until` exclude the kernel, and one of a folder if the cache still lacks one of them.
 * FALSE with HARNESS_ERROR_USAGE if two would use one folder, with the errors of results_check() if it cannot
 * be written, and for the first missing thing if the scenario was named, or if none is left to run, with
 * HARNESS_ERROR_FAILED or HARNESS_ERROR_MISSING.
 */
gboolean run_scenarios_ready(const GPtrArray *items, const char *results, GError **error);

/*
 * Gives every scenario of @items that names no kernel the kernel @name (scenario_set_kernel()). One that
 * names another, or whose machine has no such guest, is skipped with the reason. FALSE with
 * HARNESS_ERROR_USAGE if
 * @name is neither a kernel of any guest nor a file.
 */
gboolean run_scenarios_kernel(const GPtrArray *items, const char *name, GError **error);

#endif
