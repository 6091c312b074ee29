/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory hierarchy: looks accesses up in TLBs and caches, and updates
 * them. */
#include "models/cache/memory.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

uint32_t memory_most(enum memory_table table)
{
    static const uint32_t most[MEMORY_N_TABLES] = {
        [MEMORY_TABLE_DTLB] = MEMORY_MAX_TLB,
        [MEMORY_TABLE_DTLB2] = MEMORY_MAX_TLB2,
        [MEMORY_TABLE_ITLB] = MEMORY_MAX_TLB,
        [MEMORY_TABLE_ITLB2] = MEMORY_MAX_TLB2,
        [MEMORY_TABLE_L1D] = MEMORY_MAX_L1,
        [MEMORY_TABLE_L1I] = MEMORY_MAX_L1,
        [MEMORY_TABLE_OP_CACHE] = MEMORY_MAX_L1,
        [MEMORY_TABLE_L2] = MEMORY_MAX_L2,
        [MEMORY_TABLE_L3] = MEMORY_MAX_L3,
    };

    assert(table < MEMORY_N_TABLES);
    return most[table];
}

/* A CPU's tables in the order of their enumerators; the L3 belongs to no
 * CPU. */
static uint64_t *table_of(struct memory_cpu *c, enum memory_table table)
{
    static const size_t places[MEMORY_TABLE_L3] = {offsetof(struct memory_cpu, dtlb),
        offsetof(struct memory_cpu, dtlb2), offsetof(struct memory_cpu, itlb),
        offsetof(struct memory_cpu, itlb2), offsetof(struct memory_cpu, l1d),
        offsetof(struct memory_cpu, l1i), offsetof(struct memory_cpu, op_cache),
        offsetof(struct memory_cpu, l2)};

    assert(table < MEMORY_TABLE_L3);
    return (uint64_t *)(void *)((char *)c + places[table]);
}

static void empty(const struct memory *m, uint64_t *entries, enum memory_table table)
{
    assert(ways_sound(m->config.tables[table], memory_most(table)));
    ways_reset(entries, m->config.tables[table]);
}

void memory_reset(
    struct memory *m, const struct memory_config *config, unsigned n_cpus, unsigned n_sockets)
{
    assert(n_cpus >= 1 && n_cpus <= MEMORY_MAX_CPUS && n_sockets >= 1 &&
           n_sockets <= MEMORY_MAX_SOCKETS);
    assert(n_cpus % n_sockets == 0);
    m->config = *config;
    m->n_cpus = n_cpus;
    m->n_sockets = n_sockets;
    m->cpus_per_socket = n_cpus / n_sockets;
    for (unsigned c = 0; c < n_cpus; c++)
        for (unsigned t = 0; t < MEMORY_TABLE_L3; t++)
            empty(m, table_of(&m->cpus[c], (enum memory_table)t), (enum memory_table)t);
    for (unsigned s = 0; s < n_sockets; s++)
        empty(m, m->l3[s], MEMORY_TABLE_L3);
}

static unsigned socket_of(const struct memory *m, unsigned cpu)
{
    return cpu / m->cpus_per_socket;
}

/* ---- a CPU's own tables ---- */

static bool find(
    struct memory *m, unsigned cpu, enum memory_table table, uint64_t index, uint64_t tag)
{
    return ways_find(table_of(&m->cpus[cpu], table), m->config.tables[table], index, tag) != NULL;
}

static void add_way(
    struct memory *m, unsigned cpu, enum memory_table table, uint64_t index, uint64_t tag)
{
    ways_add(table_of(&m->cpus[cpu], table), m->config.tables[table], index, tag);
}

static void drop(
    struct memory *m, unsigned cpu, enum memory_table table, uint64_t line, uint64_t tag)
{
    ways_remove(table_of(&m->cpus[cpu], table), m->config.tables[table], line, tag);
}

/* Physical addresses have at most 52 bits, so each line has its own tag; 0 is
 * none. */
static uint64_t line_tag(uint64_t line)
{
    return line % WAYS_TAG + 1;
}

/* ---- translation ---- */

static enum memory_page page_of(unsigned shift)
{
    if (shift >= 30)
        return MEMORY_1G;
    return shift >= 21 ? MEMORY_2M : MEMORY_4K;
}

static unsigned page_shift(enum memory_page page)
{
    return 12 + 9 * (unsigned)page;
}

/*
 * A page's tag includes its physical address. If another page is mapped at this
 * address, by another process or a remapping, that is a miss. So the model need
 * not know CR3 and INVLPG. The factors are odd and dissimilar, so two pairs of
 * pages collide in 56 bits only by chance.
 */
static uint64_t page_tag(uint64_t linear_page, uint64_t physical_page, enum memory_page page)
{
    uint64_t mix = (linear_page * 4 + (uint64_t)page) * UINT64_C(0x9e3779b97f4a7c15) +
                   physical_page * UINT64_C(0xc2b2ae3d27d4eb4f);

    mix = (mix ^ mix >> 29) & WAYS_TAG;
    return mix ? mix : 1;
}

