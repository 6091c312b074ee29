/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cores, PMCUs and uncore PMUs of all dies, and the plan's moments. */
#include "oracle/kunpeng/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A handler runs within microseconds. An interrupt that no CPU has taken after
 * a second of the guest's time is lost. */
#define PATIENCE_NS UINT64_C(1000000000)

struct oracle_kunpeng {
    struct oracle_kunpeng_config config;
    struct oracle_kunpeng_plan plan;
    bool has_faults;
    bool guest; /* the guest's own traffic is on */
    struct oracle_arm *cores;
    struct oracle_pmcu units[ORACLE_MAX_DIES];
    unsigned n_boxes;
    struct oracle_uncore boxes[ORACLE_UNCORE_BOXES];
};

static unsigned slots(const struct oracle_kunpeng *m)
{
    return m->config.clusters * ORACLE_CLUSTER;
}

struct oracle_arm *oracle_kunpeng_core(struct oracle_kunpeng *m, unsigned cpu)
{
    return cpu < m->config.cpus ? &m->cores[cpu] : NULL;
}

struct oracle_pmcu *oracle_kunpeng_unit(struct oracle_kunpeng *m, unsigned die)
{
    return die < m->config.dies ? &m->units[die] : NULL;
}

bool oracle_kunpeng_counts(const struct oracle_kunpeng *m, uint16_t event)
{
    bool counts = oracle_arm_event(event) != ORACLE_COUNTS_TRAFFIC;

    for (unsigned i = 0; i < m->plan.moments.n_entries && !counts; i++) {
        const struct oracle_kunpeng_line *line = &m->plan.lines[i];

        counts = line->kind == ORACLE_KUNPENG_TRAFFIC && line->block < oracle_kunpeng_die(0) &&
                 line->event == event;
    }
    return counts;
}

struct oracle_uncore_chip oracle_kunpeng_chip(const struct oracle_kunpeng *m)
{
    return (struct oracle_uncore_chip){
        m->config.uncore, m->config.dies, m->config.clusters, m->config.sccl};
}

struct oracle_uncore *oracle_kunpeng_box(struct oracle_kunpeng *m, unsigned i)
{
    return i < m->n_boxes ? &m->boxes[i] : NULL;
}

/* The uncore PMU of a plan's block. */
static struct oracle_uncore *box_of(struct oracle_kunpeng *m, unsigned block)
{
    for (unsigned i = 0; i < m->n_boxes; i++)
        if (oracle_kunpeng_uncore(m->boxes[i].family, m->boxes[i].die, m->boxes[i].index) == block)
            return &m->boxes[i];
    return NULL;
}

uint64_t oracle_kunpeng_instructions(const struct oracle_kunpeng *m)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < m->config.cpus; i++)
        sum += m->cores[i].work.users[ORACLE_INSTRUCTIONS] +
               m->cores[i].work.kernel[ORACLE_INSTRUCTIONS];
    return sum;
}

void oracle_kunpeng_counted(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, unsigned what, uint64_t value)
{
    struct oracle_arm *core = oracle_kunpeng_core(m, cpu);

    if (!core || what > 2 * ORACLE_N_DIDS)
        return;
    if (what == 2 * ORACLE_N_DIDS)
        oracle_arm_power(core, ns, value % 2);
    else if (what % 2)
        core->work.kernel[what / 2] = value;
    else
        core->work.users[what / 2] = value;
}

/* ---- moments ---- */

static void apply_to_box(struct oracle_uncore *box, const struct oracle_kunpeng_due *due)
{
    const struct oracle_kunpeng_line *line = due->line;

    if (line->kind == ORACLE_KUNPENG_TRAFFIC)
        oracle_uncore_see(box, due->ns, line->event, &line->origin, &line->amount);
    if (line->kind != ORACLE_KUNPENG_PRESET)
        return;
    oracle_uncore_advance(box, due->ns);
    oracle_uncore_set(box, line->reg, line->value);
}

static void apply(struct oracle_kunpeng *m, struct oracle_kunpeng_due *due)
{
    const struct oracle_kunpeng_line *line = due->line;

    if (line->kind == ORACLE_KUNPENG_MEMORY) {
        m->guest = line->guest;
        return;
    }
    if (oracle_kunpeng_is_uncore(line->block)) {
        if (box_of(m, line->block))
            apply_to_box(box_of(m, line->block), due);
        return;
    }
    bool of_unit = line->block >= oracle_kunpeng_die(0);
    struct oracle_pmcu *unit =
        of_unit ? oracle_kunpeng_unit(m, line->block - oracle_kunpeng_die(0)) : NULL;
    struct oracle_arm *core = of_unit ? NULL : oracle_kunpeng_core(m, line->block);

    if (line->kind == ORACLE_KUNPENG_PRESET && unit)
        oracle_pmcu_set(unit, due->ns, (enum oracle_pmcu_reg)line->reg, (uint32_t)line->value);
    if (line->kind == ORACLE_KUNPENG_PRESET && core && core->on) {
        oracle_arm_advance(core, due->ns);
        due->set = oracle_arm_write(core, (enum oracle_arm_reg)line->reg, line->value);
    }
    if (line->kind == ORACLE_KUNPENG_TRAFFIC && core)
        oracle_arm_see(core, due->ns, line->event, &line->amount);
}

