/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files `pmulab run` is to run. */
#ifndef PMULAB_HARNESS_CLI_RUN_FILES_H
#define PMULAB_HARNESS_CLI_RUN_FILES_H

#include <glib.h>

/*
 * The files that @paths, with a NULL at the end, stand for: each file is itself, and a folder all files
 * NAME.scn in it and below, by their names. New strings, to free with the array. NULL with
 * HARNESS_ERROR_USAGE where a folder has none, and with G_FILE_ERROR where it cannot be read.
 */
GPtrArray *run_files(char **paths, GError **error);

#endif
