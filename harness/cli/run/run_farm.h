/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run --shard` and `--times`: one part of the scenarios, and the account of a run. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_FARM_H
#define PMULAB_HARNESS_CLI_RUN_RUN_FARM_H

#include "harness/cli/run/run_jobs.h"
#include "harness/farm/account.h"

/* Removes the scenarios of other parts than @shard from @items (of struct run_item), which stay in order.
 * Parts are balanced by the times in the folder @root. Returns the plan's name (shard.h) as a new string.
 * NULL with HARNESS_ERROR_USAGE if two scenarios have the same name, and with the errors of
 * kept_times_read(). */
char *run_farm_cut(GPtrArray *items, const struct shard *shard, const char *root, GError **error);

/* An account of @items, none of which has run, with the @plan. Free with account_free(). */
struct account *run_farm_account(
    const GPtrArray *items, const struct shard *shard, const char *plan, unsigned at_once);

/* Enters the @job on scenario number @index, whose results are below @results. */
void run_farm_enter(struct account *account, guint index, const struct run_job *job, const char *results);

/* Ends @account: all of @run's processes together since @began (monotonic, in us). */
void run_farm_end(struct account *account, gint64 began);

/* What the process has taken since @began, with the programs that it ran and has reaped. */
struct spent run_farm_spent(gint64 began);

#endif
