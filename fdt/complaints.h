/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a check has to say: lines, each naming a place and what is wrong there, in the order of the file. */
#ifndef PMULAB_FDT_COMPLAINTS_H
#define PMULAB_FDT_COMPLAINTS_H

#include <glib.h>

/* An array of strings that it owns; empty: all is well. Free with g_ptr_array_unref(). */
GPtrArray *complaints_new(void);

/* Adds a line. */
void complain(GPtrArray *complaints, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
