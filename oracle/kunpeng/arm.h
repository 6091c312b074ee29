/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's PMU. Software writes its system registers, and the PMCU writes them
 * from outside; the oracle returns the expected counter values. The caller
 * reports the core's executed work (struct oracle_work). The PMCU's event list
 * is in memory, which the caller does not report. So values of counters that
 * the PMCU programmed are unknown.
 */
#ifndef PMULAB_ORACLE_KUNPENG_ARM_H
#define PMULAB_ORACLE_KUNPENG_ARM_H

#include "oracle/kunpeng/arm_manual.h"
#include "oracle/traffic/flow.h"

struct oracle_arm_config {
    uint32_t hz;
    unsigned events;    /* event counters */
    unsigned hpmn;      /* MDCR_EL2.HPMN, as set by firmware */
    unsigned kernel_el; /* 2: with VHE; otherwise 1 */
};

struct oracle_arm_counter {
    uint64_t type;  /* PMEVTYPERn, PMCCFILTR */
    uint64_t value; /* 64 bits, at any overflow width */
    uint64_t total; /* added since boot */
};

/* A span between two times at which the core was updated. */
struct oracle_arm_span {
    uint64_t from, to;       /* ns */
    uint32_t ran;            /* counters that counted, bit by bit */
    struct oracle_work work; /* done in this span */
};

struct oracle_arm_traffic {
    uint16_t event;
    struct oracle_flow flow;
};

struct oracle_arm {
    struct oracle_arm_config config;
    bool on;
    unsigned switches;       /* on or off, since boot */
    uint64_t ns;             /* counted up to here */
    struct oracle_work work; /* done since boot, as reported */
    struct oracle_work seen; /* the part already counted */
    uint64_t pmcr, mdcr, enabled, overflowed, interrupts, selected;
    uint32_t context[2]; /* CONTEXTIDR_EL1, CONTEXTIDR_EL2 */
    struct oracle_arm_counter counters[ORACLE_ARM_COUNTERS];
    /* Counters, bit by bit: */
    uint64_t foreign;  /* they have an event from the PMCU */
    uint64_t lost;     /* they counted such an event, so their value is unknown */
    uint64_t may_over; /* ... and their overflow status is unknown */
    bool incremented;  /* its software has made a SW_INCR */
    uint64_t touched;  /* the core's software changed them since the PMCU took counters */
    uint64_t started;  /* and enabled them */
    unsigned n_spans, n_traffic;
    struct oracle_arm_span *spans; /* in order, without spans in which no counter ran */
    struct oracle_arm_traffic *traffic;
};

/* A core that is off and has no traffic. Free with oracle_arm_end(). */
void oracle_arm_begin(struct oracle_arm *core, const struct oracle_arm_config *config);
void oracle_arm_end(struct oracle_arm *core);

/* The core is switched on or off, which resets it. */
void oracle_arm_power(struct oracle_arm *core, uint64_t ns, bool on);

/* Counts until @ns, with the work reported by then. */
void oracle_arm_advance(struct oracle_arm *core, uint64_t ns);

/* From @ns on, @event has traffic of @amount. @ns is not before the last
 * change. */
void oracle_arm_see(
    struct oracle_arm *core, uint64_t ns, uint16_t event, const struct oracle_amount *amount);

/*
 * The kernel reads @reg, which sets *@value; its known bits are in *@known.
 * Returns false if the register is not the PMU's, or this kernel cannot read
 * it. The second writes @reg and returns the counters that it set, bit by bit.
 * Call oracle_arm_advance() before either.
 */
bool oracle_arm_read(
    const struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t *value, uint64_t *known);
uint64_t oracle_arm_write(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t value);

/* Whether the core's interrupt is up at @ns: Arm ARM, section D13.4, "Behavior
 * on overflow". Call oracle_arm_advance() first, with all work until @ns
 * reported. *@known is false if the PMCU makes the result unknown. */
bool oracle_arm_interrupts(const struct oracle_arm *core, uint64_t ns, bool *known);

/* The counter that @reg reads, or ORACLE_ARM_COUNTERS. */
unsigned oracle_arm_count_of(const struct oracle_arm *core, enum oracle_arm_reg reg);

/* Counter @i holds @value from now on. */
void oracle_arm_hold(struct oracle_arm *core, unsigned i, uint64_t value);

/* Counters that PMCR.E and MDCR_EL2.HPME let run, enabled or not. */
uint64_t oracle_arm_parts(const struct oracle_arm *core);

/* Whether a filter (PMEVTYPER, PMCCFILTR) counts users and the kernel. */
bool oracle_arm_of_users(const struct oracle_arm *core, uint64_t type);
bool oracle_arm_of_kernel(const struct oracle_arm *core, uint64_t type);

/* A counter's selection as one number: its event in bits 15:0, users in bit 16,
 * the kernel in bit 17. The cycle counter has CPU_CYCLES, as in Linux. */
uint64_t oracle_arm_selection(uint16_t event, bool users, bool kernel);
uint64_t oracle_arm_selects(const struct oracle_arm *core, unsigned i);

/* The amount that counter @counter adds in @span with the type @type (for the
 * cycle counter: its filter). */
uint64_t oracle_arm_counts(const struct oracle_arm *core, unsigned counter, uint64_t type,
    const struct oracle_arm_span *span);

/* A PMCU round's use of the core. */
struct oracle_arm_use {
    uint64_t counters; /* bit by bit */
    /* it leaves PMCR to the core's software, and starts and stops counters with
     * the enable bits */
    bool compatible;
    uint32_t pmcr;   /* otherwise, the value that it writes there */
    uint64_t filter; /* the cycle counter's filter */
};

/* A round starts its counters at 0, stops them, and clears them after reading.
 * Call oracle_arm_advance() first. The first function returns the counters that
 * it set. */
uint64_t oracle_arm_taken(struct oracle_arm *core, const struct oracle_arm_use *use);
void oracle_arm_left(struct oracle_arm *core, const struct oracle_arm_use *use);
void oracle_arm_zeroed(struct oracle_arm *core, const struct oracle_arm_use *use);

/* The round cleared them at an unknown time, at @ns or before. If software has
 * let a counter run again, its count is unknown since then. So is its overflow
 * status, unless its count until @ns leaves it below its end. */
void oracle_arm_zeroed_unseen(
    struct oracle_arm *core, uint64_t ns, const struct oracle_arm_use *use);

/* An event counted for users, for the kernel, or for both. */
struct oracle_arm_ask {
    uint16_t event;
    bool users, kernel;
};

/* The expected count of @ask in counter @counter between @from and @to (ns).
 * The core was updated at both times. Returns false if it is unknown, because
 * software has incremented this event (SW_INCR). */
bool oracle_arm_injected(const struct oracle_arm *core, unsigned counter,
    const struct oracle_arm_ask *ask, uint64_t from, uint64_t to, uint64_t *amount);

/* The number of @event between @from and @to (ns). Nothing in the guest causes
 * this event. */
uint64_t oracle_arm_traffic(
    const struct oracle_arm *core, uint16_t event, uint64_t from, uint64_t to);

/* @to - @from, field by field. */
struct oracle_work oracle_work_between(
    const struct oracle_work *from, const struct oracle_work *to);

#endif
