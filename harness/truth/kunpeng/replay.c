/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace to the oracle, and notes each read that differs from the
 * oracle's value. */
#include "harness/truth/kunpeng/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/kunpeng/interrupts.h"
#include "harness/truth/kunpeng/uncore.h"
#include "harness/truth/track.h"
#include "models/kunpeng/kunpeng.h"

#define BIT(n) (G_GUINT64_CONSTANT(1) << (n))

enum { NOWHERE = G_MAXINT };

struct replay {
    const struct kunpeng_config *config;
    const struct trace_record *records;
    gsize now;        /* index of the record that is being replayed */
    gboolean dropped; /* the previous record was a write that a fault kept from the hardware */
    struct oracle_kunpeng *oracle;
    /* for each CPU: the measurements of its own driver */
    struct truth_track (*tracks)[ORACLE_ARM_COUNTERS];
    struct truth_uncore *uncore;
    struct truth_levels *levels;
    struct truth *out;
};

static const struct trace_record *present(const struct replay *r)
{
    return &r->records[r->now];
}

static void note(
    const struct replay *r, enum truth_note_kind kind, unsigned block, unsigned counter, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, block, counter, text});
}

static void note_wrong_read(const struct replay *r, unsigned counter, guint64 expected)
{
    g_autofree char *access = access_text(&kunpeng_model, present(r));

    note(r, TRUTH_WRONG, present(r)->block, counter,
        g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
}

static void note_phrase(const struct replay *r, unsigned block, const char *phrase)
{
    g_autofree char *time = access_time_text(present(r)->time);

    note(r, TRUTH_WRONG, block, NOWHERE,
        g_strdup_printf("pmcu%u: %s (%s)", kunpeng_block_index(block), phrase, time));
}

/* ---- measurements of a core PMU's driver ---- */

static struct truth_track *track_of(const struct replay *r, unsigned cpu, unsigned i)
{
    return &r->tracks[cpu][i];
}

static void open_interval(const struct replay *r, unsigned cpu, unsigned i)
{
    const struct truth_interval what = {.block = kunpeng_block(KUNPENG_CPU, cpu),
        .counter = i,
        .control = oracle_arm_selects(oracle_kunpeng_core(r->oracle, cpu), i)};

    truth_track_open(track_of(r, cpu, i), r->out, r->records, r->now, &what);
}

static void close_interval(const struct replay *r, unsigned cpu, unsigned i)
{
    if (truth_track_is_open(track_of(r, cpu, i)))
        truth_track_close(track_of(r, cpu, i), r->out, r->now);
}

/* The driver read @value, or set the counter to it and continues from there. */
static void add_read(
    const struct replay *r, unsigned cpu, unsigned i, guint64 value, gboolean written)
{
    const struct truth_read read = {.block = kunpeng_block(KUNPENG_CPU, cpu),
        .counter = i,
        .low = r->now,
        .high = r->now,
        .value = value,
        .total = oracle_kunpeng_core(r->oracle, cpu)->counters[i].total,
        .written = written};

    truth_track_read(track_of(r, cpu, i), r->out, r->records, &read);
}

/* A driver knows the values that it writes, but not those set by the plan. */
static void note_set(const struct replay *r, unsigned cpu, guint64 set)
{
    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++) {
        guint64 value = oracle_kunpeng_core(r->oracle, cpu)->counters[i].value;

        if (!(set & BIT(i)))
            continue;
        if (present(r)->kind != TRACE_PLAN)
            add_read(r, cpu, i, value, TRUE);
        else
            note(r, TRUTH_SET, kunpeng_block(KUNPENG_CPU, cpu), i,
                g_strdup_printf("the plan set counter %u of CPU %u to 0x%" G_GINT64_MODIFIER "x", i,
                    cpu, value));
    }
}

/* Updates the driver's measurements after a write of @value to @reg: counters
 * set, enabled and disabled, and events. @before: the events that the counters
 * selected. */
