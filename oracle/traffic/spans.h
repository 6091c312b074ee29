/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When something ran: times that neither meet nor overlap, in order. */
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

/* It ran in [@from, @to), which is not before the last time; one that goes on from there is the same. */
void oracle_spans_add(struct oracle_spans *spans, uint64_t from, uint64_t to);

/* The part of run number @i that lies in [@from, @to); empty (0, 0) if none does. */
struct oracle_run oracle_spans_part(const struct oracle_spans *spans, unsigned i, uint64_t from, uint64_t to);

#endif
