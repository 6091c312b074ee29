/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of Arm's PMU: numbers, names, and what of a CPU's doings each counts. Clock model: an
 * instruction takes four cycles, of which the CPU issues in one and waits in three; for data where the
 * instruction loads or stores, else for instructions.
 */
#ifndef PMULAB_MODELS_KUNPENG_ARM_EVENTS_H
#define PMULAB_MODELS_KUNPENG_ARM_EVENTS_H

#include "models/sim/host.h"

#define ARM_CYCLES_PER_INSTRUCTION 4

/* What a CPU has done up to a moment. */
struct arm_moment {
    struct sim_activity activity;
    uint64_t context_writes; /* of CONTEXTIDR, by the kernel */
    uint64_t cycles;         /* of its clock that have passed since time 0, halted or not */
};

enum arm_source {
    ARM_TRAFFIC,  /* what the scenario says, else nothing */
    ARM_SOFTWARE, /* what PMSWINC says */
    ARM_INSTRUCTIONS,
    ARM_LOADS,
    ARM_STORES,
    ARM_ACCESSES, /* both */
    ARM_BRANCHES,
    ARM_EXCEPTIONS,
    ARM_RETURNS,
    ARM_CONTEXT_WRITES,
    ARM_BUSY_CYCLES, /* in which it was not halted */
    ARM_STALLS,
    ARM_STALLS_DATA,
    ARM_STALLS_INSTRUCTIONS,
};

struct arm_event {
    uint16_t number;
    const char *name; /* as the Arm ARM has it: "INST_RETIRED" */
    enum arm_source source;
};

#define ARM_EVENT_SW_INCR 0x0000
#define ARM_EVENT_NULL    0xc000 /* reserved: counts nothing; pads lists */

extern const struct arm_event arm_events[];
extern const unsigned arm_n_events;

/* What event @number counts: ARM_TRAFFIC for one that has no name, too. */
enum arm_source arm_event_source(uint16_t number);

/* The event called @name (without regard to case), or NULL. */
const struct arm_event *arm_event_named(const char *name);

/* How much of @source a CPU has seen up to @moment, with one privilege. 0 for ARM_TRAFFIC and ARM_SOFTWARE.
 */
uint64_t arm_source_total(enum arm_source source, const struct arm_moment *moment, bool kernel);

/* What a source is, for people: "instructions". */
const char *arm_source_text(enum arm_source source);

#endif
