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

/* Events of Intel's fixed counters 0 to 3. The last two have no separate
 * encoding, so they have Linux's. */
enum {
    X86_RETIRED_CODE = 0xc0,
    X86_CORE_CODE = 0x3c,
    X86_REFERENCE_CODE = 0,
    X86_REFERENCE_UMASK = 3,
    X86_SLOTS_CODE = 0,
    X86_SLOTS_UMASK = 4,
};

/* For Intel's events of responses: the requests that count, and the responders,
 * as sets of bits. Both must match. */
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

struct x86_event {
    uint16_t code; /* event select */
    /* AMD: bits of which any selects it, 0: it has no unit mask. Intel: the
     * unit mask */
    uint8_t umask;
    /* counts for each of @work in the cycle with it, and in each of the
     * X86_WAITING others of its instruction */
    uint8_t issue, wait;
    enum x86_work work, also; /* X86_N_WORK: no other */
    const char *name;         /* as in the manual: "Retired Instructions" */
};

/* All processors in such a family have the same events. */
enum x86_family {
    X86_AMD_10H,
    X86_AMD_ZEN,  /* to Zen3 */
    X86_AMD_ZEN4, /* dispatches 6 ops in a cycle */
    X86_AMD_ZEN5, /* and Zen6: 8 */
    X86_INTEL_SNB,
    X86_INTEL_IVB,
    X86_INTEL_HSX,
    X86_INTEL_BDX,
    X86_INTEL_SKX,
    X86_INTEL_ICX,
    X86_INTEL_SPR,
    X86_N_FAMILIES,
};

/* A list of events, and the lists of a family. */
struct x86_event_list {
    const struct x86_event *events;
    unsigned n;
};
enum { X86_FAMILY_LISTS = 6 };

/* In amd_events.c and intel_events.c; the last ones may be empty. */
extern const struct x86_event_list amd_event_lists[][X86_FAMILY_LISTS],
    intel_event_lists[][X86_FAMILY_LISTS];

/* A counter's selection. */
struct x86_counting {
    enum x86_family family;
    uint16_t code;
    uint8_t umask, cmask;
    bool invert, edge;
    bool user, kernel; /* counts at that privilege */
    bool response;     /* an event of responses: counts these; @code and @umask have no row */
    struct x86_responses responses;
};

/* Returns the number of the event of responses with @code and @umask: 0 or 1;
 * -1: it is none. */
int x86_event_response(enum x86_family family, uint16_t code, uint8_t umask);

/* Sets @event if no table has an event with @code and @umask. Returns the
 * number of events set: 0 or 1. */
unsigned x86_event_uncounted(
    enum x86_family family, uint16_t code, uint8_t umask, struct machine_uncounted *event);

/* Returns the count of @how in @worked, since the machine began. */
uint64_t x86_counted(const struct x86_counting *how, const struct x86_worked *worked);

/* Returns the maximum of @how for one instruction; 0: it never counts. */
unsigned x86_counted_most(const struct x86_counting *how);

/* Whether @how counts the cycles with less than its threshold: its count
 * depends on instructions. */
bool x86_counts_inverse(const struct x86_counting *how);

/* Returns the most that @how counts in one cycle; 0: it does not count the
 * cycles in which an instruction waits for memory. */
unsigned x86_counts_waits(const struct x86_counting *how);

/* Returns the work that must be followed for @how: bits of enum
 * x86_followed. */
unsigned x86_counts_followed(const struct x86_counting *how);

#endif
