/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A PMCU: its registers, and the rounds in which it lets the cores of its die count. A round is over when the
 * unit looks at the clock, so what tells that a round begins, stops or is stored comes from outside; the
 * oracle says whether it was due, for whom it counts, where it goes, and what has to be there.
 */
#ifndef PMULAB_ORACLE_KUNPENG_PMCU_H
#define PMULAB_ORACLE_KUNPENG_PMCU_H

#include "oracle/kunpeng/arm.h"
#include "oracle/kunpeng/pmcu_manual.h"

#include <stddef.h>

/* Values of FSM_STATUS, which docs/hardware/kunpeng.md chooses. */
enum oracle_pmcu_state { ORACLE_IDLE, ORACLE_SETS_UP, ORACLE_COUNTING, ORACLE_READING, ORACLE_BREAKING };

/* One core in a round. */
struct oracle_round_core {
    bool on;                 /* from the start until it was stored */
    struct oracle_work work; /* between start and stop */
    struct oracle_work more; /* between start and storing */
    uint32_t context[2];     /* when it was stored */
    uint64_t ran;            /* counters whose part was let run at the start */
    uint64_t ran_on;         /* and which PMCR.E did not stop, for MDCR_EL2.HPME lets them run */
    uint64_t touched;        /* counters that the core's software changed in between */
    uint64_t started;        /* and enabled or set, on a core that was not on all the time */
};

/* A stored round. @mark values are the caller's. */
struct oracle_round {
    unsigned die;
    size_t began, ceased, stored;
    size_t taken; /* the read of INT_STAT that told the driver, or SIZE_MAX */
    uint64_t began_ns, ceased_ns, stored_ns;
    uint64_t address; /* of the subsample in physical memory */
    struct oracle_layout layout;
    unsigned first;                  /* its first event's place in the list */
    unsigned length;                 /* of the list; events behind its end are null events */
    uint64_t filter;                 /* of the cycle counters */
    uint64_t began_at;               /* instructions of all cores of all dies until its start */
    uint64_t ceased_at;              /* and until its stop */
    struct oracle_round_core *cores; /* one for each slot */
};

struct oracle_pmcu_config {
    unsigned die, clusters;
    uint64_t blind_ns;
    bool copies_filter; /* event words and PMCCFILTR go to the cores unchanged; else NSH is set in them */
};

struct oracle_pmcu {
    struct oracle_pmcu_config config;
    struct oracle_arm *cores; /* of its die, one for each slot that has a CPU */
    unsigned n_cores;
    uint32_t values[ORACLE_PMCU_REGS];
    enum oracle_pmcu_state state;
    uint64_t due;      /* ns: when the state ends */
    uint64_t asserted; /* ns: since when the interrupt is up, or UINT64_MAX */
    /* What TRIGGER latched: */
    struct oracle_layout layout;
    struct oracle_arm_use use;
    unsigned length, first;
    uint64_t left; /* rounds */
    uint64_t ticks, store, kill;
    struct oracle_round now;                   /* the round that is going on; its cores are kept here */
    bool early;                                /* it stopped before its time */
    struct oracle_work work[ORACLE_MAX_SLOTS]; /* as it began */
    unsigned switches[ORACLE_MAX_SLOTS];
    uint64_t rounds;   /* that have begun, ever */
    uint64_t n_stored; /* subsamples, ever */
    unsigned n_taken;  /* rounds that the driver knows of, or never will */
    unsigned n_done;   /* all rounds stored */
    struct oracle_round **done;
};

/* A PMCU after reset, over @cores. Free with oracle_pmcu_end(). */
void oracle_pmcu_begin(struct oracle_pmcu *unit, const struct oracle_pmcu_config *config,
    struct oracle_arm *cores, unsigned n_cores);
void oracle_pmcu_end(struct oracle_pmcu *unit);

/* Software reads @size bytes (1 to 8) at @offset and gets what is returned; it writes. @mark: of this
 * happening. */
uint64_t oracle_pmcu_read(struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint32_t offset, unsigned size);
void oracle_pmcu_write(struct oracle_pmcu *unit, uint64_t ns, uint32_t offset, unsigned size, uint64_t value);

/* Register @reg holds @value from now on, as no software does it. */
void oracle_pmcu_set(struct oracle_pmcu *unit, uint64_t ns, enum oracle_pmcu_reg reg, uint32_t value);

/* At @ns the unit has acted on everything that was due, and what it did was told; call it before each access
 * of software. Returns NULL, or what should have been told by now, as a static phrase. */
const char *oracle_pmcu_look(struct oracle_pmcu *unit, uint64_t ns);

/*
 * Round number @number begins, or stops; a subsample of @bytes, the @number-th, was stored at @address. The
 * cores have been told their work until now. @at: instructions of all cores of all dies. Returns NULL, or
 * what is wrong with it as a static phrase.
 */
const char *oracle_pmcu_round_begins(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at);
const char *oracle_pmcu_round_stops(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at);
const char *oracle_pmcu_stores(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t address, uint32_t bytes);

/* Since when (ns) the interrupt is up, if it is by @ns; else UINT64_MAX. */
uint64_t oracle_pmcu_interrupts(const struct oracle_pmcu *unit, uint64_t ns);

/* The filter of cycle counters that PMCCFILTR[31:24] @high gives. */
uint64_t oracle_pmcu_filter(const struct oracle_pmcu *unit, uint8_t high);

/*
 * The value of @slot in @block of the round's subsample; for events of event number @event there, which is
 * @code. False: the core's software changed the counter in that time, so it is unknown.
 */
bool oracle_pmcu_value(const struct oracle_pmcu *unit, const struct oracle_round *round,
    enum oracle_block block, unsigned event, uint16_t code, unsigned slot, uint64_t *value);

#endif
