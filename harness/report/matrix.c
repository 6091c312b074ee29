/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects how scenarios ended on several kernels, and prints them as a
 * table. */
#include "harness/report/matrix.h"

#include "harness/base/table.h"

#include <string.h>

G_STATIC_ASSERT(MATRIX_KERNELS_MAX < TABLE_COLUMNS);

struct row {
    char *scenario;
    enum matrix_cell cells[MATRIX_KERNELS_MAX];
    char *whys[MATRIX_KERNELS_MAX];
};

struct matrix {
    char **kernels;
    guint n;
    GPtrArray *rows; /* of struct row */
};

static const char *const words[] = {[MATRIX_NONE] = "not run",
    [MATRIX_OK] = "ok",
    [MATRIX_FAILED] = "FAILED",
    [MATRIX_SKIPPED] = "skipped"};

static void row_free(gpointer data)
{
    struct row *row = data;

    g_free(row->scenario);
    for (guint i = 0; i < MATRIX_KERNELS_MAX; i++)
        g_free(row->whys[i]);
    g_free(row);
}

struct matrix *matrix_new(char **kernels)
{
    struct matrix *matrix = g_new0(struct matrix, 1);

    matrix->kernels = kernels;
    matrix->n = g_strv_length(kernels);
    matrix->rows = g_ptr_array_new_with_free_func(row_free);
    g_assert(matrix->n >= 1 && matrix->n <= MATRIX_KERNELS_MAX);
    return matrix;
}

void matrix_free(struct matrix *matrix)
{
    if (!matrix)
        return;
    g_ptr_array_unref(matrix->rows);
    g_free(matrix);
}

static struct row *row_of(struct matrix *matrix, const char *scenario)
{
    struct row *row;

    for (guint i = 0; i < matrix->rows->len; i++) {
        row = g_ptr_array_index(matrix->rows, i);
        if (!strcmp(row->scenario, scenario))
            return row;
    }
    row = g_new0(struct row, 1);
    row->scenario = g_strdup(scenario);
    g_ptr_array_add(matrix->rows, row);
    return row;
}

void matrix_set(struct matrix *matrix, const char *scenario, guint kernel, enum matrix_cell cell,
    const char *why)
{
    struct row *row = row_of(matrix, scenario);

    row->cells[kernel] = cell;
    g_free(row->whys[kernel]);
    row->whys[kernel] = g_strdup(why);
}

static gboolean has_failed(const struct matrix *matrix, const struct row *row)
{
    for (guint k = 0; k < matrix->n; k++)
        if (row->cells[k] == MATRIX_FAILED)
            return TRUE;
    return FALSE;
}

static void print_cells(const struct matrix *matrix, struct output *out)
{
    struct table_column columns[MATRIX_KERNELS_MAX + 1] = {{"scenario", FALSE}};
    struct table *table;

    for (guint k = 0; k < matrix->n; k++)
        columns[k + 1] = (struct table_column){matrix->kernels[k], FALSE};
    table = table_new(columns, matrix->n + 1);
    for (guint i = 0; i < matrix->rows->len; i++) {
        const struct row *row = g_ptr_array_index(matrix->rows, i);
        const char *cells[MATRIX_KERNELS_MAX + 1] = {row->scenario};

        for (guint k = 0; k < matrix->n; k++)
            cells[k + 1] = words[row->cells[k]];
        table_row(table, has_failed(matrix, row) ? OUTPUT_WARNING : OUTPUT_PLAIN, cells);
    }
    table_print(table, out);
}

static gboolean has_reasons(const struct matrix *matrix)
{
    for (guint i = 0; i < matrix->rows->len; i++)
        for (guint k = 0; k < matrix->n; k++)
            if (((const struct row *)g_ptr_array_index(matrix->rows, i))->whys[k])
                return TRUE;
    return FALSE;
}

static void print_reasons(const struct matrix *matrix, struct output *out)
{
    static const struct table_column columns[] = {
        {"scenario", FALSE}, {"kernel", FALSE}, {"", FALSE}, {"why", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < matrix->rows->len; i++) {
        const struct row *row = g_ptr_array_index(matrix->rows, i);

        for (guint k = 0; k < matrix->n; k++) {
            const char *cells[] = {
                row->scenario, matrix->kernels[k], words[row->cells[k]], row->whys[k]};

            if (!row->whys[k])
                continue;
            table_row(table, row->cells[k] == MATRIX_FAILED ? OUTPUT_WARNING : OUTPUT_PLAIN, cells);
        }
    }
    output_printf(out, "\n");
    table_print(table, out);
}

void matrix_print(const struct matrix *matrix, struct output *out)
{
    if (!matrix->rows->len)
        return;
    print_cells(matrix, out);
    if (has_reasons(matrix))
        print_reasons(matrix, out);
    output_printf(out, "\n");
    for (guint k = 0; k < matrix->n; k++) {
        unsigned totals[G_N_ELEMENTS(words)] = {0};

        for (guint i = 0; i < matrix->rows->len; i++)
            totals[((const struct row *)g_ptr_array_index(matrix->rows, i))->cells[k]]++;
        output_printf(out, "%s: %u ok, %u failed, %u skipped", matrix->kernels[k],
            totals[MATRIX_OK], totals[MATRIX_FAILED], totals[MATRIX_SKIPPED]);
        if (totals[MATRIX_NONE])
            output_printf(out, ", %u not run", totals[MATRIX_NONE]);
        output_printf(out, "\n");
    }
}
