/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The PMCU: its registers, and its rounds. In a round it sets up, runs and
 * reads the die's core PMUs. */
#include "models/kunpeng/pmcu.h"

#include "models/sim/clock.h"

#include <string.h>

/* In compatibility mode, counters below this have other users; the most events
 * in a round. */
enum {
    FIRST_COMPATIBLE = 3,
    MAX_EVENTS = SUBSAMPLE_MAX_EVENTS,
    MAX_COMPATIBLE = MAX_EVENTS - FIRST_COMPATIBLE
};

/* Minimum time from a write of BRK to its status, and for setting up and
 * reading. A write's action must not end before the handler that wrote has
 * continued. */
enum { LEAST_NS = 1000 };

static uint64_t field(const struct pmcu *p, enum pmcu_reg reg, unsigned index)
{
    return reg_get(&pmcu_bank.regs[reg], index, p->values[reg]);
}

/* Clears the bits that stop counters, keeping their counts. */
static uint64_t stopping(uint64_t pmcr)
{
    static const enum pmcu_pmcr_field acts[] = {PMCU_PMCR_E, PMCU_PMCR_P, PMCU_PMCR_C};

    for (unsigned i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
        pmcr = reg_set(&pmcu_bank.regs[PMCU_PMCR], acts[i], pmcr, 0);
    return pmcr;
}

static void enter(struct pmcu *p, enum pmcu_state state, uint64_t due)
{
    p->state = state;
    p->due = due;
    p->values[PMCU_FSM_STATUS] =
        reg_set(&pmcu_bank.regs[PMCU_FSM_STATUS], FSM_STATUS_STATE, 0, state);
}

void pmcu_reset(struct pmcu *p, unsigned die, unsigned output)
{
    memset(p, 0, sizeof(*p));
    p->die = die;
    p->output = output;
    reg_bank_reset(&pmcu_bank, p->values);
    enter(p, PMCU_IDLE, SIM_NEVER);
}

/* ---- interrupt ---- */

void pmcu_update_line(struct pmcu *p, const struct kunpeng_world *world)
{
    bool line = p->values[PMCU_INT_STAT] & p->values[PMCU_INT_EN] & ~p->values[PMCU_INT_MSK];

    if (line != p->line && world->host->irq)
        world->host->irq(world->host->self, p->die, line);
    p->line = line;
}

static void end(struct pmcu *p, enum int_stat_field status)
{
    p->values[PMCU_INT_STAT] =
        reg_set(&pmcu_bank.regs[PMCU_INT_STAT], status, p->values[PMCU_INT_STAT], 1);
    enter(p, PMCU_IDLE, SIM_NEVER);
}

/* ---- time ---- */

/* Half of the blind window is for reading, half for setting up. */
static uint64_t half_blind(const struct kunpeng_config *config)
{
    return config->blind_ns / 2 > LEAST_NS ? config->blind_ns / 2 : LEAST_NS;
}

static void set_up_later(struct pmcu *p, const struct kunpeng_world *world)
{
    enter(p, PMCU_SETS_UP, world->now + half_blind(world->config));
}

/* ---- core PMUs ---- */

static unsigned first_counter(const struct pmcu *p)
{
    return p->run.compatible ? FIRST_COMPATIBLE : 0;
}

static uint64_t used_counters(const struct pmcu *p)
{
    return reg_low_bits(p->run.events) << first_counter(p) |
           (p->run.compatible ? 0 : UINT64_C(1) << ARM_PMU_CYCLES);
}

static uint64_t filtered(const struct kunpeng_config *config, uint64_t type)
{
    return config->copies_filter ? type
                                 : reg_set(&arm_bank.regs[ARM_PMEVTYPER0], ARM_TYPE_NSH, type, 1);
}

/* In compatibility mode PMCR and the cycle counter have other users, so the
 * enable bits start and stop counting. */
static void start_cpu(
    const struct pmcu *p, const struct kunpeng_world *world, struct kunpeng_cpu *cpu)
{
    kunpeng_cpu_emit(cpu, world);
    for (unsigned i = 0; i < p->run.events; i++)
        arm_pmu_program(&cpu->pmu, first_counter(p) + i, filtered(world->config, p->event[i]), 0);
    if (!p->run.compatible)
        arm_pmu_program(&cpu->pmu, ARM_PMU_CYCLES, filtered(world->config, p->run.filter), 0);
    arm_pmu_enable(&cpu->pmu, used_counters(p), true);
    if (!p->run.compatible)
        arm_pmu_control(&cpu->pmu, p->run.pmcr);
}

static void stop_cpu(
    const struct pmcu *p, const struct kunpeng_world *world, struct kunpeng_cpu *cpu)
{
    kunpeng_cpu_emit(cpu, world);
    if (p->run.compatible)
        arm_pmu_enable(&cpu->pmu, used_counters(p), false);
    else
        arm_pmu_control(&cpu->pmu, stopping(p->run.pmcr));
}

static void reset_counters(const struct pmcu *p, struct kunpeng_cpu *cpu)
{
    for (unsigned i = 0; i < ARM_PMU_COUNTERS; i++)
        if (used_counters(p) >> i & 1)
            arm_pmu_program(&cpu->pmu, i, cpu->pmu.type[i], 0);
}

static void note_round(const struct pmcu *p, const struct kunpeng_world *world, uint32_t stopped)
{
    sim_host_trace(world->host, &(struct trace_record){.kind = TRACE_ROUND,
                                    .block = p->output,
                                    .offset = stopped,
                                    .time = world->now,
                                    .value = p->rounds});
}

static void start(struct pmcu *p, const struct pmcu_die *die)
{
    p->rounds++;
    for (unsigned i = 0; i < die->n; i++)
        if (die->cpus[i].on)
            start_cpu(p, die->world, &die->cpus[i]);
    note_round(p, die->world, 0);
    enter(p, PMCU_COUNTS, die->world->now + sim_cycles_ns(PMCU_TICK_HZ, p->run.ticks));
}

static void stop(struct pmcu *p, const struct pmcu_die *die)
{
    for (unsigned i = 0; i < die->n; i++)
        if (die->cpus[i].on)
            stop_cpu(p, die->world, &die->cpus[i]);
    note_round(p, die->world, 1);
}

/* ---- the event list ---- */

/* Fetches the round's events. If the list ends early, null events fill the
 * round. */
static bool fetch(struct pmcu *p, const struct sim_host *host)
{
    unsigned left = p->run.length - p->entry;
    uint8_t words[4 * MAX_EVENTS];
    unsigned n = left < p->run.events ? left : p->run.events;

    if (!host->read(host->self, p->run.list + 4 * (uint64_t)p->entry, words, 4 * n))
        return false;
    for (unsigned i = 0; i < MAX_EVENTS; i++)
        p->event[i] = i < n ? (uint16_t)(words[4 * i] | (unsigned)words[4 * i + 1] << 8)
                            : (uint16_t)ARM_EVENT_NULL;
    return true;
}

/* Moves on to the next round. Returns false after the last one. */
static bool next_round(struct pmcu *p)
{
    p->entry += p->run.events;
    if (p->entry >= p->run.length) {
        p->entry = 0;
        p->loop++;
    }
    return p->loop < p->run.loops;
}

/* ---- subsamples ---- */

static void put(uint8_t *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

static void put_cpu(const struct pmcu *p, const struct subsample_layout *layout,
    const struct kunpeng_cpu *cpu, unsigned slot, uint8_t *bytes)
{
    for (unsigned i = 0; i < 2; i++)
        put(bytes + subsample_context(layout, i, slot), cpu->context_id[i], 4);
    for (unsigned i = 0; i < layout->events; i++)
        put(bytes + subsample_event(layout, i, slot),
            arm_pmu_count(&cpu->pmu, first_counter(p) + i), 8);
    if (layout->cycles)
        put(bytes + subsample_cycles(layout, slot), arm_pmu_count(&cpu->pmu, ARM_PMU_CYCLES), 8);
}

/* Reads all CPUs' counters into @bytes and sets them to 0. */
static uint32_t collect(
    const struct pmcu *p, const struct pmcu_die *die, uint8_t bytes[SUBSAMPLE_MAX])
{
    const struct subsample_layout layout = {
        die->world->config->clusters, p->run.events, !p->run.compatible};

    memset(bytes, 0, subsample_size(&layout));
    for (unsigned slot = 0; slot < die->n; slot++) {
        struct kunpeng_cpu *cpu = &die->cpus[slot];
        if (!cpu->on)
            continue;
        kunpeng_cpu_follow(cpu, die->world);
        put_cpu(p, &layout, cpu, slot, bytes);
        reset_counters(p, cpu);
    }
    return subsample_size(&layout);
}

/* Returns false, storing nothing, if there is no memory, or too little. */
static bool store(struct pmcu *p, const struct pmcu_die *die)
{
    const struct sim_host *host = die->world->host;
    uint8_t bytes[SUBSAMPLE_MAX];
    uint32_t size = collect(p, die, bytes);

    if (p->run.store >= p->run.kill || p->run.kill - p->run.store < size ||
        !host->write(host->self, p->run.store, bytes, size))
        return false;
    p->stored++;
    sim_host_trace(host, &(struct trace_record){.kind = TRACE_POST,
                             .block = p->output,
                             .offset = size,
                             .time = die->world->now,
                             .pc = p->run.store,
                             .value = p->stored});
    p->run.store += size;
    return true;
}

/* ---- going through states ---- */

static void set_up(struct pmcu *p, const struct pmcu_die *die)
{
    if (p->loop >= p->run.loops || !p->run.length || !p->run.events)
        end(p, INT_STAT_DONE); /* nothing to do */
    else if (fetch(p, die->world->host))
        start(p, die);
    else
        end(p, INT_STAT_BRK);
}

static void read_out(struct pmcu *p, const struct pmcu_die *die)
{
    if (!store(p, die))
        end(p, INT_STAT_BRK);
    else if (next_round(p))
        set_up_later(p, die->world);
    else
        end(p, INT_STAT_DONE);
}

void pmcu_step(struct pmcu *p, const struct pmcu_die *die)
{
    switch (p->state) {
    case PMCU_IDLE:
        break;
    case PMCU_SETS_UP:
        set_up(p, die);
        break;
    case PMCU_COUNTS:
        stop(p, die);
        enter(p, PMCU_READS, die->world->now + half_blind(die->world->config));
        break;
    case PMCU_READS:
        read_out(p, die);
        break;
    case PMCU_BREAKS:
        end(p, INT_STAT_BRK);
        break;
    }
    pmcu_update_line(p, die->world);
}

uint64_t pmcu_deadline(const struct pmcu *p)
{
    return p->state == PMCU_IDLE ? SIM_NEVER : p->due;
}

/* ---- registers ---- */

static uint64_t address(const struct pmcu *p, enum pmcu_reg high)
{
    return p->values[high] << 32 | p->values[high + 1]; /* pairs have their high word first */
}

static unsigned at_most(uint64_t value, unsigned most)
{
    return value < most ? (unsigned)value : most;
}

static void trigger(struct pmcu *p, const struct kunpeng_world *world)
{
    bool compatible = field(p, PMCU_COMP, COMP_ENABLE);

    if (p->state != PMCU_IDLE)
        return;
    p->run = (struct pmcu_run){
        .length = (unsigned)field(p, PMCU_FSM_CFG, FSM_CFG_EV_LEN),
        .loops = (unsigned)field(p, PMCU_FSM_CFG, FSM_CFG_NR_LOOP),
        .events = at_most(
            field(p, PMCU_FSM_CFG, FSM_CFG_NR_PMU), compatible ? MAX_COMPATIBLE : MAX_EVENTS),
        .list = address(p, PMCU_EVENT_BASE_H),
        .store = address(p, PMCU_STORE_BASE_H),
        .kill = address(p, PMCU_KILL_BASE_H),
        .ticks = (uint32_t)p->values[PMCU_WAIT_CNT],
        .pmcr = (uint32_t)p->values[PMCU_PMCR],
        .filter = (uint32_t)p->values[PMCU_PMCCFILTR],
        .compatible = compatible,
    };
    p->loop = p->entry = 0;
    set_up_later(p, world);
}

/* Counters stop at once, and the round's counts are not read. An idle PMCU
 * breaks nothing off, so a run that has just ended has status DONE alone. */
static void break_off(struct pmcu *p, const struct pmcu_die *die)
{
    if (p->state == PMCU_IDLE || p->state == PMCU_BREAKS)
        return;
    if (p->state == PMCU_COUNTS)
        stop(p, die);
    enter(p, PMCU_BREAKS, die->world->now + LEAST_NS);
}

struct write {
    struct pmcu *pmcu;
    const struct pmcu_die *die;
};

static void written(void *self, unsigned reg, uint64_t held, uint64_t actions)
{
    const struct write *w = self;

    (void)held;
    if (!actions)
        return;
    if (reg == PMCU_FSM_CTRL)
        trigger(w->pmcu, w->die->world);
    if (reg == PMCU_FSM_BRK)
        break_off(w->pmcu, w->die);
    if (reg == PMCU_INT_CLR) /* both registers have the same fields */
        w->pmcu->values[PMCU_INT_STAT] &= ~actions;
}

uint64_t pmcu_read(const struct pmcu *p, uint32_t offset, unsigned size)
{
    return reg_bank_read(&pmcu_bank, p->values, offset, size);
}

void pmcu_write(
    struct pmcu *p, const struct pmcu_die *die, uint32_t offset, unsigned size, uint64_t value)
{
    struct write w = {p, die};

    reg_bank_write(&pmcu_bank, p->values, offset, size, value, written, &w);
    pmcu_update_line(p, die->world);
}
