/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of `pmulab report`, which shows runs and the registers that they
 * touched. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_PAGE_H
#define PMULAB_HARNESS_REPORT_REPORT_PAGE_H

#include <glib.h>

struct report_page {
    const GPtrArray *folders; /* paths of the runs, of char * */
    /* the address of an atlas to link to, relative to the page; NULL: no
     * links */
    const char *atlas;
    gboolean registers_alone; /* only the registers of all runs, without the possibly large runs */
};

/* Writes the page to @path, and replaces the file. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean report_page_write(const char *path, const struct report_page *request, GError **error);

#endif
