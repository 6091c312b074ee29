/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A channel's events: the table, typed again from the manual, and the counts of
 * each selected event. */
#include "tests/imc_box.h"
#include "tests/rng.h"

struct typed_event {
    uint8_t code, max;
    const char *name;
    const char *subs; /* "NAME umask NAME umask ..." */
};

#define RANKS "RANK0 01 RANK1 02 RANK2 04 RANK3 08 RANK4 10 RANK5 20 RANK6 40 RANK7 80"

static const struct typed_event typed[] = {
    {0x00, 1, "CLOCKTICKS", ""},
    {0x01, 1, "ACT_COUNT", ""},
    {0x02, 1, "PRE_COUNT", "PAGE_MISS 01 PAGE_CLOSE 02"},
    {0x04, 1, "CAS_COUNT", "RD_REG 01 RD_UNDERFILL 02 RD 03 WR_WMM 04 WR_RMM 08 WR 0c ALL 0f"},
    {0x05, 1, "DRAM_REFRESH", "PANIC 02 HIGH 04"},
    {0x06, 1, "DRAM_PRE_ALL", ""},
    {0x07, 1, "MAJOR_MODES", "READ 01 WRITE 02 PARTIAL 04 ISOCH 08"},
    {0x08, 1, "PREEMPTION", "RD_PREEMPT_RD 01 RD_PREEMPT_WR 02"},
    {0x09, 1, "ECC_CORRECTABLE_ERRORS", ""},
    {0x10, 1, "RPQ_INSERTS", ""},
    {0x11, 1, "RPQ_CYCLES_NE", ""},
    {0x12, 1, "RPQ_CYCLES_FULL", ""},
    {0x20, 1, "WPQ_INSERTS", ""},
    {0x21, 1, "WPQ_CYCLES_NE", ""},
    {0x22, 1, "WPQ_CYCLES_FULL", ""},
    {0x23, 1, "WPQ_READ_HIT", ""},
    {0x24, 1, "WPQ_WRITE_HIT", ""},
    {0x41, 1, "POWER_THROTTLE_CYCLES", RANKS},
    {0x43, 1, "POWER_SELF_REFRESH", ""},
    {0x80, 22, "RPQ_OCCUPANCY", ""},
    {0x81, 32, "WPQ_OCCUPANCY", ""},
    {0x83, 16, "POWER_CKE_CYCLES", RANKS},
    {0x84, 1, "POWER_CHANNEL_DLLOFF", ""},
    {0x85, 4, "POWER_CHANNEL_PPD", ""},
    {0x86, 1, "POWER_CRITICAL_THROTTLE_CYCLES", ""},
};
enum { N_TYPED = sizeof(typed) / sizeof(typed[0]) };

/* ---- the table ---- */

static bool same_subs(const struct box_event *event, const char *subs)
{
    unsigned n = 0, umask;
    char name[32];
    int used;

    for (; sscanf(subs, " %31s %x%n", name, &umask, &used) == 2; subs += used, n++)
        if (box_umask_named(event, name) != (int)umask ||
            strcmp(box_umask_name(event, (uint8_t)umask), name) != 0)
            return false;
    return n == event->n_subs && (n != 0) == (event->subs != NULL);
}

static void test_table(void)
{
    is_u64(imc_type.events->n, N_TYPED, "the same number of events as in the manual");
    for (unsigned i = 0; i < N_TYPED; i++) {
        const struct typed_event *t = &typed[i];
        int index = box_event_coded(imc_type.events, t->code);
        ok(index >= 0 && index == box_event_named(imc_type.events, t->name) &&
                imc_type.events->rows[index].max == t->max &&
                same_subs(&imc_type.events->rows[index], t->subs),
            "event %02x is %s, at most %u a cycle; sub-events: %s", t->code, t->name, t->max,
            *t->subs ? t->subs : "none");
    }
}

