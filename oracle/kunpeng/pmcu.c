/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMCU's registers byte by byte, and its rounds step by step. */
#include "oracle/kunpeng/pmcu.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

/* docs/hardware/kunpeng.md: reading and setting up take half a blind window
 * each, at least 1 us. Interrupting a run takes 1 us. */
enum { LEAST_NS = 1000 };

static void enter(struct oracle_pmcu *unit, enum oracle_pmcu_state state, uint64_t due)
{
    unit->state = state;
    unit->due = due;
    unit->values[ORACLE_FSM_STATUS] = state;
}

/* ---- the interrupt ---- */

static void look_at_line(struct oracle_pmcu *unit, uint64_t ns)
{
    uint32_t up =
        unit->values[ORACLE_INT_STAT] & unit->values[ORACLE_INT_EN] & ~unit->values[ORACLE_INT_MSK];

    if (!up)
        unit->asserted = NEVER;
    else if (unit->asserted == NEVER)
        unit->asserted = ns;
}

static void end_run(struct oracle_pmcu *unit, uint64_t ns, uint32_t status)
{
    unit->values[ORACLE_INT_STAT] |= status;
    enter(unit, ORACLE_IDLE, NEVER);
    look_at_line(unit, ns);
    /* The driver does not take the data of an interrupted run. */
    if (status == ORACLE_INT_BRK)
        unit->n_taken = unit->n_done;
}

/* ---- time ---- */

static uint64_t half_blind(const struct oracle_pmcu *unit)
{
    return unit->config.blind_ns / 2 > LEAST_NS ? unit->config.blind_ns / 2 : LEAST_NS;
}

/* The counters of a round that could not be stored are also zeroed, at an
 * unknown moment. */
static void zero_unseen(struct oracle_pmcu *unit, uint64_t ns)
{
    for (unsigned i = 0; i < unit->n_cores; i++)
        if (unit->cores[i].on)
            oracle_arm_zeroed_unseen(&unit->cores[i], ns, &unit->use);
}

/* An empty run is DONE without a round. A run is interrupted (BRK) if its list
 * or output is not memory, or if its output ends. */
const char *oracle_pmcu_overdue(struct oracle_pmcu *unit, uint64_t ns)
{
    const char *missing = NULL;

    if (unit->early && ns > unit->now.ceased_ns) {
        missing = "a round stopped too early";
        unit->early = false;
    }
    while (unit->due <= ns) {
        uint64_t at = unit->due;

        switch (unit->state) {
        case ORACLE_SETS_UP:
            end_run(unit, at, unit->left ? ORACLE_INT_BRK : ORACLE_INT_DONE);
            break;
        case ORACLE_COUNTING:
            missing = "a round's time is over, and it did not stop";
            enter(unit, ORACLE_IDLE, NEVER);
            break;
        case ORACLE_READING:
            zero_unseen(unit, ns);
            end_run(unit, at, ORACLE_INT_BRK);
            break;
        default:
            end_run(unit, at, ORACLE_INT_BRK);
        }
    }
    return missing;
}

/* The level by the present status, or by the status with which the state ends:
 * oracle_pmcu_overdue(). */
uint64_t oracle_pmcu_interrupts(const struct oracle_pmcu *unit, uint64_t ns)
{
    uint32_t lets = unit->values[ORACLE_INT_EN] & ~unit->values[ORACLE_INT_MSK], status = 0;

    if (unit->asserted != NEVER)
        return unit->asserted;
    if (unit->state == ORACLE_SETS_UP)
        status = unit->left ? ORACLE_INT_BRK : ORACLE_INT_DONE;
    else if (unit->state == ORACLE_READING || unit->state == ORACLE_BREAKING)
        status = ORACLE_INT_BRK;
    return unit->due <= ns && status & lets ? unit->due : NEVER;
}

/* ---- a run ---- */

static uint32_t field(uint32_t value, uint32_t mask)
{
    return (value & mask) / (mask & -mask);
}

static uint64_t address(const struct oracle_pmcu *unit, enum oracle_pmcu_reg high)
{
    return (uint64_t)unit->values[high] << 32 | unit->values[high + 1];
}

/* The last round of a pass through the list may have fewer events. */
static uint64_t n_rounds(const struct oracle_pmcu *unit, uint32_t loops)
{
    uint64_t rounds = 0;

    if (unit->layout.events)
        for (unsigned entry = 0; entry < unit->length; entry += unit->layout.events)
            rounds++;
    return rounds * loops;
}