static void note_write(const struct replay *r, unsigned cpu, int reg, guint64 value, guint64 set,
    const guint64 before[ORACLE_ARM_COUNTERS])
{
    struct oracle_arm *core = oracle_kunpeng_core(r->oracle, cpu);
    uint64_t enabled, known;

    oracle_arm_read(core, ORACLE_PMCNTENSET, &enabled, &known);
    note_set(r, cpu, set);
    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++) {
        gboolean open = truth_track_is_open(track_of(r, cpu, i));
        gboolean written = (value & BIT(i)) != 0;

        if (reg == ORACLE_PMCNTENCLR && written)
            close_interval(r, cpu, i);
        if (reg == ORACLE_PMCNTENSET && written && !open && enabled & BIT(i))
            open_interval(r, cpu, i);
        if (open && before[i] != oracle_arm_selects(core, i)) {
            close_interval(r, cpu, i);
            open_interval(r, cpu, i);
        }
    }
}

static void save_selects(const struct replay *r, unsigned cpu, guint64 before[ORACLE_ARM_COUNTERS])
{
    for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
        before[i] = oracle_arm_selects(oracle_kunpeng_core(r->oracle, cpu), i);
}

/* ---- accesses to core PMUs ---- */

/* A wrong read is noted once: the driver continues from the value it got, and
 * so does the oracle. */
static void core_read(const struct replay *r, unsigned cpu)
{
    const struct trace_record *record = present(r);
    struct oracle_arm *core = oracle_kunpeng_core(r->oracle, cpu);
    int reg = oracle_arm_coded(record->offset);
    uint64_t value, known;
    unsigned i;

    if (!oracle_kunpeng_core_read(r->oracle, record->time, cpu, record->offset, &value, &known))
        return;
    i = oracle_arm_count_of(core, (enum oracle_arm_reg)reg);
    if (i < ORACLE_ARM_COUNTERS)
        add_read(r, cpu, i, record->value, FALSE);
    if ((record->value ^ value) & known)
        note_wrong_read(r, i < ORACLE_ARM_COUNTERS ? i : NOWHERE, value);
    if (i < ORACLE_ARM_COUNTERS)
        oracle_arm_hold(core, i, record->value);
}

static void accessed_core(const struct replay *r)
{
    const struct trace_record *record = present(r);
    unsigned cpu = kunpeng_block_index(record->block);
    guint64 before[ORACLE_ARM_COUNTERS], set;

    if (!oracle_kunpeng_core(r->oracle, cpu))
        return;
    if (record->kind == TRACE_READ)
        core_read(r, cpu);
    else if (record->kind == TRACE_WRITE) {
        save_selects(r, cpu, before);
        set =
            oracle_kunpeng_core_write(r->oracle, record->time, cpu, record->offset, record->value);
        note_write(r, cpu, oracle_arm_coded(record->offset), record->value, set, before);
    } else
        oracle_kunpeng_core_dropped(r->oracle, record->time, cpu, record->offset);
}

/* ---- accesses to PMCUs ---- */

static void accessed_unit(const struct replay *r)
{
    const struct trace_record *record = present(r);
    unsigned die = kunpeng_block_index(record->block);
    const struct truth_read read = {.block = record->block,
        .counter = NOWHERE,
        .low = r->now,
        .high = r->now,
        .value = record->value,
        .previous = TRUTH_NONE};
    guint64 expected;

    if (!oracle_kunpeng_unit(r->oracle, die))
        return;
    if (record->kind == TRACE_READ) {
        expected = oracle_kunpeng_unit_read(
            r->oracle, record->time, r->now, die, record->offset, record->size);
        g_array_append_val(r->out->reads, read);
        if (record->value != expected)
            note_wrong_read(r, NOWHERE, expected);
    } else if (record->kind == TRACE_WRITE)
        oracle_kunpeng_unit_write(
            r->oracle, record->time, die, record->offset, record->size, record->value);
    else
        oracle_kunpeng_unit_dropped(r->oracle, record->time, die, record->offset);
}

/* ---- hardware ---- */

