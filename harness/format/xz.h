/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs and unpacks .xz data. */
#ifndef PMULAB_HARNESS_FORMAT_XZ_H
#define PMULAB_HARNESS_FORMAT_XZ_H

#include <glib.h>

/* Unpacks the @size bytes at @data, one or more complete .xz streams. NULL with
 * HARNESS_ERROR_FAILED, a message without the file's name, if the data are
 * damaged or cut short. */
GBytes *xz_unpack(const guint8 *data, gsize size, GError **error);

/* The @size bytes at @data as an .xz stream, with the check that small
 * unpackers know (CRC32). */
GBytes *xz_pack(const void *data, gsize size);

#endif