static uint64_t nsh(const struct oracle_pmcu *unit)
{
    return unit->config.copies_filter ? 0 : ORACLE_TYPE_NSH;
}

static void trigger(struct oracle_pmcu *unit, uint64_t ns)
{
    uint32_t cfg = unit->values[ORACLE_FSM_CFG], events = field(cfg, ORACLE_CFG_NR_PMU);
    bool compatible = unit->values[ORACLE_COMP] & ORACLE_ENABLE;
    uint32_t most = compatible ? ORACLE_ROUND_EVENTS_COMP : ORACLE_ROUND_EVENTS;
    uint64_t counters;

    if (unit->state != ORACLE_IDLE)
        return;
    unit->layout =
        (struct oracle_layout){unit->config.clusters, events < most ? events : most, compatible};
    unit->length = field(cfg, ORACLE_CFG_EV_LEN);
    unit->first = 0;
    unit->left = n_rounds(unit, field(cfg, ORACLE_CFG_NR_LOOP));
    unit->ticks = unit->values[ORACLE_WAIT_CNT];
    unit->store = address(unit, ORACLE_STORE_BASE_H);
    unit->kill = address(unit, ORACLE_KILL_BASE_H);
    counters = (UINT64_C(1) << unit->layout.events) - 1;
    unit->use = (struct oracle_arm_use){
        .counters = compatible ? counters << ORACLE_FIRST_COMP
                               : counters | UINT64_C(1) << ORACLE_ARM_CYCLES,
        .compatible = compatible,
        .pmcr = unit->values[ORACLE_PMCU_PMCR],
        .filter = unit->values[ORACLE_PMCU_PMCCFILTR] | nsh(unit),
    };
    unit->n_taken = unit->n_done;
    enter(unit, ORACLE_SETS_UP, ns + half_blind(unit));
}

/* Without a run there is nothing to interrupt. The counters stop immediately.
 * The trace reports this as the end of a round, before the write that
 * interrupted it. */
static void break_off(struct oracle_pmcu *unit, uint64_t ns)
{
    if (unit->state == ORACLE_IDLE || unit->state == ORACLE_BREAKING)
        return;
    unit->n_taken = unit->n_done;
    unit->early = false;
    enter(unit, ORACLE_BREAKING, ns + LEAST_NS);
}

/* ---- rounds ---- */

static void round_free(struct oracle_round *round)
{
    free(round->cores);
    free(round);
}

const char *oracle_pmcu_round_begins(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at)
{
    if (unit->state != ORACLE_SETS_UP || !unit->left)
        return "a round begins, and none was to come";
    if (ns < unit->due)
        return "a round begins too early";
    free(unit->now.cores); /* of an interrupted round */
    unit->now = (struct oracle_round){.die = unit->config.die,
        .began = mark,
        .taken = SIZE_MAX,
        .began_ns = ns,
        .layout = unit->layout,
        .first = unit->first,
        .length = unit->length,
        .filter = unit->use.filter,
        .began_at = at,
        .cores = calloc(unit->config.clusters * ORACLE_CLUSTER, sizeof(struct oracle_round_core))};
    if (!unit->now.cores)
        abort();
    for (unsigned i = 0; i < unit->n_cores; i++) {
        struct oracle_arm *core = &unit->cores[i];

        if (core->on) {
            oracle_arm_advance(core, ns);
            oracle_arm_taken(core, &unit->use);
            unit->now.cores[i].on = true;
        }
        core->touched = core->started = 0;
        unit->work[i] = core->work;
        unit->switches[i] = core->switches;
        unit->now.cores[i].ran = oracle_arm_parts(core);
    }
    /* Ticks of 20 ns. */
    enter(unit, ORACLE_COUNTING, ns + unit->ticks * (1000000000 / ORACLE_WAIT_HZ));
    return number == ++unit->rounds ? NULL : "rounds are counted wrongly";
}

const char *oracle_pmcu_round_stops(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number, uint64_t at)
{
    if (unit->state != ORACLE_COUNTING)
        return "a round stops, and none has begun";
    unit->early = ns < unit->due;
    unit->now.ceased = mark;
    unit->now.ceased_ns = ns;
    unit->now.ceased_at = at;
    for (unsigned i = 0; i < unit->n_cores; i++) {
        struct oracle_arm *core = &unit->cores[i];

        if (core->on) {
            oracle_arm_advance(core, ns);
            oracle_arm_left(core, &unit->use);
        }
        unit->now.cores[i].work = oracle_work_between(&unit->work[i], &core->work);
        unit->now.cores[i].ran_on = core->enabled & oracle_arm_parts(core);
    }
    /* An interrupted round stops early: a write of BRK follows at the same
     * time. */
    enter(unit, ORACLE_READING, ns + half_blind(unit));
    return number == unit->rounds ? NULL : "rounds are counted wrongly";
}

