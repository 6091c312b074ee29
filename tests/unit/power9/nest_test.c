/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nest microcode: its reactions to the control block, and its postings. */
#include "models/power9/nest.h"

#include "tests/power9_machine.h"

#define DEFAULT_UNITS UINT64_C(0xffff8073f007e000)

static struct fake_host host;
static struct nest nest;
static struct p9_traffic_table traffic;

enum { STATUS, COMMAND, SPEED, AVAILABILITY, MODE, MODE_STATE };

static void set(unsigned word, uint64_t value)
{
    poke(&host, COUNTERS0 + CONTROL + 8 * word, value);
}

static uint64_t get(unsigned word)
{
    return peek(&host, COUNTERS0 + CONTROL + 8 * word);
}

static uint64_t count(unsigned offset)
{
    return peek(&host, COUNTERS0 + offset);
}

static void reset(void)
{
    memset(&host, 0, sizeof(host));
    host.homer = true;
    memset(&traffic, 0, sizeof(traffic));
    tap_scribble(&nest, sizeof(nest));
    nest_reset(&nest, &generation_power9, 0, DEFAULT_UNITS, false);
}

/* All polls up to @ns. */
static void run_to(uint64_t ns)
{
    struct sim_host outside = host_of(&host);

    while (nest.poll <= ns)
        nest_poll(&nest, &traffic, &outside, ns);
}

/* From @now on the word counts one event per cycle of 2 GHz, 2,000,000 per ms.
 * */
static void busy(uint64_t now, unsigned offset, unsigned scale, uint64_t units)
{
    struct p9_traffic *word = p9_traffic_word(&traffic,
        &(struct p9_traffic){.block = 0, .offset = offset, .scale = scale, .units = units});

    p9_traffic_set(word, now, &(struct traffic_amount){.kind = TRAFFIC_LEVEL, .level = 1});
}

/* ---- beginning ---- */

static void test_begin(void)
{
    bool zeroed = true;

    reset();
    host.homer = false;
    run_to(10 * MS);
    ok(nest.state == NEST_ABSENT && nest.poll == 10 * MS + 500000,
        "without HOMER it keeps polling");
    host.homer = true;
    memset(host.counters[0], 0xee, 0x778);
    set(COMMAND, 2);
    run_to(10 * MS + 499999);
    is_u64(count(0), UINT64_C(0xeeeeeeeeeeeeeeee),
        "without HOMER, nothing happens before the next poll");
    run_to(10 * MS + 500000);
    for (unsigned i = 0; i < 238; i++)
        zeroed &= count(8 * i) == 0;
    ok(zeroed, "then 238 words are zeroed");
    is_u64(count(0x770), UINT64_C(0xeeeeeeeeeeeeeeee), "... and no more");
    ok(get(STATUS) == 0 && get(COMMAND) == 0 && get(SPEED) == 0 &&
            get(AVAILABILITY) == DEFAULT_UNITS && get(MODE) == 0,
        "status init, no command, the default units");
    run_to(11500000);
    is_u64(get(STATUS), 0, "three calls configure");
    run_to(12 * MS);
    is_u64(get(STATUS), 1, "with the fourth it runs");
}

static void test_given_units(void)
{
    reset();
    set(AVAILABILITY, UINT64_C(0x8000000000000000));
    run_to(5 * MS);
    is_u64(get(AVAILABILITY), UINT64_C(0x8000000000000000), "units set before are kept");
    reset();
    tap_scribble(&nest, sizeof(nest));
    nest_reset(&nest, &generation_power9, 0, UINT64_C(0xffffffffffffe000), false);
    run_to(5 * MS);
    is_u64(get(AVAILABILITY), UINT64_C(0xffffffffffffe000), "units from the configuration");
}

static void test_dead(void)
{
    reset();
    tap_scribble(&nest, sizeof(nest));
    nest_reset(&nest, &generation_power9, 0, DEFAULT_UNITS, true);
    busy(0, 0xc8, 1, 0);
    run_to(SECOND);
    set(COMMAND, 1);
    run_to(2 * SECOND);
    ok(get(STATUS) == 0 && get(COMMAND) == 1 && count(0xc8) == 0 && count(0) == 0,
        "dead microcode: status 0, no command is obeyed, nothing is posted");
    is_u64(nest.poll, SIM_NEVER, "... and no poll is due");
    reset();
    tap_scribble(&nest, sizeof(nest));
    nest_reset(&nest, &generation_power9, 0, DEFAULT_UNITS, true);
    set(STATUS, 3);
    set(COMMAND, 2);
    run_to(SECOND);
    ok(get(STATUS) == 0 && get(COMMAND) == 0,
        "... after it has set both once, whatever the old contents");
}

