/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes, writes and reads manifests of runs. */
#include "harness/farm/manifest.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/base/table.h"
#include "harness/format/json.h"
#include "harness/report/result_json.h"
#include "harness/trace/trace_digest.h"

#include <stdlib.h>
#include <string.h>

#define MANIFEST_VERDICT_WORD(NAME, word) #word,
static const char *const words[] = {MANIFEST_VERDICTS(MANIFEST_VERDICT_WORD)};
#undef MANIFEST_VERDICT_WORD

const char *manifest_verdict_word(enum manifest_verdict verdict)
{
    return words[verdict];
}

/* ---- making ---- */

static void row_free(gpointer data)
{
    struct manifest_row *row = data;

    g_free(row->name);
    g_free(row->path);
    g_free(row->why);
    g_free(row->result);
    g_free(row->records);
    g_free(row->trace);
    g_free(row);
}

static double load(void)
{
    double minute = 0;

    return getloadavg(&minute, 1) == 1 ? minute : 0;
}

struct manifest *manifest_new(const struct shard *shard, unsigned at_once)
{
    struct manifest *manifest = g_new0(struct manifest, 1);

    manifest->shard = *shard;
    manifest->host = g_strdup(g_get_host_name());
    manifest->begun = g_get_real_time() / G_USEC_PER_SEC;
    manifest->at_once = at_once;
    manifest->load[0] = manifest->load[1] = load();
    manifest->rows = g_ptr_array_new_with_free_func(row_free);
    return manifest;
}

void manifest_free(struct manifest *manifest)
{
    if (!manifest)
        return;
    g_ptr_array_unref(manifest->rows);
    g_free(manifest->plan);
    g_free(manifest->job);
    g_free(manifest->host);
    g_free(manifest);
}

struct manifest_row *manifest_add(struct manifest *manifest, const char *name, const char *path)
{
    struct manifest_row *row = g_new0(struct manifest_row, 1);

    row->name = g_strdup(name);
    row->path = g_strdup(path);
    g_ptr_array_add(manifest->rows, row);
    return row;
}

static char *sum_of(const char *folder, const char *name, const char *file, gint64 *bytes)
{
    g_autofree char *path = g_build_filename(folder, name, file, NULL);
    g_autoptr(GMappedFile) map = g_mapped_file_new(path, FALSE, NULL);

    if (!map)
        return NULL;
    *bytes = (gint64)g_mapped_file_get_length(map);
    return g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)g_mapped_file_get_contents(map), (gsize)*bytes);
}

void manifest_take_results(struct manifest_row *row, const char *folder)
{
    g_autofree char *path = g_build_filename(folder, row->name, "trace.pmt", NULL);
    gint64 bytes;

    g_free(row->result);
    g_free(row->trace);
    g_free(row->records);
    row->result = sum_of(folder, row->name, RESULT_JSON_FILE, &bytes);
    row->trace = sum_of(folder, row->name, "trace.pmt", &row->trace_bytes);
    row->records = trace_digest_of(path);
}

void manifest_end(struct manifest *manifest, const struct spent *all)
{
    manifest->all = *all;
    manifest->load[1] = load();
    manifest->whole = TRUE;
}

static const struct manifest_row *row_at(const struct manifest *manifest, guint index)
{
    return g_ptr_array_index(manifest->rows, index);
}

guint manifest_count(const struct manifest *manifest, enum manifest_verdict verdict)
{
    guint n = 0;

    for (guint i = 0; i < manifest->rows->len; i++)
        n += row_at(manifest, i)->verdict == verdict;
    return n;
}

struct run_times manifest_times(const struct manifest *manifest)
{
    struct run_times sum = {0};

    for (guint i = 0; i < manifest->rows->len; i++)
        run_times_add(&sum, &row_at(manifest, i)->times);
    return sum;
}

/* ---- writing ---- */

static void add_spent(JsonBuilder *json, const char *name, const struct spent *spent)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
    json_add_number(json, "wall_us", spent->wall);
    json_add_number(json, "cpu_us", spent->cpu);
    json_builder_end_object(json);
}

static void add_shard(JsonBuilder *json, const struct manifest *manifest)
{
    json_builder_set_member_name(json, "shard");
    if (!manifest->shard.n) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    json_add_number(json, "k", manifest->shard.k);
    json_add_number(json, "n", manifest->shard.n);
    json_add_text(json, "plan", manifest->plan);
    json_add_text(json, "job", manifest->job);
    json_builder_end_object(json);
}

static void add_row(JsonBuilder *json, const struct manifest_row *row)
{
    json_builder_begin_object(json);
    json_add_text(json, "name", row->name);
    json_add_text(json, "path", row->path);
    json_add_text(json, "verdict", words[row->verdict]);
    json_add_text(json, "why", row->why);
    json_add_text(json, "result", row->result);
    json_add_text(json, "trace", row->trace);
    json_add_number(json, "trace_bytes", row->trace_bytes);
    json_add_text(json, "records", row->records);
    run_times_to_json(json, &row->times);
    json_builder_end_object(json);
}

