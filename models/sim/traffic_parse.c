/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads amounts of traffic such as "120M/s" or "25%", for plans. */
#include "models/sim/traffic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit {
    const char *text;
    uint64_t factor;
    bool bytes;
};

static const struct unit units[] = {
    {"/s", 1, false},
    {"k/s", 1000, false},
    {"M/s", 1000000, false},
    {"G/s", 1000000000, false},
    {"kB/s", 1000, true},
    {"MB/s", 1000000, true},
    {"GB/s", 1000000000, true},
    {"KiB/s", UINT64_C(1) << 10, true},
    {"MiB/s", UINT64_C(1) << 20, true},
    {"GiB/s", UINT64_C(1) << 30, true},
};

static const char expected[] =
    "expected off, N/s (k, M, G), N%, 'level N' or 'level N for ON of PERIOD cycles'";

/* No amount in this project needs more digits, and sums of such numbers cannot
 * overflow. */
#define LARGEST UINT64_C(1000000000000000)

static bool number(const char **text, uint64_t *value)
{
    char *end;

    if (!isdigit((unsigned char)**text))
        return false;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return *value <= LARGEST;
}

static const char *parse_level(const char *text, struct traffic_amount *amount)
{
    unsigned lvl, on, period;
    int end = 0;

    if (strchr(text, '-')) /* sscanf would turn a negative number into a large one */
        return expected;
    if (sscanf(text, "level %9u%n", &lvl, &end) == 1 && !text[end])
        *amount = (struct traffic_amount){.kind = TRAFFIC_LEVEL, .level = lvl};
    else if (sscanf(text, "level %9u for %9u of %9u cycles%n", &lvl, &on, &period, &end) == 3 &&
             !text[end])
        *amount = (struct traffic_amount){
            .kind = TRAFFIC_BURST, .level = lvl, .on = on, .period = period};
    else
        return expected;
    return lvl > UINT8_MAX ? "a level is at most 255" : NULL;
}

/* @text is the text after the whole per cents, which are @whole. */
static const char *parse_share(const char *text, uint64_t whole, struct traffic_amount *amount)
{
    uint64_t share = whole * (TRAFFIC_SHARE_WHOLE / 100), digit = TRAFFIC_SHARE_WHOLE / 1000;

    if (*text == '.')
        for (text++; isdigit((unsigned char)*text) && digit; text++, digit /= 10)
            share += (uint64_t)(*text - '0') * digit;
    if (strcmp(text, "%") || share > TRAFFIC_SHARE_WHOLE)
        return "expected a share of at most 100% with at most four decimals";
    *amount = (struct traffic_amount){.kind = TRAFFIC_SHARE, .rate = share};
    return NULL;
}

static const char *parse_rate(
    const char *text, uint64_t value, unsigned bytes, struct traffic_amount *amount)
{
    while (*text == ' ')
        text++;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(text, units[i].text))
            continue;
        if (units[i].bytes && !bytes)
            return "only events that move a cache line are counted in bytes";
        uint64_t divisor = units[i].bytes ? bytes : 1;
        if (value > LARGEST / units[i].factor)
            return "the rate is too large";
        if (value * units[i].factor % divisor)
            return "the rate is not a whole number of cache lines per second";
        *amount = (struct traffic_amount){
            .kind = TRAFFIC_RATE, .rate = value * units[i].factor / divisor};
        return NULL;
    }
    return expected;
}

const char *traffic_parse_amount(
    const char *text, unsigned bytes_per_event, struct traffic_amount *amount)
{
    uint64_t value;

    if (!strcmp(text, "off")) {
        *amount = (struct traffic_amount){.kind = TRAFFIC_OFF};
        return NULL;
    }
    if (!strncmp(text, "level ", 6))
        return parse_level(text, amount);
    if (!number(&text, &value))
        return expected;
    if (*text == '%' || *text == '.')
        return parse_share(text, value, amount);
    return parse_rate(text, value, bytes_per_event, amount);
}
