/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of an `snbep` trace: the expected value of each read and each
 * counting interval. */
#include "harness/truth/snbep/replay.h"

#include "tests/linux_uncore.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"

#define READS 0x304 /* CAS_COUNT.RD */

static const struct snbep_config one = SNBEP_DEFAULTS;

static struct truth *replay(const struct lx *lx)
{
    return truth_replay_snbep(&lx->planned->config, lx->oracle, lx_records(lx), lx->records->len);
}

static const struct truth_interval *interval(const struct truth *t, guint i)
{
    static const struct truth_interval none = {.driver = 1, .truth = 2};

    return i < t->intervals->len ? &g_array_index(t->intervals, struct truth_interval, i) : &none;
}

/* One measurement of @ms milliseconds with a read in the middle, on channel
 * 0. */
static void measure(struct lx *lx, struct lx_event *e, uint64_t ms)
{
    lx_start(lx, e);
    lx->now += ms * MS / 2;
    lx_update(lx, e);
    lx->now += ms * MS / 2;
    lx_stop(lx, e);
}

static void driver_is_right(enum imc_mode mode)
{
    struct snbep_config config = one;
    struct lx lx;
    struct lx_event reads = {.counter = 0, .control = READS}, fixed = {.counter = IMC_FIXED_CTR};
    struct truth *t;

    config.box_ctl = mode;
    lx = lx_new(&config, "at boot\nimc0 CAS_COUNT.RD_REG 123457/s\nat step 1 + 7ms\nimc0 "
                         "CAS_COUNT.RD_REG 7654321/s\n");
    lx_init(&lx, 0, 0);
    lx_step(&lx, 1, false);
    measure(&lx, &reads, 40);
    measure(&lx, &fixed, 10);
    lx_step(&lx, 1, true);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "mode %d: every read is as expected", mode);
    is_u64(t->reads->len, 6, "three reads per measurement");
    is_u64(g_array_index(t->reads, struct truth_read, 0).previous, TRUTH_NONE,
        "the first has no previous read");
    is_u64(t->intervals->len, 2, "two intervals");
    is_u64(interval(t, 0)->control, READS, "the event of the first");
    ok(interval(t, 1)->fixed, "the second is the fixed counter's");
    ok(interval(t, 0)->driver > 200000, "traffic was counted");
    is_u64(interval(t, 0)->driver, reads.count, "the driver's sum, general counter");
    is_u64(interval(t, 0)->truth, reads.count, "the truth, general counter");
    is_u64(interval(t, 1)->truth, fixed.count, "the truth, fixed counter");
    truth_free(t);
    lx_free(&lx);
}

static void wrap(void)
{
    struct lx lx =
        lx_new(&one, "at step 1\nimc2.PMON_CTR1 = 0xffffffffff00\nimc2 CAS_COUNT.RD_REG 100M/s\n");
    struct lx_event e = {.box = 2, .counter = 1, .control = READS};
    struct truth *t;

    lx_init(&lx, 0, 2);
    lx_step(&lx, 1, false);
    measure(&lx, &e, 20);
    t = replay(&lx);
    ok(e.count > 1900000 && e.count < 2100000, "the driver continues past 2^48");
    is_u64(interval(t, 0)->driver, e.count, "the driver's sum");
    is_u64(interval(t, 0)->truth, e.count, "the truth");
    is_u64(count_notes(t, TRUTH_WRONG), 0, "nothing wrong");
    is_u64(count_notes(t, TRUTH_SET), 1, "the preset is noted");
    ok(strstr(first_note(t, TRUTH_SET), "the plan set imc2.PMON_CTR1 from 0x0 to 0xffffffffff00"),
        "%s", first_note(t, TRUTH_SET));
    is_u64(t->sets->len, 1, "... as a set");
    is_u64(g_array_index(t->sets, struct truth_set, 0).counter, 1, "... of the counter");
    is_u64(g_array_index(t->sets, struct truth_set, 0).value, 0xffffffffff00, "... to its value");
    is_u64(g_array_index(t->sets, struct truth_set, 0).total, 0, "... before counting");
    truth_free(t);
    lx_free(&lx);
}

/* A write of part of a register of channel 0. */
static void write_part(struct lx *lx, unsigned offset, unsigned size, uint32_t value)
{
    struct sim_access access = lx_access(lx);

    snbep_pci_write(lx->m, &access, 0x7f, lx_devfn(lx, 0, offset), offset, size, value);
}

