/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a saved guest's entry in the cache (guest_snapshot.h), and
 * whether they are unchanged since its creation. */
#ifndef PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_ENTRY_H
#define PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_ENTRY_H

#include <glib.h>

/* Reads the file @name of @entry. Returns FALSE if it cannot be read. */
gboolean guest_snapshot_entry_read(const char *entry, const char *name, char **data, gsize *length);

/* The contents of the file "whole"; NULL if a part is missing. A new string. */
char *guest_snapshot_entry_describe(const char *entry);

gboolean guest_snapshot_entry_is_whole(const char *entry);

#endif
