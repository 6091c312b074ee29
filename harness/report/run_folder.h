/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The results folder of a run, read back: its result.json, and the header of
 * its trace. */
#ifndef PMULAB_HARNESS_REPORT_RUN_FOLDER_H
#define PMULAB_HARNESS_REPORT_RUN_FOLDER_H

#include "harness/hardware/machine.h"

#include <json-glib/json-glib.h>

struct run_folder {
    char *path;
    char *name;       /* "snbep/first-light" */
    JsonNode *result; /* contents of result.json, an object */
    const struct machine *machine;
    char *header; /* the trace's */
};

/* Reads the folder at @path. NULL with HARNESS_ERROR_FAILED if it lacks
 * result.json or a trace, or if these belong to another version. Free with
 * run_folder_free(). */
struct run_folder *run_folder_read(const char *path, GError **error);

/* The same without the trace: the header is NULL. */
struct run_folder *run_folder_open(const char *path, GError **error);

void run_folder_free(struct run_folder *folder);

/* The path of the run's trace, a new string. */
char *run_folder_trace(const struct run_folder *folder);

/* The object in result.json. */
JsonObject *run_folder_result(const struct run_folder *folder);

/* The folders in @path, sorted by name, except folders whose names begin with a
 * dot. New strings; free with the array. */
GPtrArray *run_folders_below(const char *path);

/* Adds the paths of all runs in @path, by name, to @paths (of char *). @path is
 * a run's folder, or has run folders at most two levels below it, as in
 * ROOT/MACHINE/NAME. FALSE with HARNESS_ERROR_FAILED if there are none. */
gboolean run_folders_find(GPtrArray *paths, const char *path, GError **error);

#endif