/* All ways to write a control register, to clear and to freeze, with reads in
 * between. */
static void write_and_read(struct lx *lx)
{
    struct lx_event e = {.counter = 3, .control = 0}, fixed = {.counter = IMC_FIXED_CTR};

    lx_counter(lx, &e);
    write_part(lx, lx_offset(IMC_CTL0 + 3) + 2, 1, 0x40);
    lx->now += MS;
    lx_counter(lx, &e);
    lx_write(lx, 0, 0, IMC_BOX_CTL, 0x100); /* frz alone freezes nothing */
    lx->now += MS;
    lx_counter(lx, &e);
    lx_write(lx, 0, 0, IMC_BOX_CTL, 0x10100);
    lx->now += MS;
    lx_counter(lx, &e);
    lx_write(lx, 0, 0, IMC_CTR0 + 3, 17);
    write_part(lx, lx_offset(IMC_CTR0 + 3) + 4, 4, 1);
    is_u64(lx_counter(lx, &e), 0x100000011, "a counter is written in halves");
    lx_write(lx, 0, 0, IMC_BOX_CTL, 0);
    lx->now += MS;
    lx_counter(lx, &e);
    write_part(lx, lx_offset(IMC_CTL0 + 3), 2, 0); /* byte lanes without en */
    lx->now += MS;
    lx_counter(lx, &e);
    lx_write(lx, 0, 0, IMC_FIXED_CTL, 0x480000); /* rst and en */
    lx->now += MS;
    lx_counter(lx, &fixed);
    lx_write(lx, 0, 0, IMC_FIXED_CTL, 0x480000);
    lx_counter(lx, &fixed);
    lx_write(lx, 0, 0, IMC_BOX_CTL, 3); /* rst_ctrs and rst_ctrl, or none */
    lx->now += MS;
    lx_counter(lx, &e);
    lx_counter(lx, &fixed);
}

static void controls(enum imc_mode mode)
{
    struct snbep_config config = one;
    struct lx lx;
    struct truth *t;

    config.box_ctl = mode;
    lx = lx_new(&config, "");
    write_and_read(&lx);
    t = replay(&lx);
    is_u64(t->reads->len, 11, "mode %d: reads", mode);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "nothing wrong: %s", first_note(t, TRUTH_WRONG));
    ok((g_array_index(t->reads, struct truth_read, 9).value == 0) == (mode == IMC_SILICON),
        "some with reset, some without");
    truth_free(t);
    lx_free(&lx);
}

static void odd_reads(void)
{
    struct lx lx = lx_new(&one, "");
    struct lx_event fixed = {.counter = IMC_FIXED_CTR};
    unsigned at = lx_offset(IMC_FIXED_CTR);
    struct sim_access access;
    struct truth *t;

    lx_start(&lx, &fixed);
    lx.now += MS;
    lx_read_at(&lx, 0, 0, at + 4); /* high half first */
    lx_read_at(&lx, 0, 0, at);
    lx_read_at(&lx, 0, 0, at); /* a half by CPU 0, a whole by CPU 1, the other half by CPU 0 */
    lx.cpu = 1;
    lx_read_at(&lx, 0, 0, at + 4);
    lx_read_at(&lx, 0, 0, at);
    lx.cpu = 0;
    lx_read_at(&lx, 0, 0, at + 4);
    lx_read_at(&lx, 0, 0, at); /* a lone low half, then both */
    lx_counter(&lx, &fixed);
    access = lx_access(&lx);
    snbep_pci_read(lx.m, &access, 0x7f, lx_devfn(&lx, 0, at), at + 1, 1);
    access = lx_access(&lx);
    snbep_pci_read(lx.m, &access, 0x7f, lx_devfn(&lx, 0, at), at + 2, 2);
    t = replay(&lx);
    is_u64(t->reads->len, 5, "whole reads: halves in either order");
    for (guint i = 0; i < t->reads->len; i++) {
        const struct truth_read *read = &g_array_index(t->reads, struct truth_read, i);
        is_u64(lx_record_at(&lx, (guint)read->low)->cpu, lx_record_at(&lx, (guint)read->high)->cpu,
            "of one CPU");
    }
    is_u64(count_notes(t, TRUTH_WRONG), 0, "nothing wrong: %s", first_note(t, TRUTH_WRONG));
    truth_free(t);
    lx_record_at(&lx, lx.records->len - 2)->value ^= 1;
    lx_record_at(&lx, lx.records->len - 1)->value ^= 0x8000;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 2, "a wrong byte and a wrong word are found: %s",
        first_note(t, TRUTH_WRONG));
    truth_free(t);
    lx_read_at(&lx, 0, 0, at);
    lx_record_at(&lx, lx.records->len - 1)->value += 1;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 3, "a wrong lone half is found");
    truth_free(t);
    lx_free(&lx);
}

