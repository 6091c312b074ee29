/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a model reaches of the outside, and all it reaches: the plugin, the unit tests and the fuzzer each
 * bring their own, and carry the same object code. A hook that a machine has no use for may be NULL.
 */
#ifndef PMULAB_SIM_HOST_H
#define PMULAB_SIM_HOST_H

#include "models/sim/trace.h"

#include <stdbool.h>

/* What a CPU has retired since the machine began. */
struct sim_executed {
    uint64_t user, kernel; /* instructions, by the privilege that they ran with */
};

/* What a CPU has done with one privilege since the machine began. */
struct sim_work {
    uint64_t instructions;  /* retired */
    uint64_t loads, stores; /* of them, those that read memory and those that wrote it: some do both */
    uint64_t branches;      /* of them, taken or not */
    uint64_t exceptions;    /* taken to this privilege, interrupts among them */
    uint64_t returns;       /* from exceptions, executed with this privilege */
};

struct sim_activity {
    struct sim_work user, kernel;
};

struct sim_host {
    void *self;
    /* Takes note of @record, which lives only for the call. NULL: no trace. */
    void (*trace)(void *self, const struct trace_record *record);
    /* The guest's physical memory, @size bytes at @address. False: there is none, or not all of it. */
    bool (*read)(void *self, uint64_t address, void *bytes, unsigned size);
    bool (*write)(void *self, uint64_t address, const void *bytes, unsigned size);
    /* What CPU number @cpu has executed. */
    struct sim_executed (*executed)(void *self, unsigned cpu);
    /* The same in more detail, for models whose counters tell it apart. */
    struct sim_activity (*activity)(void *self, unsigned cpu);
    /* Interrupt line number @line, as the machine numbers them, is high or low from now on. Told of changes
     * alone; all lines begin low. */
    void (*irq)(void *self, unsigned line, bool high);
    /* Raises a non-maskable interrupt at CPU number @cpu. */
    void (*nmi)(void *self, unsigned cpu);
};

/* Who accesses a register, and when. */
struct sim_access {
    uint64_t now; /* virtual ns; 0 where it could not be known, which is the latest time that was */
    uint64_t pc;
    unsigned cpu;
};

#endif
