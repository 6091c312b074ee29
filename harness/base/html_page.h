/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Self-contained HTML pages: the frame and style sheet of all pages, and a
 * page's own contents. */
#ifndef PMULAB_HARNESS_BASE_HTML_PAGE_H
#define PMULAB_HARNESS_BASE_HTML_PAGE_H

#include <glib.h>

/* Files are resources in "/org/pmulab/page/", and must exist. The last of a
 * list is NULL; NULL is no list. */
struct html_page {
    const char *name;            /* also the class of its body: "atlas" */
    const char *title;           /* "pmulab atlas" */
    const char *noscript;        /* HTML for a browser without JavaScript, or NULL: needs none */
    gboolean connects;           /* its scripts fetch from its server */
    const char *const *comments; /* files: licences */
    const char *const *styles;   /* files, after the style sheet of all pages */
    const char *const *scripts;  /* files */
    /* Appends the contents of the body, before the scripts. */
    gboolean (*fill)(GString *page, gpointer data, GError **error);
};

/* Appends the page, with fill(@data). FALSE with fill()'s error. */
gboolean html_page_append(
    GString *page, const struct html_page *what, gpointer data, GError **error);

/* Appends @text with HTML's special characters escaped. */
void html_append_text(GString *page, const char *text);

/* Appends a script element of data. @attributes: "id=\"atlas\"". In JSON, '<'
 * occurs only in strings, and the script must not contain its own end tag. */
void html_append_data(GString *page, const char *attributes, const char *json);

#endif