/* CPU 0 reads the counter, a write sets it to 0x1000, CPU 1 reads it, CPU 0
 * enables it: CPU 0's count begins at its own read. */
static void read_by_another(void)
{
    struct lx lx = lx_new(&one, "at step 1\nimc0.PMON_FIXED_CTR = 0x1000\n");
    struct lx_event fixed = {.counter = IMC_FIXED_CTR};
    struct truth *t;

    fixed.prev = lx_counter(&lx, &fixed);
    lx_step(&lx, 1, false);
    lx.cpu = 1;
    is_u64(lx_counter(&lx, &fixed), 0x1000, "another CPU reads the counter's new value");
    lx.cpu = 0;
    lx_write(&lx, 0, 0, IMC_FIXED_CTL, lx_en());
    lx.now += MS;
    lx_stop(&lx, &fixed);
    t = replay(&lx);
    ok(fixed.count > 0x1000, "the CPU that enables it counts from its own read");
    is_u64(interval(t, 0)->driver, fixed.count, "... so does the replay");
    truth_free(t);
    lx_free(&lx);
}

/* A run of the fixed counter. It starts 0x10000 cycles before it carries into
 * its high half, and is read @delay ns later. */
static struct lx read_near_carry(uint64_t delay, struct lx_event *fixed)
{
    struct lx lx = lx_new(&one, "at step 1\nimc0.PMON_FIXED_CTR = 0xffff0000\n");

    *fixed = (struct lx_event){.counter = IMC_FIXED_CTR};
    lx_step(&lx, 1, false);
    lx_start(&lx, fixed);
    lx.now += delay;
    lx_update(&lx, fixed);
    return lx;
}

/* The low half is read just before a carry, the high half just after it, with
 * one of the delays. */
static void torn(void)
{
    unsigned n_torn = 0;

    for (uint64_t delay = 0x10000 * 5 / 4 - 3000; delay < 0x10000 * 5 / 4; delay += 500) {
        struct lx_event fixed;
        struct lx lx = read_near_carry(delay, &fixed);
        struct truth *t = replay(&lx);

        if (count_notes(t, TRUTH_TORN)) {
            ok(strstr(first_note(t, TRUTH_TORN), "torn read: imc0.PMON_FIXED_CTR = 0xffff") &&
                    strstr(first_note(t, TRUTH_TORN), "PMON_FIXED_CTR+4 = 0x1 "),
                "%s", first_note(t, TRUTH_TORN));
            n_torn++;
        }
        is_u64(
            count_notes(t, TRUTH_WRONG), 0, "each half is right: %s", first_note(t, TRUTH_WRONG));
        truth_free(t);
        lx_stop(&lx, &fixed);
        t = replay(&lx);
        ok(interval(t, 0)->truth > 0xf000 && interval(t, 0)->truth < 0x12000,
            "the truth is unaffected");
        is_u64(interval(t, 0)->driver, fixed.count, "the sum is the driver's");
        truth_free(t);
        lx_free(&lx);
    }
    ok(n_torn == 1 || n_torn == 2, "%u of seven reads, half a microsecond apart, are torn", n_torn);
}

/* Corrupts a sound trace in one way. */
typedef void corrupt_fn(struct lx *lx);

static guint find(struct lx *lx, enum trace_kind kind, unsigned offset, unsigned nth)
{
    for (guint i = 0; i < lx->records->len; i++)
        if (lx_record_at(lx, i)->kind == kind && lx_record_at(lx, i)->offset == offset && !nth--)
            return i;
    abort();
}

static void low_half_off_by_one(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_READ, lx_offset(IMC_CTR0), 1))->value++;
}

static void high_half_off_by_one(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_READ, lx_offset(IMC_CTR0) + 4, 2))->value++;
}

static void on_at_another_time(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_WRITE, lx_offset(IMC_CTL0), 0))->time -= 700;
    lx_record_at(lx, find(lx, TRACE_WRITE, lx_offset(IMC_BOX_CTL), 1))->value = 0;
}

