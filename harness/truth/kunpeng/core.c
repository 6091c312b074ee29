/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a core PMU: which counters run, what they add, and how software changes them. */
#include "harness/truth/kunpeng/core.h"

#include "harness/trace/accesses.h"
#include "harness/truth/kunpeng/arm_event.h"
#include "models/sim/clock.h"

#include <string.h>

#define CYCLES_BIT (G_GUINT64_CONSTANT(1) << ARM_PMU_CYCLES)

enum { N_COUNTERS = ARM_PMU_COUNTERS };

static const struct trace_record *record_now(const struct truth_cursor *at)
{
    return &at->records[at->now];
}

void truth_core_begin(struct truth_core *core, unsigned number)
{
    *core = (struct truth_core){.number = number};
    for (unsigned i = 0; i < N_COUNTERS; i++)
        truth_track_begin(&core->counters[i].track);
}

guint64 truth_cursor_cycles(const struct truth_cursor *at, gsize record)
{
    return sim_cycles(at->config->clock_mhz * 1000000u, at->records[record].time);
}

/* ---- which counters there are, and which run ---- */

static guint64 mdcr_field(const struct truth_core *core, unsigned field)
{
    return reg_get(&arm_pmu_bank.regs[ARM_MDCR_EL2], field, core->mdcr);
}

static guint64 all_counters(const struct truth_cursor *at)
{
    return reg_low_bits(at->config->counters) | CYCLES_BIT;
}

static guint64 lower_part(const struct truth_cursor *at, const struct truth_core *core)
{
    unsigned hpmn = (unsigned)mdcr_field(core, ARM_MDCR_HPMN);

    return reg_low_bits(MIN(hpmn, at->config->counters)) | CYCLES_BIT;
}

/* The counters that the kernel has. */
static guint64 visible(const struct truth_cursor *at, const struct truth_core *core)
{
    return at->config->kernel_el == 2 ? all_counters(at) : lower_part(at, core);
}

guint64 truth_core_parts(const struct truth_cursor *at, const struct truth_core *core)
{
    guint64 lower = lower_part(at, core);

    return (core->runs ? lower : 0) | (mdcr_field(core, ARM_MDCR_HPME) ? all_counters(at) & ~lower : 0);
}

/* ---- counting ---- */

static guint16 counted_event(const struct truth_core_counter *counter)
{
    return (guint16)reg_get(&arm_pmu_bank.regs[ARM_PMEVTYPER0], ARM_TYPE_EVENT, counter->type);
}

static gboolean counts_at(
    const struct truth_cursor *at, const struct truth_core_counter *counter, gboolean kernel)
{
    return truth_arm_counts(counter->type, kernel, at->config->kernel_el);
}

/* FALSE: the counter counts traffic. */
static gboolean add_executed(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint16 event = counted_event(counter);

    for (unsigned kernel = 0; kernel < 2; kernel++) {
        guint64 before = 0, now = 0;

        if (!truth_arm_event(core->seen, event, kernel, &before))
            return FALSE;
        truth_arm_event(core->counted, event, kernel, &now);
        counter->total += counts_at(at, counter, kernel) ? now - before : 0;
    }
    return TRUE;
}

/* A cycle belongs to users or to the kernel, which halts the CPU. */
static void add_time(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint64 all = truth_cursor_cycles(at, at->now) - core->cycles, users, did[KUNPENG_N_COUNTED];

    for (unsigned i = 0; i < KUNPENG_N_COUNTED; i++)
        did[i] = core->counted[i] - core->seen[i];
    users = truth_arm_users_cycles(did, all);
    counter->total +=
        (counts_at(at, counter, FALSE) ? users : 0) + (counts_at(at, counter, TRUE) ? all - users : 0);
}

static void add_traffic(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint16 event = counted_event(counter);

    counter->total +=
        kunpeng_traffic_total(&at->traffic, core->number, event, truth_cursor_cycles(at, at->now)) -
        kunpeng_traffic_total(&at->traffic, core->number, event, core->traffic_cycles);
}

static guint64 running(const struct truth_cursor *at, const struct truth_core *core)
{
    return core->enabled & truth_core_parts(at, core);
}

/* Brings the counters up to the present: the latest TRACE_COUNTED. */
static void advance(const struct truth_cursor *at, struct truth_core *core)
{
    guint64 active = running(at, core);

    for (unsigned i = 0; i < ARM_PMU_CYCLES; i++)
        if (active >> i & 1 && !add_executed(at, core, &core->counters[i]))
            add_traffic(at, core, &core->counters[i]);
    if (active & CYCLES_BIT)
        add_time(at, core, &core->counters[ARM_PMU_CYCLES]);
    for (unsigned i = 0; i < ARM_PMU_COUNTERS; i++)
        core->counters[i].lost |= active >> i & 1 && core->counters[i].foreign;
    memcpy(core->seen, core->counted, sizeof(core->seen));
    core->cycles = core->traffic_cycles = truth_cursor_cycles(at, at->now);
}

