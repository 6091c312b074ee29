/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amounts of traffic: from text, and into waves. */
#include "models/sim/traffic.h"
#include "tests/rng.h"
#include "tests/tap.h"

enum { HZ = 800000000 };

/* ---- text ---- */

static void test_good_text(void)
{
    static const struct {
        const char *text;
        unsigned bytes;
        struct traffic_amount amount;
    } cases[] = {
        {"off", 0, {.kind = TRAFFIC_OFF}},
        {"0/s", 0, {.kind = TRAFFIC_RATE, .rate = 0}},
        {"17/s", 0, {.kind = TRAFFIC_RATE, .rate = 17}},
        {"17 /s", 0, {.kind = TRAFFIC_RATE, .rate = 17}},
        {"3k/s", 0, {.kind = TRAFFIC_RATE, .rate = 3000}},
        {"120M/s", 0, {.kind = TRAFFIC_RATE, .rate = 120000000}},
        {"120 M/s", 64, {.kind = TRAFFIC_RATE, .rate = 120000000}},
        {"2G/s", 0, {.kind = TRAFFIC_RATE, .rate = 2000000000}},
        {"8kB/s", 64, {.kind = TRAFFIC_RATE, .rate = 125}},
        {"64 MB/s", 64, {.kind = TRAFFIC_RATE, .rate = 1000000}},
        {"8 GB/s", 64, {.kind = TRAFFIC_RATE, .rate = 125000000}},
        {"1 KiB/s", 64, {.kind = TRAFFIC_RATE, .rate = 16}},
        {"1 MiB/s", 64, {.kind = TRAFFIC_RATE, .rate = 16384}},
        {"3GiB/s", 64, {.kind = TRAFFIC_RATE, .rate = 50331648}},
        {"1000000000000000/s", 0, {.kind = TRAFFIC_RATE, .rate = UINT64_C(1000000000000000)}},
        {"0%", 0, {.kind = TRAFFIC_SHARE, .rate = 0}},
        {"25%", 0, {.kind = TRAFFIC_SHARE, .rate = 250000}},
        {"100%", 0, {.kind = TRAFFIC_SHARE, .rate = 1000000}},
        {"12.5%", 0, {.kind = TRAFFIC_SHARE, .rate = 125000}},
        {"0.0001%", 0, {.kind = TRAFFIC_SHARE, .rate = 1}},
        {"99.9999%", 0, {.kind = TRAFFIC_SHARE, .rate = 999999}},
        {"level 8", 0, {.kind = TRAFFIC_LEVEL, .level = 8}},
        {"level 255", 0, {.kind = TRAFFIC_LEVEL, .level = 255}},
        {"level 5 for 30 of 100 cycles", 0,
            {.kind = TRAFFIC_BURST, .level = 5, .on = 30, .period = 100}},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct traffic_amount a = {0};
        const struct traffic_amount *e = &cases[i].amount;
        const char *wrong = traffic_parse_amount(cases[i].text, cases[i].bytes, &a);
        if (!ok(!wrong && a.kind == e->kind && a.rate == e->rate && a.level == e->level &&
                    a.on == e->on && a.period == e->period,
                "'%s'", cases[i].text))
            printf("# %s; kind %d rate %" PRIu64 " level %u on %u period %u\n",
                wrong ? wrong : "no complaint", a.kind, a.rate, a.level, a.on, a.period);
    }
}

#define FORMS      "expected off, N/s (k, M, G), N%, 'level N' or 'level N for ON of PERIOD cycles'"
#define SHARE      "expected a share of at most 100% with at most four decimals"
#define HIGH       "a level is at most 255"
#define NOT_BYTES  "only events that move a cache line are counted in bytes"
#define NOT_LINES  "the rate is not a whole number of cache lines per second"
#define LARGE_RATE "the rate is too large"

