/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PMULAB_HARNESS_BASE_FILE_REPLACE_H
#define PMULAB_HARNESS_BASE_FILE_REPLACE_H

#include <glib.h>

/*
 * Puts a file with @length bytes of @data at @path, in place of one that is there: written beside it and
 * renamed, so that nobody ever finds half of it, with an interruption waiting until that is done. FALSE with
 * HARNESS_ERROR_FAILED, and then nothing has changed.
 */
gboolean file_replace(const char *path, const char *data, gsize length, GError **error);

#endif
