/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fills the frames of HTML pages. */
#include "harness/base/html_page.h"

#include <gio/gio.h>
#include <string.h>

static void append_resource(GString *page, const char *folder, const char *name)
{
    g_autofree char *path = g_strconcat(folder, name, NULL);
    g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;

    g_assert(text);
    g_string_append_len(page, text, (gssize)length);
    if (length && text[length - 1] != '\n')
        g_string_append_c(page, '\n');
}

static gboolean append_part(
    GString *page, const char *folder, const struct html_part *part, gpointer data, GError **error)
{
    gboolean ok = TRUE;

    g_string_append(page, part->open);
    for (const char *const *file = part->files; file && *file; file++)
        append_resource(page, folder, *file);
    if (part->fill)
        ok = part->fill(page, data, error);
    g_string_append(page, part->close);
    return ok;
}

static const struct html_part *part_marked(const struct html_part *parts, gsize n, const char *line)
{
    for (gsize i = 0; i < n; i++)
        if (!strcmp(parts[i].mark, line))
            return &parts[i];
    return NULL;
}

gboolean html_page_append(GString *page, const char *folder, const char *frame,
    const struct html_part *parts, gsize n, gpointer data, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    append_resource(text, folder, frame);
    lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line && **line; line++) {
        const struct html_part *part = part_marked(parts, n, *line);

        if (!part)
            g_string_append_printf(page, "%s\n", *line);
        else if (!append_part(page, folder, part, data, error))
            return FALSE;
    }
    return TRUE;
}

void html_append_text(GString *page, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);

    g_string_append(page, escaped);
}

void html_append_json(GString *page, const char *json)
{
    const char *from = json, *next;

    for (; (next = strchr(from, '<')); from = next + 1) {
        g_string_append_len(page, from, next - from);
        g_string_append(page, "\\u003c");
    }
    g_string_append(page, from);
}