static void off_at_another_time(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_WRITE, lx_offset(IMC_BOX_CTL), 3))->value = 0;
}

static void another_event(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_WRITE, lx_offset(IMC_CTL0), 0))->value = 0x400104;
}

static void traffic_lost(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_PLAN, 0, 1))->kind = TRACE_POST;
}

static void another_entry(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_PLAN, 0, 1))->value = 0;
}

static void entry_refused(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_PLAN, 0, 1))->kind = TRACE_REFUSED;
}

static void control_reads_otherwise(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_READ, lx_offset(IMC_BOX_CTL), 0))->value ^= 1 << 16;
}

static void traffic_late(struct lx *lx)
{
    lx_record_at(lx, find(lx, TRACE_PLAN, 0, 1))->time += 100;
}

static void other_traffic(struct lx *lx)
{
    lx->oracle->entries[1].part.amount.rate++;
}

static const struct {
    const char *name;
    corrupt_fn *corrupt;
    unsigned wrong; /* reads */
} corruptions[] = {
    {"nothing", NULL, 0},
    {"a low half too high by one", low_half_off_by_one, 2},
    {"a high half too high by one", high_half_off_by_one, 1},
    {"the counter is on at another time, and BOX_CTL reads back differently", on_at_another_time,
        2},
    {"the same, with the box frozen at another time", off_at_another_time, 2},
    {"another event", another_event, 2},
    {"the traffic begins after the plan's entry", traffic_late, 1},
    {"the traffic never begins", traffic_lost, 1},
    {"another entry of the plan instead", another_entry, 1},
    {"the traffic is refused although it fits", entry_refused, 1},
    {"BOX_CTL with another frz_en", control_reads_otherwise, 1},
    {"other traffic than planned", other_traffic, 2},
};

static void corrupted(void)
{
    for (size_t i = 0; i < sizeof(corruptions) / sizeof(corruptions[0]); i++) {
        struct lx lx =
            lx_new(&one, "at boot\nimc0 CAS_COUNT.RD_REG 90M/s\nimc0 CAS_COUNT.RD_UNDERFILL 60M/s\n"
                         "at step 1 + 3ms\nimc0 CAS_COUNT.RD_REG 120M/s\n");
        struct lx_event e = {.counter = 0, .control = READS};
        struct truth *t;

        lx_init(&lx, 0, 0);
        lx_step(&lx, 1, false);
        measure(&lx, &e, 3000);
        if (corruptions[i].corrupt)
            corruptions[i].corrupt(&lx);
        t = replay(&lx);
        is_u64(count_notes(t, TRUTH_WRONG), corruptions[i].wrong, "%s: %s", corruptions[i].name,
            first_note(t, TRUTH_WRONG));
        truth_free(t);
        lx_free(&lx);
    }
}

/* Intervals of a driver that does less than Linux. */
static void unread(void)
{
    struct lx lx = lx_new(&one, "");
    struct lx_event e = {.counter = 1, .control = READS};
    struct truth *t;

    lx_write(&lx, 0, 0, IMC_CTL0 + 1, READS | lx_en());
    lx.now += MS;
    lx_write(&lx, 0, 0, IMC_CTL0 + 1, 0x104 | lx_en());
    lx.now += MS;
    lx_write(&lx, 0, 0, IMC_CTL0 + 1, 0);
    lx.cpu = 1;
    lx_counter(&lx, &e);
    t = replay(&lx);
    is_u64(t->intervals->len, 2, "a new event in a running counter is a new interval");
    ok(interval(t, 0)->first == TRUTH_NONE && interval(t, 0)->last == TRUTH_NONE,
        "no read, no count");
    ok(interval(t, 0)->off == interval(t, 1)->on, "one ends where the other begins");
    ok(interval(t, 1)->last == TRUTH_NONE, "another CPU's read is not the driver's");
    truth_free(t);
    lx_free(&lx);
}

