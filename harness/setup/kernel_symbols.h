/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions that are built into a guest's kernel. Debian's kernels bring no symbols of their own, so that
 * a running guest tells them once, and the cache keeps them beside the guest's image.
 */
#ifndef PMULAB_HARNESS_SETUP_KERNEL_SYMBOLS_H
#define PMULAB_HARNESS_SETUP_KERNEL_SYMBOLS_H

#include <glib.h>

/* Names of the padding before a function begin so. */
#define KERNEL_SYMBOLS_PADDING "__pfx_"

/* Whether the cache has the functions of the guest called @guest. */
gboolean kernel_symbols_known(const char *guest);

/* Keeps those of @listing, text that contains the lines of /proc/kallsyms, if there are any. Other lines are
 * ignored; so is an error, after which they are asked for again. */
void kernel_symbols_keep(const char *guest, const char *listing);

/* What the cache has, to be freed with g_array_unref(); NULL: nothing. */
GArray *kernel_symbols_load(const char *guest);

/* From such a listing what kernel_symbols_keep() keeps: a line for each function, "OFFSET NAME", the offset
 * from _text on in hexadecimal, in ascending order. A new string; empty without _text. */
char *kernel_symbols_extract(const char *listing);

/* Reads such lines. Free with g_array_unref(). */
GArray *kernel_symbols_parse(const char *text);

/* The function at @offset from _text on, as a new string, with *@into its distance from the function's begin
 * in bytes; NULL: @offset lies before the first. */
char *kernel_symbols_function(const GArray *symbols, guint64 offset, guint64 *into);

/* Function number @i, from 0, by address: its name, which @symbols owns, its offset from _text on, and the
 * bytes up to the next one, with what fills the gap between both. NULL after the last but one, since the last
 * one's end is not known. */
const char *kernel_symbols_number(const GArray *symbols, guint i, guint64 *offset, guint64 *size);

/* Where the kernel's _text lay when the guest called @guest ran last; 0: not known. */
guint64 kernel_symbols_text(const char *guest);
void kernel_symbols_keep_text(const char *guest, guint64 address);

#endif
