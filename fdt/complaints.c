/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A growing list of complaints, for the checks of this folder. */
#include "fdt/complaints.h"

GPtrArray *complaints_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

/* Names come from the file, which may contain newlines or terminal escapes.
 * Quotes come from the messages. */
void complain(GPtrArray *complaints, const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list args;

    va_start(args, format);
    line = g_strdup_vprintf(format, args);
    va_end(args);
    g_ptr_array_add(complaints, g_strescape(line, "\"\\"));
}
