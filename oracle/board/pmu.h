/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMU of a user's file, one counter and one flag at a time: the values of its
 * registers, and its counts of the traffic that it sees. */
#ifndef PMULAB_ORACLE_BOARD_PMU_H
#define PMULAB_ORACLE_BOARD_PMU_H

#include "oracle/board/description.h"
#include "oracle/traffic/flow.h"

struct oracle_pmu_counter {
    bool enabled, overflowed, interrupts, toggles; /* its flags */
    uint64_t value;
    uint64_t total; /* added since boot */
};

/* Traffic of one event. */
struct oracle_pmu_traffic {
    uint64_t event;
    struct oracle_flow flow;
};

/* From @ns on these counters count, bit by bit. */
struct oracle_pmu_run {
    uint64_t ns, counters;
};

struct oracle_pmu {
    const struct oracle_pmu_manual *manual;
    uint64_t ns;                         /* counted up to here */
    uint64_t held[ORACLE_PMU_REGISTERS]; /* bits of registers without a flag or a count */
    bool started, frozen, halts;         /* flags of all counters */
    bool gates[ORACLE_PMU_PARTS];        /* of the parts that are gates */
    struct oracle_pmu_counter counters[ORACLE_PMU_COUNTERS];
    uint64_t asserted; /* ns: since when the interrupt is up, or UINT64_MAX */
    unsigned n_traffic, n_runs;
    struct oracle_pmu_traffic *traffic;
    struct oracle_pmu_run *runs;
};

/* The state after reset. @manual must live as long. Free with
 * oracle_pmu_end(). */
void oracle_pmu_begin(struct oracle_pmu *pmu, const struct oracle_pmu_manual *manual);
void oracle_pmu_end(struct oracle_pmu *pmu);

/* Counts on until @ns. Returns when the interrupt rose on the way, or
 * UINT64_MAX. */
uint64_t oracle_pmu_advance(struct oracle_pmu *pmu, uint64_t ns);

/* From now on @event has traffic of @amount. Call oracle_pmu_advance() first,
 * also for those below. */
void oracle_pmu_see(struct oracle_pmu *pmu, uint64_t event, const struct oracle_amount *amount);

/* Software reads or writes @size bytes at @offset, or the plan sets register
 * number @reg. The last two return the counters whose value they set, bit by
 * bit. */
uint64_t oracle_pmu_read(const struct oracle_pmu *pmu, uint32_t offset, unsigned size);
uint64_t oracle_pmu_write(struct oracle_pmu *pmu, uint32_t offset, unsigned size, uint64_t value);
uint64_t oracle_pmu_set(struct oracle_pmu *pmu, unsigned reg, uint64_t value);

/* The number of the register that covers @offset, or -1. */
int oracle_pmu_register_at(const struct oracle_pmu *pmu, uint32_t offset);

/* Bits of a counter's value in an access: @bits of them, from bit @first of the
 * value and bit @shift of the access on. */
struct oracle_pmu_piece {
    unsigned counter, first, bits, shift;
};

/* The bits of a counter in an access of @size bytes at @offset. Returns false
 * if there are none. */
bool oracle_pmu_piece_at(
    const struct oracle_pmu *pmu, uint32_t offset, unsigned size, struct oracle_pmu_piece *piece);

/* The width of @counter in bits. */
unsigned oracle_pmu_bits(const struct oracle_pmu *pmu, unsigned counter);

/* The event that @counter counts; whether it is enabled, in a PMU that may be
 * stopped; and the counters that have overflowed, bit by bit. */
uint64_t oracle_pmu_selects(const struct oracle_pmu *pmu, unsigned counter);
bool oracle_pmu_enables(const struct oracle_pmu *pmu, unsigned counter);
uint64_t oracle_pmu_overflows(const struct oracle_pmu *pmu);

/* Whether @event is in the list, or has had traffic. */
bool oracle_pmu_knows(const struct oracle_pmu *pmu, uint64_t event);

/* Whether no field enables @counter: it counts whenever the PMU does. */
bool oracle_pmu_is_free(const struct oracle_pmu *pmu, unsigned counter);

/* The amount of @event between @from and @to (ns), while @counter counted. */
uint64_t oracle_pmu_injected(
    const struct oracle_pmu *pmu, unsigned counter, uint64_t event, uint64_t from, uint64_t to);

#endif
