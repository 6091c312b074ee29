/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expands names until none is left. */
#include "harness/fuzz/fuzz_commands.h"

#include "harness/fuzz/fuzz_rand.h"

#include <string.h>

struct drawing {
    const struct fuzz_rule *rules;
    const struct fuzz_world *world;
    GRand *rand;
};

static void expand(const struct drawing *d, GString *text, const char *choice);

/* ---- meanings of names ---- */

static void draw_cpu(const struct drawing *d, GString *text, const char *unused)
{
    (void)unused;
    g_string_append_printf(text, "%u", fuzz_below(d->rand, d->world->cpus));
}

/* A PMU whose name matches all of @pattern, and that has events if @events;
 * NULL: none. */
static const struct fuzz_pmu *draw_pmu(
    const struct drawing *d, const char *pattern, gboolean events)
{
    g_autofree char *whole = g_strdup_printf("^(?:%s)$", pattern);
    guint n = d->world->pmus->len, first = fuzz_below(d->rand, n);

    for (guint i = 0; i < n; i++) {
        const struct fuzz_pmu *pmu = g_ptr_array_index(d->world->pmus, (first + i) % n);

        if ((pmu->events->len || !events) && g_regex_match_simple(whole, pmu->name, 0, 0))
            return pmu;
    }
    return NULL;
}

static void draw_event(const struct drawing *d, GString *text, const char *pattern)
{
    const struct fuzz_pmu *pmu = draw_pmu(d, pattern, TRUE);

    if (pmu)
        g_string_append_printf(text, "%s/%s/", pmu->name,
            (const char *)g_ptr_array_index(pmu->events, fuzz_below(d->rand, pmu->events->len)));
}

static void draw_terms(const struct drawing *d, GString *text, const char *name)
{
    const struct fuzz_pmu *pmu = draw_pmu(d, name, FALSE);
    const char *comma = "";

    for (guint i = 0; pmu && i < pmu->formats->len; i++) {
        const struct fuzz_format *format = &g_array_index(pmu->formats, struct fuzz_format, i);

        if (format->bits > 1 || fuzz_one_in(d->rand, 2))
            continue;
        g_string_append_printf(text, "%s%s=%u", comma, format->name, fuzz_below(d->rand, 4) > 0);
        comma = ",";
    }
}

/* Each decade is equally likely. If the range begins at 0, which is in no
 * decade, each number is equally likely. */
static void draw_number(const struct drawing *d, GString *text, guint64 from, guint64 to)
{
    unsigned decades = 1;
    guint64 number;

    if (!from) {
        g_string_append_printf(text, "%u", fuzz_below(d->rand, (unsigned)to + 1));
        return;
    }
    for (guint64 least = from; least <= to / 10; least *= 10)
        decades++;
    number = fuzz_any_size(d->rand, from, decades);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, MIN(number, to));
}

static void draw_rule(const struct drawing *d, GString *text, const struct fuzz_rule *rule)
{
    unsigned n = 0;

    while (n < FUZZ_CHOICES && rule->choices[n])
        n++;
    expand(d, text, rule->choices[fuzz_below(d->rand, n)]);
}

/* ---- expanding ---- */

static const struct fuzz_rule *rule_called(const struct drawing *d, const char *name)
{
    const struct fuzz_rule *rule = d->rules;

    while (rule->name && strcmp(rule->name, name))
        rule++;
    return rule->name ? rule : NULL;
}

/* @name is between angle brackets. */
static void draw_name(const struct drawing *d, GString *text, const char *name)
{
    static const struct {
        const char *word;
        void (*draw)(const struct drawing *d, GString *text, const char *rest);
    } words[] = {{"cpu", draw_cpu}, {"event ", draw_event}, {"terms ", draw_terms}};
    const char *dots = strstr(name, "..");
    const struct fuzz_rule *rule = rule_called(d, name);

    if (rule) {
        draw_rule(d, text, rule);
        return;
    }
    if (dots && g_ascii_isdigit(*name)) {
        draw_number(
            d, text, g_ascii_strtoull(name, NULL, 10), g_ascii_strtoull(dots + 2, NULL, 10));
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_has_prefix(name, words[i].word)) {
            words[i].draw(d, text, name + strlen(words[i].word));
            return;
        }
    g_assert_not_reached();
}

static void expand(const struct drawing *d, GString *text, const char *choice)
{
    while (*choice) {
        gsize plain = strcspn(choice, "<"), length = strcspn(choice + plain, ">");
        g_autofree char *name = NULL;

        g_string_append_len(text, choice, (gssize)plain);
        choice += plain;
        if (!*choice)
            break;
        name = g_strndup(choice + 1, length - 1);
        draw_name(d, text, name);
        choice += length + 1;
    }
}

void fuzz_draw_commands(
    struct fuzz_case *c, const struct fuzz_rule *rules, const struct fuzz_world *world, GRand *rand)
{
    const struct drawing d = {.rules = rules, .world = world, .rand = rand};
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;
    struct fuzz_plan *plan;
    unsigned n = 0, number;

    for (const struct fuzz_rule *rule = rules; rule->name; rule++)
        n += rule->way != NULL;
    number = fuzz_below(rand, n);
    while (!rules->way || number--)
        rules++;
    plan = fuzz_case_add_plan(c, rules->way);
    draw_rule(&d, text, rules);
    lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line)
            g_ptr_array_add(plan->lines, g_strdup(*line));
}
