/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads terms as perf does: tools/perf/util/parse-events.l and pmu.c. */
#include "oracle/perf/terms.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool oracle_refuse(char why[ORACLE_WHY], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, ORACLE_WHY, format, args);
    va_end(args);
    return false;
}

static uint64_t ones(unsigned bits)
{
    return UINT64_MAX >> (64 - bits);
}

void oracle_format_set(uint64_t *config, unsigned first, unsigned bits, uint64_t value)
{
    *config = (*config & ~(ones(bits) << first)) | (value & ones(bits)) << first;
}

/* Hexadecimal after 0x; otherwise decimal, even with leading zeros. */
static bool number_of(const char *text, uint64_t *number)
{
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;

    *number = strtoull(text, &end, hexadecimal ? 16 : 10);
    return isdigit((unsigned char)*text) && !*end;
}

/* The number of rows from @format on that are parts of its number, and the sum
 * of their bits. */
static unsigned parts_of(const struct oracle_format *format, unsigned n, unsigned *bits)
{
    unsigned parts = 0;

    for (*bits = 0; parts < n && !strcmp(format[parts].name, format->name); parts++)
        *bits += format[parts].bits;
    return parts;
}

/* "thresh=1", or "edge", which is "edge=1": perf accepts a term without a value
 * only for fields of one bit. @n rows begin at @format. */
static bool set_field(const struct oracle_format *format, unsigned n, const char *value,
    uint64_t *config, char why[ORACLE_WHY])
{
    uint64_t number = 1;
    unsigned bits, parts = parts_of(format, n, &bits);

    errno = 0;
    if (value ? !number_of(value, &number) : bits > 1)
        return oracle_refuse(why, "term '%.64s': expected a number", format->name);
    if (errno || number > ones(bits))
        return oracle_refuse(why, "term '%.64s': the number does not fit the field", format->name);
    for (unsigned i = 0; i < parts; i++) {
        oracle_format_set(
            &config[format[i].first / 64], format[i].first % 64, format[i].bits, number);
        number >>= format[i].bits % 64;
    }
    return true;
}

/* The number of words of attr.config and its successors that the formats
 * use. */
static unsigned words_of(const struct oracle_terms *terms)
{
    unsigned words = 1;

    for (unsigned i = 0; i < terms->n_formats; i++)
        if (terms->formats[i].first / 64 + 1 > words)
            words = terms->formats[i].first / 64 + 1;
    return words;
}

static bool term(
    const struct oracle_terms *terms, char *text, uint64_t *config, char why[ORACLE_WHY])
{
    static const struct oracle_format whole[] = {
        {"config", 0, 64}, {"config1", 64, 64}, {"config2", 128, 64}};
    char *value = strchr(text, '=');

    if (!value && terms->named(terms->self, text, config))
        return true;
    if (value)
        *value++ = '\0';
    for (unsigned i = 0; i < words_of(terms); i++)
        if (!strcmp(whole[i].name, text))
            return set_field(&whole[i], 1, value, config, why);
    for (unsigned i = 0; i < terms->n_formats; i++)
        if (!strcmp(terms->formats[i].name, text))
            return set_field(&terms->formats[i], terms->n_formats - i, value, config, why);
    return oracle_refuse(why, "term '%.64s': expected %s", text, terms->expected);
}

bool oracle_terms(const struct oracle_terms *terms, const char *text, size_t n, uint64_t *config,
    char why[ORACLE_WHY])
{
    char copy[256];

    if (n >= sizeof(copy))
        return oracle_refuse(why, "expected fewer terms");
    snprintf(copy, sizeof(copy), "%.*s", (int)n, text);
    for (char *word = copy, *next; word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = '\0';
        if (!term(terms, word, config, why))
            return false;
    }
    return true;
}
