/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: routes accesses to its blocks, and traces them. Accesses
 * are to configuration space, memory and model-specific registers. */
#include "models/snbep/discovery.h"
#include "models/snbep/snbep.h"
#include "models/snbep/snbep_parts.h"
#include "models/snbep/socket/socket.rdl.h"

#include <assert.h>
#include <string.h>

enum {
    HEADER_SIZE = 0x40, /* bytes of configuration space, the same for all functions */
    FIRST_COPY = 0x14   /* device number of channel 0's duplicate monitor */
};

/* The target of an access. */
struct target {
    bool there; /* only accesses to an existing target are traced */
    unsigned socket;
    unsigned block;                        /* its number in the trace */
    int box;                               /* its number among all, or -1 */
    enum snbep_block_kind kind;            /* of its block, if that is not a box */
    uint32_t offset;                       /* within the block */
    const struct snbep_function *function; /* of configuration space */
};

/* ---- places in configuration space ---- */

/* Finds the socket of @bus, and its index among the socket's buses. */
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

/* The memory channel whose duplicate monitor, a separate device at a free
 * place, is at @devfn; or -1. */
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

/* The function at @devfn of bus number @bus (an index) of @socket; sets @box to
 * the index of its box, or -1. */
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
    const struct snbep_found *found = &m->found;
    unsigned socket, index;
    int box;

    if (found->bus == bus && found->devfn == devfn)
        return found->function;
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
    if (found->box >= 0)
        found->block = snbep_box_block(m->variant, found->socket, (unsigned)found->box);
    return found;
}

/* The block of the registers, after the header, of a function that is not a
 * box. */
static enum snbep_block_kind own_block(
    const struct snbep_variant *v, const struct snbep_function *function)
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
    struct target t = {.there = found->function,
        .function = found->function,
        .socket = found->socket,
        .box = -1,
        .offset = offset};
    bool own = t.function && offset >= HEADER_SIZE;

    if (own && found->box >= 0)
        own = snbep_place_has(&v->boxes[found->box], t.function->function, offset);
    if (own && found->box >= 0)
        t.box = (int)snbep_box_number(m, t.socket, (unsigned)found->box);
    t.kind = own && t.box < 0 ? own_block(v, t.function) : SNBEP_BLOCK_PCI;
    t.block = t.box >= 0 ? found->block : snbep_block(v, t.socket, t.kind);
    if (t.box < 0 && t.kind == SNBEP_BLOCK_PCI)
        t.offset = snbep_header_offset(found->index, devfn, offset);
    return t;
}

/* ---- accesses ---- */

static void fill_header(const struct snbep *m, unsigned socket,
    const struct snbep_function *function, uint64_t values[PCI_N_REGS])
{
    memset(values, 0, PCI_N_REGS * sizeof(values[0]));
    values[PCI_VENDOR_ID] = SNBEP_VENDOR;
    values[PCI_DEVICE_ID] = function->device_id;
    values[PCI_REVISION_ID] = m->variant->revision;
    values[PCI_CLASS_CODE] = function->class_code;
    values[PCI_HEADER_TYPE] = reg_set(&pci_bank.regs[PCI_HEADER_TYPE],
        PCI_HEADER_TYPE_MULTI_FUNCTION, 0, snbep_multi_function(m->variant, function));
    if (function != snbep_discovery_function(m->variant))
        return;
    values[PCI_STATUS] = reg_set(&pci_bank.regs[PCI_STATUS], PCI_STATUS_CAP_LIST, 0, 1);
    values[PCI_BAR0] = m->bar[socket][0];
    values[PCI_BAR0_HIGH] = m->bar[socket][1];
    values[PCI_CAPABILITIES] = DISCOVERY_EXPRESS_OFFSET;
}

static uint64_t read_header(const struct snbep *m, unsigned socket,
    const struct snbep_function *function, unsigned offset, unsigned size)
{
    uint64_t values[PCI_N_REGS];

    fill_header(m, socket, function, values);
    return reg_bank_read(&pci_bank, values, offset, size);
}

/* In a header, only the base address of the tables is writable. */
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

/* Reads a block that is neither a box nor headers. */
static uint64_t read_block(
    const struct snbep *m, unsigned socket, unsigned kind, uint32_t offset, unsigned size)
{
    switch (kind) {
    case SNBEP_BLOCK_UBOX:
        return reg_bank_read(m->variant->ubox, m->ubox[socket], offset, size);
    case SNBEP_BLOCK_SECOND:
        return reg_bank_read(m->variant->second, m->second[socket], offset, size);
    case SNBEP_BLOCK_DISCOVERY:
        return read_discovery(offset, size);
    case SNBEP_BLOCK_UNITS:
        return discovery_read(m->variant, socket, offset, size);
    default:
        return reg_bank_read(m->variant->package, m->package[socket], offset, size);
    }
}

