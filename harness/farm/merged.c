/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the parts of runs, checks that they are whole, and merges them. */
#include "harness/farm/merged.h"

#include "harness/base/error.h"
#include "harness/report/result_json.h"
#include "harness/report/run_folder.h"

#include <glib/gstdio.h>
#include <string.h>

/* Parts are in FOLDER/shard-K-of-N, maybe below a folder for each node. */
enum { DEPTH_MAX = 3 };

static gboolean wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean wrong(GError **error, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    g_propagate_error(error, g_error_new_valist(HARNESS_ERROR, HARNESS_ERROR_FAILED, format, list));
    va_end(list);
    return FALSE;
}

/* ---- finding ---- */

static gboolean is_part(const char *folder)
{
    g_autofree char *name = g_path_get_basename(folder);
    g_autofree char *manifest = g_build_filename(folder, MANIFEST_FILE, NULL);
    struct shard shard;

    return shard_of_folder(name, &shard) || g_file_test(manifest, G_FILE_TEST_EXISTS);
}

/* Recursion ends at DEPTH_MAX. */
static void find_parts(
    GPtrArray *paths, const char *folder, unsigned depth) // NOLINT(misc-no-recursion)
{
    g_autoptr(GPtrArray) below = NULL;

    if (is_part(folder)) {
        g_ptr_array_add(paths, g_strdup(folder));
        return;
    }
    below = depth < DEPTH_MAX ? run_folders_below(folder) : NULL;
    for (guint i = 0; below && i < below->len; i++)
        find_parts(paths, g_ptr_array_index(below, i), depth + 1);
}

static GPtrArray *parts_in(const char *folder)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

    find_parts(paths, folder, 0);
    return paths;
}

gboolean merged_has_parts(const char *const *folders)
{
    gboolean found = FALSE;

    for (; *folders && !found; folders++) {
        g_autoptr(GPtrArray) paths = parts_in(*folders);

        found = paths->len > 0;
    }
    return found;
}

/* ---- reading ---- */

static void part_free(gpointer data)
{
    struct merged_part *part = data;

    manifest_free(part->manifest);
    g_free(part->folder);
    g_free(part);
}

static struct merged_part *add_part(
    struct merged *merged, const char *folder, struct manifest *manifest)
{
    struct merged_part *part = g_new0(struct merged_part, 1);

    part->folder = g_strdup(folder);
    part->manifest = manifest;
    g_ptr_array_add(merged->parts, part);
    return part;
}

static gboolean read_part(struct merged *merged, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, MANIFEST_FILE, NULL);
    g_autofree char *name = g_path_get_basename(folder);
    struct manifest *manifest = manifest_read(path, error);
    struct shard named;

    if (!manifest)
        return FALSE;
    add_part(merged, folder, manifest);
    if (!manifest->shard.n)
        return wrong(
            error, "%s: is the manifest of a run that was not cut; expected a part's", path);
    if (shard_of_folder(name, &named) &&
        (named.k != manifest->shard.k || named.n != manifest->shard.n))
        return wrong(error, "%s: is the manifest of part %u of %u; expected that of part %u of %u",
            path, manifest->shard.k, manifest->shard.n, named.k, named.n);
    return manifest->whole ||
           wrong(error,
               "%s: has not finished (on %s, %u scenarios); expected the run of part %u of "
               "%u to end, or to be made again",
               folder, manifest->host ? manifest->host : "?", manifest->rows->len,
               manifest->shard.k, manifest->shard.n);
}

/* A row made from the results themselves. */
static gboolean add_plain(
    struct manifest *manifest, const char *root, const char *folder, GError **error)
{
    struct run_folder *run = run_folder_open(folder, error);
    struct manifest_row *row;

    if (!run)
        return FALSE;
    row = manifest_add(manifest, run->name,
        json_object_get_string_member_with_default(run_folder_result(run), "scenario", run->name));
    row->verdict = json_object_get_boolean_member_with_default(run_folder_result(run), "ok", FALSE)
                       ? MANIFEST_PASSED
                       : MANIFEST_FAILED;
    row->times = run_times_from_json(run_folder_result(run));
    manifest_take_results(row, root);
    run_folder_free(run);
    return TRUE;
}

