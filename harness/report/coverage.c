/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up coverage by machine and kernel, and prints it. */
#include "harness/report/coverage.h"

#include "harness/base/table.h"

#include <string.h>

/* The functions of one machine and kernel. */
struct sum {
    char *title;
    struct cover *cover;
    guint silent; /* guests that did not report the addresses of their drivers */
};

struct coverage {
    GPtrArray *sums; /* of struct sum */
};

static void sum_free(gpointer data)
{
    struct sum *sum = data;

    g_free(sum->title);
    cover_free(sum->cover);
    g_free(sum);
}

struct coverage *coverage_new(void)
{
    struct coverage *coverage = g_new0(struct coverage, 1);

    coverage->sums = g_ptr_array_new_with_free_func(sum_free);
    return coverage;
}

void coverage_free(struct coverage *coverage)
{
    if (coverage)
        g_ptr_array_unref(coverage->sums);
    g_free(coverage);
}

static char *title_of(const struct scenario *scenario)
{
    const char *kernel = scenario->kernel ? scenario->kernel : scenario->guest;
    const struct machine *machine = scenario->machine;

    if (!kernel || !strcmp(kernel, machine->guest))
        return g_strdup(machine->name);
    return g_strdup_printf("%s, kernel %s", machine->name, kernel);
}

static struct sum *sum_of(struct coverage *coverage, const struct scenario *scenario)
{
    g_autofree char *title = title_of(scenario);
    struct sum *sum;

    for (guint i = 0; i < coverage->sums->len; i++) {
        sum = g_ptr_array_index(coverage->sums, i);
        if (!strcmp(sum->title, title))
            return sum;
    }
    sum = g_new0(struct sum, 1);
    sum->title = g_steal_pointer(&title);
    sum->cover = cover_new();
    g_ptr_array_add(coverage->sums, sum);
    return sum;
}

void coverage_add(struct coverage *coverage, const struct run_record *record)
{
    struct sum *sum = sum_of(coverage, record->scenario);

    if (record->cover)
        cover_add(sum->cover, record->cover);
    else
        sum->silent++;
}

/* ---- printing ---- */

/* Of the requested functions. */
struct totals {
    guint functions, reached, bytes, reached_bytes;
};

static gboolean is_asked(const struct cover_function *function, const char *prefix)
{
    return g_str_has_prefix(function->name, prefix);
}

static struct totals count(const struct cover *cover, const char *prefix)
{
    struct totals totals = {0};

    for (guint i = 0; i < cover->functions->len; i++) {
        const struct cover_function *function = g_ptr_array_index(cover->functions, i);

        if (!is_asked(function, prefix))
            continue;
        totals.functions++;
        totals.bytes += function->size;
        totals.reached += function->reached > 0;
        totals.reached_bytes += function->reached;
    }
    return totals;
}

/* In whole percent, down: 100 is all of it. */
static void add_row(struct table *table, const struct cover_function *function)
{
    g_autofree char *reached = g_strdup_printf("%u", function->reached),
                    *size = g_strdup_printf("%u", function->size),
                    *percent =
                        g_strdup_printf("%u", (guint)(100ull * function->reached / function->size));

    table_row(table, OUTPUT_PLAIN, (const char *const[]){reached, size, percent, function->name});
}

static void print_reached(const struct cover *cover, const char *prefix, struct output *out)
{
    static const struct table_column columns[] = {
        {"BYTES", TRUE}, {"OF", TRUE}, {"%", TRUE}, {"FUNCTION", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < cover->functions->len; i++) {
        const struct cover_function *function = g_ptr_array_index(cover->functions, i);

        if (function->reached && is_asked(function, prefix))
            add_row(table, function);
    }
    table_print(table, out);
}

static void print_others(const struct cover *cover, const char *prefix, struct output *out)
{
    g_autoptr(GString) names = g_string_new("never reached:");

    for (guint i = 0; i < cover->functions->len; i++) {
        const struct cover_function *function = g_ptr_array_index(cover->functions, i);

        if (!function->reached && is_asked(function, prefix))
            g_string_append_printf(names, " %s", function->name);
    }
    output_append_wrapped(
        out->text, names->str, 2, out->columns > 2 ? out->columns - 2 : out->columns);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void print_notes(const struct cover *cover, struct output *out)
{
    if (cover->gone)
        output_printf(
            out, "not in the table: %u blocks of modules that were gone at the end\n", cover->gone);
    if (cover->unwatched)
        output_printf(out,
            "not watched: %u functions, which lie elsewhere than expected; run it again\n",
            cover->unwatched);
    if (cover->lost)
        output_printf(out, "incomplete: no room for %u blocks or edges\n", cover->lost);
}

static void print_cover(
    const struct cover *cover, const char *title, const char *prefix, struct output *out)
{
    const struct totals totals = count(cover, prefix);

    if (!totals.functions) {
        output_printf(out, "coverage of %s: no function of a driver%s%s\n", title,
            *prefix ? " begins with " : " was found", prefix);
    } else {
        output_printf(out, "coverage of %s: %u of %u functions, %u of %u bytes\n", title,
            totals.reached, totals.functions, totals.reached_bytes, totals.bytes);
        if (totals.reached)
            print_reached(cover, prefix, out);
        if (totals.reached < totals.functions)
            print_others(cover, prefix, out);
    }
    print_notes(cover, out);
}

static void add_lines(struct output *out, const char *lead, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line && (line[1] || **line); line++)
        output_printf(out, "%s%s\n", lead, g_strchomp(*line));
}

void coverage_print_one(const struct cover *cover, const char *title, const char *prefix,
    const char *lead, struct output *out)
{
    struct output plain = {
        .text = g_string_new(NULL), .columns = out->columns - (guint)strlen(lead)};

    print_cover(cover, title, prefix, &plain);
    add_lines(out, lead, plain.text->str);
    g_string_free(plain.text, TRUE);
}

void coverage_print(
    const struct coverage *coverage, const char *prefix, const char *lead, struct output *out)
{
    for (guint i = 0; i < coverage->sums->len; i++) {
        const struct sum *sum = g_ptr_array_index(coverage->sums, i);

        coverage_print_one(sum->cover, sum->title, prefix, lead, out);
        if (sum->silent)
            output_printf(out,
                "%sunknown: %u guests, which ended before they said where drivers are\n", lead,
                sum->silent);
    }
}