static uint64_t read_target(struct snbep *m, const struct target *t, unsigned size)
{
    unsigned bus, devfn;

    if (t->box >= 0) {
        snbep_take_sums(m, &m->boxes[t->box]);
        return box_read(&m->boxes[t->box], &m->signals, m->now, t->offset, size);
    }
    if (t->kind != SNBEP_BLOCK_PCI)
        return read_block(m, t->socket, t->kind, t->offset, size);
    return t->function ? read_header(m, t->socket, t->function,
                             snbep_header_place(t->offset, &bus, &devfn), size)
                       : UINT64_MAX;
}

static void write_box(struct snbep *m, unsigned box, uint32_t offset, unsigned size, uint64_t value)
{
    box_write(&m->boxes[box], &m->signals, m->now, offset, size, value);
    snbep_schedule_overflow(m, box);
}

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct snbep *m, const struct sim_access *access, enum trace_kind kind,
    unsigned block, uint32_t offset, unsigned size, uint64_t value)
{
    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)size,
        .cpu = (uint16_t)access->cpu,
        .block = block,
        .offset = offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};

    snbep_trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (!plan_hears_accesses(&m->plan))
        return;
    int reg = reg_bank_at(snbep_bank(block), offset);
    if (reg >= 0)
        plan_access(
            &m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, block, (unsigned)reg, m->now);
}

static void write_target(struct snbep *m, const struct target *t, unsigned size, uint64_t value)
{
    if (t->box >= 0)
        write_box(m, (unsigned)t->box, t->offset, size, value);
    else if (t->kind == SNBEP_BLOCK_PCI)
        write_header(m, t, size, value);
    else if (t->kind == SNBEP_BLOCK_PACKAGE)
        reg_bank_write(
            m->variant->package, m->package[t->socket], t->offset, size, value, NULL, NULL);
}

static uint64_t read_at(
    struct snbep *m, const struct sim_access *access, const struct target *t, unsigned size)
{
    snbep_advance(m, access->now);
    uint64_t value = read_target(m, t, size) & reg_low_bits(8 * size);

    value = faults_read(&m->faults, &(struct fault_access){t->block, t->offset, size}, value);
    if (t->there)
        accessed(m, access, TRACE_READ, t->block, t->offset, size, value);
    return value;
}

static void write_at(struct snbep *m, const struct sim_access *access, const struct target *t,
    unsigned size, uint64_t value)
{
    snbep_advance(m, access->now);
    value &= reg_low_bits(8 * size);
    if (faults_write(&m->faults, &(struct fault_access){t->block, t->offset, size}))
        write_target(m, t, size, value);
    if (t->there)
        accessed(m, access, TRACE_WRITE, t->block, t->offset, size, value);
}

/* ---- configuration space ---- */

uint64_t snbep_pci_read(struct snbep *m, const struct sim_access *access, unsigned bus,
    unsigned devfn, unsigned offset, unsigned size)
{
    struct target t = target_at(m, bus, devfn, offset);

    return read_at(m, access, &t, size);
}

void snbep_pci_write(struct snbep *m, const struct sim_access *access, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint64_t value)
{
    struct target t = target_at(m, bus, devfn, offset);

    write_at(m, access, &t, size, value);
}

/* ---- registers in memory ---- */

bool snbep_has_window(const struct snbep *m)
{
    return snbep_windowed(m->variant);
}

/* Uses a cache, because a search of all boxes takes longer than the rest of an
 * access. @found: its place in the cache; @box_at: one of variant.h's
 * functions. */
static int find_place(const struct snbep_variant *variant, struct snbep_found_place *found,
    uint32_t at, int (*box_at)(const struct snbep_variant *variant, uint32_t at))
{
    if (found->at != at || !found->known)
        *found = (struct snbep_found_place){.at = at, .box = box_at(variant, at), .known = true};
    return found->box;
}

/* The number of @socket's box @index or, if that is negative, of its block of
 * @kind. */
static unsigned block_at(
    const struct snbep *m, unsigned socket, enum snbep_block_kind kind, int index)
{
    return index >= 0 ? snbep_box_block(m->variant, socket, (unsigned)index)
                      : snbep_block(m->variant, socket, kind);
}

