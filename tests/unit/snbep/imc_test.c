/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A channel monitor at work: freezing, wrapping, sequences of real drivers, and
 * reads without effects. */
#include "models/sim/clock.h"
#include "tests/imc_box.h"
#include "tests/rng.h"

/* ---- freeze ---- */

static void test_freeze(void)
{
    for (unsigned i = 0; i < 8; i++) {
        enum imc_mode mode = i & 4 ? IMC_GUIDE : IMC_SILICON;
        uint32_t ctl = (i & 1 ? FRZ : 0) | (i & 2 ? FRZ_EN : 0);
        bool frozen = (i & 3) == 3;
        struct imc_box box;
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, mode, ONE_GHZ);
        control(&box, 0, 0, EN);
        imc_write(&box, 0, AT_FIXED_CTL, 4, EN);
        imc_write(&box, 1000, AT_BOX_CTL, 4, ctl);
        ok(box_frozen(&box.box) == frozen && counter(&box, 3000, 0) == (frozen ? 1000 : 3000) &&
                fixed(&box, 3000) == (frozen ? 1000 : 3000),
            "%s, frz_en %u, frz %u: %s", mode == IMC_GUIDE ? "guide" : "silicon", i >> 1 & 1, i & 1,
            frozen ? "is frozen" : "counts");
    }
}

static void test_frozen_contents(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    control(&box, 0, 1, EN);
    imc_write(&box, 100, AT_BOX_CTL, 4, FRZ_EN | FRZ);
    is_u64(imc_read(&box, 200, AT_CTL0 + 4, 4), EN, "a frozen box keeps its controls");
    imc_write(&box, 300, AT_CTR0, 8, 77);
    control(&box, 300, 0, EN);
    is_u64(counter(&box, 400, 0), 77, "counters and controls can be written while frozen");
    imc_write(&box, 500, AT_BOX_CTL + 1, 1, 0);
    is_u64(counter(&box, 600, 0), 177, "a byte write that clears frz resumes it");
    is_u64(counter(&box, 600, 1), 200, "... from the frozen counts");
    imc_write(&box, 600, AT_BOX_CTL + 1, 1, 1);
    is_u64(counter(&box, 700, 0), 177, "... and one that sets frz freezes it again");
    imc_write(&box, 700, AT_BOX_CTL + 2, 1, 0);
    is_u64(counter(&box, 800, 0), 277, "frz alone, with frz_en cleared, does not freeze");
}

/* ---- wrap ---- */

static void test_wrap(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    for (unsigned i = 0; i < 4; i++) {
        imc_write(&box, 0, AT_CTR0 + 8 * i, 4, 0xfffffff0 - i);
        imc_write(&box, 0, AT_CTR0 + 8 * i + 4, 4, 0xffffffff);
        control(&box, 0, i, EN);
    }
    imc_write(&box, 0, AT_FIXED_CTR, 8, WRAP - 32);
    imc_write(&box, 0, AT_FIXED_CTL, 4, EN);
    is_u64(counter(&box, 15, 0), WRAP - 1, "the maximum");
    is_u64(imc_read(&box, 15, AT_STATUS, 4), 0, "... is not an overflow yet");
    is_u64(counter(&box, 16, 0), 0, "0 comes after it");
    is_u64(imc_read(&box, 16, AT_STATUS, 4), 2, "... and is an overflow of counter 0: bit 1");
    is_u64(counter(&box, 116, 0), 100, "the counter continues");
    is_u64(imc_read(&box, 31, AT_STATUS, 4), 0x1f, "time going backwards has no effect");
    is_u64(imc_read(&box, 116, AT_CTR0 + 4, 4), 0, "the reserved bits stay 0");
}

