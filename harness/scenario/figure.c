/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses a figure's expected value, and compares. */
#include "harness/scenario/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORM                                                                                       \
    "'figure /REGEX/ = EVENT + EVENT * N per second over reads N to N within N', where all after " \
    "the first "                                                                                   \
    "EVENT can be left out"

/* ---- words ---- */

/* The words of @text. One that begins with a slash ends with the next. */
static GPtrArray *split(const char *text)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);

    while (*(text += strspn(text, " \t"))) {
        const char *end = text + 1;

        if (*text == '/') {
            while (*end && *end != '/')
                end += *end == '\\' && end[1] ? 2 : 1;
            end += *end != '\0';
        } else
            end = text + strcspn(text, " \t");
        g_ptr_array_add(words, g_strndup(text, (gsize)(end - text)));
        text = end;
    }
    g_ptr_array_add(words, g_strdup(""));
    return words;
}

struct reader {
    GPtrArray *words; /* up to an empty one */
    guint next;
    char *wrong;
};

static const char *word(const struct reader *r)
{
    return g_ptr_array_index(r->words, r->next);
}

static gboolean take(struct reader *r, const char *text)
{
    if (strcmp(word(r), text))
        return FALSE;
    r->next++;
    return TRUE;
}

static gboolean fail(struct reader *r, const char *expected)
{
    if (!r->wrong)
        r->wrong = *word(r) ? g_strdup_printf("figure: '%s'; expected %s", word(r), expected)
                            : g_strdup_printf("figure: nothing more; expected %s", expected);
    return FALSE;
}

static gboolean take_number(struct reader *r, double *number)
{
    char *end;

    *number = g_ascii_strtod(word(r), &end);
    if (!g_ascii_isdigit(*word(r)) || *end || !isfinite(*number))
        return fail(r, "a number");
    r->next++;
    return TRUE;
}

static gboolean take_count(struct reader *r, guint *count)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(word(r), 10, 1, G_MAXUINT, &number, NULL))
        return fail(r, "the number of a read, from 1");
    *count = (guint)number;
    r->next++;
    return TRUE;
}

/* An expression with a group, between slashes. */
static gboolean take_regex(struct reader *r, GRegex **regex)
{
    const char *text = word(r);
    gsize n = strlen(text);
    g_autofree char *pattern = NULL;
    g_autoptr(GError) error = NULL;

    if (n < 3 || *text != '/' || text[n - 1] != '/')
        return fail(r, "a regular expression /.../ whose first group is the figure");
    pattern = g_strndup(text + 1, n - 2);
    *regex = g_regex_new(pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, &error);
    if (!*regex)
        return fail(r, "a regular expression in Perl's syntax");
    if (!g_regex_get_capture_count(*regex))
        return fail(r, "a group (...) in it, which is the figure");
    r->next++;
    return TRUE;
}

/* ---- parts ---- */

static gboolean take_term(struct reader *r, struct figure *figure)
{
    const char *event = word(r);
    struct figure_term *term;
    int socket = -1;

    if (*event == 'S' && g_ascii_isdigit(event[1]) && strchr(event, ':')) {
        socket = atoi(event + 1);
        event = strchr(event, ':') + 1;
    }
    if (!g_ascii_isalpha(*event))
        return fail(r, "an event as perf names it");
    g_array_set_size(figure->terms, figure->terms->len + 1);
    term = &g_array_index(figure->terms, struct figure_term, figure->terms->len - 1);
    *term = (struct figure_term){g_strdup(event), socket};
    r->next++;
    return TRUE;
}

static gboolean take_per(struct reader *r, struct figure *figure)
{
    figure->per = take(r, "second") ? FIGURE_PER_SECOND : FIGURE_PER_PRINTED;
    return figure->per == FIGURE_PER_SECOND ||
           (*word(r) == '/' ? take_regex(r, &figure->divisor)
                            : fail(r, "'second' or /REGEX/ after 'per'"));
}