static void test_names(void)
{
    const struct box_event *cas = &imc_type.events->rows[box_event_coded(imc_type.events, 4)];
    unsigned unknown = 0;

    for (unsigned code = 0; code < 256; code++)
        unknown += box_event_coded(imc_type.events, (uint8_t)code) < 0;
    is_u64(unknown, 256 - N_TYPED, "no other code is an event");
    ok(box_event_named(imc_type.events, "cas_count") == box_event_coded(imc_type.events, 4),
        "case is ignored in names");
    is_u64((uint64_t)box_event_coded(imc_type.events, 0xff), UINT64_MAX, "... which is -1");
    ok(box_event_named(imc_type.events, "CAS") == -1 && box_event_named(imc_type.events, "") == -1,
        "part of a name is refused");
    ok(box_umask_named(cas, "rd") == 3 && box_umask_named(cas, "READ") == -1,
        "so is part of a sub-event's name");
    ok(!box_umask_name(cas, 5) && !box_umask_name(cas, 0), "an unnamed union has no name");
}

static void test_queues(void)
{
    const struct box_event *ne = &imc_type.events->rows[box_event_coded(imc_type.events, 0x11)];
    const struct box_event *full = &imc_type.events->rows[box_event_coded(imc_type.events, 0x22)];

    ok(ne->watches == box_event_coded(imc_type.events, 0x80),
        "reads' queue events watch its occupancy");
    ok(full->watches == box_event_coded(imc_type.events, 0x81), "writes' queue events also");
}

/* ---- selecting ---- */

/* Returns the count of a counter with @ctl over [from, to) ns at 1 GHz. */
static uint64_t counted(const struct imc_box *box, uint32_t ctl, uint64_t from, uint64_t to)
{
    struct imc_box copy = *box;

    control(&copy, from, 0, ctl | EN);
    uint64_t before = counter(&copy, from, 0);
    return counter(&copy, to, 0) - before;
}

/* Clock ticks, events that follow from a queue, and major modes have their own
 * tests. */
static bool stands_alone(uint8_t code)
{
    return code != 0x00 && code != 0x11 && code != 0x12 && code != 0x21 && code != 0x22 &&
           code != 0x07;
}

static void test_every_event(void)
{
    struct imc_box box;

    for (unsigned i = 0; i < N_TYPED; i++) {
        char sub[32] = "";
        if (!stands_alone(typed[i].code))
            continue;
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, IMC_SILICON, ONE_GHZ);
        sscanf(typed[i].subs, "%31s", sub);
        drive(&box, 0, typed[i].name, *sub ? sub : NULL, "12345/s");
        is_u64(counted(&box, 0xff00u | typed[i].code, 17, 17 + SECOND), 12345,
            "%s at 12345/s, one second", typed[i].name);
    }
}

static void test_umasks(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    drive(&box, 0, "ACT_COUNT", NULL, "1M/s");
    drive(&box, 0, "CAS_COUNT", "RD_REG", "5M/s");
    drive(&box, 0, "CAS_COUNT", "WR_RMM", "7M/s");
    is_u64(counted(&box, 0x0001, 0, SECOND), 1000000, "without sub-events, umask 0 counts");
    is_u64(counted(&box, 0xff01, 0, SECOND), 1000000, "... and any umask counts the same");
    is_u64(counted(&box, 0x0004, 0, SECOND), 0, "with sub-events, umask 0 counts nothing");
    is_u64(counted(&box, 0x0104, 0, SECOND), 5000000, "one sub-event");
    is_u64(counted(&box, 0x0904, 0, SECOND), 12000000, "two of them");
    is_u64(counted(&box, 0xf204, 0, SECOND), 0, "bits without a sub-event");
    is_u64(counted(&box, 0xff04, 0, SECOND), 12000000, "all bits");
    is_u64(counted(&box, 0x0103, 0, SECOND), 0, "a nonexistent event");
    is_u64(counted(&box, 0x01ff, 0, SECOND), 0, "event ff on a general counter");
}

static void test_union(void)
{
    struct rng rng = {1};
    struct imc_box box;
    bool good = true;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, DDR3_1600);
    drive(&box, 0, "CAS_COUNT", "RD_REG", "123456789/s");
    drive(&box, 0, "CAS_COUNT", "RD_UNDERFILL", "7/s");
    drive(&box, 0, "CAS_COUNT", "WR_WMM", "30M/s");
    drive(&box, 0, "CAS_COUNT", "WR_RMM", "1234567/s");
    for (unsigned i = 0; i < 4; i++)
        control(&box, 0, i, (uint32_t[]){0x0304, 0x0c04, 0x0f04, 0x0104}[i] | EN);
    for (uint64_t now = 0; good && now < 4 * SECOND; now += rng_bits(&rng, 27)) {
        uint64_t rd = counter(&box, now, 0), wr = counter(&box, now, 1),
                 all = counter(&box, now, 2);
        good = rd + wr == all && counter(&box, now, 3) <= rd;
        if (!good)
            printf("# at %" PRIu64 " ns: %" PRIu64 " + %" PRIu64 " is not %" PRIu64 "\n", now, rd,
                wr, all);
    }
    ok(good, "RD + WR = ALL, at any moment");
}