static void test_status(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    for (unsigned i = 0; i < 4; i++) {
        imc_write(&box, 0, AT_CTR0 + 8 * i, 8, WRAP - 10 * (i + 1));
        control(&box, 0, i, EN);
    }
    imc_write(&box, 0, AT_FIXED_CTR, 8, WRAP - 50);
    imc_write(&box, 0, AT_FIXED_CTL, 4, EN);
    is_u64(imc_read(&box, 10, AT_STATUS, 4), 0x02, "overflow bits: counter 0");
    is_u64(imc_read(&box, 20, AT_STATUS, 4), 0x06, "counter 1");
    is_u64(imc_read(&box, 30, AT_STATUS, 4), 0x0e, "counter 2");
    is_u64(imc_read(&box, 40, AT_STATUS, 4), 0x1e, "counter 3");
    is_u64(imc_read(&box, 49, AT_STATUS, 4), 0x1e, "not yet");
    is_u64(imc_read(&box, 50, AT_STATUS, 4), 0x1f, "the fixed counter");
    imc_write(&box, 60, AT_STATUS, 4, 0x05);
    is_u64(imc_read(&box, 70, AT_STATUS, 4), 0x1a, "only writing 1 clears");
    imc_write(&box, 70, AT_STATUS, 4, UINT32_MAX);
    is_u64(imc_read(&box, 10000, AT_STATUS, 4), 0, "cleared bits stay 0 until the next overflow");
}

/* ---- Linux, access by access (uncore_snbep.c, as listed in the facts) ---- */

/* Each access is @gap ns after the previous one. */
struct linux_driver {
    struct imc_box *box;
    uint64_t now, gap;
};

static uint64_t linux_read(struct linux_driver *d, uint32_t offset)
{
    d->now += d->gap;
    return imc_read(d->box, d->now, offset, 4);
}

static void linux_write(struct linux_driver *d, uint32_t offset, uint32_t value)
{
    d->now += d->gap;
    imc_write(d->box, d->now, offset, 4, value);
}

static void linux_disable(struct linux_driver *d)
{
    linux_write(d, AT_BOX_CTL, (uint32_t)linux_read(d, AT_BOX_CTL) | 0x100);
}

static void linux_enable(struct linux_driver *d)
{
    linux_write(d, AT_BOX_CTL, (uint32_t)linux_read(d, AT_BOX_CTL) & ~0x100u);
}

static uint64_t linux_counter(struct linux_driver *d, uint32_t offset)
{
    uint64_t low = linux_read(d, offset);

    return low | linux_read(d, offset + 4) << 32;
}

/* Counter 4 is the fixed one. */
static uint32_t counter_offset(unsigned i)
{
    return i == 4 ? 0xd0 : 0xa0 + 8 * i;
}

static void linux_start(struct linux_driver *d, unsigned i, uint32_t config)
{
    if (i == 4)
        linux_write(d, 0xf0, 0x400000);
    else
        linux_write(d, 0xd8 + 4 * i, config | 0x400000);
}

static void linux_stop(struct linux_driver *d, unsigned i, uint32_t config)
{
    if (i == 4)
        linux_write(d, 0xf0, 0);
    else
        linux_write(d, 0xd8 + 4 * i, config);
}

static const uint32_t linux_configs[5] = {0x0304, 0x0c04, 0x0000, 0x0001, 0x00ff};
enum { N_CONFIGS = sizeof(linux_configs) / sizeof(linux_configs[0]) };

/* One `perf stat` of @ns virtual ns. The counters start from their last values.
 * @counts gets the five differences in 48 bits, computed as by the driver. */
static void linux_measure(struct linux_driver *d, uint64_t ns, uint64_t counts[N_CONFIGS])
{
    uint64_t before[N_CONFIGS];

    linux_disable(d);
    for (unsigned i = 0; i < N_CONFIGS; i++) {
        before[i] = linux_counter(d, counter_offset(i));
        linux_start(d, i, linux_configs[i]);
    }
    linux_enable(d);
    d->now += ns;
    linux_disable(d);
    for (unsigned i = 0; i < N_CONFIGS; i++) {
        linux_stop(d, i, linux_configs[i]);
        counts[i] = (linux_counter(d, counter_offset(i)) - before[i]) & (WRAP - 1);
    }
    linux_enable(d);
}

static void linux_box(struct imc_box *box, struct linux_driver *d, enum imc_mode mode, uint64_t gap)
{
    imc_reset(box, mode, DDR3_1600);
    drive(box, 0, "CAS_COUNT", "RD_REG", "120M/s");
    drive(box, 0, "CAS_COUNT", "WR_WMM", "64 MB/s");
    drive(box, 0, "ACT_COUNT", NULL, "10%");
    for (unsigned i = 0; i < N_CONFIGS; i++)
        imc_write(box, 0, counter_offset(i), 8, WRAP - 1000000 * i);
    *d = (struct linux_driver){box, 123456789, gap};
    linux_write(d, AT_BOX_CTL, 0x10003);
}

