/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes rows of accesses as table rows. */
#include "harness/diff/diff_page.h"

#include "harness/base/html_page.h"
#include "harness/diff/diff_changes.h"
#include "harness/hardware/registers.h"

enum { CONTEXT = 3 };     /* equal accesses around a difference */
enum { VALUES_MAX = 12 }; /* of one side in the table of places */

/* ---- places ---- */

static void append_numbers(GString *page, const guint64 n[DIFF_SIDES])
{
    const char *class = n[DIFF_A] == n[DIFF_B] ? "number" : "number off";

    for (unsigned side = 0; side < DIFF_SIDES; side++)
        g_string_append_printf(page, "<td class=\"%s\">%" G_GUINT64_FORMAT "</td>", class, n[side]);
}

static void append_values(GString *page, const struct diff_place *place, enum diff_side side)
{
    const GArray *values = place->alone[side];

    g_string_append(page, "<td>");
    for (guint i = 0; i < values->len && i < VALUES_MAX; i++) {
        g_autofree char *hex =
            register_hex(place->reg ? place->reg->width : 64, g_array_index(values, guint64, i));

        g_string_append_printf(page, "%s%s", i ? " " : "", hex);
    }
    if (values->len > VALUES_MAX)
        g_string_append_printf(page, " and %u more", values->len - VALUES_MAX);
    g_string_append(page, "</td>");
}

static void append_place(GString *page, const struct diff_place *place)
{
    g_string_append(page, "<tr><td>");
    html_append_text(page, place->name);
    g_string_append(page, "</td>");
    append_numbers(page, place->reads);
    append_numbers(page, place->writes);
    append_values(page, place, DIFF_A);
    append_values(page, place, DIFF_B);
    g_string_append(page, "</tr>\n");
}

static void append_places(GString *page, const struct run_diff *diff)
{
    guint alike = 0;

    g_string_append(page, "<h2>Places <small>reads and writes of all steps, and values that one "
                          "run alone wrote</small></h2>\n"
                          "<div class=\"wide\" tabindex=\"0\"><table "
                          "class=\"places\"><thead><tr><th>place</th><th>reads A</th><th>B</th>"
                          "<th>writes A</th><th>B</th><th>written by A alone</th><th>written by B "
                          "alone</th></tr></thead><tbody>\n");
    for (guint i = 0; i < diff->places->len; i++) {
        const struct diff_place *place = g_ptr_array_index(diff->places, i);

        if (diff_place_differs(place))
            append_place(page, place);
        else
            alike++;
    }
    g_string_append_printf(page,
        "</tbody></table></div>\n<p class=\"notes\">%u other place%s accessed as often, with the "
        "same "
        "writes</p>\n",
        alike, alike == 1 ? "" : "s");
}

static void append_changes(GString *page, const struct run_diff *diff)
{
    g_autoptr(GPtrArray) changes = diff_changes(diff);

    g_string_append(page, "<ul class=\"changes\">\n");
    for (guint i = 0; i < changes->len; i++) {
        g_string_append(page, "<li>");
        html_append_text(page, g_ptr_array_index(changes, i));
        g_string_append(page, "</li>\n");
    }
    g_string_append(page, "</ul>\n");
}

/* ---- accesses ---- */

static void append_cell(
    GString *page, const struct run_diff *diff, const struct diff_access *access)
{
    g_autofree char *text = access ? diff_access_text(diff, access) : g_strdup("");

    g_string_append(page, "<td>");
    html_append_text(page, text);
    g_string_append(page, "</td>");
}

static void append_row(GString *page, const struct run_diff *diff, const struct diff_row *row)
{
    static const char *const classes[] = {[DIFF_SAME] = "same",
        [DIFF_CHANGED] = "changed",
        [DIFF_A_ALONE] = "a",
        [DIFF_B_ALONE] = "b"};
    g_autofree char *what = row->kind == DIFF_CHANGED ? diff_row_text(row) : NULL;

    g_string_append_printf(page, "<tr class=\"%s\">", classes[row->kind]);
    append_cell(page, diff, row->of[DIFF_A]);
    append_cell(page, diff, row->of[DIFF_B]);
    g_string_append(page, "</tr>\n");
    if (!what || !*what)
        return;
    g_string_append(page, "<tr class=\"what\"><td colspan=\"2\">");
    html_append_text(page, what);
    g_string_append(page, "</td></tr>\n");
}

