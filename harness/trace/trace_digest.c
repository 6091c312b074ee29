/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up traces' records. */
#include "harness/trace/trace_digest.h"

#include "harness/trace/call_paths.h"
#include "harness/trace/trace_reader.h"
#include "harness/trace/trace_text.h"

struct digest {
    GChecksum *sum;
    struct output lines; /* of one record */
};

static void begin(struct digest *digest)
{
    digest->sum = g_checksum_new(G_CHECKSUM_SHA256);
    digest->lines = (struct output){.text = g_string_new(NULL)};
}

static void add(struct digest *digest, const struct trace_record *record)
{
    GString *text = digest->lines.text;

    g_string_truncate(text, 0);
    trace_text_add_raw(&digest->lines, record);
    g_checksum_update(digest->sum, (const guchar *)text->str, (gssize)text->len);
}

static char *end(struct digest *digest)
{
    char *sum = g_strdup(g_checksum_get_string(digest->sum));

    g_checksum_free(digest->sum);
    g_string_free(digest->lines.text, TRUE);
    return sum;
}

char *trace_digest(const GArray *records)
{
    struct digest digest;

    begin(&digest);
    for (guint i = 0; i < records->len; i++)
        add(&digest, &g_array_index(records, struct trace_record, i));
    return end(&digest);
}

char *trace_digest_of(const char *path)
{
    struct trace_file *file = trace_file_open(path, NULL);
    g_autoptr(GHashTable) names = call_paths_read(path);
    struct digest digest;
    struct trace_record record;
    g_autoptr(GError) damage = NULL;
    char *sum;

    if (!file)
        return NULL;
    begin(&digest);
    while (trace_file_next(file, &record, &damage)) {
        call_path_name(names, &record);
        add(&digest, &record);
    }
    trace_file_close(file);
    sum = end(&digest);
    if (damage)
        g_clear_pointer(&sum, g_free);
    return sum;
}