/* The headers by which Linux finds each channel's function. */
static void headers(void)
{
    struct lx lx = lx_new(&one, "");
    struct truth *t;

    for (unsigned c = 0; c < 4; c++) {
        struct sim_access access = lx_access(&lx);
        snbep_pci_read(lx.m, &access, 0x7f, lx_devfn(&lx, c, 0), 0, 4);
        access = lx_access(&lx);
        snbep_pci_read(lx.m, &access, 0x7f, lx_devfn(&lx, c, 0), 2, 2);
    }
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "headers locate the channels");
    truth_free(t);
    lx_record_at(&lx, 2)->value = lx_record_at(&lx, 4)->value;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 1, "another function's header is found: %s",
        first_note(t, TRUTH_WRONG));
    truth_free(t);
    lx_record_at(&lx, 0)->value ^= 0x10000;
    t = replay(&lx);
    is_u64(
        count_notes(t, TRUTH_WRONG), 2, "the same for channel 0's: %s", first_note(t, TRUTH_WRONG));
    ok(g_str_has_prefix(first_note(t, TRUTH_WRONG), "imc0's function reads as 0x3cb08086: "),
        "... and the report names Intel's 3cb0");
    truth_free(t);
    lx_record_at(&lx, 0)->kind = TRACE_WRITE;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 1, "a write of a header locates nothing");
    truth_free(t);
    lx_free(&lx);
}

/* Replays @lx with one fault in the trace's record of the plan. */
static void plan_differs(struct lx *lx, const char *why, const char *what)
{
    struct truth *t = replay(lx);

    ok(strstr(first_note(t, TRUTH_WRONG), why), "%s: %s", what, first_note(t, TRUTH_WRONG));
    truth_free(t);
}

static void plan_faults(void)
{
    struct lx lx = lx_new(&one, "at step 1\nimc0 CAS_COUNT.RD_REG 100M/s\n");
    struct lx_event e = {.control = READS};
    struct truth *t;
    guint entry = 0;

    lx_init(&lx, 0, 0);
    lx_step(&lx, 1, false);
    measure(&lx, &e, 2);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "the plan's one entry: nothing wrong");
    truth_free(t);
    while (lx_record_at(&lx, entry)->kind != TRACE_PLAN)
        entry++;
    lx_record_at(&lx, entry)->time++;
    plan_differs(&lx, "unlike in the scenario", "an entry 1 ns late");
    lx_record_at(&lx, entry)->time--;
    lx_record_at(&lx, entry)->value = 1;
    plan_differs(&lx, "entry 1 of the plan took effect at ", "another entry");
    lx_record_at(&lx, entry)->value = 0;
    lx_record_at(&lx, entry)->kind = TRACE_REFUSED;
    plan_differs(&lx, "entry 0 of the plan took effect at ", "a refused entry");
    g_array_remove_index(lx.records, entry);
    plan_differs(&lx, "entry 0 of the plan was due at ", "an entry that the trace lacks");
    lx_free(&lx);
}

/* A missing entry of the plan is found at the step's end, without a later
 * access. */
static void plan_at_step(void)
{
    struct lx lx = lx_new(&one, "at step 1 + 1ms\nimc0 CAS_COUNT.RD_REG 100M/s\n");
    guint entry = 0;

    lx_step(&lx, 1, false);
    lx.now += 2 * MS;
    lx_step(&lx, 1, true);
    while (lx_record_at(&lx, entry)->kind != TRACE_PLAN)
        entry++;
    g_array_remove_index(lx.records, entry);
    plan_differs(
        &lx, "entry 0 of the plan was due at ", "an entry that is missing before a step's end");
    lx_free(&lx);
}

/* Both low halves, then both high ones: each completes its own counter, of the
 * same box or of two. */
static void halves_between(unsigned channel, unsigned counter)
{
    struct lx lx = lx_new(&one, "at boot\nimc0 CAS_COUNT.RD_REG 100M/s\n");
    const uint32_t first = lx_offset(IMC_CTR0), second = lx_offset(IMC_CTR0 + counter);
    struct truth *t;

    lx_init(&lx, 0, 0);
    lx_init(&lx, 0, 1);
    lx_write(&lx, 0, 0, IMC_CTR0, 17);
    lx_write(&lx, 0, channel, IMC_CTR0 + counter, 23);
    lx_read_at(&lx, 0, 0, first);
    lx_read_at(&lx, 0, channel, second);
    lx_read_at(&lx, 0, 0, first + 4);
    lx_read_at(&lx, 0, channel, second + 4);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "halves: nothing wrong: %s", first_note(t, TRUTH_WRONG));
    is_u64(t->reads->len, 2, "... two reads");
    for (guint i = 0; i < t->reads->len && i < 2; i++) {
        const struct truth_read *read = &g_array_index(t->reads, struct truth_read, i);
        ok(read->value == (i ? 23 : 17) && read->counter == (i ? counter : 0),
            "... the counter's own value");
    }
    truth_free(t);
    lx_free(&lx);
}

