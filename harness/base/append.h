/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Appends to text what is printed millions of times: printf() takes ten times as long, and GLib's own
 * functions have to be called. And text of a guest, which a terminal must not obey. */
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

/* A string; of one that is written out, the compiler knows the length. */
static inline void append_text(GString *text, const char *string)
{
    append_bytes(text, string, strlen(string));
}

/* @number in decimal, with blanks before it up to @width. */
void append_decimal(GString *text, guint64 number, guint width);

/* @number in hexadecimal, with zeros before it up to @digits. */
void append_hex(GString *text, guint64 number, guint digits);

/* @ns as seconds with nine decimals, the whole part with blanks before it up to @width. */
void append_seconds(GString *text, guint64 ns, guint width);

/* @n blanks. */
void append_blanks(GString *text, guint n);

/* @from, of a guest. Control characters except tab and newline become "\xNN". So do U+0080 to U+009F, two
 * bytes in UTF-8, which some terminals obey. */
void append_printable(GString *text, const char *from);

#endif
