/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: routes configuration and MSR accesses to its blocks, runs the plan, and traces. */
#include "models/snbep/snbep.h"

#include "models/snbep/discovery.h"
#include "models/snbep/socket/pci_regs.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* Overflows are predicted this far ahead (ns of virtual time), then searched again. */
#define HORIZON (60 * SIM_NS_PER_S)

enum {
    HEADER_SIZE = 0x40, /* bytes of configuration space, the same for all functions */
    FIRST_COPY = 0x14   /* device number of channel 0's duplicate monitor */
};

/* The memory channels of all sockets, by number: lines of the guest's own traffic go to them in turn. */
static unsigned channel_box(const struct snbep *m, unsigned channel)
{
    unsigned n = snbep_n_imcs(m->variant);

    return snbep_box_number(m, channel / n, channel % n);
}

static unsigned channel_block(const void *machine, unsigned channel)
{
    const struct snbep *m = machine;
    unsigned n = snbep_n_imcs(m->variant);

    return snbep_block(m->variant, channel / n, channel % n);
}

static void trace(struct snbep *m, const struct trace_record *record)
{
    lines_tell(&m->lines, &m->host, m->now, channel_block, m);
    sim_host_trace(&m->host, record);
}

/* When to look for overflows of a counting box again, if there is none up to the horizon. A look that is far
 * enough away stays where it is, so that writes do not move the deadline each time. */
static uint64_t look_again(const struct snbep *m, uint64_t before)
{
    bool far = before > m->now + HORIZON / 2 && before <= m->now + HORIZON;

    return far ? before : m->now + HORIZON;
}

