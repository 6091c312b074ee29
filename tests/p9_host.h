/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A host for tests of cores and threads: some memory, counts of executed
 * instructions, and the latest trace records. */
#ifndef PMULAB_TESTS_P9_HOST_H
#define PMULAB_TESTS_P9_HOST_H

#include "models/power9/accumulate.h"
#include "tests/tap.h"

#define HOST_MEMORY  UINT64_C(0x6fa00000) /* first address; close to the facts' LDBAR values */
#define HOST_SIZE    (UINT64_C(6) << 20)
#define HOST_CPUS    8
#define HOST_RECORDS 64

struct p9_host {
    struct sim_host host;
    uint8_t memory[HOST_SIZE];
    unsigned writes; /* accesses */
    struct sim_executed executed[HOST_CPUS];
    unsigned n_records; /* in total; the latest HOST_RECORDS are kept */
    struct trace_record records[HOST_RECORDS];
};

static bool p9_host_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    struct p9_host *h = self;

    h->writes++;
    if (address < HOST_MEMORY || address - HOST_MEMORY > HOST_SIZE - size)
        return false;
    memcpy(h->memory + (address - HOST_MEMORY), bytes, size);
    return true;
}

static struct sim_executed p9_host_executed(void *self, unsigned cpu)
{
    const struct p9_host *h = self;

    return h->executed[cpu];
}

static void p9_host_trace(void *self, const struct trace_record *record)
{
    struct p9_host *h = self;

    h->records[h->n_records++ % HOST_RECORDS] = *record;
}

static struct p9_outside p9_host_reset(struct p9_host *h)
{
    memset(h, 0, sizeof(*h));
    h->host = (struct sim_host){
        .self = h, .trace = p9_host_trace, .write = p9_host_write, .executed = p9_host_executed};
    return (struct p9_outside){.host = &h->host};
}

/* The big-endian word at @address. */
static uint64_t p9_host_word(const struct p9_host *h, uint64_t address)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | h->memory[address - HOST_MEMORY + i];
    return value;
}

/* The latest record of @kind, or NULL. */
__attribute__((unused)) static const struct trace_record *p9_host_latest(
    const struct p9_host *h, enum trace_kind kind)
{
    for (unsigned i = h->n_records; i > 0 && i + HOST_RECORDS > h->n_records; i--)
        if (h->records[(i - 1) % HOST_RECORDS].kind == kind)
            return &h->records[(i - 1) % HOST_RECORDS];
    return NULL;
}

/* Number of kept records of @kind. */
__attribute__((unused)) static unsigned p9_host_count(const struct p9_host *h, enum trace_kind kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < h->n_records && i < HOST_RECORDS; i++)
        n += h->records[i].kind == kind;
    return n;
}

#endif
