/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A PMCU: its registers, and the machine that goes through rounds. In a round it sets up the core PMUs of its
 * die, lets them count for WAIT_CNT, stops them, and reads and stores what they counted; each of these steps
 * is one for all CPUs before the next begins.
 */
#ifndef PMULAB_MODELS_KUNPENG_PMCU_H
#define PMULAB_MODELS_KUNPENG_PMCU_H

#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/pmcu_regs.h"
#include "models/kunpeng/subsample.h"

enum pmcu_state {
    PMCU_IDLE,
    PMCU_SETS_UP, /* fetches events; at the end counters start */
    PMCU_COUNTS,  /* at the end counters stop */
    PMCU_READS,   /* at the end a subsample is stored */
    PMCU_BREAKS,  /* at the end status BRK is there */
};

/* What TRIGGER latches. */
struct pmcu_run {
    unsigned length, loops, events; /* of the list; over it; of it, in a round */
    uint64_t list, store, kill;     /* physical addresses; the store's moves on */
    uint32_t ticks;
    uint32_t pmcr, filter;
    bool compatible;
};

struct pmcu {
    unsigned die;    /* whose interrupt line it has */
    unsigned output; /* block of a trace: what it stores to */
    uint64_t values[PMCU_N_REGS];
    enum pmcu_state state;
    uint64_t due; /* when the state ends, ns */
    bool line;    /* the interrupt line is high */
    struct pmcu_run run;
    unsigned loop, entry;                 /* where the round is: pass over the list, first entry of it */
    uint16_t event[SUBSAMPLE_MAX_EVENTS]; /* that it counts */
    uint64_t rounds;                      /* begun since time 0 */
    uint64_t stored;                      /* of them, those whose subsample is in memory */
};

/* The die that a PMCU is of. @cpus: those that there are, in the order of their slots; @n of them. */
struct pmcu_die {
    const struct kunpeng_world *world;
    struct kunpeng_cpu *cpus;
    unsigned n;
};

/* As after hardware reset. */
void pmcu_reset(struct pmcu *p, unsigned die, unsigned output);

/* An access to its registers. A write of TRIGGER or BRK only begins what deadlines end. */
uint64_t pmcu_read(const struct pmcu *p, uint32_t offset, unsigned size);
void pmcu_write(struct pmcu *p, const struct pmcu_die *die, uint32_t offset, unsigned size, uint64_t value);

/* Tells the host of its interrupt line, where that has changed. */
void pmcu_update_line(struct pmcu *p, const struct kunpeng_world *world);

/* When the state ends, or SIM_NEVER. */
uint64_t pmcu_deadline(const struct pmcu *p);

/* The state ends, at world->now, which must not lie before the deadline. */
void pmcu_step(struct pmcu *p, const struct pmcu_die *die);

#endif
