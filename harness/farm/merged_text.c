/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints merged results: scenarios, parts, failed and flaky scenarios, sums. */
#include "harness/farm/merged_text.h"

#include "harness/base/table.h"

#include <string.h>

static const struct merged_scenario *scenario_at(const struct merged *merged, guint index)
{
    return g_ptr_array_index(merged->scenarios, index);
}

static char *seconds(gint64 us)
{
    return g_strdup_printf("%.1f", (double)us / G_USEC_PER_SEC);
}

/* "2 of 4"; without parts, the folder. */
static char *place(const struct merged_part *part)
{
    const struct shard *shard = &part->manifest->shard;

    return shard->n ? g_strdup_printf("%u of %u", shard->k, shard->n) : g_strdup(part->folder);
}

static void print_scenarios(const struct merged *merged, struct output *out)
{
    static const struct table_column columns[] = {{"scenario", FALSE}, {"verdict", FALSE},
        {"runs", TRUE}, {"s", TRUE}, {"CPU s", TRUE}, {"part", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < merged->scenarios->len; i++) {
        const struct merged_scenario *scenario = scenario_at(merged, i);
        const struct merged_run *run = merged_worst(scenario);
        const struct spent spent = run_times_total(&run->row->times);
        const gboolean well = !scenario->flaky && run->row->verdict != MANIFEST_FAILED &&
                              run->row->verdict != MANIFEST_LATE;
        g_autofree char *runs = g_strdup_printf("%u", scenario->runs->len);
        g_autofree char *wall = seconds(spent.wall);
        g_autofree char *cpu = seconds(spent.cpu);
        g_autofree char *part = place(run->part);

        table_row(table, well ? OUTPUT_PLAIN : OUTPUT_WARNING,
            (const char *const[]){scenario->name,
                scenario->flaky ? "FLAKY" : manifest_verdict_word(run->row->verdict), runs, wall,
                cpu, part});
    }
    table_print(table, out);
    output_printf(out, "\n");
}

static void print_part(struct table *table, const struct merged_part *part)
{
    const struct manifest *manifest = part->manifest;
    const struct spent *all = &manifest->all;
    g_autofree char *name = place(part);
    g_autofree char *n = g_strdup_printf("%u", manifest->rows->len);
    g_autofree char *passed = g_strdup_printf("%u", manifest_count(manifest, MANIFEST_PASSED));
    g_autofree char *failed = g_strdup_printf(
        "%u", manifest_count(manifest, MANIFEST_FAILED) + manifest_count(manifest, MANIFEST_LATE));
    g_autofree char *skipped = g_strdup_printf("%u", manifest_count(manifest, MANIFEST_SKIPPED));
    g_autofree char *wall = all->wall ? seconds(all->wall) : g_strdup("");
    g_autofree char *cpu = all->wall ? seconds(all->cpu) : g_strdup("");

    table_row(table, OUTPUT_PLAIN,
        (const char *const[]){
            name, n, passed, failed, skipped, wall, cpu, manifest->host ? manifest->host : ""});
}

static void print_parts(const struct merged *merged, struct output *out)
{
    static const struct table_column columns[] = {{"part", FALSE}, {"scenarios", TRUE},
        {"passed", TRUE}, {"failed", TRUE}, {"skipped", TRUE}, {"s", TRUE}, {"CPU s", TRUE},
        {"host", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < merged->parts->len; i++)
        print_part(table, g_ptr_array_index(merged->parts, i));
    table_print(table, out);
    output_printf(out, "\n");
}

/* A line for each failed or flaky scenario. */
static void print_troubles(const struct merged *merged, struct output *out)
{
    for (guint i = 0; i < merged->scenarios->len; i++) {
        const struct merged_scenario *scenario = scenario_at(merged, i);
        const struct merged_run *run = merged_worst(scenario);

        if (scenario->flaky)
            output_printf(out, "flaky: %s: %s\n", scenario->name, scenario->flaky);
        if (run->row->verdict == MANIFEST_PASSED)
            continue;
        output_printf(out, "%s: %s: %s\n", manifest_verdict_word(run->row->verdict), scenario->name,
            run->row->why ? run->row->why : "result.tap says why");
    }
}

static guint count(const struct merged *merged, enum manifest_verdict verdict)
{
    guint n = 0;

    for (guint i = 0; i < merged->scenarios->len; i++)
        n += merged_worst(scenario_at(merged, i))->row->verdict == verdict;
    return n;
}

static guint count_cut(const struct merged *merged)
{
    guint n = 0;

    for (guint i = 0; i < merged->parts->len; i++)
        n += ((const struct merged_part *)g_ptr_array_index(merged->parts, i))->manifest->plan !=
             NULL;
    return n;
}

void merged_print(const struct merged *merged, struct output *out)
{
    print_scenarios(merged, out);
    if (merged->cut)
        print_parts(merged, out);
    print_troubles(merged, out);
    output_printf(out, "%u scenarios: %u passed, %u failed, %u skipped, %u not run, %u flaky",
        merged->scenarios->len, count(merged, MANIFEST_PASSED), count(merged, MANIFEST_FAILED),
        count(merged, MANIFEST_SKIPPED), count(merged, MANIFEST_LATE), merged_flaky(merged));
    if (merged->cut)
        output_printf(out, "; all %u parts are there", count_cut(merged));
    output_printf(out, "\n");
}