static void test_ranks(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    drive(&box, 0, "POWER_THROTTLE_CYCLES", "RANK0", "level 1 for 60 of 100 cycles");
    drive(&box, 0, "POWER_THROTTLE_CYCLES", "RANK7", "level 1 for 60 of 100 cycles");
    is_u64(counted(&box, 0x0141, 0, 1000), 600, "one rank's cycles");
    is_u64(counted(&box, 0x8041, 0, 1000), 600, "the other rank's");
    is_u64(counted(&box, 0x8141, 0, 1000), 1000, "both: 200 cycles have both and count once");
    drive(&box, 0, "POWER_CKE_CYCLES", "RANK1", "level 1");
    drive(&box, 0, "POWER_CKE_CYCLES", "RANK2", "50%");
    is_u64(counted(&box, 0x0483, 5, 5 + SECOND), SECOND / 2, "half the cycles of one rank");
    is_u64(counted(&box, 0xff83, 5, 5 + SECOND), SECOND,
        "... within those of another, which add 1 together");
}

static void test_modes(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    is_u64(counted(&box, 0x0107, 0, 1000), 1000, "READ is the default mode");
    drive(&box, 0, "MAJOR_MODES", "WRITE", "25%");
    drive(&box, 0, "MAJOR_MODES", "ISOCH", "10%");
    is_u64(counted(&box, 0x0107, 9, 9 + SECOND), 650000000, "... and has the remaining cycles");
    is_u64(counted(&box, 0x0207, 9, 9 + SECOND), 250000000, "WRITE");
    is_u64(counted(&box, 0x0f07, 9, 9 + 12345), 12345, "one mode in every cycle");
    drive(&box, 0, "MAJOR_MODES", "WRITE", "90%");
    is_u64(
        counted(&box, 0x0107, 9, 9 + SECOND), 0, "no cycles remain if the others fill the clock");
    drive(&box, 0, "MAJOR_MODES", "ISOCH", "off");
    drive(&box, 0, "MAJOR_MODES", "WRITE", "level 1 for 30 of 100 cycles");
    is_u64(counted(&box, 0x0107, 100, 1100), 700, "the cycles outside of bursts");
}

/* ---- threshold, invert, edge: bursts of 5 for 30 of 100 cycles ---- */

static void burst(struct imc_box *box)
{
    imc_reset(box, IMC_SILICON, ONE_GHZ);
    drive(box, 0, "RPQ_OCCUPANCY", NULL, "level 5 for 30 of 100 cycles");
    drive(box, 0, "WPQ_OCCUPANCY", NULL, "level 32 for 10 of 40 cycles");
}

static void test_occupancy(void)
{
    struct imc_box box;

    burst(&box);
    is_u64(counted(&box, 0x80, 0, 1000), 1500, "occupancy adds the level in each cycle");
    is_u64(counted(&box, 0x80 | THRESH(1), 0, 1000), 300,
        "threshold 1: cycles in which it is not empty");
    is_u64(counted(&box, 0x11, 0, 1000), 300, "... the same as the event of that name");
    is_u64(counted(&box, 0x80 | THRESH(5), 0, 1000), 300, "threshold at the level");
    is_u64(counted(&box, 0x80 | THRESH(6), 0, 1000), 0, "threshold above it");
    is_u64(counted(&box, 0x80 | THRESH(1) | INVERT, 0, 1000), 700, "inverted: the other cycles");
    is_u64(
        counted(&box, 0x80 | THRESH(6) | INVERT, 0, 1000), 1000, "inverted above the level: all");
    is_u64(counted(&box, 0x12, 0, 1000), 0, "a queue with 5 entries is not full");
    is_u64(counted(&box, 0x22, 0, 1000), 250, "with 32 entries it is");
    is_u64(counted(&box, 0x81 | THRESH(32), 0, 1000), 250, "... and threshold 32 agrees");
    is_u64(counted(&box, 0x80 | INVERT | EDGE, 0, 1000), 1500,
        "without a threshold, both bits have no effect");
}

