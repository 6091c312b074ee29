/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `power9` under test: a host with memory and executed
 * instructions, and the resulting trace. */
#ifndef PMULAB_TESTS_POWER9_MACHINE_H
#define PMULAB_TESTS_POWER9_MACHINE_H

#include "models/power9/power9_blocks.h"
#include "models/power9/power9_plan.h"
#include "tests/tap.h"

#define MS     UINT64_C(1000000)
#define SECOND UINT64_C(1000000000)

/* The counters in HOMER of chip 0 and 1. */
#define COUNTERS0 UINT64_C(0x3f980000)
#define COUNTERS1 UINT64_C(0x3fd80000)
enum { COUNTERS_SIZE = 0x40000, CONTROL = 0x3fc00, RAM_SIZE = 0x40000 };

struct fake_host {
    bool homer; /* HOMER exists */
    uint8_t counters[2][COUNTERS_SIZE];
    uint8_t ram[RAM_SIZE]; /* at address 0 */
    struct sim_executed executed[P9_MAX_CPUS];
    unsigned n; /* number of records, also of records that did not fit */
    struct trace_record record[4096];
};

static inline uint8_t *host_bytes(struct fake_host *h, uint64_t address, unsigned size)
{
    if (address < RAM_SIZE && size <= RAM_SIZE - address)
        return h->ram + address;
    for (unsigned chip = 0; h->homer && chip < 2; chip++) {
        uint64_t at = address - (chip ? COUNTERS1 : COUNTERS0);
        if (at < COUNTERS_SIZE && size <= COUNTERS_SIZE - at)
            return h->counters[chip] + at;
    }
    return NULL;
}

static inline bool host_read(void *self, uint64_t address, void *bytes, unsigned size)
{
    const uint8_t *at = host_bytes(self, address, size);

    if (at)
        memcpy(bytes, at, size);
    return at;
}

static inline bool host_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    uint8_t *at = host_bytes(self, address, size);

    if (at)
        memcpy(at, bytes, size);
    return at;
}

static inline struct sim_executed host_executed(void *self, unsigned cpu)
{
    return ((struct fake_host *)self)->executed[cpu];
}

static inline void host_trace(void *self, const struct trace_record *record)
{
    struct fake_host *h = self;

    if (h->n < sizeof(h->record) / sizeof(h->record[0]))
        h->record[h->n] = *record;
    h->n++;
}

static inline struct sim_host host_of(struct fake_host *h)
{
    return (struct sim_host){.self = h,
        .trace = host_trace,
        .read = host_read,
        .write = host_write,
        .executed = host_executed};
}

/* The big-endian word at @address, which must be memory. */
static inline uint64_t peek(struct fake_host *h, uint64_t address)
{
    const uint8_t *at = host_bytes(h, address, 8);
    uint64_t value = 0;

    for (unsigned i = 0; at && i < 8; i++)
        value = value << 8 | at[i];
    return value;
}

static inline void poke(struct fake_host *h, uint64_t address, uint64_t value)
{
    uint8_t *at = host_bytes(h, address, 8);

    for (unsigned i = 0; at && i < 8; i++)
        at[i] = (uint8_t)(value >> (56 - 8 * i));
}

/* The record number @i (from 0) of @kind and @block, or NULL. */
static inline const struct trace_record *nth(
    const struct fake_host *h, enum trace_kind kind, unsigned block, unsigned i)
{
    for (unsigned r = 0; r < h->n; r++)
        if (h->record[r].kind == kind && h->record[r].block == block && !i--)
            return &h->record[r];
    return NULL;
}

static inline unsigned n_of(const struct fake_host *h, enum trace_kind kind, unsigned block)
{
    unsigned n = 0;

    while (nth(h, kind, block, n))
        n++;
    return n;
}

/* Resets @m with @text, which must be valid, as its plan; lines end with \n.
 * Empties the host, which has HOMER. */
static inline void start(
    struct p9 *m, struct fake_host *h, const struct p9_config *config, const char *text)
{
    static struct p9_plan_text plan;
    char line[256], wrong[PLAN_TEXT_WRONG];
    struct sim_host host = host_of(h);

    memset(h, 0, sizeof(*h));
    h->homer = true;
    p9_reset(m, config, &host);
    p9_plan_begin(&plan, m);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t n = strcspn(text, "\n");
        memcpy(line, text, n);
        line[n] = 0;
        if (!p9_plan_line(&plan, line, wrong))
            ok(false, "the test's own plan, '%s': %s", line, wrong);
    }
}

#endif
