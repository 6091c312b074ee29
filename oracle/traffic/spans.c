/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps and cuts times. */
#include "oracle/traffic/spans.h"

#include <stdlib.h>

void oracle_spans_end(struct oracle_spans *spans)
{
    free(spans->runs);
    *spans = (struct oracle_spans){.n = 0};
}

void oracle_spans_add(struct oracle_spans *spans, uint64_t from, uint64_t to)
{
    if (spans->n && spans->runs[spans->n - 1].to == from) {
        spans->runs[spans->n - 1].to = to;
        return;
    }
    if (spans->n == spans->room) {
        spans->room = 2 * spans->room + 4;
        spans->runs = realloc(spans->runs, spans->room * sizeof(*spans->runs));
        if (!spans->runs)
            abort();
    }
    spans->runs[spans->n++] = (struct oracle_run){from, to};
}

struct oracle_run oracle_spans_part(
    const struct oracle_spans *spans, unsigned i, uint64_t from, uint64_t to)
{
    struct oracle_run part = spans->runs[i];

    part.from = part.from > from ? part.from : from;
    part.to = part.to < to ? part.to : to;
    return part.from < part.to ? part : (struct oracle_run){0, 0};
}
