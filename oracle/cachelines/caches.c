/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The caches of the guest's own traffic by docs/hardware/snbep.md, implemented
 * a second time. Each entry has the number of its latest access, and the oldest
 * entry is evicted.
 */
#include "oracle/cachelines/caches.h"

#include <assert.h>
#include <stdlib.h>

struct entry {
    uint64_t line, used; /* @used 0: empty */
    bool dirty;
    unsigned owner; /* in an L3: the number, from 1, of the CPU that has modified the line, or 0 */
};

struct cache {
    unsigned sets, ways;
    struct entry *entries;
};

static _Thread_local struct cache l1[ORACLE_CACHELINES_CPUS], l2[ORACLE_CACHELINES_CPUS],
    l3[ORACLE_CACHELINES_SOCKETS];
static _Thread_local unsigned n_cpus, n_sockets;
static _Thread_local uint64_t accesses;
static _Thread_local struct oracle_cachelines moved;

static void empty(struct cache *c, unsigned sets, unsigned ways)
{
    free(c->entries);
    *c = (struct cache){sets, ways, calloc((size_t)sets * ways, sizeof(*c->entries))};
    if (!c->entries)
        abort();
}

void oracle_cachelines_empty(unsigned cpus, unsigned sockets)
{
    n_cpus = cpus;
    n_sockets = sockets;
    moved = (struct oracle_cachelines){0, 0};
    for (unsigned cpu = 0; cpu < n_cpus; cpu++) {
        empty(&l1[cpu], 64, 8);
        empty(&l2[cpu], 512, 8);
    }
    for (unsigned socket = 0; socket < n_sockets; socket++)
        empty(&l3[socket], 16384, 20);
}

static struct entry *set_of(const struct cache *c, uint64_t line)
{
    return &c->entries[line % c->sets * c->ways];
}

static struct entry *find(const struct cache *c, uint64_t line)
{
    struct entry *set = set_of(c, line);

    for (unsigned i = 0; i < c->ways; i++)
        if (set[i].used && set[i].line == line)
            return &set[i];
    return NULL;
}

/* The first unused entry, if there is one. */
static struct entry *oldest(const struct cache *c, uint64_t line)
{
    struct entry *set = set_of(c, line), *least = set;

    for (unsigned i = 1; i < c->ways; i++)
        if (set[i].used < least->used)
            least = &set[i];
    return least;
}

/* The line's entry, marked as used now; NULL: absent. */
static struct entry *use(const struct cache *c, uint64_t line)
{
    struct entry *e = find(c, line);

    if (e)
        e->used = ++accesses;
    return e;
}

/* Adds an absent line. A modified line is written back when evicted. */
static struct entry *add(const struct cache *c, uint64_t line)
{
    struct entry *e = oldest(c, line);

    moved.written += e->used && e->dirty;
    *e = (struct entry){.line = line, .used = ++accesses};
    return e;
}

static void drop(const struct cache *c, uint64_t line)
{
    struct entry *e = find(c, line);

    if (e)
        *e = (struct entry){.used = 0};
}

static unsigned socket_of(unsigned cpu)
{
    assert(n_sockets && n_cpus >= n_sockets); /* oracle_cachelines_empty() must come first */
    return cpu / (n_cpus / n_sockets);
}

/* If another socket's CPU has modified the line, it supplies the line and
 * shares it from then on. */
static bool comes_from_afar(unsigned cpu, uint64_t line)
{
    bool comes = false;

    for (unsigned socket = 0; socket < n_sockets; socket++) {
        struct entry *e = socket == socket_of(cpu) ? NULL : use(&l3[socket], line);
        unsigned owner = e ? e->owner : 0;

        if (!owner)
            continue;
        comes |= find(&l1[owner - 1], line) || find(&l2[owner - 1], line);
        e->owner = 0;
    }
    return comes;
}

static void load(unsigned cpu, uint64_t line)
{
    const struct cache *last = &l3[socket_of(cpu)];
    struct entry *e;

    if (use(&l1[cpu], line))
        return;
    if (!use(&l2[cpu], line)) {
        e = use(last, line);
        if (e)
            e->owner = 0;
        else {
            moved.read += !comes_from_afar(cpu, line);
            add(last, line);
        }
        add(&l2[cpu], line);
    }
    add(&l1[cpu], line);
}

/* Marks memory as out of date in the last-level cache, and drops the line from
 * all other CPUs and sockets. */
static void modify(unsigned cpu, uint64_t line)
{
    struct entry *e = use(&l3[socket_of(cpu)], line);

    if (!e)
        e = add(&l3[socket_of(cpu)], line);
    if (e->dirty && e->owner == cpu + 1)
        return;
    for (unsigned other = 0; other < n_cpus; other++)
        if (other != cpu) {
            drop(&l1[other], line);
            drop(&l2[other], line);
        }
    for (unsigned socket = 0; socket < n_sockets; socket++)
        if (socket != socket_of(cpu))
            drop(&l3[socket], line);
    e->dirty = true;
    e->owner = cpu + 1;
}

struct oracle_cachelines oracle_cachelines_touch(unsigned cpu, uint64_t line, bool store)
{
    load(cpu, line);
    if (store)
        modify(cpu, line);
    return moved;
}
