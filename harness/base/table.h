/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text in aligned columns, of which the last one is broken into lines. */
#ifndef PMULAB_HARNESS_BASE_TABLE_H
#define PMULAB_HARNESS_BASE_TABLE_H

#include "harness/base/output.h"

struct table_column {
    const char *heading;
    gboolean right; /* set flush right: numbers */
};

struct table;

/* An empty table. @columns, @n of them (at most TABLE_COLUMNS), must outlive it. Free by table_print(). */
#define TABLE_COLUMNS 8
struct table *table_new(const struct table_column *columns, unsigned n);

/* Adds a row of @n strings in @style; "" is an empty cell. The strings are copied. */
void table_row(struct table *table, enum output_style style, const char *const *cells);

/*
 * Appends the table to @out, each column as wide as its widest cell and not at all if it has none, and frees
 * it. Lines keep within @out->columns as far as the last column's words allow.
 */
void table_print(struct table *table, struct output *out);

#endif
