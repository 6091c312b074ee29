/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the output of `perf stat`: tables, -I, -x, and the lines of -v and
 * -vv. */
#include "harness/proof/perf_output.h"

#include <stdlib.h>
#include <string.h>

#define NOT_COUNTED   "<not counted>"
#define NOT_SUPPORTED "<not supported>"

/* State of the parser. */
struct reader {
    struct perf_output *out;
    gboolean in_table; /* between "Performance counter stats for" and "time elapsed" */
    /* the current run has printed figures, so a new heading begins another
     * run */
    gboolean run_shows;
    gboolean csv;                 /* those figures are in -x form */
    const struct perf_row *timed; /* the latest row of -I, as long as only its run's text follows */
};

static void row_free(gpointer data)
{
    struct perf_row *row = data;

    g_free(row->part);
    g_free(row->figure);
    g_free(row->unit);
    g_free(row->event);
    g_free(row->cgroup);
    g_free(row->time);
    g_free(row);
}

static void count_free(gpointer data)
{
    struct perf_count *count = data;

    g_free(count->event);
    g_free(count);
}

void perf_output_free(struct perf_output *output)
{
    if (!output)
        return;
    g_ptr_array_unref(output->rows);
    g_ptr_array_unref(output->counts);
    g_free(output);
}

/* Ensures a current run without figures, for text that perf prints before
 * them. */
static void before_figures(struct reader *r)
{
    r->timed = NULL;
    if (!r->out->n_runs || r->run_shows)
        r->out->n_runs++;
    r->run_shows = FALSE;
}

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}

/* Cuts the next word off *@s. A new string, empty at the end. */
static char *take_word(const char **s)
{
    size_t n;
    char *word;

    *s = skip_spaces(*s);
    n = strcspn(*s, " \t");
    word = g_strndup(*s, n);
    *s += n;
    return word;
}

static gboolean is_figure(const char *word)
{
    return g_ascii_isdigit(*word) && word[strspn(word, "0123456789,.")] == '\0';
}

static enum perf_row_state state_of(const char *figure)
{
    if (!strcmp(figure, NOT_COUNTED))
        return PERF_NOT_COUNTED;
    return strcmp(figure, NOT_SUPPORTED) ? PERF_COUNTED : PERF_NOT_SUPPORTED;
}

/* Cuts a figure, or the text in its place, off *@s. Returns NULL and leaves *@s
 * alone if there is none. */
static char *take_figure(const char **s)
{
    static const char *const substitutes[] = {NOT_COUNTED, NOT_SUPPORTED};
    const char *rest = skip_spaces(*s);
    char *word;

    for (size_t i = 0; i < G_N_ELEMENTS(substitutes); i++)
        if (g_str_has_prefix(rest, substitutes[i])) {
            *s = rest + strlen(substitutes[i]);
            return g_strdup(substitutes[i]);
        }
    word = take_word(&rest);
    if (!is_figure(word)) {
        g_free(word);
        return NULL;
    }
    *s = rest;
    return word;
}

/* "S1" is socket 1. */
static gboolean is_socket(const char *word, int *socket)
{
    char *end;

    if (*word != 'S' || !g_ascii_isdigit(word[1]))
        return FALSE;
    *socket = (int)strtol(word + 1, &end, 10);
    return *end == '\0';
}

/* Words for restrictions other than --per-socket: -A, --per-die, --per-core,
 * --per-node. */
static gboolean is_part(const char *word)
{
    const char *digits = word + strcspn(word, "0123456789");
    size_t letters = (size_t)(digits - word);

    return *digits && ((letters == 3 && g_str_has_prefix(word, "CPU")) ||
                          (letters == 1 && (*word == 'S' || *word == 'N')));
}

/* Takes the row's restriction and, in tables, the number of CPUs in its sum. */
static void take_restriction(struct perf_row *row, const char **s)
{
    const char *rest = *s;
    g_autofree char *word = take_word(&rest);

    if (!is_part(word))
        return;
    if (!is_socket(word, &row->socket))
        row->part = g_strdup(word);
    if (!g_str_has_prefix(word, "CPU"))
        g_free(take_word(&rest));
    *s = rest;
}

/* Whether @s ends with the share of the time in which the event ran:
 * "(85.71%)". */
static gboolean has_share(const char *s)
{
    const char *bracket = strrchr(s, '(');
    double percent;
    char *end;

    if (!bracket)
        return FALSE;
    percent = g_ascii_strtod(bracket + 1, &end);
    return end != bracket + 1 && percent >= 0 && g_str_has_prefix(end, "%)");
}

/* Remarks that may follow an event's name: a metric after '#', "( +- 1.2%)" and
 * "(80.03%)". FALSE for other text. */
