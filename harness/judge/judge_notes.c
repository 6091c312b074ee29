/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/judge/judge_matter.h"

#include <string.h>

#define OUTPUT_LINES_SHOWN 40

GPtrArray *judge_notes_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

void judge_note(GPtrArray *notes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(notes, g_strdup_vprintf(format, args));
    va_end(args);
}

void judge_note_text(GPtrArray *notes, const char *title, const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(copy), "\n", -1);
    guint n = g_strv_length(lines), first = n > OUTPUT_LINES_SHOWN ? n - OUTPUT_LINES_SHOWN : 0;

    if (!*copy)
        return;
    judge_note(notes, first ? "%s, last %u lines:" : "%s:", title, n - first);
    for (guint i = first; i < n; i++)
        judge_note(notes, "| %s", lines[i]);
}

void judge_note_output(const struct matter *matter)
{
    judge_note_text(matter->notes, "standard output", matter->run->out->str, matter->run->out->len);
    judge_note_text(matter->notes, "standard error", matter->run->err->str, matter->run->err->len);
}

char *judge_all_output(const struct run_step *run)
{
    GString *text = g_string_new_len(run->out->str, (gssize)run->out->len);

    if (text->len && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    g_string_append_len(text, run->err->str, (gssize)run->err->len);
    return g_string_free(text, FALSE);
}

gboolean judge_matches(const GRegex *regex, const char *text, gsize length)
{
    return g_regex_match_full(regex, text, (gssize)length, 0, 0, NULL, NULL);
}