static void test_linux(void)
{
    for (unsigned mode = 0; mode < IMC_N_MODES; mode++) {
        uint64_t counts[N_CONFIGS];
        struct linux_driver d;
        struct imc_box box;
        const char *name = mode == IMC_GUIDE ? "guide" : "silicon";
        linux_box(&box, &d, (enum imc_mode)mode, 0);
        for (unsigned i = 0; i < N_CONFIGS; i++)
            imc_write(&box, d.now, counter_offset(i), 8, WRAP - 1000000 * i - 1);
        linux_measure(&d, 3 * SECOND, counts);
        is_u64(counts[0], 360000000, "%s, Linux counts reads of three seconds", name);
        is_u64(counts[1], 3000000, "... writes, through a wrap");
        is_u64(counts[2], 3 * (uint64_t)DDR3_1600, "... the clock as event 00");
        is_u64(counts[3], 240000000, "... activations");
        is_u64(counts[4], counts[2], "... and the fixed counter advances as event 00 does");
        linux_measure(&d, SECOND, counts);
        is_u64(counts[0], 120000000, "... and again, without a reset between");
    }
}

/* If time passes between accesses, counting lasts from the enabling write to
 * the freezing one. */
static void test_linux_gaps(void)
{
    uint64_t counts[N_CONFIGS];
    struct linux_driver d;
    struct imc_box box;

    linux_box(&box, &d, IMC_SILICON, 5 * 1000);
    linux_measure(&d, SECOND, counts);
    /* After the enabling write: the second write, and disable's read and write,
     * 5 us each. */
    is_u64(
        counts[4], (SECOND + 10000) * 8 / 10, "frozen while Linux sets up and reads: exact cycles");
    is_u64(counts[2], counts[4], "... of both clocks");
    linux_box(&box, &d, IMC_GUIDE, 5 * 1000);
    linux_measure(&d, SECOND, counts);
    /* From a control's first write to its second there are 17 accesses, for
     * every control. */
    is_u64(counts[4], (SECOND + 85000) * 8 / 10,
        "guide: frz alone does not freeze; a control's write starts");
    is_u64(counts[2], counts[4], "... both clocks alike");
}

/* ---- looks have no effects ---- */

static uint32_t some_control(struct rng *rng)
{
    static const uint32_t events[] = {
        0x00, 0x01, 0x0304, 0x0c04, 0x0f04, 0x0107, 0x80, 0x81, 0x11, 0x22, 0xff};

    return events[rng_below(rng, sizeof(events) / sizeof(events[0]))] |
           (rng_one_in(rng, 2) ? THRESH(rng_below(rng, 5)) : 0) |
           (rng_one_in(rng, 3) ? INVERT : 0) | (rng_one_in(rng, 3) ? EDGE : 0) |
           (rng_one_in(rng, 8) ? 0 : EN);
}

static void some_traffic(struct rng *rng, struct imc_box *box, uint64_t now)
{
    static const struct {
        const char *event, *sub, *amount;
    } traffic[] = {
        {"CAS_COUNT", "RD_REG", "120M/s"},
        {"CAS_COUNT", "RD_REG", "off"},
        {"CAS_COUNT", "WR_RMM", "123457/s"},
        {"ACT_COUNT", NULL, "33.33%"},
        {"MAJOR_MODES", "WRITE", "40%"},
        {"RPQ_OCCUPANCY", NULL, "level 3 for 11 of 37 cycles"},
        {"RPQ_OCCUPANCY", NULL, "level 2"},
        {"WPQ_OCCUPANCY", NULL, "level 32 for 1 of 100 cycles"},
        {"WPQ_OCCUPANCY", NULL, "off"},
    };
    unsigned i = (unsigned)rng_below(rng, sizeof(traffic) / sizeof(traffic[0]));

    drive(box, now, traffic[i].event, traffic[i].sub, traffic[i].amount);
}

