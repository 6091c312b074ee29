/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A PMCU: its registers, and the rounds in which the cores of its die count. A
 * round ends when the unit polls the clock, so the caller reports when a round
 * begins, stops or is stored. The oracle checks whether it was due, which cores
 * it counts, its address, and its contents.
 */
#ifndef PMULAB_ORACLE_KUNPENG_PMCU_H
#define PMULAB_ORACLE_KUNPENG_PMCU_H

#include "oracle/kunpeng/arm.h"
#include "oracle/kunpeng/pmcu_manual.h"

#include <stddef.h>

/* Values of FSM_STATUS, which docs/hardware/kunpeng.md chooses. */
enum oracle_pmcu_state {
    ORACLE_IDLE,
    ORACLE_SETS_UP,
    ORACLE_COUNTING,
    ORACLE_READING,
    ORACLE_BREAKING
};

/* One core in a round. */
struct oracle_round_core {
    bool on;                 /* from the start until it was stored */
    struct oracle_work work; /* between start and stop */
    struct oracle_work more; /* between start and storing */
    uint32_t context[2];     /* at storing */
    uint64_t ran;            /* counters that PMCR.E or MDCR_EL2.HPME let run at the start */
    /* of these, counters that PMCR.E did not stop, because of MDCR_EL2.HPME */
    uint64_t ran_on;
    uint64_t touched; /* counters that the core's software changed in between */
    uint64_t started; /* and enabled or set, on a core that was not on all the time */
};

/* A stored round. @mark values are the caller's. */
struct oracle_round {
    unsigned die;
    size_t began, ceased, stored;
    size_t taken; /* the read of INT_STAT that notified the driver, or SIZE_MAX */
    uint64_t began_ns, ceased_ns, stored_ns;
    uint64_t address; /* the subsample's physical address */
    struct oracle_layout layout;
    unsigned first;                  /* its first event's index in the list */
    unsigned length;                 /* of the list; events past its end are null events */
    uint64_t filter;                 /* the cycle counters' filter */
    uint64_t began_at;               /* instructions of all cores of all dies until its start */
    uint64_t ceased_at;              /* and until its stop */
    struct oracle_round_core *cores; /* one for each slot */
};

struct oracle_pmcu_config {
    unsigned die, clusters;
    uint64_t blind_ns;
    /* event words and PMCCFILTR reach the cores unchanged; otherwise with NSH
     * set */
    bool copies_filter;
};

struct oracle_pmcu {
    struct oracle_pmcu_config config;
    struct oracle_arm *cores; /* of its die, one for each slot that has a CPU */
    unsigned n_cores;
    uint32_t values[ORACLE_PMCU_REGS];
    enum oracle_pmcu_state state;
    uint64_t due;      /* ns: when the state ends */
    uint64_t asserted; /* ns: since when the interrupt is up, or UINT64_MAX */
    /* Latched by TRIGGER: */
    struct oracle_layout layout;
    struct oracle_arm_use use;
    unsigned length, first;
    uint64_t left; /* rounds */
    uint64_t ticks, store, kill;
    /* the current round; this is its copy of the cores */
    struct oracle_round now;
    bool early;                                /* it stopped early */
    struct oracle_work work[ORACLE_MAX_SLOTS]; /* at its start */
    unsigned switches[ORACLE_MAX_SLOTS];
    uint64_t rounds;   /* begun since reset */
    uint64_t n_stored; /* subsamples since reset */
    unsigned n_taken;  /* rounds that the driver has seen, or will never see */
    unsigned n_done;   /* all rounds stored */
    struct oracle_round **done;
};

/* A PMCU after reset, over @cores. Free with oracle_pmcu_end(). */
void oracle_pmcu_begin(struct oracle_pmcu *unit, const struct oracle_pmcu_config *config,
    struct oracle_arm *cores, unsigned n_cores);
void oracle_pmcu_end(struct oracle_pmcu *unit);

/* Software reads @size bytes (1 to 8) at @offset, which returns the value, or
 * writes them. @mark is this access's. */
uint64_t oracle_pmcu_read(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint32_t offset, unsigned size);
void oracle_pmcu_write(
    struct oracle_pmcu *unit, uint64_t ns, uint32_t offset, unsigned size, uint64_t value);

/* Register @reg holds @value from now on. Software did not write it. */
void oracle_pmcu_set(
    struct oracle_pmcu *unit, uint64_t ns, enum oracle_pmcu_reg reg, uint32_t value);

/* At @ns, the unit has done all due work, and the caller has reported it. Call
 * this before each access by software. Returns NULL, or the missing report as a
 * static phrase. */
const char *oracle_pmcu_overdue(struct oracle_pmcu *unit, uint64_t ns);

/*
 * Round number @number begins or stops, or subsample number @number, of @bytes,
 * was stored at @address. Report the cores' work until now before. @at:
 * instructions of all cores of all dies. Returns NULL, or the error as a static
 * phrase.
 */
const char *oracle_pmcu_round_begins(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at);
const char *oracle_pmcu_round_stops(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at);
const char *oracle_pmcu_stores(struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number,
    uint64_t address, uint32_t bytes);

/* Since when (ns) the interrupt is up, if it is by @ns; else UINT64_MAX. */
uint64_t oracle_pmcu_interrupts(const struct oracle_pmcu *unit, uint64_t ns);

/* The filter of cycle counters with @high as PMCCFILTR[31:24]. */
uint64_t oracle_pmcu_filter(const struct oracle_pmcu *unit, uint8_t high);

/*
 * The value of @slot in @block of the round's subsample. In event blocks, it is
 * that of event number @event, whose code is @code. Returns false if it is
 * unknown, because the core's software changed the counter during the round.
 */
bool oracle_pmcu_value(const struct oracle_pmcu *unit, const struct oracle_round *round,
    enum oracle_block block, unsigned event, uint16_t code, unsigned slot, uint64_t *value);

#endif
