/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of Arm's PMU: numbers, names, and the part of a CPU's activity
 * that each counts. Clock model: an instruction takes four cycles. The CPU
 * issues in one and waits in three: for data if the instruction loads or
 * stores, otherwise for instructions.
 */
#ifndef PMULAB_MODELS_KUNPENG_ARM_EVENTS_H
#define PMULAB_MODELS_KUNPENG_ARM_EVENTS_H

#include "models/sim/host.h"

#define ARM_CYCLES_PER_INSTRUCTION 4

/* A CPU's activity up to a moment. */
struct arm_moment {
    struct sim_activity activity;
    uint64_t context_writes; /* writes of CONTEXTIDR by the kernel */
    uint64_t cycles;         /* cycles of its clock since time 0, halted or not */
};

enum arm_source {
    ARM_TRAFFIC,  /* no source but the scenario's traffic */
    ARM_SOFTWARE, /* writes of PMSWINC */
    ARM_INSTRUCTIONS,
    ARM_LOADS,
    ARM_STORES,
    ARM_ACCESSES, /* loads and stores */
    ARM_BRANCHES,
    ARM_EXCEPTIONS,
    ARM_RETURNS,
    ARM_CONTEXT_WRITES,
    ARM_BUSY_CYCLES, /* cycles in which it was not halted */
    ARM_STALLS,
    ARM_STALLS_DATA,
    ARM_STALLS_INSTRUCTIONS,
};

struct arm_event {
    uint16_t number;
    const char *name; /* the Arm ARM's name: "INST_RETIRED" */
    enum arm_source source;
};

#define ARM_EVENT_SW_INCR 0x0000
#define ARM_EVENT_NULL    0xc000 /* reserved: counts nothing; pads lists */

extern const struct arm_event arm_events[]; /* in the order of their numbers */
extern const unsigned arm_n_events;

/* Returns the source of event @number; ARM_TRAFFIC also for an unknown
 * number. */
enum arm_source arm_event_source(uint16_t number);

/* Returns the static event with the name @name (case is ignored), or NULL. */
const struct arm_event *arm_event_named(const char *name);

/* Returns the amount of @source in a CPU up to @moment at one privilege. 0 for
 * ARM_TRAFFIC and ARM_SOFTWARE. */
uint64_t arm_source_total(enum arm_source source, const struct arm_moment *moment, bool kernel);

/* Returns a static description of a source: "instructions". */
const char *arm_source_text(enum arm_source source);

#endif
