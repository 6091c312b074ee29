/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and describes the files of saved guests. */
#include "harness/run/guest_snapshot_entry.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

/* A file of an entry that the guest continues from. */
struct part {
    const char *name;
    /* compare its bytes; else size and time of change, for memory, which is too
     * large to read for each run */
    gboolean summed;
    gboolean may_lack;
};

static const struct part parts[] = {{"ram", FALSE, FALSE}, {"base", FALSE, TRUE},
    {"pieces", TRUE, TRUE}, {"devices", TRUE, FALSE}, {"model", TRUE, FALSE},
    {"trace", TRUE, FALSE}, {"console", TRUE, FALSE}};

gboolean guest_snapshot_entry_read(const char *entry, const char *name, char **data, gsize *length)
{
    g_autofree char *path = g_build_filename(entry, name, NULL);

    return g_file_get_contents(path, data, length, NULL);
}

/* Appends a line: name, bytes, and a checksum or the time of the last
 * change. */
static gboolean describe_part(const char *entry, const struct part *part, GString *text)
{
    g_autofree char *path = g_build_filename(entry, part->name, NULL);
    g_autofree char *data = NULL;
    g_autofree char *sum = NULL;
    gsize length;
    GStatBuf st;

    if (!part->summed) {
        if (g_stat(path, &st))
            return part->may_lack;
        g_string_append_printf(
            text, "%s %jd %jd\n", part->name, (intmax_t)st.st_size, (intmax_t)st.st_mtime);
        return TRUE;
    }
    if (!guest_snapshot_entry_read(entry, part->name, &data, &length))
        return part->may_lack;
    sum = g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *)data, length);
    g_string_append_printf(text, "%s %zu %s\n", part->name, length, sum);
    return TRUE;
}

char *guest_snapshot_entry_describe(const char *entry)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!describe_part(entry, &parts[i], text))
            return NULL;
    return g_strdup(text->str);
}

gboolean guest_snapshot_entry_is_whole(const char *entry)
{
    g_autofree char *is = guest_snapshot_entry_describe(entry);
    g_autofree char *was = NULL;
    gsize length;

    return is && guest_snapshot_entry_read(entry, "whole", &was, &length) && !strcmp(is, was);
}
