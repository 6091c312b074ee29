/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes one part of the scenarios, and keeps the manifest of a run. */
#include "harness/cli/run/run_farm.h"

#include "harness/farm/kept_times.h"
#include "harness/report/results.h"

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

/* One of all parts. */
struct wanted {
    const unsigned *parts; /* by the index of an item */
    unsigned part;
};

static gboolean is_of_part(const struct run_item *item, guint index, gconstpointer data)
{
    const struct wanted *wanted = data;

    (void)item;
    return wanted->parts[index] == wanted->part;
}

static GPtrArray *texts_of(const GPtrArray *items)
{
    GPtrArray *texts = g_ptr_array_new();

    for (guint i = 0; i < items->len; i++)
        g_ptr_array_add(texts, item_at(items, i)->scenario->text);
    return texts;
}

static char *cut(GPtrArray *items, const struct shard *shard, GHashTable *times)
{
    g_autoptr(GPtrArray) names = names_of(items);
    g_autoptr(GPtrArray) texts = texts_of(items);
    const char *const *list = (const char *const *)names->pdata;
    gint64 *weights = g_new(gint64, names->len);
    unsigned *parts = g_new(unsigned, names->len);
    char *plan;

    for (guint i = 0; i < names->len; i++)
        weights[i] = kept_times_of(times, list[i]);
    shard_cut(list, weights, names->len, shard->n, parts);
    plan = shard_plan(list, (const char *const *)texts->pdata, parts, names->len, shard->n);
    run_items_keep(items, is_of_part, &(struct wanted){parts, shard->k - 1});
    g_free(parts);
    g_free(weights);
    return plan;
}

gboolean run_farm_read(struct run_farm *farm, GError **error)
{
    if (!shard_read(farm->shard_typed, &farm->shard, error))
        return FALSE;
    farm->results = shard_folder(farm->root, &farm->shard);
    return TRUE;
}

gboolean run_farm_cut(struct run_farm *farm, GPtrArray *items, GError **error)
{
    g_autoptr(GHashTable) times = NULL;

    if (!run_scenarios_differ(items, error) || !(times = kept_times_read(farm->root, error)))
        return FALSE;
    farm->plan = cut(items, &farm->shard, times);
    return TRUE;
}

/* ---- the manifest ---- */

static gint64 us_of(const struct timeval *time)
{
    return time->tv_sec * G_USEC_PER_SEC + time->tv_usec;
}

static gint64 cpu_of(int who)
{
    struct rusage used;

    return getrusage(who, &used) ? 0 : us_of(&used.ru_utime) + us_of(&used.ru_stime);
}

/* The time of this program and of the programs that it has reaped. */
static struct spent spent(const struct run_farm *farm)
{
    return (struct spent){.wall = g_get_monotonic_time() - farm->begin,
        .cpu = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN)};
}

static gboolean write_manifest(const struct run_farm *farm, GError **error)
{
    g_autofree char *path = g_build_filename(farm->results, MANIFEST_FILE, NULL);

    return !farm->shard.n ||
           (results_make(farm->results, error) && manifest_write(farm->manifest, path, error));
}

gboolean run_farm_begin(
    struct run_farm *farm, const GPtrArray *items, unsigned at_once, GError **error)
{
    farm->manifest = manifest_new(&farm->shard, at_once);
    farm->manifest->plan = g_strdup(farm->plan);
    farm->manifest->job = shard_job(&farm->shard);
    farm->manifest->before = spent(farm);
    for (guint i = 0; i < items->len; i++) {
        g_autofree char *name = run_item_name(item_at(items, i));

        manifest_add(farm->manifest, name, item_at(items, i)->scenario->path);
    }
    return write_manifest(farm, error);
}

void run_farm_enter(struct run_farm *farm, guint index, const struct run_job *job)
{
    struct manifest_row *row;

    if (!farm->manifest)
        return;
    row = g_ptr_array_index(farm->manifest->rows, index);
    if (job->skip) {
        row->verdict = MANIFEST_SKIPPED;
        row->why = g_strdup(job->skip);
        return;
    }
    row->verdict = job->late            ? MANIFEST_LATE
                   : job->judgement->ok ? MANIFEST_PASSED
                                        : MANIFEST_FAILED;
    row->why = g_strdup(judgement_first_failure(job->judgement));
    row->times = job->record->times;
    manifest_take_results(row, farm->results);
}

static void show_times(const struct run_farm *farm, struct output *out, const char *prefix)
{
    struct output table = {.text = g_string_new(NULL), .columns = out->columns};
    g_auto(GStrv) lines = NULL;

    manifest_print_times(farm->manifest, &table);
    g_string_truncate(table.text, table.text->len - 1);
    lines = g_strsplit(table.text->str, "\n", -1);
    for (char **line = lines; *line; line++)
        output_printf(out, "%s%s\n", prefix, *line);
    g_string_free(table.text, TRUE);
}

/* A part does not keep its times: parts that begin later must see the same
 * times. `pmulab results` keeps them. */
gboolean run_farm_end(struct run_farm *farm, struct output *out, const char *prefix, GError **error)
{
    const struct spent all = spent(farm);

    manifest_end(farm->manifest, &all);
    if (farm->manifest_path)
        show_times(farm, out, prefix);
    if (farm->manifest_path && *farm->manifest_path &&
        !manifest_write(farm->manifest, farm->manifest_path, error))
        return FALSE;
    return farm->shard.n ? write_manifest(farm, error)
                         : kept_times_add(farm->root, farm->manifest, error);
}

void run_farm_clear(struct run_farm *farm)
{
    manifest_free(farm->manifest);
    g_free(farm->manifest_path);
    g_free(farm->plan);
    g_free(farm->shard_typed);
    g_free(farm->root);
    g_free(farm->results);
}
