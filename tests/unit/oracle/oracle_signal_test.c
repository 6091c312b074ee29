/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle's reader of traffic and its sums: against figures typed by hand,
 * and against their definition, cycle by cycle. */
#include "oracle/snbep/box.h"
#include "oracle/snbep/traffic.h"
#include "oracle/traffic/flow.h"
#include "tests/rng.h"
#include "tests/tap.h"

#define DCLK 800000000u

/* ---- amounts ---- */

static const struct {
    const char *text;
    unsigned bytes;
    struct oracle_amount amount;
} amounts[] = {
    {"off", 64, {.kind = ORACLE_OFF}},
    {"0/s", 0, {.kind = ORACLE_RATE, .rate = 0}},
    {"12345678/s", 64, {.kind = ORACLE_RATE, .rate = 12345678}},
    {"3k/s", 0, {.kind = ORACLE_RATE, .rate = 3000}},
    {"100M/s", 64, {.kind = ORACLE_RATE, .rate = 100000000}},
    {"1G/s", 0, {.kind = ORACLE_RATE, .rate = 1000000000}},
    {"64 kB/s", 64, {.kind = ORACLE_RATE, .rate = 1000}},
    {"25 GB/s", 64, {.kind = ORACLE_RATE, .rate = 390625000}},
    {"2560 MiB/s", 64, {.kind = ORACLE_RATE, .rate = 41943040}},
    {"1 GiB/s", 64, {.kind = ORACLE_RATE, .rate = 16777216}},
    {"1KiB/s", 64, {.kind = ORACLE_RATE, .rate = 16}},
    {"25%", 0, {.kind = ORACLE_SHARE, .rate = 250000}},
    {"12.5%", 0, {.kind = ORACLE_SHARE, .rate = 125000}},
    {"0.0001%", 0, {.kind = ORACLE_SHARE, .rate = 1}},
    {"100.0000%", 0, {.kind = ORACLE_SHARE, .rate = 1000000}},
    {"level 8", 0, {.kind = ORACLE_LEVEL, .level = 8}},
    {"level 8 for 100 of 1000 cycles", 0,
        {.kind = ORACLE_BURST, .level = 8, .on = 100, .period = 1000}},
};

static void read_amounts(void)
{
    static const char *const wrong[] = {"", "100", "100 M", "1 MiB/s", "100.1%", "level",
        "level 8 for 100 of 1000", "level 8 for 100 of 1000 cycles more", "level 8 more", "many"};
    struct oracle_amount got;

    for (size_t i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++) {
        const struct oracle_amount *a = &amounts[i].amount;

        is_str(oracle_amount(amounts[i].text, amounts[i].bytes, &got), NULL, "%s", amounts[i].text);
        is_u64(got.kind, a->kind, "%s: kind", amounts[i].text);
        is_u64(got.rate, a->rate, "%s: rate", amounts[i].text);
        is_u64(got.level, a->level, "%s: level", amounts[i].text);
        ok(got.on == a->on && got.period == a->period, "%s: burst", amounts[i].text);
    }
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        ok(oracle_amount(wrong[i], 0, &got), "not an amount: '%s'", wrong[i]);
    ok(oracle_amount("1 kB/s", 64, &got), "1000 bytes are not whole cachelines");
}

/* ---- plans ---- */

static struct oracle_plan plan;

static const char *read_plan(const char *const *lines)
{
    const char *wrong = NULL;

    memset(&plan, 0, sizeof(plan));
    for (; !wrong && *lines; lines++)
        wrong = oracle_plan_line(&plan, *lines);
    return wrong;
}