/* Runs below @root as ROOT/MACHINE/NAME. */
static gboolean read_plain(struct merged *merged, const char *root, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    struct manifest *manifest = manifest_new(&(struct shard){0}, 1);

    add_part(merged, root, manifest);
    manifest->whole = TRUE;
    if (!run_folders_find(paths, root, error))
        return FALSE;
    for (guint i = 0; i < paths->len; i++) {
        g_autofree char *machine = g_path_get_dirname(g_ptr_array_index(paths, i));
        g_autofree char *above = g_path_get_dirname(machine);

        if (!add_plain(manifest, above, g_ptr_array_index(paths, i), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_folder(struct merged *merged, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) paths = parts_in(folder);

    if (!paths->len)
        return read_plain(merged, folder, error);
    merged->cut = TRUE;
    for (guint i = 0; i < paths->len; i++)
        if (!read_part(merged, g_ptr_array_index(paths, i), error))
            return FALSE;
    return TRUE;
}

static gboolean read_all(struct merged *merged, const char *const *folders, GError **error)
{
    for (; *folders; folders++)
        if (!read_folder(merged, *folders, error))
            return FALSE;
    return TRUE;
}

static const struct merged_part *part_at(const struct merged *merged, guint index)
{
    return g_ptr_array_index(merged->parts, index);
}

/* ---- whether all are there ---- */

/* A part with an unknown job may belong to any job. */
static gboolean same_job(const struct manifest *a, const struct manifest *b)
{
    return !a->job || !b->job || !strcmp(a->job, b->job);
}

static gboolean check_neighbour(
    const struct merged_part *other, const struct merged_part *part, GError **error)
{
    const struct merged_part *old = part->manifest->begun < other->manifest->begun ? part : other;
    const struct merged_part *new = old == part ? other : part;

    if (strcmp(other->manifest->plan, part->manifest->plan))
        return wrong(error,
            "%s: is of another run than %s beside it (plans %s and %s); expected one run, cut by "
            "the "
            "same scenarios and times: remove the parts of the other",
            part->folder, other->folder, part->manifest->plan, other->manifest->plan);
    return same_job(part->manifest, other->manifest) ||
           wrong(error,
               "%s: is left of an earlier job than %s beside it (%s and %s); expected part %u of "
               "%u of the "
               "later one",
               old->folder, new->folder, old->manifest->job, new->manifest->job,
               old->manifest->shard.k, old->manifest->shard.n);
}

/* Parts in one folder belong to one run: two plans or jobs there come from an
 * earlier and a later run. */
static gboolean check_neighbours(const struct merged *merged, GError **error)
{
    g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < merged->parts->len; i++) {
        const struct merged_part *part = part_at(merged, i);
        g_autofree char *above = g_path_get_dirname(part->folder);
        const struct merged_part *other = g_hash_table_lookup(first, above);

        if (!part->manifest->plan)
            continue;
        if (other && !check_neighbour(other, part, error))
            return FALSE;
        if (!other || !other->manifest->job)
            g_hash_table_replace(first, g_steal_pointer(&above), (gpointer)(guintptr)part);
    }
    return TRUE;
}

/* Names the parts of @part's plan and job that are not there. */
static char *missing(const struct merged *merged, const struct merged_part *part)
{
    gboolean *there = g_new0(gboolean, part->manifest->shard.n);
    GString *names = g_string_new(NULL);

    for (guint i = 0; i < merged->parts->len; i++) {
        const struct manifest *manifest = part_at(merged, i)->manifest;

        if (!g_strcmp0(manifest->plan, part->manifest->plan) && same_job(manifest, part->manifest))
            there[manifest->shard.k - 1] = TRUE;
    }
    for (unsigned k = 0; k < part->manifest->shard.n; k++)
        if (!there[k])
            g_string_append_printf(names, "%s%u", names->len ? ", " : "", k + 1);
    g_free(there);
    return g_string_free(names, FALSE);
}

static gboolean check_plans(const struct merged *merged, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < merged->parts->len; i++) {
        const struct merged_part *part = part_at(merged, i);
        const struct manifest *manifest = part->manifest;
        g_autofree char *names = NULL;

        if (!manifest->plan || !g_hash_table_add(known, g_strdup_printf("%s %s", manifest->plan,
                                                            manifest->job ? manifest->job : "")))
            continue;
        names = missing(merged, part);
        if (*names)
            return wrong(error,
                "part%s %s of %u missing, of the run with %s; expected a folder shard-K-of-%u for "
                "each K",
                strchr(names, ',') ? "s" : "", names, manifest->shard.n, part->folder,
                manifest->shard.n);
    }
    return TRUE;
}

/* ---- checking results against manifests ---- */

static gboolean check_file(
    const struct merged_run *run, const char *name, const char *sum, GError **error)
{
    g_autofree char *folder = merged_run_folder(run);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    g_autofree char *is = NULL;
    gsize length;

    if (!g_file_get_contents(path, &text, &length, NULL))
        return wrong(error, "%s: is missing; expected what %s/" MANIFEST_FILE " names", path,
            run->part->folder);
    is = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    return !strcmp(is, sum) ||
           wrong(error,
               "%s: is not what %s/" MANIFEST_FILE " says; expected SHA-256 %.16s..., not %.16s...",
               path, run->part->folder, sum, is);
}

static gboolean check_size(const struct merged_run *run, GError **error)
{
    g_autofree char *folder = merged_run_folder(run);
    g_autofree char *path = g_build_filename(folder, "trace.pmt", NULL);
    GStatBuf st;

    if (g_stat(path, &st))
        return wrong(error, "%s: is missing; expected what %s/" MANIFEST_FILE " names", path,
            run->part->folder);
    return st.st_size == run->row->trace_bytes ||
           wrong(error,
               "%s: has %" G_GINT64_FORMAT " bytes; expected %" G_GINT64_FORMAT
               ", as %s/" MANIFEST_FILE " says",
               path, (gint64)st.st_size, run->row->trace_bytes, run->part->folder);
}

static gboolean check_run(const struct merged_run *run, gboolean traces, GError **error)
{
    const struct manifest_row *row = run->row;

    if (row->verdict == MANIFEST_NONE)
        return wrong(error, "%s/" MANIFEST_FILE ": says nothing of %s; expected its verdict",
            run->part->folder, row->name);
    if (row->verdict == MANIFEST_SKIPPED)
        return TRUE;
    if (!row->result || !row->trace)
        return wrong(error,
            "%s/" MANIFEST_FILE ": has no sums of %s; expected those of its results",
            run->part->folder, row->name);
    return check_file(run, RESULT_JSON_FILE, row->result, error) &&
           (traces ? check_file(run, "trace.pmt", row->trace, error) : check_size(run, error));
}

/* ---- joining ---- */

static void scenario_clear(gpointer data)
{
    struct merged_scenario *scenario = data;

    g_array_unref(scenario->runs);
    g_free(scenario->flaky);
    g_free(scenario);
}

static struct merged_scenario *scenario_of(
    struct merged *merged, GHashTable *known, const char *name)
{
    struct merged_scenario *scenario = g_hash_table_lookup(known, name);

    if (scenario)
        return scenario;
    scenario = g_new0(struct merged_scenario, 1);
    scenario->name = name;
    scenario->runs = g_array_new(FALSE, FALSE, sizeof(struct merged_run));
    g_ptr_array_add(merged->scenarios, scenario);
    g_hash_table_insert(known, (gpointer)(guintptr)name, scenario);
    return scenario;
}

static const struct merged_run *run_at(const struct merged_scenario *scenario, guint index)
{
    return &g_array_index(scenario->runs, struct merged_run, index);
}

/* A plan has each scenario once. The same part may exist twice, from two
 * runs. */
static gboolean check_once(
    const struct merged_scenario *scenario, const struct merged_run *run, GError **error)
{
    const struct manifest *manifest = run->part->manifest;

    for (guint i = 0; manifest->plan && i < scenario->runs->len; i++) {
        const struct merged_part *other = run_at(scenario, i)->part;

        if (other == run->part || (!g_strcmp0(other->manifest->plan, manifest->plan) &&
                                      other->manifest->shard.k != manifest->shard.k))
            return wrong(error, "%s: is in %s and in %s; expected it in one part", scenario->name,
                other->folder, run->part->folder);
    }
    return TRUE;
}

static gboolean join_part(struct merged *merged, GHashTable *known, const struct merged_part *part,
    gboolean traces, GError **error)
{
    for (guint i = 0; i < part->manifest->rows->len; i++) {
        const struct merged_run run = {part, g_ptr_array_index(part->manifest->rows, i)};
        struct merged_scenario *scenario = scenario_of(merged, known, run.row->name);

        if (!check_once(scenario, &run, error) ||
            (part->manifest->plan && !check_run(&run, traces, error)))
            return FALSE;
        g_array_append_val(scenario->runs, run);
    }
    return TRUE;
}

/* A run that did not take place is ignored. */
static gboolean was_made(const struct manifest_row *row)
{
    return row->verdict == MANIFEST_PASSED || row->verdict == MANIFEST_FAILED;
}

static char *difference(const struct merged_run *a, const struct merged_run *b)
{
    g_autofree char *one = merged_run_folder(a);
    g_autofree char *two = merged_run_folder(b);

    if (a->row->verdict != b->row->verdict)
        return g_strdup_printf("%s in %s, %s in %s", manifest_verdict_word(a->row->verdict), one,
            manifest_verdict_word(b->row->verdict), two);
    if (a->row->records && b->row->records ? strcmp(a->row->records, b->row->records)
                                           : g_strcmp0(a->row->trace, b->row->trace))
        return g_strdup_printf("other traces in %s and in %s", one, two);
    return NULL;
}

static void look_for_flakes(struct merged_scenario *scenario)
{
    const struct merged_run *first = NULL;

    for (guint i = 0; i < scenario->runs->len && !scenario->flaky; i++) {
        const struct merged_run *run = run_at(scenario, i);

        if (was_made(run->row) && first)
            scenario->flaky = difference(first, run);
        else if (was_made(run->row))
            first = run;
    }
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    const struct merged_scenario *const *left = a, *const *right = b;

    return strcmp((*left)->name, (*right)->name);
}

static gboolean join_all(struct merged *merged, gboolean traces, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < merged->parts->len; i++)
        if (!join_part(merged, known, part_at(merged, i), traces, error))
            return FALSE;
    for (guint i = 0; i < merged->scenarios->len; i++)
        look_for_flakes(g_ptr_array_index(merged->scenarios, i));
    g_ptr_array_sort(merged->scenarios, by_name);
    return TRUE;
}

