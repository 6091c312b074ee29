/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A `kunpeng` under random writes of its core PMUs and its PMCU, with random
 * work of its CPUs: each read returns the oracle's value. */
#include "harness/truth/kunpeng/replay.h"
#include "tests/kunpeng_machine.h"
#include "tests/rng.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"

#include <inttypes.h>

enum { PLAYS = 60, TURNS = 4000, CPUS = 4 };

/* Often small, or a count near its end. */
static uint64_t random_value(struct rng *rng)
{
    const uint64_t value = rng_next(rng);

    switch (rng_below(rng, 5)) {
    case 0:
        return value;
    case 1:
        return rng_bits(rng, 16);
    case 2:
        return (value & ~(uint64_t)UINT32_MAX) | (UINT32_MAX - rng_bits(rng, 17));
    case 3:
        return UINT64_MAX;
    default:
        return value & rng_next(rng) & rng_next(rng);
    }
}

static uint64_t random_event(struct rng *rng)
{
    const uint64_t filter = rng_one_in(rng, 2) ? 0 : rng_next(rng) & 0xfc000000;

    if (rng_one_in(rng, 4))
        return filter | ARM_EVENT_SW_INCR;
    if (rng_one_in(rng, 8))
        return filter | rng_below(rng, 0x10000);
    return filter | arm_events[rng_below(rng, arm_n_events)].number;
}

/* Mostly controls, or the first counters. */
static unsigned random_register(struct rng *rng)
{
    const unsigned counter = (unsigned)rng_below(rng, 8);

    switch (rng_below(rng, 3)) {
    case 0:
        return ARM_PMEVCNTR0 + counter;
    case 1:
        return ARM_PMEVTYPER0 + counter;
    default:
        return (unsigned)rng_below(rng, ARM_PMEVCNTR0);
    }
}

/* Counters mostly run, and keep their counts. */
static uint64_t random_setting(struct rng *rng, unsigned reg)
{
    const uint64_t value = random_value(rng);

    if (reg == ARM_PMXEVTYPER || reg >= ARM_PMEVTYPER0)
        return random_event(rng);
    if (reg == ARM_PMCR && !rng_one_in(rng, 4))
        return (value & ~UINT64_C(6)) | 1;
    if (reg == ARM_PMCNTENCLR && !rng_one_in(rng, 4))
        return value & 3;
    return value;
}

static uint64_t look(struct lab *lab, const struct sim_access *access, unsigned reg)
{
    uint64_t value = 0;

    kunpeng_sysreg_read(&lab->m, access, arm_bank.regs[reg].offset, &value);
    return value;
}

static void set(struct lab *lab, const struct sim_access *access, unsigned reg, uint64_t value)
{
    kunpeng_sysreg_write(&lab->m, access, arm_bank.regs[reg].offset, value);
}

/* Software sets one register and reads another. Often it clears the overflows
 * that it sees, and lets counters run, as an interrupt handler does. */
static void use_core(struct lab *lab, struct rng *rng)
{
    const struct sim_access access = lab_by(lab, (unsigned)rng_below(rng, CPUS));
    const unsigned reg = random_register(rng);

    set(lab, &access, reg, random_setting(rng, reg));
    look(lab, &access, random_register(rng));
    if (rng_one_in(rng, 2))
        return;
    set(lab, &access, ARM_PMOVSCLR, look(lab, &access, ARM_PMOVSCLR));
    set(lab, &access, ARM_PMCR, 1);
}

/* A run of few short rounds, mostly to memory, and sometimes too long for
 * it. */
static void start(struct lab *lab, struct rng *rng)
{
    const uint32_t events = (uint32_t)rng_below(rng, 10), length = (uint32_t)rng_below(rng, 20);
    const uint32_t loops = (uint32_t)rng_below(rng, 4);
    uint16_t list[20];

    for (unsigned i = 0; i < 20; i++)
        list[i] = (uint16_t)random_event(rng);
    lab_list(lab, list, 20);
    lab_poke(lab, 0x200, (uint32_t)(rng_one_in(rng, 2) ? 0xc1 : random_value(rng)));
    lab_start(lab, events << 16 | loops << 8 | length, (uint32_t)rng_below(rng, 3000),
        rng_one_in(rng, 8) ? 0 : OUT, OUT + rng_below(rng, 0x4000));
}

static void use_unit(struct lab *lab, struct rng *rng)
{
    const struct reg *reg = &pmcu_bank.regs[rng_below(rng, pmcu_bank.n_regs)];

    if (rng_one_in(rng, 4))
        start(lab, rng);
    else if (rng_one_in(rng, 2))
        lab_peek(lab, reg->offset);
    else
        lab_poke(lab, reg->offset, (uint32_t)random_value(rng));
}

/* At most all instructions are of a kind. */
static struct sim_work random_work(struct rng *rng)
{
    const uint64_t n = rng_bits(rng, 8);

    return (struct sim_work){.instructions = n,
        .loads = rng_below(rng, n + 1),
        .stores = rng_below(rng, n + 1),
        .branches = rng_below(rng, n + 1),
        .exceptions = rng_below(rng, 3),
        .returns = rng_below(rng, n + 1)};
}

/* The CPUs work, at new rates. A busy guest serves deadlines late. */
static void pass_time(struct lab *lab, struct rng *rng)
{
    const uint64_t us = rng_below(rng, rng_one_in(rng, 20) ? 3000 : 20);

    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        lab->user_rate[cpu] = random_work(rng);
        lab->kernel_rate[cpu] = random_work(rng);
    }
    if (rng_one_in(rng, 3))
        lab_work(lab, us);
    else
        lab_run(lab, lab->now + us * US);
}

static void play(uint64_t seed)
{
    struct rng rng = {seed};
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.cpus = CPUS;
    config.clusters = 1;
    config.kernel_el = 1 + seed % 2;
    config.hpmn = (unsigned)(seed / 2 % 3);
    config.copies_filter = seed / 4 % 2;
    struct lab *lab = lab_new(&config);

    for (unsigned turn = 0; turn < TURNS; turn++) {
        if (rng_one_in(&rng, 40))
            use_unit(lab, &rng);
        else
            use_core(lab, &rng);
        pass_time(lab, &rng);
    }
    struct truth *truth = truth_replay_kunpeng(&config, NULL, lab->records, lab->n_records);

    is_str(first_note(truth, TRUTH_WRONG), "", "seed %" PRIu64 ": each of %u reads is right", seed,
        truth->reads->len);
    truth_free(truth);
    lab_free(lab);
}

int main(void)
{
    for (uint64_t seed = 1; seed <= PLAYS; seed++)
        play(seed);
    return done_testing();
}
