/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The TAP that `pmulab run` prints, letter by letter:
 * https://testanything.org/tap-version-13-specification.html */
#include "harness/report/tap.h"

#include "tests/tap.h"

static void is_text(GString *text, const char *expected, const char *what)
{
    is_str(text->str, expected, "%s", what);
    g_string_truncate(text, 0);
}

int main(void)
{
    GString *text = g_string_new(NULL);

    tap_plan(text, 12);
    is_text(text, "TAP version 13\n1..12\n", "a plan");
    tap_point(text, 1, TRUE, "it holds");
    is_text(text, "ok 1 - it holds\n", "a point that holds");
    tap_point(text, 2, FALSE, "it holds");
    is_text(text, "not ok 2 - it holds\n", "a point that fails");
    tap_point(text, 3, TRUE, "a # is no\ndirective");
    is_text(
        text, "ok 3 - a \\# is no directive\n", "a description is one line without a directive");
    tap_comment(text, "not ok 4");
    tap_comment(text, "");
    is_text(text, "# not ok 4\n#\n", "comments");
    tap_point(text, 4, FALSE, "\033]0;title\a \x7f");
    tap_comment(text, "tab\t, \033[2J, \r, \xc2\x9b"
                      "2J, \xc3\xa4\xc2\xa0");
    is_text(text,
        "not ok 4 - \\x1b]0;title\\x07 \\x7f\n# tab\t, \\x1b[2J, \\x0d, \\x9b"
        "2J, \xc3\xa4\xc2\xa0\n",
        "a guest's escape sequences are harmless, other letters are unchanged");
    tap_subtest(text, 5, FALSE, "x=1", 2, "ok 1 - a\nnot ok 2 - b\n# why\n");
    is_text(text,
        "# Subtest: x=1\n    1..2\n    ok 1 - a\n    not ok 2 - b\n    # why\nnot ok 5 - x=1\n",
        "a subtest that fails");
    tap_subtest(text, 6, TRUE, "x=2", 1, "ok 1 - a\n");
    is_text(text, "# Subtest: x=2\n    1..1\n    ok 1 - a\nok 6 - x=2\n", "a subtest that holds");
    tap_skip(text, 7, "a # b", "not there");
    is_text(text, "ok 7 - a \\# b # SKIP not there\n", "a point that is skipped");
    g_string_free(text, TRUE);
    return done_testing();
}