static void test_second_chip(void)
{
    struct sim_host outside = host_of(&host);

    reset();
    tap_scribble(&nest, sizeof(nest));
    nest_reset(&nest, &generation_power9, 1, DEFAULT_UNITS, false);
    while (nest.poll <= 5 * MS)
        nest_poll(&nest, &traffic, &outside, 5 * MS);
    is_u64(peek(&host, COUNTERS1 + CONTROL), 1, "chip 1 has its own memory");
    is_u64(peek(&host, COUNTERS0 + CONTROL), 0, "... and does not change chip 0's");
    is_u64(host.record[0].block, 1, "... and is block 1");
}

/* ---- posting ---- */

/* First and last words of the seven groups, as facts from the microcode's
 * header. */
static const uint16_t update_counts[14] = {0x000, 0x108, 0x110, 0x218, 0x220, 0x328, 0x330, 0x438,
    0x440, 0x548, 0x550, 0x658, 0x660, 0x768};

static bool all_update_counts(uint64_t expected)
{
    bool all = true;

    for (unsigned i = 0; i < 14; i++)
        all &= count(update_counts[i]) == expected &&
               nest_update_count(&generation_power9, update_counts[i]) == i / 2 + 1;
    return all;
}

static void test_posting(void)
{
    const struct trace_record *r;
    bool others = true;

    reset();
    busy(0, 0xc8, 256, 0);
    run_to(2999999);
    ok(all_update_counts(0) && count(0xc8) == 0,
        "nothing for the first ms after it began to run, at 2 ms");
    run_to(3 * MS);
    ok(all_update_counts(1), "then all 14 update counts are 1");
    is_u64(count(0xc8), 7812, "2,000,000 events of scale 256, rounded down");
    run_to(4 * MS);
    is_u64(count(0xc8), 15625, "4,000,000: nothing was lost in rounding");
    run_to(10 * MS);
    ok(all_update_counts(8), "one posting per ms");
    is_u64(count(0xc8), 62500, "16,000,000 events");
    for (unsigned offset = 0; offset < 0x780; offset += 8)
        others &= offset == 0xc8 || nest_update_count(&generation_power9, offset) || !count(offset);
    ok(others, "no other word has changed");
    r = nth(&host, TRACE_POST, 0, 1);
    ok(r && r->time == 3 * MS && r->value == 1 && r->offset == 2,
        "the trace has the first posting, of 2 polls");
    r = nth(&host, TRACE_POST, 0, 8);
    ok(r && r->time == 10 * MS && r->value == 8 && n_of(&host, TRACE_POST, 0) == 9,
        "... and the eighth");
}

/* A change of traffic counts from its exact ns. */
static void test_changes(void)
{
    struct p9_traffic *word;

    reset();
    busy(0, 0xc8, 1, 0);
    run_to(2500000);
    word = &traffic.entry[0];
    p9_traffic_set(word, 2600000, &(struct traffic_amount){.kind = TRAFFIC_LEVEL, .level = 3});
    p9_traffic_set(word, 2700000, &(struct traffic_amount){.kind = TRAFFIC_OFF});
    run_to(4 * MS);
    is_u64(count(0xc8), 1200000 + 600000, "traffic that changes between postings");
    is_u64(p9_traffic_total(word, 4 * MS), 2600000 * 2 + 600000,
        "... and all traffic since the beginning");
}

/* Postings add to the memory's present contents. */
static void test_adding(void)
{
    reset();
    run_to(2 * MS);
    busy(2 * MS, 0x440 + 8, 1, 0);
    busy(2 * MS, 0x440 + 8, 256, 0);
    busy(2 * MS, 0x900, 4, 0);
    poke(&host, COUNTERS0 + 0x448, UINT64_MAX);
    poke(&host, COUNTERS0 + 0x900, 5);
    run_to(3 * MS);
    is_u64(count(0x448), 2000000 + 7812 - 1,
        "two events on one word both add to it, and it wraps at 2^64");
    is_u64(count(0x900), 500005, "a word beyond the posted area also counts");
}

