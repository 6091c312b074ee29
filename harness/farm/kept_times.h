/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each scenario took the last time: times.json in a folder of results, one object with a member
 * "MACHINE/NAME": us for each. A run that is not cut writes it at its end, and so does `pmulab results` of
 * one that was. A part of a run only reads it: while parts run, all must find the same.
 */
#ifndef PMULAB_HARNESS_FARM_KEPT_TIMES_H
#define PMULAB_HARNESS_FARM_KEPT_TIMES_H

#include "harness/farm/account.h"

#define KEPT_TIMES_FILE "times.json"

/* The times in the folder @root: name to gint64 *, in us. Empty if nobody has written any. NULL with
 * HARNESS_ERROR_FAILED if the file is damaged. Free with g_hash_table_unref(). */
GHashTable *kept_times_read(const char *root, GError **error);

/* What @name took, in us; 0: not known. */
gint64 kept_times_of(GHashTable *times, const char *name);

/* Writes the times of @account's scenarios that were run into the folder @root, and leaves those of others.
 * Does nothing if there is no such folder, or none was run. FALSE with HARNESS_ERROR_FAILED. */
gboolean kept_times_add(const char *root, const struct account *account, GError **error);

#endif
