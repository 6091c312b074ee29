/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges figures and samples printed by perf or by the PMU's decoder, against
 * the proof and each other. */
#include "harness/judge/judge_step.h"

#include "harness/hardware/registers.h"
#include "harness/judge/step_shown.h"
#include "harness/judge/step_writes.h"
#include "harness/proof/figures.h"
#include "harness/proof/perf_output.h"
#include "harness/proof/perf_share.h"

#include <string.h>

/* Most accesses that explain a figure. The page of `report` has all. */
enum { ACCESSES_SHOWN = 6 };

/* Standard output, then standard error, for perf_check_step(). A new string. */
static char *all_output(const struct run_step *run)
{
    GString *text = g_string_new_len(run->out->str, (gssize)run->out->len);

    if (text->len && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    g_string_append_len(text, run->err->str, (gssize)run->err->len);
    return g_string_free(text, FALSE);
}

/* The step's figures, proved at most once. NULL with a note if that fails. */
static const GPtrArray *rows_of(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    GPtrArray **rows = &judging->judgement->rows[matter->index];
    g_autofree char *text = *rows ? NULL : all_output(matter->run);
    g_autoptr(GError) error = NULL;

    if (!*rows && judging->check)
        *rows = perf_check_step(judging->check, matter->index + 1, text, &error);
    if (!*rows)
        notes_add(matter->notes, "%s", error ? error->message : judging->no_check);
    return *rows;
}

static void note_figures(const struct matter *matter, const GPtrArray *rows)
{
    struct output plain = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    figures_print(rows, &plain);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(plain.text->str), "\n", -1);
    for (char **line = lines; *line; line++)
        notes_add(matter->notes, "%s", *line);
    g_string_free(plain.text, TRUE);
}

/* "hops one and three fail" */
static char *failed_hops(const struct perf_check_row *row)
{
    const gboolean fails[] = {!row->hop_one, !row->hop_two, row->hop_three == PERF_HOP_FAILS};
    static const char *const names[] = {"one", "two", "three"};
    GString *text = g_string_new(NULL);
    unsigned n = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(fails); i++)
        if (fails[i])
            g_string_append_printf(text, "%s%s", n++ ? " and " : "", names[i]);
    g_string_prepend(text, n == 1 ? "hop " : "hops ");
    g_string_append(text, n == 1 ? " fails" : " fail");
    return g_string_free(text, FALSE);
}

static gboolean has_printed_injected(const struct perf_check_row *row)
{
    return row->hop_three == PERF_HOP_HOLDS || row->hop_three == PERF_HOP_FAILS;
}

/* Notes the hops that were made, and the names of figures without the third. */
static void note_hops(const struct matter *matter, const GPtrArray *rows)
{
    gboolean made = FALSE;

    for (guint i = 0; i < rows->len; i++)
        made |= has_printed_injected(g_ptr_array_index(rows, i));
    notes_add(matter->notes, "hops: printed = driver, driver = hardware%s",
        made ? ", printed = injected" : "");
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (!has_printed_injected(row) && row->no_hop_three)
            notes_add(
                matter->notes, "%s: without printed = injected: %s", row->event, row->no_hop_three);
    }
}

/* Names each figure without a third hop whose other hops hold. */
static gboolean judge_missing(const struct matter *matter, const GPtrArray *rows)
{
    guint n = 0;

    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (row->hop_three != PERF_HOP_NOT_MADE || row->why ||
            (matter->expect->unmodelled && row->no_hop_three == injected_unmodelled))
            continue;
        n++;
        if (!matter->expect->without)
            notes_add(matter->notes, "%s: hop three is missing: %s", row->event, row->no_hop_three);
    }
    return judge_without(matter, "injected", n);
}

