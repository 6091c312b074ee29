/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows one PMCU through a trace: registers, interrupt status, and the start, stop and storing of rounds.
 */
#include "harness/truth/kunpeng/unit.h"

#include "harness/trace/accesses.h"
#include "harness/truth/kunpeng/round.h"

#include <string.h>

static const struct trace_record *record_now(const struct truth_unit *unit)
{
    return &unit->at->records[unit->at->now];
}

static guint64 unit_field(const struct truth_unit *unit, enum pmcu_reg reg, unsigned field)
{
    return reg_get(&pmcu_bank.regs[reg], field, unit->values[reg]);
}

static void note_wrong(struct truth_unit *unit, unsigned reg, char *text)
{
    truth_add_note(
        unit->at->out, &(struct truth_note){TRUTH_WRONG, unit->at->now, record_now(unit)->block, reg, text});
}

/* ---- rounds ---- */

static guint64 all_instructions(const struct truth_unit *unit)
{
    guint64 sum = 0;

    for (unsigned i = 0; i < unit->n_all; i++)
        sum += unit->all[i].counted[2 * KUNPENG_INSTRUCTIONS] +
               unit->all[i].counted[2 * KUNPENG_INSTRUCTIONS + 1];
    return sum;
}

/* The counters that rounds of @unit use. */
static guint64 used_counters(const struct truth_unit *unit)
{
    guint64 events = reg_low_bits(unit->events);

    return unit->compatible ? events << TRUTH_FIRST_COMPATIBLE
                            : events | G_GUINT64_CONSTANT(1) << ARM_PMU_CYCLES;
}

/* The events of each traffic entry so far. */
static void note_traffic(const struct truth_unit *unit, GArray *totals)
{
    g_array_set_size(totals, 0);
    for (unsigned i = 0; i < unit->at->traffic.n; i++) {
        guint64 total =
            flow_total(&unit->at->traffic.entry[i].flow, truth_cursor_cycles(unit->at, unit->at->now));
        g_array_append_val(totals, total);
    }
}

static void round_begins(struct truth_unit *unit)
{

    unit->began = unit->at->now;
    unit->ceased = TRUTH_NONE;
    unit->began_at = all_instructions(unit);
    note_traffic(unit, unit->traffic_began);
    for (unsigned slot = 0; slot < kunpeng_slots(unit->at->config); slot++) {
        struct truth_core *cpu = &unit->cores[slot];

        if (truth_core_is_on(cpu))
            truth_core_taken(unit->at, cpu, used_counters(unit), unit->compatible,
                reg_get(&pmcu_bank.regs[PMCU_PMCR], PMCU_PMCR_E, unit->pmcr) != 0);
        memcpy(unit->cpus[slot].began, cpu->counted, sizeof(cpu->counted));
        unit->cpus[slot].running = truth_core_parts(unit->at, cpu);
        cpu->touched = cpu->started = 0;
    }
}

static void round_ceases(struct truth_unit *unit)
{

    unit->ceased = unit->at->now;
    unit->ceased_at = all_instructions(unit);
    note_traffic(unit, unit->traffic_ceased);
    for (unsigned slot = 0; slot < kunpeng_slots(unit->at->config); slot++) {
        struct truth_core *cpu = &unit->cores[slot];

        if (truth_core_is_on(cpu))
            truth_core_left(unit->at, cpu, used_counters(unit), unit->compatible);
        memcpy(unit->cpus[slot].ceased, cpu->counted, sizeof(cpu->counted));
    }
}

static void take_cpu(
    struct truth_round_cpu *out, const struct truth_unit_cpu *seen, const struct truth_core *cpu)
{
    guint64 switches = seen->began[KUNPENG_SWITCHED];

    out->on = switches % 2 && cpu->counted[KUNPENG_SWITCHED] == switches;
    for (unsigned i = 0; i < G_N_ELEMENTS(out->counted); i++)
        out->counted[i] = seen->ceased[i] - seen->began[i];
    if (truth_core_is_on(cpu))
        memcpy(out->context, cpu->context, sizeof(out->context));
    out->running = seen->running;
    out->touched = cpu->touched;
    out->started = cpu->started;
}

