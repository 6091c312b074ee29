/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PMULAB_HARNESS_BASE_FILE_REPLACE_H
#define PMULAB_HARNESS_BASE_FILE_REPLACE_H

#include <glib.h>

/*
 * Writes @length bytes of @data to the file at @path and replaces any earlier file. It writes a new file
 * beside @path and renames it, so no reader ever finds half of it; signals that would end the program wait
 * meanwhile. FALSE with HARNESS_ERROR_FAILED, and then nothing has changed.
 */
gboolean file_replace(const char *path, const char *data, gsize length, GError **error);

#endif