/* PMON_CTR0 is register 0 of oracle_imc, PMON_FIXED_CTR 4, PMON_CTL0 5. */
static void read_moments(void)
{
    static const char *const lines[] = {"# none", "", "at boot", "at step 3 + 300ms",
        "at end of step 2 # so", "  at read 2 of imc0.PMON_CTR0",
        "at write 1 of s1.imc3.pmon_ctl2 in step 7 + 10us", NULL};
    static const struct oracle_anchor expected[] = {
        {.kind = ORACLE_AT_BOOT},
        {.kind = ORACLE_AT_STEP, .step = 3, .delay = 300000000},
        {.kind = ORACLE_AT_END, .step = 2},
        {.kind = ORACLE_AT_READ, .nth = 2, .reg = 0},
        {.kind = ORACLE_AT_WRITE,
            .nth = 1,
            .block = ORACLE_MAX_BOXES + 3, /* socket 1's channel 3 */
            .reg = 7,
            .step = 7,
            .delay = 10000},
    };

    is_str(read_plan(lines), NULL, "moments are read");
    is_u64(plan.moments.n_anchors, 5, "five of them");
    for (unsigned i = 0; i < 5; i++) {
        const struct oracle_anchor *got = &plan.moments.anchors[i], *e = &expected[i];

        ok(got->kind == e->kind && got->step == e->step && got->block == e->block &&
                got->reg == e->reg && got->nth == e->nth && got->delay == e->delay,
            "%s", lines[2 + i]);
    }
}

static void read_entries(void)
{
    static const char *const lines[] = {"at step 1", "imc2 CAS_COUNT.WR_RMM 100M/s",
        "s1.imc0 power_cke_cycles.rank7 25%", "imc0.PMON_CTR1 = 0xffffffffff00",
        "imc1.PMON_FIXED_CTR += 16", "fault imc0.PMON_CTR0 flips 3 bits seed 5", "at step 2",
        "imc3 RPQ_OCCUPANCY level 8 for 100 of 1000 cycles", NULL};
    const struct oracle_entry *e = plan.entries;

    is_str(read_plan(lines), NULL, "entries are read");
    is_u64(plan.moments.n_entries, 6, "six of them");
    ok(e[0].box == 2 && oracle_imc.events[e[0].event].code == 4 && e[0].part.unit == 3,
        "CAS_COUNT's fourth bit");
    ok(e[1].socket == 1 && oracle_imc.events[e[1].event].code == 0x83 && e[1].part.unit == 7,
        "a rank, in any case");
    ok(e[2].kind == ORACLE_PRESET && e[2].reg == 1 && e[2].value == 0xffffffffff00, "set");
    ok(e[3].kind == ORACLE_JUMP && e[3].reg == 4 && e[3].value == 16, "jump");
    ok(e[4].kind == ORACLE_FAULT && plan.moments.anchor_of[4] == 0, "a fault is an entry");
    ok(plan.moments.anchor_of[5] == 1 && e[5].part.amount.kind == ORACLE_BURST,
        "the next moment's");
}

static void refuse_lines(void)
{
    static const char *const wrong[] = {"at", "at step", "at read 1 of imc0", "at step 1 + 3h",
        "at step 1 2", "imc4 ACT_COUNT 1/s", "imc0 CAS_COUNT 1/s", "imc0 CAS_COUNT.RD 1/s",
        "imc0 ACT_COUNT.RD 1/s", "imc0.PMON_CTR4 = 1", "imc0.PMON_CTR0 = x", "imc0 NOTHING 1/s"};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *const lines[] = {"at boot", wrong[i], NULL};

        ok(read_plan(lines), "not read: %s", wrong[i]);
    }
    ok(read_plan((const char *const[]){"imc0 ACT_COUNT 1/s", NULL}), "no entry before a moment");
}

/* ---- sums by hand ---- */

/* A signal of the event with @code on DCLK, with the traffic @text from cycle 0
 * on. */
static struct oracle_signal signal_of(uint8_t code, unsigned sub, const char *text)
{
    struct oracle_signal s;
    struct oracle_amount amount;

    oracle_signal_begin(&s, &oracle_imc, (unsigned)oracle_event_coded(&oracle_imc, code), DCLK);
    if (text) {
        oracle_amount(text, 64, &amount);
        ok(oracle_signal_change(&s, 0, DCLK, &(struct oracle_part){.unit = sub, .amount = amount}),
            "event %02x can see %s", code, text);
    }
    return s;
}

