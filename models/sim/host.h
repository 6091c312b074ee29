/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a model reaches of the outside, and all it reaches: the plugin, the unit tests and the fuzzer each
 * bring their own, and carry the same object code.
 */
#ifndef PMULAB_SIM_HOST_H
#define PMULAB_SIM_HOST_H

#include "models/sim/trace.h"

struct sim_host {
    void *self;
    /* Takes note of @record, which lives only for the call. May be NULL: no trace. */
    void (*trace)(void *self, const struct trace_record *record);
};

/* Who accesses a register, and when. */
struct sim_access {
    uint64_t now; /* virtual ns */
    uint64_t pc;
    unsigned cpu;
};

#endif
