/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects why a figure is not proved. */
#include "harness/proof/perf_why.h"

const struct perf_cause_text *perf_cause_text(enum perf_cause cause)
{
#define PERF_CAUSE_TEXT(name, number, title, text) {number, title, text},
    static const struct perf_cause_text texts[PERF_CAUSES_N] = {PERF_CAUSES(PERF_CAUSE_TEXT)};
#undef PERF_CAUSE_TEXT

    return &texts[cause];
}

struct perf_why *perf_why_new(void)
{
    struct perf_why *why = g_new0(struct perf_why, 1);

    why->cause = PERF_CAUSES_N;
    why->facts = g_ptr_array_new_with_free_func(g_free);
    why->accesses = g_ptr_array_new_with_free_func(g_free);
    return why;
}

void perf_why_free(struct perf_why *why)
{
    if (!why)
        return;
    g_free(why->sentence);
    g_ptr_array_unref(why->facts);
    g_ptr_array_unref(why->accesses);
    g_free(why);
}

static void add(GPtrArray *lines, char *line)
{
    if (line && !g_ptr_array_find_with_equal_func(lines, line, g_str_equal, NULL))
        g_ptr_array_add(lines, line);
    else
        g_free(line);
}

void perf_why_cause(struct perf_why *why, enum perf_cause cause, char *sentence)
{
    if (cause >= why->cause) {
        perf_why_fact(why, sentence);
        return;
    }
    if (why->sentence)
        g_ptr_array_insert(why->facts, 0, why->sentence);
    why->cause = cause;
    why->sentence = sentence;
}

void perf_why_fact(struct perf_why *why, char *fact)
{
    if (why->sentence && !g_strcmp0(fact, why->sentence))
        g_free(fact);
    else
        add(why->facts, fact);
}

void perf_why_access(struct perf_why *why, char *access)
{
    add(why->accesses, access);
}

char *perf_why_line(const struct perf_why *why)
{
    GString *line = g_string_new(why->sentence);
    const GPtrArray *parts[] = {why->facts, why->accesses};

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        for (guint k = 0; k < parts[i]->len; k++)
            g_string_append_printf(
                line, "%s%s", line->len ? "; " : "", (char *)g_ptr_array_index(parts[i], k));
    return g_string_free(line, FALSE);
}
