/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints a scenario and its run for `pmulab run --show`, as in the README's
 * demo. */
#include "harness/cli/run/run_show.h"

#include "harness/base/append.h"
#include "harness/proof/figures.h"
#include "harness/proof/perf_check.h"

#include <string.h>

#define GREEN "\033[1;32m"
#define RED   "\033[1;31m"
#define BOLD  "\033[1m"
#define DIM   "\033[2m"
#define RESET "\033[0m"

static void add_in(struct output *out, const char *colour, const char *text)
{
    if (out->styled)
        output_printf(out, "%s%s" RESET, colour, text);
    else
        output_add(out, OUTPUT_PLAIN, text);
}

/* Appends the lines of @text, each after @lead. Drops blank lines at both
 * ends. */
static void add_lines(struct output *out, const char *colour, const char *lead, const char *text)
{
    g_autoptr(GString) clean = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;
    guint from = 0, to;

    append_printable(clean, text);
    lines = g_strsplit(clean->str, "\n", -1);
    to = g_strv_length(lines);
    while (from < to && !*g_strchomp(lines[from]))
        from++;
    while (to > from && !*g_strchomp(lines[to - 1]))
        to--;
    for (guint i = from; i < to; i++) {
        g_autofree char *line = NULL;

        /* perf pads its lines with blanks, which would wrap on a narrow
         * terminal. */
        g_strchomp(lines[i]);
        line = g_strconcat(*lines[i] ? lead : "", lines[i], "\n", NULL);

        if (colour)
            add_in(out, colour, line);
        else
            output_add(out, OUTPUT_PLAIN, line);
    }
}

/* @name, blanks up to column @width, and @about wrapped at that column. */
static void add_title(
    struct output *out, const char *colour, const char *name, const char *about, int width)
{
    unsigned start = (unsigned)width + 2;
    g_autoptr(GString) text = g_string_new(NULL);

    output_append_wrapped(
        text, about, start, out->columns > 2 * start ? out->columns - start : start);
    add_in(out, colour, name);
    output_printf(out, "%*s", (int)start - (int)strlen(name), "");
    output_printf(out, "%s\n", text->str);
}

void run_show_begin(const struct scenario *scenario, struct output *out)
{
    const struct machine *machine = scenario->machine;
    int width = (int)MAX(strlen(scenario->name), strlen(machine->name));
    g_autoptr(GPtrArray) config = g_ptr_array_copy(scenario->config, NULL, NULL);
    g_autofree char *product = NULL;

    g_ptr_array_set_free_func(config, NULL);
    g_ptr_array_add(config, NULL);
    product = machine_product(machine, (const char *const *)config->pdata);
    add_title(out, BOLD, scenario->name, scenario->about, width);
    add_title(out, DIM, machine->name, product, width);
    output_add(out, OUTPUT_PLAIN, "\n");
    if (!scenario->traffic->len)
        return;
    output_add(out, OUTPUT_BOLD, "The hardware sees\n");
    add_lines(out, NULL, "  ", scenario->traffic->str);
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* The script as a user would type it. */
static void add_script(struct output *out, const char *script)
{
    g_auto(GStrv) lines = g_strsplit(script, "\n", -1);
    gboolean goes_on = FALSE;

    for (char **line = lines; *line && **line; line++) {
        output_add(out, OUTPUT_BOLD, goes_on ? "    " : "# ");
        output_add(out, OUTPUT_BOLD, *line);
        output_add(out, OUTPUT_PLAIN, "\n");
        goes_on = g_str_has_suffix(*line, "\\");
    }
}

static void add_step(
    const struct run_record *record, unsigned index, const GPtrArray *rows, struct output *out)
{
    const struct scenario_step *step = g_ptr_array_index(record->scenario->steps, index);
    const struct run_step *run = &record->steps[index];

    if (!run->reached)
        return;
    add_script(out, step->script->str);
    output_add(out, OUTPUT_PLAIN, "\n");
    add_lines(out, NULL, "", run->out->str);
    add_lines(out, NULL, "", run->err->str);
    output_add(out, OUTPUT_PLAIN, "\n");
    if (!rows)
        return;
    figures_print(rows, out);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void add_note(struct output *out, const char *note)
{
    g_autoptr(GString) clean = g_string_new(NULL);

    append_printable(clean, note);
    output_printf(out, "    %s\n", clean->str);
}

static void add_failures(const struct judgement *judgement, struct output *out)
{
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);

        if (verdict->ok)
            continue;
        add_in(out, RED, "failed: ");
        output_printf(out, "%s\n", verdict->what);
        for (guint k = 0; k < verdict->notes->len; k++)
            add_note(out, g_ptr_array_index(verdict->notes, k));
    }
}

static void count_figures(
    const struct run_record *record, const struct judgement *judgement, guint *equal, guint *all)
{
    *equal = *all = 0;
    for (guint i = 0; i < record->scenario->steps->len; i++)
        for (guint k = 0; judgement->rows[i] && k < judgement->rows[i]->len; k++) {
            const struct perf_check_row *row = g_ptr_array_index(judgement->rows[i], k);

            ++*all;
            *equal += perf_check_row_holds(row) ? 1 : 0;
        }
}

/* "All 5 figures are equal, to the last event", or the opposite. */
static char *closing_words(const struct judgement *judgement, guint equal, guint all)
{
    if (!judgement->ok)
        return all ? g_strdup_printf(
                         "%u of %u figures are equal; some expectations failed", equal, all)
                   : g_strdup("Some expectations failed");
    if (!all)
        return g_strdup("All expectations hold");
    if (equal < all)
        return g_strdup_printf(
            "%u of %u figures are equal; the others were expected to differ", equal, all);
    return g_strdup_printf(all == 1 ? "%u figure, equal to the last event"
                                    : "All %u figures are equal, to the last event",
        all);
}

void run_show_end(const struct run_record *record, const struct judgement *judgement,
    const char *folder, struct output *out)
{
    guint equal, all;
    g_autofree char *words = NULL;

    for (guint i = 0; i < record->scenario->steps->len; i++)
        add_step(record, i, judgement->rows[i], out);
    add_failures(judgement, out);
    count_figures(record, judgement, &equal, &all);
    words = closing_words(judgement, equal, all);
    add_in(out, judgement->ok ? GREEN : RED, words);
    output_printf(out, "\nin %.1f s; details: %s\n", record->seconds, folder);
}
