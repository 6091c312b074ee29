/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Properties of an untrusted tree: each is as expected, or leads to a
 * complaint. */
#ifndef PMULAB_FDT_TREE_READ_H
#define PMULAB_FDT_TREE_READ_H

#include <glib.h>

/* A tree whose blocks are valid (tree_sound()), and the list for complaints
 * about its nodes. Borrowed. */
struct tree {
    const void *fdt;
    GPtrArray *complaints;
};

/* Returns 0 if the @size bytes are one valid tree of at least version 16, else
 * libfdt's error. */
int tree_status(const guint8 *bytes, gsize size);

/* Whether the @size bytes are one valid tree of at least version 16; complains
 * if not. */
gboolean tree_sound(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* Adds a complaint that begins with @node's path. */
void tree_complain(const struct tree *tree, int node, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Returns @node's path; the caller frees it. */
char *tree_path(const struct tree *tree, int node);

gboolean tree_has(const struct tree *tree, int node, const char *property);

/* Returns the string in @property (may be empty), or NULL with a complaint:
 * missing, or not one string. */
const char *tree_string(const struct tree *tree, int node, const char *property);

/* Sets @value to the first of at least @n cells in @property, or returns FALSE
 * with a complaint. */
gboolean tree_cell(const struct tree *tree, int node, const char *property, int n, guint32 *value);

/* Whether @node has @string in its compatible. */
gboolean tree_compatible(const struct tree *tree, int node, const char *string);

#endif
