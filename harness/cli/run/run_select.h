/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses among the scenarios of `pmulab run` by name and by tag, and lists them. */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_SELECT_H
#define PMULAB_HARNESS_CLI_RUN_RUN_SELECT_H

#include "harness/base/output.h"

#include <glib.h>

/*
 * Removes the scenarios that do not fit from @items (of struct run_item).
 *
 * @patterns are regular expressions for a scenario's title (run_item_title()), @tags are tags. One that
 * begins with ! leaves out what fits the rest of it. A scenario stays if it fits one of @patterns and one of
 * @tags, of those without !, and none of those with it. NULL chooses everything. FALSE with
 * HARNESS_ERROR_USAGE if a word is malformed, if one without ! fits no scenario, or if no scenario stays.
 */
gboolean run_select(GPtrArray *items, char **patterns, char **tags, GError **error);

/* All tags of @items, each once, sorted, and NULL; free the array, not the strings, which belong to @items.
 */
GPtrArray *run_tags(const GPtrArray *items);

/* Appends a line on each of @items: name, machine, tags, what it is about. @aligned: in columns, with a
 * heading; else with a tab between two of them. */
void run_list(const GPtrArray *items, gboolean aligned, struct output *out);

#endif
