/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of transferred cachelines. */
#include "oracle/traffic/lines.h"

#include <stdlib.h>

void oracle_lines_end(struct oracle_lines *lines)
{
    free(lines->moved);
}

void oracle_lines_add(struct oracle_lines *lines, const struct oracle_moved *moved)
{
    if (lines->n == lines->room) {
        lines->room = lines->room ? 2 * lines->room : 64;
        lines->moved = realloc(lines->moved, lines->room * sizeof(*lines->moved));
        if (!lines->moved)
            abort();
    }
    lines->moved[lines->n++] = *moved;
}

uint64_t oracle_lines_between(
    const struct oracle_lines *lines, bool written, int counter, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < lines->n; i++) {
        const struct oracle_moved *m = &lines->moved[i];
        bool counts = counter == ORACLE_ANY_COUNTER || m->counting >> counter & 1;

        if (m->written == written && m->ns > from && m->ns <= to && counts)
            sum += m->n;
    }
    return sum;
}