static void test_speeds(void)
{
    for (unsigned speed = 0; speed < 12; speed++) {
        uint64_t period = MS << speed;
        char name[16];

        reset();
        set(SPEED, speed);
        busy(0, 0x338, 1, 0);
        run_to(2 * MS + period - 1);
        uint64_t before = count(0x330);
        run_to(2 * MS + period);
        uint64_t first = count(0x330);
        run_to(2 * MS + 5 * period);
        ok(before == 0 && first == 1 && count(0x330) == 5 &&
                count(0x338) == 10 * (period / 1000) * 1000,
            "speed %u: a posting every %u ms", speed, 1u << speed);
        snprintf(name, sizeof(name), "%ums", 1u << speed);
        ok(reg_value_named(&nest_bank.regs[NEST_SPEED], 0, name) == (int)speed,
            "... which is called %s", name);
    }
}

static void test_no_such_value(void)
{
    is_u64((uint64_t)reg_value_named(&nest_bank.regs[NEST_SPEED], 0, "3ms"), UINT64_MAX,
        "no speed is called 3ms");
}

/* ---- obeying ---- */

static void test_pause(void)
{
    reset();
    busy(0, 0xc8, 1, 0);
    run_to(5 * MS);
    set(COMMAND, 2);
    run_to(5500000);
    ok(get(STATUS) == 2 && get(COMMAND) == 0, "pause: status 2, and the command is cleared");
    run_to(20 * MS);
    is_u64(count(0xc8), 6000000, "no more postings");
    set(COMMAND, 1);
    run_to(20 * MS + 500000);
    ok(get(STATUS) == 1 && get(COMMAND) == 0, "resume: status 1");
    run_to(21499999);
    is_u64(count(0xc8), 6000000, "a whole period later");
    run_to(21500000);
    is_u64(count(0xc8), 8000000, "... a posting of only that period");
    is_u64(count(0), 4, "... the fourth in total");
    set(COMMAND, 1);
    run_to(22500000);
    ok(get(COMMAND) == 0 && count(0xc8) == 10000000, "resume while it runs changes nothing");
}

static void test_clear(void)
{
    const struct trace_record *r;

    reset();
    busy(0, 0xc8, 256, 0);
    busy(0, 0x900, 256, 0);
    run_to(3 * MS);
    set(COMMAND, 3);
    run_to(3500000);
    ok(get(STATUS) == 0 && get(COMMAND) == 0, "clear: status 0, and the command is cleared");
    ok(count(0xc8) == 0 && count(0x900) == 0 && all_update_counts(0),
        "... and all words are zeroed");
    r = nth(&host, TRACE_POST, 0, 2);
    ok(r && r->time == 3500000 && r->value == 0, "... as in the trace");
    run_to(4999999);
    is_u64(get(STATUS), 0, "it configures again");
    run_to(5 * MS);
    is_u64(get(STATUS), 1, "... in four polls, then runs");
    run_to(6 * MS);
    r = nth(&host, TRACE_POST, 0, 3);
    ok(r && r->time == 6 * MS && r->value == 1, "the next posting is the first again");
    ok(count(0xc8) == 7812 && count(0x900) == 7812 && all_update_counts(1),
        "counting restarts, without a remainder");
    set(COMMAND, 2);
    run_to(7 * MS);
    set(COMMAND, 3);
    run_to(10 * MS);
    is_u64(get(STATUS), 1, "clear also ends a pause");
}

static void test_odd_commands(void)
{
    reset();
    run_to(5 * MS);
    set(COMMAND, 4);
    run_to(7 * MS);
    ok(get(COMMAND) == 4 && get(STATUS) == 1 && count(0) == 5,
        "an unknown command stays and has no effect");
    reset();
    run_to(MS);
    set(COMMAND, 2);
    run_to(1500000);
    ok(get(STATUS) == 0 && get(COMMAND) == 0, "a pause is accepted while it configures");
    run_to(5 * MS);
    ok(get(STATUS) == 2 && count(0) == 0, "... and obeyed afterwards");
}