/* An entry newer than the round's begin had seen nothing then. */
static void take_traffic(const struct truth_unit *unit, struct truth_round *round)
{
    for (guint i = 0; i < unit->traffic_ceased->len; i++) {
        guint64 began = i < unit->traffic_began->len ? g_array_index(unit->traffic_began, guint64, i) : 0;
        struct truth_round_traffic traffic = {unit->at->traffic.entry[i].cpu,
            unit->at->traffic.entry[i].event, g_array_index(unit->traffic_ceased, guint64, i) - began};

        g_array_append_val(round->traffic, traffic);
    }
}

static struct truth_round *round_new(const struct truth_unit *unit)
{
    struct truth_round *round = g_new0(struct truth_round, 1);

    *round = (struct truth_round){.die = unit->die,
        .began = unit->began,
        .ceased = unit->ceased,
        .stored = unit->at->now,
        .taken = TRUTH_NONE,
        .address = record_now(unit)->pc,
        .size = record_now(unit)->offset,
        .slots = kunpeng_slots(unit->at->config),
        .events = unit->events,
        .compatible = unit->compatible,
        .filter = unit->filter,
        .cycles = truth_cursor_cycles(unit->at, unit->ceased) - truth_cursor_cycles(unit->at, unit->began),
        .ns = unit->at->records[unit->ceased].time - unit->at->records[unit->began].time,
        .began_at = unit->began_at,
        .ceased_at = unit->ceased_at,
        .traffic = g_array_new(FALSE, FALSE, sizeof(struct truth_round_traffic)),
        .cpus = g_new0(struct truth_round_cpu, kunpeng_slots(unit->at->config))};
    for (unsigned slot = 0; slot < round->slots; slot++)
        take_cpu(&round->cpus[slot], &unit->cpus[slot], &unit->cores[slot]);
    take_traffic(unit, round);
    return round;
}

void truth_unit_stored(struct truth_unit *unit)
{
    struct truth_round *round;

    if (!unit->runs || unit->ceased == TRUTH_NONE || !unit->rounds_left) {
        note_wrong(unit, PMCU_FSM_CFG, g_strdup("a subsample was stored without a round"));
        return;
    }
    round = round_new(unit);
    unit->ceased = TRUTH_NONE;
    for (unsigned slot = 0; slot < round->slots; slot++)
        if (truth_core_is_on(&unit->cores[slot]))
            truth_core_zeroed(unit->at, &unit->cores[slot], used_counters(unit));
    g_ptr_array_add(unit->at->out->rounds, round);
    g_ptr_array_add(unit->stored, round);
    if (--unit->rounds_left)
        return;
    unit->runs = FALSE;
    unit->maybe = 0;
    unit->values[PMCU_INT_STAT] =
        reg_set(&pmcu_bank.regs[PMCU_INT_STAT], INT_STAT_DONE, unit->values[PMCU_INT_STAT], 1);
}

/* ---- a PMCU's registers ---- */

static guint64 status_bit(unsigned field)
{
    return reg_set(&pmcu_bank.regs[PMCU_INT_STAT], field, 0, 1);
}

/* The last round of a pass over the list may be shorter. */
static guint64 n_rounds(const struct truth_unit *unit)
{
    guint64 length = unit_field(unit, PMCU_FSM_CFG, FSM_CFG_EV_LEN);

    return unit->events
               ? (length + unit->events - 1) / unit->events * unit_field(unit, PMCU_FSM_CFG, FSM_CFG_NR_LOOP)
               : 0;
}

static void triggered(struct truth_unit *unit)
{
    unsigned most = SUBSAMPLE_MAX_EVENTS;

    if (unit->runs)
        return;
    unit->compatible = unit_field(unit, PMCU_COMP, COMP_ENABLE) != 0;
    most -= unit->compatible ? TRUTH_FIRST_COMPATIBLE : 0;
    unit->events = (unsigned)MIN(unit_field(unit, PMCU_FSM_CFG, FSM_CFG_NR_PMU), most);
    unit->filter = (guint32)unit->values[PMCU_PMCCFILTR];
    unit->pmcr = (guint32)unit->values[PMCU_PMCR];
    unit->rounds_left = n_rounds(unit);
    unit->runs = unit->rounds_left > 0;
    /* There may be no memory, or too little. */
    unit->maybe = unit->runs ? status_bit(INT_STAT_BRK) : status_bit(INT_STAT_DONE);
    g_ptr_array_set_size(unit->stored, 0);
}

