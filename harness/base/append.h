/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Appends numbers to text, for what is printed millions of times: printf() takes ten times as long. */
#ifndef PMULAB_HARNESS_BASE_APPEND_H
#define PMULAB_HARNESS_BASE_APPEND_H

#include <glib.h>

/* @number in decimal, with blanks before it up to @width. */
void append_decimal(GString *text, guint64 number, guint width);

/* @number in hexadecimal, with zeros before it up to @digits. */
void append_hex(GString *text, guint64 number, guint digits);

/* @ns as seconds with nine decimals, the whole part with blanks before it up to @width. */
void append_seconds(GString *text, guint64 ns, guint width);

/* @n blanks. */
void append_blanks(GString *text, guint n);

#endif