static enum memory_tlb translate(struct memory *m, unsigned cpu, enum memory_table first,
    uint64_t linear, uint64_t physical, enum memory_page page)
{
    uint64_t number = linear >> page_shift(page);
    uint64_t tag = page_tag(number, physical >> page_shift(page), page);
    enum memory_table second = first + 1;

    if (find(m, cpu, first, number, tag))
        return MEMORY_TLB_L1;
    bool hit = find(m, cpu, second, number, tag);
    if (!hit)
        add_way(m, cpu, second, number, tag);
    add_way(m, cpu, first, number, tag);
    return hit ? MEMORY_TLB_L2 : MEMORY_TLB_WALK;
}

/* ---- lines ---- */

static bool holds(struct memory *m, unsigned cpu, uint64_t line, uint64_t tag)
{
    const struct ways_shape *tables = m->config.tables;

    return ways_has(m->cpus[cpu].l1d, tables[MEMORY_TABLE_L1D], line, tag) ||
           ways_has(m->cpus[cpu].l2, tables[MEMORY_TABLE_L2], line, tag);
}

static void move(struct memory *m, uint64_t line, bool write)
{
    assert(m->n_moves < MEMORY_MOVES);
    m->moves[m->n_moves++] = (struct memory_move){line, write};
}

/* Makes room in a socket's L3 for a line that it lacks. A dirty victim is
 * written back. */
static uint64_t *add_to_l3(struct memory *m, unsigned socket, uint64_t line, uint64_t tag)
{
    struct ways_shape shape = m->config.tables[MEMORY_TABLE_L3];
    uint64_t old = ways_last(m->l3[socket], shape, line);

    if (old & MEMORY_DIRTY)
        move(m, (old & WAYS_TAG) - 1, true);
    return ways_add(m->l3[socket], shape, line, tag);
}

/* Whether a CPU other than @cpu still holds the line of @entry modified. That
 * CPU then shares it. */
static bool take_modified(
    struct memory *m, unsigned cpu, uint64_t *entry, uint64_t line, uint64_t tag)
{
    unsigned owner = (unsigned)((*entry & ~MEMORY_DIRTY) >> WAYS_NOTE);

    *entry &= WAYS_TAG | MEMORY_DIRTY;
    return owner && owner - 1 != cpu && holds(m, owner - 1, line, tag);
}

/* Finds a line that @cpu's own caches lack. Afterwards the socket's L3 has it.
 * */
static enum memory_level beyond_l2(struct memory *m, unsigned cpu, uint64_t line, uint64_t tag)
{
    struct ways_shape shape = m->config.tables[MEMORY_TABLE_L3];
    unsigned socket = socket_of(m, cpu);
    enum memory_level level = MEMORY_DRAM;
    uint64_t *entry = ways_find(m->l3[socket], shape, line, tag);

    if (entry)
        return take_modified(m, cpu, entry, line, tag) ? MEMORY_PEER : MEMORY_L3;
    for (unsigned s = 0; s < m->n_sockets; s++) {
        entry = s == socket ? NULL : ways_find(m->l3[s], shape, line, tag);
        if (entry && take_modified(m, cpu, entry, line, tag))
            level = MEMORY_REMOTE;
    }
    add_to_l3(m, socket, line, tag);
    if (level == MEMORY_DRAM)
        move(m, line, false);
    return level;
}

static enum memory_level bring(struct memory *m, unsigned cpu, enum memory_table l1, uint64_t line)
{
    uint64_t tag = line_tag(line);
    enum memory_level level = MEMORY_L2;

    if (find(m, cpu, l1, line, tag))
        return MEMORY_L1;
    if (!find(m, cpu, MEMORY_TABLE_L2, line, tag)) {
        level = beyond_l2(m, cpu, line, tag);
        add_way(m, cpu, MEMORY_TABLE_L2, line, tag);
    }
    add_way(m, cpu, l1, line, tag);
    return level;
}

/* Removes a line from @cpu's caches for code. */
static void drop_code(struct memory *m, unsigned cpu, uint64_t line, uint64_t tag)
{
    drop(m, cpu, MEMORY_TABLE_L1I, line, tag);
    drop(m, cpu, MEMORY_TABLE_OP_CACHE, line, tag);
}

/* Removes a line from all other CPUs. */
static void drop_elsewhere(struct memory *m, unsigned cpu, uint64_t line, uint64_t tag)
{
    for (unsigned c = 0; c < m->n_cpus; c++) {
        if (c == cpu)
            continue;
        drop(m, c, MEMORY_TABLE_L1D, line, tag);
        drop_code(m, c, line, tag);
        drop(m, c, MEMORY_TABLE_L2, line, tag);
    }
    for (unsigned s = 0; s < m->n_sockets; s++)
        if (s != socket_of(m, cpu))
            ways_remove(m->l3[s], m->config.tables[MEMORY_TABLE_L3], line, tag);
}