/* The guest's own counts are invalid for counters that a round uses. */
static void note_taken(const struct replay *r, const struct oracle_pmcu *unit)
{
    for (unsigned slot = 0; slot < unit->n_cores; slot++) {
        unsigned cpu = unit->config.die * kunpeng_slots(r->config) + slot;

        for (unsigned i = 0; i < ORACLE_ARM_COUNTERS && unit->cores[slot].on; i++)
            if (unit->use.counters & BIT(i) && truth_track_is_open(track_of(r, cpu, i)))
                note(r, TRUTH_SET, kunpeng_block(KUNPENG_CPU, cpu), i,
                    g_strdup_printf("a round of the PMCU took counter %u of CPU %u", i, cpu));
    }
}

static void round_goes_on(const struct replay *r)
{
    const struct trace_record *record = present(r);
    struct oracle_pmcu *unit = oracle_kunpeng_unit(r->oracle, kunpeng_block_index(record->block));
    guint64 at = oracle_kunpeng_instructions(r->oracle);
    const char *wrong;

    if (!unit || kunpeng_block_kind(record->block) != KUNPENG_OUTPUT)
        return;
    if (record->kind == TRACE_POST || !record->offset)
        note_taken(r, unit);
    if (record->kind == TRACE_POST)
        wrong = oracle_pmcu_stores(
            unit, record->time, r->now, record->value, record->pc, record->offset);
    else if (record->offset)
        wrong = oracle_pmcu_round_stops(unit, record->time, r->now, record->value, at);
    else
        wrong = oracle_pmcu_round_begins(unit, record->time, r->now, record->value, at);
    if (wrong)
        note_phrase(r, record->block, wrong);
}

/* Switching a CPU on or off resets its PMU. */
static void counted(const struct replay *r)
{
    const struct trace_record *record = present(r);

    if (!oracle_kunpeng_core(r->oracle, record->cpu))
        return;
    for (unsigned i = 0; record->offset == KUNPENG_SWITCHED && i < ORACLE_ARM_COUNTERS; i++) {
        close_interval(r, record->cpu, i);
        truth_track_begin(track_of(r, record->cpu, i));
    }
    oracle_kunpeng_counted(r->oracle, record->time, record->cpu, record->offset, record->value);
}

/* ---- the plan, and time ---- */

/* Notes events that are due now and missing from the trace: entries of the
 * plan, and ends of a PMCU's work. */
static void overdue(const struct replay *r)
{
    struct oracle_kunpeng_due due;
    const char *wrong;
    unsigned die;

    while (oracle_kunpeng_entry(r->oracle, present(r)->time, &due)) {
        g_autofree char *time = access_time_text(due.ns);

        note(r, TRUTH_WRONG, NOWHERE, NOWHERE,
            g_strdup_printf(
                "entry %u of the plan was due at %s, and did not take effect", due.entry, time));
    }
    while ((wrong = oracle_kunpeng_overdue(r->oracle, present(r)->time, &die)))
        note_phrase(r, kunpeng_block(KUNPENG_PMCU, die), wrong);
    truth_uncore_overdue(r->uncore, r->now);
}

/* Compares an entry of the plan in the trace with the oracle's. */
static void plan_entry(const struct replay *r)
{
    const struct trace_record *record = present(r);
    guint64(*before)[ORACLE_ARM_COUNTERS] = g_malloc_n(r->config->cpus, sizeof(*before));
    struct oracle_kunpeng_due due;
    gboolean known;

    for (unsigned cpu = 0; cpu < r->config->cpus; cpu++)
        save_selects(r, cpu, before[cpu]);
    known = oracle_kunpeng_entry(r->oracle, record->time, &due);
    if (!known || due.entry != record->value || due.ns != record->time ||
        record->kind == TRACE_REFUSED) {
        g_autofree char *time = access_time_text(record->time);

        note(r, TRUTH_WRONG, NOWHERE, NOWHERE,
            g_strdup_printf("entry %u of the plan took effect at %s, unlike in the scenario",
                (unsigned)record->value, time));
    } else if (due.line->kind == ORACLE_KUNPENG_PRESET && oracle_kunpeng_is_uncore(due.line->block))
        truth_uncore_set(r->uncore, r->now, due.line);
    else if (due.line->kind == ORACLE_KUNPENG_PRESET && due.line->block < r->config->cpus)
        note_write(r, due.line->block, (int)due.line->reg, due.line->value, due.set,
            before[due.line->block]);
    g_free(before);
}

