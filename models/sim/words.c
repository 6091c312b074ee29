/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes words, numbers and times from a line of text, for the readers of plans.
 * */
#include "models/sim/words.h"

#include "models/sim/clock.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct time_unit {
    const char *name;
    uint64_t ns;
};

static const struct time_unit time_units[] = {
    {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", SIM_NS_PER_S}};

/* Longest delay, of guest time. Nanoseconds stay far below 64 bits. */
#define MAX_DELAY (30 * 24 * 3600 * SIM_NS_PER_S)

const char *words_skip(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

void words_take(const char **text, char *word, size_t size)
{
    size_t n = strcspn(*text, " \t");

    snprintf(word, size, "%.*s", (int)n, *text);
    *text = words_skip(*text + n);
}

static bool ends(const char *text)
{
    return !*text || *text == ' ' || *text == '\t';
}

bool words_have(const char **text, const char *expected)
{
    size_t n = strlen(expected);

    if (strncmp(*text, expected, n) || !ends(*text + n))
        return false;
    *text = words_skip(*text + n);
    return true;
}

bool words_number(const char **text, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(*text, &end, 10);

    if (!isdigit((unsigned char)**text) || value < 1 || value > 1000000 || !ends(end))
        return false;
    *number = (unsigned)value;
    *text = words_skip(end);
    return true;
}

bool words_value(const char **text, uint64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoull(*text, &end, 0);
    if (!isdigit((unsigned char)**text) || errno || !ends(end))
        return false;
    *text = words_skip(end);
    return true;
}

bool words_delay(const char *word, uint64_t *ns)
{
    char *end;
    uint64_t number = strtoull(word, &end, 10);

    if (!isdigit((unsigned char)*word))
        return false;
    for (size_t i = 0; i < sizeof(time_units) / sizeof(time_units[0]); i++)
        if (!strcmp(end, time_units[i].name) && number <= MAX_DELAY / time_units[i].ns) {
            *ns = number * time_units[i].ns;
            return true;
        }
    return false;
}