/* @cpu modifies a line that it has. */
static void modify(struct memory *m, unsigned cpu, uint64_t line)
{
    unsigned socket = socket_of(m, cpu);
    uint64_t tag = line_tag(line), modified = tag | (uint64_t)(cpu + 1) << WAYS_NOTE | MEMORY_DIRTY;
    uint64_t *entry = ways_find(m->l3[socket], m->config.tables[MEMORY_TABLE_L3], line, tag);

    drop_code(m, cpu, line, tag);
    if (!entry)
        entry = add_to_l3(m, socket, line, tag);
    if (*entry == modified)
        return;
    drop_elsewhere(m, cpu, line, tag);
    *entry = modified;
}

static enum memory_level data_line(struct memory *m, unsigned cpu, uint64_t line, bool store)
{
    enum memory_level level = bring(m, cpu, MEMORY_TABLE_L1D, line);

    if (store)
        modify(m, cpu, line);
    return level;
}

/* ---- accesses ---- */

static void set_cycles(const struct memory *m, struct memory_outcome *outcome)
{
    outcome->cycles = m->config.cycles[outcome->level];
    outcome->refill = m->config.refill[outcome->tlb];
}

static enum memory_level data_lines(
    struct memory *m, unsigned cpu, const struct sim_op_access *access, enum memory_page page)
{
    uint64_t last = access->linear + (access->size ? access->size - 1u : 0);
    uint64_t line = access->physical >> MEMORY_LINE_SHIFT;
    enum memory_level level = data_line(m, cpu, line, access->store), second;

    /* The next page's physical address is unknown, so no line there is looked
     * up. */
    if (last >> MEMORY_LINE_SHIFT == access->linear >> MEMORY_LINE_SHIFT ||
        last >> page_shift(page) != access->linear >> page_shift(page))
        return level;
    second = data_line(m, cpu, line + 1, access->store);
    return second > level ? second : level;
}

struct memory_outcome memory_access(
    struct memory *m, unsigned cpu, const struct sim_op_access *access)
{
    struct memory_outcome outcome = {.page = page_of(access->page_shift)};

    assert(cpu < m->n_cpus);
    m->n_moves = 0;
    if (access->physical == SIM_OP_NO_PHYSICAL)
        outcome.level = access->io ? MEMORY_IO : MEMORY_UNKNOWN;
    else {
        outcome.tlb =
            translate(m, cpu, MEMORY_TABLE_DTLB, access->linear, access->physical, outcome.page);
        outcome.level = access->io ? MEMORY_IO : data_lines(m, cpu, access, outcome.page);
    }
    set_cycles(m, &outcome);
    return outcome;
}

void memory_touch(struct memory *m, unsigned cpu, uint64_t physical, unsigned size, bool store)
{
    uint64_t line = physical >> MEMORY_LINE_SHIFT,
             last = (physical + size - 1) >> MEMORY_LINE_SHIFT;

    assert(cpu < m->n_cpus && size && last - line <= 1);
    m->n_moves = 0;
    data_line(m, cpu, line, store);
    if (last != line)
        data_line(m, cpu, last, store);
}

struct memory_outcome memory_fetch(struct memory *m, unsigned cpu, const struct sim_op *op)
{
    struct memory_outcome outcome = {.page = page_of(op->page_shift)};
    uint64_t line = op->pc_physical >> MEMORY_LINE_SHIFT;

    assert(cpu < m->n_cpus);
    m->n_moves = 0;
    if (op->pc_physical != SIM_OP_NO_PHYSICAL) {
        outcome.tlb = translate(m, cpu, MEMORY_TABLE_ITLB, op->pc, op->pc_physical, outcome.page);
        outcome.level = bring(m, cpu, MEMORY_TABLE_L1I, line);
        outcome.op_cache_miss = !find(m, cpu, MEMORY_TABLE_OP_CACHE, line, line_tag(line));
        if (outcome.op_cache_miss)
            add_way(m, cpu, MEMORY_TABLE_OP_CACHE, line, line_tag(line));
    }
    set_cycles(m, &outcome);
    return outcome;
}

/* ---- in traces ---- */

uint32_t memory_code(const struct memory_outcome *outcome, bool store, bool fetch)
{
    return (uint32_t)outcome->level | (uint32_t)outcome->tlb << 4 | (uint32_t)outcome->page << 6 |
           (store ? MEMORY_CODE_STORE : 0) | (fetch ? MEMORY_CODE_FETCH : 0) |
           (uint32_t)outcome->op_cache_miss << 10 | (uint32_t)outcome->cycles << 16;
}

struct memory_outcome memory_decoded(uint32_t code)
{
    return (struct memory_outcome){
        .level = (enum memory_level)(code & 15),
        .tlb = (enum memory_tlb)(code >> 4 & 3),
        .page = (enum memory_page)(code >> 6 & 3),
        .op_cache_miss = code >> 10 & 1,
        .cycles = (uint16_t)(code >> 16),
    };
}
