/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suggests the closest name for a typo, by the number of changed letters;
 * error messages about unknown names end with it. */
#include "harness/base/did_you_mean.h"

#include <string.h>

#define LONGEST 64

/* Levenshtein's distance, in which a swap of neighbours is also one change. Or
 * G_MAXUINT if a word is longer than LONGEST. */
static guint distance(const char *a, const char *b)
{
    guint rows[3][LONGEST + 1]; /* of a's letters, in turn */
    gsize n = strlen(b), m = strlen(a);

    if (n > LONGEST || m > LONGEST)
        return G_MAXUINT;
    for (guint i = 0; i <= n; i++)
        rows[0][i] = i;
    for (guint k = 1; k <= m; k++) {
        const guint *before = rows[(k - 1) % 3], *earlier = rows[(k + 1) % 3];
        guint *row = rows[k % 3];

        row[0] = k;
        for (guint i = 1; i <= n; i++) {
            char x = g_ascii_tolower(a[k - 1]), y = g_ascii_tolower(b[i - 1]);

            row[i] = MIN(MIN(before[i], row[i - 1]) + 1, before[i - 1] + (x != y));
            if (k > 1 && i > 1 && x == g_ascii_tolower(b[i - 2]) && y == g_ascii_tolower(a[k - 2]))
                row[i] = MIN(row[i], earlier[i - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

/* The same for a name with parts, "snbep/half": a word without them is compared
 * with the last part. */
static guint distance_to_name(const char *word, const char *name)
{
    const char *part = strrchr(name, '/');

    return distance(word, part && !strchr(word, '/') ? part + 1 : name);
}

/* The closest of @words, the first of them on a tie, or NULL. */
static const char *nearest(const char *word, char **words)
{
    guint least = (guint)strlen(word) / 3 + 1;
    const char *found = NULL;

    for (; *words; words++) {
        const guint d = distance_to_name(word, *words);

        if (d < least) {
            least = d;
            found = *words;
        }
    }
    return found;
}

char *did_you_mean_word(const char *word, const char *list)
{
    g_auto(GStrv) words = g_strsplit(list, ", ", -1);

    return g_strdup(nearest(word, words));
}

char *did_you_mean(const char *word, const char *list)
{
    g_autofree char *meant = did_you_mean_word(word, list);

    if (meant)
        return g_strdup_printf("; did you mean %s? There are: %s", meant, list);
    return g_strdup_printf("; there are: %s", list);
}