/* Does one random action on @box at @now. */
static void act(struct rng *rng, struct imc_box *box, uint64_t now)
{
    unsigned i = (unsigned)rng_below(rng, 5);

    switch (rng_below(rng, 6)) {
    case 0:
    case 1:
        some_traffic(rng, box, now);
        break;
    case 2:
        control(box, now, i % 4, some_control(rng));
        break;
    case 3:
        imc_write(
            box, now, counter_offset(i), 8, rng_one_in(rng, 2) ? WRAP - rng_bits(rng, 30) : 0);
        break;
    case 4:
        imc_write(box, now, AT_FIXED_CTL, 4, rng_one_in(rng, 4) ? 0 : EN | FIXED_RST);
        break;
    case 5:
        imc_write(box, now, AT_BOX_CTL, 4, rng_one_in(rng, 3) ? FRZ_EN | FRZ : FRZ_EN);
        break;
    }
}

static bool same_state(const struct imc_box *a, const struct imc_box *b)
{
    for (unsigned i = 0; i < IMC_N_REGS; i++)
        if (a->box.values[i] != b->box.values[i]) {
            printf("# %s: %" PRIx64 " and %" PRIx64 "\n", box_bank(&a->box)->regs[i].name,
                a->box.values[i], b->box.values[i]);
            return false;
        }
    return a->box.cycle == b->box.cycle;
}

static void test_polling(void)
{
    struct rng rng = {1};
    bool good = true;

    for (unsigned i = 0; i < 300 && good; i++) {
        struct imc_box quiet, polled;
        uint64_t now = 0;
        tap_scribble(&quiet, sizeof(quiet));
        imc_reset(&quiet, IMC_SILICON, i % 2 ? DDR3_1600 : 900000000);
        polled = quiet;
        for (unsigned j = 0; j < 20; j++) {
            struct rng same = {rng_next(&rng)}, again = same;
            uint64_t next = now + rng_bits(&rng, 34);
            for (unsigned polls = (unsigned)rng_below(&rng, 10); polls; polls--)
                imc_read(&polled, now + rng_below(&rng, next - now + 1),
                    (uint32_t)rng_below(&rng, 0x100), 1 + (unsigned)rng_below(&rng, 8));
            now = next;
            act(&same, &quiet, now);
            act(&again, &polled, now);
        }
        imc_advance(&quiet, now + SECOND);
        imc_advance(&polled, now + SECOND);
        good = same_state(&quiet, &polled);
    }
    ok(good, "random polls, also backwards in time, change no final register");
}

static void test_snapshot(void)
{
    struct rng rng = {2};
    struct imc_box box, copy;
    uint64_t now = 0;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, DDR3_1600);
    for (unsigned i = 0; i < 200; i++)
        act(&rng, &box, now += rng_bits(&rng, 30));
    memcpy(&copy, &box, sizeof(box));
    struct rng same = rng;
    for (unsigned i = 0; i < 200; i++) {
        uint64_t next = now + rng_bits(&same, 30);
        rng_bits(&rng, 30);
        act(&same, &box, next);
        act(&rng, &copy, next);
        now = next;
    }
    ok(same_state(&box, &copy), "a copy of the struct behaves as the original does");
}

/* A counter's steps compared with a simulation that asks for one cycle at a
 * time. */
static void test_cycle_by_cycle(void)
{
    struct rng rng = {3};
    bool good = true;

    for (unsigned i = 0; i < 100 && good; i++) {
        struct imc_box box, slow;
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, IMC_SILICON, ONE_GHZ);
        for (unsigned j = 0; j < 3; j++)
            some_traffic(&rng, &box, 0);
        for (unsigned c = 0; c < 4; c++)
            control(&box, rng_below(&rng, 20), c, some_control(&rng));
        slow = box;
        for (uint64_t now = 20; now < 300; now++)
            imc_advance(&slow, now);
        imc_advance(&box, 299);
        good = same_state(&box, &slow);
    }
    ok(good, "advancing by single cycles and at once is the same");
}

/* ---- the next overflow ---- */

static struct imc_box box_near_overflow(struct rng *rng)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, rng_one_in(rng, 2) ? DDR3_1600 : UINT32_C(3000000000));
    for (unsigned i = 0; i < 4; i++)
        some_traffic(rng, &box, rng_bits(rng, 20));
    for (unsigned i = 0; i < 5; i++)
        imc_write(&box, 2000000, counter_offset(i), 8, WRAP - 1 - rng_bits(rng, 33));
    for (unsigned i = 0; i < 4; i++)
        control(&box, 2000000, i, some_control(rng));
    imc_write(&box, 2000000, AT_FIXED_CTL, 4, rng_one_in(rng, 2) ? EN : 0);
    if (rng_one_in(rng, 10))
        imc_write(&box, 2000000, AT_BOX_CTL, 4, FRZ_EN | FRZ);
    return box;
}