/* Keeps the round, and sets the counters to 0. */
static void keep(struct oracle_pmcu *unit, uint64_t ns, size_t mark)
{
    struct oracle_round *round = malloc(sizeof(*round));

    if (!(unit->n_done & (unit->n_done + 1)))
        unit->done =
            realloc(unit->done, (2 * (size_t)unit->n_done + 2) * sizeof(struct oracle_round *));
    if (!round || !unit->done)
        abort();
    unit->now.stored = mark;
    unit->now.stored_ns = ns;
    unit->now.address = unit->store;
    for (unsigned i = 0; i < unit->n_cores; i++) {
        struct oracle_arm *core = &unit->cores[i];
        struct oracle_round_core *seen = &unit->now.cores[i];

        seen->on = seen->on && core->switches == unit->switches[i];
        seen->touched = core->touched;
        seen->started = core->started;
        for (unsigned c = 0; c < ORACLE_ARM_COUNTERS; c++)
            seen->started |= (uint64_t)(core->counters[c].value != 0) << c;
        seen->more = oracle_work_between(&unit->work[i], &core->work);
        if (core->on)
            memcpy(seen->context, core->context, sizeof(seen->context));
    }
    *round = unit->now;
    unit->now.cores = NULL;
    unit->done[unit->n_done++] = round;
}

const char *oracle_pmcu_stores(struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint64_t number,
    uint64_t address_given, uint32_t bytes)
{
    uint32_t size = oracle_subsample_bytes(&unit->layout);
    const char *wrong = NULL;

    if (unit->state != ORACLE_READING)
        return "a subsample was stored without a round";
    if (ns < unit->due)
        wrong = "a subsample was stored too early";
    else if (address_given != unit->store)
        wrong = "a subsample was stored somewhere else";
    else if (bytes != size)
        wrong = "a subsample has another size";
    else if (unit->store >= unit->kill || unit->kill - unit->store < size)
        wrong = "a subsample was stored past the output's end";
    else if (number != unit->n_stored + 1)
        wrong = "subsamples are counted wrongly";
    unit->n_stored++;
    keep(unit, ns, mark);
    for (unsigned i = 0; i < unit->n_cores; i++)
        if (unit->cores[i].on) {
            oracle_arm_advance(&unit->cores[i], ns);
            oracle_arm_zeroed(&unit->cores[i], &unit->use);
        }
    unit->store += size;
    unit->first += unit->layout.events;
    if (unit->first >= unit->length)
        unit->first = 0;
    if (--unit->left)
        enter(unit, ORACLE_SETS_UP, ns + half_blind(unit));
    else
        end_run(unit, ns, ORACLE_INT_DONE);
    return wrong;
}

/* ---- registers ---- */

/* On DONE the driver takes the stored rounds. */
static void status_is_read(struct oracle_pmcu *unit, size_t mark)
{
    if (unit->values[ORACLE_INT_STAT] & ORACLE_INT_DONE)
        for (; unit->n_taken < unit->n_done; unit->n_taken++)
            unit->done[unit->n_taken]->taken = mark;
}

uint64_t oracle_pmcu_read(
    struct oracle_pmcu *unit, uint64_t ns, size_t mark, uint32_t offset, unsigned size)
{
    uint64_t value = 0;
    bool status = false;

    assert(size >= 1 && size <= 8);
    for (unsigned i = 0; i < size; i++) {
        unsigned byte;
        int reg = oracle_pmcu_at(offset + i, &byte);

        status |= reg == ORACLE_INT_STAT;
        if (reg >= 0)
            value |= (uint64_t)(unit->values[reg] >> 8 * byte & 0xff) << 8 * i;
    }
    if (status) {
        status_is_read(unit, mark);
        unit->asserted = unit->asserted == NEVER ? NEVER : ns;
    }
    return value;
}

/* Copies the bits in @lanes from @value to @reg. */
static void register_written(
    struct oracle_pmcu *unit, uint64_t ns, enum oracle_pmcu_reg reg, uint32_t value, uint32_t lanes)
{
    uint32_t held = oracle_pmcu_registers[reg].held;

