/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/trace/export.h"

static int by_time(gconstpointer a, gconstpointer b)
{
    const struct trace_record *one = a, *other = b;

    return (one->time > other->time) - (one->time < other->time);
}

void export_sort(GArray *records)
{
    /* Stable, as GLib promises of it. */
    g_array_sort(records, by_time);
}
