/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: its state after a reset, the plan, and overflows over
 * time. */
#include "models/snbep/snbep.h"

#include "models/snbep/discovery.h"
#include "models/snbep/snbep_parts.h"
#include "models/snbep/socket/socket.rdl.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* Overflows are predicted this far ahead (ns of virtual time), then searched
 * again. */
#define HORIZON (60 * SIM_NS_PER_S)

/* The memory channels of all sockets, by number. Lines of the guest's own
 * traffic go to them round-robin. */
static unsigned channel_box(const struct snbep *m, unsigned channel)
{
    unsigned n = snbep_n_imcs(m->variant);

    return snbep_box_number(m, channel / n, channel % n);
}

static unsigned channel_block(const void *machine, unsigned channel)
{
    const struct snbep *m = machine;
    unsigned n = snbep_n_imcs(m->variant);

    return snbep_box_block(m->variant, channel / n, channel % n);
}

void snbep_trace(struct snbep *m, const struct trace_record *record)
{
    cachelines_emit(&m->cachelines, &m->host, m->now, channel_block, m);
    sim_host_trace(&m->host, record);
}

/* When to check again for overflows of a counting box, if there is none up to
 * the horizon. A check that is far enough away stays, so that writes do not
 * move the deadline each time. */
static uint64_t next_check(const struct snbep *m, uint64_t before)
{
    bool far = before > m->now + HORIZON / 2 && before <= m->now + HORIZON;

    return far ? before : m->now + HORIZON;
}

/* Finds the time of box @i's next overflow, and of the first of all boxes. */
void snbep_schedule_overflow(struct snbep *m, unsigned i)
{
    struct box *box = &m->boxes[i];
    uint64_t when = SIM_NEVER, before = m->overflow[i];

    if (box_counting(box)) {
        when = box_next_overflow(box, &m->signals, m->now + HORIZON);
        when = when == SIM_NEVER ? next_check(m, before) : when;
    }
    if (when == before)
        return;
    m->overflow[i] = when;
    if (when <= m->next || before > m->next) {
        m->next = when < m->next ? when : m->next;
        return;
    }
    m->next = SIM_NEVER;
    for (i = 0; i < m->n_boxes; i++)
        m->next = m->overflow[i] < m->next ? m->overflow[i] : m->next;
}

uint32_t snbep_clock(const struct snbep_config *config, enum box_clock clock)
{
    const uint32_t given[BOX_N_CLOCKS] = {
        [BOX_DCLK] = config->dclk_hz, [BOX_UCLK] = config->uclk_hz, [BOX_QFCLK] = config->qfclk_hz};

    return given[clock] ? given[clock] : snbep_variant_of(config)->clocks[clock];
}

static void reset_bar(struct snbep *m, unsigned socket)
{
    uint64_t address = m->variant->discovery ? window_address(socket) + UNITS_FIRST : 0;

    m->bar[socket][0] =
        m->variant->discovery ? reg_reset(&pci_bank.regs[PCI_BAR0]) | (uint32_t)address : 0;
    m->bar[socket][1] = address >> 32;
}

void snbep_reset(struct snbep *m, const struct snbep_config *config, const struct sim_host *host)
{
    assert(config->n_sockets >= 1 && config->n_sockets <= SNBEP_MAX_SOCKETS);
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->variant = snbep_variant_of(config);
    reg_bank_prepare(&pci_bank);
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    m->n_cpus = SNBEP_MAX_CPUS;
    for (unsigned cpu = 0; cpu < SNBEP_MAX_CPUS; cpu++)
        snbep_core_reset(m, cpu);
    m->next = SIM_NEVER;
    m->found.devfn = UINT_MAX; /* nowhere */
    m->n_boxes = config->n_sockets * m->variant->n_boxes;
    for (unsigned i = 0; i < m->n_boxes; i++) {
        const struct box_type *type = m->variant->boxes[i % m->variant->n_boxes].type;

        box_reset(&m->boxes[i], type, i, config->box_ctl, snbep_clock(config, type->clock));
        if (config->uclk_gate && type->clock == BOX_UCLK)
            box_gate(&m->boxes[i]);
        m->overflow[i] = SIM_NEVER;
    }
    for (unsigned s = 0; s < config->n_sockets; s++) {
        ubox_reset(m->ubox[s], s, config->n_sockets);
        if (m->variant->window)
            window_reset(m->second[s], s);
        else if (m->variant->second)
            reg_bank_reset(m->variant->second, m->second[s]);
        reset_bar(m, s);
        package_reset(m->variant->package, m->package[s], m->variant->stacks[s]);
    }
}

