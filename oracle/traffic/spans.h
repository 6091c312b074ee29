/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times when something ran: spans in order that neither touch nor overlap. */
#ifndef PMULAB_ORACLE_TRAFFIC_SPANS_H
#define PMULAB_ORACLE_TRAFFIC_SPANS_H

#include <stdint.h>

/* [@from, @to), in cycles of some clock. */
struct oracle_run {
    uint64_t from, to;
};

/* Begins as zero bytes. Free with oracle_spans_end(). */
struct oracle_spans {
    unsigned n, room;
    struct oracle_run *runs;
};

void oracle_spans_end(struct oracle_spans *spans);

/* It ran in [@from, @to), which is not before the last span. A span that begins
 * at the last one's end extends it. */
void oracle_spans_add(struct oracle_spans *spans, uint64_t from, uint64_t to);

/* The part of run number @i within [@from, @to); (0, 0) if empty. */
struct oracle_run oracle_spans_part(
    const struct oracle_spans *spans, unsigned i, uint64_t from, uint64_t to);

#endif
