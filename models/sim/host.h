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

struct sim_host {
    void *self;
    /* Takes note of @record, which lives only for the call. NULL: no trace. */
    void (*trace)(void *self, const struct trace_record *record);
    /* The guest's physical memory, @size bytes at @address. False: there is none, or not all of it. */
    bool (*read)(void *self, uint64_t address, void *bytes, unsigned size);
    bool (*write)(void *self, uint64_t address, const void *bytes, unsigned size);
    /* What CPU number @cpu has executed. */
    struct sim_executed (*executed)(void *self, unsigned cpu);
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
