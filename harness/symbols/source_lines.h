/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source lines of code in an object file, such as a kernel module or vmlinux,
 * that has debug information. */
#ifndef PMULAB_HARNESS_SYMBOLS_SOURCE_LINES_H
#define PMULAB_HARNESS_SYMBOLS_SOURCE_LINES_H

#include <glib.h>

struct source_lines;

/* Opens the ELF file of @size bytes at @data, which may be freed afterwards.
 * NULL: it is not an ELF file, or has no debug information (DWARF). Free with
 * source_lines_free(), which accepts NULL. */
struct source_lines *source_lines_new(const guint8 *data, gsize size);

/* The same for the file at @path. */
struct source_lines *source_lines_open(const char *path);

void source_lines_free(struct source_lines *lines);

/*
 * The line of the code at @offset, in bytes, of the section called @section, or
 * from the file's first code on if that is NULL: "uncore_snbep.c:583", a new
 * string, without folders. For inlined code, the line in the surrounding
 * function. NULL: unknown.
 */
char *source_lines_at(const struct source_lines *lines, const char *section, guint64 offset);

#endif
