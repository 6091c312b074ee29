/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A `kunpeng` for tests: a host whose memory records the written bytes, CPUs
 * with individual rates, and the posted driver's writes in its order (facts:
 * patch 2/4). */
#ifndef PMULAB_TESTS_KUNPENG_MACHINE_H
#define PMULAB_TESTS_KUNPENG_MACHINE_H

#include "models/kunpeng/kunpeng.h"
#include "models/sim/clock.h"

#include <stdlib.h>
#include <string.h>

#define RAM_BASE UINT64_C(0x240000000) /* above 4 GiB, so that high words count */
#define RAM_SIZE 0x400000u
#define LIST     (RAM_BASE + 0x1000)
#define OUT      (RAM_BASE + 0x100000)
#define MS       UINT64_C(1000000)
#define US       UINT64_C(1000)

struct lab {
    struct kunpeng m;
    struct sim_activity activity[KUNPENG_MAX_CPUS];
    /* per microsecond */
    struct sim_work user_rate[KUNPENG_MAX_CPUS], kernel_rate[KUNPENG_MAX_CPUS];
    uint64_t now;
    bool irq[KUNPENG_N_IRQS];
    unsigned irq_changes;
    uint64_t lowest, highest; /* bytes written: the first, and the one after the last */
    unsigned n_records;
    struct trace_record *records;
    uint8_t *ram;
    bool in_write; /* a register is being written */
    unsigned wrote_within;
};

static inline bool lab_memory(const struct lab *lab, uint64_t address, unsigned size, uint8_t **at)
{
    if (address < RAM_BASE || address - RAM_BASE > RAM_SIZE ||
        size > RAM_SIZE - (address - RAM_BASE))
        return false;
    *at = lab->ram + (address - RAM_BASE);
    return true;
}

static inline bool lab_read(void *self, uint64_t address, void *bytes, unsigned size)
{
    uint8_t *at;

    if (!lab_memory(self, address, size, &at))
        return false;
    memcpy(bytes, at, size);
    return true;
}

static inline bool lab_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    struct lab *lab = self;
    uint8_t *at;

    lab->wrote_within += lab->in_write;
    if (!lab_memory(lab, address, size, &at))
        return false;
    memcpy(at, bytes, size);
    lab->lowest = address < lab->lowest ? address : lab->lowest;
    lab->highest = address + size > lab->highest ? address + size : lab->highest;
    return true;
}

static inline struct sim_activity lab_activity(void *self, unsigned cpu)
{
    return ((const struct lab *)self)->activity[cpu];
}

static inline void lab_irq(void *self, unsigned line, bool high)
{
    struct lab *lab = self;

    lab->irq[line] = high;
    lab->irq_changes++;
    lab->wrote_within += lab->in_write && high;
}

static inline void lab_trace(void *self, const struct trace_record *record)
{
    struct lab *lab = self;

    if (!(lab->n_records & (lab->n_records + 1)))
        lab->records = realloc(lab->records, (2 * lab->n_records + 2) * sizeof(*record));
    lab->records[lab->n_records++] = *record;
}

static inline struct sim_access lab_by(const struct lab *lab, unsigned cpu)
{
    return (struct sim_access){.now = lab->now, .pc = 0x1000, .cpu = cpu};
}

static inline struct lab *lab_new(const struct kunpeng_config *config)
{
    struct lab *lab = calloc(1, sizeof(*lab));
    const struct sim_host host = {.self = lab,
        .trace = lab_trace,
        .read = lab_read,
        .write = lab_write,
        .activity = lab_activity,
        .irq = lab_irq};

    lab->ram = calloc(1, RAM_SIZE);
    lab->lowest = UINT64_MAX;
    kunpeng_reset(&lab->m, config, &host);
    for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
        struct sim_access access = lab_by(lab, cpu);
        kunpeng_power(&lab->m, &access, true);
    }
    return lab;
}

static inline void lab_free(struct lab *lab)
{
    free(lab->records);
    free(lab->ram);
    free(lab);
}

