/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Properties of a tree that may say anything: each either is what it should be, or a complaint. */
#ifndef PMULAB_FDT_TREE_READ_H
#define PMULAB_FDT_TREE_READ_H

#include <glib.h>

/* A tree whose blocks are sound (tree_sound()), and where complaints about its nodes go. */
struct tree {
    const void *fdt;
    GPtrArray *complaints;
};

/* Whether the @size bytes are one sound tree of at least version 16; complains if not. */
gboolean tree_sound(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* A complaint that begins with @node's path. */
void tree_complain(const struct tree *tree, int node, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* @node's path; the caller frees. */
char *tree_path(const struct tree *tree, int node);

gboolean tree_has(const struct tree *tree, int node, const char *property);

/* The string in @property (empty too), or NULL with a complaint: missing, or not one string. */
const char *tree_string(const struct tree *tree, int node, const char *property);

/* The first of at least @n cells in @property, or FALSE with a complaint. */
gboolean tree_cell(const struct tree *tree, int node, const char *property, int n, guint32 *value);

/* Whether @node has @string in its compatible. */
gboolean tree_compatible(const struct tree *tree, int node, const char *string);

#endif