    unit->values[reg] = (unit->values[reg] & ~(held & lanes)) | (value & held);
    if (reg == ORACLE_FSM_CTRL && value & ORACLE_TRIGGER)
        trigger(unit, ns);
    if (reg == ORACLE_FSM_BRK && value & ORACLE_BRK)
        break_off(unit, ns);
    if (reg == ORACLE_INT_CLR)
        unit->values[ORACLE_INT_STAT] &= ~value;
    look_at_line(unit, ns);
}

void oracle_pmcu_write(
    struct oracle_pmcu *unit, uint64_t ns, uint32_t offset, unsigned size, uint64_t value)
{
    uint32_t values[ORACLE_PMCU_REGS] = {0}, lanes[ORACLE_PMCU_REGS] = {0};

    assert(size >= 1 && size <= 8);
    for (unsigned i = 0; i < size; i++) {
        unsigned byte;
        int reg = oracle_pmcu_at(offset + i, &byte);

        if (reg < 0)
            continue;
        values[reg] |= (uint32_t)(value >> 8 * i & 0xff) << 8 * byte;
        lanes[reg] |= UINT32_C(0xff) << 8 * byte;
    }
    for (int reg = 0; reg < ORACLE_PMCU_REGS; reg++)
        if (lanes[reg])
            register_written(unit, ns, (enum oracle_pmcu_reg)reg, values[reg], lanes[reg]);
}

void oracle_pmcu_set(
    struct oracle_pmcu *unit, uint64_t ns, enum oracle_pmcu_reg reg, uint32_t value)
{
    unit->values[reg] = value;
    look_at_line(unit, ns);
}

/* ---- the contents of a subsample ---- */

uint64_t oracle_pmcu_filter(const struct oracle_pmcu *unit, uint8_t high)
{
    return (uint64_t)high << 24 | nsh(unit);
}

/* The work of @slot while counter @counter ran. */
static struct oracle_arm_span span_of(
    const struct oracle_round *round, unsigned slot, unsigned counter)
{
    const struct oracle_round_core *seen = &round->cores[slot];
    bool on = seen->ran_on >> counter & 1;

    return (struct oracle_arm_span){.from = round->began_ns,
        .to = on ? round->stored_ns : round->ceased_ns,
        .ran = UINT32_C(1) << counter,
        .work = on ? seen->more : seen->work};
}

bool oracle_pmcu_value(const struct oracle_pmcu *unit, const struct oracle_round *round,
    enum oracle_block block, unsigned event, uint16_t code, unsigned slot, uint64_t *value)
{
    const struct oracle_round_core *seen = &round->cores[slot];
    unsigned counter = event + (round->layout.compatible ? ORACLE_FIRST_COMP : 0);
    uint64_t bit;

    *value = 0;
    if (block == ORACLE_BLOCK_CONTEXT_1 || block == ORACLE_BLOCK_CONTEXT_2) {
        *value = seen->context[block == ORACLE_BLOCK_CONTEXT_2];
        return true;
    }
    if (block == ORACLE_BLOCK_CYCLES)
        counter = ORACLE_ARM_CYCLES;
    bit = UINT64_C(1) << counter;
    if ((seen->on ? seen->touched : seen->started) & bit)
        return false;
    /* off, absent, or its part was disabled */
    if (seen->on && seen->ran & bit) {
        const struct oracle_arm_span span = span_of(round, slot, counter);

        /* The only filter of event words is the NSH that the unit sets. */
        *value = oracle_arm_counts(&unit->cores[slot], counter,
            block == ORACLE_BLOCK_CYCLES ? round->filter : code | nsh(unit), &span);
    }
    return true;
}

/* ---- begin and end ---- */

void oracle_pmcu_begin(struct oracle_pmcu *unit, const struct oracle_pmcu_config *config,
    struct oracle_arm *cores, unsigned n_cores)
{
    memset(unit, 0, sizeof(*unit));
    unit->config = *config;
    unit->cores = cores;
    unit->n_cores = n_cores;
    unit->asserted = NEVER;
    enter(unit, ORACLE_IDLE, NEVER);
}

void oracle_pmcu_end(struct oracle_pmcu *unit)
{
    for (unsigned i = 0; i < unit->n_done; i++)
        round_free(unit->done[i]);
    free(unit->done);
    free(unit->now.cores);
}
