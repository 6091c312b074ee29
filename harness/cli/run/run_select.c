/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab run -k`, `--tag` and `--list`: chooses among scenarios by name and
 * tag, and lists them. */
#include "harness/cli/run/run_select.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/cli/run/run_scenarios.h"

#include <string.h>

#define LEAVES_OUT '!'

/* One value of an option. */
struct wanted {
    const char *text; /* without ! */
    gboolean out;     /* excludes matches */
    GRegex *regex;    /* NULL: a tag */
};

static gboolean fits(const struct wanted *wanted, const struct run_item *item)
{
    g_autofree char *title = NULL;

    if (!wanted->regex)
        return g_ptr_array_find_with_equal_func(
            item->scenario->tags, wanted->text, g_str_equal, NULL);
    title = run_item_title(item);
    return g_regex_match(wanted->regex, title, 0, NULL);
}

/* Whether @item matches one of the words without !, if there are any, and no
 * word with it. */
static gboolean stays(const GArray *all, const struct run_item *item)
{
    gboolean asked = FALSE, found = FALSE;

    for (guint i = 0; i < all->len; i++) {
        const struct wanted *wanted = &g_array_index(all, struct wanted, i);
        gboolean fitting = fits(wanted, item);

        if (wanted->out && fitting)
            return FALSE;
        asked |= !wanted->out;
        found |= !wanted->out && fitting;
    }
    return found || !asked;
}

/* ---- what selects nothing ---- */

static gint by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *run_tags(const GPtrArray *items)
{
    GPtrArray *tags = g_ptr_array_new();

    for (guint i = 0; i < items->len; i++) {
        const struct run_item *item = g_ptr_array_index(items, i);

        for (guint k = 0; k < item->scenario->tags->len; k++) {
            char *tag = g_ptr_array_index(item->scenario->tags, k);

            if (!g_ptr_array_find_with_equal_func(tags, tag, g_str_equal, NULL))
                g_ptr_array_add(tags, tag);
        }
    }
    g_ptr_array_sort(tags, by_text);
    g_ptr_array_add(tags, NULL);
    return tags;
}

static gboolean fail_empty(const GPtrArray *items, const struct wanted *wanted, GError **error)
{
    g_autoptr(GPtrArray) all = run_tags(items);
    g_autofree char *tags = g_strjoinv(", ", (char **)all->pdata);
    g_autofree char *hint =
        *tags ? did_you_mean(wanted->text, tags) : g_strdup("; they have no tags");

    if (wanted->regex)
        error_usage(error,
            "-k '%s': no scenario's path fits; expected one of those that --list shows",
            wanted->text);
    else
        error_usage(error, "--tag '%s': no scenario has it%s", wanted->text, hint);
    return FALSE;
}

/* Whether each word without ! fits some scenario: one that fits none is more
 * likely a typo. */
static gboolean check_each(const GPtrArray *items, const GArray *all, GError **error)
{
    for (guint i = 0; i < all->len; i++) {
        const struct wanted *wanted = &g_array_index(all, struct wanted, i);
        gboolean found = wanted->out;

        for (guint k = 0; k < items->len && !found; k++)
            found = fits(wanted, g_ptr_array_index(items, k));
        if (!found)
            return fail_empty(items, wanted, error);
    }
    return TRUE;
}

/* ---- reading the options ---- */

static void wanted_clear(gpointer data)
{
    g_clear_pointer(&((struct wanted *)data)->regex, g_regex_unref);
}

static struct wanted *add_wanted(GArray *all, const char *word)
{
    const gboolean out = *word == LEAVES_OUT;
    const struct wanted wanted = {.text = word + out, .out = out};

    g_array_append_val(all, wanted);
    return &g_array_index(all, struct wanted, all->len - 1);
}

static gboolean read_patterns(GArray *all, char **patterns, GError **error)
{
    for (; patterns && *patterns; patterns++) {
        struct wanted *wanted = add_wanted(all, *patterns);
        g_autoptr(GError) wrong = NULL;

        wanted->regex = g_regex_new(wanted->text, G_REGEX_RAW, 0, &wrong);
        if (!wanted->regex)
            return error_usage(error, "-k '%s': %s; expected a regular expression in Perl's syntax",
                *patterns, wrong->message);
    }
    return TRUE;
}

/* The conditions of -k and --tag. */
struct selection {
    const GArray *names, *labels; /* of struct wanted */
};

static gboolean is_selected(const struct run_item *item, guint index, gconstpointer data)
{
    const struct selection *selection = data;

    (void)index;
    return stays(selection->names, item) && stays(selection->labels, item);
}

gboolean run_select(GPtrArray *items, char **patterns, char **tags, GError **error)
{
    g_autoptr(GArray) names = g_array_new(FALSE, FALSE, sizeof(struct wanted));
    g_autoptr(GArray) labels = g_array_new(FALSE, FALSE, sizeof(struct wanted));

    g_array_set_clear_func(names, wanted_clear);
    if (!read_patterns(names, patterns, error))
        return FALSE;
    for (; tags && *tags; tags++)
        add_wanted(labels, *tags);
    if (!check_each(items, names, error) || !check_each(items, labels, error))
        return FALSE;
    run_items_keep(items, is_selected, &(struct selection){names, labels});
    if (items->len)
        return TRUE;
    return error_usage(
        error, "-k and --tag leave no scenario; expected some, of those that --list shows");
}

/* ---- the list ---- */

enum { COLUMNS = 4 };

/* The cells of @item's line: new strings. */
static void fill_cells(const struct run_item *item, char *cells[COLUMNS + 1])
{
    const struct scenario *scenario = item->scenario;

    cells[0] = run_item_title(item);
    cells[1] = g_strdup(scenario->machine->name);
    cells[2] = scenario_tags(scenario);
    cells[3] = g_strdelimit(g_strdup(scenario->about), "\t", ' ');
    cells[COLUMNS] = NULL;
}

static void list_plainly(const GPtrArray *items, struct output *out)
{
    for (guint i = 0; i < items->len; i++) {
        g_auto(GStrv) cells = g_new0(char *, COLUMNS + 1);
        g_autofree char *line = NULL;

        fill_cells(g_ptr_array_index(items, i), cells);
        line = g_strjoinv("\t", cells);
        output_printf(out, "%s\n", line);
    }
}

void run_list(const GPtrArray *items, gboolean aligned, struct output *out)
{
    static const struct table_column columns[COLUMNS] = {
        {"scenario", FALSE}, {"machine", FALSE}, {"tags", FALSE}, {"about", FALSE}};
    struct table *table;

    if (!aligned) {
        list_plainly(items, out);
        return;
    }
    table = table_new(columns, COLUMNS);
    for (guint i = 0; i < items->len; i++) {
        g_auto(GStrv) cells = g_new0(char *, COLUMNS + 1);

        fill_cells(g_ptr_array_index(items, i), cells);
        table_row(table, OUTPUT_PLAIN, (const char *const *)cells);
    }
    table_print(table, out);
}
