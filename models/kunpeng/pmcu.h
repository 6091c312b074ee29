/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A PMCU: its registers, and the state machine of its rounds. In a round it
 * sets up the die's core PMUs, lets them count for WAIT_CNT, stops them, then
 * reads and stores their counts. It completes each step for all CPUs before the
 * next begins.
 */
#ifndef PMULAB_MODELS_KUNPENG_PMCU_H
#define PMULAB_MODELS_KUNPENG_PMCU_H

#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/pmcu_regs.h"
#include "models/kunpeng/subsample.h"

enum pmcu_state {
    PMCU_IDLE,
    PMCU_SETS_UP, /* fetches events; counters start at its end */
    PMCU_COUNTS,  /* counters stop at its end */
    PMCU_READS,   /* stores a subsample at its end */
    PMCU_BREAKS,  /* sets status BRK at its end */
};

/* The values latched by TRIGGER. */
struct pmcu_run {
    unsigned length, loops, events; /* entries of the list; passes over it; entries per round */
    uint64_t list, store, kill;     /* physical addresses; the store address advances */
    uint32_t ticks;
    uint32_t pmcr, filter;
    bool compatible;
};

struct pmcu {
    unsigned die;    /* the die's number, also the interrupt line's */
    unsigned output; /* block number of its output memory in the trace */
    uint64_t values[PMCU_N_REGS];
    enum pmcu_state state;
    uint64_t due; /* ns: when the state ends */
    bool line;    /* the interrupt line is high */
    struct pmcu_run run;
    /* of the current round: pass over the list, first entry */
    unsigned loop, entry;
    uint16_t event[SUBSAMPLE_MAX_EVENTS]; /* events of the current round */
    uint64_t rounds;                      /* rounds begun since time 0 */
    uint64_t stored;                      /* rounds whose subsample was stored */
};

/* The PMCU's die. @cpus: its @n places for CPUs, in slot order; a place without
 * a CPU is off. Borrowed for the call. */
struct pmcu_die {
    const struct kunpeng_world *world;
    struct kunpeng_cpu *cpus;
    unsigned n;
};

/* Sets the state after a hardware reset. */
void pmcu_reset(struct pmcu *p, unsigned die, unsigned output);

/* Reads and, below, writes its registers. A write of TRIGGER or BRK only starts
 * an action, which later deadlines complete. */
uint64_t pmcu_read(const struct pmcu *p, uint32_t offset, unsigned size);
void pmcu_write(
    struct pmcu *p, const struct pmcu_die *die, uint32_t offset, unsigned size, uint64_t value);

/* Reports a change of the interrupt line to the host. */
void pmcu_update_line(struct pmcu *p, const struct kunpeng_world *world);

/* Returns when (ns) the current state ends, or SIM_NEVER. */
uint64_t pmcu_deadline(const struct pmcu *p);

/* Ends the current state at world->now, which must not be before the
 * deadline. */
void pmcu_step(struct pmcu *p, const struct pmcu_die *die);

#endif