/* "perf printed 179, expected 180: 1 fewer" where both are plain counts. */
static char *expected_text(const struct perf_check_row *row)
{
    guint64 printed, expected;

    if (!row->expected)
        return g_strdup_printf("perf printed %s%s%s; the right figure is unknown",
            *row->printed ? row->printed : "nothing", *row->unit ? " " : "", row->unit);
    if (!g_ascii_string_to_unsigned(row->printed, 10, 0, G_MAXUINT64, &printed, NULL) ||
        !g_ascii_string_to_unsigned(row->expected, 10, 0, G_MAXUINT64, &expected, NULL))
        return g_strdup_printf("perf printed %s%s%s, expected %s", row->printed,
            *row->unit ? " " : "", row->unit, row->expected);
    if (printed == expected)
        return g_strdup_printf("perf printed %s, as many as the hardware counted", row->printed);
    return g_strdup_printf("perf printed %s, expected %s: %" G_GUINT64_FORMAT " %s", row->printed,
        row->expected, printed < expected ? expected - printed : printed - expected,
        printed < expected ? "fewer" : "more");
}

/* The cause, the expected value, then facts and accesses, one a line. */
static void note_why(const struct matter *matter, const struct perf_check_row *row)
{
    g_autofree char *hops = failed_hops(row), *expected = expected_text(row);
    const struct perf_why *why = row->why;

    notes_add(matter->notes, "%s: %s (P%u)", row->event, why->sentence,
        perf_cause_text(why->cause)->number);
    notes_add(matter->notes, "  %s: %s", hops, expected);
    for (guint i = 0; i < why->facts->len; i++)
        notes_add(matter->notes, "  %s", (const char *)g_ptr_array_index(why->facts, i));
    for (guint i = 0; i < why->accesses->len && i < ACCESSES_SHOWN; i++)
        notes_add(matter->notes, "  %s", (const char *)g_ptr_array_index(why->accesses, i));
    if (why->accesses->len > ACCESSES_SHOWN)
        notes_add(matter->notes, "  ... and %u more", why->accesses->len - ACCESSES_SHOWN);
}

gboolean judge_perf_exact(const struct matter *matter)
{
    const GPtrArray *rows = rows_of(matter);
    gboolean ok;

    if (!rows) {
        judge_note_output(matter);
        return FALSE;
    }
    matter->judging->judgement->held += rows->len;
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (perf_check_row_holds(row)) {
            matter->judging->judgement->proved.figures++;
            matter->judging->judgement->proved.hops += perf_check_row_hops(row);
        }
        if (row->why)
            note_why(matter, row);
    }
    note_figures(matter, rows);
    note_hops(matter, rows);
    ok = judge_missing(matter, rows) && perf_check_all_hold(rows);
    if (!ok)
        judge_note_output(matter);
    return ok;
}

gboolean judge_multiplexed(const struct matter *matter)
{
    g_autofree char *text = all_output(matter->run);
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
    g_autofree char *text = all_output(matter->run);
    GArray *shares = perf_shares(text, expect->symbol);
    gboolean ok = shares->len > 0;

    for (guint i = 0; i < shares->len; i++) {
        guint share = g_array_index(shares, guint, i);
        gboolean holds = relation_compare(expect->sign, share, 100 * (gint64)expect->percent);
        g_autofree char *expected = g_strdup_printf(
            "; expected %s %u %%", relation_sign_word(expect->sign), expect->percent);

        notes_add(matter->notes, "%s: %u.%02u %%%s", expect->symbol, share / 100, share % 100,
            holds ? "" : expected);
        ok = ok && holds;
    }
    g_array_unref(shares);
    if (!ok)
        judge_note_output(matter);
    return ok;
}

static struct perf_check_samples *samples_of(const struct matter *matter)
{
    struct judging *judging = matter->judging;
    g_autofree char *text = all_output(matter->run);
    g_autoptr(GError) error = NULL;
    struct perf_check_samples *samples = NULL;
    const char **scripts = g_new(const char *, matter->index + 1);

    for (unsigned i = 0; i <= matter->index; i++)
        scripts[i] = ((const struct scenario_step *)g_ptr_array_index(judging->scenario->steps, i))
                         ->script->str;
    if (judging->check)
        samples = perf_check_step_samples(
            judging->check, matter->index + 1, text, scripts, matter->expect->filter, &error);
    g_free(scripts);
    if (!samples)
        notes_add(matter->notes, "%s", error ? error->message : judging->no_check);
    return samples;
}