static void test_bad_speed(void)
{
    reset();
    busy(0, 0xc8, 1, 0);
    run_to(5 * MS);
    set(SPEED, 12);
    run_to(5500000);
    is_u64(get(STATUS), 3, "speed 12: status 3");
    is_u64(count(0xc8), 0, "... and the postings are zeroed");
    set(COMMAND, 1);
    run_to(10 * MS);
    ok(get(STATUS) == 3 && get(COMMAND) == 0 && count(0) == 0, "resume does not help");
    set(SPEED, 1);
    run_to(15 * MS);
    ok(get(STATUS) == 0 && count(0) == 0, "nor does a valid speed alone: status 0");
    set(COMMAND, 1);
    run_to(15500000);
    is_u64(get(STATUS), 1, "both together do");
    run_to(17500000);
    is_u64(count(0xc8), 4000000, "... and it posts at that speed");
    reset();
    set(SPEED, UINT64_C(0x100000000));
    run_to(5 * MS);
    is_u64(get(STATUS), 3, "an invalid speed from the beginning; all 64 bits count");
}

static void test_speed_change(void)
{
    reset();
    busy(0, 0xc8, 1, 0);
    run_to(5 * MS);
    set(SPEED, 2);
    run_to(5500000);
    ok(get(STATUS) == 0 && count(0xc8) == 0, "another speed: configured again, postings zeroed");
    run_to(7 * MS);
    is_u64(get(STATUS), 1, "... and it runs");
    run_to(11 * MS);
    is_u64(count(0xc8), 8000000, "... with a posting every 4 ms");
    set(COMMAND, 2);
    run_to(12 * MS);
    set(SPEED, 0);
    run_to(20 * MS);
    ok(get(STATUS) == 2 && count(0) == 0, "a pause survives a new speed");
}

static void test_modes(void)
{
    reset();
    busy(0, 0xc8, 1, 0);
    busy(0, 0x118, 1, 0);
    run_to(5 * MS);
    is_u64(get(MODE_STATE), 0, "mode state: monitor");
    set(MODE, 1);
    run_to(6 * MS);
    ok(get(MODE_STATE) == 0 && get(STATUS) == 0, "mode 1: first configured again");
    run_to(7 * MS);
    ok(get(MODE_STATE) == 1 && get(STATUS) == 1, "... then accepted");
    is_u64(count(0xc8), 6000000, "... and nothing was zeroed");
    run_to(9 * MS);
    ok(count(0xc8) == 6000000 && count(0) == 3 && count(0x108) == 3,
        "in debug mode group 1 is stopped");
    ok(count(0x118) == 10000000 && count(0x110) == 5, "... the others continue");
    set(MODE, 2);
    run_to(10 * MS);
    ok(get(STATUS) == 4 && get(MODE_STATE) == 1, "mode 2: status 4");
    set(MODE, 0);
    run_to(12 * MS);
    ok(get(STATUS) == 0 && get(MODE_STATE) == 1, "mode 0: status 0, and it waits for a command");
    set(COMMAND, 2);
    run_to(12500000);
    ok(get(STATUS) == 2 && get(MODE_STATE) == 0, "... which may be a pause");
    set(COMMAND, 1);
    run_to(13 * MS);
    is_u64(get(STATUS), 1, "then as before");
    run_to(14 * MS);
    ok(count(0xc8) == 8000000 && count(0) == 4, "... also group 1, without debug mode's events");
    set(MODE, 2);
    run_to(15 * MS);
    set(MODE, 0);
    run_to(16 * MS);
    set(COMMAND, 3);
    run_to(18500000);
    ok(get(STATUS) == 1 && count(0) == 0, "clear also ends the wait");
    set(COMMAND, 2);
    run_to(20 * MS);
    set(MODE, 1);
    run_to(26 * MS);
    is_u64(get(STATUS), 2, "back to its pause");
}

static uint64_t nest_units(const char *pmu)
{
    uint64_t exactly;

    return nest_units_power9(pmu, &exactly);
}

static void test_availability(void)
{
    const uint64_t mcs0 = UINT64_C(0x4000000000000000), mcs01 = UINT64_C(0x6000000000000000);

    reset();
    busy(0, 0xc8, 1, mcs01);
    busy(0, 0x338, 1, nest_units("phb0"));
    busy(0, 0x6c8, 1, nest_units("capp0"));
    run_to(3 * MS);
    ok(count(0xc8) == 2000000 && count(0x338) == 2000000 && count(0x6c8) == 0,
        "by default there are memory controllers and host bridges, but no accelerators");
    set(AVAILABILITY, DEFAULT_UNITS & ~mcs01);
    run_to(3500000);
    ok(get(STATUS) == 0 && count(0xc8) == 2000000, "other units: configured again, nothing zeroed");
    run_to(6 * MS);
    ok(count(0xc8) == 2000000 && count(0x338) == 4000000, "a removed unit stops counting");
    set(AVAILABILITY, DEFAULT_UNITS);
    run_to(9 * MS);
    is_u64(count(0xc8), 4000000, "it returns without its counts in between");
    /* skiboot's hw/imc.c on combined units: either of the two enables their
     * PMU. */
    set(AVAILABILITY, DEFAULT_UNITS & ~mcs0);
    run_to(12 * MS);
    is_u64(count(0xc8), 6000000, "a PMU of two units counts with one of them");
}

