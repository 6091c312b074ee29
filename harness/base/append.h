/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fast appending for output that is printed millions of times: printf() takes
 * ten times as long, and GLib's functions are not inline. Also appends a
 * guest's text so that a terminal does not obey it. */
#ifndef PMULAB_HARNESS_BASE_APPEND_H
#define PMULAB_HARNESS_BASE_APPEND_H

#include <glib.h>
#include <string.h>

/* @n bytes. */
static inline void append_bytes(GString *text, const char *bytes, gsize n)
{
    if (text->len + n >= text->allocated_len) {
        g_string_append_len(text, bytes, (gssize)n);
        return;
    }
    memcpy(text->str + text->len, bytes, n);
    text->len += n;
    text->str[text->len] = '\0';
}

/* A string; for a literal, the compiler knows the length. */
static inline void append_text(GString *text, const char *string)
{
    append_bytes(text, string, strlen(string));
}

/* @number in decimal, with blanks before it up to @width. */
void append_decimal(GString *text, guint64 number, guint width);

/* @number in hexadecimal, with zeros before it up to @digits. */
void append_hex(GString *text, guint64 number, guint digits);

/* @ns as seconds with nine decimals, the whole part with blanks before it up to
 * @width. */
void append_seconds(GString *text, guint64 ns, guint width);

/* @n blanks. */
void append_blanks(GString *text, guint n);

/* @from, a guest's text. Control characters except tab and newline become
 * "\xNN". U+0080 to U+009F, two bytes in UTF-8, also become "\xNN", since some
 * terminals obey them. */
void append_printable(GString *text, const char *from);

#endif
