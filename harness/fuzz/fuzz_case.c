/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps a case's lines, and prints them as a scenario. */
#include "harness/fuzz/fuzz_case.h"

static void free_lines(gpointer data)
{
    g_ptr_array_unref(data);
}

struct fuzz_case *fuzz_case_new(const struct machine *machine, const char *rules)
{
    struct fuzz_case *c = g_new0(struct fuzz_case, 1);

    c->machine = machine;
    c->rules = rules;
    c->head = g_ptr_array_new_with_free_func(g_free);
    c->traffic = g_ptr_array_new_with_free_func(g_free);
    c->plans = g_ptr_array_new_with_free_func(free_lines);
    return c;
}

void fuzz_case_free(struct fuzz_case *c)
{
    if (!c)
        return;
    g_ptr_array_unref(c->head);
    g_ptr_array_unref(c->traffic);
    g_ptr_array_unref(c->plans);
    g_free(c);
}

GPtrArray *fuzz_case_add_plan(struct fuzz_case *c)
{
    GPtrArray *plan = g_ptr_array_new_with_free_func(g_free);

    g_ptr_array_add(c->plans, plan);
    return plan;
}

static void copy_lines(GPtrArray *to, const GPtrArray *from)
{
    for (guint i = 0; i < from->len; i++)
        g_ptr_array_add(to, g_strdup(g_ptr_array_index(from, i)));
}

struct fuzz_case *fuzz_case_part(const struct fuzz_case *c, guint from, guint to)
{
    struct fuzz_case *part = fuzz_case_new(c->machine, c->rules);

    copy_lines(part->head, c->head);
    copy_lines(part->traffic, c->traffic);
    for (guint i = from; i <= to; i++)
        copy_lines(fuzz_case_add_plan(part), g_ptr_array_index(c->plans, i));
    return part;
}

static void add_lines(GString *text, const char *indent, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s%s\n", indent, (const char *)g_ptr_array_index(lines, i));
}

char *fuzz_case_text(const struct fuzz_case *c, const char *about, const char *comment)
{
    GString *text = g_string_new("# SPDX-License-Identifier: GPL-2.0-or-later\n");

    g_string_append_printf(
        text, "%smachine %s\nabout   %s\n\n", comment ? comment : "", c->machine->name, about);
    add_lines(text, "", c->head);
    /* Before the first step a saved guest could not be used. */
    if (c->traffic->len && c->plans->len)
        g_string_append(text, "\ntraffic\n    at step plan1\n");
    if (c->plans->len)
        add_lines(text, "        ", c->traffic);
    for (guint i = 0; i < c->plans->len; i++) {
        g_string_append_printf(text, "\nstep plan%u\n    run pmulab-play <<END\n", i + 1);
        add_lines(text, "    run ", g_ptr_array_index(c->plans, i));
        g_string_append(text, "    run END\n    expect play exact\n    expect kernel clean\n");
        if (c->rules)
            g_string_append_printf(text, "    expect lint clean %s\n", c->rules);
    }
    return g_string_free(text, FALSE);
}