/* If nothing runs, nothing is aborted: a run that has just ended can still be taken. */
static void broken_off(struct truth_unit *unit)
{
    if (!unit->runs)
        return;
    unit->maybe |= status_bit(INT_STAT_BRK);
    unit->runs = FALSE;
    g_ptr_array_set_size(unit->stored, 0);
}

static void reg_was_written(void *block, unsigned reg, uint64_t held, uint64_t actions)
{
    struct truth_unit *unit = block;

    (void)held;
    if (!actions)
        return;
    if (reg == PMCU_FSM_CTRL)
        triggered(unit);
    if (reg == PMCU_FSM_BRK)
        broken_off(unit);
    if (reg == PMCU_INT_CLR)
        unit->values[PMCU_INT_STAT] &= ~actions;
}

/* The rounds that the driver learns of when it sees DONE. */
static void rounds_taken(struct truth_unit *unit)
{
    for (guint i = 0; i < unit->stored->len; i++)
        ((struct truth_round *)g_ptr_array_index(unit->stored, i))->taken = unit->at->now;
    g_ptr_array_set_size(unit->stored, 0);
}

static void status_read(struct truth_unit *unit)
{
    guint64 come = record_now(unit)->value & unit->maybe & ~unit->values[PMCU_INT_STAT];

    unit->values[PMCU_INT_STAT] |= come;
    unit->maybe &= ~come;
    if (come & status_bit(INT_STAT_BRK)) {
        unit->runs = FALSE;
        g_ptr_array_set_size(unit->stored, 0);
    }
    if (unit_field(unit, PMCU_INT_STAT, INT_STAT_DONE))
        rounds_taken(unit);
}

static void was_read(struct truth_unit *unit)
{
    const struct trace_record *record = record_now(unit);
    int reg = reg_bank_at(&pmcu_bank, record->offset);
    struct truth_read read = {.block = record->block,
        .counter = reg < 0 ? 0 : (unsigned)reg,
        .low = unit->at->now,
        .high = unit->at->now,
        .value = record->value,
        .previous = TRUTH_NONE};
    guint64 expected;

    if (reg == PMCU_INT_STAT)
        status_read(unit);
    /* The trace does not show the momentary state. */
    if (reg == PMCU_FSM_STATUS)
        return;
    g_array_append_val(unit->at->out->reads, read);
    expected = reg_bank_read(&pmcu_bank, unit->values, record->offset, record->size);
    if (record->value != expected) {
        g_autofree char *access = access_text(&kunpeng_model, record);
        note_wrong(
            unit, read.counter, g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    }
}

/* ---- records ---- */

void truth_unit_accessed(struct truth_unit *unit)
{
    const struct trace_record *record = record_now(unit);

    if (record->kind == TRACE_READ)
        was_read(unit);
    else
        reg_bank_write(
            &pmcu_bank, unit->values, record->offset, record->size, record->value, reg_was_written, unit);
}

void truth_unit_round(struct truth_unit *unit)
{
    if (record_now(unit)->offset)
        round_ceases(unit);
    else
        round_begins(unit);
}

void truth_unit_begin(struct truth_unit *unit, const struct truth_cursor *at, unsigned die,
    struct truth_core *all, unsigned n_all)
{
    unsigned slots = kunpeng_slots(at->config);

    *unit = (struct truth_unit){.at = at,
        .die = die,
        .cores = &all[die * slots],
        .all = all,
        .n_all = n_all,
        .ceased = TRUTH_NONE,
        .cpus = g_new0(struct truth_unit_cpu, slots),
        .traffic_began = g_array_new(FALSE, FALSE, sizeof(guint64)),
        .traffic_ceased = g_array_new(FALSE, FALSE, sizeof(guint64)),
        .stored = g_ptr_array_new()};
    reg_bank_reset(&pmcu_bank, unit->values);
}

void truth_unit_end(struct truth_unit *unit)
{
    g_free(unit->cpus);
    g_array_unref(unit->traffic_began);
    g_array_unref(unit->traffic_ceased);
    g_ptr_array_unref(unit->stored);
}