struct merged *merged_read(const char *const *folders, gboolean traces, GError **error)
{
    struct merged *merged = g_new0(struct merged, 1);

    merged->parts = g_ptr_array_new_with_free_func(part_free);
    merged->scenarios = g_ptr_array_new_with_free_func(scenario_clear);
    if (read_all(merged, folders, error) &&
        (!merged->cut || (check_neighbours(merged, error) && check_plans(merged, error))) &&
        join_all(merged, traces, error))
        return merged;
    merged_free(merged);
    return NULL;
}

void merged_free(struct merged *merged)
{
    if (!merged)
        return;
    g_ptr_array_unref(merged->scenarios);
    g_ptr_array_unref(merged->parts);
    g_free(merged);
}

/* ---- asking ---- */

char *merged_run_folder(const struct merged_run *run)
{
    return g_build_filename(run->part->folder, run->row->name, NULL);
}

const struct merged_run *merged_worst(const struct merged_scenario *scenario)
{
    for (guint i = 0; i < scenario->runs->len; i++)
        if (run_at(scenario, i)->row->verdict != MANIFEST_PASSED)
            return run_at(scenario, i);
    return run_at(scenario, 0);
}

guint merged_flaky(const struct merged *merged)
{
    guint n = 0;

    for (guint i = 0; i < merged->scenarios->len; i++)
        n += ((const struct merged_scenario *)g_ptr_array_index(merged->scenarios, i))->flaky !=
             NULL;
    return n;
}

static void add_run(struct manifest *sum, const struct merged_run *run)
{
    struct manifest_row *row = manifest_add(sum, run->row->name, run->row->path);

    row->verdict = run->row->verdict;
    row->why = g_strdup(run->row->why);
    row->result = g_strdup(run->row->result);
    row->trace = g_strdup(run->row->trace);
    row->trace_bytes = run->row->trace_bytes;
    row->records = g_strdup(run->row->records);
    row->times = run->row->times;
}

struct manifest *merged_manifest(const struct merged *merged)
{
    struct manifest *sum = manifest_new(&(struct shard){0}, 1);

    sum->whole = TRUE;
    for (guint i = 0; i < merged->parts->len; i++) {
        spent_add(&sum->before, &part_at(merged, i)->manifest->before);
        spent_add(&sum->all, &part_at(merged, i)->manifest->all);
    }
    for (guint i = 0; i < merged->scenarios->len; i++) {
        const struct merged_scenario *scenario = g_ptr_array_index(merged->scenarios, i);

        for (guint k = 0; k < scenario->runs->len; k++)
            add_run(sum, run_at(scenario, k));
    }
    return sum;
}