void truth_core_traffic(const struct truth_cursor *at, struct truth_core *core)
{
    guint64 active = running(at, core), count;

    for (unsigned i = 0; i < ARM_PMU_CYCLES; i++)
        if (active >> i & 1 && !truth_arm_event(core->seen, counted_event(&core->counters[i]), FALSE, &count))
            add_traffic(at, core, &core->counters[i]);
    core->traffic_cycles = truth_cursor_cycles(at, at->now);
}

/* ---- intervals ---- */

/* What the guest counts with a counter: event and privilege. */
static guint64 selects(const struct truth_cursor *at, const struct truth_core *core, unsigned i)
{
    const struct truth_core_counter *counter = &core->counters[i];

    return truth_core_control(i == ARM_PMU_CYCLES ? TRUTH_CORE_CPU_CYCLES : counted_event(counter),
        counts_at(at, counter, FALSE), counts_at(at, counter, TRUE));
}

static void open_interval(const struct truth_cursor *at, struct truth_core *core, unsigned i)
{
    const struct truth_interval what = {
        .block = kunpeng_block(KUNPENG_CPU, core->number), .counter = i, .control = selects(at, core, i)};

    truth_track_open(&core->counters[i].track, at->out, at->records, at->now, &what);
}

static void close_interval(const struct truth_cursor *at, struct truth_core_counter *counter)
{
    truth_track_close(&counter->track, at->out, at->now);
}

/* ---- counters ---- */

static guint64 held(const struct truth_core_counter *counter)
{
    return counter->base + counter->total;
}

/* The guest wrote or read @value; the driver continues from there. */
static void add_read(
    const struct truth_cursor *at, struct truth_core *core, unsigned i, guint64 value, gboolean written)
{
    struct truth_core_counter *counter = &core->counters[i];
    const struct truth_read read = {.block = kunpeng_block(KUNPENG_CPU, core->number),
        .counter = i,
        .low = at->now,
        .high = at->now,
        .value = value,
        .total = counter->total,
        .written = written};

    truth_track_read(&counter->track, at->out, at->records, &read);
}

static void note(const struct truth_cursor *at, const struct truth_core *core, enum truth_note_kind kind,
    unsigned i, char *text)
{
    truth_add_note(
        at->out, &(struct truth_note){kind, at->now, kunpeng_block(KUNPENG_CPU, core->number), i, text});
}

/* A driver knows the values it writes. It does not know what the plan sets. */
static void set_count(const struct truth_cursor *at, struct truth_core *core, unsigned i, guint64 value)
{
    struct truth_core_counter *counter = &core->counters[i];

    if (record_now(at)->kind == TRACE_PLAN)
        note(at, core, TRUTH_SET, i,
            g_strdup_printf(
                "the plan set counter %u of CPU %u to 0x%" G_GINT64_MODIFIER "x", i, core->number, value));
    else
        add_read(at, core, i, value, TRUE);
    counter->base = value - counter->total;
    counter->lost = FALSE;
}

static void reset_counts(const struct truth_cursor *at, struct truth_core *core, guint64 which)
{
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (which >> i & 1)
            set_count(at, core, i, 0);
}

static void set_type(const struct truth_cursor *at, struct truth_core *core, unsigned i, guint64 type)
{
    struct truth_core_counter *counter = &core->counters[i];
    guint64 before = selects(at, core, i);
    gboolean same;

    counter->type = type & G_MAXUINT32;
    counter->foreign = FALSE;
    same = selects(at, core, i) == before;
    if (!truth_track_is_open(&counter->track) || same)
        return;
    close_interval(at, counter);
    open_interval(at, core, i);
}

static void enable(const struct truth_cursor *at, struct truth_core *core, guint64 which)
{
    core->enabled |= which;
    core->started |= which;
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (which >> i & 1 && !truth_track_is_open(&core->counters[i].track))
            open_interval(at, core, i);
}

static void disable(const struct truth_cursor *at, struct truth_core *core, guint64 which)
{
    core->enabled &= ~which;
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (which >> i & 1 && truth_track_is_open(&core->counters[i].track))
            close_interval(at, &core->counters[i]);
}

/* ---- the kernel's writes ---- */

static void write_counter(
    const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg, guint64 value)
{
    unsigned i = arm_pmu_counter_of(reg, core->selected);

    if (i >= N_COUNTERS || !(visible(at, core) >> i & 1))
        return;
    core->touched |= G_GUINT64_CONSTANT(1) << i;
    if (arm_pmu_is_count(reg))
        set_count(at, core, i, value);
    else
        set_type(at, core, i, value);
}

static void write_pmcr(const struct truth_cursor *at, struct truth_core *core, guint64 value)
{
    const struct reg *reg = &arm_pmu_bank.regs[ARM_PMCR];
    gboolean runs = reg_get(reg, ARM_PMCR_E, value) != 0;
    guint64 zeroed = (reg_get(reg, ARM_PMCR_P, value) ? visible(at, core) & ~CYCLES_BIT : 0) |
                     (reg_get(reg, ARM_PMCR_C, value) ? CYCLES_BIT : 0);

    core->touched |= zeroed | (runs != core->runs ? lower_part(at, core) : 0);
    core->runs = runs;
    reset_counts(at, core, zeroed);
}