static gboolean read_remarks(struct perf_row *row, const char *s)
{
    s = skip_spaces(s);
    if (*s && *s != '#' && *s != '(' && *s != '[')
        return FALSE;
    row->mean = strstr(s, "+-") != NULL;
    row->scaled = has_share(s);
    return TRUE;
}

/* Adds @row to the current run. */
static void add_row(struct reader *r, struct perf_row *row)
{
    row->state = state_of(row->figure);
    row->run = r->out->n_runs - 1;
    r->run_shows = TRUE;
    g_ptr_array_add(r->out->rows, row);
}

static struct perf_row *row_new(void)
{
    struct perf_row *row = g_new0(struct perf_row, 1);

    row->socket = -1;
    return row;
}

static gboolean begins_remark(const char *word)
{
    return strchr("#([", *word) != NULL; /* also at the line's end */
}

/* "GROUP", after the event's name, or nothing. */
static void take_cgroup(struct perf_row *row, const char **s)
{
    const char *rest = *s;
    char *word = take_word(&rest);

    if (begins_remark(word) || !begins_remark(skip_spaces(rest))) {
        g_free(word);
        return;
    }
    row->cgroup = word;
    *s = rest;
}

static gboolean read_table_row(struct perf_row *row, const char *line)
{
    char *second;

    take_restriction(row, &line);
    row->figure = take_figure(&line);
    if (!row->figure)
        return FALSE;
    row->unit = take_word(&line);
    second = take_word(&line);
    if (!begins_remark(second)) {
        row->event = second;
        take_cgroup(row, &line);
        return read_remarks(row, line);
    }
    /* A single word is the event's name: there is no unit. */
    line -= strlen(second);
    g_free(second);
    row->event = row->unit;
    row->unit = g_strdup("");
    return *row->event && read_remarks(row, line);
}

/* A second metric of an event has a separate line, which ends with the share of
 * the time. */
static gboolean continues_row(struct reader *r, const char *line)
{
    struct perf_row *row =
        r->out->rows->len ? g_ptr_array_index(r->out->rows, r->out->rows->len - 1) : NULL;

    if (!row || *skip_spaces(line) != '#')
        return FALSE;
    row->scaled |= has_share(line);
    return TRUE;
}

static void table_line(struct reader *r, const char *line)
{
    struct perf_row *row;

    if (strstr(line, "time elapsed")) {
        r->in_table = FALSE;
        return;
    }
    if (continues_row(r, line))
        return;
    row = row_new();
    if (read_table_row(row, line))
        add_row(r, row);
    else
        row_free(row);
}

/* Cuts the next field off *@s. Within slashes, which enclose an event's terms,
 * a comma does not end it. */
static char *take_field(const char **s)
{
    const char *end = *s;
    gboolean inside = FALSE;
    char *field;

    for (; *end && (inside || *end != ','); end++)
        inside ^= *end == '/';
    field = g_strndup(*s, (size_t)(end - *s));
    *s = *end ? end + 1 : end;
    return field;
}

static gboolean is_digits(const char *word)
{
    return *word && word[strspn(word, "0123456789")] == '\0';
}

/* Takes "S0,2," of --per-socket and similar options. */
static void take_csv_restriction(struct perf_row *row, const char **s)
{
    const char *rest = *s;
    g_autofree char *field = take_field(&rest);

    if (!is_part(field))
        return;
    if (!is_socket(field, &row->socket))
        row->part = g_strdup(field);
    if (!g_str_has_prefix(field, "CPU"))
        g_free(take_field(&rest));
    *s = rest;
}

/* Takes "GROUP," if a number or a deviation does not come at once. */
static void take_csv_cgroup(struct perf_row *row, const char **s)
{
    const char *rest = *s;
    char *field = take_field(&rest);

    if (!*field || is_digits(field) || g_str_has_suffix(field, "%")) {
        g_free(field);
        return;
    }
    row->cgroup = field;
    *s = rest;
}

/* "VALUE,UNIT,EVENT,RUNNING,PERCENT,..."; with -r a deviation in percent comes
 * before RUNNING, and a cgroup before both. */
static gboolean read_csv_row(struct perf_row *row, const char *line)
{
    g_autofree char *running = NULL;
    g_autofree char *percent = NULL;
    double share;
    char *end;

    take_csv_restriction(row, &line);
    row->figure = take_field(&line);
    if ((!is_figure(row->figure) || strchr(row->figure, ',')) &&
        state_of(row->figure) == PERF_COUNTED)
        return FALSE;
    row->unit = take_field(&line);
    row->event = take_field(&line);
    take_csv_cgroup(row, &line);
    running = take_field(&line);
    row->mean = g_str_has_suffix(running, "%");
    if (row->mean) {
        g_free(running);
        running = take_field(&line);
    }
    percent = take_field(&line);
    share = g_ascii_strtod(percent, &end);
    row->scaled = share < 100;
    return *row->event && is_digits(running) && end != percent && !*end;
}

/* ---- -I ---- */

