/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: routes configuration and MSR accesses to its blocks, runs the plan, and traces. */
#include "models/snbep/snbep.h"

#include "models/snbep/pci_regs.h"

#include <assert.h>
#include <string.h>

/* Overflows are predicted this far ahead (ns of virtual time), then searched again. */
#define HORIZON (60 * SIM_NS_PER_S)

enum {
    HEADER_SIZE = 0x40, /* bytes of configuration space, the same for all functions */
    FIRST_COPY = 0x14   /* device number of channel 0's duplicate monitor */
};

static void trace(struct snbep *m, const struct trace_record *record)
{
    if (m->host.trace)
        m->host.trace(m->host.self, record);
}

static void foresee(struct snbep *m, unsigned socket, unsigned channel)
{
    struct imc_box *box = &m->imc[socket][channel];
    uint64_t when = SIM_NEVER;

    if (imc_counting(box)) {
        when = imc_next_overflow(box, m->now + HORIZON);
        when = when == SIM_NEVER ? m->now + HORIZON : when;
    }
    m->overflow[socket][channel] = when;
}

void snbep_reset(struct snbep *m, const struct snbep_config *config, const struct sim_host *host)
{
    assert(config->n_sockets >= 1 && config->n_sockets <= SNBEP_MAX_SOCKETS && config->dclk_hz);
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    m->n_cpus = SNBEP_MAX_CPUS;
    for (unsigned cpu = 0; cpu < SNBEP_MAX_CPUS; cpu++)
        snbep_core_reset(&m->cpus[cpu]);
    for (unsigned s = 0; s < config->n_sockets; s++) {
        ubox_reset(m->ubox[s], s, config->n_sockets);
        for (unsigned i = 0; i < SNBEP_N_MSR_BOXES; i++)
            reg_bank_reset(snbep_msr_boxes[i].bank, m->msr[s][i]);
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++) {
            imc_reset(&m->imc[s][c], config->box_ctl, config->dclk_hz);
            foresee(m, s, c);
        }
    }
}

/* A counter below @before has overflowed. Status bits cannot tell: an earlier overflow may have set them. */
static void trace_overflows(struct snbep *m, unsigned socket, unsigned channel, const uint64_t *before)
{
    for (unsigned i = IMC_CTR0; i <= IMC_FIXED_CTR; i++)
        if (m->imc[socket][channel].values[i] < before[i])
            trace(m, &(struct trace_record){.kind = TRACE_OVERFLOW,
                         .block = (uint16_t)(socket * SNBEP_N_BLOCKS + channel),
                         .offset = i,
                         .time = m->now});
}

static void advance_box(struct snbep *m, unsigned socket, unsigned channel)
{
    struct imc_box *box = &m->imc[socket][channel];
    uint64_t before[IMC_N_REGS];

    memcpy(before, box->values, sizeof(before));
    imc_advance(box, m->now);
    if (m->now >= m->overflow[socket][channel]) {
        trace_overflows(m, socket, channel, before);
        foresee(m, socket, channel);
    }
}

