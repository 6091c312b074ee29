/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep` under test: accesses of a guest, a plan, and the
 * resulting trace. */
#ifndef PMULAB_TESTS_SNBEP_MACHINE_H
#define PMULAB_TESTS_SNBEP_MACHINE_H

#include "models/snbep/snbep_plan.h"
#include "tests/snbep_blocks.h"
#include "tests/tap.h"

#define SECOND UINT64_C(1000000000)
#define WRAP   (UINT64_C(1) << 48)

enum {
    EN = 1 << 22,
    BUS = 0x7f,
    BUS1 = 0xff,
};

/* The box of channel @channel. */
static inline struct box *channel_box(struct snbep *m, unsigned socket, unsigned channel)
{
    return &m->boxes[snbep_box_number(m, socket, channel)];
}

/* Device and function as PCI combines them. */
#define DEVFN(device, function) ((unsigned)((device) << 3 | (function)))

/* Device 16 functions 0, 1, 4, 5 are channels 0 to 3. */
static inline unsigned channel_devfn(unsigned channel)
{
    return DEVFN(0x10, (channel & 1) | (channel & 2) << 1);
}

/* Records in order. Records that do not fit are only counted. */
struct trace_log {
    unsigned n;
    struct trace_record record[4096];
};

static inline void log_record(void *self, const struct trace_record *record)
{
    struct trace_log *log = self;

    if (log->n < sizeof(log->record) / sizeof(log->record[0]))
        log->record[log->n] = *record;
    log->n++;
}

/* Resets @m with @text, which must be valid, as its plan; lines end with \n. */
static inline void start(
    struct snbep *m, struct trace_log *log, const struct snbep_config *config, const char *text)
{
    static struct snbep_plan_text plan;
    char line[256], wrong[PLAN_TEXT_WRONG];
    struct sim_host host = {.self = log, .trace = log ? log_record : NULL};

    if (log)
        log->n = 0;
    snbep_reset(m, config, &host);
    snbep_plan_begin(&plan, m);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"), text);
        if (!snbep_plan_line(&plan, line, wrong))
            ok(false, "the test's own plan, '%s': %s", line, wrong);
    }
}

static inline struct sim_access at(uint64_t now)
{
    return (struct sim_access){.now = now, .pc = 0xffffffff81000000, .cpu = 1};
}

static inline uint32_t pci_read(
    struct snbep *m, uint64_t now, unsigned bus, unsigned devfn, unsigned offset, unsigned size)
{
    struct sim_access access = at(now);

    return snbep_pci_read(m, &access, bus, devfn, offset, size);
}

static inline void pci_write(struct snbep *m, uint64_t now, unsigned bus, unsigned devfn,
    unsigned offset, unsigned size, uint32_t value)
{
    struct sim_access access = at(now);

    snbep_pci_write(m, &access, bus, devfn, offset, size, value);
}

/* Both halves of a 64-bit register of a channel of socket 0, read as drivers
 * do. */
static inline uint64_t channel_counter(
    struct snbep *m, uint64_t now, unsigned channel, unsigned offset)
{
    uint64_t low = pci_read(m, now, BUS, channel_devfn(channel), offset, 4);

    return low | (uint64_t)pci_read(m, now, BUS, channel_devfn(channel), offset + 4, 4) << 32;
}

static inline void step(struct snbep *m, uint64_t now, unsigned number, bool end)
{
    struct sim_access access = at(now);

    snbep_step(m, &access, number, end);
}

/* The record number @i (from 0) of @kind, or NULL. */
static inline const struct trace_record *nth(
    const struct trace_log *log, enum trace_kind kind, unsigned i)
{
    for (unsigned r = 0; r < log->n; r++)
        if (log->record[r].kind == kind && !i--)
            return &log->record[r];
    return NULL;
}

static inline unsigned n_of(const struct trace_log *log, enum trace_kind kind)
{
    unsigned n = 0;

    while (nth(log, kind, n))
        n++;
    return n;
}

#endif