static void test_bad_text(void)
{
    static const struct {
        const char *text;
        unsigned bytes;
        const char *wrong;
    } cases[] = {
        {"", 0, FORMS},
        {"of", 0, FORMS},
        {"off ", 0, FORMS},
        {"12", 0, FORMS},
        {"M/s", 0, FORMS},
        {"-5/s", 0, FORMS},
        {"+5/s", 0, FORMS},
        {"5m/s", 0, FORMS},
        {"5 M/s extra", 0, FORMS},
        {"5/min", 0, FORMS},
        {"0x10/s", 0, FORMS},
        {"1000000000000001/s", 0, FORMS},
        {"99999999999999999999999/s", 0, FORMS},
        {"1000000000000000k/s", 0, LARGE_RATE},
        {"2000000 G/s", 0, LARGE_RATE},
        {"101%", 0, SHARE},
        {"100.0001%", 0, SHARE},
        {"1000000000000000%", 0, SHARE},
        {"0.00001%", 0, SHARE},
        {"1.5", 0, SHARE},
        {"1.5/s", 0, SHARE},
        {"5%%", 0, SHARE},
        {"level", 0, FORMS},
        {"level x", 0, FORMS},
        {"level 8 for", 0, FORMS},
        {"level 8 for 3 of 10", 0, FORMS},
        {"level 8 for 3 of 10 cycles more", 0, FORMS},
        {"level 8 for 3 cycles", 0, FORMS},
        {"level -1", 0, FORMS},
        {"level 1 for -5 of -3 cycles", 0, FORMS},
        {"level 256", 0, HIGH},
        {"level 256 for 1 of 2 cycles", 0, HIGH},
        {"64 MB/s", 0, NOT_BYTES},
        {"1 KiB/s", 0, NOT_BYTES},
        {"1 kB/s", 64, NOT_LINES},
        {"1 MB/s", 128, NOT_LINES},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct traffic_amount amount;
        is_str(traffic_parse_amount(cases[i].text, cases[i].bytes, &amount), cases[i].wrong,
            "refused: '%s'", cases[i].text);
    }
}

/* ---- waves ---- */

static struct traffic_amount amount(const char *text)
{
    struct traffic_amount a = {0};
    const char *wrong = traffic_parse_amount(text, 64, &a);

    if (wrong)
        ok(false, "the test's own '%s': %s", text, wrong);
    return a;
}

/* Returns the amount that sub-events @subs of @wave add over [from, to). */
static uint64_t added(const struct wave *wave, uint8_t subs, uint64_t from, uint64_t to)
{
    struct wave_signal signal;

    wave_signal_reset(&signal, wave);
    return wave_signal_count(&signal, &(struct wave_filter){.subs = subs}, from, to);
}

static void test_rates(void)
{
    struct rng rng = {1};
    bool exact = true, share = true;

    for (unsigned i = 0; i < 2000; i++) {
        uint32_t hz = 1 + (uint32_t)rng_below(&rng, UINT32_MAX);
        uint64_t from = rng_bits(&rng, 50), n = rng_bits(&rng, 16);
        struct traffic_amount a = {.kind = TRAFFIC_RATE, .rate = rng_below(&rng, (uint64_t)hz + 1)};
        struct wave wave;
        exact &= !traffic_wave(&a, 1, TRAFFIC_IN_TURN, 1, hz, &wave) &&
                 added(&wave, 1, from, from + n * hz) == n * a.rate;
        a = (struct traffic_amount){.kind = TRAFFIC_SHARE, .rate = rng_below(&rng, 1000001)};
        hz = HZ;
        share &= !traffic_wave(&a, 1, TRAFFIC_IN_TURN, 1, hz, &wave) &&
                 added(&wave, 1, from, from + n * hz) == n * hz / 1000000 * a.rate;
    }
    ok(exact, "a rate is exact over whole seconds from any start");
    ok(share, "a share is exact over any whole seconds");
}

