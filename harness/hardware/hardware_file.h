/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file that the user names as the hardware of the machine `board`. */
#ifndef PMULAB_HARNESS_HARDWARE_HARDWARE_FILE_H
#define PMULAB_HARNESS_HARDWARE_HARDWARE_FILE_H

#include <glib.h>

/*
 * Returns the option that gives the file @path to the machine,
 * "hardware=/ABSOLUTE/PATH", as a new string. NULL with HARNESS_ERROR_USAGE if
 * it does not describe PMUs: one line, "FILE:LINE: ERROR; expected ..." for an
 * error in the file.
 */
char *hardware_file_option(const char *path, GError **error);

/* Makes the PMUs of the file @path the blocks that `pmulab describe board`
 * knows. Once in a process, before there are threads. FALSE as above. */
gboolean hardware_file_describe(const char *path, GError **error);

/* The calling thread reads a scenario, or a trace whose header names the file
 * @path, which may be NULL: names of its blocks come from there. If the file is
 * gone, they are numbers. */
void hardware_file_use(const char *path);

#endif
