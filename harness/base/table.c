/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lays out tables for `describe`, `decode` and the figures of a verdict. */
#include "harness/base/table.h"

#include <string.h>

enum { MARGIN = 2, GAP = 2 }; /* blanks before the first column and between columns */
enum { LAST_MIN = 20 };       /* least width of the last column */

struct row {
    enum output_style style;
    char *cells[TABLE_COLUMNS];
};

struct table {
    const struct table_column *columns;
    unsigned n;
    GPtrArray *rows;
    unsigned widths[TABLE_COLUMNS]; /* 0: the column is empty */
};

static void row_free(gpointer data)
{
    struct row *row = data;

    for (unsigned i = 0; i < TABLE_COLUMNS; i++)
        g_free(row->cells[i]);
    g_free(row);
}

struct table *table_new(const struct table_column *columns, unsigned n)
{
    struct table *table = g_new0(struct table, 1);

    g_assert(n >= 1 && n <= TABLE_COLUMNS);
    table->columns = columns;
    table->n = n;
    table->rows = g_ptr_array_new_with_free_func(row_free);
    return table;
}

void table_row(struct table *table, enum output_style style, const char *const *cells)
{
    struct row *row = g_new0(struct row, 1);

    row->style = style;
    for (unsigned i = 0; i < table->n; i++) {
        unsigned least = *cells[i] ? (unsigned)strlen(table->columns[i].heading) : 0;
        row->cells[i] = g_strdup(cells[i]);
        table->widths[i] = MAX(MAX(table->widths[i], least), (unsigned)strlen(cells[i]));
    }
    g_ptr_array_add(table->rows, row);
}

/* @columns: length of the whole line. */
static void append_cell(const struct table *table, GString *line, unsigned column, const char *cell,
    unsigned start, unsigned columns)
{
    int width = (int)table->widths[column];

    if (column == table->n - 1)
        output_append_wrapped(
            line, cell, start, columns > start + LAST_MIN ? columns - start : LAST_MIN);
    else
        g_string_append_printf(
            line, "%*s%*s", table->columns[column].right ? width : -width, cell, GAP, "");
}

/* Columns number @first up to @end, after @margin blanks. Takes @cells as a
 * separate array, since headings and rows store theirs differently. */
static void print_line(const struct table *table, struct output *out, enum output_style style,
    const char *const cells[TABLE_COLUMNS], unsigned first, unsigned end, unsigned margin)
{
    g_autoptr(GString) line = g_string_new(NULL);
    unsigned start = margin;

    g_string_append_printf(line, "%*s", (int)margin, "");
    for (unsigned i = first; i < end; i++)
        if (table->widths[i]) {
            append_cell(table, line, i, cells[i], start, out->columns);
            start += table->widths[i] + GAP;
        }
    while (line->len && line->str[line->len - 1] == ' ')
        g_string_truncate(line, line->len - 1);
    output_add(out, style, line->str);
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* How many of the first columns have a separate line, because a terminal is
 * too narrow for all. */
static unsigned columns_above(const struct table *table, const struct output *out)
{
    unsigned needed = MARGIN + MIN(table->widths[table->n - 1], LAST_MIN), above = 0;

    for (unsigned i = 0; i + 1 < table->n; i++)
        needed += table->widths[i] ? table->widths[i] + GAP : 0;
    for (; out->terminal && needed > out->terminal && above + 2 < table->n; above++)
        needed -= table->widths[above] + (above ? GAP : 0);
    return above;
}

static void print_row(const struct table *table, struct output *out, enum output_style style,
    const char *const cells[TABLE_COLUMNS])
{
    unsigned above = columns_above(table, out);

    if (above)
        print_line(table, out, style, cells, 0, above, MARGIN);
    print_line(table, out, style, cells, above, table->n, above ? 2 * MARGIN : MARGIN);
}

void table_print(struct table *table, struct output *out)
{
    const char *cells[TABLE_COLUMNS];

    for (unsigned i = 0; i < table->n; i++)
        cells[i] = table->columns[i].heading;
    print_row(table, out, OUTPUT_BOLD, cells);
    for (guint r = 0; r < table->rows->len; r++) {
        const struct row *row = g_ptr_array_index(table->rows, r);
        for (unsigned i = 0; i < table->n; i++)
            cells[i] = row->cells[i];
        print_row(table, out, row->style, cells);
    }
    g_ptr_array_free(table->rows, TRUE);
    g_free(table);
}
