/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own traffic, by docs/scenarios.md ("The guest's own traffic"):
 * lines that a memory controller has moved, from the trace, and the counters
 * that counted them. */
#ifndef PMULAB_ORACLE_TRAFFIC_CACHELINES_H
#define PMULAB_ORACLE_TRAFFIC_CACHELINES_H

#include <stdbool.h>
#include <stdint.h>

/* @n lines have moved since the previous record, until @ns. */
struct oracle_moved {
    uint64_t ns;
    uint32_t counting; /* the counters that counted, a bit each */
    bool written;      /* to memory; otherwise read from it */
    uint64_t n;
};

/* In order. Begins as zero bytes. Free with oracle_cachelines_end(). */
struct oracle_cachelines {
    unsigned n, room;
    struct oracle_moved *moved;
};

void oracle_cachelines_end(struct oracle_cachelines *lines);
void oracle_cachelines_add(struct oracle_cachelines *lines, const struct oracle_moved *moved);

enum { ORACLE_ANY_COUNTER = -1 };

/* The number of lines moved later than @from and not later than @to (ns).
 * Counts only the lines that @counter counted. */
uint64_t oracle_cachelines_between(
    const struct oracle_cachelines *lines, bool written, int counter, uint64_t from, uint64_t to);

#endif