/* The target at byte @offset of @socket's window: a box, tables of units, or
 * nothing. */
static struct target target_in_window(struct snbep *m, unsigned socket, uint32_t offset)
{
    struct snbep_found_place *found =
        &m->found_in_window[offset / sizeof(uint32_t) % SNBEP_FOUND_PLACES];
    int index = find_place(m->variant, found, offset, snbep_box_in_window);
    struct target t = {.socket = socket, .box = -1, .kind = SNBEP_BLOCK_UNITS};

    t.there = index >= 0 || discovery_answers(m->variant, offset);
    if (index >= 0)
        t.box = (int)snbep_box_number(m, socket, (unsigned)index);
    t.offset = offset - (index >= 0 ? m->variant->boxes[index].base : UNITS_FIRST);
    t.block = block_at(m, socket, t.kind, index);
    return t;
}

bool snbep_window_read(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t offset, unsigned size, uint64_t *value)
{
    struct target t = target_in_window(m, socket, offset);

    *value = UINT64_MAX;
    if (t.there)
        *value = read_at(m, access, &t, size);
    else
        snbep_advance(m, access->now);
    return t.there;
}

bool snbep_window_write(struct snbep *m, const struct sim_access *access, unsigned socket,
    uint32_t offset, unsigned size, uint64_t value)
{
    struct target t = target_in_window(m, socket, offset);

    if (t.there)
        write_at(m, access, &t, size, value);
    else
        snbep_advance(m, access->now);
    return t.there;
}

/* ---- model-specific registers ---- */

void snbep_tsc_unknown(struct snbep *m)
{
    for (unsigned s = 0; s < SNBEP_MAX_SOCKETS; s++)
        m->package[s][PACKAGE_PLATFORM_INFO] = 0;
}

/* The target at register number @msr: box @index of @socket, or the package if
 * that is negative. */
static struct target target_of_msr(const struct snbep *m, unsigned socket, uint32_t msr, int index)
{
    struct target t = {.socket = socket, .box = -1, .kind = SNBEP_BLOCK_PACKAGE, .offset = msr};

    t.there = index >= 0 || reg_bank_at(m->variant->package, msr) >= 0;
    if (index >= 0) {
        t.box = (int)snbep_box_number(m, socket, (unsigned)index);
        t.offset = msr - m->variant->boxes[index].base;
    }
    t.block = block_at(m, socket, t.kind, index);
    return t;
}

bool snbep_has_msr(const struct snbep *m, uint32_t msr)
{
    return target_of_msr(m, 0, msr, snbep_box_of_msr(m->variant, msr)).there;
}

static struct target find_msr(struct snbep *m, unsigned socket, uint32_t msr)
{
    struct snbep_found_place *found = &m->found_msrs[msr % SNBEP_FOUND_PLACES];

    return target_of_msr(m, socket, msr, find_place(m->variant, found, msr, snbep_box_of_msr));
}

uint64_t snbep_msr_read(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr)
{
    struct target t = find_msr(m, socket, msr);

    assert(t.there && socket < m->config.n_sockets);
    return read_at(m, access, &t, 8);
}

void snbep_msr_write(
    struct snbep *m, const struct sim_access *access, unsigned socket, uint32_t msr, uint64_t value)
{
    struct target t = find_msr(m, socket, msr);

    assert(t.there && socket < m->config.n_sockets);
    write_at(m, access, &t, 8, value);
}

/* ---- peeks ---- */

/* Reading updates counters, so it uses a copy. */
static uint64_t peek_box(const struct snbep *m, unsigned box, uint32_t offset, unsigned size)
{
    struct box copy = m->boxes[box];

    snbep_take_sums(m, &copy);
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

bool snbep_peek(
    const struct snbep *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    struct snbep_block b;

    if (snbep_of_cpu(block))
        return snbep_core_peek(m, block, offset, value);
    if (!snbep_block_find(block, &b) || b.variant != m->variant || b.socket >= m->config.n_sockets)
        return false;
    if (b.place) {
        if (is_absent(m, b.socket, b.box))
            return false;
        *value = peek_box(m, snbep_box_number(m, b.socket, b.box), offset, size);
        return true;
    }
    if (b.kind == SNBEP_BLOCK_PCI)
        return peek_header(m, b.socket, offset, size, value);
    *value = read_block(m, b.socket, b.kind, offset, size);
    return true;
}
