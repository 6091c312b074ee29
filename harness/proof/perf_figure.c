/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats counts as perf does, so that figures can be compared as text. */
#include "harness/proof/perf_figure.h"

#include <string.h>

#define TWO_TO_64 18446744073709551616.0

guint64 perf_figure_scaled(guint64 value, const struct perf_count *count)
{
    double scaled;

    if (count->running == 0 || count->running >= count->enabled)
        return value;
    scaled = (double)value * (double)count->enabled / (double)count->running;
    return scaled < TWO_TO_64 ? (guint64)scaled : G_MAXUINT64;
}

char *perf_figure_text(guint64 total, double scale, const char *like)
{
    const char *point = strchr(like, '.');
    char buffer[G_ASCII_DTOSTR_BUF_SIZE * 2];

    g_snprintf(
        buffer, sizeof(buffer), "%.*f", point ? (int)strlen(point + 1) : 0, (double)total * scale);
    return g_strdelimit(g_strdup(buffer), ",", '.');
}

char *perf_figure_plain(const char *figure)
{
    g_auto(GStrv) parts = g_strsplit(figure, ",", -1);

    return g_strjoinv("", parts);
}
