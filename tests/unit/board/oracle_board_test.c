/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random accesses to the PMUs of hardware/: the model and the oracle, which
 * share no code, agree on every read and on the interrupt. */
#include "models/board/board_plan.h"
#include "oracle/board/machine.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <stdlib.h>

static const char *const files[] = {"hardware/fsl-imx8-ddr.rdl", "hardware/alibaba-uncore-drw.rdl",
    "hardware/marvell-cn10k-ddr.rdl", "hardware/hisi-hip08-ddrc.rdl", "hardware/fsl-imx9-ddr.rdl",
    "hardware/arm-smmuv3-pmcg.rdl", "hardware/ampere-mcu.rdl", "hardware/nvidia-scf.rdl",
    "hardware/marvell-cn10k-tad.rdl", "hardware/qcom-l3.rdl", "hardware/meson-ddr.rdl",
    "hardware/xgene-mc.rdl", "tests/unit/board/settings.rdl"};

enum { STEPS = 20000 };

struct pair {
    struct board model;
    struct plan_text text;
    struct oracle_board_plan plan;
    struct oracle_board *oracle;
    uint64_t now;
    bool irq;
};

static void irq(void *self, unsigned line, bool high)
{
    (void)line;
    ((struct pair *)self)->irq = high;
}

static void line(struct pair *p, const char *text)
{
    char wrong[PLAN_TEXT_WRONG] = "";

    ok(plan_text_line(&p->text, text, wrong) && !oracle_board_plan_line(&p->plan, text), "%s: %s",
        text, wrong);
}

static bool begin(struct pair *p, const char *path)
{
    char wrong[HARDWARE_WRONG] = "", traffic[96];
    const struct hardware *h = hardware_find(path, wrong);
    const struct sim_host host = {.self = p, .irq = irq};
    const struct board_config config = {h, 1};

    if (!ok(h && !oracle_board_manual(&p->plan.manual, path), "%s is read twice %s", path, wrong))
        return false;
    board_reset(&p->model, &config, &host);
    board_plan_begin(&p->text, &p->model);
    line(p, "at boot");
    for (unsigned i = 1; i < 8 && i < h->pmus[0].events.n; i++) {
        snprintf(traffic, sizeof(traffic), "%s %s %u00001/s", h->pmus[0].bank->name,
            h->pmus[0].events.event[i].name, i * 977);
        line(p, traffic);
    }
    p->oracle = oracle_board_new(&p->plan);
    return true;
}

static void let_pass(struct pair *p, uint64_t ns)
{
    struct oracle_board_due due;

    p->now += ns;
    board_advance(&p->model, p->now);
    while (oracle_board_entry(p->oracle, p->now, &due))
        ;
    oracle_pmu_advance(&p->oracle->pmus[0], p->now);
}

/* A value to write: random, small, with most bits set, or the register's with
 * one bit changed. */
static uint64_t draw(struct pair *p, struct rng *rng, uint32_t offset, unsigned size)
{
    const uint64_t held = oracle_pmu_read(&p->oracle->pmus[0], offset, size);
    const uint64_t mask = size == 4 ? UINT32_MAX : 0xff;

    switch (rng_below(rng, 6)) {
    case 0:
        return rng_next(rng) & mask;
    case 1:
        return (rng_next(rng) | rng_next(rng) | rng_next(rng)) & mask;
    case 2:
    case 3:
        return rng_below(rng, 8);
    default:
        return (held ^ UINT64_C(1) << rng_below(rng, 8 * size)) & mask;
    }
}

static void write_both(struct pair *p, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access access = {.now = p->now};

    board_write(&p->model, &access, 0, offset, size, value);
    oracle_pmu_write(&p->oracle->pmus[0], offset, size, value);
}

/* Lets all counters count events that have traffic, and interrupt: random
 * values seldom do. */
static void let_count(struct pair *p, struct rng *rng)
{
    const struct pmu_kind *kind = &p->model.config.hardware->pmus[0];
    const unsigned n = kind->events.n < 8 ? kind->events.n : 8;

    for (unsigned i = 0; i < kind->n_parts; i++) {
        const struct pmu_part *part = &kind->parts[i];
        const struct reg *reg = &kind->bank->regs[part->reg];
        const uint64_t ones = reg_low_bits(part->width) << part->bit;
        uint64_t value = oracle_pmu_read(&p->oracle->pmus[0], reg->offset, reg->width / 8u);

        if (part->role == PMU_EVENT)
            value = (value & ~ones) |
                    pmu_event_bits(part, kind->events.event[rng_below(rng, n)].code) << part->bit;
        else if (part->way == PMU_CLEARS || part->role == PMU_OVERFLOW || part->role < PMU_RUN)
            continue;
        else
            value = part->low == (part->role != PMU_FREEZE) ? value & ~ones : value | ones;
        write_both(p, reg->offset, reg->width / 8u, value);
    }
}

/* Returns whether the two agree. */
static bool access_one(struct pair *p, struct rng *rng)
{
    const struct pmu_kind *kind = &p->model.config.hardware->pmus[0];
    const struct reg *reg = &kind->bank->regs[rng_below(rng, kind->bank->n_regs)];
    const struct sim_access access = {.now = p->now};
    const unsigned size = rng_below(rng, 4) ? 4 : 1;
    const uint32_t within = (uint32_t)rng_below(rng, reg->width / 8u);
    const uint32_t offset = (reg->offset + within) / size * size;

    if (rng_below(rng, 2)) {
        const uint64_t value = draw(p, rng, offset, size);

        board_write(&p->model, &access, 0, offset, size, value);
        oracle_pmu_write(&p->oracle->pmus[0], offset, size, value);
    } else if (board_read(&p->model, &access, 0, offset, size) !=
               oracle_pmu_read(&p->oracle->pmus[0], offset, size)) {
        printf("# %s at %" PRIu64 "\n", reg->name, p->now);
        return false;
    }
    return p->irq == (p->oracle->pmus[0].asserted != UINT64_MAX);
}

int main(void)
{
    for (unsigned f = 0; f < sizeof(files) / sizeof(files[0]); f++) {
        struct pair *p = calloc(1, sizeof(*p));
        struct rng rng = {.state = 1 + f};
        unsigned steps = 0, interrupts = 0;

        if (!begin(p, files[f])) {
            free(p);
            continue;
        }
        for (; steps < STEPS; steps++) {
            let_pass(p, rng_below(&rng, 4) ? rng_below(&rng, 5000) : rng_below(&rng, 12000000000));
            interrupts += p->irq;
            if (steps % 100 == 0)
                let_count(p, &rng);
            if (!access_one(p, &rng))
                break;
        }
        is_u64(steps, STEPS, "%s: random accesses agree", files[f]);
        ok(interrupts > 20 || !p->model.config.hardware->pmus[0].interrupts,
            "... %u of them during an interrupt", interrupts);
        oracle_board_free(p->oracle);
        free(p);
    }
    return done_testing();
}
