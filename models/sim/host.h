/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A model's complete interface to the rest of the world. The plugin, the unit
 * tests and the fuzzer each supply their own hooks and run the same object
 * code. A hook that a machine does not use may be NULL. */
#ifndef PMULAB_MODELS_SIM_HOST_H
#define PMULAB_MODELS_SIM_HOST_H

#include "models/sim/trace.h"

#include <stdbool.h>

/* Instructions that a CPU has retired since the machine began. */
struct sim_executed {
    uint64_t user, kernel; /* by the privilege they ran with */
};

/* A CPU's work with one privilege since the machine began. */
struct sim_work {
    uint64_t instructions;  /* retired */
    uint64_t loads, stores; /* instructions that read memory, and that wrote it; some do both */
    uint64_t branches;      /* instructions that branch, taken or not */
    uint64_t exceptions;    /* taken to this privilege, interrupts among them */
    uint64_t returns;       /* returns from exceptions, executed with this privilege */
};

struct sim_activity {
    struct sim_work user, kernel;
};

struct sim_host {
    void *self;
    /* Records @record, which is valid during the call only. NULL: no trace. */
    void (*trace)(void *self, const struct trace_record *record);
    /* Reads (and, below, writes) @size bytes of the guest's physical memory at
     * @address. Returns false if some of it does not exist. */
    bool (*read)(void *self, uint64_t address, void *bytes, unsigned size);
    bool (*write)(void *self, uint64_t address, const void *bytes, unsigned size);
    /* Returns the instructions that CPU number @cpu has executed. */
    struct sim_executed (*executed)(void *self, unsigned cpu);
    /* The same in more detail, for models with counters that distinguish it. */
    struct sim_activity (*activity)(void *self, unsigned cpu);
    /* Interrupt line number @line (the machine's numbering) is high or low from
     * now on. Called for changes only; all lines begin low. */
    void (*irq)(void *self, unsigned line, bool high);
    /* Raises a non-maskable interrupt on CPU number @cpu. */
    void (*nmi)(void *self, unsigned cpu);
};

/* Hands @record to @host, if it takes a trace. */
static inline void sim_host_trace(const struct sim_host *host, const struct trace_record *record)
{
    if (host->trace)
        host->trace(host->self, record);
}

/* Origin and time of a register access. */
struct sim_access {
    uint64_t now; /* virtual ns; 0 if unknown, which means the latest known time */
    uint64_t pc;
    unsigned cpu;
};

#endif
