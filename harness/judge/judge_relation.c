/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of a step, or of several, against each other. */
#include "harness/judge/judge_matter.h"
#include "harness/judge/step_writes.h"

#include <string.h>

/* An event's name without the socket that "S1:" in front of it picks; -1 picks all. */
static const char *cut_socket(const char *event, int *socket)
{
    char *end;

    *socket = -1;
    if (*event != 'S' || !g_ascii_isdigit(event[1]))
        return event;
    *socket = (int)strtol(event + 1, &end, 10);
    return *end == ':' ? end + 1 : event;
}

/* A figure that isn't in units is what perf printed; one in MiB has lost digits, the count behind it has not.
 */
static gint64 count_of(const struct perf_check_row *row)
{
    guint64 printed;

    if (g_ascii_string_to_unsigned(row->printed, 10, 0, G_MAXINT64, &printed, NULL))
        return (gint64)printed;
    return (gint64)row->driver;
}

/* Figures of one event add up, over sockets and runs of perf. */
static gboolean look_up_event(const char *event, gint64 *count, const GPtrArray *rows)
{
    gboolean found = FALSE;
    int socket;

    event = cut_socket(event, &socket);
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

/* "NAME: N", a line of its own: a figure that the script itself has printed; the last one counts. */
static gboolean look_up_figure(const char *name, gint64 *count, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    size_t n = strlen(name);
    gboolean found = FALSE;
    guint64 figure;

    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, name) && g_str_has_prefix(*line + n, ": ") &&
            g_ascii_string_to_unsigned(*line + n + 2, 10, 0, G_MAXINT64, &figure, NULL)) {
            *count = (gint64)figure;
            found = TRUE;
        }
    return found;
}

static gboolean look_up_samples(const char *name, gint64 *count, const struct matter *matter)
{
    struct perf_check_samples *samples;

    gboolean found;

    samples = judge_samples_of(matter);
    found = samples && perf_check_samples_figure(samples, name, count);
    perf_check_samples_free(samples);
    return found;
}

/* "FIGURE@STEP" is a figure of another step. Returns the figure's name, a new string, with @matter then being
 * of that step; or NULL where @event is none. */
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

static gboolean look_up_in(const char *event, gint64 *count, const struct matter *matter)
{
    const GPtrArray *rows;

    if (step_writes_figure(matter->judging->scenario->machine->model, matter->judging->record->records,
            matter->index + 1, event, count))
        return TRUE;
    if (g_str_has_prefix(event, "samples:"))
        return look_up_samples(event + strlen("samples:"), count, matter);
    if (look_up_figure(event, count, matter->run->out->str))
        return TRUE;
    rows = judge_rows(matter);
    return rows && look_up_event(event, count, rows);
}

/* A relation_lookup. */
static gboolean look_up(const char *event, gint64 *count, gpointer data)
{
    struct matter other = *(const struct matter *)data;
    g_autofree char *name = cut_step(event, &other);

    return look_up_in(name ? name : event, count, &other);
}

/* Whether the step's figures are among the notes anyway. */
static gboolean expects_exact(const struct scenario_step *step)
{
    for (guint i = 0; i < step->expects->len; i++)
        if (((const struct expect *)g_ptr_array_index(step->expects, i))->kind == EXPECT_PERF_EXACT)
            return TRUE;
    return FALSE;
}

gboolean judge_relation(const struct matter *matter)
{
    const GPtrArray *rows;
    g_autofree char *why = NULL;
    gboolean ok = relation_holds(matter->expect->relation, look_up, (gpointer)(guintptr)matter, &why);

    judge_note(matter->notes, "%s", why);
    rows = matter->judging->judgement->rows[matter->index];
    /* Names that perf did not print are easily mistyped ones: show those that it did. */
    if (!ok && rows && !expects_exact(matter->step))
        judge_note_figures(matter, rows);
    if (!ok && !rows)
        judge_note_output(matter);
    return ok;
}
