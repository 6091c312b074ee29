/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of transferred cachelines. */
#include "oracle/traffic/cachelines.h"

#include <stdlib.h>

void oracle_cachelines_end(struct oracle_cachelines *lines)
{
    free(lines->moved);
}

void oracle_cachelines_add(struct oracle_cachelines *lines, const struct oracle_moved *moved)
{
    if (lines->n == lines->room) {
        lines->room = lines->room ? 2 * lines->room : 64;
        lines->moved = realloc(lines->moved, lines->room * sizeof(*lines->moved));
        if (!lines->moved)
            abort();
    }
    lines->moved[lines->n++] = *moved;
}

uint64_t oracle_cachelines_between(
    const struct oracle_cachelines *lines, bool written, int counter, uint64_t from, uint64_t to)
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
