/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Self-contained HTML pages, made of a frame and the contents of its marked
 * lines. */
#ifndef PMULAB_HARNESS_BASE_HTML_PAGE_H
#define PMULAB_HARNESS_BASE_HTML_PAGE_H

#include <glib.h>

/* The replacement of a frame's lines that equal @mark: consecutive files, or
 * the text that @fill appends. */
struct html_part {
    const char *mark; /* "@STYLE@" */
    const char *open, *close;
    /* names of resources in the frame's folder; ends with NULL; or NULL */
    const char *const *files;
    gboolean (*fill)(GString *page, gpointer data, GError **error);
};

/*
 * Appends the frame, resource @frame of folder @folder ("/org/pmulab/report/"),
 * with its @n parts filled in. All resources must exist. @data goes to each
 * fill(). FALSE with fill()'s error.
 */
gboolean html_page_append(GString *page, const char *folder, const char *frame,
    const struct html_part *parts, gsize n, gpointer data, GError **error);

/* Appends @text with HTML's special characters escaped. */
void html_append_text(GString *page, const char *text);

/* Appends JSON for a script element: in JSON, '<' occurs only in strings, and
 * the script must not contain its own end tag. */
void html_append_json(GString *page, const char *json);

#endif