static uint64_t status_at(const struct imc_box *box, uint64_t now)
{
    struct imc_box copy = *box;

    return imc_read(&copy, now, AT_STATUS, 4);
}

static void test_next_overflow(void)
{
    struct rng rng = {4};
    bool before = true, at = true, never = true;
    unsigned nevers = 0;

    for (unsigned i = 0; i < 600; i++) {
        struct imc_box box = box_near_overflow(&rng);
        uint64_t horizon = 2000000 + rng_bits(&rng, 36), when = imc_next_overflow(&box, horizon);
        if (when == SIM_NEVER) {
            nevers++;
            never &= !status_at(&box, horizon);
            continue;
        }
        before &= !status_at(&box, when - 1);
        at &= status_at(&box, when) && when <= horizon;
    }
    ok(before, "at the ns before the next overflow, nothing has overflowed");
    ok(at, "at the ns itself, something has overflowed");
    ok(never && nevers, "if no overflow is predicted, none comes before the horizon");
}

/* A box asked after each of 60 changes, against a copy that searches anew. */
static void test_remembered_overflows(void)
{
    struct rng rng = {11};
    bool same = true;
    unsigned found = 0;

    for (unsigned i = 0; i < 200 && same; i++) {
        struct imc_box box = box_near_overflow(&rng);
        uint64_t now = 2000000;

        for (unsigned j = 0; j < 60 && same; j++) {
            now += rng_one_in(&rng, 2) ? rng_bits(&rng, 30) : rng_below(&rng, 50);
            if (rng_one_in(&rng, 4))
                imc_preset(&box, now, (unsigned)rng_below(&rng, IMC_N_COUNTERS + 1), WRAP - 1);
            else
                act(&rng, &box, now);
            struct imc_box copy = box;
            memset(copy.box.overflow, 0, sizeof(copy.box.overflow));
            uint64_t horizon = now + rng_bits(&rng, 36), when = imc_next_overflow(&copy, horizon);
            same = imc_next_overflow(&box, horizon) == when;
            found += when != SIM_NEVER;
        }
    }
    ok(same && found > 1000, "a box's stored overflows match a new search");
}

static void test_overflow_by_hand(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, DDR3_1600);
    is_u64(imc_next_overflow(&box, UINT64_C(1) << 60), SIM_NEVER, "nothing counts: never");
    imc_write(&box, 1000, AT_FIXED_CTR, 8, WRAP - 3);
    imc_write(&box, 1000, AT_FIXED_CTL, 4, EN);
    is_u64(imc_next_overflow(&box, SECOND), 1004,
        "three cycles of 1.25 ns: 3.75 ns, so at the fourth");
    is_u64(imc_next_overflow(&box, 1003), SIM_NEVER, "not before the horizon");
    imc_write(&box, 1000, AT_BOX_CTL, 4, FRZ_EN | FRZ);
    is_u64(imc_next_overflow(&box, SECOND), SIM_NEVER, "frozen: never");
    imc_write(&box, 1000, AT_FIXED_CTR, 8, 0);
    imc_write(&box, 1000, AT_BOX_CTL, 4, 0);
    is_u64(imc_next_overflow(&box, 1000000 * SECOND), 1000 + (WRAP * 5 + 3) / 4,
        "from 0 it takes 97 hours");
    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    drive(&box, 0, "RPQ_OCCUPANCY", NULL, "level 22");
    for (uint64_t left = 1; left <= 66; left++) {
        imc_write(&box, 0, AT_CTR0, 4, (uint32_t)(WRAP - left));
        imc_write(&box, 0, AT_CTR0 + 4, 4, 0xffff);
        control(&box, 0, 0, 0x80 | EN);
        for (uint64_t horizon = 1; horizon <= 4; horizon++)
            is_u64(imc_next_overflow(&box, horizon),
                (left + 21) / 22 <= horizon ? (left + 21) / 22 : SIM_NEVER,
                "22 a cycle, %u left: within %u cycles", (unsigned)left, (unsigned)horizon);
    }
}

/* ---- traffic ---- */

/* Returns the error of the amount, or NULL. Clears @consistent if checking and
 * setting differ, or a refusal changes the box. */
