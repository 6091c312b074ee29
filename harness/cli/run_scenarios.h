/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which scenarios `pmulab run` is to run, and whether what they need is there. */
#ifndef PMULAB_HARNESS_CLI_RUN_SCENARIOS_H
#define PMULAB_HARNESS_CLI_RUN_SCENARIOS_H

#include <glib.h>

/*
 * The files that @paths, with a NULL at the end, stand for: each file is itself, and a folder all files
 * NAME.scn in it, by their names. New strings, to free with the array. NULL with
 * HARNESS_ERROR_USAGE where a folder has none, and with G_FILE_ERROR where it cannot be read.
 */
GPtrArray *run_files(char **paths, GError **error);

/*
 * Reads the scenarios that @paths stand for; their results are to go to the folder @results. An array of
 * struct scenario that owns them. NULL with HARNESS_ERROR_USAGE for what is wrong in a file, or where the
 * results of two would go to one folder; with the errors of results_check() where results cannot go there.
 */
GPtrArray *run_scenarios(char **paths, const char *results, GError **error);

/* Whether QEMU, plugin and guest of all @scenarios are there. FALSE with HARNESS_ERROR_FAILED for the first
 * that is not. */
gboolean run_scenarios_ready(const GPtrArray *scenarios, GError **error);

#endif