static void write_mdcr(const struct truth_cursor *at, struct truth_core *core, guint64 value)
{
    guint64 before = truth_core_parts(at, core);

    core->mdcr = value;
    core->touched |= before ^ truth_core_parts(at, core);
}

static void software_increments(const struct truth_cursor *at, struct truth_core *core, guint64 mask)
{
    core->touched |= mask;
    for (unsigned i = 0; i < ARM_PMU_CYCLES; i++)
        if (mask & running(at, core) & G_GUINT64_CONSTANT(1) << i && !counted_event(&core->counters[i]))
            core->counters[i].total++;
}

static void write_pmu(
    const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg, guint64 value)
{
    guint64 mask = value & visible(at, core);

    switch (reg) {
    case ARM_PMCR:
        write_pmcr(at, core, value);
        break;
    case ARM_PMCNTENSET:
        core->touched |= mask;
        enable(at, core, mask);
        break;
    case ARM_PMCNTENCLR:
        core->touched |= mask;
        disable(at, core, mask);
        break;
    case ARM_PMSWINC:
        software_increments(at, core, mask);
        break;
    case ARM_PMSELR:
        core->selected = (unsigned)reg_get(&arm_pmu_bank.regs[reg], ARM_PMSELR_SEL, value);
        break;
    case ARM_MDCR_EL2:
        write_mdcr(at, core, value);
        break;
    default:
        write_counter(at, core, reg, value);
    }
}

void truth_core_write(
    const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg, guint64 value)
{
    switch (reg) {
    case ARM_CONTEXTIDR_EL1:
    case ARM_CONTEXTIDR_EL2:
    case ARM_CONTEXTIDR_EL12:
        /* With VHE, the kernel's CONTEXTIDR_EL1 accesses that of EL2. */
        core->context[at->config->kernel_el == 2 && reg != ARM_CONTEXTIDR_EL12] = (guint32)value;
        break;
    default:
        advance(at, core);
        write_pmu(at, core, reg, value);
    }
}

/* ---- and its reads ---- */

void truth_core_read(const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg)
{
    unsigned i = arm_pmu_is_count(reg) ? arm_pmu_counter_of(reg, core->selected) : ARM_PMU_COUNTERS;
    guint64 value = record_now(at)->value;
    struct truth_core_counter *counter;

    if (i >= N_COUNTERS)
        return;
    advance(at, core);
    counter = &core->counters[i];
    add_read(at, core, i, value, FALSE);
    if (value != held(counter) && !counter->lost) {
        g_autofree char *access = access_text(&kunpeng_model, record_now(at));
        note(at, core, TRUTH_WRONG, i,
            g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, held(counter)));
    }
    counter->base = value - counter->total;
}

/* ---- records, and the PMCU ---- */

/* Switching a CPU on or off resets its PMU. */
static void switched(const struct truth_cursor *at, struct truth_core *core)
{
    unsigned hpmn = at->config->hpmn ? at->config->hpmn : at->config->counters;

    core->context[0] = core->context[1] = 0;
    core->mdcr = reg_set(&arm_pmu_bank.regs[ARM_MDCR_EL2], ARM_MDCR_HPMN, 0, hpmn);
    core->runs = FALSE;
    core->selected = 0;
    core->touched = core->started = 0;
    disable(at, core, G_MAXUINT64);
    for (unsigned i = 0; i < N_COUNTERS; i++) {
        struct truth_core_counter *counter = &core->counters[i];
        counter->type = 0;
        counter->base = 0 - counter->total;
        counter->lost = counter->foreign = FALSE;
        truth_track_begin(&counter->track);
    }
}

void truth_core_counted(const struct truth_cursor *at, struct truth_core *core)
{
    const struct trace_record *record = record_now(at);

    if (record->offset >= KUNPENG_N_COUNTED)
        return;
    core->counted[record->offset] = record->value;
    if (record->offset == KUNPENG_SWITCHED)
        switched(at, core);
}

/* Notes that the guest's own count is no longer right. */
static void note_taken(const struct truth_cursor *at, const struct truth_core *core, unsigned i)
{
    if (truth_track_is_open(&core->counters[i].track))
        note(at, core, TRUTH_SET, i,
            g_strdup_printf("a round of the PMCU took counter %u of CPU %u", i, core->number));
}

void truth_core_taken(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible, gboolean runs)
{
    advance(at, core);
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (used >> i & 1) {
            note_taken(at, core, i);
            core->counters[i].lost = core->counters[i].foreign = TRUE;
        }
    core->enabled |= used;
    if (!compatible)
        core->runs = runs;
    core->touched = core->started = 0;
}

void truth_core_left(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible)
{
    advance(at, core);
    if (compatible)
        core->enabled &= ~used;
    else
        core->runs = FALSE;
}

void truth_core_zeroed(const struct truth_cursor *at, struct truth_core *core, guint64 used)
{
    advance(at, core);
    for (unsigned i = 0; i < N_COUNTERS; i++)
        if (used >> i & 1) {
            note_taken(at, core, i);
            core->counters[i].base = 0 - core->counters[i].total;
            core->counters[i].lost = FALSE;
        }
}
