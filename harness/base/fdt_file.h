/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of `pmulab fdt`: catalogues in every form that a user may have, and what is written. */
#ifndef PMULAB_HARNESS_BASE_FDT_FILE_H
#define PMULAB_HARNESS_BASE_FDT_FILE_H

#include <glib.h>

/* The bytes of the file at @path. NULL with an error that names it. */
GBytes *fdt_file_read(const char *path, GError **error);

/*
 * The catalogue in the file at @path as a tree, unchecked: a text list (models/power9/catalogue.h), device
 * tree source (through the program dtc), or a tree as it is. @path NULL: the built-in list of POWER9. NULL
 * with an error that names the file, and the line where the list or dtc's complaint has one.
 */
GBytes *fdt_file_catalogue(const char *path, GError **error);

/* The same of @bytes, which are not a tree and were read from @path. */
GBytes *fdt_file_compile(GBytes *bytes, const char *path, GError **error);

/* @tree as source, by dtc. NULL with an error. */
GBytes *fdt_file_source(GBytes *tree, GError **error);

/*
 * Writes @bytes to the file at @path, which is there whole or not at all; NULL or "-" is standard output,
 * where what is no @text is refused if that is a terminal.
 */
gboolean fdt_file_write(GBytes *bytes, const char *path, gboolean text, GError **error);

#endif
