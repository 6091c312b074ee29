/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts that all readers of a scenario file share. */
#include "harness/scenario/reader.h"

#include "harness/base/error.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

gboolean reader_fail_at(const struct reader *reader, unsigned line, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    return error_usage(reader->error, "%s:%u: %s", reader->scenario->path, line, message);
}

gboolean reader_fail_file(const char *path, const char *what, GError **error)
{
    return error_usage(error, "%s: %s", path, what);
}

void pending_add(GArray *array, const struct reader *reader, const char *text)
{
    const struct pending entry = {reader->line, reader->scenario->steps->len - 1, g_strdup(text)};

    g_array_append_val(array, entry);
}

gboolean reader_is_name(const char *word)
{
    if (!g_ascii_isalpha(*word))
        return FALSE;
    for (; *word; word++)
        if (!g_ascii_isalnum(*word) && !strchr("-_", *word))
            return FALSE;
    return TRUE;
}

/* Otherwise a foreign scenario could copy any file of the host into its guest,
 * and so into its results. */
void reader_note_outside(
    const struct reader *reader, unsigned line, const char *word, const char *path)
{
    struct scenario *scenario = reader->scenario;
    g_autofree char *folder = g_path_get_dirname(scenario->path);
    char in[PATH_MAX], real[PATH_MAX];
    gsize n = realpath(folder, in) ? strlen(in) : 0;

    if (scenario->outside ||
        (n && realpath(path, real) && !strncmp(in, real, n) && (n == 1 || real[n] == '/')))
        return;
    scenario->outside = g_strdup_printf(
        "%s:%u: %s '%s' is outside of the scenario's folder; expected a file below it",
        scenario->path, line, word, path);
}
