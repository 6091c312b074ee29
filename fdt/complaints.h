/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complaints of a check: lines with a place and its error, in the order of the
 * file. */
#ifndef PMULAB_FDT_COMPLAINTS_H
#define PMULAB_FDT_COMPLAINTS_H

#include <glib.h>

/* Returns a new array that owns its strings; empty means no fault. Free with
 * g_ptr_array_unref(). */
GPtrArray *complaints_new(void);

/* Adds a line. Bytes other than printable ASCII are escaped as in C strings:
 * \n, \033. */
void complain(GPtrArray *complaints, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
