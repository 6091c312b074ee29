/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A growing list of complaints, for the checks of this folder. */
#include "fdt/complaints.h"

GPtrArray *complaints_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

void complain(GPtrArray *complaints, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(complaints, g_strdup_vprintf(format, args));
    va_end(args);
}
