/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which labs the user has solved: a file in the user's own folder for state, a line each. */
#ifndef PMULAB_HARNESS_LAB_LAB_SOLVED_H
#define PMULAB_HARNESS_LAB_LAB_SOLVED_H

#include <glib.h>

/* Names of the labs that are solved, as a set; empty if there is no such file. Free with
 * g_hash_table_unref(). */
GHashTable *lab_solved_all(void);

/* Adds @name. FALSE with HARNESS_ERROR_FAILED if the file cannot be written. */
gboolean lab_solved_add(const char *name, GError **error);

#endif
