/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of places, and the accesses side by side as lines. */
#include "harness/diff/diff_text.h"

#include "harness/base/table.h"
#include "harness/diff/diff_changes.h"
#include "harness/hardware/registers.h"

enum { CONTEXT = 3 };    /* equal accesses around a difference */
enum { VALUES_MAX = 4 }; /* of one side in the table */

/* ---- places ---- */

static void append_values(GString *text, const struct diff_place *place, enum diff_side side)
{
    const GArray *values = place->alone[side];

    if (!values->len)
        return;
    g_string_append_printf(text, "%s%c alone:", text->len ? "; " : "", side == DIFF_A ? 'A' : 'B');
    for (guint i = 0; i < values->len && i < VALUES_MAX; i++) {
        g_autofree char *hex =
            register_hex(place->reg ? place->reg->width : 64, g_array_index(values, guint64, i));

        g_string_append_printf(text, " %s", hex);
    }
    if (values->len > VALUES_MAX)
        g_string_append_printf(text, " and %u more", values->len - VALUES_MAX);
}

static void add_place(struct table *table, const struct diff_place *place)
{
    g_autofree char *reads_a = g_strdup_printf("%" G_GUINT64_FORMAT, place->reads[DIFF_A]),
                    *reads_b = g_strdup_printf("%" G_GUINT64_FORMAT, place->reads[DIFF_B]),
                    *writes_a = g_strdup_printf("%" G_GUINT64_FORMAT, place->writes[DIFF_A]),
                    *writes_b = g_strdup_printf("%" G_GUINT64_FORMAT, place->writes[DIFF_B]);
    g_autoptr(GString) values = g_string_new(NULL);

    append_values(values, place, DIFF_A);
    append_values(values, place, DIFF_B);
    table_row(table, OUTPUT_PLAIN,
        (const char *const[]){place->name, reads_a, reads_b, writes_a, writes_b, values->str});
}

static void print_places(const struct run_diff *diff, struct output *out)
{
    static const struct table_column columns[] = {{"PLACE", FALSE}, {"READS A", TRUE}, {"B", TRUE},
        {"WRITES A", TRUE}, {"B", TRUE}, {"WRITTEN BY ONE", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));
    guint alike = 0;

    for (guint i = 0; i < diff->places->len; i++) {
        const struct diff_place *place = g_ptr_array_index(diff->places, i);

        if (diff_place_differs(place))
            add_place(table, place);
        else
            alike++;
    }
    table_print(table, out);
    output_printf(out, "  %u other place%s accessed as often, with the same writes\n", alike,
        alike == 1 ? "" : "s");
}

/* ---- accesses ---- */

static void print_line(const struct run_diff *diff, const struct diff_access *access,
    const char *mark, enum output_style style, struct output *out)
{
    g_autofree char *text = diff_access_text(diff, access);
    g_autofree char *line = g_strconcat(mark, text, NULL);

    output_add(out, style, line);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void print_row(const struct run_diff *diff, const struct diff_row *row, struct output *out)
{
    g_autofree char *what = row->kind == DIFF_CHANGED ? diff_row_text(row) : NULL;

    if (row->kind == DIFF_SAME) {
        print_line(diff, row->of[DIFF_A], " ", OUTPUT_PLAIN, out);
        return;
    }
    if (row->of[DIFF_A])
        print_line(diff, row->of[DIFF_A], "-", OUTPUT_WARNING, out);
    if (row->of[DIFF_B])
        print_line(diff, row->of[DIFF_B], "+", OUTPUT_BOLD, out);
    if (what && *what)
        output_printf(out, "!   %s\n", what);
}

static void print_skipped(guint n, struct output *out)
{
    if (n)
        output_printf(out, "  ... %u equal access%s\n", n, n == 1 ? "" : "es");
}

static void print_part(
    const struct run_diff *diff, const struct diff_part *part, struct output *out)
{
    g_autofree char *step = run_diff_step_name(diff, part->step);
    g_autofree char *title = g_strdup_printf(
        "@@ %s, %s: %u equal, %u changed, %u of A alone, %u of B alone", step, part->block,
        part->n[DIFF_SAME], part->n[DIFF_CHANGED], part->n[DIFF_A_ALONE], part->n[DIFF_B_ALONE]);
    guint skipped = 0;

    if (part->n[DIFF_SAME] == part->rows->len)
        return;
    output_add(out, OUTPUT_BOLD, title);
    output_add(out, OUTPUT_PLAIN, "\n");
    if (part->gave_up)
        output_printf(out, "  too much differs: not aligned\n");
    for (guint i = 0; i < part->rows->len; i++) {
        if (!diff_part_is_near(part, i, CONTEXT)) {
            skipped++;
            continue;
        }
        print_skipped(skipped, out);
        skipped = 0;
        print_row(diff, &g_array_index(part->rows, struct diff_row, i), out);
    }
    print_skipped(skipped, out);
}

void diff_print(const struct run_diff *diff, struct output *out)
{
    const char *const letters[DIFF_SIDES] = {"A", "B"};
    g_autoptr(GPtrArray) changes = diff_changes(diff);

    for (unsigned side = 0; side < DIFF_SIDES; side++)
        output_printf(out, "%s  %s: %" G_GSIZE_FORMAT " accesses, %s\n", letters[side],
            diff->run[side]->name, diff->accesses[side], diff->run[side]->path);
    if (!diff->differences) {
        output_printf(out, "no difference\n");
        return;
    }
    for (guint i = 0; i < changes->len; i++)
        output_printf(out, "!  %s\n", (const char *)g_ptr_array_index(changes, i));
    print_places(diff, out);
    for (guint i = 0; i < diff->parts->len; i++)
        print_part(diff, g_ptr_array_index(diff->parts, i), out);
}
