/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: the result does not depend on the times of advance, on
 * caches or on a snapshot. */
#include "models/snbep/snbep_config.h"
#include "tests/rng.h"
#include "tests/snbep_machine.h"

#include <limits.h>

static struct snbep machine, twin;
static struct trace_log log_a, log_b;

static const struct snbep_config two_sockets = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 2};

/* ---- independence of the times of advance ---- */

static const char busy_plan[] = "at boot + 3ms\n"
                                "imc0 CAS_COUNT.RD_REG 120M/s\n"
                                "imc1 RPQ_OCCUPANCY level 3 for 11 of 37 cycles\n"
                                "imc2.PMON_CTR1 = 0xffffffff0000\n"
                                "at step 1\n"
                                "imc0 CAS_COUNT.WR_WMM 64 MB/s\n"
                                "imc3.PMON_FIXED_CTR = 0xfffffffff000\n"
                                "at end of step 1 + 1s\n"
                                "imc0 CAS_COUNT.RD_REG off\n"
                                "imc1.PMON_CTR0 = 0xfffffffffff0\n"
                                "at read 5 of imc0.PMON_CTR0 + 20us\n"
                                "imc1 RPQ_OCCUPANCY level 22\n"
                                "at write 3 of imc2.PMON_BOX_CTL in step 2\n"
                                "imc2 ACT_COUNT 50%\n"
                                "s1.imc0 ACT_COUNT 25%\n";

static uint32_t some_value(struct rng *rng, unsigned offset)
{
    static const uint32_t controls[] = {
        0x304, 0xf04, 0x80, 0x1000080, 0x1040080, 0x1840080, 0x01, 0x00};

    if (offset >= 0xd8 && offset < 0xe8)
        return controls[rng_below(rng, sizeof(controls) / sizeof(controls[0]))] |
               (rng_one_in(rng, 6) ? 0 : EN);
    if (offset == 0xf4)
        return rng_one_in(rng, 3) ? 0x10100 : 0x10000;
    return rng_one_in(rng, 3) ? (uint32_t)rng_bits(rng, 32) : UINT32_MAX;
}

/* Does one random action of a guest. Returns the value read. */
static uint64_t do_something(struct rng *rng, struct snbep *m, uint64_t now)
{
    static const unsigned offsets[] = {
        0xa0, 0xa4, 0xa8, 0xb0, 0xb4, 0xd0, 0xd4, 0xd8, 0xdc, 0xe0, 0xe4, 0xf0, 0xf4, 0xf8};
    unsigned bus = rng_one_in(rng, 4) ? BUS1 : BUS,
             devfn = channel_devfn((unsigned)rng_below(rng, 4));
    unsigned offset = offsets[rng_below(rng, sizeof(offsets) / sizeof(offsets[0]))];
    struct sim_access access = at(now);

    switch (rng_below(rng, 10)) {
    case 0:
        step(m, now, 1 + (unsigned)rng_below(rng, 3), rng_one_in(rng, 2));
        return 0;
    case 1:
        snbep_msr_write(m, &access, 1, 0xd16, rng_next(rng));
        return snbep_msr_read(m, &access, 1, 0xd16);
    case 2:
    case 3:
    case 4:
        return pci_read(m, now, bus, devfn, offset, 4);
    default:
        pci_write(m, now, bus, devfn, offset, 4, some_value(rng, offset));
        return 0;
    }
}

static bool same_trace(void)
{
    unsigned n = log_a.n < log_b.n ? log_a.n : log_b.n;

    for (unsigned i = 0; i < n && i < sizeof(log_a.record) / sizeof(log_a.record[0]); i++) {
        const struct trace_record *a = &log_a.record[i], *b = &log_b.record[i];
        if (a->kind != b->kind || a->time != b->time || a->block != b->block ||
            a->offset != b->offset || a->value != b->value || a->size != b->size) {
            printf("# record %u: kind %d at %" PRIu64 ", kind %d at %" PRIu64 "\n", i, a->kind,
                a->time, b->kind, b->time);
            return false;
        }
    }
    return log_a.n == log_b.n;
}

static bool same_machines(void)
{
    for (unsigned i = 0; i < machine.n_boxes; i++)
        if (memcmp(machine.boxes[i].values, twin.boxes[i].values, sizeof(twin.boxes[i].values)) !=
            0)
            return false;
    return true;
}

/* Advances @m to @now in pieces: at random moments, or at its deadlines. */
static void advance_eagerly(struct rng *rng, struct snbep *m, uint64_t now)
{
    if (rng_one_in(rng, 2))
        while (snbep_deadline(m) < now)
            snbep_advance(m, snbep_deadline(m));
    for (unsigned i = (unsigned)rng_below(rng, 4); i; i--)
        snbep_advance(m, m->now + rng_below(rng, now - m->now + 1));
}

