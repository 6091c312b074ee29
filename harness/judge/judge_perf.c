/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What perf printed in a step, or the decoder of a PMU. */
#include "harness/judge/figures.h"
#include "harness/judge/judge_matter.h"
#include "harness/proof/perf_output.h"
#include "harness/proof/perf_share.h"

static GPtrArray *check_rows(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    g_autofree char *text = judge_all_output(matter->run);
    g_autoptr(GError) error = NULL;
    GPtrArray *rows;

    if (!judging->check) {
        judge_note(matter->notes, "%s", judging->no_check);
        return NULL;
    }
    rows = perf_check_step(judging->check, matter->index + 1, text, &error);
    if (!rows)
        judge_note(matter->notes, "%s", error->message);
    return rows;
}

const GPtrArray *judge_rows(const struct matter *matter)
{
    GPtrArray **rows = &matter->judging->judgement->rows[matter->index];

    if (!*rows)
        *rows = check_rows(matter);
    return *rows;
}

void judge_note_figures(const struct matter *matter, const GPtrArray *rows)
{
    struct output plain = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    figures_print(rows, &plain);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(plain.text->str), "\n", -1);
    for (char **line = lines; *line; line++)
        judge_note(matter->notes, "%s", *line);
    g_string_free(plain.text, TRUE);
}

gboolean judge_perf_exact(const struct matter *matter)
{
    const GPtrArray *rows = judge_rows(matter);
    gboolean ok;

    if (!rows) {
        judge_note_output(matter);
        return FALSE;
    }
    judge_note_figures(matter, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (row->why)
            judge_note(matter->notes, "%s: %s", row->event, row->why);
    }
    ok = perf_check_all_hold(rows);
    if (!ok)
        judge_note_output(matter);
    return ok;
}

gboolean judge_multiplexed(const struct matter *matter)
{
    g_autofree char *text = judge_all_output(matter->run);
    struct perf_output *output = perf_output_parse(text);
    gboolean scaled = FALSE;

    for (guint i = 0; i < output->rows->len; i++)
        scaled = scaled || ((const struct perf_row *)g_ptr_array_index(output->rows, i))->scaled;
    perf_output_free(output);
    if (!scaled)
        judge_note_output(matter);
    return scaled;
}

gboolean judge_share(const struct matter *matter)
{
    const struct expect *expect = matter->expect;
    g_autofree char *text = judge_all_output(matter->run);
    GArray *shares = perf_shares(text, expect->symbol);
    gboolean ok = shares->len > 0;

    for (guint i = 0; i < shares->len; i++) {
        guint share = g_array_index(shares, guint, i);

        judge_note(matter->notes, "%s: %u.%02u %%", expect->symbol, share / 100, share % 100);
        ok = ok && relation_compare(expect->sign, share, 100 * (gint64)expect->percent);
    }
    g_array_unref(shares);
    if (!ok)
        judge_note_output(matter);
    return ok;
}

struct perf_check_samples *judge_samples_of(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    g_autofree char *text = judge_all_output(matter->run);
    g_autoptr(GError) error = NULL;
    struct perf_check_samples *samples = NULL;

    if (judging->check)
        samples =
            perf_check_step_samples(judging->check, matter->index + 1, text, matter->expect->filter, &error);
    if (!samples)
        judge_note(matter->notes, "%s", judging->check ? error->message : judging->no_check);
    return samples;
}

gboolean judge_samples(const struct matter *matter)
{
    struct perf_check_samples *samples = judge_samples_of(matter);
    gboolean ok;

    if (!samples)
        return FALSE;
    judge_note(matter->notes, "%u samples latched, %u taken by the driver, %u printed, %u lines wrong",
        samples->latched, samples->taken, samples->printed, samples->wrong->len);
    if (matter->expect->filter)
        judge_note(matter->notes, "%u of them kept by the driver to itself", samples->dropped);
    if (samples->values)
        judge_note(matter->notes, "%u values compared", samples->values);
    for (guint i = 0; i < MIN(samples->wrong->len, JUDGE_FAULTS_SHOWN); i++)
        judge_note(matter->notes, "%s", (const char *)g_ptr_array_index(samples->wrong, i));
    ok = samples->printed && samples->printed + samples->dropped == samples->taken && !samples->wrong->len;
    perf_check_samples_free(samples);
    if (!ok)
        judge_note_output(matter);
    return ok;
}