static void test_levels(void)
{
    struct traffic_amount a = amount("level 7");
    struct wave wave;

    ok(!traffic_wave(&a, 1, TRAFFIC_IN_TURN, 22, HZ, &wave), "a level");
    is_u64(added(&wave, 1, 12345, 12345 + 1000), 7000, "occurs in every cycle");
    a = amount("level 5 for 30 of 100 cycles");
    ok(!traffic_wave(&a, 1, TRAFFIC_IN_TURN, 22, HZ, &wave), "a burst");
    is_u64(added(&wave, 1, 0, 30), 150, "occurs in the first cycles of its period");
    is_u64(added(&wave, 1, 30, 100), 0, "and not in the others");
    is_u64(added(&wave, 1, 129, 131), 5, "and again in the next");
    a = amount("level 5 for 1 of 1 cycles");
    ok(!traffic_wave(&a, 1, TRAFFIC_IN_TURN, 22, HZ, &wave),
        "a burst of one cycle in a period of one");
    is_u64(added(&wave, 1, 3, 13), 50, "occurs always");
    a = amount("off");
    ok(!traffic_wave(&a, 1, TRAFFIC_IN_TURN, 1, HZ, &wave), "off");
    is_u64(added(&wave, 0xff, 0, UINT64_C(1) << 60), 0, "never occurs");
}

/* A cycle has at most one of several sub-events that take turns. */
static void test_in_turn(void)
{
    struct traffic_amount a[4] = {amount("100M/s"), amount("off"), amount("300M/s"), amount("50%")};
    const struct wave_filter two = {.subs = 0xff, .thresh = 2};
    struct wave_signal signal;
    struct wave wave;

    ok(!traffic_wave(a, 4, TRAFFIC_IN_TURN, 1, HZ, &wave),
        "sub-events that fill the clock to the last cycle");
    is_u64(added(&wave, 1, 7, 7 + HZ), 100000000, "have separate rates: first");
    is_u64(added(&wave, 4, 7, 7 + HZ), 300000000, "third");
    is_u64(added(&wave, 8, 7, 7 + HZ), 400000000, "fourth");
    is_u64(added(&wave, 2, 7, 7 + HZ), 0, "no traffic is 0");
    is_u64(added(&wave, 0x0f, 7, 7 + HZ), HZ, "together they fill every cycle");
    wave_signal_reset(&signal, &wave);
    is_u64(wave_signal_count(&signal, &two, 0, HZ), 0, "never two in one cycle");
}

static void test_together(void)
{
    struct traffic_amount a[3] = {amount("level 1 for 60 of 100 cycles"),
        amount("level 1 for 60 of 100 cycles"), amount("off")};
    const struct wave_filter any = {.subs = 3, .any = true}, both = {.subs = 3, .thresh = 2};
    struct wave_signal signal;
    struct wave wave;

    ok(!traffic_wave(a, 3, TRAFFIC_TOGETHER, 1, HZ, &wave), "independent sub-events may overlap");
    is_u64(added(&wave, 1, 0, 1000), 600, "the first");
    is_u64(added(&wave, 2, 0, 1000), 600, "the second, across the period's end");
    is_u64(added(&wave, 2, 0, 20), 20, "... at its place");
    wave_signal_reset(&signal, &wave);
    is_u64(wave_signal_count(&signal, &any, 0, 1000), 1000, "either, in 1000 cycles, all in use");
    is_u64(wave_signal_count(&signal, &both, 0, 1000), 200, "both");
}

/* Three times 600 of 1000 points, end to end: the second arc wraps at the
 * circle's end. */
static void test_arcs(void)
{
    static const struct wave_part expected[4] = {
        {0, 600, 1, 0}, {600, 1000, 1, 1}, {0, 200, 1, 1}, {200, 800, 1, 2}};
    struct traffic_amount amounts[3];
    struct wave wave;

    for (unsigned i = 0; i < 3; i++)
        amounts[i] = (struct traffic_amount){.kind = TRAFFIC_RATE, .rate = 600};
    is_str(traffic_wave(amounts, 3, TRAFFIC_TOGETHER, 1, 1000, &wave), NULL,
        "three arcs of 600 of 1000");
    ok(wave.modulus == 1000 && wave.n_parts == 4, "... in four parts");
    for (unsigned i = 0; i < 4 && i < wave.n_parts; i++)
        ok(wave.part[i].from == expected[i].from && wave.part[i].to == expected[i].to &&
                wave.part[i].level == 1 && wave.part[i].sub == expected[i].sub,
            "... from %u to %u", expected[i].from, expected[i].to);
}

