/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes TAP for `pmulab run`. */
#include "harness/report/tap.h"

#include "harness/base/append.h"

void tap_plan(GString *text, unsigned n)
{
    g_string_append_printf(text, "TAP version 13\n1..%u\n", n);
}

/* A bare # would begin a directive, such as "# skip". */
static void append_description(GString *text, const char *description)
{
    g_autoptr(GString) line = g_string_new(NULL);

    append_printable(line, description);
    for (const char *at = line->str; *at; at++) {
        if (*at == '#')
            g_string_append_c(text, '\\');
        g_string_append_c(text, *at == '\n' ? ' ' : *at);
    }
}

void tap_point(GString *text, unsigned number, gboolean ok, const char *description)
{
    g_string_append_printf(text, "%sok %u - ", ok ? "" : "not ", number);
    append_description(text, description);
    g_string_append_c(text, '\n');
}

void tap_skip(GString *text, unsigned number, const char *description, const char *reason)
{
    g_string_append_printf(text, "ok %u - ", number);
    append_description(text, description);
    g_string_append_printf(text, " # SKIP %s\n", reason);
}

void tap_comment(GString *text, const char *line)
{
    g_string_append(text, *line ? "# " : "#");
    append_printable(text, line);
    g_string_append_c(text, '\n');
}

#define INDENT "    "

void tap_subtest(GString *text, unsigned number, gboolean ok, const char *description, unsigned n,
    const char *points)
{
    g_auto(GStrv) lines = g_strsplit(points, "\n", -1);

    g_string_append(text, "# Subtest: ");
    append_description(text, description);
    g_string_append_printf(text, "\n" INDENT "1..%u\n", n);
    for (char **line = lines; *line; line++)
        if (**line)
            g_string_append_printf(text, INDENT "%s\n", *line);
    tap_point(text, number, ok, description);
}

void tap_judgement(
    GString *text, unsigned first, const char *path, const struct judgement *judgement)
{
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);
        g_autofree char *description = g_strdup_printf("%s: %s", path, verdict->what);

        tap_point(text, first + i, verdict->ok, description);
        for (guint k = 0; k < verdict->notes->len; k++)
            tap_comment(text, g_ptr_array_index(verdict->notes, k));
    }
}
