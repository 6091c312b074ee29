/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses among the scenarios of `pmulab run` by name and by tag, and lists
 * them. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_SELECT_H
#define PMULAB_HARNESS_CLI_RUN_RUN_SELECT_H

#include "harness/base/output.h"

#include <glib.h>

/*
 * Removes the scenarios that do not match from @items (of struct run_item).
 *
 * @patterns are regular expressions for a scenario's title (run_item_title()),
 * @tags are tags. A word that begins with ! excludes the scenarios that match
 * the rest of it. A scenario stays if it matches one of the @patterns without
 * !, one of the @tags without !, and no word with !. NULL chooses everything.
 * FALSE with HARNESS_ERROR_USAGE if a word is malformed, if a word without !
 * matches no scenario, or if no scenario stays.
 */
gboolean run_select(GPtrArray *items, char **patterns, char **tags, GError **error);

/* All tags of @items, each once, sorted, and NULL; free the array, not the
 * strings, which belong to @items. */
GPtrArray *run_tags(const GPtrArray *items);

/* Appends a line for each of @items: name, machine, tags, description.
 * @aligned: in columns, with a heading; else separated by tabs. */
void run_list(const GPtrArray *items, gboolean aligned, struct output *out);

#endif