static void test_all_together(void)
{
    struct traffic_amount a[WAVE_CROSS];
    struct wave wave;
    bool good = true;

    for (unsigned i = 0; i < WAVE_CROSS; i++)
        a[i] = amount("99.9999%");
    good = !traffic_wave(a, WAVE_CROSS, TRAFFIC_TOGETHER, 1, HZ, &wave);
    for (unsigned i = 0; i < WAVE_CROSS && good; i++)
        good = added(&wave, (uint8_t)(1u << i), 99, 99 + HZ) == HZ - 800;
    ok(good, "eight sub-events at 99.9999%% each, seven of them in two parts");
}

/* 50% of an odd clock is half a cycle less than half, so two halves fit. */
static void test_shares_of_odd_clock(void)
{
    struct traffic_amount halves[2] = {amount("50%"), amount("50%")};
    struct wave wave;

    is_str(traffic_wave(halves, 2, TRAFFIC_IN_TURN, 1, 666666667, &wave), NULL,
        "two halves fit an odd clock");
    is_u64(wave.part[0].to - wave.part[0].from, 333333333,
        "... each rounded down to whole cycles a second");
    is_u64(wave.part[1].to - wave.part[1].from, 333333333, "... and the other");
}

#define RHYTHM                                                                                     \
    "sub-events of one event must keep one rhythm: all evenly, or all in bursts of one period"

static void test_refusals(void)
{
    static const struct {
        const char *text[2];
        enum traffic_sharing sharing;
        unsigned max;
        uint32_t hz;
        const char *wrong;
    } cases[] = {
        {{"800000001/s", "off"}, TRAFFIC_IN_TURN, 1, HZ,
            "it would happen more often than once a cycle"},
        {{"1G/s", "off"}, TRAFFIC_TOGETHER, 1, HZ, "it would happen more often than once a cycle"},
        {{"400M/s", "400000001/s"}, TRAFFIC_IN_TURN, 1, HZ,
            "together the sub-events would happen more often than once a cycle"},
        {{"level 1", "1/s"}, TRAFFIC_IN_TURN, 1, HZ,
            "together the sub-events would happen more often than once a cycle"},
        {{"level 1 for 6 of 10 cycles", "level 1 for 5 of 10 cycles"}, TRAFFIC_IN_TURN, 1, HZ,
            "together the sub-events would happen more often than once a cycle"},
        {{"level 23", "off"}, TRAFFIC_IN_TURN, 22, HZ,
            "the level is above the event's maximum per cycle"},
        {{"level 2 for 1 of 9 cycles", "off"}, TRAFFIC_IN_TURN, 1, HZ,
            "the level is above the event's maximum per cycle"},
        {{"level 1 for 11 of 10 cycles", "off"}, TRAFFIC_IN_TURN, 1, HZ,
            "a burst must fit its period"},
        {{"level 1 for 0 of 0 cycles", "off"}, TRAFFIC_IN_TURN, 1, HZ,
            "a burst must fit its period"},
        {{"1M/s", "level 1 for 1 of 10 cycles"}, TRAFFIC_IN_TURN, 1, HZ, RHYTHM},
        {{"level 1 for 1 of 20 cycles", "level 1 for 1 of 10 cycles"}, TRAFFIC_TOGETHER, 1, HZ,
            RHYTHM},
        {{"1M/s", "level 1 for 5 of 800000000 cycles"}, TRAFFIC_IN_TURN, 1, HZ, RHYTHM},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct traffic_amount a[2] = {amount(cases[i].text[0]), amount(cases[i].text[1])};
        struct wave wave = {.modulus = 77};
        is_str(traffic_wave(a, 2, cases[i].sharing, cases[i].max, cases[i].hz, &wave),
            cases[i].wrong, "refused: %s beside %s", cases[i].text[0], cases[i].text[1]);
        if (wave.modulus != 77)
            ok(false, "... and the wave stays unchanged");
    }
}

int main(void)
{
    test_good_text();
    test_bad_text();
    test_rates();
    test_levels();
    test_in_turn();
    test_together();
    test_arcs();
    test_all_together();
    test_shares_of_odd_clock();
    test_refusals();
    return done_testing();
}
