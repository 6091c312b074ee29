/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text in aligned columns. The last column is wrapped. */
#ifndef PMULAB_HARNESS_BASE_TABLE_H
#define PMULAB_HARNESS_BASE_TABLE_H

#include "harness/base/output.h"

struct table_column {
    const char *heading;
    gboolean right; /* flush right: for numbers */
};

struct table;

/* Makes an empty table with @n columns, at most TABLE_COLUMNS. @columns must
 * outlive it. table_print() frees it. */
#define TABLE_COLUMNS 10
struct table *table_new(const struct table_column *columns, unsigned n);

/* Adds a row in @style. @cells has one string for each column, "" for an empty
 * cell; they are copied. */
void table_row(struct table *table, enum output_style style, const char *const *cells);

/* Appends the table to @out and frees it. Each column is as wide as its widest
 * cell; columns without cells are omitted. Lines are at most @out->columns
 * long, if the last column's words allow it. On a terminal that is too narrow,
 * the first columns get a separate line above the others. */
void table_print(struct table *table, struct output *out);

#endif