static void test_unit_names(void)
{
    static const struct {
        const char *pmu;
        uint64_t units;
    } cases[] = {
        {"powerbus0", UINT64_C(0x8000000000000000)},
        {"mcs01", UINT64_C(0x6000000000000000)},
        {"mcs23", UINT64_C(0x1800000000000000)},
        {"mba0", UINT64_C(0x0040000000000000)},
        {"mba7", UINT64_C(0x0000800000000000)},
        {"centaur0", UINT64_C(0x0000400000000000)},
        {"centaur7", UINT64_C(0x0000008000000000)},
        {"xlink0", UINT64_C(0x0000004000000000)},
        {"xlink2", UINT64_C(0x0000001000000000)},
        {"phb0", UINT64_C(0x0000000200000000)},
        {"phb5", UINT64_C(0x0000000010000000)},
        {"nx", UINT64_C(0x0000000008000000)},
        {"capp0", UINT64_C(0x0000000004000000)},
        {"capp1", UINT64_C(0x0000000002000000)},
        {"alink0", UINT64_C(0x0000000000400000)},
        {"alink3", UINT64_C(0x0000000000080000)},
        {"nvlink0", UINT64_C(0x0000000000040000)},
        {"nvlink5", UINT64_C(0x0000000000002000)},
        {"core", 0},
        {"rsv", 0},
        {"", 0},
    };
    bool known = true;

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_u64(nest_units(cases[i].pmu), cases[i].units, "units of '%s'", cases[i].pmu);
    for (unsigned i = 0; i < power9_catalogue()->n_pmus; i++) {
        const struct p9_pmu *pmu = &power9_catalogue()->pmus[i];
        known &= (pmu->type == P9_PMU_NEST) == (nest_units(pmu->name) != 0);
    }
    ok(known, "only the catalogue's nest PMUs have units");
    is_u64(reg_reset(&nest_bank.regs[NEST_AVAILABILITY]), DEFAULT_UNITS,
        "the register's reset is OCC's vector");
}

/* ---- memory that fails ---- */

static bool refuse_write(void *self, uint64_t address, const void *bytes, unsigned size)
{
    (void)self;
    (void)address;
    (void)bytes;
    (void)size;
    return false;
}

/* Memory that cannot be zeroed does not exist yet. */
static void test_unwritable(void)
{
    struct sim_host outside = host_of(&host);

    reset();
    outside.write = refuse_write;
    for (unsigned i = 0; i < 10; i++)
        nest_poll(&nest, &traffic, &outside, 500000 * (i + 1));
    is_u64(nest.state, NEST_ABSENT, "memory that cannot be zeroed counts as absent");
    is_u64(host.n, 0, "... without a trace record");
    run_to(6500000);
    ok(get(STATUS) == 0 && nest.state == NEST_CONFIGURES, "once it can, the microcode begins");
}

/* Memory that disappears changes no setting, and due counts are posted when it
 * is back. */
static void test_gap(void)
{
    reset();
    busy(0, 0xc8, 256, 0);
    run_to(5 * MS);
    host.homer = false;
    run_to(7500000);
    host.homer = true;
    run_to(8 * MS);
    ok(get(STATUS) == 1 && get(AVAILABILITY) == DEFAULT_UNITS && get(MODE_STATE) == 0,
        "it still runs");
    ok(all_update_counts(6) && count(0xc8) == 46875, "... and lost no posting or event");
}

/* Words begin to count at 0: event number scale makes the first increment. */
static void test_first_increment(void)
{
    reset();
    busy(0, 0xc8, 3, 0);
    busy(0, 0x900, 2000001, 0);
    run_to(3 * MS);
    is_u64(count(0xc8), 666666, "2,000,000 events of scale 3");
    is_u64(count(0x900), 0, "... are one too few for scale 2,000,001");
    run_to(4 * MS);
    ok(count(0xc8) == 1333333 && count(0x900) == 1, "... but not 4,000,000");
}

