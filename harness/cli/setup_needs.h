/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache's items for `pmulab setup [MACHINE|SCENARIO...]`. */
#ifndef PMULAB_HARNESS_CLI_SETUP_NEEDS_H
#define PMULAB_HARNESS_CLI_SETUP_NEEDS_H

#include "harness/fetch/fetch_list.h"

/*
 * Adds to @list the items that the machines and scenarios @words (names, files
 * and folders; NULL: all machines) need, in their own guests and in guests with
 * a kernel of @kernels (up to a NULL; or NULL). Adds a guest named in @kernels
 * for any @words. FALSE with HARNESS_ERROR_USAGE or G_FILE_ERROR, as
 * run_scenarios().
 */
gboolean setup_needs(struct fetch_list *list, char **words, char **kernels, GError **error);

#endif
