/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Alignments that can be seen at a glance. */
#include "harness/base/align.h"

#include "tests/tap.h"

#include <string.h>

static const char *texts[2];

static gboolean same(gsize a, gsize b, gconstpointer data)
{
    (void)data;
    return texts[0][a] == texts[1][b];
}

/* Each row as "ab", "a-" or "-b". Returns how many elements are alone. */
static guint aligned(const char *a, const char *b, gsize most, GString *got, gboolean *gave_up)
{
    g_autoptr(GArray) rows = NULL;
    guint alone = 0;

    texts[0] = a;
    texts[1] = b;
    rows = align(strlen(a), strlen(b), same, NULL, most, gave_up);
    for (guint i = 0; i < rows->len; i++) {
        const struct align_row *row = &g_array_index(rows, struct align_row, i);

        g_string_append_printf(got, "%s%c%c", i ? " " : "", row->a == ALIGN_NONE ? '-' : a[row->a],
            row->b == ALIGN_NONE ? '-' : b[row->b]);
        alone += row->a == ALIGN_NONE || row->b == ALIGN_NONE;
    }
    return alone;
}

static void is_aligned(const char *a, const char *b, guint alone, const char *expected)
{
    g_autoptr(GString) got = g_string_new(NULL);
    gboolean gave_up;

    is_u64(aligned(a, b, 100, got, &gave_up), alone, "'%s' and '%s': %u alone", a, b, alone);
    if (expected)
        is_str(got->str, expected, "... as rows");
    ok(!gave_up, "... and all of it");
}

/* Every element comes once, in order, whatever the rows. */
static void is_whole(const char *a, const char *b)
{
    g_autoptr(GString) got = g_string_new(NULL), left = g_string_new(NULL),
                       right = g_string_new(NULL);
    gboolean gave_up;

    aligned(a, b, 100, got, &gave_up);
    for (gsize i = 0; i < got->len; i += 3) {
        if (got->str[i] != '-')
            g_string_append_c(left, got->str[i]);
        if (got->str[i + 1] != '-')
            g_string_append_c(right, got->str[i + 1]);
        if (got->str[i] != '-' && got->str[i + 1] != '-' && got->str[i] != got->str[i + 1])
            ok(false, "%c beside %c", got->str[i], got->str[i + 1]);
    }
    is_str(left->str, a, "all of '%s'", a);
    is_str(right->str, b, "all of '%s'", b);
}

int main(void)
{
    g_autoptr(GString) got = g_string_new(NULL);
    gboolean gave_up;

    is_aligned("", "", 0, "");
    is_aligned("abc", "abc", 0, "aa bb cc");
    is_aligned("", "ab", 2, "-a -b");
    is_aligned("ab", "", 2, "a- b-");
    is_aligned("abd", "abcd", 1, "aa bb -c dd");
    is_aligned("abcd", "abd", 1, "aa bb c- dd");
    is_aligned("axc", "ayc", 2, NULL);
    is_aligned("xxxx", "yyyy", 8, NULL);
    /* The paper's own example, figure 1: its shortest script has five edits. */
    is_aligned("abcabba", "cbabac", 5, NULL);
    is_whole("abcabba", "cbabac");
    is_whole("cbabac", "abcabba");
    is_whole("aaaaab", "baaaaa");
    is_u64(aligned("azzzb", "ayyyb", 5, got, &gave_up), 6, "too many elements are alone");
    is_str(got->str, "aa z- z- z- -y -y -y bb", "... which are not aligned");
    ok(gave_up, "... and this is reported");
    return done_testing();
}