static unsigned block_of(const struct snbep *m, unsigned box)
{
    return snbep_box_block(m->variant, box / m->variant->n_boxes, box % m->variant->n_boxes);
}

/* A counter below @before has overflowed. Status bits do not show it: an
 * earlier overflow may have set them. */
static void trace_overflows(struct snbep *m, unsigned i, const uint64_t *before)
{
    const struct box_type *type = box_type_of(&m->boxes[i]);

    for (unsigned c = 0; c < box_n_counters(type); c++) {
        unsigned reg = box_counter_reg(type, c);
        if (m->boxes[i].values[reg] < before[reg])
            snbep_trace(m, &(struct trace_record){.kind = TRACE_OVERFLOW,
                               .block = block_of(m, i),
                               .offset = reg,
                               .time = m->now});
    }
}

void snbep_cacheline(struct snbep *m, uint64_t line, enum cachelines_direction direction)
{
    unsigned n = snbep_n_imcs(m->variant) * m->config.n_sockets;
    unsigned i = channel_box(m, cachelines_move(&m->cachelines, line, direction, n));
    uint64_t before[BOX_MAX_REGS];

    box_free_line(&m->boxes[i], direction);
    if (!box_counting(&m->boxes[i]))
        return;
    memcpy(before, m->boxes[i].values, sizeof(before));
    if (box_cacheline(&m->boxes[i], direction))
        snbep_schedule_overflow(m, i);
    trace_overflows(m, i, before);
}

static void overflowed(struct snbep *m, unsigned i)
{
    uint64_t before[BOX_MAX_REGS];

    memcpy(before, m->boxes[i].values, sizeof(before));
    box_advance(&m->boxes[i], &m->signals, m->now);
    trace_overflows(m, i, before);
    snbep_schedule_overflow(m, i);
}

/* The next overflow up to @now, or @now. */
static uint64_t next_moment(const struct snbep *m, uint64_t now)
{
    now = now > m->next ? m->next : now;
    return now > m->plan.next ? m->plan.next : now;
}

static void preset(struct snbep *m, struct box *box, const struct snbep_action *a)
{
    uint64_t most = reg_access_mask(&box_bank(box)->regs[a->reg], REG_RW);

    if (box_type_of(box)->sums) {
        box->free[a->reg] = a->value - snbep_sum_of(m, box->number, a->reg);
        return;
    }
    box_preset(box, &m->signals, m->now, a->reg,
        a->add ? (box->values[a->reg] + a->value) & most : a->value);
}

/* The trace's totals up to here belong to the time before the switch. */
static void switch_lines(struct snbep *m, unsigned entry)
{
    snbep_trace(m, &(struct trace_record){.kind = TRACE_PLAN, .time = m->now, .value = entry});
    m->cachelines.on = m->actions[entry].guest;
}

static void apply(struct snbep *m, unsigned entry)
{
    const struct snbep_action *a = &m->actions[entry];
    struct box *box = &m->boxes[a->box];
    const char *wrong = NULL;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    if (a->memory) {
        switch_lines(m, entry);
        return;
    }
    box_advance(box, &m->signals, m->now);
    if (a->preset)
        preset(m, box, a);
    else
        wrong = box_traffic_set(box, &m->signals, m->now, a->event, &a->flow);
    snbep_schedule_overflow(m, a->box);
    snbep_trace(m, &(struct trace_record){
                       .kind = wrong ? TRACE_REFUSED : TRACE_PLAN, .time = m->now, .value = entry});
}

/* Advances step by step, so each overflow and each entry of the plan happens at
 * its own time. */
void snbep_advance(struct snbep *m, uint64_t now)
{
    do {
        uint64_t moment = next_moment(m, now);
        int entry;

        if (moment > m->now)
            m->now = moment;
        for (unsigned i = 0; m->now >= m->next && i < m->n_boxes; i++)
            if (m->now >= m->overflow[i])
                overflowed(m, i);
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    } while (m->now < now);
}

uint64_t snbep_deadline(const struct snbep *m)
{
    return next_moment(m, SIM_NEVER);
}

void snbep_step(struct snbep *m, const struct sim_access *access, unsigned step, bool end)
{
    snbep_advance(m, access->now);
    snbep_trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                       .cpu = (uint16_t)access->cpu,
                       .time = m->now,
                       .pc = access->pc,
                       .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    snbep_advance(m, m->now);
}