/* The next overflow up to @now, or @now. */
static uint64_t next_moment(const struct snbep *m, uint64_t now)
{
    for (unsigned s = 0; s < m->config.n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
            if (m->overflow[s][c] < now)
                now = m->overflow[s][c];
    return now > m->plan.next ? m->plan.next : now;
}

static void preset(struct imc_box *box, uint64_t now, const struct snbep_action *a)
{
    uint64_t most = reg_access_mask(&imc_bank(box->mode)->regs[a->reg], REG_RW);

    imc_preset(box, now, a->reg, a->add ? (box->values[a->reg] + a->value) & most : a->value);
}

static void apply(struct snbep *m, unsigned entry)
{
    const struct snbep_action *a = &m->actions[entry];
    struct imc_box *box = &m->imc[a->socket][a->channel];
    const char *wrong = NULL;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    imc_advance(box, m->now);
    if (a->preset)
        preset(box, m->now, a);
    else
        wrong = imc_traffic_set(box, m->now, a->event, a->sub, &a->amount);
    foresee(m, a->socket, a->channel);
    trace(m,
        &(struct trace_record){.kind = wrong ? TRACE_REFUSED : TRACE_PLAN, .time = m->now, .value = entry});
}

/* Advances from moment to moment, so each overflow and each entry of the plan happens at its own time. */
void snbep_advance(struct snbep *m, uint64_t now)
{
    do {
        uint64_t moment = next_moment(m, now);
        int entry;

        if (moment > m->now)
            m->now = moment;
        for (unsigned s = 0; s < m->config.n_sockets; s++)
            for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
                if (m->now >= m->overflow[s][c])
                    advance_box(m, s, c);
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    } while (m->now < now);
}

uint64_t snbep_deadline(const struct snbep *m)
{
    return next_moment(m, SIM_NEVER);
}

bool snbep_has_bus(const struct snbep *m, unsigned bus)
{
    for (unsigned s = 0; s < m->config.n_sockets; s++)
        if (bus == snbep_bus_of(s))
            return true;
    return false;
}

/* The target of a configuration access. */
struct target {
    const struct snbep_function *function; /* NULL: none */
    unsigned socket;
    unsigned block;  /* its number in the trace */
    uint32_t offset; /* within the block */
};

/* The function at @devfn of @socket. A duplicate monitor is a device of its own at a free place. */
static const struct snbep_function *function_at(const struct snbep *m, unsigned socket, unsigned devfn)
{
    unsigned first = socket * SNBEP_CHANNELS, copy = devfn / 8 - FIRST_COPY;
    bool is_copy = copy < SNBEP_CHANNELS && devfn % 8 == 0 && m->config.duplicated >> (first + copy) & 1;
    const struct snbep_function *found = is_copy ? snbep_imc_function(copy) : snbep_function_at(devfn);

    if (found && found->kind == SNBEP_IMC && m->config.absent >> (first + found->channel) & 1)
        return NULL;
    return found;
}

bool snbep_has_function(const struct snbep *m, unsigned bus, unsigned devfn)
{
    return function_at(m, bus == snbep_bus_of(1), devfn);
}

static struct target target_at(const struct snbep *m, unsigned bus, unsigned devfn, unsigned offset)
{
    struct target t = {.function = function_at(m, bus == snbep_bus_of(1), devfn),
        .socket = bus == snbep_bus_of(1),
        .offset = offset};
    enum snbep_function_kind kind = t.function ? t.function->kind : SNBEP_PLAIN;

    if (kind == SNBEP_IMC && offset >= HEADER_SIZE)
        t.block = SNBEP_BLOCK_IMC0 + t.function->channel;
    else if (kind == SNBEP_UBOX && offset >= HEADER_SIZE)
        t.block = SNBEP_BLOCK_UBOX;
    else {
        t.block = SNBEP_BLOCK_PCI;
        t.offset = devfn << 8 | offset;
    }
    t.block += t.socket * SNBEP_N_BLOCKS;
    return t;
}

static uint64_t read_header(const struct snbep_function *function, unsigned offset, unsigned size)
{
    uint64_t values[PCI_N_REGS] = {
        [PCI_VENDOR_ID] = SNBEP_VENDOR,
        [PCI_DEVICE_ID] = function->device_id,
        [PCI_REVISION_ID] = SNBEP_REVISION,
        [PCI_CLASS_CODE] = function->class_code,
    };

    values[PCI_HEADER_TYPE] =
        reg_set(&pci_bank.regs[PCI_HEADER_TYPE], HEADER_TYPE_MULTI, 0, snbep_multi_function(function));
    return reg_bank_read(&pci_bank, values, offset, size);
}

static uint64_t read_target(struct snbep *m, const struct target *t, unsigned size)
{
    switch (t->block % SNBEP_N_BLOCKS) {
    case SNBEP_BLOCK_PCI:
        return t->function ? read_header(t->function, t->offset & 0xff, size) : UINT32_MAX;
    case SNBEP_BLOCK_UBOX:
        return reg_bank_read(&ubox_bank, m->ubox[t->socket], t->offset, size);
    default:
        return imc_read(&m->imc[t->socket][t->function->channel], m->now, t->offset, size);
    }
}

static void write_target(struct snbep *m, const struct target *t, unsigned size, uint64_t value)
{
    if (t->function && t->function->kind == SNBEP_IMC && t->block % SNBEP_N_BLOCKS != SNBEP_BLOCK_PCI) {
        imc_write(&m->imc[t->socket][t->function->channel], m->now, t->offset, size, value);
        foresee(m, t->socket, t->function->channel);
    }
}

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct snbep *m, const struct sim_access *access, enum trace_kind kind, unsigned block,
    uint32_t offset, unsigned size, uint64_t value)
{
    int reg = reg_bank_at(snbep_bank(block), offset);

    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)size,
        .cpu = (uint16_t)access->cpu,
        .block = (uint16_t)block,
        .offset = offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};

    trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (reg >= 0)
        plan_access(&m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, block, (unsigned)reg, m->now);
}

