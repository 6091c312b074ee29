/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The phases of a scenario, and the time of each. */
#ifndef PMULAB_HARNESS_RUN_RUN_TIMES_H
#define PMULAB_HARNESS_RUN_RUN_TIMES_H

#include "harness/base/stopwatch.h"

#include <json-glib/json-glib.h>

/* PHASE(NAME, word, meaning): in order. */
#define RUN_PHASES(PHASE)                                                                          \
    PHASE(SETUP, setup,                                                                            \
        "files and modules for the guest read; a guest for the kernel's symbols, if needed")       \
    PHASE(START, start, "a saved guest restored, or one booted; also saved, if it is the first")   \
    PHASE(GUEST, guest, "the guest at work, from the first command to power-off")                  \
    PHASE(TRACE, trace, "the trace read, drivers' functions named")                                \
    PHASE(TRUTH, truth, "the trace replayed by the manuals: hop two")                              \
    PHASE(JUDGE, judge, "all else that is judged")                                                 \
    PHASE(WRITE, write, "results written")

#define RUN_PHASE_ENUM(NAME, word, meaning) RUN_PHASE_##NAME,
enum run_phase { RUN_PHASES(RUN_PHASE_ENUM) RUN_PHASE_N };
#undef RUN_PHASE_ENUM

struct run_times {
    struct spent phases[RUN_PHASE_N];
};

/* The word of @phase, "setup". */
const char *run_phase_word(enum run_phase phase);

/* Adds @more to @sum. */
void run_times_add(struct run_times *sum, const struct run_times *more);

/* All phases together. */
struct spent run_times_total(const struct run_times *times);

/* Adds the member "times" to the current object of @json: an object with a
 * member for each phase, {"wall_us": N, "cpu_us": N}. */
void run_times_to_json(JsonBuilder *json, const struct run_times *times);

/* Reads what run_times_to_json() wrote as a member of @object. A missing phase
 * took 0. */
struct run_times run_times_from_json(JsonObject *object);

#endif
