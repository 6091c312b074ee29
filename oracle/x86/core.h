/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's PMU on x86: software writes its registers, and the oracle returns
 * the expected counter values. The caller reports the core's executed work
 * (struct oracle_x86_work) before it queries or writes. It numbers the times of
 * these calls (marks), in order.
 */
#ifndef PMULAB_ORACLE_X86_CORE_H
#define PMULAB_ORACLE_X86_CORE_H

#include "oracle/x86/manual.h"

#include <stddef.h>

struct oracle_x86_work {
    uint64_t users[ORACLE_X86_N_DIDS], kernel[ORACLE_X86_N_DIDS]; /* since boot */
};

struct oracle_x86_counter {
    uint64_t select; /* general counters only */
    uint64_t value;
    uint64_t total;     /* added since boot */
    uint64_t overflows; /* wraps since boot */
};

/* A span between two marks at which the core was updated. */
struct oracle_x86_span {
    size_t from, to;             /* marks */
    uint32_t ran;                /* counters that counted, bit by bit */
    struct oracle_x86_work work; /* done in this span */
};

struct oracle_x86_core {
    struct oracle_x86_pmu pmu;
    size_t mark;                 /* counted up to here */
    struct oracle_x86_work work; /* done since boot, as reported */
    struct oracle_x86_work seen; /* the part already counted */
    uint64_t status, control, fixed_ctl, metrics;
    uint64_t frozen; /* the status bit of branch records, if there is one */
    uint64_t free_counts[ORACLE_X86_N_FREE], hwcr;
    uint64_t responses[ORACLE_X86_RESPONSE_EVENTS];
    struct oracle_x86_counter counters[ORACLE_X86_COUNTERS];
    unsigned n_spans;
    struct oracle_x86_span *spans; /* in order, without spans in which no counter ran */
};

/* A core after reset. Free with oracle_x86_core_end(). */
void oracle_x86_core_begin(struct oracle_x86_core *core, const struct oracle_x86_pmu *pmu);
void oracle_x86_core_end(struct oracle_x86_core *core);

/* Resets its registers, as power-on does. */
void oracle_x86_core_reset(struct oracle_x86_core *core);

/* Counts until @mark, with the work reported by then. Returns the counters that
 * overflowed, bit by bit. */
uint32_t oracle_x86_advance(struct oracle_x86_core *core, size_t mark);

/* Software reads or writes @reg. Call oracle_x86_advance() first. Returns false
 * if @reg cannot be read. */
bool oracle_x86_read(
    const struct oracle_x86_core *core, const struct oracle_x86_reg *reg, uint64_t *value);
void oracle_x86_write(
    struct oracle_x86_core *core, const struct oracle_x86_reg *reg, uint64_t value);

/* Whether a counter is on, for events of users, the kernel, guests or hosts.
 * The second returns whether its overflow interrupts. */
bool oracle_x86_runs(const struct oracle_x86_core *core, unsigned counter);
bool oracle_x86_interrupts(const struct oracle_x86_core *core, unsigned counter);

/* A counter's selection as one number: bits of a select register (event, unit
 * mask, USR, OS, edge, invert and counter mask; GuestOnly or HostOnly if it has
 * no other). A fixed counter has the selection of a general counter that counts
 * the same. */
uint64_t oracle_x86_selects(const struct oracle_x86_core *core, unsigned counter);

/* The amount that a counter with @selection adds in @span. Returns false if it
 * is unknown. */
bool oracle_x86_counts(const struct oracle_x86_core *core, uint64_t selection,
    const struct oracle_x86_span *span, uint64_t *amount);

/* The expected count of @selection in counter @counter between marks @from and
 * @to, at which the core was updated. Returns false if it is unknown. */
bool oracle_x86_injected(const struct oracle_x86_core *core, unsigned counter, uint64_t selection,
    size_t from, size_t to, uint64_t *amount);

#endif