bool oracle_kunpeng_entry(struct oracle_kunpeng *m, uint64_t ns, struct oracle_kunpeng_due *due)
{
    *due = (struct oracle_kunpeng_due){.entry = 0};
    if (!oracle_moments_take(&m->plan.moments, ns, &due->entry, &due->ns))
        return false;
    due->line = &m->plan.lines[due->entry];
    apply(m, due);
    return true;
}

const char *oracle_kunpeng_overdue(struct oracle_kunpeng *m, uint64_t ns, unsigned *die)
{
    const char *wrong = NULL;

    for (*die = 0; *die < m->config.dies; ++*die) {
        struct oracle_pmcu *unit = &m->units[*die];

        wrong = oracle_pmcu_overdue(unit, ns);
        if (!wrong && !m->has_faults && unit->asserted < ns && ns - unit->asserted > PATIENCE_NS) {
            unit->asserted = ns;
            wrong = "its interrupt was up for a second, and no CPU read INT_STAT";
        }
        if (wrong)
            break;
    }
    return wrong;
}

const char *oracle_kunpeng_look_at_boxes(struct oracle_kunpeng *m, uint64_t ns, unsigned *i)
{
    for (*i = 0; *i < m->n_boxes && !m->has_faults; ++*i) {
        struct oracle_uncore *box = &m->boxes[*i];

        if (box->n_runs && box->runs[box->n_runs - 1].counters)
            oracle_uncore_advance(box, ns);
        if (box->asserted < ns && ns - box->asserted > PATIENCE_NS) {
            box->asserted = ns;
            return "its interrupt was up for a second, and no CPU cleared INT_STATUS";
        }
    }
    return NULL;
}

bool oracle_kunpeng_cachelines(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, bool written, uint64_t n)
{
    if (i >= m->n_boxes)
        return false;
    oracle_uncore_cachelines(&m->boxes[i], ns, written, n);
    return m->guest;
}

void oracle_kunpeng_step(struct oracle_kunpeng *m, uint64_t ns, unsigned step, bool end)
{
    oracle_moments_step(&m->plan.moments, ns, step, end);
}

/* ---- accesses ---- */

static void core_accessed(struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code,
    enum oracle_anchor_kind kind)
{
    int reg = oracle_arm_coded(code);

    if (reg >= 0)
        oracle_moments_access(&m->plan.moments, ns, kind, oracle_kunpeng_cpu(cpu), (unsigned)reg);
}

/* The register of the access's first byte. */
static void unit_accessed(struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset,
    enum oracle_anchor_kind kind)
{
    unsigned byte;
    int reg = oracle_pmcu_at(offset, &byte);

    if (reg >= 0)
        oracle_moments_access(&m->plan.moments, ns, kind, oracle_kunpeng_die(die), (unsigned)reg);
}

bool oracle_kunpeng_core_read(struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code,
    uint64_t *value, uint64_t *known)
{
    struct oracle_arm *core = oracle_kunpeng_core(m, cpu);
    int reg = oracle_arm_coded(code);
    bool there;

    if (!core || reg < 0)
        return false;
    oracle_arm_advance(core, ns);
    there = oracle_arm_read(core, (enum oracle_arm_reg)reg, value, known);
    core_accessed(m, ns, cpu, code, ORACLE_AT_READ);
    return there;
}

uint64_t oracle_kunpeng_core_write(
    struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code, uint64_t value)
{
    struct oracle_arm *core = oracle_kunpeng_core(m, cpu);
    int reg = oracle_arm_coded(code);
    uint64_t set;

    if (!core || reg < 0)
        return 0;
    oracle_arm_advance(core, ns);
    set = oracle_arm_write(core, (enum oracle_arm_reg)reg, value);
    core_accessed(m, ns, cpu, code, ORACLE_AT_WRITE);
    return set;
}

void oracle_kunpeng_core_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned cpu, uint32_t code)
{
    core_accessed(m, ns, cpu, code, ORACLE_AT_WRITE);
}