/* Notes the hops of samples that are compared with executed instructions. FALSE
 * if one is missing and the scenario does not excuse it. Wrong samples need no
 * third hop. */
static gboolean judge_sample_hops(
    const struct matter *matter, const struct perf_check_samples *samples)
{
    guint made = samples->happened + samples->spoilt; /* note_values() counts the spoilt ones */
    guint missing = samples->printed > made ? samples->printed - made : 0;
    const char *why =
        samples->not_happened
            ? samples->not_happened
            : "a fault met the driver's read, or the trace does not tell what was executed";

    if (!samples->has_happened)
        why = "the machine has no oracle for its samples";
    notes_add(matter->notes, "hops: printed = driver, driver = hardware%s",
        samples->happened ? ", printed = executed" : "");
    if (missing)
        notes_add(matter->notes, "%u without printed = executed: %s", missing, why);
    return samples->wrong->len || judge_without(matter, "executed", missing);
}

/* Values that cannot be checked are not wrong. But the proof is too weak if all
 * rounds have some. */
static void note_values(const struct matter *matter, const struct perf_check_samples *samples)
{
    notes_add(matter->notes, "%u values compared", samples->values - samples->disturbed);
    if (samples->disturbed)
        notes_add(matter->notes,
            "%u values of %u rounds cannot be checked: the guest itself changed the counter during "
            "the round",
            samples->disturbed, samples->spoilt);
}

gboolean judge_samples(const struct matter *matter)
{
    struct perf_check_samples *samples = samples_of(matter);
    gboolean ok, hops;

    if (!samples)
        return FALSE;
    notes_add_lines(matter->notes, samples->wrong, JUDGE_FAULTS_SHOWN);
    notes_add(matter->notes,
        "%u samples latched, %u taken by the driver, %u printed, %u lines wrong", samples->latched,
        samples->taken, samples->printed, samples->wrong->len);
    if (matter->expect->filter)
        notes_add(matter->notes, "%u of them dropped by the driver", samples->dropped);
    hops = judge_sample_hops(matter, samples);
    if (samples->values)
        note_values(matter, samples);
    matter->judging->judgement->held +=
        samples->values ? samples->values - samples->disturbed : samples->printed;
    if (!samples->wrong->len) {
        matter->judging->judgement->proved.samples += samples->printed;
        matter->judging->judgement->proved.executed += samples->happened;
    }
    ok = hops && samples->printed && samples->printed + samples->dropped == samples->taken &&
         !samples->wrong->len && samples->spoilt < samples->printed;
    perf_check_samples_free(samples);
    if (!ok)
        judge_note_output(matter);
    return ok;
}

/* ---- relations: figures of one step, or of several ---- */

/* A figure without a unit is the count. A figure in MiB has lost digits, so its
 * underlying count is used. */
static gint64 count_of(const struct perf_check_row *row)
{
    guint64 printed;

    if (g_ascii_string_to_unsigned(row->printed, 10, 0, G_MAXINT64, &printed, NULL))
        return (gint64)printed;
    return (gint64)row->driver;
}

/* Adds up the figures of one event, over sockets and runs of perf. A prefix
 * "S1:" of the event's name picks a socket. */
static gboolean look_up_event(const char *event, gint64 *count, const GPtrArray *rows)
{
    gboolean found = FALSE;
    int socket = -1;
    char *end;

    if (*event == 'S' && g_ascii_isdigit(event[1])) {
        socket = (int)strtol(event + 1, &end, 10);
        event = *end == ':' ? end + 1 : event;
    }
    *count = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        if (strcmp(row->event, event) || !g_ascii_isdigit(*row->printed) ||
            (socket >= 0 && row->socket != socket))
            continue;
        *count += count_of(row);
        found = TRUE;
    }
    return found;
}

/* A line "NAME: N" is a figure printed by the script itself; the last one
 * counts. A hexadecimal address may have all 64 bits. */
