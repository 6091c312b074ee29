/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers, times and comments in lines of captures. */
#include "harness/capture/parser.h"

#include "models/sim/clock.h"

#include <string.h>

gboolean parser_decimal(const char **text, const char *end, guint64 *number)
{
    const char *at = *text;
    guint64 n = 0;

    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        const guint64 digit = (guint64)(*at - '0');

        if (n > (G_MAXUINT64 - digit) / 10)
            return FALSE;
        n = n * 10 + digit;
    }
    if (at == *text)
        return FALSE;
    *text = at;
    *number = n;
    return TRUE;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

gboolean parser_hex(const char **text, const char *end, guint64 *number)
{
    const char *at = *text;
    guint64 n = 0;
    int digit;

    for (; at < end && (digit = hex_digit(*at)) >= 0; at++) {
        if (n >> 60)
            return FALSE;
        n = n << 4 | (guint64)digit;
    }
    if (at == *text)
        return FALSE;
    *text = at;
    *number = n;
    return TRUE;
}

gboolean parser_0x(const char **text, const char *end, guint64 *number)
{
    return parser_skip(text, end, "0x") && parser_hex(text, end, number);
}

gboolean parser_time(const char **text, const char *end, guint64 *ns)
{
    guint64 seconds, fraction, unit = SIM_NS_PER_S;
    const char *decimals;

    if (!parser_decimal(text, end, &seconds) || seconds > G_MAXUINT64 / SIM_NS_PER_S - 1 ||
        !parser_skip(text, end, "."))
        return FALSE;
    decimals = *text;
    if (!parser_decimal(text, end, &fraction) || *text - decimals > 9)
        return FALSE;
    for (const char *c = decimals; c < *text; c++)
        unit /= 10;
    *ns = seconds * SIM_NS_PER_S + fraction * unit;
    return TRUE;
}

gboolean parser_skip(const char **text, const char *end, const char *word)
{
    const gsize n = strlen(word);

    if ((gsize)(end - *text) < n || memcmp(*text, word, n) != 0)
        return FALSE;
    *text += n;
    return TRUE;
}

void parser_blanks(const char **text, const char *end)
{
    while (*text < end && **text == ' ')
        ++*text;
}

void parser_cpuid(struct parsing *parsing, const char *at, const char *end)
{
    struct machine_cpuid cpuid = {{0}, 0, 0, 0};
    guint64 family, model, stepping;
    const char *comma = memchr(at, ',', (gsize)(end - at));

    if (!comma || (gsize)(comma - at) >= sizeof(cpuid.vendor))
        return;
    memcpy(cpuid.vendor, at, (gsize)(comma - at));
    at = comma + 1;
    if (parser_decimal(&at, end, &family) && parser_skip(&at, end, ",") &&
        parser_decimal(&at, end, &model) && parser_skip(&at, end, ",") &&
        parser_decimal(&at, end, &stepping) && at == end) {
        cpuid.family = (unsigned)MIN(family, G_MAXUINT);
        cpuid.model = (unsigned)MIN(model, G_MAXUINT);
        cpuid.stepping = (unsigned)MIN(stepping, G_MAXUINT);
        parsing->cpuid = cpuid;
    }
}

void parser_comment(struct parsing *parsing, const char *line, const char *end)
{
    if (parser_skip(&line, end, "# cpuid : "))
        parser_cpuid(parsing, line, end);
}
