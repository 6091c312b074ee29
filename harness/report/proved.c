/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes how much each scenario proved: a line for each, in the order of their
 * names. */
#include "harness/report/proved.h"

#include "harness/base/file_stream.h"

#include <string.h>

struct proved_list {
    char *path;
    GPtrArray *lines; /* of char * */
};

struct proved_list *proved_list_new(const char *path)
{
    struct proved_list *list = path ? g_new0(struct proved_list, 1) : NULL;

    if (!list)
        return NULL;
    list->path = g_strdup(path);
    list->lines = g_ptr_array_new_with_free_func(g_free);
    return list;
}

void proved_list_free(struct proved_list *list)
{
    if (!list)
        return;
    g_ptr_array_unref(list->lines);
    g_free(list->path);
    g_free(list);
}

void proved_list_add(struct proved_list *list, const char *name, const struct proved *proved)
{
    if (!list)
        return;
    g_ptr_array_add(
        list->lines, g_strdup_printf("%s figures=%" G_GUINT64_FORMAT " hops=%" G_GUINT64_FORMAT
                                     " samples=%" G_GUINT64_FORMAT " executed=%" G_GUINT64_FORMAT,
                         name, proved->figures, proved->hops, proved->samples, proved->executed));
}

static gint by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

gboolean proved_list_write(const struct proved_list *list, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if (!list)
        return TRUE;
    g_ptr_array_sort(list->lines, by_text);
    for (guint i = 0; i < list->lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(list->lines, i));
    return file_replace(list->path, text->str, text->len, error);
}