static const char *refusal(
    const struct imc_box *box, const char *event, unsigned sub, const char *text, bool *consistent)
{
    struct traffic_amount amount;
    unsigned index = (unsigned)box_event_named(imc_type.events, event);
    const char *wrong = traffic_parse_amount(text, 64, &amount);
    struct imc_box changed = *box;

    if (wrong)
        return wrong;
    wrong = imc_traffic_set(&changed, 5, index, sub, &amount);
    *consistent &= imc_traffic_check(box, index, sub, &amount) == wrong;
    if (wrong)
        *consistent &= !memcmp(&changed.signals, &box->signals, sizeof(box->signals)) &&
                       same_state(&changed, box);
    return wrong;
}

#define QUEUE  "it follows from the occupancy of its queue: set that instead"
#define NO_SUB "the event has no such sub-event"

static void test_refusals(void)
{
    static const struct {
        const char *event;
        unsigned sub;
        const char *amount, *wrong;
    } cases[] = {
        {"CLOCKTICKS", 0, "1/s", "it counts every cycle, whatever the traffic"},
        {"RPQ_CYCLES_NE", 0, "1/s", QUEUE},
        {"RPQ_CYCLES_FULL", 0, "1/s", QUEUE},
        {"WPQ_CYCLES_NE", 0, "1/s", QUEUE},
        {"WPQ_CYCLES_FULL", 0, "1/s", QUEUE},
        {"MAJOR_MODES", 0, "1/s",
            "it has the cycles that no other sub-event has: set those instead"},
        {"CAS_COUNT", 4, "1/s", NO_SUB},
        {"ACT_COUNT", 1, "1/s", NO_SUB},
        {"DRAM_REFRESH", 0, "1/s", NO_SUB},
        {"RPQ_OCCUPANCY", 0, "level 23", "the level is above the event's maximum per cycle"},
        {"WPQ_OCCUPANCY", 0, "level 33", "the level is above the event's maximum per cycle"},
        {"POWER_CHANNEL_PPD", 0, "level 5", "the level is above the event's maximum per cycle"},
        {"POWER_CKE_CYCLES", 3, "level 2", "the level is above the event's maximum per cycle"},
        {"CAS_COUNT", 0, "800000001/s", "it would happen more often than once a cycle"},
        {"CAS_COUNT", 2, "700000001/s",
            "together the sub-events would happen more often than once a cycle"},
        {"CAS_COUNT", 2, "level 1 for 1 of 2 cycles",
            "sub-events of one event must keep one rhythm: all evenly, or all in bursts of one "
            "period"},
        {"ACT_COUNT", 0, "level 1 for 3 of 2 cycles", "a burst must fit its period"},
    };
    struct imc_box box;
    bool consistent = true;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, DDR3_1600);
    drive(&box, 0, "CAS_COUNT", "RD_UNDERFILL", "100M/s");
    imc_advance(&box, 5);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(refusal(&box, cases[i].event, cases[i].sub, cases[i].amount, &consistent),
            cases[i].wrong, "refused: %s %u %s", cases[i].event, cases[i].sub, cases[i].amount);
    is_str(refusal(&box, "RPQ_OCCUPANCY", 0, "level 22", &consistent), NULL,
        "the maximum itself is possible");
    ok(consistent, "check and set agree, and a refusal changes nothing");
}

static void test_traffic_changes(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    control(&box, 0, 0, 0x0f04 | EN);
    drive(&box, 1000, "CAS_COUNT", "RD_REG", "level 1");
    is_u64(counter(&box, 1500, 0), 500, "traffic counts from the moment it is set");
    drive(&box, 2000, "CAS_COUNT", "RD_REG", "off");
    drive(&box, 2000, "CAS_COUNT", "WR_WMM", "level 1");
    is_u64(counter(&box, 2500, 0), 1500, "one replaces the other without a gap");
    drive(&box, 3000, "CAS_COUNT", "WR_WMM", "off");
    is_u64(counter(&box, UINT64_C(1) << 50, 0), 2000, "off stops it");
}

int main(void)
{
    test_freeze();
    test_frozen_contents();
    test_wrap();
    test_status();
    test_linux();
    test_linux_gaps();
    test_polling();
    test_snapshot();
    test_cycle_by_cycle();
    test_overflow_by_hand();
    test_next_overflow();
    test_remembered_overflows();
    test_refusals();
    test_traffic_changes();
    return done_testing();
}
