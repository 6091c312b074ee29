/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's PMU: what its software does to the system registers, what the PMCU does to them from outside, and
 * what the counters hold. The caller tells what the core has executed (struct oracle_work); what the PMCU
 * lets counters count stands in a list in memory that nobody tells, so their values are unknown then.
 */
#ifndef PMULAB_ORACLE_KUNPENG_ARM_H
#define PMULAB_ORACLE_KUNPENG_ARM_H

#include "oracle/kunpeng/arm_manual.h"
#include "oracle/traffic/flow.h"

struct oracle_arm_config {
    uint32_t hz;
    unsigned events;    /* event counters */
    unsigned hpmn;      /* MDCR_EL2.HPMN as firmware leaves it */
    unsigned kernel_el; /* 2: with VHE; 1 */
};

struct oracle_arm_counter {
    uint64_t type;  /* PMEVTYPERn, PMCCFILTR */
    uint64_t value; /* 64 bits, wherever it overflows */
    uint64_t total; /* added since boot */
};

/* A time between two moments at which the core was looked at. */
struct oracle_arm_span {
    uint64_t from, to;       /* ns */
    uint32_t ran;            /* counters that counted, bit by bit */
    struct oracle_work work; /* done in it */
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
    struct oracle_work work; /* done since boot, as told */
    struct oracle_work seen; /* the part that is counted */
    uint64_t pmcr, mdcr, enabled, overflowed, interrupts, selected;
    uint32_t context[2]; /* CONTEXTIDR_EL1, CONTEXTIDR_EL2 */
    struct oracle_arm_counter counters[ORACLE_ARM_COUNTERS];
    /* Counters, bit by bit: */
    uint64_t foreign;  /* they have an event that the PMCU gave them */
    uint64_t lost;     /* their value is unknown, for they counted one */
    uint64_t may_over; /* so whether they overflowed is unknown */
    bool incremented;  /* its software has ever made a SW_INCR */
    uint64_t touched;  /* the core's software changed them since the PMCU took counters */
    uint64_t started;  /* and enabled them */
    unsigned n_spans, n_traffic;
    struct oracle_arm_span *spans; /* in order, only those in which something counted */
    struct oracle_arm_traffic *traffic;
};

/* A core that is off, without traffic. Free with oracle_arm_end(). */
void oracle_arm_begin(struct oracle_arm *core, const struct oracle_arm_config *config);
void oracle_arm_end(struct oracle_arm *core);

/* It is switched on or off, which resets it. */
void oracle_arm_power(struct oracle_arm *core, uint64_t ns, bool on);

/* Counts on until @ns, with the work that was told by then. */
void oracle_arm_advance(struct oracle_arm *core, uint64_t ns);

/* From @ns on, not before the last change, @event happens by @amount. */
void oracle_arm_see(struct oracle_arm *core, uint64_t ns, uint16_t event, const struct oracle_amount *amount);

/*
 * The kernel reads @reg: *@value, of which the bits in *@known can be said. False: the register is none of
 * the PMU's, or none that this kernel can read. It writes @reg; returned are the counters that it set, bit by
 * bit. Both come behind oracle_arm_advance().
 */
bool oracle_arm_read(
    const struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t *value, uint64_t *known);
uint64_t oracle_arm_write(struct oracle_arm *core, enum oracle_arm_reg reg, uint64_t value);

/* Whether the core's interrupt is up at @ns, not before oracle_arm_advance(), if all its work until then was
 * told: Arm ARM, section D13.4, "Behavior on overflow". *@known: false if the PMCU leaves that open. */
bool oracle_arm_interrupts(const struct oracle_arm *core, uint64_t ns, bool *known);

/* The counter that @reg counts in, or ORACLE_ARM_COUNTERS. */
unsigned oracle_arm_count_of(const struct oracle_arm *core, enum oracle_arm_reg reg);

/* Counter @i holds @value from now on. */
void oracle_arm_hold(struct oracle_arm *core, unsigned i, uint64_t value);

/* Counters whose part is let run, enabled or not: PMCR.E and MDCR_EL2.HPME. */
uint64_t oracle_arm_parts(const struct oracle_arm *core);

/* Whether a filter (PMEVTYPER, PMCCFILTR) lets users and the kernel count. */
bool oracle_arm_of_users(const struct oracle_arm *core, uint64_t type);
bool oracle_arm_of_kernel(const struct oracle_arm *core, uint64_t type);

/* What a counter counts as one number: its event in bits 15:0, users in bit 16, the kernel in bit 17. That of
 * the cycle counter has CPU_CYCLES, which Linux counts with it. */
uint64_t oracle_arm_selection(uint16_t event, bool users, bool kernel);
uint64_t oracle_arm_selects(const struct oracle_arm *core, unsigned i);

/* What counter @counter adds in @span if its type (the cycle counter's filter) is @type. */
uint64_t oracle_arm_counts(
    const struct oracle_arm *core, unsigned counter, uint64_t type, const struct oracle_arm_span *span);

/* How a round of the PMCU uses the core. */
struct oracle_arm_use {
    uint64_t counters; /* bit by bit */
    bool compatible;   /* it leaves PMCR to the core's software, and the enable bits start and stop */
    uint32_t pmcr;     /* else what it writes there */
    uint64_t filter;   /* of the cycle counter */
};

/* A round starts its counters at 0, stops them, and sets them to 0 once they are read; behind
 * oracle_arm_advance(). The first returns the counters that it set. */
uint64_t oracle_arm_taken(struct oracle_arm *core, const struct oracle_arm_use *use);
void oracle_arm_left(struct oracle_arm *core, const struct oracle_arm_use *use);
void oracle_arm_zeroed(struct oracle_arm *core, const struct oracle_arm_use *use);

/* What @event did in a time for users, for the kernel, or for both. */
struct oracle_arm_ask {
    uint16_t event;
    bool users, kernel;
};

/* What counter @counter had to add between @from and @to (ns), moments at which the core was looked at, if it
 * was asked for @ask. False: it cannot be said, for software makes the event, and has done so. */
bool oracle_arm_injected(const struct oracle_arm *core, unsigned counter, const struct oracle_arm_ask *ask,
    uint64_t from, uint64_t to, uint64_t *amount);

/* How often @event, which nothing in the guest causes, comes between @from and @to (ns). */
uint64_t oracle_arm_traffic(const struct oracle_arm *core, uint16_t event, uint64_t from, uint64_t to);

/* @to - @from, one by one. */
struct oracle_work oracle_work_between(const struct oracle_work *from, const struct oracle_work *to);

#endif
