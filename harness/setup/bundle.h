/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries of the cache as one file, for machines without a network: a tar
 * archive, packed by gzip, with a folder for each entry. */
#ifndef PMULAB_HARNESS_SETUP_BUNDLE_H
#define PMULAB_HARNESS_SETUP_BUNDLE_H

#include "harness/base/child.h"

#include <glib.h>

/* Writes @entries (of char *, paths from cache_entry()) to the file @path,
 * which it replaces. FALSE with HARNESS_ERROR_FAILED if the cache lacks an
 * entry or the file cannot be written. */
gboolean bundle_write(
    const char *path, const GPtrArray *entries, struct child_host *host, GError **error);

/*
 * Adds the entries in the file @path to the cache; existing ones stay. Sets
 * *@added and *@there to the numbers of new and existing entries. Takes the
 * cache's lock. FALSE with HARNESS_ERROR_FAILED if the file is no bundle, or
 * one of its files is not as its checksum; then nothing is added.
 */
gboolean bundle_read(
    const char *path, unsigned *added, unsigned *there, struct child_host *host, GError **error);

#endif