/* The trace's only read is a half, and wrong. */
static void lone_half(void)
{
    struct lx lx = lx_new(&one, "");
    struct truth *t;

    lx_read_at(&lx, 0, 0, lx_offset(IMC_CTR0) + 4);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "a high half alone");
    truth_free(t);
    lx_record_at(&lx, 0)->value = 1;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 1, "... with a wrong value");
    is_str(first_note(t, TRUTH_WRONG),
        "imc0.PMON_CTR0 returned 0x1, expected 0x0: imc0.PMON_CTR0+4 = 0x1 "
        "(1.000000731 s, "
        "CPU 0)",
        "... is said");
    truth_free(t);
    truth_free(NULL);
    lx_read_at(&lx, 0, 0, 0xfc);
    lx_record_at(&lx, 0)->value = 0;
    lx_record_at(&lx, 1)->value = 2;
    t = replay(&lx);
    is_str(first_note(t, TRUTH_WRONG),
        "there is no register, so 0x0 was expected: imc0+0xfc = 0x2 (1.000001462 s, CPU 0)",
        "a read of a place without a register");
    truth_free(t);
    lx_free(&lx);
}

/* A counter's eight bytes in one access, as in extended configuration space. */
static void whole_counter(void)
{
    struct lx lx = lx_new(&one, "");
    struct truth *t;

    lx_write(&lx, 0, 0, IMC_CTR0, 17);
    lx_read_at(&lx, 0, 0, lx_offset(IMC_CTR0));
    lx_record_at(&lx, lx.records->len - 1)->size = 8;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "eight bytes: %s", first_note(t, TRUTH_WRONG));
    is_u64(t->reads->len, 1, "... one read");
    truth_free(t);
    lx_record_at(&lx, lx.records->len - 1)->value += G_GUINT64_CONSTANT(1) << 32;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 1, "... with a wrong high half");
    truth_free(t);
    lx_write(&lx, 0, 0, IMC_CTR0, 0x50011);
    lx_read_at(&lx, 0, 0, lx_offset(IMC_CTR0));
    lx_record_at(&lx, 1)->value = 17;
    lx_record_at(&lx, lx.records->len - 1)->size = 2;
    lx_record_at(&lx, lx.records->len - 1)->value = 0x11;
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "two bytes: %s", first_note(t, TRUTH_WRONG));
    truth_free(t);
    lx_free(&lx);
}

static unsigned freed;

static void count_freed(gpointer oracle)
{
    freed += oracle == &freed;
}

/* The oracle's results live as long as the truth. */
static void owned_oracle(void)
{
    struct lx lx = lx_new(&one, "");
    struct truth *t = replay(&lx);

    if (t->oracle)
        t->oracle_free(t->oracle);
    t->oracle = &freed;
    t->oracle_free = count_freed;
    truth_free(t);
    is_u64(freed, 1, "the oracle is freed with the truth");
    lx_free(&lx);
}

/* The guest's own cachelines add to the scenario's traffic; they do not count
 * while nothing counts. */
static void guest_cachelines(void)
{
    struct lx lx = lx_new(
        &one, "at step 1\nmemory guest\nimc0 CAS_COUNT.RD_REG 10M/s\nat step 2\nmemory off\n");
    struct lx_event reads = {.counter = 1, .control = READS};
    struct truth *t;
    guint line = 0;

    lx_init(&lx, 0, 0);
    lx_step(&lx, 1, false);
    for (unsigned i = 0; i < 400; i++)
        snbep_cacheline(lx.m, i, CACHELINES_READ);
    lx_start(&lx, &reads);
    for (unsigned i = 0; i < 4000; i++)
        snbep_cacheline(lx.m, i, i % 8 ? CACHELINES_READ : CACHELINES_WRITTEN);
    lx.now += MS;
    lx_stop(&lx, &reads);
    lx_step(&lx, 2, false);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "the guest's own cachelines: every read is right");
    is_u64(interval(t, 0)->driver, reads.count, "... and so is the driver's sum");
    is_u64(interval(t, 0)->truth, reads.count, "... and the truth");
    ok(reads.count >= 10500 && reads.count < 10530,
        "500 cachelines plus the scenario's traffic: %u", (unsigned)reads.count);
    truth_free(t);
    while (
        lx_record_at(&lx, line)->kind != TRACE_CACHELINES || lx_record_at(&lx, line)->value != 500)
        line++;
    lx_record_at(&lx, line)->value++;
    t = replay(&lx);
    ok(count_notes(t, TRUTH_WRONG), "a surplus cacheline is found");
    truth_free(t);
    lx_record_at(&lx, line)->value--;
    const struct trace_record again = *lx_record_at(&lx, line);
    g_array_append_val(lx.records, again);
    t = replay(&lx);
    ok(strstr(first_note(t, TRUTH_WRONG), "for which the scenario does not ask here"), "%s",
        first_note(t, TRUTH_WRONG));
    truth_free(t);
    lx_free(&lx);
}

