/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on a run, and the notes that explain them. */
#include "harness/judge/verdict.h"

#define OUTPUT_LINES_SHOWN 40

static void verdict_free(gpointer data)
{
    struct verdict *verdict = data;

    g_free(verdict->what);
    g_ptr_array_unref(verdict->notes);
    g_free(verdict);
}

struct judgement *judgement_new(unsigned n_steps)
{
    struct judgement *judgement = g_new0(struct judgement, 1);

    judgement->n_steps = n_steps;
    judgement->ok = TRUE;
    judgement->verdicts = g_ptr_array_new_with_free_func(verdict_free);
    judgement->rows = g_new0(GPtrArray *, n_steps);
    return judgement;
}

struct verdict *judgement_add(
    struct judgement *judgement, unsigned step, char *what, gboolean ok, GPtrArray *notes)
{
    struct verdict *verdict = g_new0(struct verdict, 1);

    *verdict = (struct verdict){.what = what, .ok = ok, .step = step, .notes = notes};
    g_ptr_array_add(judgement->verdicts, verdict);
    judgement->ok = judgement->ok && ok;
    return verdict;
}

void judgement_refuse(struct judgement *judgement, const char *why)
{
    judgement->ok = FALSE;
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);

        verdict->ok = FALSE;
        g_ptr_array_set_size(verdict->notes, 0);
        notes_add(verdict->notes, "%s", why);
    }
}

const char *judgement_first_failure(const struct judgement *judgement)
{
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);

        if (!verdict->ok)
            return verdict->what;
    }
    return NULL;
}

void judgement_free(struct judgement *judgement)
{
    if (!judgement)
        return;
    for (guint i = 0; i < judgement->n_steps; i++)
        if (judgement->rows[i])
            g_ptr_array_unref(judgement->rows[i]);
    g_free(judgement->rows);
    g_ptr_array_unref(judgement->verdicts);
    g_free(judgement);
}

GPtrArray *notes_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

void notes_add(GPtrArray *notes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(notes, g_strdup_vprintf(format, args));
    va_end(args);
}

void notes_add_lines(GPtrArray *notes, const GPtrArray *lines, guint most)
{
    for (guint i = 0; i < MIN(lines->len, most); i++)
        notes_add(notes, "%s", (const char *)g_ptr_array_index(lines, i));
}

void notes_add_text(GPtrArray *notes, const char *title, const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(copy), "\n", -1);
    guint n = g_strv_length(lines), first = n > OUTPUT_LINES_SHOWN ? n - OUTPUT_LINES_SHOWN : 0;

    if (!*copy)
        return;
    notes_add(notes, first ? "%s, last %u lines:" : "%s:", title, n - first);
    for (guint i = first; i < n; i++)
        notes_add(notes, "| %s", lines[i]);
}