/* ---- records ---- */

static void accessed(const struct replay *r)
{
    overdue(r);
    if (kunpeng_block_kind(present(r)->block) == KUNPENG_PMCU)
        accessed_unit(r);
    if (kunpeng_block_kind(present(r)->block) == KUNPENG_CPU)
        accessed_core(r);
    truth_uncore_access(r->uncore, r->now);
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = present(r);
    gboolean dropped = record->kind == TRACE_DROPPED && !r->dropped;

    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_DROPPED: /* first the access, then its fate */
        if (dropped)
            accessed(r);
        break;
    case TRACE_COUNTED:
        counted(r);
        break;
    case TRACE_CACHELINES:
        truth_uncore_cachelines(r->uncore, r->now);
        break;
    case TRACE_ROUND:
    case TRACE_POST:
        round_goes_on(r);
        break;
    case TRACE_STEP_BEGIN:
    case TRACE_STEP_END:
        overdue(r);
        oracle_kunpeng_step(
            r->oracle, record->time, (unsigned)record->value, record->kind == TRACE_STEP_END);
        break;
    case TRACE_PLAN:
    case TRACE_REFUSED:
    case TRACE_FAULT:
        plan_entry(r);
        truth_levels_planned(r->levels, r->now);
        break;
    default:
        break;
    }
    r->dropped = dropped;
}

static void free_oracle(void *oracle)
{
    oracle_kunpeng_free(oracle);
}

static struct oracle_kunpeng *oracle_of(
    const struct kunpeng_config *config, const struct oracle_kunpeng_plan *plan)
{
    const struct oracle_kunpeng_config same = {.cpus = config->cpus,
        .dies = config->dies,
        .clusters = config->clusters,
        .core = {.hz = config->clock_mhz * 1000000u,
            .events = config->counters,
            .hpmn = config->hpmn ? config->hpmn : config->counters,
            .kernel_el = config->kernel_el},
        .blind_ns = config->blind_ns,
        .copies_filter = config->copies_filter,
        .sccl = config->sccl,
        .uncore = config->uncore};

    return oracle_kunpeng_new(&same, plan);
}

struct truth *truth_replay_kunpeng(const struct kunpeng_config *config,
    const struct oracle_kunpeng_plan *plan, const struct trace_record *records, gsize n)
{
    struct replay r = {.config = config,
        .records = records,
        .oracle = oracle_of(config, plan),
        .tracks = g_malloc_n(config->cpus, sizeof(*r.tracks)),
        .out = truth_new()};

    G_STATIC_ASSERT(KUNPENG_N_COUNTED == 2 * ORACLE_N_DIDS + 1);
    /* Unless `long` is requested, Linux treats a counter as 32 bits wide,
     * whatever its width. */
    r.out->mask = G_MAXUINT32;
    r.out->oracle = r.oracle;
    r.out->oracle_free = free_oracle;
    r.uncore = truth_uncore_new(config, r.oracle, records, r.out);
    r.levels = truth_levels_new(config, r.oracle, records, r.out);
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        for (unsigned i = 0; i < ORACLE_ARM_COUNTERS; i++)
            truth_track_begin(track_of(&r, cpu, i));
    for (r.now = 0; r.now < n; r.now++) {
        truth_levels_before(r.levels, r.now);
        replay_record(&r);
        truth_levels_after(r.levels, r.now);
    }
    truth_levels_free(r.levels);
    g_free(r.tracks);
    truth_uncore_free(r.uncore);
    return r.out;
}
