/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One scenario file with parameters: the scenarios that it makes, and the
 * message for each mistake. */
#include "harness/scenario/scenario_load.h"
#include "harness/scenario/scenario_params.h"
#include "tests/tap.h"

#include <glib.h>

#define HEAD "machine snbep\n"
#define STEP "step s\n run true\n"

static void is_wrong(const char *text, const char *expected)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *scenarios = scenario_parse_all("x.scn", text, &error);

    ok(scenarios == NULL, "refused");
    is_str(error ? error->message : NULL, expected, "%s", expected);
    if (scenarios)
        g_ptr_array_unref(scenarios);
}

static void test_none(void)
{
    g_autoptr(GPtrArray) all = scenario_parse_all("x.scn", HEAD STEP, NULL);
    const struct scenario *s;

    if (!ok(all && all->len == 1, "a file without parameters is one scenario"))
        return;
    s = g_ptr_array_index(all, 0);
    is_str(s->name, "x", "its name");
    is_str(s->values, NULL, "it has no values");
    is_str(s->text, HEAD STEP, "its text is the file's text");
}

/* As in nested loops: the last parameter changes first. */
static void test_matrix(void)
{
    static const char *const values[] = {"rate=1M/s n=1", "rate=1M/s n=2", "rate=1M/s n=3",
        "rate=level 8 n=1", "rate=level 8 n=2", "rate=level 8 n=3"};
    static const char *const names[] = {"x,rate=1M%2Fs,n=1", "x,rate=1M%2Fs,n=2",
        "x,rate=1M%2Fs,n=3", "x,rate=level%208,n=1", "x,rate=level%208,n=2",
        "x,rate=level%208,n=3"};
    g_autoptr(GPtrArray) all = scenario_parse_all(
        "dir/x.scn", HEAD "param rate 1M/s \"level 8\" # amounts\n param n 1 2 3\r\n" STEP, NULL);

    if (!ok(all && all->len == 6, "two values by three are six scenarios"))
        return;
    for (unsigned i = 0; i < 6; i++) {
        const struct scenario *s = g_ptr_array_index(all, i);

        is_str(s->values, values[i], "values of number %u", i);
        is_str(s->name, names[i], "its name");
        is_str(s->path, "dir/x.scn", "its path is the file's path");
    }
}

/* Every line can have a parameter in it: header, traffic, names of steps,
 * scripts and expectations. */
static void test_everywhere(void)
{
    const char *text =
        "machine %{m}\nabout %{m}: %{n} of %{n}%{n}\ncpus %{n}\n"
        "# %{nobody} reads this\n"
        "param n 2\nparam m snbep\n"
        "traffic\n at step s%{n}\n  imc%{n} ACT_COUNT %{n}M/s\n"
        "step s%{n}\n run echo %%{n} ${n} %{n} %{2} %{a b} %n { %{n}\n expect output /%{n}/\n";
    g_autoptr(GPtrArray) all = scenario_parse_all("x.scn", text, NULL);
    const struct scenario_step *step;
    const struct scenario *s;

    if (!ok(all && all->len == 1, "one value makes one scenario"))
        return;
    s = g_ptr_array_index(all, 0);
    step = g_ptr_array_index(s->steps, 0);
    is_str(s->about, "snbep: 2 of 22", "about");
    is_u64(s->cpus, 2, "header");
    is_str(s->plan->str, "at step 1\n    imc2 ACT_COUNT 2M/s\n", "traffic");
    is_str(step->name, "s2", "a step's name");
    is_str(
        step->script->str, "echo %{n} ${n} 2 %{2} %{a b} %n { 2\n", "a script: other text stays");
    is_str(((const struct expect *)g_ptr_array_index(step->expects, 1))->text, "output /2/",
        "an expectation");
    is_u64(step->line, 10, "lines keep their numbers");
}

/* The text kept beside the results runs alone with the same result. */
static void test_text(void)
{
    g_autoptr(GPtrArray) all = scenario_parse_all(
        "x.scn", HEAD "param a 1 'it''s \"so\"'\nparam b 3 4\nabout %{a}-%{b}\n" STEP, NULL);
    g_autoptr(GPtrArray) again = NULL;

    if (!ok(all && all->len == 4, "four scenarios"))
        return;
    is_str(((const struct scenario *)g_ptr_array_index(all, 1))->text,
        HEAD "param a '1'\nparam b '4'\nabout 1-4\n" STEP, "the text has only its own values");
    again = scenario_parse_all(
        "x.scn", ((const struct scenario *)g_ptr_array_index(all, 3))->text, NULL);
    if (!ok(again && again->len == 1, "which makes one scenario"))
        return;
    is_str(((const struct scenario *)g_ptr_array_index(again, 0))->values, "a=its \"so\" b=4",
        "with its values");
}

static void test_wrong(void)
{
    g_autoptr(GString) many = g_string_new(HEAD "param a");

    is_wrong(HEAD "param\n" STEP, "x.scn:2: nothing after 'param'; expected 'param NAME VALUE...'");
    is_wrong(
        HEAD "param a\n" STEP, "x.scn:2: param 'a' has no values; expected 'param NAME VALUE...'");
    is_wrong(HEAD "param a # 1\n" STEP,
        "x.scn:2: param 'a' has no values; expected 'param NAME VALUE...'");
    is_wrong(HEAD "param a ''\n" STEP, "x.scn:2: an empty value; expected at least one character");
    is_wrong(HEAD "param a \"1\n" STEP,
        "x.scn:2: a quotation mark that is not closed; expected 'param NAME VALUE...'");
    is_wrong(HEAD "param 1 2\n" STEP, "x.scn:2: param '1'; expected a name of letters, digits, - "
                                      "and _ that begins with a letter");
    is_wrong(HEAD "param a 1 2 1\n" STEP, "x.scn:2: a second value '1'; expected values to differ");
    is_wrong(HEAD "param a 1\nparam a 2\n" STEP,
        "x.scn:3: a second param 'a'; expected names to differ, and line 2 has it");
    is_wrong(HEAD "step s\n run echo %{a}\n", "x.scn:3: no parameter 'a'; expected a line 'param a "
                                              "VALUE...', or %%{ for the text itself");
    is_wrong(HEAD "param a 1\nparam b 1\nstep s\n run echo %{a} %{c}\n",
        "x.scn:5: no parameter 'c'; expected one of: a, b");
    is_wrong(HEAD STEP "param a 1\n",
        "x.scn:4: 'param' after a step; expected it before the first one, with a=1");
    is_wrong(HEAD "param n 4 none 8\ncpus %{n}\n" STEP,
        "x.scn:3: cpus 'none'; expected a number from 1 to 64, with n=none");
    for (unsigned i = 0; i < 129; i++)
        g_string_append_printf(many, " %u", i);
    g_string_append(many, "\nparam b 1 2\n" STEP);
    is_wrong(many->str, "x.scn:3: 258 combinations of values; expected at most 256");
    g_string_truncate(many, 0);
    g_string_append(many, HEAD "param a ");
    for (unsigned i = 0; i < 260; i++)
        g_string_append_c(many, 'a');
    g_string_append(many, "\n" STEP);
    is_wrong(many->str, "x.scn: values too long; expected values short enough for a folder's name");
}

int main(void)
{
    test_none();
    test_matrix();
    test_everywhere();
    test_text();
    test_wrong();
    return done_testing();
}