static void add_sums(JsonBuilder *json, const struct manifest *manifest)
{
    const struct run_times times = manifest_times(manifest);

    json_builder_set_member_name(json, "sums");
    json_builder_begin_object(json);
    json_add_number(json, "scenarios", manifest->rows->len);
    for (int i = MANIFEST_PASSED; i < MANIFEST_VERDICT_N; i++)
        json_add_number(json, words[i], manifest_count(manifest, i));
    run_times_to_json(json, &times);
    json_builder_end_object(json);
}

static void add_all(JsonBuilder *json, const struct manifest *manifest)
{
    json_add_number(json, "version", MANIFEST_VERSION);
    json_add_flag(json, "whole", manifest->whole);
    json_add_text(json, "host", manifest->host);
    json_add_number(json, "begun", manifest->begun);
    json_add_number(json, "at_once", manifest->at_once);
    add_shard(json, manifest);
    add_spent(json, "before", &manifest->before);
    add_spent(json, "all", &manifest->all);
    json_builder_set_member_name(json, "load");
    json_builder_begin_array(json);
    for (guint i = 0; i < G_N_ELEMENTS(manifest->load); i++)
        json_builder_add_double_value(json, manifest->load[i]);
    json_builder_end_array(json);
    json_builder_set_member_name(json, "scenarios");
    json_builder_begin_array(json);
    for (guint i = 0; i < manifest->rows->len; i++)
        add_row(json, row_at(manifest, i));
    json_builder_end_array(json);
    add_sums(json, manifest);
}

gboolean manifest_write(const struct manifest *manifest, const char *path, GError **error)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GString *text;
    gboolean ok;

    json_builder_begin_object(json);
    add_all(json, manifest);
    json_builder_end_object(json);
    text = json_text(json, TRUE);
    ok = file_replace(path, text->str, text->len, error);
    g_string_free(text, TRUE);
    return ok;
}

/* ---- reading ---- */

static struct spent spent_in(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    JsonObject *spent = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;

    if (!spent)
        return (struct spent){0};
    return (struct spent){.wall = json_object_get_int_member_with_default(spent, "wall_us", 0),
        .cpu = json_object_get_int_member_with_default(spent, "cpu_us", 0)};
}

/* FALSE if it is neither a part nor null. */
static gboolean read_shard(struct manifest *manifest, JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "shard");
    JsonObject *shard = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    gint64 k, n;

    if (!shard)
        return node && JSON_NODE_HOLDS_NULL(node);
    k = json_object_get_int_member_with_default(shard, "k", 0);
    n = json_object_get_int_member_with_default(shard, "n", 0);
    manifest->plan = g_strdup(json_object_get_string_member_with_default(shard, "plan", NULL));
    manifest->job = g_strdup(json_object_get_string_member_with_default(shard, "job", NULL));
    if (!manifest->plan || n < 1 || n > SHARDS_MAX || k < 1 || k > n)
        return FALSE;
    manifest->shard = (struct shard){.k = (unsigned)k, .n = (unsigned)n};
    return TRUE;
}

static gboolean read_verdict(const char *word, enum manifest_verdict *verdict)
{
    for (int i = 0; word && i < MANIFEST_VERDICT_N; i++)
        if (!strcmp(word, words[i])) {
            *verdict = (enum manifest_verdict)i;
            return TRUE;
        }
    return FALSE;
}

static char *text_in(JsonObject *object, const char *name)
{
    return g_strdup(json_object_get_string_member_with_default(object, name, NULL));
}

static gboolean read_row(struct manifest *manifest, JsonNode *node)
{
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    const char *name =
        object ? json_object_get_string_member_with_default(object, "name", NULL) : NULL;
    const char *path =
        name ? json_object_get_string_member_with_default(object, "path", NULL) : NULL;
    struct manifest_row *row;

    if (!path || !strchr(name, '/') || strstr(name, ".."))
        return FALSE;
    row = manifest_add(manifest, name, path);
    row->why = text_in(object, "why");
    row->result = text_in(object, "result");
    row->trace = text_in(object, "trace");
    row->records = text_in(object, "records");
    row->trace_bytes = json_object_get_int_member_with_default(object, "trace_bytes", 0);
    row->times = run_times_from_json(object);
    return read_verdict(
        json_object_get_string_member_with_default(object, "verdict", NULL), &row->verdict);
}

static gboolean read_rows(struct manifest *manifest, JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "scenarios");
    JsonArray *rows = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;

    for (guint i = 0; rows && i < json_array_get_length(rows); i++)
        if (!read_row(manifest, json_array_get_element(rows, i)))
            return FALSE;
    return rows != NULL;
}

