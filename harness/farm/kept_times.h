/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time that each scenario took in its last run: times.json in a folder of
 * results, one object with a member "MACHINE/NAME": us for each. An uncut run
 * writes it at its end; `pmulab results` writes it for a cut one. A part of a
 * run only reads it, since all parts must see the same times while they run.
 */
#ifndef PMULAB_HARNESS_FARM_KEPT_TIMES_H
#define PMULAB_HARNESS_FARM_KEPT_TIMES_H

#include "harness/farm/manifest.h"

#define KEPT_TIMES_FILE "times.json"

/* The times in the folder @root: name to gint64 *, in us. Empty if there is no
 * file. NULL with HARNESS_ERROR_FAILED if the file is damaged. Free with
 * g_hash_table_unref(). */
GHashTable *kept_times_read(const char *root, GError **error);

/* The time of @name in us; 0: unknown. */
gint64 kept_times_of(GHashTable *times, const char *name);

/* Writes the times of @manifest's executed scenarios into the folder @root, and
 * keeps the times of other scenarios. Does nothing if there is no such folder,
 * or no scenario was executed. FALSE with HARNESS_ERROR_FAILED. */
gboolean kept_times_add(const char *root, const struct manifest *manifest, GError **error);

#endif