static gboolean take_over(struct reader *r, struct figure *figure)
{
    if (!take(r, "reads") || !take_count(r, &figure->from) || !take(r, "to") ||
        !take_count(r, &figure->to))
        return fail(r, "'reads N to N' after 'over'");
    if (figure->from < figure->to)
        return TRUE;
    r->next--;
    return fail(r, "a read after the first one");
}

static gboolean take_tolerance(struct reader *r, struct figure *figure)
{
    static const struct {
        const char *unit;
        double ns;
    } times[] = {{"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
    double number;

    if (!take_number(r, &number))
        return FALSE;
    if (take(r, "%")) {
        figure->within_percent += number;
        return TRUE;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(times); i++)
        if (!strcmp(word(r), times[i].unit)) {
            figure->within_ns += number * times[i].ns;
            if (figure->per != FIGURE_PER_SECOND)
                return fail(r, "'per second' before a tolerance in time");
            r->next++;
            return TRUE;
        }
    figure->within += number;
    return TRUE;
}

static gboolean take_all(struct reader *r, struct figure *figure)
{
    if (!take_regex(r, &figure->regex))
        return FALSE;
    if (!take(r, "="))
        return fail(r, "'=' after the expression");
    do
        if (!take_term(r, figure))
            return FALSE;
    while (take(r, "+"));
    if ((take(r, "*") && !take_number(r, &figure->scale)) ||
        (take(r, "per") && !take_per(r, figure)) || (take(r, "over") && !take_over(r, figure)))
        return FALSE;
    if (take(r, "within"))
        do
            if (!take_tolerance(r, figure))
                return FALSE;
        while (take(r, "+"));
    return !*word(r) || fail(r, FORM);
}

static void term_clear(gpointer data)
{
    g_free(((struct figure_term *)data)->event);
}

struct figure *figure_parse(const char *text, char **wrong)
{
    g_autoptr(GPtrArray) words = split(text);
    struct reader r = {.words = words};
    struct figure *figure = g_new0(struct figure, 1);

    figure->scale = 1;
    figure->terms = g_array_new(FALSE, FALSE, sizeof(struct figure_term));
    g_array_set_clear_func(figure->terms, term_clear);
    if (take_all(&r, figure))
        return figure;
    *wrong = r.wrong;
    figure_free(figure);
    return NULL;
}

void figure_free(struct figure *figure)
{
    if (!figure)
        return;
    if (figure->regex)
        g_regex_unref(figure->regex);
    if (figure->divisor)
        g_regex_unref(figure->divisor);
    g_array_unref(figure->terms);
    g_free(figure);
}

/* ---- comparing ---- */

/* Counts are below 2^53, so doubles hold them exactly: a figure without scale
 * is compared to the last event. */
gboolean figure_holds(
    const struct figure *figure, const struct figure_facts *facts, double *truth, double *allowed)
{
    *truth = (double)facts->events * figure->scale;
    if (figure->per != FIGURE_PER_NOTHING)
        *truth /= facts->divisor;
    *allowed = figure->within + *truth * figure->within_percent / 100;
    if (figure->within_ns > 0)
        *allowed += *truth * figure->within_ns / (facts->divisor * 1e9);
    return fabs(facts->printed - *truth) <= *allowed;
}

gboolean figure_find(const GRegex *regex, const char *text, double *number, char **wrong)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_autofree char *group = NULL;
    char *end = NULL;

    if (!g_regex_match(regex, text, 0, &match)) {
        *wrong =
            g_strdup_printf("nothing that was printed matches /%s/", g_regex_get_pattern(regex));
        return FALSE;
    }
    group = g_match_info_fetch(match, 1);
    *number = g_ascii_strtod(group, &end);
    if (*group && !*end && isfinite(*number))
        return TRUE;
    *wrong = g_strdup_printf("'%s' is not a number", group);
    return FALSE;
}