static gboolean read_manifest(struct manifest *manifest, JsonNode *root)
{
    JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;

    if (!object ||
        json_object_get_int_member_with_default(object, "version", 0) != MANIFEST_VERSION)
        return FALSE;
    manifest->whole = json_object_get_boolean_member_with_default(object, "whole", FALSE);
    manifest->host = text_in(object, "host");
    manifest->begun = json_object_get_int_member_with_default(object, "begun", 0);
    manifest->at_once = (unsigned)json_object_get_int_member_with_default(object, "at_once", 1);
    manifest->before = spent_in(object, "before");
    manifest->all = spent_in(object, "all");
    return read_shard(manifest, object) && read_rows(manifest, object);
}

struct manifest *manifest_read(const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autofree char *text = NULL;
    struct manifest *manifest;
    gsize length;

    if (!g_file_get_contents(path, &text, &length, NULL)) {
        error_failed(error,
            "%s: cannot be read; expected the manifest that `pmulab run --shard` writes", path);
        return NULL;
    }
    manifest = g_new0(struct manifest, 1);
    manifest->rows = g_ptr_array_new_with_free_func(row_free);
    if (json_parser_load_from_data(parser, text, (gssize)length, NULL) &&
        read_manifest(manifest, json_parser_get_root(parser)))
        return manifest;
    manifest_free(manifest);
    error_failed(error,
        "%s: is damaged, or of another version; expected the manifest that `pmulab run --shard` "
        "writes",
        path);
    return NULL;
}

/* ---- the table ---- */

/* Seconds on the wall, and of CPU. */
static char *cell(const struct spent *spent)
{
    return g_strdup_printf(
        "%.2f/%.2f", (double)spent->wall / G_USEC_PER_SEC, (double)spent->cpu / G_USEC_PER_SEC);
}

static void add_times(
    struct table *table, enum output_style style, const char *title, const struct run_times *times)
{
    const struct spent total = run_times_total(times);
    g_auto(GStrv) cells = g_new0(char *, RUN_PHASE_N + 3);

    cells[0] = g_strdup(title);
    for (int i = 0; i < RUN_PHASE_N; i++)
        cells[i + 1] = cell(&times->phases[i]);
    cells[RUN_PHASE_N + 1] = cell(&total);
    table_row(table, style, (const char *const *)cells);
}

/* A row for each machine, in the order of their first scenarios. */
static void add_machines(struct table *table, const struct manifest *manifest)
{
    g_autoptr(GHashTable) sums = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) machines = g_ptr_array_new();

    for (guint i = 0; i < manifest->rows->len; i++) {
        const char *name = row_at(manifest, i)->name;
        g_autofree char *machine = g_strndup(name, strcspn(name, "/"));
        struct run_times *sum = g_hash_table_lookup(sums, machine);

        if (!sum) {
            g_ptr_array_add(machines, machine);
            g_hash_table_insert(sums, g_steal_pointer(&machine), sum = g_new0(struct run_times, 1));
        }
        run_times_add(sum, &row_at(manifest, i)->times);
    }
    for (guint i = 0; i < machines->len; i++) {
        const char *machine = g_ptr_array_index(machines, i);
        g_autofree char *title = g_strconcat(machine, ", all", NULL);

        add_times(table, OUTPUT_BOLD, title, g_hash_table_lookup(sums, machine));
    }
}

void manifest_print_times(const struct manifest *manifest, struct output *out)
{
    struct table_column columns[RUN_PHASE_N + 2] = {{"seconds wall/CPU", FALSE}};
    const struct run_times sum = manifest_times(manifest);
    struct table *table;

    G_STATIC_ASSERT(G_N_ELEMENTS(columns) <= TABLE_COLUMNS);
    for (int i = 0; i < RUN_PHASE_N; i++)
        columns[i + 1] = (struct table_column){run_phase_word(i), TRUE};
    columns[RUN_PHASE_N + 1] = (struct table_column){"all", TRUE};
    table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < manifest->rows->len; i++)
        add_times(table, OUTPUT_PLAIN, row_at(manifest, i)->name, &row_at(manifest, i)->times);
    add_machines(table, manifest);
    add_times(table, OUTPUT_BOLD, "all", &sum);
    table_print(table, out);
    output_printf(out,
        "%.2f s wall, %.2f s CPU in all, %.2f/%.2f of them before the first guest; %u at a time; "
        "load %.1f "
        "to %.1f\n",
        (double)manifest->all.wall / G_USEC_PER_SEC, (double)manifest->all.cpu / G_USEC_PER_SEC,
        (double)manifest->before.wall / G_USEC_PER_SEC,
        (double)manifest->before.cpu / G_USEC_PER_SEC, manifest->at_once, manifest->load[0],
        manifest->load[1]);
}