/* "1.001073370": perf prints nanoseconds. */
static gboolean is_time(const char *word)
{
    const char *point = strchr(word, '.');

    return point && point > word && strspn(word, "0123456789") == (size_t)(point - word) &&
           is_digits(point + 1) && strlen(point + 1) == 9;
}

/* A line in a table of -I: the time, then an ordinary row. */
static gboolean timed_line(struct reader *r, const char *line)
{
    const char *rest = line;
    g_autofree char *word = take_word(&rest);
    g_autofree char *field = NULL;
    struct perf_row *row;
    gboolean is_row;

    if (is_time(word) && r->timed && continues_row(r, rest))
        return TRUE;
    row = row_new();
    is_row = is_time(word) && read_table_row(row, rest);
    if (!is_row) {
        rest = skip_spaces(line);
        field = take_field(&rest);
        is_row = is_time(field) && read_csv_row(row, rest);
    }
    if (!is_row) {
        row_free(row);
        return FALSE;
    }
    row->time = field ? g_steal_pointer(&field) : g_steal_pointer(&word);
    if (!r->timed || g_ascii_strtod(row->time, NULL) < g_ascii_strtod(r->timed->time, NULL)) {
        before_figures(r);
        row->table = 1;
    } else {
        row->table = r->timed->table + (strcmp(row->time, r->timed->time) != 0);
    }
    add_row(r, row);
    r->timed = row;
    return TRUE;
}

static gboolean csv_line(struct reader *r, const char *line)
{
    struct perf_row *row = row_new();
    gboolean again = !r->csv; /* else the run has a figure for the same event and place */

    if (!read_csv_row(row, line)) {
        row_free(row);
        return FALSE;
    }
    for (guint i = r->out->rows->len; i && !again; i--) {
        const struct perf_row *other = g_ptr_array_index(r->out->rows, i - 1);

        if (other->run + 1 != r->out->n_runs)
            break;
        again = other->socket == row->socket && !g_strcmp0(other->part, row->part) &&
                !g_strcmp0(other->cgroup, row->cgroup) && !strcmp(other->event, row->event);
    }
    if (again)
        before_figures(r);
    r->csv = TRUE;
    add_row(r, row);
    return TRUE;
}

/* Cuts a number after a space off the end of @s. */
static gboolean cut_number(char *s, guint64 *number)
{
    char *space = strrchr(s, ' ');

    if (!space || !is_digits(space + 1))
        return FALSE;
    *number = g_ascii_strtoull(space + 1, NULL, 10);
    *space = '\0';
    return TRUE;
}

/* "EVENT: VALUE ENABLED RUNNING", with -vv "EVENT: CPU: VALUE ENABLED
 * RUNNING". */
static gboolean read_count(struct perf_count *count, char *line)
{
    guint64 cpu;

    if (!cut_number(line, &count->running) || !cut_number(line, &count->enabled) ||
        !cut_number(line, &count->value) || !g_str_has_suffix(line, ":"))
        return FALSE;
    line[strlen(line) - 1] = '\0';
    count->cpu = -1;
    if (strchr(line, ' ') && cut_number(line, &cpu)) {
        if (!g_str_has_suffix(line, ":"))
            return FALSE;
        line[strlen(line) - 1] = '\0';
        count->cpu = (int)cpu;
    }
    count->event = g_strdup(line);
    return *line && !strchr(line, ' ');
}

static gboolean count_line(struct reader *r, const char *line)
{
    struct perf_count *count = g_new0(struct perf_count, 1);
    g_autofree char *copy = g_strdup(line);

    if (!read_count(count, copy)) {
        count_free(count);
        return FALSE;
    }
    if (r->timed) {
        count_free(count);
        return TRUE;
    }
    before_figures(r);
    r->csv = FALSE;
    count->run = r->out->n_runs - 1;
    g_ptr_array_add(r->out->counts, count);
    return TRUE;
}

struct perf_output *perf_output_parse(const char *text)
{
    struct reader r = {.out = g_new0(struct perf_output, 1)};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    r.out->rows = g_ptr_array_new_with_free_func(row_free);
    r.out->counts = g_ptr_array_new_with_free_func(count_free);
    for (char **each = lines; *each; each++) {
        const char *line = g_strchomp(*each);

        if (strstr(line, "Performance counter stats for")) {
            before_figures(&r);
            r.in_table = TRUE;
            r.csv = FALSE;
        } else if (r.in_table)
            table_line(&r, line);
        else if (timed_line(&r, line))
            r.csv = FALSE;
        else if (!count_line(&r, line) && !csv_line(&r, line) && *line)
            r.csv = FALSE;
    }
    return r.out;
}

void perf_row_settle(struct perf_row *row)
{
    g_free(row->cgroup);
    row->cgroup = row->event;
    row->event = row->unit;
    row->unit = g_strdup("");
}
