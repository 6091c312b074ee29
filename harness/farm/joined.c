/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the parts of runs, checks that they are whole, and joins them. */
#include "harness/farm/joined.h"

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
    g_autofree char *account = g_build_filename(folder, ACCOUNT_FILE, NULL);
    struct shard shard;

    return shard_of_folder(name, &shard) || g_file_test(account, G_FILE_TEST_EXISTS);
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

gboolean joined_has_parts(const char *const *folders)
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
    struct joined_part *part = data;

    account_free(part->account);
    g_free(part->folder);
    g_free(part);
}

static struct joined_part *add_part(
    struct joined *joined, const char *folder, struct account *account)
{
    struct joined_part *part = g_new0(struct joined_part, 1);

    part->folder = g_strdup(folder);
    part->account = account;
    g_ptr_array_add(joined->parts, part);
    return part;
}

static gboolean read_part(struct joined *joined, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, ACCOUNT_FILE, NULL);
    g_autofree char *name = g_path_get_basename(folder);
    struct account *account = account_read(path, error);
    struct shard named;

    if (!account)
        return FALSE;
    add_part(joined, folder, account);
    if (!account->shard.n)
        return wrong(
            error, "%s: is the account of a run that was not cut; expected a part's", path);
    if (shard_of_folder(name, &named) &&
        (named.k != account->shard.k || named.n != account->shard.n))
        return wrong(error, "%s: is the account of part %u of %u; expected that of part %u of %u",
            path, account->shard.k, account->shard.n, named.k, named.n);
    return account->whole ||
           wrong(error,
               "%s: has not come to its end (on %s, %u scenarios); expected the run of part %u of "
               "%u to end, or to be made again",
               folder, account->host ? account->host : "?", account->rows->len, account->shard.k,
               account->shard.n);
}

/* A row made from the results themselves. */
static gboolean add_plain(
    struct account *account, const char *root, const char *folder, GError **error)
{
    struct run_folder *run = run_folder_open(folder, error);
    struct account_row *row;

    if (!run)
        return FALSE;
    row = account_add(account, run->name,
        json_object_get_string_member_with_default(run_folder_result(run), "scenario", run->name));
    row->verdict = json_object_get_boolean_member_with_default(run_folder_result(run), "ok", FALSE)
                       ? ACCOUNT_PASSED
                       : ACCOUNT_FAILED;
    row->times = run_times_from_json(run_folder_result(run));
    account_take_results(row, root);
    run_folder_free(run);
    return TRUE;
}