/* A queue of one entry is not empty, and is full only with its last entry: 22
 * and 32 entries (table 2-67). */
static void test_queue_bounds(void)
{
    static const struct {
        const char *queue, *amount;
        uint32_t event;
        uint64_t cycles; /* of 1000 */
    } cases[] = {
        {"RPQ_OCCUPANCY", "level 1 for 30 of 100 cycles", 0x11, 300},
        {"WPQ_OCCUPANCY", "level 1 for 30 of 100 cycles", 0x21, 300},
        {"RPQ_OCCUPANCY", "level 21 for 30 of 100 cycles", 0x12, 0},
        {"RPQ_OCCUPANCY", "level 22 for 30 of 100 cycles", 0x12, 300},
        {"WPQ_OCCUPANCY", "level 31 for 30 of 100 cycles", 0x22, 0},
        {"WPQ_OCCUPANCY", "level 32 for 30 of 100 cycles", 0x22, 300},
    };
    struct imc_box box;

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tap_scribble(&box, sizeof(box));
        imc_reset(&box, IMC_SILICON, ONE_GHZ);
        drive(&box, 0, cases[i].queue, NULL, cases[i].amount);
        is_u64(counted(&box, cases[i].event, 0, 1000), cases[i].cycles, "event %02x with %s %s",
            cases[i].event, cases[i].queue, cases[i].amount);
    }
}

/* A plugin need not look while no counter counts. */
static void test_counting(void)
{
    struct imc_box box;

    tap_scribble(&box, sizeof(box));
    imc_reset(&box, IMC_SILICON, ONE_GHZ);
    ok(!box_counting(&box.box), "no counter is enabled: no counting");
    control(&box, 0, 0, 0x80 | EN);
    ok(box_counting(&box.box), "one is enabled");
}

static void test_edges(void)
{
    struct imc_box box;

    burst(&box);
    is_u64(counted(&box, 0x80 | THRESH(1) | EDGE, 0, 1000), 10,
        "edges: the bursts, the first included");
    is_u64(
        counted(&box, 0x80 | THRESH(1) | EDGE, 1, 1000), 9, "a burst in progress is not an edge");
    is_u64(counted(&box, 0x80 | THRESH(1) | EDGE, 100, 101), 1,
        "the edge is in the burst's first cycle");
    is_u64(counted(&box, 0x80 | THRESH(1) | EDGE, 99, 100), 0, "... not before");
    is_u64(
        counted(&box, 0x80 | THRESH(1) | INVERT | EDGE, 0, 1000), 10, "inverted: the bursts' ends");
    is_u64(
        counted(&box, 0x80 | THRESH(1) | INVERT | EDGE, 30, 31), 1, "... in the first empty cycle");
    is_u64(counted(&box, 0x11 | THRESH(1) | EDGE, 0, 1000), 10, "edges of not-empty are the same");
    is_u64(counted(&box, 0x00 | THRESH(1) | EDGE, 1, 1000), 0, "the clock has no edges");
}

static void test_edges_at_changes(void)
{
    struct imc_box box;

    burst(&box);
    control(&box, 0, 0, 0x80 | THRESH(1) | EDGE | EN);
    drive(&box, 1010, "RPQ_OCCUPANCY", NULL, "level 7");
    is_u64(counter(&box, 2000, 0), 11, "a level right after a burst is not an edge");
    drive(&box, 2000, "RPQ_OCCUPANCY", NULL, "off");
    drive(&box, 3000, "RPQ_OCCUPANCY", NULL, "level 1");
    is_u64(counter(&box, 4000, 0), 12, "a level after no traffic is an edge");
    drive(&box, 5000, "WPQ_OCCUPANCY", NULL, "level 1");
    is_u64(counter(&box, 6000, 0), 12, "another queue's change is not an edge");
}

int main(void)
{
    test_table();
    test_names();
    test_queues();
    test_every_event();
    test_umasks();
    test_union();
    test_ranks();
    test_modes();
    test_occupancy();
    test_queue_bounds();
    test_counting();
    test_edges();
    test_edges_at_changes();
    return done_testing();
}
