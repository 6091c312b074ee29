/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the table of figures that ends a run. */
#include "harness/proof/figures.h"

#include "harness/base/table.h"
#include "harness/proof/perf_check.h"

#include <string.h>

enum { EVENT, PRINTED, DRIVER, HARDWARE, INJECTED, EQUAL, COLUMNS };

/* Short headings: with names of about thirty letters a line still fits 100
 * columns. */
static const struct table_column columns[COLUMNS] = {
    [EVENT] = {"event", FALSE},
    [PRINTED] = {"perf printed", TRUE},
    [DRIVER] = {"driver", TRUE},
    [HARDWARE] = {"hardware", TRUE},
    [INJECTED] = {"injected", TRUE},
    [EQUAL] = {"equal", FALSE},
};

/* "S1:EVENT GROUP"; with -I the table's time comes first: "2.001s S1:EVENT". */
static char *event_text(const struct perf_check_row *row)
{
    g_autofree char *time =
        row->time ? g_strdup_printf("%.3fs ", g_ascii_strtod(row->time, NULL)) : g_strdup("");
    g_autofree char *cgroup = row->cgroup ? g_strdup_printf(" %s", row->cgroup) : g_strdup("");

    if (row->socket < 0)
        return g_strdup_printf("%s%s%s", time, row->event, cgroup);
    return g_strdup_printf("%sS%d:%s%s", time, row->socket, row->event, cgroup);
}

static char *count_text(const struct perf_check_row *row, guint64 count)
{
    return row->unknown ? g_strdup("?") : g_strdup_printf("%" G_GUINT64_FORMAT, count);
}

static void add_row(struct table *table, const struct perf_check_row *row, int unit_width)
{
    const char *figure = *row->printed ? row->printed : "-";
    /* "5738.59 MiB". If only other rows have a unit, blanks take its place, so
     * that digits align. */
    g_autofree char *printed =
        unit_width ? g_strdup_printf("%s %-*s", figure, unit_width, row->unit) : g_strdup(figure);
    g_autofree char *event = event_text(row);
    g_autofree char *driver = count_text(row, row->driver);
    g_autofree char *truth = count_text(row, row->truth);
    /* Empty where no printed figure was compared: a column that is empty
     * throughout is not printed. */
    g_autofree char *injected =
        row->hop_three == PERF_HOP_NOT_MADE || row->hop_three == PERF_HOP_IN_TURNS
            ? g_strdup("")
            : count_text(row, row->injected);
    gboolean equal = perf_check_row_holds(row);
    const char *cells[COLUMNS] = {
        [EVENT] = event,
        [PRINTED] = printed,
        [DRIVER] = driver,
        [HARDWARE] = truth,
        [INJECTED] = injected,
        [EQUAL] = equal ? "yes" : "NO",
    };

    table_row(table, equal ? OUTPUT_PLAIN : OUTPUT_WARNING, cells);
}

void figures_print(const GPtrArray *rows, struct output *out)
{
    struct table *table = table_new(columns, COLUMNS);
    size_t width = 0;

    for (guint i = 0; i < rows->len; i++)
        width =
            MAX(width, strlen(((const struct perf_check_row *)g_ptr_array_index(rows, i))->unit));
    for (guint i = 0; i < rows->len; i++)
        add_row(table, g_ptr_array_index(rows, i), (int)width);
    table_print(table, out);
}
