/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run --proved`: the list of each scenario's proved amounts, to compare
 * with another run's. */
#ifndef PMULAB_HARNESS_REPORT_PROVED_H
#define PMULAB_HARNESS_REPORT_PROVED_H

#include "harness/judge/verdict.h"

#include <glib.h>

struct proved_list;

/* All calls accept NULL, for a list that the user did not request. */

/* Makes an empty list for the file @path; NULL gives NULL. Free with
 * proved_list_free(). */
struct proved_list *proved_list_new(const char *path);
void proved_list_free(struct proved_list *list);

/* Adds the proved amounts of a run of the scenario @name, MACHINE/NAME. */
void proved_list_add(struct proved_list *list, const char *name, const struct proved *proved);

/* Replaces the file by all lines so far, sorted by name. Call it after each
 * run, so that an interrupted run keeps them. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean proved_list_write(const struct proved_list *list, GError **error);

#endif
