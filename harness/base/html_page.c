/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frame of HTML pages. */
#include "harness/base/html_page.h"

#include <gio/gio.h>
#include <string.h>

#define RESOURCES "/org/pmulab/page/"

static void append_resource(GString *page, const char *name)
{
    g_autofree char *path = g_strconcat(RESOURCES, name, NULL);
    g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;

    g_assert(text);
    g_string_append_len(page, text, (gssize)length);
    if (length && text[length - 1] != '\n')
        g_string_append_c(page, '\n');
}

static void append_files(
    GString *page, const char *open, const char *const *files, const char *close)
{
    if (!files)
        return;
    g_string_append(page, open);
    for (; *files; files++)
        append_resource(page, *files);
    g_string_append(page, close);
}

static void append_head(GString *page, const struct html_page *what)
{
    g_string_append_printf(page,
        "<!doctype html>\n"
        "<html lang=\"en\">\n"
        "<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'%s%s\">\n"
        "<title>%s</title>\n",
        what->scripts ? "; script-src 'unsafe-inline'" : "",
        what->connects ? "; connect-src 'self'" : "", what->title);
    append_files(page, "<!--\n", what->comments, "-->\n");
    append_files(page, "<style>\n", (const char *const[]){"style.css", NULL}, "</style>\n");
    append_files(page, "<style>\n", what->styles, "</style>\n");
    g_string_append_printf(page, "</head>\n<body class=\"%s\">\n", what->name);
    if (what->noscript)
        g_string_append_printf(page, "<noscript>%s</noscript>\n", what->noscript);
}

gboolean html_page_append(
    GString *page, const struct html_page *what, gpointer data, GError **error)
{
    append_head(page, what);
    if (!what->fill(page, data, error))
        return FALSE;
    append_files(page, "<script>\n", what->scripts, "</script>\n");
    g_string_append(page, "</body>\n</html>\n");
    return TRUE;
}

void html_append_text(GString *page, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);

    g_string_append(page, escaped);
}

void html_append_data(GString *page, const char *attributes, const char *json)
{
    const char *next;

    g_string_append_printf(page, "<script type=\"application/json\" %s>", attributes);
    for (; (next = strchr(json, '<')); json = next + 1) {
        g_string_append_len(page, json, next - json);
        g_string_append(page, "\\u003c");
    }
    g_string_append_printf(page, "%s</script>\n", json);
}
