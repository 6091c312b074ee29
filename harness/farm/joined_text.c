/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints joined results: scenarios, parts, failed and flaky scenarios, sums. */
#include "harness/farm/joined_text.h"

#include "harness/base/table.h"

#include <string.h>

static const struct joined_scenario *scenario_at(const struct joined *joined, guint index)
{
    return g_ptr_array_index(joined->scenarios, index);
}

static char *seconds(gint64 us)
{
    return g_strdup_printf("%.1f", (double)us / G_USEC_PER_SEC);
}

/* "2 of 4"; without parts, the folder. */
static char *place(const struct joined_part *part)
{
    const struct shard *shard = &part->account->shard;

    return shard->n ? g_strdup_printf("%u of %u", shard->k, shard->n) : g_strdup(part->folder);
}

static void print_scenarios(const struct joined *joined, struct output *out)
{
    static const struct table_column columns[] = {{"scenario", FALSE}, {"verdict", FALSE},
        {"runs", TRUE}, {"s", TRUE}, {"CPU s", TRUE}, {"part", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < joined->scenarios->len; i++) {
        const struct joined_scenario *scenario = scenario_at(joined, i);
        const struct joined_run *run = joined_worst(scenario);
        const struct spent spent = run_times_total(&run->row->times);
        const gboolean well = !scenario->flaky && run->row->verdict != ACCOUNT_FAILED &&
                              run->row->verdict != ACCOUNT_LATE;
        g_autofree char *runs = g_strdup_printf("%u", scenario->runs->len);
        g_autofree char *wall = seconds(spent.wall);
        g_autofree char *cpu = seconds(spent.cpu);
        g_autofree char *part = place(run->part);

        table_row(table, well ? OUTPUT_PLAIN : OUTPUT_WARNING,
            (const char *const[]){scenario->name,
                scenario->flaky ? "FLAKY" : account_verdict_word(run->row->verdict), runs, wall,
                cpu, part});
    }
    table_print(table, out);
    output_printf(out, "\n");
}

static void print_part(struct table *table, const struct joined_part *part)
{
    const struct account *account = part->account;
    const struct spent *all = &account->all;
    g_autofree char *name = place(part);
    g_autofree char *n = g_strdup_printf("%u", account->rows->len);
    g_autofree char *passed = g_strdup_printf("%u", account_count(account, ACCOUNT_PASSED));
    g_autofree char *failed = g_strdup_printf(
        "%u", account_count(account, ACCOUNT_FAILED) + account_count(account, ACCOUNT_LATE));
    g_autofree char *skipped = g_strdup_printf("%u", account_count(account, ACCOUNT_SKIPPED));
    g_autofree char *wall = all->wall ? seconds(all->wall) : g_strdup("");
    g_autofree char *cpu = all->wall ? seconds(all->cpu) : g_strdup("");

    table_row(table, OUTPUT_PLAIN,
        (const char *const[]){
            name, n, passed, failed, skipped, wall, cpu, account->host ? account->host : ""});
}

static void print_parts(const struct joined *joined, struct output *out)
{
    static const struct table_column columns[] = {{"part", FALSE}, {"scenarios", TRUE},
        {"passed", TRUE}, {"failed", TRUE}, {"skipped", TRUE}, {"s", TRUE}, {"CPU s", TRUE},
        {"host", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < joined->parts->len; i++)
        print_part(table, g_ptr_array_index(joined->parts, i));
    table_print(table, out);
    output_printf(out, "\n");
}

/* A line for each failed or flaky scenario. */
static void print_troubles(const struct joined *joined, struct output *out)
{
    for (guint i = 0; i < joined->scenarios->len; i++) {
        const struct joined_scenario *scenario = scenario_at(joined, i);
        const struct joined_run *run = joined_worst(scenario);

        if (scenario->flaky)
            output_printf(out, "flaky: %s: %s\n", scenario->name, scenario->flaky);
        if (run->row->verdict == ACCOUNT_PASSED)
            continue;
        output_printf(out, "%s: %s: %s\n", account_verdict_word(run->row->verdict), scenario->name,
            run->row->why ? run->row->why : "result.tap says why");
    }
}

static guint count(const struct joined *joined, enum account_verdict verdict)
{
    guint n = 0;

    for (guint i = 0; i < joined->scenarios->len; i++)
        n += joined_worst(scenario_at(joined, i))->row->verdict == verdict;
    return n;
}

static guint count_cut(const struct joined *joined)
{
    guint n = 0;

    for (guint i = 0; i < joined->parts->len; i++)
        n += ((const struct joined_part *)g_ptr_array_index(joined->parts, i))->account->plan !=
             NULL;
    return n;
}

void joined_print(const struct joined *joined, struct output *out)
{
    print_scenarios(joined, out);
    if (joined->cut)
        print_parts(joined, out);
    print_troubles(joined, out);
    output_printf(out, "%u scenarios: %u passed, %u failed, %u skipped, %u not run, %u flaky",
        joined->scenarios->len, count(joined, ACCOUNT_PASSED), count(joined, ACCOUNT_FAILED),
        count(joined, ACCOUNT_SKIPPED), count(joined, ACCOUNT_LATE), joined_flaky(joined));
    if (joined->cut)
        output_printf(out, "; all %u parts are there", count_cut(joined));
    output_printf(out, "\n");
}