static void append_skipped(GString *page, guint n)
{
    if (n)
        g_string_append_printf(page,
            "<tr class=\"skipped\"><td colspan=\"2\">%u equal access%s</td></tr>\n", n,
            n == 1 ? "" : "es");
}

static void append_rows(GString *page, const struct run_diff *diff, const struct diff_part *part)
{
    guint skipped = 0;

    for (guint i = 0; i < part->rows->len; i++) {
        if (!diff_part_is_near(part, i, CONTEXT)) {
            skipped++;
            continue;
        }
        append_skipped(page, skipped);
        skipped = 0;
        append_row(page, diff, &g_array_index(part->rows, struct diff_row, i));
    }
    append_skipped(page, skipped);
}

static void append_part(GString *page, const struct run_diff *diff, const struct diff_part *part)
{
    g_autofree char *step = run_diff_step_name(diff, part->step);

    if (part->n[DIFF_SAME] == part->rows->len)
        return;
    g_string_append(page, "<h3>");
    html_append_text(page, step);
    g_string_append_printf(page,
        ", %s <small>%u equal, %u changed, %u of A alone, %u of B alone%s</small></h3>\n"
        "<table class=\"pair\"><thead><tr><th>A</th><th>B</th></tr></thead><tbody>\n",
        part->block, part->n[DIFF_SAME], part->n[DIFF_CHANGED], part->n[DIFF_A_ALONE],
        part->n[DIFF_B_ALONE], part->gave_up ? "; too much differs to align all" : "");
    append_rows(page, diff, part);
    g_string_append(page, "</tbody></table>\n");
}

static void append_title(GString *page, const struct run_diff *diff)
{
    const struct run_folder *a = diff->run[DIFF_A], *b = diff->run[DIFF_B];

    g_string_append(page, "<header><h2>");
    html_append_text(page, a->name);
    if (g_strcmp0(a->name, b->name)) {
        g_string_append(page, " and ");
        html_append_text(page, b->name);
    }
    g_string_append(page, "</h2>\n<p class=\"notes\"><span>A: ");
    html_append_text(page, a->path);
    g_string_append_printf(
        page, ", %" G_GSIZE_FORMAT " accesses</span><span>B: ", diff->accesses[DIFF_A]);
    html_append_text(page, b->path);
    g_string_append_printf(page,
        ", %" G_GSIZE_FORMAT " accesses</span><span>%u differences</span></p></header>\n",
        diff->accesses[DIFF_B], diff->differences);
}

static gboolean append_runs(GString *page, gpointer data, GError **error)
{
    const GPtrArray *diffs = data;

    (void)error;
    g_string_append(page, "<header><h1>pmulab diff</h1></header>\n<main>\n");
    for (guint i = 0; i < diffs->len; i++) {
        const struct run_diff *diff = g_ptr_array_index(diffs, i);

        append_title(page, diff);
        append_changes(page, diff);
        append_places(page, diff);
        g_string_append(page, "<h2>Accesses <small>by step and block</small></h2>\n");
        if (!diff->differences)
            g_string_append(page, "<p>no difference</p>\n");
        for (guint k = 0; k < diff->parts->len; k++)
            append_part(page, diff, g_ptr_array_index(diff->parts, k));
    }
    g_string_append(page, "</main>\n");
    return TRUE;
}

void diff_page_append(GString *page, const GPtrArray *diffs)
{
    const struct html_page two = {
        .name = "diff",
        .title = "pmulab diff",
        .fill = append_runs,
    };

    html_page_append(page, &two, (gpointer)(guintptr)diffs, NULL);
}