static void test_lazy_and_eager(void)
{
    struct rng rng = {1};
    bool reads = true, traces = true, ends = true;
    unsigned overflows = 0;

    for (unsigned i = 0; i < 40; i++) {
        uint64_t now = 0;
        start(&machine, &log_a, &two_sockets, busy_plan);
        start(&twin, &log_b, &two_sockets, busy_plan);
        for (unsigned j = 0; j < 80; j++) {
            struct rng same = {rng_next(&rng)}, again = same;
            now += rng_bits(&rng, rng_one_in(&rng, 8) ? 36 : 30);
            advance_eagerly(&rng, &twin, now);
            reads &= do_something(&same, &machine, now) == do_something(&again, &twin, now);
        }
        now += 100 * SECOND;
        advance_eagerly(&rng, &twin, now);
        for (unsigned c = 0; c < 8; c++)
            ends &= pci_read(&machine, now, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xf8, 4) ==
                    pci_read(&twin, now, c < 4 ? BUS : BUS1, channel_devfn(c % 4), 0xf8, 4);
        traces &= same_trace();
        ends &= same_machines();
        overflows += n_of(&log_a, TRACE_OVERFLOW);
    }
    ok(reads, "advanced at random or not at all between accesses: reads are the same");
    ok(ends, "... and all registers at the end");
    ok(traces && overflows > 20, "... and the traces, %u overflows included", overflows);
}

/* ---- independence of caches ---- */

/* Forgets places of registers, counters' signals, and overflows. */
static void forget_all(struct snbep *m)
{
    m->found.devfn = UINT_MAX;
    memset(m->found_msrs, 0, sizeof(m->found_msrs));
    for (unsigned i = 0; i < m->n_boxes; i++) {
        m->boxes[i].stale = UINT8_MAX;
        memset(m->boxes[i].overflow, 0, sizeof(m->boxes[i].overflow));
    }
}

/* Accesses any function of a bus, or any register of a box with model-specific
 * ones. */
static uint64_t access_anything(struct rng *rng, struct snbep *m, uint64_t now)
{
    unsigned bus = rng_one_in(rng, 3) ? BUS1 : BUS, devfn = (unsigned)rng_below(rng, 256);
    uint32_t msr = 0xc00 + (uint32_t)rng_below(rng, 0x200);
    struct sim_access access = at(now);

    if (rng_one_in(rng, 3)) {
        uint64_t value = pci_read(m, now, bus, devfn, 4 * (unsigned)rng_below(rng, 0x60), 4);

        return value << 1 | snbep_has_function(m, bus, devfn ^ (unsigned)rng_one_in(rng, 2));
    }
    if (!snbep_has_msr(m, msr))
        return 0;
    if (rng_one_in(rng, 2))
        snbep_msr_write(m, &access, (unsigned)rng_below(rng, 2), msr, rng_bits(rng, 23));
    return snbep_msr_read(m, &access, (unsigned)rng_below(rng, 2), msr);
}

static void test_forgetful(void)
{
    struct rng rng = {3};
    bool reads = true, traces = true, ends = true;

    for (unsigned i = 0; i < 20; i++) {
        uint64_t now = 0;
        start(&machine, &log_a, &two_sockets, busy_plan);
        start(&twin, &log_b, &two_sockets, busy_plan);
        for (unsigned j = 0; j < 200; j++) {
            struct rng same = {rng_next(&rng)}, again = same;
            bool any = rng_one_in(&rng, 2);
            now += rng_bits(&rng, rng_one_in(&rng, 8) ? 34 : 20);
            forget_all(&twin);
            reads &=
                any ? access_anything(&same, &machine, now) == access_anything(&again, &twin, now)
                    : do_something(&same, &machine, now) == do_something(&again, &twin, now);
        }
        traces &= same_trace();
        ends &= same_machines();
    }
    ok(reads, "a machine with cleared caches reads the same");
    ok(ends && traces, "... and has the same registers and the same trace");
}

static void test_snapshot(void)
{
    struct rng rng = {2};
    uint64_t now = 0;
    bool good = true;

    start(&machine, &log_a, &two_sockets, busy_plan);
    for (unsigned i = 0; i < 100; i++)
        do_something(&rng, &machine, now += rng_bits(&rng, 30));
    memcpy(&twin, &machine, sizeof(twin));
    memcpy(&log_b, &log_a, sizeof(log_b));
    twin.host.self = &log_b;
    for (unsigned i = 0; i < 100; i++) {
        struct rng same = {rng_next(&rng)}, again = same;
        now += rng_bits(&rng, 30);
        good &= do_something(&same, &machine, now) == do_something(&again, &twin, now);
    }
    ok(good && same_trace() && same_machines(),
        "a copy of the machine behaves as the original does");
}

int main(void)
{
    test_lazy_and_eager();
    test_forgetful();
    test_snapshot();
    return done_testing();
}
