/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps a case's lines, and prints them as a scenario. */
#include "harness/fuzz/fuzz_case.h"

#include "harness/scenario/scenario_load.h"
#include "harness/trace/lint.h"

static void free_plan(gpointer data)
{
    struct fuzz_plan *plan = data;

    g_ptr_array_unref(plan->lines);
    g_free(plan);
}

struct fuzz_case *fuzz_case_new(const struct machine *machine, const char *rules)
{
    struct fuzz_case *c = g_new0(struct fuzz_case, 1);

    c->machine = machine;
    c->rules = rules;
    c->head = g_ptr_array_new_with_free_func(g_free);
    c->traffic = g_ptr_array_new_with_free_func(g_free);
    c->plans = g_ptr_array_new_with_free_func(free_plan);
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

struct fuzz_plan *fuzz_case_add_plan(struct fuzz_case *c, const struct fuzz_way *way)
{
    struct fuzz_plan *plan = g_new0(struct fuzz_plan, 1);

    plan->way = way;
    plan->lines = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(c->plans, plan);
    return plan;
}

guint fuzz_plan_operations(const struct fuzz_plan *plan)
{
    gboolean goes_on = FALSE;
    guint n = 0;

    for (guint i = 0; i < plan->lines->len; i++) {
        n += !goes_on;
        goes_on = g_str_has_suffix(g_ptr_array_index(plan->lines, i), "\\");
    }
    return n;
}

static void copy_lines(GPtrArray *to, const GPtrArray *from)
{
    for (guint i = 0; i < from->len; i++)
        g_ptr_array_add(to, g_strdup(g_ptr_array_index(from, i)));
}

struct fuzz_case *fuzz_case_part(const struct fuzz_case *c, guint from, guint to)
{
    struct fuzz_case *part = fuzz_case_new(c->machine, c->rules);

    part->sick = c->sick;
    copy_lines(part->head, c->head);
    copy_lines(part->traffic, c->traffic);
    for (guint i = from; i <= to; i++) {
        const struct fuzz_plan *plan = g_ptr_array_index(c->plans, i);

        copy_lines(fuzz_case_add_plan(part, plan->way)->lines, plan->lines);
    }
    return part;
}

static void add_lines(GString *text, const char *indent, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s%s\n", indent, (const char *)g_ptr_array_index(lines, i));
}

static void add_line(GString *text, const char *line)
{
    if (line)
        g_string_append_printf(text, "    run %s\n", line);
}

static void add_plan(GString *text, const struct fuzz_case *c, guint number)
{
    const struct fuzz_plan *plan = g_ptr_array_index(c->plans, number);

    g_string_append_printf(text, "\nstep plan%u\n", number + 1);
    add_line(text, plan->way->strict && !c->sick ? "set -e" : NULL);
    add_line(text, plan->way->begin);
    add_lines(text, "    run ", plan->lines);
    add_line(text, plan->way->end);
    add_line(text, plan->way->strict && c->sick ? "true" : NULL);
    if (!c->sick)
        g_string_append_printf(text, "    expect %s\n", plan->way->expect);
    g_string_append(text, "    expect kernel clean\n");
    if (c->rules && !c->sick)
        g_string_append_printf(text, "    expect lint clean %s\n", c->rules);
}

/* The rules that the steps do not check. */
static unsigned unchecked(const struct fuzz_case *c)
{
    unsigned rules = lint_rules(c->machine->model);
    g_auto(GStrv) checked = g_strsplit(c->rules ? c->rules : "", " ", -1);

    for (char **name = checked; *name && !c->sick; name++)
        rules &= ~lint_rule_named(*name);
    return rules;
}

/* The text up to the first plan. */
static GString *text_before_plans(const struct fuzz_case *c, const char *about, const char *comment)
{
    GString *text = g_string_new("# SPDX-License-Identifier: GPL-2.0-or-later\n");

    g_string_append_printf(
        text, "%smachine %s\nabout   %s\n", comment ? comment : "", c->machine->name, about);
    /* pmulab checks a scenario by all rules that it does not allow to break. */
    lint_append_allowed(
        text, unchecked(c), c->sick ? "the hardware has faults" : "stock drivers break it");
    g_string_append_c(text, '\n');
    add_lines(text, "", c->head);
    /* Before the first step a saved guest could not be used. */
    if (c->traffic->len && c->plans->len)
        g_string_append(text, "\ntraffic\n    at step plan1\n");
    if (c->plans->len)
        add_lines(text, "        ", c->traffic);
    return text;
}

char *fuzz_case_text(const struct fuzz_case *c, const char *about, const char *comment)
{
    GString *text = text_before_plans(c, about, comment);

    for (guint i = 0; i < c->plans->len; i++)
        add_plan(text, c, i);
    return g_string_free(text, FALSE);
}

static gboolean is_scenario(const char *text)
{
    struct scenario *scenario = scenario_parse("fuzz.scn", text, NULL);

    scenario_free(scenario);
    return scenario != NULL;
}

gboolean fuzz_case_is_scenario(const struct fuzz_case *c)
{
    g_autofree char *text = fuzz_case_text(c, "", NULL);

    return is_scenario(text);
}

gboolean fuzz_case_takes_traffic(const struct fuzz_case *c)
{
    g_autoptr(GString) text = text_before_plans(c, "", NULL);

    g_string_append(text, "\nstep plan1\n    run true\n");
    return is_scenario(text->str);
}