static const struct {
    uint8_t code;
    unsigned sub;
    const char *text;
    struct oracle_ask ask;
    uint64_t from, to, count;
} sums[] = {
    /* A rate is exact in any whole second. */
    {4, 0, "100M/s", {.code = 4, .umask = 3}, 0, DCLK, 100000000},
    {4, 0, "100M/s", {.code = 4, .umask = 3}, 12345, 12345 + 3ull * DCLK, 300000000},
    {4, 0, "12345678/s", {.code = 4, .umask = 1}, 7, 7 + 1000ull * DCLK, 12345678000},
    {4, 0, "2560 MiB/s", {.code = 4, .umask = 0xf}, 99, 99 + (uint64_t)DCLK, 41943040},
    /* Other sub-events, and none */
    {4, 2, "100M/s", {.code = 4, .umask = 3}, 0, DCLK, 0},
    {4, 2, "100M/s", {.code = 4, .umask = 0xc}, 0, DCLK, 100000000},
    {4, 0, "100M/s", {.code = 4, .umask = 0}, 0, DCLK, 0},
    /* Without sub-events a umask means nothing. */
    {1, 0, "8M/s", {.code = 1, .umask = 0}, 0, DCLK, 8000000},
    {1, 0, "8M/s", {.code = 1, .umask = 0xff}, 0, DCLK, 8000000},
    /* The clock, and the mode without any other */
    {0, 0, NULL, {.code = 0}, 5, 1005, 1000},
    {0, 0, NULL, {.fixed = true}, 5, 1005, 1000},
    {7, 1, "12.5%", {.code = 7, .umask = 2}, 0, DCLK, 100000000},
    {7, 1, "12.5%", {.code = 7, .umask = 1}, 0, DCLK, 700000000},
    {7, 1, "12.5%", {.code = 7, .umask = 3}, 17, 1017, 1000},
/* 8 entries in 100 of 1000 cycles, in 10 periods from cycle 0 on */
#define BURST "level 8 for 100 of 1000 cycles"
    {0x80, 0, BURST, {.code = 0x80}, 0, 10000, 8000},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1}, 0, 10000, 1000},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 8}, 0, 10000, 1000},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 9}, 0, 10000, 0},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .invert = true}, 0, 10000, 9000},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 9, .invert = true}, 0, 10000, 10000},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .edge = true}, 0, 10000, 10},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .edge = true}, 1, 10001, 10},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .edge = true}, 1, 10000, 9},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .invert = true, .edge = true}, 0, 10000, 10},
    {0x80, 0, BURST, {.code = 0x80, .thresh = 1, .invert = true, .edge = true}, 101, 10100, 9},
    {0x80, 0, BURST, {.code = 0x80, .invert = true, .edge = true}, 0, 10000, 8000},
    {0x80, 0, BURST, {.code = 0x11}, 50, 1050, 100},
    {0x80, 0, BURST, {.code = 0x12}, 0, 10000, 0},
    {0x81, 0, "level 32", {.code = 0x22}, 3, 103, 100},
    {0x81, 0, "level 31", {.code = 0x22}, 3, 103, 0},
    {0x81, 0, "level 32", {.code = 0x81}, 3, 103, 3200},
    /* True from the first cycle on: one edge, in that cycle */
    {0x81, 0, "level 1", {.code = 0x81, .thresh = 1, .edge = true}, 0, 100, 1},
    {0x81, 0, "level 1", {.code = 0x81, .thresh = 1, .edge = true}, 1, 100, 0},
};

static void by_hand(void)
{
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
        struct oracle_signal s = signal_of(sums[i].code, sums[i].sub, sums[i].text);

        is_u64(oracle_signal_count(&s, &sums[i].ask, sums[i].from, sums[i].to), sums[i].count,
            "row %zu: %s", i, sums[i].text ? sums[i].text : "no traffic");
        oracle_signal_end(&s);
    }
}