static gboolean look_up_figure(const char *name, gint64 *count, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    size_t n = strlen(name);
    gboolean found = FALSE;
    guint64 figure;

    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, name) && g_str_has_prefix(*line + n, ": ") &&
            register_parse_number(*line + n + 2, &figure) &&
            (figure <= G_MAXINT64 || g_str_has_prefix(*line + n + 2, "0x"))) {
            *count = (gint64)figure;
            found = TRUE;
        }
    return found;
}

static gboolean look_up_samples(const char *name, gint64 *count, const struct matter *matter)
{
    struct perf_check *check = matter->judging->check;
    struct perf_check_samples *samples;
    gboolean found;

    if (strchr(name, ':'))
        return check && perf_check_round(check, matter->index + 1, name, count);
    samples = samples_of(matter);
    found = samples && perf_check_samples_figure(samples, name, count);
    perf_check_samples_free(samples);
    return found;
}

/* "FIGURE@STEP" is a figure of another step. Returns the figure's name, a new
 * string, and points @matter to that step; NULL if @event is none. */
static char *cut_step(const char *event, struct matter *matter)
{
    const struct scenario *scenario = matter->judging->scenario;
    const char *at = strrchr(event, '@');

    for (unsigned i = 0; at && i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        if (strcmp(step->name, at + 1) || !matter->judging->record->steps[i].reached)
            continue;
        matter->step = step;
        matter->run = &matter->judging->record->steps[i];
        matter->index = i;
        return g_strndup(event, (gsize)(at - event));
    }
    return NULL;
}

/* A relation_lookup. */
static gboolean look_up(const char *event, gint64 *count, gpointer data)
{
    struct matter of = *(const struct matter *)data;
    const struct machine *machine = of.judging->scenario->machine;
    g_autofree char *name = cut_step(event, &of);
    const GPtrArray *rows;

    if (name)
        event = name;
    if (step_shown_is(event)) {
        const struct trace_part part = judge_part(&of);

        return step_shown_figure(machine, &part, event, count);
    }
    if (step_writes_figure(machine->model, of.judging->record->records, of.index + 1, event, count))
        return TRUE;
    if (g_str_has_prefix(event, "write:"))
        return FALSE;
    if (g_str_has_prefix(event, "samples:"))
        return look_up_samples(event + strlen("samples:"), count, &of);
    if (look_up_figure(event, count, of.run->out->str))
        return TRUE;
    rows = rows_of(&of);
    return rows && look_up_event(event, count, rows);
}

/* Notes the writer of a register with a wrong value or a wrong number of
 * writes; for "write:REGISTER = N" also the wrong fields. FALSE: the relation
 * is not about writes. */
static gboolean note_writes(const struct matter *matter)
{
    const struct relation *relation = matter->expect->relation;
    guint64 number;
    gboolean equal = relation_is_number(relation, &number);
    const char *event;
    guint n = 0;

    for (guint i = 0; (event = relation_event(relation, i)); i++) {
        struct matter other = *matter;
        g_autofree char *name = cut_step(event, &other);
        g_autofree char *text = step_writes_text(matter->judging->scenario->machine->model,
            matter->judging->record->records, other.index + 1, name ? name : event,
            equal ? &number : NULL);

        if (text)
            notes_add(matter->notes, "%s", text);
        n += text != NULL;
    }
    return n > 0;
}

gboolean judge_relation(const struct matter *matter)
{
    const GPtrArray *expects = matter->step->expects;
    const GPtrArray *rows;
    g_autofree char *why = NULL;
    gboolean exact = FALSE; /* the notes contain the step's figures anyway */
    gboolean ok =
        relation_holds(matter->expect->relation, look_up, (gpointer)(guintptr)matter, &why);

    notes_add(matter->notes, "%s", why);
    if (ok || note_writes(matter))
        return ok;
    for (guint i = 0; i < expects->len; i++)
        exact = exact ||
                ((const struct expect *)g_ptr_array_index(expects, i))->kind == EXPECT_PERF_EXACT;
    rows = matter->judging->judgement->rows[matter->index];
    /* Names missing from perf's output are probably typos: show the printed
     * names. */
    if (!rows)
        judge_note_output(matter);
    else if (!exact)
        note_figures(matter, rows);
    return FALSE;
}
