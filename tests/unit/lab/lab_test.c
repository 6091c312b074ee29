/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lab files: their contents as read, the message for each mistake, and the
 * functions for the guest's shell. */
#include "harness/lab/lab.h"
#include "harness/lab/lab_run.h"
#include "harness/lab/lab_shell.h"
#include "tests/tap.h"

#include <glib/gstdio.h>

#define SCENARIO                                                                                   \
    "machine snbep\nstep before\n run true\nstep lab\n run true\n expect fields imc0.PMON_CTL0 "   \
    "en=1\n"                                                                                       \
    " else think\n expect output /x/\n called the word\n"
#define HEAD "title Count\ntext\n    Count it.\n"

static char *folder;

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static struct lab *parse(const char *text, GError **error)
{
    g_autofree char *path = in_folder("one.lab");

    return lab_parse(path, text, error);
}

static void is_wrong(const char *text, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = in_folder("one.lab");
    g_autofree char *whole = g_strconcat(path, expected, NULL);
    struct lab *lab = parse(text, &error);

    is_str(error ? error->message : NULL, whole, "one.lab%s", expected);
    lab_free(lab);
}

static void test_all(void)
{
    struct lab *lab =
        parse("# a comment\ntitle  Count it all\nnumber 7\ntext\n\n    One.\n\n        two\n"
              "hint\n    First 'one'.\nhint\n    Second.\n"
              "mistake too early\n    run  echo 1\n    run   echo 2\n    says /bit 22/\n",
            NULL);

    ok(lab != NULL, "a lab is read");
    if (!lab)
        return;
    is_str(lab->name, "snbep/one", "its name");
    is_str(lab->title, "Count it all", "its title");
    is_u64(lab->number, 7, "its number");
    is_str(lab->text, "One.\n\n    two", "its text keeps lines and additional indentation");
    is_u64(lab->hints->len, 2, "its hints");
    is_str(g_ptr_array_index(lab->hints, 0), "First 'one'.", "... the first");
    is_u64(lab->mistakes->len, 1, "its mistakes");
    is_str(lab_mistake_at(lab, 0)->name, "too early", "... by name");
    is_str(lab_mistake_at(lab, 0)->script->str, "echo 1\necho 2\n", "... the script");
    is_str(lab_mistake_at(lab, 0)->says_text, "/bit 22/", "... the required message");
    is_u64(lab->step, 1, "the student's step");
    lab_free(lab);
}

static void test_wrong(void)
{
    is_wrong("text\n    t\n", ": no title; expected one");
    is_wrong("title a\n", ": no text; expected one");
    is_wrong("title a\ntitle b\n", ":2: a second 'title'; expected one");
    is_wrong("title\n", ":1: nothing after 'title'; expected a line");
    is_wrong("number 0\n", ":1: number '0'; expected 1 to 999");
    is_wrong("text here\n", ":1: 'here' after 'text'; expected indented lines below it");
    is_wrong("solution\n",
        ":1: unknown word 'solution'; expected title, number, text, hint or mistake, or a "
        "blank before a block's line");
    is_wrong("  lost\n", ":1: an indented line outside of text, hint and mistake");
    is_wrong("mistake\n", ":1: nothing after 'mistake'; expected a name for it");
    is_wrong(HEAD "mistake m\n    walk on\n",
        ":5: 'walk on' in a mistake; expected 'run COMMAND' or one 'says /REGEX/'");
    is_wrong(HEAD "mistake m\n    run x\n", ":4: mistake 'm' has no 'says' line; expected both");
    is_wrong(HEAD "mistake m\n    says /x/\n", ":4: mistake 'm' has no 'run' line; expected both");
    is_wrong(HEAD "mistake m\n    run x\n    says x\n",
        ":6: 'x'; expected a regular expression /.../, a slash in it as \\/");
}

static void test_scenario(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = in_folder("two.lab");
    g_autofree char *scenario = in_folder("two.scn");
    g_autofree char *whole =
        g_strconcat(scenario, ": no step 'lab'; expected one, for the student", NULL);

    g_file_set_contents(scenario, "machine snbep\nstep s\n run true\n", -1, NULL);
    ok(!lab_parse(path, HEAD, &error), "a scenario needs a step for the student");
    is_str(error->message, whole, "... which is reported");
    g_remove(scenario);
}

