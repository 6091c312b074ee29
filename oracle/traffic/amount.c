/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads amounts of traffic. */
#include "oracle/traffic/amount.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    uint64_t factor;
    bool bytes;
} rates[] = {
    {"/s", 1, false},
    {"k/s", 1000, false},
    {"M/s", 1000000, false},
    {"G/s", 1000000000, false},
    {"kB/s", 1000, true},
    {"MB/s", 1000000, true},
    {"GB/s", 1000000000, true},
    {"KiB/s", 1024, true},
    {"MiB/s", 1048576, true},
    {"GiB/s", 1073741824, true},
};

/* "%": at most four decimal digits, as millionths of the whole. */
static const char *share(uint64_t whole, const char *rest, struct oracle_amount *amount)
{
    uint64_t millionths = whole * 10000;
    unsigned digit = 1000;

    if (*rest == '.')
        for (rest++; isdigit((unsigned char)*rest); rest++, digit /= 10)
            millionths += (uint64_t)(*rest - '0') * digit;
    if (strcmp(rest, "%") || whole > 100 || millionths > 1000000)
        return "a share of at most 100%";
    *amount = (struct oracle_amount){.kind = ORACLE_SHARE, .rate = millionths};
    return NULL;
}

static const char *level(const char *text, struct oracle_amount *amount)
{
    int end = 0;

    *amount = (struct oracle_amount){.kind = ORACLE_LEVEL};
    if (sscanf(text, "level %" SCNu32 "%n", &amount->level, &end) == 1 && !text[end])
        return NULL;
    amount->kind = ORACLE_BURST;
    end = 0;
    if (sscanf(text, "level %" SCNu32 " for %" SCNu32 " of %" SCNu32 " cycles%n", &amount->level,
            &amount->on, &amount->period, &end) == 3 &&
        end && !text[end])
        return NULL;
    return "'level N' or 'level N for ON of PERIOD cycles'";
}

const char *oracle_amount(const char *text, unsigned bytes, struct oracle_amount *amount)
{
    char *rest;
    uint64_t number;

    *amount = (struct oracle_amount){.kind = ORACLE_OFF};
    if (!strcmp(text, "off"))
        return NULL;
    if (!strncmp(text, "level", 5))
        return level(text, amount);
    number = strtoull(text, &rest, 10);
    if (*rest == '%' || *rest == '.')
        return share(number, rest, amount);
    while (*rest == ' ')
        rest++;
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        unsigned each = rates[i].bytes ? bytes : 1;

        if (strcmp(rest, rates[i].text) || !each)
            continue;
        *amount =
            (struct oracle_amount){.kind = ORACLE_RATE, .rate = number * rates[i].factor / each};
        return number * rates[i].factor % each ? "a whole number of cache lines" : NULL;
    }
    return "an amount";
}
