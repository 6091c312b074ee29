/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The labs that the user has solved: a file in the user's state folder, one lab
 * per line. */
#ifndef PMULAB_HARNESS_LAB_LAB_SOLVED_H
#define PMULAB_HARNESS_LAB_LAB_SOLVED_H

#include <glib.h>

/* The names of the solved labs, as a set; empty if there is no such file. Free
 * with g_hash_table_unref(). */
GHashTable *lab_solved_all(void);

/* Adds @name. FALSE with HARNESS_ERROR_FAILED if the file cannot be written. */
gboolean lab_solved_add(const char *name, GError **error);

#endif