uint32_t snbep_pci_read(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size)
{
    struct target t = target_at(m, bus, devfn, offset);

    snbep_advance(m, access->now);
    uint32_t value = (uint32_t)(read_target(m, &t, size) & reg_low_bits(8 * size));
    value = (uint32_t)faults_read(&m->faults, &(struct fault_access){t.block, t.offset, size}, value);
    if (t.function)
        accessed(m, access, TRACE_READ, t.block, t.offset, size, value);
    return value;
}

void snbep_pci_write(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint32_t value)
{
    struct target t = target_at(m, bus, devfn, offset);

    snbep_advance(m, access->now);
    value &= (uint32_t)reg_low_bits(8 * size);
    if (faults_write(&m->faults, &(struct fault_access){t.block, t.offset, size}))
        write_target(m, &t, size, value);
    if (t.function)
        accessed(m, access, TRACE_WRITE, t.block, t.offset, size, value);
}

void snbep_tsc_unknown(struct snbep *m)
{
    for (unsigned s = 0; s < SNBEP_MAX_SOCKETS; s++)
        memset(m->msr[s][SNBEP_MSR_PACKAGE], 0, sizeof(m->msr[s][SNBEP_MSR_PACKAGE]));
}

bool snbep_has_msr(uint32_t msr)
{
    return snbep_msr_box_at(msr) >= 0;
}

static unsigned msr_block(unsigned socket, int box)
{
    return socket * SNBEP_N_BLOCKS + SNBEP_BLOCK_MSR + (unsigned)box;
}

uint64_t snbep_msr_read(struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr)
{
    int box = snbep_msr_box_at(msr);

    assert(box >= 0 && socket < m->config.n_sockets);
    const struct snbep_msr_box *b = &snbep_msr_boxes[box];
    const struct fault_access at = {msr_block(socket, box), msr - b->base, 8};

    snbep_advance(m, access->now);
    uint64_t value = reg_bank_read(b->bank, m->msr[socket][box], at.offset, 8);
    value = faults_read(&m->faults, &at, value);
    accessed(m, access, TRACE_READ, at.block, at.offset, 8, value);
    return value;
}

void snbep_msr_write(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr, uint64_t value)
{
    int box = snbep_msr_box_at(msr);

    assert(box >= 0 && socket < m->config.n_sockets);
    const struct snbep_msr_box *b = &snbep_msr_boxes[box];
    const struct fault_access at = {msr_block(socket, box), msr - b->base, 8};

    snbep_advance(m, access->now);
    if (faults_write(&m->faults, &at))
        reg_bank_write(b->bank, m->msr[socket][box], at.offset, 8, value, NULL, NULL);
    accessed(m, access, TRACE_WRITE, at.block, at.offset, 8, value);
}

/* A read brings counters up to the present, so it reads a copy. */
static uint64_t peek_imc(
    const struct snbep *m, unsigned socket, unsigned channel, uint32_t offset, unsigned size)
{
    struct imc_box box = m->imc[socket][channel];

    return imc_read(&box, m->now, offset, size);
}

static bool peek_header(
    const struct snbep *m, unsigned socket, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct snbep_function *function = function_at(m, socket, offset >> 8);

    if (function)
        *value = read_header(function, offset & 0xff, size);
    return function;
}

bool snbep_peek(const struct snbep *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    unsigned socket = block / SNBEP_N_BLOCKS, kind = block % SNBEP_N_BLOCKS;

    if (block >= SNBEP_BLOCK_CORE)
        return snbep_core_peek(m, block, offset, value);
    if (socket >= m->config.n_sockets)
        return false;
    if (kind == SNBEP_BLOCK_PCI)
        return peek_header(m, socket, offset, size, value);
    if (kind == SNBEP_BLOCK_UBOX)
        *value = reg_bank_read(&ubox_bank, m->ubox[socket], offset, size);
    else if (kind >= SNBEP_BLOCK_MSR)
        *value = reg_bank_read(snbep_bank(block), m->msr[socket][kind - SNBEP_BLOCK_MSR], offset, size);
    else if (m->config.absent >> (socket * SNBEP_CHANNELS + kind) & 1)
        return false;
    else
        *value = peek_imc(m, socket, kind, offset, size);
    return true;
}

void snbep_step(struct snbep *m, const struct sim_access *access, unsigned step, bool end)
{
    snbep_advance(m, access->now);
    trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                 .cpu = (uint16_t)access->cpu,
                 .time = m->now,
                 .pc = access->pc,
                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    snbep_advance(m, m->now);
}