/* A catalogue may place events anywhere in 32 bits. Without memory there, no
 * event is counted. */
static void test_far_words(void)
{
    static const uint32_t offsets[] = {
        0x3fff8, 0x40000, 0x7ffffff8, 0xfffffff0, 0xfffffff8, 0xffffffff};

    for (unsigned i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        reset();
        busy(0, offsets[i], 1, 0);
        busy(0, 0xc8, 256, 0);
        run_to(3 * MS);
        ok(count(0xc8) == 7812 && all_update_counts(1),
            "an event at %x does not change other words", offsets[i]);
        is_u64(count(offsets[i]), i ? 0 : 2000000, "... and counts %s",
            i ? "nothing" : "in the last word");
    }
}

/* ---- time ---- */

/* Compares field by field, because compilers leave arbitrary bytes between
 * fields. */
static bool same_record(const struct trace_record *a, const struct trace_record *b)
{
    return a->kind == b->kind && a->size == b->size && a->cpu == b->cpu && a->block == b->block &&
           a->offset == b->offset && a->time == b->time && a->pc == b->pc && a->value == b->value &&
           a->call_path == b->call_path;
}

static bool same_host(const struct fake_host *a, const struct fake_host *b)
{
    bool same = a->n == b->n && !memcmp(a->counters, b->counters, sizeof(a->counters)) &&
                !memcmp(a->ram, b->ram, sizeof(a->ram));

    for (unsigned i = 0; same && i < a->n; i++)
        same = same_record(&a->record[i], &b->record[i]);
    return same;
}

/* A late call has the same result. */
static void test_late(void)
{
    static struct fake_host prompt;

    reset();
    busy(0, 0xc8, 256, 0);
    for (uint64_t now = 0; now <= 40 * MS; now += 100000)
        run_to(now);
    prompt = host;
    reset();
    busy(0, 0xc8, 256, 0);
    run_to(40 * MS);
    ok(same_host(&prompt, &host) && host.n < 4096,
        "40 ms at once: memory and trace as when polled in time");
}

/* While the microcode posts nothing, polls without effect are skipped, except
 * the one at the moment itself. */
static void test_poll_at_limit(void)
{
    struct sim_host outside = host_of(&host);

    reset();
    run_to(2 * MS);
    set(COMMAND, 2);
    run_to(3 * MS);
    is_u64(get(STATUS), 2, "paused");
    nest_poll(&nest, &traffic, &outside, 20 * MS);
    is_u64(
        nest.poll, 20 * MS, "a paused nest next polls at the moment itself, if it is on the grid");
    nest_poll(&nest, &traffic, &outside, 25 * MS + 1);
    is_u64(nest.poll, 25500000, "... otherwise at the next half ms");
    reset();
    run_to(2 * MS);
    nest_poll(&nest, &traffic, &outside, 20 * MS);
    is_u64(nest.poll, 3 * MS, "one that runs polls when it posts");
    nest_poll(&nest, &traffic, &outside, 20 * MS);
    is_u64(nest.poll, 4 * MS, "... a ms after its posting, and not between");
}

static void test_very_late(void)
{
    const uint64_t hour = 3600 * SECOND;
    const struct trace_record *r;

    reset();
    busy(0, 0xc8, 256, 0);
    run_to(2 * MS);
    run_to(hour + 2 * MS);
    is_u64(count(0), 3600000, "an hour at once: each posting is counted");
    is_u64(count(0xc8), UINT64_C(2000000000) * 3600 / 256, "... and each event");
    is_u64(n_of(&host, TRACE_POST, 0), 1 + 1 + 64,
        "... by zeroing, one posting for most of the hour, and 64 single ones");
    r = nth(&host, TRACE_POST, 0, 1);
    ok(r && r->offset == 2 * r->value && r->time == 2 * MS + r->value * MS,
        "the first posting covers the rest");
    is_u64(nest.poll, hour + 2 * MS + 500000, "the next poll is in half a ms");
    set(COMMAND, 2);
    run_to(2 * hour);
    set(COMMAND, 1);
    run_to(2 * hour + 2 * MS);
    is_u64(get(STATUS), 1, "an hour's pause");
}

