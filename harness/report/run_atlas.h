/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The atlas with the accesses of runs to its registers. */
#ifndef PMULAB_HARNESS_REPORT_RUN_ATLAS_H
#define PMULAB_HARNESS_REPORT_RUN_ATLAS_H

#include <glib.h>

/* Writes the atlas to @path, with the runs in @folders (paths, char *), and
 * replaces the file. FALSE with HARNESS_ERROR_FAILED. */
gboolean run_atlas_write(const char *path, const GPtrArray *folders, GError **error);

#endif
