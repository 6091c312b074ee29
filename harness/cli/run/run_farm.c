/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes one part of the scenarios, and keeps the account of a run. */
#include "harness/cli/run/run_farm.h"

#include "harness/farm/kept_times.h"

#include <sys/resource.h>

static struct run_item *item_at(const GPtrArray *items, guint index)
{
    return g_ptr_array_index(items, index);
}

/* ---- the part ---- */

static GPtrArray *names_of(const GPtrArray *items)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < items->len; i++)
        g_ptr_array_add(names, run_item_name(item_at(items, i)));
    return names;
}

static void keep_part(GPtrArray *items, const unsigned *parts, unsigned part)
{
    for (guint i = items->len; i--;)
        if (parts[i] != part)
            g_ptr_array_remove_index(items, i);
}

char *run_farm_cut(GPtrArray *items, const struct shard *shard, const char *root, GError **error)
{
    g_autoptr(GHashTable) times = NULL;
    g_autoptr(GPtrArray) names = names_of(items);
    const char *const *list = (const char *const *)names->pdata;
    gint64 *weights;
    unsigned *parts;
    char *plan;

    if (!run_scenarios_differ(items, error) || !(times = kept_times_read(root, error)))
        return NULL;
    weights = g_new(gint64, names->len);
    parts = g_new(unsigned, names->len);
    for (guint i = 0; i < names->len; i++)
        weights[i] = kept_times_of(times, list[i]);
    shard_cut(list, weights, names->len, shard->n, parts);
    plan = shard_plan(list, parts, names->len, shard->n);
    keep_part(items, parts, shard->k - 1);
    g_free(parts);
    g_free(weights);
    return plan;
}

/* ---- the account ---- */

struct account *run_farm_account(
    const GPtrArray *items, const struct shard *shard, const char *plan, unsigned at_once)
{
    struct account *account = account_new(shard, at_once);

    account->plan = g_strdup(plan);
    for (guint i = 0; i < items->len; i++) {
        g_autofree char *name = run_item_name(item_at(items, i));

        account_add(account, name, item_at(items, i)->scenario->path);
    }
    return account;
}

void run_farm_enter(struct account *account, guint index, const struct run_job *job, const char *results)
{
    struct account_row *row = g_ptr_array_index(account->rows, index);

    if (job->skip) {
        row->verdict = ACCOUNT_SKIPPED;
        row->why = g_strdup(job->skip);
        return;
    }
    row->verdict = job->late ? ACCOUNT_LATE : job->judgement->ok ? ACCOUNT_PASSED : ACCOUNT_FAILED;
    row->why = g_strdup(judgement_first_failure(job->judgement));
    row->times = job->record->times;
    account_take_results(row, results);
}

static gint64 us_of(const struct timeval *time)
{
    return time->tv_sec * G_USEC_PER_SEC + time->tv_usec;
}

static gint64 cpu_of(int who)
{
    struct rusage used;

    return getrusage(who, &used) ? 0 : us_of(&used.ru_utime) + us_of(&used.ru_stime);
}

struct spent run_farm_spent(gint64 began)
{
    return (struct spent){
        .wall = g_get_monotonic_time() - began, .cpu = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN)};
}

void run_farm_end(struct account *account, gint64 began)
{
    const struct spent all = run_farm_spent(began);

    account_end(account, &all);
}
