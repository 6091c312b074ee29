/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complaints of a check: lines that each name a place and what is wrong there, in the order of the file. */
#ifndef PMULAB_FDT_COMPLAINTS_H
#define PMULAB_FDT_COMPLAINTS_H

#include <glib.h>

/* Returns a new array that owns its strings; empty means no fault. Free with g_ptr_array_unref(). */
GPtrArray *complaints_new(void);

/* Adds a line. A byte that is no printable ASCII shows as C writes it in a string: \n, \033. */
void complain(GPtrArray *complaints, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