static inline void lab_add(struct sim_work *work, const struct sim_work *rate, uint64_t us)
{
    work->instructions += rate->instructions * us;
    work->loads += rate->loads * us;
    work->stores += rate->stores * us;
    work->branches += rate->branches * us;
    work->exceptions += rate->exceptions * us;
    work->returns += rate->returns * us;
}

/* All CPUs work for @us microseconds, without serving deadlines. */
static inline void lab_work(struct lab *lab, uint64_t us)
{
    for (unsigned cpu = 0; cpu < lab->m.config.cpus; cpu++) {
        lab_add(&lab->activity[cpu].user, &lab->user_rate[cpu], us);
        lab_add(&lab->activity[cpu].kernel, &lab->kernel_rate[cpu], us);
    }
    lab->now += us * US;
}

/* Works until @until (ns, whole microseconds), and serves each deadline on
 * time. */
static inline void lab_run(struct lab *lab, uint64_t until)
{
    uint64_t deadline;

    while ((deadline = kunpeng_deadline(&lab->m)) <= until) {
        if (deadline > lab->now)
            lab_work(lab, (deadline - lab->now + US - 1) / US);
        kunpeng_advance(&lab->m, lab->now);
    }
    if (until > lab->now)
        lab_work(lab, (until - lab->now) / US);
    kunpeng_advance(&lab->m, lab->now);
}

static inline void lab_poke(struct lab *lab, uint32_t offset, uint32_t value)
{
    struct sim_access access = lab_by(lab, 0);

    lab->in_write = true;
    kunpeng_mmio_write(&lab->m, &access, 0, offset, 4, value);
    lab->in_write = false;
}

static inline uint32_t lab_peek(struct lab *lab, uint32_t offset)
{
    struct sim_access access = lab_by(lab, 0);

    return (uint32_t)kunpeng_mmio_read(&lab->m, &access, 0, offset, 4);
}

static inline void lab_list(struct lab *lab, const uint16_t *events, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint8_t word[4] = {(uint8_t)events[i], (uint8_t)(events[i] >> 8)};
        memcpy(lab->ram + 0x1000 + 4 * i, word, 4);
    }
}

/* The probe's writes. */
static inline void lab_probe(struct lab *lab)
{
    lab_poke(lab, 0x100, 3);
    lab_poke(lab, 0x104, 0);
    lab_poke(lab, 0x10c, 3);
    lab_poke(lab, 0x200, 0xc1);
}

/* A start's writes. */
static inline void lab_start(
    struct lab *lab, uint32_t cfg, uint32_t wait, uint64_t store, uint64_t kill)
{
    lab_poke(lab, 0x4, cfg);
    lab_poke(lab, 0x20, wait);
    lab_poke(lab, 0x8, (uint32_t)(LIST >> 32));
    lab_poke(lab, 0xc, (uint32_t)LIST);
    lab_poke(lab, 0x18, (uint32_t)(store >> 32));
    lab_poke(lab, 0x1c, (uint32_t)store);
    lab_poke(lab, 0x10, (uint32_t)(kill >> 32));
    lab_poke(lab, 0x14, (uint32_t)kill);
    lab_poke(lab, 0x38, 1);
}

static inline uint64_t lab_word(const struct lab *lab, uint64_t address, unsigned size)
{
    uint64_t value = 0;

    for (unsigned i = size; i--;)
        value = value << 8 | lab->ram[address - RAM_BASE + i];
    return value;
}

static inline const struct trace_record *lab_nth(
    const struct lab *lab, enum trace_kind kind, unsigned i)
{
    for (unsigned n = 0; n < lab->n_records; n++)
        if (lab->records[n].kind == kind && !i--)
            return &lab->records[n];
    return NULL;
}

static inline unsigned lab_n_of(const struct lab *lab, enum trace_kind kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < lab->n_records; i++)
        n += lab->records[i].kind == kind;
    return n;
}

#endif
