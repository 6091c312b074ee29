/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters of a core's PMU: counting, overflow, and trace records. */
#include "models/x86/core_pmu.h"

#define OVER (UINT64_C(1) << X86_COUNT_BITS) /* where a counter overflows */

void x86_core_set(
    struct x86_core *core, unsigned i, const struct x86_counting *how, bool on, bool interrupts)
{
    struct x86_counter *counter = &core->counters[i];

    on = on && x86_counted_most(how);
    core->on = (core->on & ~(UINT32_C(1) << i)) | (uint32_t)on << i;
    counter->how = *how;
    counter->interrupts = interrupts;
    counter->seen = on ? x86_counted(how, &core->worked) : 0;
}

static bool is_on(const struct x86_core *core, unsigned i)
{
    return core->on >> i & 1;
}

unsigned x86_core_follows(const struct x86_core *core)
{
    unsigned followed = 0;

    for (unsigned i = 0; i < X86_MAX_COUNTERS; i++)
        if (is_on(core, i))
            followed |= x86_counts_followed(&core->counters[i].how);
    return x86_core_waits(core) ? followed | X86_FOLLOW_ALL : followed;
}

bool x86_core_waits(const struct x86_core *core)
{
    if (core->timed && core->free_running)
        return true;
    for (unsigned i = 0; core->timed && i < X86_MAX_COUNTERS; i++)
        if (is_on(core, i) && x86_counts_waits(&core->counters[i].how))
            return true;
    return false;
}

/* Returns whether it has overflowed. */
static bool count(struct x86_counter *counter, const struct x86_worked *worked)
{
    uint64_t now = x86_counted(&counter->how, worked), sum = counter->count + now - counter->seen;

    counter->seen = now;
    counter->count = sum % OVER;
    return sum >= OVER;
}

/* AMD counts MPERF in P0, the frequency of these cores; Intel in the reference
 * clock. */
static void count_free(struct x86_core *core)
{
    const uint64_t *user = core->worked.of[0], *kernel = core->worked.of[1];
    uint64_t retired = user[X86_INSTRUCTIONS] + kernel[X86_INSTRUCTIONS];
    uint64_t cycles = retired * X86_CYCLES + user[X86_WAITED] + kernel[X86_WAITED];
    bool intel = core->events >= X86_INTEL_SNB;
    const uint64_t work[] = {[X86_MPERF] = intel ? retired * X86_REFERENCE : cycles,
        [X86_APERF] = cycles,
        [X86_IRPERF] = retired};

    for (unsigned i = 0; i < X86_N_FREE; i++) {
        if (i != X86_IRPERF || core->retires)
            core->free_counts[i] += work[i] - core->free_seen[i];
        core->free_seen[i] = work[i];
    }
}

uint64_t x86_core_sync(struct x86_core *core)
{
    uint64_t overflows = 0;

    if (core->free_running)
        count_free(core);
    for (unsigned i = 0; i < X86_MAX_COUNTERS; i++)
        if (is_on(core, i) && count(&core->counters[i], &core->worked))
            overflows |= UINT64_C(1) << i;
    core->overflowed |= overflows;
    x86_core_wait(core);
    return overflows;
}

/* Sets the least work until an overflow. Exceptions may bring it earlier, but
 * the next check is early enough for those. */
void x86_core_wait(struct x86_core *core)
{
    core->left = core->met_left = core->cycles_left = X86_NEVER;
    core->waits++;
    for (unsigned i = 0; i < X86_MAX_COUNTERS; i++) {
        const struct x86_counter *counter = &core->counters[i];
        const struct x86_counting *how = &counter->how;

        if (!is_on(core, i) || !counter->interrupts)
            continue;
        unsigned most = x86_counted_most(how); /* not 0: it is on */
        bool met = x86_counts_followed(how) && !x86_counts_inverse(how);
        bool waits = core->timed && x86_counts_waits(how);
        uint64_t *least = waits ? &core->cycles_left : met ? &core->met_left : &core->left;
        if (waits)
            most = x86_counts_waits(how);
        uint64_t left = (OVER - counter->count + most - 1) / most;

        if (left < *least)
            *least = left;
    }
}

/* Cycles of slow clocks follow from instructions. */
void x86_core_emit(struct x86_core *core, const struct x86_core_place *place)
{
    for (unsigned what = 0; what < X86_N_WORK; what++)
        for (unsigned kernel = 0; kernel < 2; kernel++) {
            uint32_t offset = X86_COUNTED_OF(what, kernel);
            uint64_t *emitted = &core->emitted[offset - X86_COUNTED],
                     done = core->worked.of[kernel][what];

            if (*emitted == done || what >= X86_BUS)
                continue;
            *emitted = done;
            sim_host_trace(place->host, &(struct trace_record){.kind = TRACE_COUNTED,
                                            .cpu = (uint16_t)place->cpu,
                                            .block = place->block,
                                            .offset = offset,
                                            .time = place->now,
                                            .value = done});
        }
}

/* Returns whether one of @counters, a bit for each, interrupts. */
static bool overflowed(
    const struct x86_core *core, const struct x86_core_place *place, uint64_t counters)
{
    bool interrupts = false;

    for (unsigned i = 0; counters >> i; i++) {
        if (!(counters >> i & 1))
            continue;
        interrupts |= core->counters[i].interrupts;
        sim_host_trace(place->host, &(struct trace_record){.kind = TRACE_OVERFLOW,
                                        .cpu = (uint16_t)place->cpu,
                                        .block = place->block,
                                        .offset = place->count_msr(core, i),
                                        .time = place->now});
    }
    return interrupts;
}

void x86_core_take(struct x86_core *core, const struct sim_host *host, unsigned cpu)
{
    if (!host->activity)
        return;
    const struct sim_activity activity = host->activity(host->self, cpu);
    x86_worked_take(&core->worked, &activity);
}

bool x86_core_update(struct x86_core *core, const struct x86_core_place *place)
{
    if (!x86_core_runs(core) || !place->host->activity)
        return false;
    x86_core_take(core, place->host, place->cpu);
    x86_core_emit(core, place);
    return overflowed(core, place, x86_core_sync(core));
}
