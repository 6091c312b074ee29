/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Terms of events as in perf's own parser: tools/perf/util/parse-events.l and
 * pmu.c. */
#include "oracle/perf/terms.h"
#include "tests/tap.h"

#include <string.h>

static const struct oracle_format formats[] = {{"low", 0, 8}, {"flag", 18, 1}, {"wide", 32, 32}};

static bool named(void *self, const char *name, uint64_t *config)
{
    if (strcmp(name, self))
        return false;
    *config = 0x1234;
    return true;
}

static char event[] = "an-event";
static const struct oracle_terms terms = {formats, 3, "low, flag, wide or an-event", named, event};

static void taken(void)
{
    static const struct {
        const char *text;
        uint64_t config;
    } cases[] = {
        {"low=255", 0xff},
        {"low=0xFf", 0xff},
        {"low=010", 10}, /* perf has no octal numbers */
        {"low=1,low=2", 2},
        {"flag", 1 << 18},
        {"flag=0", 0},
        {"wide=0xffffffff,flag", 0xffffffff00040000},
        {"config=0xffffffffffffffff", UINT64_MAX},
        {"config=18446744073709551615", UINT64_MAX},
        {"config=0xffff,low=0", 0xff00},
        {"an-event", 0x1234},
        {"an-event,low=0", 0x1200},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char why[ORACLE_WHY] = "";
        uint64_t config = 0;

        ok(oracle_terms(&terms, cases[i].text, strlen(cases[i].text), &config, why), "%s %s",
            cases[i].text, why);
        is_u64(config, cases[i].config, "%s: its bits", cases[i].text);
    }
}

static void refused(void)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"low=256", "term 'low': the number does not fit the field"},
        {"flag=2", "term 'flag': the number does not fit the field"},
        {"wide=0x100000000", "term 'wide': the number does not fit the field"},
        {"config=18446744073709551616", "term 'config': the number does not fit the field"},
        {"low", "term 'low': expected a number"},
        {"config", "term 'config': expected a number"},
        {"low=", "term 'low': expected a number"},
        {"low=-1", "term 'low': expected a number"},
        {"low=1x", "term 'low': expected a number"},
        {"low=0x", "term 'low': expected a number"},
        {"flag,", "term '': expected low, flag, wide or an-event"},
        {"an-event=1", "term 'an-event': expected low, flag, wide or an-event"},
        {"flag,none", "term 'none': expected low, flag, wide or an-event"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char why[ORACLE_WHY] = "";
        uint64_t config = 0;

        ok(!oracle_terms(&terms, cases[i].text, strlen(cases[i].text), &config, why), "%s",
            cases[i].text);
        is_str(why, cases[i].why, "%s: the reason", cases[i].text);
    }
}

/* 255 bytes are read, and no byte past them. */
static void length(void)
{
    char why[ORACLE_WHY] = "", text[257];
    uint64_t config = 0;

    memset(text, '0', sizeof(text));
    memcpy(text, "low=", 4);
    text[254] = '7';
    text[255] = '8';
    text[256] = '\0';
    ok(oracle_terms(&terms, text, 255, &config, why), "terms of 255 bytes");
    is_u64(config, 7, "the terms that fit");
    ok(!oracle_terms(&terms, text, 256, &config, why), "terms of 256 bytes: %s", why);
}

int main(void)
{
    taken();
    refused();
    length();
    return done_testing();
}
