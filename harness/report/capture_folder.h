/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A capture as the results folder of a run, for `pmulab report`, its diff, and
 * the atlas. */
#ifndef PMULAB_HARNESS_REPORT_CAPTURE_FOLDER_H
#define PMULAB_HARNESS_REPORT_CAPTURE_FOLDER_H

#include "harness/capture/capture.h"

/*
 * Writes the capture at @path, which is new, to ROOT/MACHINE/NAME/, and
 * replaces an earlier one: trace.pmt, trace.pmt.names and result.json. NAME is
 * the file's name without its suffix. The run has one step, "capture", which
 * contains all accesses, and no verdicts. Frees @capture. Returns the folder, a
 * new string; NULL with HARNESS_ERROR_FAILED.
 */
char *capture_folder_write(
    const char *root, const char *path, struct capture *capture, GError **error);

#endif
