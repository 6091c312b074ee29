/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as text. */
#include "harness/base/append.h"

enum { DIGITS = 20 }; /* of the largest number; there are no wider columns */

/* Writes @number before @end with @padding up to @width. Returns where it begins. */
static char *put_decimal(char *end, guint64 number, guint width, char padding)
{
    char *at = end;

    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (end - at < (gssize)width)
        *--at = padding;
    return at;
}

void append_decimal(GString *text, guint64 number, guint width)
{
    char digits[DIGITS];
    char *at = put_decimal(digits + DIGITS, number, MIN(width, DIGITS), ' ');

    append_bytes(text, at, (gsize)(digits + DIGITS - at));
}

void append_hex(GString *text, guint64 number, guint digits)
{
    char all[DIGITS];
    char *at = all + DIGITS;

    do {
        *--at = "0123456789abcdef"[number & 0xf];
        number >>= 4;
    } while (number || all + DIGITS - at < (gssize)MIN(digits, 16));
    append_bytes(text, at, (gsize)(all + DIGITS - at));
}

void append_seconds(GString *text, guint64 ns, guint width)
{
    enum { FRACTION = 9 };
    const guint64 second = 1000000000;
    char all[DIGITS + 1 + FRACTION];
    char *at = put_decimal(all + sizeof(all), ns % second, FRACTION, '0');

    *--at = '.';
    at = put_decimal(at, ns / second, MIN(width, DIGITS), ' ');
    append_bytes(text, at, (gsize)(all + sizeof(all) - at));
}

void append_blanks(GString *text, guint n)
{
    gsize at = text->len;

    g_string_set_size(text, at + n);
    memset(text->str + at, ' ', n);
}
