/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An uncore PMU, by its driver and hisi-pmu.rst: its register values, and its
 * counts of the traffic that it sees. */
#ifndef PMULAB_ORACLE_KUNPENG_UNCORE_H
#define PMULAB_ORACLE_KUNPENG_UNCORE_H

#include "oracle/kunpeng/uncore_manual.h"
#include "oracle/traffic/cachelines.h"
#include "oracle/traffic/flow.h"

/* Traffic of one event from one origin. */
struct oracle_uncore_traffic {
    unsigned event;
    struct oracle_origin origin;
    struct oracle_flow flow;
};

/* From @ns on these counters count, bit by bit. */
struct oracle_uncore_run {
    uint64_t ns;
    uint32_t counters;
};

struct oracle_uncore {
    enum oracle_family family;
    unsigned version, counters, bits, counter0;
    unsigned die, index;
    uint64_t ns; /* counted up to here */
    uint64_t held[ORACLE_UNCORE_REGS];
    uint64_t totals[ORACLE_UNCORE_COUNTERS]; /* added since boot */
    uint64_t asserted; /* ns: since when the interrupt is known to be up, or UINT64_MAX */
    unsigned n_traffic, n_runs;
    struct oracle_uncore_traffic *traffic;
    struct oracle_uncore_run *runs;
    struct oracle_cachelines cachelines;
};

/* The state after reset. Free with oracle_uncore_end(). */
void oracle_uncore_begin(struct oracle_uncore *box, enum oracle_family family, unsigned version);
void oracle_uncore_end(struct oracle_uncore *box);

/* Counts on until @ns. */
void oracle_uncore_advance(struct oracle_uncore *box, uint64_t ns);

/* From @ns on, @event has traffic of @amount at @origin. @ns is not before the
 * last change. */
void oracle_uncore_see(struct oracle_uncore *box, uint64_t ns, unsigned event,
    const struct oracle_origin *origin, const struct oracle_amount *amount);

/* A memory controller has moved @n lines of the guest's traffic until @ns. The
 * registers have not changed in that time. */
void oracle_uncore_cachelines(struct oracle_uncore *box, uint64_t ns, bool written, uint64_t n);

/* Software reads or writes @size bytes at @offset, or the plan sets register
 * @reg. Call oracle_uncore_advance() first. */
uint64_t oracle_uncore_read(const struct oracle_uncore *box, uint32_t offset, unsigned size);
void oracle_uncore_write(struct oracle_uncore *box, uint32_t offset, unsigned size, uint64_t value);
void oracle_uncore_set(struct oracle_uncore *box, unsigned reg, uint64_t value);

/* The running counters, bit by bit; the counter whose register is at @offset,
 * or ORACLE_UNCORE_COUNTERS; a counter's event. */
uint32_t oracle_uncore_running(const struct oracle_uncore *box);
unsigned oracle_uncore_count_at(const struct oracle_uncore *box, uint32_t offset);
unsigned oracle_uncore_selects(const struct oracle_uncore *box, unsigned counter);

/* Counter @counter holds @value from now on. */
void oracle_uncore_hold(struct oracle_uncore *box, unsigned counter, uint64_t value);

/* Since when (ns) the interrupt is up, if it is by @ns; else UINT64_MAX. */
uint64_t oracle_uncore_interrupts(const struct oracle_uncore *box, uint64_t ns);

/* The expected count of @event with config1 in counter @counter between @from
 * and @to (ns), while it ran. */
uint64_t oracle_uncore_injected(const struct oracle_uncore *box, unsigned counter, unsigned event,
    uint64_t config1, uint64_t from, uint64_t to);

#endif