/* Finds out when box @i overflows next, and the first of all. */
static void foresee(struct snbep *m, unsigned i)
{
    struct box *box = &m->boxes[i];
    uint64_t when = SIM_NEVER, before = m->overflow[i];

    if (box_counting(box)) {
        when = box_next_overflow(box, &m->signals, m->now + HORIZON);
        when = when == SIM_NEVER ? look_again(m, before) : when;
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

static uint32_t clock_of(const struct snbep *m, const struct box_type *type)
{
    return type->clock == BOX_DCLK ? m->config.dclk_hz : m->variant->clocks[type->clock];
}

static void reset_bar(struct snbep *m, unsigned socket)
{
    uint64_t address = m->variant->discovery ? window_address(socket) + UNITS_FIRST : 0;

    m->bar[socket][0] = m->variant->discovery ? reg_reset(&pci_bank.regs[PCI_BAR0]) | (uint32_t)address : 0;
    m->bar[socket][1] = address >> 32;
}

void snbep_reset(struct snbep *m, const struct snbep_config *config, const struct sim_host *host)
{
    assert(config->n_sockets >= 1 && config->n_sockets <= SNBEP_MAX_SOCKETS && config->dclk_hz);
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->variant = snbep_variant_of(config);
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    m->n_cpus = SNBEP_MAX_CPUS;
    for (unsigned cpu = 0; cpu < SNBEP_MAX_CPUS; cpu++)
        snbep_core_reset(&m->cpus[cpu]);
    m->next = SIM_NEVER;
    m->found.devfn = UINT_MAX; /* nowhere */
    m->n_boxes = config->n_sockets * m->variant->n_boxes;
    for (unsigned i = 0; i < m->n_boxes; i++) {
        const struct box_type *type = m->variant->boxes[i % m->variant->n_boxes].type;

        box_reset(&m->boxes[i], type, i, config->box_ctl, clock_of(m, type));
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
    return snbep_block(m->variant, box / m->variant->n_boxes, box % m->variant->n_boxes);
}

/* A counter below @before has overflowed. Status bits cannot tell: an earlier overflow may have set them. */
static void trace_overflows(struct snbep *m, unsigned i, const uint64_t *before)
{
    const struct box_type *type = box_type_of(&m->boxes[i]);

    for (unsigned c = 0; c < box_n_counters(type); c++) {
        unsigned reg = box_counter_reg(type, c);
        if (m->boxes[i].values[reg] < before[reg])
            trace(m, &(struct trace_record){.kind = TRACE_OVERFLOW,
                         .block = (uint16_t)block_of(m, i),
                         .offset = reg,
                         .time = m->now});
    }
}

void snbep_line(struct snbep *m, uint64_t line, enum lines_direction direction)
{
    unsigned n = snbep_n_imcs(m->variant) * m->config.n_sockets;
    unsigned i = channel_box(m, lines_move(&m->lines, line, direction, n));
    uint64_t before[BOX_MAX_REGS];

    box_free_line(&m->boxes[i], direction);
    if (!box_counting(&m->boxes[i]))
        return;
    memcpy(before, m->boxes[i].values, sizeof(before));
    if (box_line(&m->boxes[i], direction))
        foresee(m, i);
    trace_overflows(m, i, before);
}

static void overflowed(struct snbep *m, unsigned i)
{
    uint64_t before[BOX_MAX_REGS];

    memcpy(before, m->boxes[i].values, sizeof(before));
    box_advance(&m->boxes[i], &m->signals, m->now);
    trace_overflows(m, i, before);
    foresee(m, i);
}

/* The next overflow up to @now, or @now. */
static uint64_t next_moment(const struct snbep *m, uint64_t now)
{
    now = now > m->next ? m->next : now;
    return now > m->plan.next ? m->plan.next : now;
}

/* ---- free-running counters ---- */

/* The sum of the free-running counts that register @i of box @number, which sums, is about, of the channels
 * that belong to it. Each channel's clock is the same, and counts once. */
static uint64_t sum_of(const struct snbep *m, unsigned number, unsigned i)
{
    unsigned per_socket = m->variant->n_boxes, socket = number / per_socket;
    const struct snbep_place *place = &m->variant->boxes[number % per_socket];
    unsigned channels = i ? place->type->sums : 1,
             counts = place->type->adds ? place->type->adds[i] : 1u << i;
    uint64_t sum = 0;

    for (unsigned c = 0; c < channels; c++) {
        struct box channel = m->boxes[snbep_box_number(m, socket, place->index * place->type->sums + c)];

        box_advance(&channel, &m->signals, m->now);
        for (unsigned count = 0; counts >> count; count++)
            sum += counts >> count & 1 ? channel.free[count] : 0;
    }
    return sum;
}

/* Sets the registers of a box that sums to what they hold now. */
static void take_sums(const struct snbep *m, struct box *box)
{
    const struct reg_bank *bank = box_bank(box);

    for (unsigned i = 0; box_type_of(box)->sums && i < bank->n_regs; i++)
        box->values[i] = (box->free[i] + sum_of(m, box->number, i)) & reg_access_mask(&bank->regs[i], REG_RO);
}

static void preset(struct snbep *m, struct box *box, const struct snbep_action *a)
{
    uint64_t most = reg_access_mask(&box_bank(box)->regs[a->reg], REG_RW);

    if (box_type_of(box)->sums) {
        box->free[a->reg] = a->value - sum_of(m, box->number, a->reg);
        return;
    }
    box_preset(box, &m->signals, m->now, a->reg, a->add ? (box->values[a->reg] + a->value) & most : a->value);
}

/* The trace's sums up to here are of the time before. */
static void switch_lines(struct snbep *m, unsigned entry)
{
    trace(m, &(struct trace_record){.kind = TRACE_PLAN, .time = m->now, .value = entry});
    m->lines.on = m->actions[entry].guest;
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
    foresee(m, a->box);
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

/* ---- configuration space ---- */

/* Which socket's bus @bus is, and which of its buses. */
static bool find_bus(const struct snbep *m, unsigned bus, unsigned *socket, unsigned *index)
{
    for (*socket = 0; *socket < m->config.n_sockets; ++*socket)
        if (snbep_bus_of(m->variant, *socket, bus, index))
            return true;
    return false;
}

bool snbep_has_bus(const struct snbep *m, unsigned bus)
{
    unsigned socket, index;

    return find_bus(m, bus, &socket, &index);
}

/* The target of a configuration access. */
struct target {
    const struct snbep_function *function; /* NULL: none */
    unsigned socket;
    int box;         /* its number among all, or -1 */
    unsigned index;  /* of its block among the socket's */
    unsigned block;  /* its number in the trace */
    uint32_t offset; /* within the block */
};

/* The memory channel whose duplicate monitor, a device of its own at a free place, is at @devfn; or -1. */
static int copy_at(const struct snbep *m, unsigned socket, unsigned bus, unsigned devfn)
{
    unsigned copy = devfn / 8 - FIRST_COPY;

    if (bus || copy >= snbep_n_imcs(m->variant) || devfn % 8)
        return -1;
    return m->config.duplicated >> (socket * SNBEP_MAX_IMCS + copy) & 1 ? (int)copy : -1;
}

static bool is_absent(const struct snbep *m, unsigned socket, unsigned index)
{
    return m->config.absent && index < snbep_n_imcs(m->variant) &&
           m->config.absent >> (socket * SNBEP_MAX_IMCS + index) & 1;
}

/* What is at @devfn of bus number @bus (an index) of @socket: the function, and the index of its box or -1.
 */
static const struct snbep_function *function_at(
    const struct snbep *m, unsigned socket, unsigned bus, unsigned devfn, int *box)
{
    const struct snbep_variant *v = m->variant;
    int copy = m->config.duplicated ? copy_at(m, socket, bus, devfn) : -1;

    if (copy >= 0) {
        const struct snbep_place *p = &v->boxes[copy];

        bus = p->bus;
        devfn = (unsigned)(p->device << 3 | p->function);
    }
    const struct snbep_function *found = snbep_function_at(v, bus, devfn);

    *box = found ? snbep_box_at(v, bus, devfn) : -1;
    return *box >= 0 && is_absent(m, socket, (unsigned)*box) ? NULL : found;
}

bool snbep_has_function(const struct snbep *m, unsigned bus, unsigned devfn)
{
    unsigned socket, index;
    int box;

    return find_bus(m, bus, &socket, &index) && function_at(m, socket, index, devfn, &box);
}

static const struct snbep_found *find(struct snbep *m, unsigned bus, unsigned devfn)
{
    struct snbep_found *found = &m->found;

    if (found->bus == bus && found->devfn == devfn)
        return found;
    *found = (struct snbep_found){.bus = bus, .devfn = devfn};
    find_bus(m, bus, &found->socket, &found->index);
    found->function = function_at(m, found->socket, found->index, devfn, &found->box);
    return found;
}

/* The block of the registers, behind its header, of a function that is no box. */
static enum snbep_block_index own_block(const struct snbep_variant *v, const struct snbep_function *function)
{
    if (function == snbep_discovery_function(v))
        return SNBEP_BLOCK_DISCOVERY;
    if (function == snbep_function_at(v, v->ubox_bus, v->ubox_device << 3 | v->ubox_function))
        return SNBEP_BLOCK_UBOX;
    if (v->second &&
        function == snbep_function_at(v, v->second_bus, v->second_device << 3 | v->second_function))
        return SNBEP_BLOCK_SECOND;
    return SNBEP_BLOCK_PCI;
}

static struct target target_at(struct snbep *m, unsigned bus, unsigned devfn, unsigned offset)
{
    const struct snbep_variant *v = m->variant;
    const struct snbep_found *found = find(m, bus, devfn);
    struct target t = {.function = found->function, .socket = found->socket, .box = -1, .offset = offset};
    bool own = t.function && offset >= HEADER_SIZE;

    if (own && found->box >= 0)
        own = snbep_place_has(&v->boxes[found->box], t.function->function, offset);
    if (own && found->box >= 0)
        t.box = (int)snbep_box_number(m, t.socket, (unsigned)found->box);
    t.index = t.box >= 0 ? (unsigned)found->box : own ? own_block(v, t.function) : SNBEP_BLOCK_PCI;
    t.block = snbep_block(v, t.socket, t.index);
    if (t.index == SNBEP_BLOCK_PCI)
        t.offset = snbep_header_offset(found->index, devfn, offset);
    return t;
}

static void fill_header(const struct snbep *m, unsigned socket, const struct snbep_function *function,
    uint64_t values[PCI_N_REGS])
{
    memset(values, 0, PCI_N_REGS * sizeof(values[0]));
    values[PCI_VENDOR_ID] = SNBEP_VENDOR;
    values[PCI_DEVICE_ID] = function->device_id;
    values[PCI_REVISION_ID] = m->variant->revision;
    values[PCI_CLASS_CODE] = function->class_code;
    values[PCI_HEADER_TYPE] = reg_set(
        &pci_bank.regs[PCI_HEADER_TYPE], HEADER_TYPE_MULTI, 0, snbep_multi_function(m->variant, function));
    if (function != snbep_discovery_function(m->variant))
        return;
    values[PCI_STATUS] = reg_set(&pci_bank.regs[PCI_STATUS], PCI_STATUS_CAP_LIST, 0, 1);
    values[PCI_BAR0] = m->bar[socket][0];
    values[PCI_BAR0_HIGH] = m->bar[socket][1];
    values[PCI_CAPABILITIES] = DISCOVERY_FIRST_CAP;
}

static uint64_t read_header(const struct snbep *m, unsigned socket, const struct snbep_function *function,
    unsigned offset, unsigned size)
{
    uint64_t values[PCI_N_REGS];

    fill_header(m, socket, function, values);
    return reg_bank_read(&pci_bank, values, offset, size);
}

/* Of a header only the base address of the tables can be written. */
static void write_header(struct snbep *m, const struct target *t, unsigned size, uint64_t value)
{
    uint64_t values[PCI_N_REGS];
    unsigned bus, devfn, offset = snbep_header_place(t->offset, &bus, &devfn);

    if (!t->function || t->function != snbep_discovery_function(m->variant))
        return;
    fill_header(m, t->socket, t->function, values);
    reg_bank_write(&pci_bank, values, offset, size, value, NULL, NULL);
    m->bar[t->socket][0] = values[PCI_BAR0];
    m->bar[t->socket][1] = values[PCI_BAR0_HIGH];
}

static uint64_t read_discovery(unsigned offset, unsigned size)
{
    uint64_t values[DISCOVERY_N_REGS];

    reg_bank_reset(&discovery_bank, values);
    return reg_bank_read(&discovery_bank, values, offset, size);
}

static uint64_t read_target(struct snbep *m, const struct target *t, unsigned size)
{
    unsigned bus, devfn;

    if (t->box >= 0)
        return box_read(&m->boxes[t->box], &m->signals, m->now, t->offset, size);
    if (t->index == SNBEP_BLOCK_UBOX)
        return reg_bank_read(m->variant->ubox, m->ubox[t->socket], t->offset, size);
    if (t->index == SNBEP_BLOCK_SECOND)
        return reg_bank_read(m->variant->second, m->second[t->socket], t->offset, size);
    if (t->index == SNBEP_BLOCK_DISCOVERY)
        return read_discovery(t->offset, size);
    return t->function
               ? read_header(m, t->socket, t->function, snbep_header_place(t->offset, &bus, &devfn), size)
               : UINT64_MAX;
}

static void write_box(struct snbep *m, unsigned box, uint32_t offset, unsigned size, uint64_t value)
{
    box_write(&m->boxes[box], &m->signals, m->now, offset, size, value);
    foresee(m, box);
}

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct snbep *m, const struct sim_access *access, enum trace_kind kind, unsigned block,
    uint32_t offset, unsigned size, uint64_t value)
{
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
    if (!plan_hears_accesses(&m->plan))
        return;
    int reg = reg_bank_at(snbep_bank(block), offset);
    if (reg >= 0)
        plan_access(&m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, block, (unsigned)reg, m->now);
}

uint64_t snbep_pci_read(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size)
{
    struct target t = target_at(m, bus, devfn, offset);

    snbep_advance(m, access->now);
    uint64_t value = read_target(m, &t, size) & reg_low_bits(8 * size);
    value = faults_read(&m->faults, &(struct fault_access){t.block, t.offset, size}, value);
    if (t.function)
        accessed(m, access, TRACE_READ, t.block, t.offset, size, value);
    return value;
}

void snbep_pci_write(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint64_t value)
{
    struct target t = target_at(m, bus, devfn, offset);

    snbep_advance(m, access->now);
    value &= reg_low_bits(8 * size);
    if (faults_write(&m->faults, &(struct fault_access){t.block, t.offset, size})) {
        if (t.box >= 0)
            write_box(m, (unsigned)t.box, t.offset, size, value);
        else if (t.index == SNBEP_BLOCK_PCI)
            write_header(m, &t, size, value);
    }
    if (t.function)
        accessed(m, access, TRACE_WRITE, t.block, t.offset, size, value);
}

/* ---- registers in memory ---- */

bool snbep_has_window(const struct snbep *m)
{
    return snbep_windowed(m->variant);
}

/* Finds what byte @offset of @socket's window is: returns the box's index among the socket's, or -1. Sets
 * @place, but for its size, to the block and the offset in it, also for tables of units. */
static int find_in_window(
    const struct snbep *m, unsigned socket, uint32_t offset, struct fault_access *place, bool *tables)
{
    int index = snbep_box_in_window(m->variant, offset);

    *tables = index < 0 && discovery_answers(m->variant, offset);
    if (index >= 0) {
        place->block = snbep_block(m->variant, socket, (unsigned)index);
        place->offset = offset - m->variant->boxes[index].base;
    } else if (*tables) {
        place->block = snbep_block(m->variant, socket, SNBEP_BLOCK_UNITS);
        place->offset = offset - UNITS_FIRST;
    }
    return index;
}

bool snbep_window_answers(const struct snbep *m, uint32_t offset)
{
    return snbep_box_in_window(m->variant, offset) >= 0 || discovery_answers(m->variant, offset);
}

uint64_t snbep_window_read(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t offset, unsigned size)
{
    struct fault_access place = {.size = size};
    bool tables;
    int index = find_in_window(m, socket, offset, &place, &tables);
    uint64_t value = 0;

    snbep_advance(m, access->now);
    if (index < 0 && !tables)
        return UINT64_MAX;
    if (tables) {
        value = discovery_read(m->variant, socket, place.offset, size);
    } else {
        struct box *box = &m->boxes[snbep_box_number(m, socket, (unsigned)index)];

        take_sums(m, box);
        value = box_read(box, &m->signals, m->now, place.offset, size);
    }
    value = faults_read(&m->faults, &place, value);
    accessed(m, access, TRACE_READ, place.block, place.offset, size, value);
    return value;
}

void snbep_window_write(struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t offset,
    unsigned size, uint64_t value)
{
    struct fault_access place = {.size = size};
    bool tables;
    int index = find_in_window(m, socket, offset, &place, &tables);

    snbep_advance(m, access->now);
    if (index < 0 && !tables)
        return;
    value &= reg_low_bits(8 * size);
    if (faults_write(&m->faults, &place) && !tables)
        write_box(m, snbep_box_number(m, socket, (unsigned)index), place.offset, size, value);
    accessed(m, access, TRACE_WRITE, place.block, place.offset, size, value);
}

/* ---- model-specific registers ---- */

void snbep_tsc_unknown(struct snbep *m)
{
    for (unsigned s = 0; s < SNBEP_MAX_SOCKETS; s++)
        m->package[s][PACKAGE_PLATFORM_INFO] = 0;
}

/* The target of an access to a model-specific register. */
struct msr_target {
    int box; /* its number among all, or -1: a register of the package */
    unsigned block;
    uint32_t offset;
};

static bool find_msr(const struct snbep *m, unsigned socket, uint32_t msr, struct msr_target *t)
{
    int index = snbep_box_of_msr(m->variant, msr);

    if (index >= 0) {
        *t = (struct msr_target){(int)snbep_box_number(m, socket, (unsigned)index),
            snbep_block(m->variant, socket, (unsigned)index), msr - m->variant->boxes[index].base};
        return true;
    }
    *t = (struct msr_target){-1, snbep_block(m->variant, socket, SNBEP_BLOCK_PACKAGE), msr};
    return reg_bank_at(m->variant->package, msr) >= 0;
}

bool snbep_has_msr(const struct snbep *m, uint32_t msr)
{
    struct msr_target t;

    return find_msr(m, 0, msr, &t);
}

uint64_t snbep_msr_read(struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr)
{
    struct msr_target t;
    bool found = find_msr(m, socket, msr, &t);
    uint64_t value;

    assert(found && socket < m->config.n_sockets);
    snbep_advance(m, access->now);
    if (t.box >= 0)
        value = box_read(&m->boxes[t.box], &m->signals, m->now, t.offset, 8);
    else
        value = reg_bank_read(m->variant->package, m->package[socket], t.offset, 8);
    value = faults_read(&m->faults, &(struct fault_access){t.block, t.offset, 8}, value);
    accessed(m, access, TRACE_READ, t.block, t.offset, 8, value);
    return value;
}

void snbep_msr_write(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr, uint64_t value)
{
    struct msr_target t;
    bool found = find_msr(m, socket, msr, &t);

    assert(found && socket < m->config.n_sockets);
    snbep_advance(m, access->now);
    if (faults_write(&m->faults, &(struct fault_access){t.block, t.offset, 8})) {
        if (t.box >= 0)
            write_box(m, (unsigned)t.box, t.offset, 8, value);
        else
            reg_bank_write(&snbep_package_bank, m->package[socket], t.offset, 8, value, NULL, NULL);
    }
    accessed(m, access, TRACE_WRITE, t.block, t.offset, 8, value);
}

/* ---- peeks and steps ---- */

/* A read brings counters up to the present, so it reads a copy. */
static uint64_t peek_box(const struct snbep *m, unsigned box, uint32_t offset, unsigned size)
{
    struct box copy = m->boxes[box];

    take_sums(m, &copy);
    return box_read(&copy, &m->signals, m->now, offset, size);
}

static bool peek_header(
    const struct snbep *m, unsigned socket, uint32_t offset, unsigned size, uint64_t *value)
{
    unsigned bus, devfn, at = snbep_header_place(offset, &bus, &devfn);
    int box;
    const struct snbep_function *function = function_at(m, socket, bus, devfn, &box);

    if (function)
        *value = read_header(m, socket, function, at, size);
    return function;
}

bool snbep_peek(const struct snbep *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    struct snbep_block b;

    if (block >= SNBEP_BLOCK_CORE)
        return snbep_core_peek(m, block, offset, value);
    if (!snbep_block_find(block, &b) || b.variant != m->variant || b.socket >= m->config.n_sockets)
        return false;
    if (b.place) {
        if (is_absent(m, b.socket, b.index))
            return false;
        *value = peek_box(m, snbep_box_number(m, b.socket, b.index), offset, size);
        return true;
    }
    if (b.index == SNBEP_BLOCK_PCI)
        return peek_header(m, b.socket, offset, size, value);
    if (b.index == SNBEP_BLOCK_UBOX)
        *value = reg_bank_read(m->variant->ubox, m->ubox[b.socket], offset, size);
    else if (b.index == SNBEP_BLOCK_SECOND)
        *value = reg_bank_read(m->variant->second, m->second[b.socket], offset, size);
    else if (b.index == SNBEP_BLOCK_DISCOVERY)
        *value = read_discovery(offset, size);
    else if (b.index == SNBEP_BLOCK_UNITS)
        *value = discovery_read(m->variant, b.socket, offset, size);
    else
        *value = reg_bank_read(m->variant->package, m->package[b.socket], offset, size);
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
