/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and writes the files of `pmulab fdt`: catalogues in every supported
 * form, and results. */
#ifndef PMULAB_HARNESS_FORMAT_FDT_FILE_H
#define PMULAB_HARNESS_FORMAT_FDT_FILE_H

#include "models/power9/generation.h"

#include <glib.h>

/* The contents of the file at @path. NULL with a G_FILE_ERROR that names the
 * file. */
GBytes *fdt_file_read(const char *path, GError **error);

/*
 * Reads the catalogue in the file at @path as a device tree, without checking
 * it. The file may be a text list (models/power9/catalogue.h), device tree
 * source (compiled with dtc), or a tree. With @path NULL it returns the
 * built-in list of @generation. NULL with an error that names the file, and the
 * line if the list's parser or dtc names one.
 */
GBytes *fdt_file_catalogue(
    const char *path, const struct p9_generation *generation, GError **error);

/* Does the same with @bytes, read from @path, which are not yet a tree. */
GBytes *fdt_file_compile(
    GBytes *bytes, const char *path, const struct p9_generation *generation, GError **error);

/* @tree as device tree source, by dtc. NULL with an error. */
GBytes *fdt_file_source(GBytes *tree, GError **error);

/*
 * Writes @bytes to the file at @path, which then exists whole or not at all.
 * NULL or "-" means standard output. FALSE with HARNESS_ERROR_FAILED if a write
 * fails, or if standard output is a terminal and @text is FALSE.
 */
gboolean fdt_file_write(GBytes *bytes, const char *path, gboolean text, GError **error);

#endif
