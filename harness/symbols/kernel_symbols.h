/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions built into a guest's kernel. Debian's kernels contain no
 * symbols, so a running guest prints them once, and the cache keeps them beside
 * the guest's image.
 */
#ifndef PMULAB_HARNESS_SYMBOLS_KERNEL_SYMBOLS_H
#define PMULAB_HARNESS_SYMBOLS_KERNEL_SYMBOLS_H

#include <glib.h>

/* The prefix of the names of padding before functions. */
#define KERNEL_SYMBOLS_PADDING "__pfx_"

/* Whether the cache has the functions of the guest called @guest. */
gboolean kernel_symbols_known(const char *guest);

/* Keeps the functions of @listing, text that contains the lines of
 * /proc/kallsyms, if there are any. Ignores other lines and errors; after an
 * error, the next run requests the symbols again. */
void kernel_symbols_keep(const char *guest, const char *listing);

/* The functions in the cache; free with g_array_unref(). NULL: none. */
GArray *kernel_symbols_load(const char *guest);

/* Extracts kernel_symbols_keep()'s text from such a listing: a line for each
 * function, "OFFSET NAME", with the offset from _text in hexadecimal, in
 * ascending order. A new string; empty without _text. */
char *kernel_symbols_extract(const char *listing);

/* Reads such lines. Free with g_array_unref(). */
GArray *kernel_symbols_parse(const char *text);

/* The function at @offset from _text on, as a new string, with *@into its
 * distance from the function's begin in bytes; NULL: @offset is before the
 * first. */
char *kernel_symbols_function(const GArray *symbols, guint64 offset, guint64 *into);

/* Function number @i, from 0, by address: its name, which @symbols owns, its
 * offset from _text, and its size up to the next function, including padding.
 * NULL after the last but one, since the last one's end is unknown. */
const char *kernel_symbols_number(const GArray *symbols, guint i, guint64 *offset, guint64 *size);

/* The address of the kernel's _text in the latest run of the guest called
 * @guest; 0: unknown. */
guint64 kernel_symbols_text(const char *guest);
void kernel_symbols_keep_text(const char *guest, guint64 address);

#endif
