/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records the state of files as lines of text and compares it later, for saved
 * guests. */
#include "harness/setup/build_inputs.h"

#include "harness/base/error.h"
#include "harness/format/elf.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static char *file_word(const char *path, GError **error)
{
    GStatBuf st;

    if (g_stat(path, &st)) {
        error_set_errno(path, error);
        return NULL;
    }
    return g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT ".%09ld", (gint64)st.st_size,
        (gint64)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

/* Linked files already have a checksum. Computing one for a plugin, which has
 * up to 26 MB, takes up to 0.1 s. */
static char *checksum(const char *path, GError **error)
{
    GMappedFile *file = g_mapped_file_new(path, FALSE, error);
    const guchar *data;
    gsize length;
    char *sum;

    if (!file)
        return NULL;
    data = (const guchar *)g_mapped_file_get_contents(file);
    length = g_mapped_file_get_length(file);
    sum = elf_build_id(data, length);
    if (!sum)
        sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, length);
    g_mapped_file_unref(file);
    return sum;
}

/* Each scenario of a run looks up its plugin. */
static char *contents_word(const char *path, GError **error)
{
    static GHashTable *known; /* path, size and time of change: checksum */
    G_LOCK_DEFINE_STATIC(known);
    g_autofree char *state = file_word(path, error);
    g_autofree char *key = state ? g_strconcat(state, " ", path, NULL) : NULL;
    char *word;

    if (!key)
        return NULL;
    G_LOCK(known);
    if (!known)
        known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    word = g_strdup(g_hash_table_lookup(known, key));
    if (!word && (word = checksum(path, error)))
        g_hash_table_insert(known, g_steal_pointer(&key), g_strdup(word));
    G_UNLOCK(known);
    return word;
}

/* The ways to record a file: the name in the text, and the function that makes
 * the word. */
static const struct {
    const char *name;
    char *(*word)(const char *path, GError **error);
} ways[] = {
    [BUILD_INPUT_FILE] = {"file", file_word},
    [BUILD_INPUT_CONTENTS] = {"contents", contents_word},
};

gboolean build_inputs_add(GString *text, enum build_input how, const char *path, GError **error)
{
    g_autofree char *word = ways[how].word(path, error);

    if (word)
        g_string_append_printf(text, "%s %s %s\n", ways[how].name, word, path);
    return word != NULL;
}

char *build_inputs_identity(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++) {
        const char *name = ways[BUILD_INPUT_CONTENTS].name;
        char *path = g_str_has_prefix(*line, name) ? strchr(*line + strlen(name) + 1, ' ') : NULL;

        if (path)
            *path = '\0';
    }
    return g_strjoinv("\n", lines);
}

static gboolean unchanged(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 3);

    for (size_t i = 0; g_strv_length(words) == 3 && i < G_N_ELEMENTS(ways); i++)
        if (!strcmp(words[0], ways[i].name)) {
            g_autofree char *now = ways[i].word(words[2], NULL);

            return !g_strcmp0(now, words[1]);
        }
    return FALSE;
}

gboolean build_inputs_unchanged(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint files = 0;

    for (; lines[files] && *lines[files]; files++)
        if (!unchanged(lines[files]))
            return FALSE;
    return files > 0;
}
