/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run --shard` and `--times`: one part of the scenarios, and the
 * manifest of a run. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_FARM_H
#define PMULAB_HARNESS_CLI_RUN_RUN_FARM_H

#include "harness/base/output.h"
#include "harness/cli/run/run_jobs.h"
#include "harness/farm/manifest.h"

/* The part and the manifest of a run. Begins as zeros; owns its strings. */
struct run_farm {
    char *root;                /* folder of --results */
    char *results;             /* the same, or the part's folder below it */
    char *shard_typed;         /* or NULL */
    char *manifest_path;       /* NULL: no table; "": a table; else also this file */
    char *plan;                /* NULL: not cut */
    struct manifest *manifest; /* NULL until run_farm_begin(), and with several kernels */
    gint64 begin;              /* of the program (monotonic, in us) */
    struct shard shard;
};

/* Reads @farm->shard_typed or Slurm's variables, and sets @farm->results. FALSE
 * with HARNESS_ERROR_USAGE. */
gboolean run_farm_read(struct run_farm *farm, GError **error);

/*
 * For a run that is a part: removes the scenarios of other parts from @items
 * (of struct run_item); the part's scenarios keep their order. Parts are
 * balanced by the times in the folder @farm->root. FALSE with
 * HARNESS_ERROR_USAGE if two scenarios have the same name, and with the errors
 * of kept_times_read().
 */
gboolean run_farm_cut(struct run_farm *farm, GPtrArray *items, GError **error);

/* Begins the manifest of @items, none of which has run. Writes a part's
 * manifest at once, marked as not complete. FALSE with HARNESS_ERROR_FAILED. */
gboolean run_farm_begin(
    struct run_farm *farm, const GPtrArray *items, unsigned at_once, GError **error);

/* Enters the @job on scenario number @index. Does nothing without an
 * manifest. */
void run_farm_enter(struct run_farm *farm, guint index, const struct run_job *job);

/* Ends the manifest. If the user requested its table, prints it to @out with
 * @prefix before each line. FALSE with HARNESS_ERROR_FAILED if the manifest or
 * the times cannot be written. */
gboolean run_farm_end(
    struct run_farm *farm, struct output *out, const char *prefix, GError **error);

void run_farm_clear(struct run_farm *farm);

#endif
