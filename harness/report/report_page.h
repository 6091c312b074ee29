/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of `pmulab report`, which shows runs, and the registers that they touched. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_PAGE_H
#define PMULAB_HARNESS_REPORT_REPORT_PAGE_H

#include <glib.h>

/* Writes the page of the runs in @folders (paths, char *) to @path, and replaces the file. @atlas: the
 * address of an atlas to link accesses to, relative to the page; NULL: no links. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean report_page_write(const char *path, const GPtrArray *folders, const char *atlas, GError **error);

#endif
