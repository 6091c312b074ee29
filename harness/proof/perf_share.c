/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up a symbol's percentages in the tables of `perf report --stdio`. */
#include "harness/proof/perf_share.h"

#include <string.h>

/* "    99.12%     1.30%  command  object  [.] symbol": with call chains, the
 * second share is the symbol's own. */
#define LINE "^\\s*(?:[0-9.]+%\\s+)?([0-9]+)\\.([0-9]{2})%\\s.*\\[[^\\]]\\] (\\S+)"

GArray *perf_shares(const char *text, const char *symbol)
{
    GArray *shares = g_array_new(FALSE, TRUE, sizeof(guint));
    g_autoptr(GRegex) regex = g_regex_new(LINE, G_REGEX_RAW, 0, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean within = FALSE;

    for (char **line = lines; *line; line++) {
        g_autoptr(GMatchInfo) match = NULL;

        if (**line == '#')
            within = FALSE;
        if (!g_regex_match(regex, *line, 0, &match))
            continue;
        if (!within)
            g_array_set_size(shares, shares->len + 1);
        within = TRUE;
        g_autofree char *whole = g_match_info_fetch(match, 1);
        g_autofree char *part = g_match_info_fetch(match, 2);
        g_autofree char *name = g_match_info_fetch(match, 3);
        if (!strcmp(name, symbol))
            g_array_index(shares, guint, shares->len - 1) +=
                (guint)(100 * g_ascii_strtoull(whole, NULL, 10) + g_ascii_strtoull(part, NULL, 10));
    }
    return shares;
}
