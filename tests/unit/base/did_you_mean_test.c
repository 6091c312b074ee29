/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suggestions of the closest name for a typo. */
#include "harness/base/did_you_mean.h"
#include "tests/tap.h"

static void check(const char *word, const char *list, const char *expected, const char *what)
{
    g_autofree char *hint = did_you_mean(word, list);

    is_str(hint, expected, "%s", what);
}

int main(void)
{
    static const char list[] = "run, report, describe";

    check("descibe", list, "; did you mean describe? There are: run, report, describe",
        "a letter left out");
    check(
        "reeport", list, "; did you mean report? There are: run, report, describe", "one too many");
    check("ron", list, "; did you mean run? There are: run, report, describe",
        "another one: one of three");
    check("rn", list, "; there are: run, report, describe", "in two letters none may be wrong");
    check("ra", list, "; there are: run, report, describe",
        "so no word of two letters resembles anything");
    check("xeporx", list, "; did you mean report? There are: run, report, describe",
        "two wrong letters of six");
    check("xepoxx", list, "; there are: run, report, describe", "not three");
    check("DESCRIBE", list, "; did you mean describe? There are: run, report, describe",
        "case does not matter");
    check("ctr", "ctr0, ctr1", "; did you mean ctr0? There are: ctr0, ctr1",
        "the first of two equally close ones");
    check("ctr1", "ctr0, ctr12, ctr2", "; did you mean ctr0? There are: ctr0, ctr12, ctr2",
        "each is one letter away");
    check("rnu", "run, report", "; did you mean run? There are: run, report",
        "swapped letters are one change");
    check("erport", "run, report", "; did you mean report? There are: run, report",
        "also at the beginning");
    check("hlaf", "snbep/half, epyc/period",
        "; did you mean snbep/half? There are: snbep/half, epyc/period", "the last part of a name");
    check(
        "epyc/hlaf", "snbep/half", "; there are: snbep/half", "a word with parts: the whole name");
    check("", list, "; there are: run, report, describe", "an empty word");
    check("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaa",
        "; there are: aaa", "a long one");
    return done_testing();
}
