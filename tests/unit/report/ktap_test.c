/* SPDX-License-Identifier: GPL-2.0-or-later */
/* KTAP and GitHub's annotations, letter by letter:
 * Documentation/dev-tools/ktap.rst in Linux; docs.github.com, "Workflow
 * commands for GitHub Actions". */
#include "harness/report/ktap.h"
#include "harness/report/report_format.h"

#include "tests/tap.h"

static void is_text(GString *text, const char *expected, const char *what)
{
    is_str(text->str, expected, "%s", what);
    g_string_truncate(text, 0);
}

static void test_lines(GString *text)
{
    ktap_plan(text, 3);
    is_text(text, "KTAP version 1\n1..3\n", "a plan");
    ktap_result(text, 1, TRUE, "it holds", NULL);
    is_text(text, "ok 1 it holds\n", "a result");
    ktap_result(text, 2, FALSE, "a # is no\ndirective", NULL);
    is_text(text, "not ok 2 a _ is no directive\n", "a name is one line without a directive");
    ktap_result(text, 3, TRUE, "later", "SKIP no # here");
    is_text(text, "ok 3 later # SKIP no _ here\n", "a directive");
    ktap_diagnostic(text, "not ok 4\033");
    ktap_diagnostic(text, "");
    is_text(text, "# not ok 4\\x1b\n#\n", "diagnostic lines");
}

static void test_judgement(GString *text)
{
    struct judgement *judgement = judgement_new(1);
    char reason[] = "Linux's bug";
    struct expect expect = {.xfail = reason};
    GPtrArray *notes = notes_new();
    struct verdict *verdict;

    notes_add(notes, "as expected");
    verdict = judgement_add(judgement, 1, g_strdup("step a: fails: status 0"), TRUE, notes);
    verdict->expect = &expect;
    judgement_add(judgement, 1, g_strdup("step a: status 1"), FALSE, notes_new());
    ktap_judgement(text, 7, "a.scn", judgement);
    is_text(text,
        "  KTAP version 1\n"
        "  # Subtest: a.scn\n"
        "  1..2\n"
        "  # as expected\n"
        "  ok 1 step a: fails: status 0 # XFAIL Linux's bug\n"
        "  not ok 2 step a: status 1\n"
        "not ok 7 a.scn\n",
        "verdicts are subtests, their notes come first, and an expected failure says so");
    verdict->ok = FALSE;
    ktap_judgement(text, 1, "a.scn", judgement);
    ok(strstr(text->str, "  not ok 1 step a: fails: status 0\n") != NULL,
        "an expected failure that holds is a plain failure");
    g_string_truncate(text, 0);
    judgement_free(judgement);
}

static void test_github(GString *text)
{
    report_github_error(text, NULL, 4, "a: b, c", "100 %: one\ntwo");
    is_text(text, "::error title=a%3A b%2C c::100 %25: one%0Atwo\n",
        "an annotation: its properties and its text have different reserved characters");
    report_github_error(text, "a/b.scn", 4, "t", "m");
    is_text(text, "::error title=t,file=a/b.scn,line=4::m\n", "... at a line of a file");
    report_github_error(text, "a/b.scn", 0, "t", "m");
    is_text(text, "::error title=t,file=a/b.scn::m\n", "... at a file");
}

static void test_names(void)
{
    enum report_format format = REPORT_TEXT;
    GError *error = NULL;

    ok(report_format_parse("junit", REPORT_FORMATS, &format, NULL) && format == REPORT_JUNIT,
        "a format by its name");
    ok(report_format_parse("ktap", REPORT_FORMATS_LINES, &format, NULL) && format == REPORT_KTAP,
        "... by lines");
    ok(!report_format_parse("junit", REPORT_FORMATS_LINES, &format, &error),
        "JUnit is not by lines");
    is_str(error->message, "--format 'junit'; expected tap|ktap|github", "... with the names");
    g_error_free(error);
}

int main(void)
{
    GString *text = g_string_new(NULL);

    test_lines(text);
    test_judgement(text);
    test_github(text);
    test_names();
    g_string_free(text, TRUE);
    return done_testing();
}