static void test_trace(void)
{
    const struct trace_record *r;

    reset();
    run_to(5 * MS);
    set(COMMAND, 2);
    run_to(6 * MS);
    r = nth(&host, TRACE_WRITE, 0, 0);
    ok(r && r->offset == 0x3fc18 && r->value == DEFAULT_UNITS && r->size == 8 && r->pc == 0 &&
            r->time == 500000,
        "the microcode's writes are in the trace: units");
    r = nth(&host, TRACE_WRITE, 0, 1);
    ok(r && r->offset == 0x3fc00 && r->value == 1 && r->time == 2 * MS, "... status 1");
    r = nth(&host, TRACE_WRITE, 0, 2);
    ok(r && r->offset == 0x3fc08 && r->value == 0 && r->time == 5500000, "... the cleared command");
    r = nth(&host, TRACE_WRITE, 0, 3);
    ok(r && r->offset == 0x3fc00 && r->value == 2 && n_of(&host, TRACE_WRITE, 0) == 4,
        "... status 2, and no more");
}

/* Figures of open-power/occ, branch master-p10: 16 states of configuring, 13
 * groups, 450 words zeroed. */
static void test_power10(void)
{
    const uint64_t units = UINT64_C(0xfff6dd871fffffc0), xlink1 = UINT64_C(0x0002800000000000);
    struct p9_traffic *link;

    reset();
    nest_reset(&nest, &generation_power10, 0, units, false);
    is_u64(generation_power10.availability, units, "POWER10: the default vector");
    is_u64(reg_reset(&nest_power10_bank.regs[NEST_AVAILABILITY]), units,
        "... is the register's reset");
    for (unsigned offset = 0; offset <= 0xe10; offset += 8)
        poke(&host, COUNTERS0 + offset, 7);
    busy(0, 0x118, 1, UINT64_C(0x4000000000000000));
    link = p9_traffic_word(&traffic, &(struct p9_traffic){.offset = 0x268,
                                         .scale = 1,
                                         .units = nest_units_power10("xlink1", &(uint64_t){0}),
                                         .exactly = xlink1});
    p9_traffic_set(link, 0, &(struct traffic_amount){.kind = TRAFFIC_LEVEL, .level = 1});
    run_to(7500000);
    ok(get(STATUS) == 0 && !count(0xe08) && count(0xe10) == 7,
        "15 polls after the first: 450 words zeroed");
    run_to(8 * MS);
    is_u64(get(STATUS), 1, "the 16th: it runs");
    run_to(9 * MS);
    ok(count(0) == 1 && count(0x108) == 1 && count(0xcc0) == 1 && count(0xdc8) == 1,
        "all 13 groups count their postings");
    ok(!count(0xdd0) && nest_update_count(&generation_power10, 0xdc8) == 13,
        "... and no fourteenth");
    ok(count(0x118) == 2000000 && count(0x268) == 2000000, "a unit, and a link that is an xlink");
    set(AVAILABILITY, units ^ UINT64_C(0x0003800000000000) ^ UINT64_C(0x0000800000000000) * 3);
    run_to(20 * MS);
    is_u64(count(0x268), 2000000, "another kind of link: its word does not count");
    set(MODE, 1);
    run_to(30 * MS);
    uint64_t first = count(0), second = count(0x110), third = count(0x220);
    run_to(33 * MS);
    ok(count(0) == first && count(0x110) == second && count(0x220) == third + 3,
        "debug mode stops the first two groups");
    set(COMMAND, 4);
    set(SPEED, 3);
    run_to(34 * MS);
    ok(get(STATUS) == 2 && get(COMMAND) == 4, "an unknown command pauses, and stays in place");
    run_to(50 * MS);
    is_u64(get(STATUS), 2, "... and other settings are ignored");
    set(COMMAND, 1);
    run_to(51 * MS);
    is_u64(get(STATUS), 0, "... until the next command");
}

int main(void)
{
    test_unwritable();
    test_gap();
    test_first_increment();
    test_far_words();
    test_begin();
    test_given_units();
    test_dead();
    test_second_chip();
    test_no_such_value();
    test_posting();
    test_changes();
    test_adding();
    test_speeds();
    test_pause();
    test_clear();
    test_odd_commands();
    test_bad_speed();
    test_speed_change();
    test_modes();
    test_availability();
    test_unit_names();
    test_late();
    test_poll_at_limit();
    test_very_late();
    test_trace();
    test_power10();
    return done_testing();
}