/* Runs below @root as ROOT/MACHINE/NAME. */
static gboolean read_plain(struct joined *joined, const char *root, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    struct account *account = account_new(&(struct shard){0}, 1);

    add_part(joined, root, account);
    account->whole = TRUE;
    if (!run_folders_find(paths, root, error))
        return FALSE;
    for (guint i = 0; i < paths->len; i++) {
        g_autofree char *machine = g_path_get_dirname(g_ptr_array_index(paths, i));
        g_autofree char *above = g_path_get_dirname(machine);

        if (!add_plain(account, above, g_ptr_array_index(paths, i), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_folder(struct joined *joined, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) paths = parts_in(folder);

    if (!paths->len)
        return read_plain(joined, folder, error);
    joined->cut = TRUE;
    for (guint i = 0; i < paths->len; i++)
        if (!read_part(joined, g_ptr_array_index(paths, i), error))
            return FALSE;
    return TRUE;
}

static gboolean read_all(struct joined *joined, const char *const *folders, GError **error)
{
    for (; *folders; folders++)
        if (!read_folder(joined, *folders, error))
            return FALSE;
    return TRUE;
}

static const struct joined_part *part_at(const struct joined *joined, guint index)
{
    return g_ptr_array_index(joined->parts, index);
}

/* ---- whether all are there ---- */

/* A part with an unknown job may belong to any job. */
static gboolean same_job(const struct account *a, const struct account *b)
{
    return !a->job || !b->job || !strcmp(a->job, b->job);
}

static gboolean check_neighbour(
    const struct joined_part *other, const struct joined_part *part, GError **error)
{
    const struct joined_part *old = part->account->begun < other->account->begun ? part : other;
    const struct joined_part *new = old == part ? other : part;

    if (strcmp(other->account->plan, part->account->plan))
        return wrong(error,
            "%s: is of another run than %s beside it (plans %s and %s); expected one run, cut by "
            "the "
            "same scenarios and times: remove the parts of the other",
            part->folder, other->folder, part->account->plan, other->account->plan);
    return same_job(part->account, other->account) ||
           wrong(error,
               "%s: is left of an earlier job than %s beside it (%s and %s); expected part %u of "
               "%u of the "
               "later one",
               old->folder, new->folder, old->account->job, new->account->job,
               old->account->shard.k, old->account->shard.n);
}

/* Parts in one folder belong to one run: two plans or jobs there come from an
 * earlier and a later run. */
static gboolean check_neighbours(const struct joined *joined, GError **error)
{
    g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < joined->parts->len; i++) {
        const struct joined_part *part = part_at(joined, i);
        g_autofree char *above = g_path_get_dirname(part->folder);
        const struct joined_part *other = g_hash_table_lookup(first, above);

        if (!part->account->plan)
            continue;
        if (other && !check_neighbour(other, part, error))
            return FALSE;
        if (!other || !other->account->job)
            g_hash_table_replace(first, g_steal_pointer(&above), (gpointer)(guintptr)part);
    }
    return TRUE;
}

/* Names the parts of @part's plan and job that are not there. */
static char *missing(const struct joined *joined, const struct joined_part *part)
{
    gboolean *there = g_new0(gboolean, part->account->shard.n);
    GString *names = g_string_new(NULL);

    for (guint i = 0; i < joined->parts->len; i++) {
        const struct account *account = part_at(joined, i)->account;

        if (!g_strcmp0(account->plan, part->account->plan) && same_job(account, part->account))
            there[account->shard.k - 1] = TRUE;
    }
    for (unsigned k = 0; k < part->account->shard.n; k++)
        if (!there[k])
            g_string_append_printf(names, "%s%u", names->len ? ", " : "", k + 1);
    g_free(there);
    return g_string_free(names, FALSE);
}

static gboolean check_plans(const struct joined *joined, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < joined->parts->len; i++) {
        const struct joined_part *part = part_at(joined, i);
        const struct account *account = part->account;
        g_autofree char *names = NULL;

        if (!account->plan || !g_hash_table_add(known, g_strdup_printf("%s %s", account->plan,
                                                           account->job ? account->job : "")))
            continue;
        names = missing(joined, part);
        if (*names)
            return wrong(error,
                "part%s %s of %u missing, of the run with %s; expected a folder shard-K-of-%u for "
                "each K",
                strchr(names, ',') ? "s" : "", names, account->shard.n, part->folder,
                account->shard.n);
    }
    return TRUE;
}

/* ---- checking results against accounts ---- */

static gboolean check_file(
    const struct joined_run *run, const char *name, const char *sum, GError **error)
{
    g_autofree char *folder = joined_run_folder(run);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    g_autofree char *is = NULL;
    gsize length;

    if (!g_file_get_contents(path, &text, &length, NULL))
        return wrong(error, "%s: is missing; expected what %s/" ACCOUNT_FILE " names", path,
            run->part->folder);
    is = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    return !strcmp(is, sum) ||
           wrong(error,
               "%s: is not what %s/" ACCOUNT_FILE " says; expected SHA-256 %.16s..., not %.16s...",
               path, run->part->folder, sum, is);
}

static gboolean check_size(const struct joined_run *run, GError **error)
{
    g_autofree char *folder = joined_run_folder(run);
    g_autofree char *path = g_build_filename(folder, "trace.pmt", NULL);
    GStatBuf st;

    if (g_stat(path, &st))
        return wrong(error, "%s: is missing; expected what %s/" ACCOUNT_FILE " names", path,
            run->part->folder);
    return st.st_size == run->row->trace_bytes ||
           wrong(error,
               "%s: has %" G_GINT64_FORMAT " bytes; expected %" G_GINT64_FORMAT
               ", as %s/" ACCOUNT_FILE " says",
               path, (gint64)st.st_size, run->row->trace_bytes, run->part->folder);
}

static gboolean check_run(const struct joined_run *run, gboolean traces, GError **error)
{
    const struct account_row *row = run->row;

    if (row->verdict == ACCOUNT_NONE)
        return wrong(error, "%s/" ACCOUNT_FILE ": says nothing of %s; expected its verdict",
            run->part->folder, row->name);
    if (row->verdict == ACCOUNT_SKIPPED)
        return TRUE;
    if (!row->result || !row->trace)
        return wrong(error, "%s/" ACCOUNT_FILE ": has no sums of %s; expected those of its results",
            run->part->folder, row->name);
    return check_file(run, RESULT_JSON_FILE, row->result, error) &&
           (traces ? check_file(run, "trace.pmt", row->trace, error) : check_size(run, error));
}

/* ---- joining ---- */

static void scenario_clear(gpointer data)
{
    struct joined_scenario *scenario = data;

    g_array_unref(scenario->runs);
    g_free(scenario->flaky);
    g_free(scenario);
}

static struct joined_scenario *scenario_of(
    struct joined *joined, GHashTable *known, const char *name)
{
    struct joined_scenario *scenario = g_hash_table_lookup(known, name);

    if (scenario)
        return scenario;
    scenario = g_new0(struct joined_scenario, 1);
    scenario->name = name;
    scenario->runs = g_array_new(FALSE, FALSE, sizeof(struct joined_run));
    g_ptr_array_add(joined->scenarios, scenario);
    g_hash_table_insert(known, (gpointer)(guintptr)name, scenario);
    return scenario;
}

static const struct joined_run *run_at(const struct joined_scenario *scenario, guint index)
{
    return &g_array_index(scenario->runs, struct joined_run, index);
}

/* A plan has each scenario once. The same part may exist twice, from two
 * runs. */
static gboolean check_once(
    const struct joined_scenario *scenario, const struct joined_run *run, GError **error)
{
    const struct account *account = run->part->account;

    for (guint i = 0; account->plan && i < scenario->runs->len; i++) {
        const struct joined_part *other = run_at(scenario, i)->part;

        if (other == run->part || (!g_strcmp0(other->account->plan, account->plan) &&
                                      other->account->shard.k != account->shard.k))
            return wrong(error, "%s: is in %s and in %s; expected it in one part", scenario->name,
                other->folder, run->part->folder);
    }
    return TRUE;
}

static gboolean join_part(struct joined *joined, GHashTable *known, const struct joined_part *part,
    gboolean traces, GError **error)
{
    for (guint i = 0; i < part->account->rows->len; i++) {
        const struct joined_run run = {part, g_ptr_array_index(part->account->rows, i)};
        struct joined_scenario *scenario = scenario_of(joined, known, run.row->name);

        if (!check_once(scenario, &run, error) ||
            (part->account->plan && !check_run(&run, traces, error)))
            return FALSE;
        g_array_append_val(scenario->runs, run);
    }
    return TRUE;
}

/* A run that did not take place is ignored. */
static gboolean was_made(const struct account_row *row)
{
    return row->verdict == ACCOUNT_PASSED || row->verdict == ACCOUNT_FAILED;
}

static char *difference(const struct joined_run *a, const struct joined_run *b)
{
    g_autofree char *one = joined_run_folder(a);
    g_autofree char *two = joined_run_folder(b);

    if (a->row->verdict != b->row->verdict)
        return g_strdup_printf("%s in %s, %s in %s", account_verdict_word(a->row->verdict), one,
            account_verdict_word(b->row->verdict), two);
    if (a->row->records && b->row->records ? strcmp(a->row->records, b->row->records)
                                           : g_strcmp0(a->row->trace, b->row->trace))
        return g_strdup_printf("other traces in %s and in %s", one, two);
    return NULL;
}

static void look_for_flakes(struct joined_scenario *scenario)
{
    const struct joined_run *first = NULL;

    for (guint i = 0; i < scenario->runs->len && !scenario->flaky; i++) {
        const struct joined_run *run = run_at(scenario, i);

        if (was_made(run->row) && first)
            scenario->flaky = difference(first, run);
        else if (was_made(run->row))
            first = run;
    }
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    const struct joined_scenario *const *left = a, *const *right = b;

    return strcmp((*left)->name, (*right)->name);
}

static gboolean join_all(struct joined *joined, gboolean traces, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < joined->parts->len; i++)
        if (!join_part(joined, known, part_at(joined, i), traces, error))
            return FALSE;
    for (guint i = 0; i < joined->scenarios->len; i++)
        look_for_flakes(g_ptr_array_index(joined->scenarios, i));
    g_ptr_array_sort(joined->scenarios, by_name);
    return TRUE;
}

