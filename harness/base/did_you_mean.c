/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suggests the closest name for a typo, by Levenshtein's distance; error
 * messages about unknown names end with it. */
#include "harness/base/did_you_mean.h"

#include <string.h>

#define LONGEST 64

/* Levenshtein's distance, or G_MAXUINT if a word is longer than LONGEST. */
static guint distance(const char *a, const char *b)
{
    guint row[LONGEST + 1];
    gsize n = strlen(b);

    if (n > LONGEST || strlen(a) > LONGEST)
        return G_MAXUINT;
    for (guint i = 0; i <= n; i++)
        row[i] = i;
    for (; *a; a++) {
        guint diagonal = row[0]++;

        for (guint i = 1; i <= n; i++) {
            const guint other = diagonal + (g_ascii_tolower(*a) != g_ascii_tolower(b[i - 1]));

            diagonal = row[i];
            row[i] = MIN(MIN(row[i], row[i - 1]) + 1, other);
        }
    }
    return row[n];
}

/* The closest of @words, the first of them on a tie, or NULL. */
static const char *nearest(const char *word, char **words)
{
    guint least = (guint)strlen(word) / 3 + 1;
    const char *found = NULL;

    for (; *words; words++) {
        const guint d = distance(word, *words);

        if (d < least) {
            least = d;
            found = *words;
        }
    }
    return found;
}

char *did_you_mean(const char *word, const char *list)
{
    g_auto(GStrv) words = g_strsplit(list, ", ", -1);
    const char *meant = nearest(word, words);

    if (meant)
        return g_strdup_printf("; did you mean %s? There are: %s", meant, list);
    return g_strdup_printf("; there are: %s", list);
}