static void cycles(void)
{
    is_u64(oracle_cycles(DCLK, 1), 0, "0.8 cycles are 0");
    is_u64(oracle_cycles(DCLK, 1250), 1000, "1.25 us at 800 MHz");
    is_u64(oracle_cycles(666666667, 3000000000), 2000000001, "three seconds of an odd clock");
    is_u64(oracle_cycles(DCLK, UINT64_C(3600000000000000)), UINT64_C(2880000000000000),
        "a thousand hours");
}

/* 13 points: golden section 8, prime to it. */
static void steps(void)
{
    is_u64(oracle_even_step(1), 0, "one point");
    is_u64(oracle_even_step(2), 1, "two");
    is_u64(oracle_even_step(13), 8, "thirteen");
    is_u64(oracle_even_step(10), 7, "ten points: 6 is not coprime to it");
}

/* ---- by the definition ---- */

static struct oracle_amount random_amount(
    struct rng *rng, const struct oracle_event *event, bool burst, uint32_t hz)
{
    unsigned most = event->rule == ORACLE_ANY ? 1 : event->max;
    uint32_t period = 20;

    if (rng_one_in(rng, 4))
        return (struct oracle_amount){.kind = ORACLE_OFF};
    if (burst)
        return (struct oracle_amount){.kind = ORACLE_BURST,
            .level = 1 + (uint32_t)rng_below(rng, most),
            .on = (uint32_t)rng_below(rng, period),
            .period = period};
    if (most > 1 && rng_one_in(rng, 2))
        return (struct oracle_amount){
            .kind = ORACLE_LEVEL, .level = 1 + (uint32_t)rng_below(rng, most)};
    return (struct oracle_amount){.kind = ORACLE_RATE, .rate = rng_below(rng, hz / 2)};
}

static void random_changes(struct rng *rng, struct oracle_signal *s, uint32_t hz)
{
    uint64_t cycle = 0;
    bool burst = rng_one_in(rng, 2);

    for (unsigned i = 0; i < 6; i++) {
        struct oracle_amount amount = random_amount(rng, s->event, burst, hz);

        oracle_signal_change(s, cycle, hz,
            &(struct oracle_part){
                .unit = s->event->subs ? (unsigned)rng_below(rng, 4) : 0, .amount = amount});
        cycle += rng_below(rng, 60);
    }
}

/* Slow clocks, so that circles are small and seconds short. */
static void by_definition(void)
{
    struct rng rng = {20120301};
    unsigned n_wrong = 0, n_counted = 0;

    for (unsigned i = 0; i < 20000; i++) {
        const struct oracle_event *event = &oracle_imc.events[rng_below(&rng, oracle_imc.n_events)];
        struct oracle_ask ask = {.code = event->code,
            .umask = (uint8_t)rng_next(&rng),
            .thresh = (uint8_t)(rng_one_in(&rng, 2) ? 0 : rng_below(&rng, 5)),
            .invert = rng_one_in(&rng, 2),
            .edge = rng_one_in(&rng, 2)};
        uint32_t hz = 2 + (uint32_t)rng_below(&rng, 97);
        uint64_t from = rng_below(&rng, 300), to = from + rng_below(&rng, 300), sum = 0, got;
        struct oracle_signal s;

        oracle_signal_begin(&s, &oracle_imc,
            (unsigned)oracle_event_coded(&oracle_imc, event->queue ? event->queue : event->code),
            hz);
        random_changes(&rng, &s, hz);
        for (uint64_t cycle = from; cycle < to; cycle++)
            sum += oracle_signal_adds(&s, &ask, cycle);
        got = oracle_signal_count(&s, &ask, from, to);
        n_wrong += got != sum;
        n_counted += sum > 0;
        oracle_signal_end(&s);
    }
    is_u64(n_wrong, 0, "20000 sums equal their cycles, added one by one");
    ok(n_counted > 5000, "%u of these are not 0", n_counted);
}

int main(void)
{
    read_amounts();
    read_moments();
    read_entries();
    refuse_lines();
    by_hand();
    cycles();
    steps();
    by_definition();
    return done_testing();
}
