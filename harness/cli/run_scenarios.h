/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads the scenarios that `pmulab run` gets, and checks that everything they need exists. */
#ifndef PMULAB_HARNESS_CLI_RUN_SCENARIOS_H
#define PMULAB_HARNESS_CLI_RUN_SCENARIOS_H

#include <glib.h>

/*
 * The files that @paths mean, which end with NULL: a file means itself, a folder all files NAME.scn in it,
 * sorted. New strings; free with the array. NULL with HARNESS_ERROR_USAGE if a folder has none, and with
 * G_FILE_ERROR if it cannot be read.
 */
GPtrArray *run_files(char **paths, GError **error);

/*
 * Loads the scenarios that @paths mean; their results will go to the folder @results. An array of struct
 * scenario that owns them. NULL with HARNESS_ERROR_USAGE for mistakes in a file, or if two would use one
 * results folder; with the errors of results_check() if the folder cannot be written.
 */
GPtrArray *run_scenarios(char **paths, const char *results, GError **error);

/* Checks that QEMU, plugin and guest of all @scenarios exist. FALSE with HARNESS_ERROR_FAILED for the first
 * that is missing. */
gboolean run_scenarios_ready(const GPtrArray *scenarios, GError **error);

#endif
