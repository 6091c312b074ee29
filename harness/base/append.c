/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as text. */
#include "harness/base/append.h"

enum { DIGITS = 20 }; /* of the largest number; there are no wider columns */

/* Two digits of each number below 100. */
#define TENS(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
static const char pairs[] = TENS("0") TENS("1") TENS("2") TENS("3") TENS("4") TENS("5") TENS("6")
    TENS("7") TENS("8") TENS("9");

/* The same in hexadecimal. */
#define SIXTEENS(t) TENS(t) t "a" t "b" t "c" t "d" t "e" t "f"
static const char hex_pairs[] = SIXTEENS("0") SIXTEENS("1") SIXTEENS("2") SIXTEENS("3")
    SIXTEENS("4") SIXTEENS("5") SIXTEENS("6") SIXTEENS("7") SIXTEENS("8") SIXTEENS("9")
        SIXTEENS("a") SIXTEENS("b") SIXTEENS("c") SIXTEENS("d") SIXTEENS("e") SIXTEENS("f");

/* Writes @number before @end with @padding up to @width. Returns where it
 * begins. */
static char *put_decimal(char *end, guint64 number, guint width, char padding)
{
    char *at = end;

    for (; number > 99; number /= 100)
        memcpy(at -= 2, pairs + 2 * (number % 100), 2);
    if (number > 9)
        memcpy(at -= 2, pairs + 2 * number, 2);
    else
        *--at = (char)('0' + number);
    while (end - at < (gssize)width)
        *--at = padding;
    return at;
}

void append_decimal(GString *text, guint64 number, guint width)
{
    char digits[DIGITS];
    char *at;

    if (number < 10 && width <= 1) { /* as most numbers of CPUs and the like are */
        g_string_append_c(text, (char)('0' + number));
        return;
    }
    at = put_decimal(digits + DIGITS, number, MIN(width, DIGITS), ' ');
    append_bytes(text, at, (gsize)(digits + DIGITS - at));
}

void append_hex(GString *text, guint64 number, guint digits)
{
    enum { ALL = 2 * sizeof(number) };
    char all[ALL];
    gsize n = MAX(number ? (gsize)(67 - __builtin_clzll(number)) / 4 : 1, MIN(digits, ALL));

    for (gsize i = ALL; i > ALL - n && i; number >>= 8)
        memcpy(all + (i -= 2), hex_pairs + 2 * (number & 0xff), 2);
    append_bytes(text, all + ALL - n, n);
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

void append_printable(GString *text, const char *from)
{
    for (const guchar *at = (const guchar *)from; *at; at++) {
        gboolean c1 = *at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f;

        at += c1;
        if (c1 || *at == 0x7f || (*at < ' ' && *at != '\t' && *at != '\n'))
            g_string_append_printf(text, "\\x%02x", *at);
        else
            g_string_append_c(text, (char)*at);
    }
}