/* Linux's skx_iio_freerunning: MSR B12 is the data that enters by port 2 of
 * stack 1, event FF with umask 22. */
static void free_running(void)
{
    static const struct snbep_config skx = {
        .dclk_hz = 800000000, .n_sockets = 1, .variant = VARIANT_SKX};
    struct lx lx = lx_new(&skx, "at boot\niio1 DATA_REQ_OF_CPU.MEM_WRITE.port=2 11M/s\n");
    struct sim_access access;
    uint64_t reads[3];
    struct truth *t;

    lx_step(&lx, 1, false);
    for (unsigned i = 0; i < 3; i++) {
        access = lx_access(&lx);
        reads[i] = snbep_msr_read(lx.m, &access, 0, 0xb12);
        lx.now += MS;
    }
    lx_step(&lx, 1, true);
    t = replay(&lx);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "... is right: %s", first_note(t, TRUTH_WRONG));
    is_u64(t->intervals->len, 1, "... and an interval");
    if (t->intervals->len) {
        is_u64(interval(t, 0)->counter, 2, "... of counter 2");
        is_u64(interval(t, 0)->control, 0x22ff, "... that counts this event");
        is_u64(interval(t, 0)->driver, reads[2] - reads[0], "... from the first read to the last");
        is_u64(interval(t, 0)->truth, reads[2] - reads[0], "... and the truth");
        ok(reads[2] - reads[0] == 22016 || reads[2] - reads[0] == 22017,
            "11 per us for 2001.462 us: %u", (unsigned)(reads[2] - reads[0]));
    }
    truth_free(t);
    lx_free(&lx);
}

/* Two reads, and a third @ns after the second: whether the driver measured up
 * to the third. */
static bool measures_on_after(uint64_t ns)
{
    static const struct snbep_config skx = {
        .dclk_hz = 800000000, .n_sockets = 1, .variant = VARIANT_SKX};
    struct lx lx = lx_new(&skx, "at boot\niio1 DATA_REQ_OF_CPU.MEM_WRITE.port=2 100M/s\n");
    const uint64_t at[] = {1002 * MS, 1003 * MS, 1003 * MS + ns};
    uint64_t reads[3], driver;
    struct truth *t;

    lx_step(&lx, 1, false);
    for (unsigned i = 0; i < 3; i++) {
        const struct sim_access access = {.now = at[i]};
        reads[i] = snbep_msr_read(lx.m, &access, 0, 0xb12);
    }
    lx.now = 1004 * MS;
    lx_step(&lx, 1, true);
    t = replay(&lx);
    driver = t->intervals->len ? interval(t, 0)->driver : 0;
    ok(driver == reads[2] - reads[0] || driver == reads[1] - reads[0], "a measurement of %u",
        (unsigned)driver);
    truth_free(t);
    lx_free(&lx);
    return driver == reads[2] - reads[0];
}

/* The kernel reads a counter twice within 20 us when it puts events on
 * again. */
static void one_call(void)
{
    ok(!measures_on_after(19999), "... ends with the first of two reads of one call");
    ok(measures_on_after(20000), "... continues if they are 20 us apart");
}

int main(void)
{
    free_running();
    one_call();
    owned_oracle();
    guest_cachelines();
    whole_counter();
    halves_between(1, 0);
    halves_between(0, 1);
    plan_faults();
    plan_at_step();
    driver_is_right(IMC_SILICON);
    driver_is_right(IMC_GUIDE);
    wrap();
    controls(IMC_SILICON);
    controls(IMC_GUIDE);
    odd_reads();
    read_by_another();
    torn();
    corrupted();
    unread();
    headers();
    lone_half();
    return done_testing();
}
