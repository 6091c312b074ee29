/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the reasons, and finds that of a field. */
#include "harness/report/explained.h"

#include "harness/base/error.h"

#include <gio/gio.h>
#include <string.h>

#define RESOURCE "/org/pmulab/report/explained.txt"

struct reason {
    char *pattern;
    GPatternSpec *spec;
    gboolean of[TOUCHED_WAYS];
    char *why;
};

struct explained {
    GPtrArray *reasons; /* of struct reason, in the order of the text */
};

static void reason_free(gpointer data)
{
    struct reason *reason = data;

    g_free(reason->pattern);
    g_pattern_spec_free(reason->spec);
    g_free(reason->why);
    g_free(reason);
}

static gboolean set_ways(struct reason *reason, const char *word)
{
    gboolean both = !strcmp(word, "touched");

    reason->of[TOUCHED_READ] = both || !strcmp(word, "read");
    reason->of[TOUCHED_WRITTEN] = both || !strcmp(word, "written");
    return reason->of[TOUCHED_READ] || reason->of[TOUCHED_WRITTEN];
}

/* Cuts the next word off *@text. */
static char *next_word(const char **text)
{
    const char *begin = *text + strspn(*text, " ");
    gsize length = strcspn(begin, " ");

    *text = begin + length + strspn(begin + length, " ");
    return g_strndup(begin, length);
}

static struct reason *parse_line(const char *line)
{
    struct reason *reason = g_new0(struct reason, 1);
    g_autofree char *way = NULL;

    reason->pattern = next_word(&line);
    way = next_word(&line);
    reason->spec = g_pattern_spec_new(reason->pattern);
    reason->why = g_strdup(line);
    if (set_ways(reason, way) && *reason->why)
        return reason;
    reason_free(reason);
    return NULL;
}

struct explained *explained_parse(const char *text, GError **error)
{
    struct explained *explained = g_new0(struct explained, 1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    explained->reasons = g_ptr_array_new_with_free_func(reason_free);
    for (guint i = 0; lines[i]; i++) {
        struct reason *reason;

        if (!*lines[i] || *lines[i] == '#')
            continue;
        reason = parse_line(lines[i]);
        if (!reason) {
            error_failed(error,
                "explanations, line %u: expected PATTERN, 'read', 'written' or 'touched', and a "
                "reason",
                i + 1);
            explained_free(explained);
            return NULL;
        }
        g_ptr_array_add(explained->reasons, reason);
    }
    return explained;
}

void explained_free(struct explained *explained)
{
    if (explained)
        g_ptr_array_unref(explained->reasons);
    g_free(explained);
}

static gpointer parse_own(gpointer unused)
{
    g_autoptr(GBytes) bytes = g_resources_lookup_data(RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    g_autofree char *text = NULL;
    struct explained *own;

    (void)unused;
    g_assert(bytes);
    text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    own = explained_parse(text, NULL);
    g_assert(own);
    return own;
}

const struct explained *explained_own(void)
{
    static GOnce once = G_ONCE_INIT;

    return g_once(&once, parse_own, NULL);
}

const char *explained_why(
    const struct explained *explained, const char *field, enum touched_way way)
{
    for (guint i = 0; i < explained->reasons->len; i++) {
        const struct reason *reason = g_ptr_array_index(explained->reasons, i);

        if (reason->of[way] && g_pattern_spec_match_string(reason->spec, field))
            return reason->why;
    }
    return NULL;
}

const char *explained_pattern(const struct explained *explained, guint i)
{
    return i < explained->reasons->len
               ? ((const struct reason *)g_ptr_array_index(explained->reasons, i))->pattern
               : NULL;
}