/* The shell's output for @script after the functions. */
static void shell_says(const struct lab *lab, const char *script, const char *expected)
{
    g_autofree char *functions = lab_shell_functions(lab, "1");
    g_autofree char *whole = g_strconcat(functions, script, NULL);
    char sh[] = "sh", option[] = "-c";
    char *argv[] = {sh, option, whole, NULL};
    g_autofree char *out = NULL;

    g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, NULL, NULL);
    is_str(out, expected, "sh: %s", script);
}

static void test_shell(void)
{
    struct lab *lab =
        parse("title a\ntext\n    It's $HOME, 100%.\nhint\n    'a' \\n\nhint\n    b\n", NULL);

    shell_says(lab, "task", "It's $HOME, 100%.\n");
    shell_says(lab, "hint; hint", "'a' \\n\nhint: 1\nb\nhint: 2\n");
    shell_says(
        lab, "hint >/dev/null; hint >/dev/null; hint", "There are no more hints.\nhint: 2\n");
    shell_says(lab, "answer 1 2; check; echo more", "answer: 1 2\n");
    lab_free(lab);
}

static void test_take(void)
{
    GString *out = g_string_new("one\nhint: 1\nanswer: 1\ntwo\nanswer: 22\nhint: 2\nthree\n");

    is_u64(lab_shell_take(out), 2, "two hints");
    is_str(out->str, "one\ntwo\nthree\nanswer: 22\n", "the last answer counts");
    g_string_assign(out, "");
    is_u64(lab_shell_take(out), 0, "no hint");
    is_str(out->str, "", "... and no answer");
    g_string_free(out, TRUE);
}

/* A run without writes, in which both expectations fail. */
static void test_notes(void)
{
    struct lab *lab = parse(HEAD, NULL);
    const struct scenario_step *step = g_ptr_array_index(lab->scenario->steps, 1);
    char found[] = "imc0.PMON_CTL0 was 0", advice[] = "think", sought[] = "nothing matches /x/";
    char title[] = "standard output:", quoted[] = "| 12";
    struct verdict fields = {.step = 2, .expect = g_ptr_array_index(step->expects, 1)};
    struct verdict output = {.step = 2, .expect = g_ptr_array_index(step->expects, 2)};
    struct verdict status = {.step = 2, .expect = g_ptr_array_index(step->expects, 0)};
    struct verdict before = {.step = 1, .expect = fields.expect};
    g_autofree char *fields_name = lab_verdict_name(&fields);
    g_autofree char *output_name = lab_verdict_name(&output);
    g_autoptr(GPtrArray) shown = NULL;

    ok(lab_grades(lab, &fields) && lab_grades(lab, &output), "the student's step is graded");
    ok(!lab_grades(lab, &status) && !lab_grades(lab, &before),
        "... but not its status, nor an earlier step");
    is_str(fields_name, "imc0.PMON_CTL0", "a register is named, but not its expected value");
    is_str(output_name, "the word", "... or the scenario's name for it");
    ok(fields.expect->line == 0, "the scenario's lines are not shown");

    fields.notes = g_ptr_array_new();
    g_ptr_array_add(fields.notes, found);
    g_ptr_array_add(fields.notes, title);
    g_ptr_array_add(fields.notes, quoted);
    g_ptr_array_add(fields.notes, advice);
    shown = lab_verdict_notes(&fields);
    is_u64(shown->len, 2, "bits and advice are shown, without output");
    g_ptr_array_unref(shown);
    output.notes = g_ptr_array_new();
    g_ptr_array_add(output.notes, sought);
    shown = lab_verdict_notes(&output);
    is_u64(shown->len, 0, "... and not the expected answer");
    g_ptr_array_unref(fields.notes);
    g_ptr_array_unref(output.notes);
    lab_free(lab);
}

int main(void)
{
    g_autofree char *scenario = NULL;

    folder = g_dir_make_tmp("pmulab-lab-XXXXXX", NULL);
    scenario = in_folder("one.scn");
    g_file_set_contents(scenario, SCENARIO, -1, NULL);
    test_all();
    test_wrong();
    test_scenario();
    test_shell();
    test_take();
    test_notes();
    g_remove(scenario);
    g_rmdir(folder);
    g_free(folder);
    return done_testing();
}
