/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events that x86 core PMUs count: numbers, names, and the part of a CPU's
 * work that each counts. All other events count nothing. Clock model: an
 * instruction takes X86_CYCLES core cycles. In one the CPU issues, executes and
 * retires it, with all its events; in the others it waits.
 */
#ifndef PMULAB_MODELS_X86_CORE_EVENTS_H
#define PMULAB_MODELS_X86_CORE_EVENTS_H

#include "models/sim/uncounted.h"
#include "models/x86/core_work.h"

#define X86_CYCLES    4 /* of the core clock, for each instruction */
#define X86_WAITING   (X86_CYCLES - 1)
#define X86_REFERENCE 2 /* of Intel's reference clock, 1 GHz, as in PLATFORM_INFO */

/* Events of Intel's fixed counters 0 to 2. The third has no separate encoding,
 * so it has Linux's. */
enum {
    X86_RETIRED_CODE = 0xc0,
    X86_CORE_CODE = 0x3c,
    X86_REFERENCE_CODE = 0,
    X86_REFERENCE_UMASK = 3
};

/* For Intel's events of responses: the requests that count, and the responders.
 * Sets of bits. */
enum x86_requests { X86_REQUEST_LOADS = 1, X86_REQUEST_STORES = 2, X86_REQUEST_FETCHES = 4 };
enum x86_answers {
    X86_ANSWER_L3 = 1,
    X86_ANSWER_REMOTE = 2, /* another socket */
    X86_ANSWER_DRAM = 4,
    X86_ANSWER_DEVICE = 8,
};

struct x86_responses {
    uint8_t requests, answers;
};

/* Events of responses; each has a register with its selection. */
enum { X86_RESPONSE_0_CODE = 0xb7, X86_RESPONSE_1_CODE = 0xbb };

struct x86_event {
    uint16_t code; /* event select */
    /* AMD: bits of which any selects it, 0: it has no unit mask. Intel: the
     * unit mask */
    uint8_t umask;
    uint8_t per;              /* counts for each of @work, one per cycle: 1 to X86_CYCLES */
    enum x86_work work, also; /* X86_N_WORK: no other */
    const char *name;         /* as in the manual: "Retired Instructions" */
    /* counts only if both have a bit in common with the counter's; 0: always */
    struct x86_responses of;
};

/* All processors in such a family have the same events. */
enum x86_family { X86_AMD_10H, X86_AMD_ZEN, X86_INTEL_SNB, X86_N_FAMILIES };

/* A counter's selection. */
struct x86_counting {
    enum x86_family family;
    uint16_t code;
    uint8_t umask, cmask;
    bool invert, edge;
    bool user, kernel; /* counts at that privilege */
    struct x86_responses responses;
};

/* Sets @event if no table has an event with @code and @umask. Returns the
 * number of events set: 0 or 1. */
unsigned x86_event_uncounted(
    enum x86_family family, uint16_t code, uint8_t umask, struct machine_uncounted *event);

/* Returns the count of @how in @worked, since the machine began. */
uint64_t x86_counted(const struct x86_counting *how, const struct x86_worked *worked);

/* Returns the maximum of @how for one instruction; 0: it never counts. */
unsigned x86_counted_most(const struct x86_counting *how);

/* Returns the work that must be followed for @how: bits of enum
 * x86_followed. */
unsigned x86_counts_followed(const struct x86_counting *how);

#endif