uint64_t oracle_kunpeng_unit_read(struct oracle_kunpeng *m, uint64_t ns, size_t mark, unsigned die,
    uint32_t offset, unsigned size)
{
    uint64_t value = oracle_pmcu_read(&m->units[die], ns, mark, offset, size);

    unit_accessed(m, ns, die, offset, ORACLE_AT_READ);
    return value;
}

void oracle_kunpeng_unit_write(struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset,
    unsigned size, uint64_t value)
{
    oracle_pmcu_write(&m->units[die], ns, offset, size, value);
    unit_accessed(m, ns, die, offset, ORACLE_AT_WRITE);
}

void oracle_kunpeng_unit_dropped(
    struct oracle_kunpeng *m, uint64_t ns, unsigned die, uint32_t offset)
{
    unit_accessed(m, ns, die, offset, ORACLE_AT_WRITE);
}

static void box_accessed(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset,
    enum oracle_anchor_kind kind)
{
    const struct oracle_uncore *box = &m->boxes[i];
    unsigned byte;
    int reg = oracle_uncore_at(box->family, offset, &byte);

    if (reg >= 0)
        oracle_moments_access(&m->plan.moments, ns, kind,
            oracle_kunpeng_uncore(box->family, box->die, box->index), (unsigned)reg);
}

uint64_t oracle_kunpeng_box_read(
    struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset, unsigned size)
{
    uint64_t value;

    oracle_uncore_advance(&m->boxes[i], ns);
    value = oracle_uncore_read(&m->boxes[i], offset, size);
    box_accessed(m, ns, i, offset, ORACLE_AT_READ);
    return value;
}

void oracle_kunpeng_box_write(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset,
    unsigned size, uint64_t value)
{
    oracle_uncore_advance(&m->boxes[i], ns);
    oracle_uncore_write(&m->boxes[i], offset, size, value);
    box_accessed(m, ns, i, offset, ORACLE_AT_WRITE);
}

void oracle_kunpeng_box_dropped(struct oracle_kunpeng *m, uint64_t ns, unsigned i, uint32_t offset)
{
    box_accessed(m, ns, i, offset, ORACLE_AT_WRITE);
}

/* ---- begin and end ---- */

/* The last places of a die, or all of them, may be empty. */
static unsigned n_present(const struct oracle_kunpeng *m, unsigned die)
{
    unsigned first = die * slots(m);

    if (m->config.cpus <= first)
        return 0;
    return m->config.cpus - first < slots(m) ? m->config.cpus - first : slots(m);
}

static void begin_boxes(struct oracle_kunpeng *m)
{
    const struct oracle_uncore_chip chip = oracle_kunpeng_chip(m);
    struct oracle_uncore_place place;

    for (; oracle_uncore_place(&chip, m->n_boxes, &place); m->n_boxes++) {
        oracle_uncore_begin(&m->boxes[m->n_boxes], place.family, chip.version);
        m->boxes[m->n_boxes].die = place.die;
        m->boxes[m->n_boxes].index = place.index;
    }
}

struct oracle_kunpeng *oracle_kunpeng_new(
    const struct oracle_kunpeng_config *config, const struct oracle_kunpeng_plan *plan)
{
    struct oracle_kunpeng *m = calloc(1, sizeof(*m));

    assert(config->core.hz && config->dies >= 1 && config->dies <= ORACLE_MAX_DIES &&
           config->clusters);
    if (!m)
        abort();
    m->config = *config;
    m->cores = calloc(config->cpus + 1, sizeof(*m->cores));
    if (!m->cores)
        abort();
    if (plan)
        m->plan = *plan;
    for (unsigned i = 0; i < m->plan.moments.n_entries; i++)
        m->has_faults |= m->plan.lines[i].kind == ORACLE_KUNPENG_FAULT;
    oracle_moments_begin(&m->plan.moments);
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        oracle_arm_begin(&m->cores[cpu], &config->core);
    for (unsigned die = 0; die < config->dies; die++) {
        const struct oracle_pmcu_config unit = {
            die, config->clusters, config->blind_ns, config->copies_filter};
        unsigned n = n_present(m, die);

        oracle_pmcu_begin(&m->units[die], &unit, n ? &m->cores[die * slots(m)] : NULL, n);
    }
    begin_boxes(m);
    return m;
}

void oracle_kunpeng_free(struct oracle_kunpeng *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->n_boxes; i++)
        oracle_uncore_end(&m->boxes[i]);
    for (unsigned die = 0; die < m->config.dies; die++)
        oracle_pmcu_end(&m->units[die]);
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        oracle_arm_end(&m->cores[cpu]);
    free(m->cores);
    free(m);
}
