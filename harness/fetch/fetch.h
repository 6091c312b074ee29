/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches or makes missing entries of the cache: QEMU, guests, UEFI and
 * packages for guests. */
#ifndef PMULAB_HARNESS_FETCH_FETCH_H
#define PMULAB_HARNESS_FETCH_FETCH_H

#include "harness/fetch/fetch_list.h"

#include <stdio.h>

/*
 * Makes all items of @list that the cache lacks, and reports each item on @out.
 * One guest's failure does not affect the others. If @offline is set or the
 * environment forbids the network, uses only packages in the cache.
 * PMULAB_OFFLINE forbids the network, unless it is empty or 0. FALSE with
 * HARNESS_ERROR_FAILED, one line.
 */
gboolean fetch_all(const struct fetch_list *list, FILE *out, gboolean offline, GError **error);

/* The cache entries of @list: paths, freed with the array. NULL with
 * HARNESS_ERROR_FAILED if this host's architecture is unknown. */
GPtrArray *fetch_entries(const struct fetch_list *list, GError **error);

/*
 * Makes the items of @list that the cache lacks, reports only these on standard
 * error, and frees @list. Leaves them missing if the environment forbids the
 * network or PMULAB_QEMU can't be used: the caller's own search reports that.
 * FALSE with HARNESS_ERROR_FAILED, one line, which names `pmulab setup`.
 */
gboolean fetch_missing(struct fetch_list *list, GError **error);

#endif