struct joined *joined_read(const char *const *folders, gboolean traces, GError **error)
{
    struct joined *joined = g_new0(struct joined, 1);

    joined->parts = g_ptr_array_new_with_free_func(part_free);
    joined->scenarios = g_ptr_array_new_with_free_func(scenario_clear);
    if (read_all(joined, folders, error) &&
        (!joined->cut || (check_neighbours(joined, error) && check_plans(joined, error))) &&
        join_all(joined, traces, error))
        return joined;
    joined_free(joined);
    return NULL;
}

void joined_free(struct joined *joined)
{
    if (!joined)
        return;
    g_ptr_array_unref(joined->scenarios);
    g_ptr_array_unref(joined->parts);
    g_free(joined);
}

/* ---- asking ---- */

char *joined_run_folder(const struct joined_run *run)
{
    return g_build_filename(run->part->folder, run->row->name, NULL);
}

const struct joined_run *joined_worst(const struct joined_scenario *scenario)
{
    for (guint i = 0; i < scenario->runs->len; i++)
        if (run_at(scenario, i)->row->verdict != ACCOUNT_PASSED)
            return run_at(scenario, i);
    return run_at(scenario, 0);
}

guint joined_flaky(const struct joined *joined)
{
    guint n = 0;

    for (guint i = 0; i < joined->scenarios->len; i++)
        n += ((const struct joined_scenario *)g_ptr_array_index(joined->scenarios, i))->flaky !=
             NULL;
    return n;
}

static void add_run(struct account *sum, const struct joined_run *run)
{
    struct account_row *row = account_add(sum, run->row->name, run->row->path);

    row->verdict = run->row->verdict;
    row->why = g_strdup(run->row->why);
    row->result = g_strdup(run->row->result);
    row->trace = g_strdup(run->row->trace);
    row->trace_bytes = run->row->trace_bytes;
    row->records = g_strdup(run->row->records);
    row->times = run->row->times;
}

struct account *joined_account(const struct joined *joined)
{
    struct account *sum = account_new(&(struct shard){0}, 1);

    sum->whole = TRUE;
    for (guint i = 0; i < joined->parts->len; i++) {
        spent_add(&sum->before, &part_at(joined, i)->account->before);
        spent_add(&sum->all, &part_at(joined, i)->account->all);
    }
    for (guint i = 0; i < joined->scenarios->len; i++) {
        const struct joined_scenario *scenario = g_ptr_array_index(joined->scenarios, i);

        for (guint k = 0; k < scenario->runs->len; k++)
            add_run(sum, run_at(scenario, k));
    }
    return sum;
}
