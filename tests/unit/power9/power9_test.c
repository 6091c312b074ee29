/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `power9`: its addresses and blocks as a guest sees them, and its
 * times. */
#include "tests/power9_machine.h"

static struct p9 machine;
static struct fake_host host;

static const struct p9_config one_core = {.cpus = 1,
    .sockets = 1,
    .threads = 1,
    .availability = UINT64_C(0xffff8073f007e000),
    .generation = &generation_power9};
/* Two chips of eight cores with four threads each. */
static const struct p9_config large = {.cpus = 64,
    .sockets = 2,
    .threads = 4,
    .availability = UINT64_C(0xffff8073f007e000),
    .generation = &generation_power9};

#define START UINT64_C(0xe800000000000000) /* HTM_MODE, as firmware writes it */
#define STOP  UINT64_C(0xe000000000000000)

static struct sim_access at(uint64_t now, unsigned cpu)
{
    return (struct sim_access){.now = now, .pc = 0xc000000000001234, .cpu = cpu};
}

static bool scom_write(uint64_t now, unsigned chip, uint32_t pcba, uint64_t value)
{
    struct sim_access access = at(now, 0);

    return p9_scom_write(&machine, &access, chip, pcba, value);
}

static uint64_t scom_read(uint64_t now, unsigned chip, uint32_t pcba)
{
    struct sim_access access = at(now, 0);
    uint64_t value = 0xbad;

    return p9_scom_read(&machine, &access, chip, pcba, &value) ? value : 0xbad;
}

static void ldbar(uint64_t now, unsigned cpu, uint64_t value)
{
    struct sim_access access = at(now, cpu);

    p9_ldbar_write(&machine, &access, value);
}

static void step(uint64_t now, unsigned number, bool end)
{
    struct sim_access access = at(now, 0);

    p9_step(&machine, &access, number, end);
}

static void load(uint64_t now, uint64_t address)
{
    struct sim_access access = at(now, 0);

    p9_loaded(&machine, &access, address, 8, peek(&host, address));
}

/* ---- SCOMs ---- */

/* PDBAR, HTM mode, event mask, TRACE_IMC of the first eight cores of a chip:
 * facts 4.1. */
static const uint32_t scoms[8][4] = {
    {0x1001220b, 0x10012200, 0x20010aa8, 0x20010aa9},
    {0x1001230b, 0x10012300, 0x21010aa8, 0x21010aa9},
    {0x1001260b, 0x10012600, 0x22010aa8, 0x22010aa9},
    {0x1001270b, 0x10012700, 0x23010aa8, 0x23010aa9},
    {0x1101220b, 0x11012200, 0x24010aa8, 0x24010aa9},
    {0x1101230b, 0x11012300, 0x25010aa8, 0x25010aa9},
    {0x1101260b, 0x11012600, 0x26010aa8, 0x26010aa9},
    {0x1101270b, 0x11012700, 0x27010aa8, 0x27010aa9},
};
/* The same registers' numbers in a trace: core 0's. */
static const uint32_t offsets[4] = {0x1001220b, 0x10012200, 0x20010aa8, 0x20010aa9};
/* Firmware's values, and other values within the fields. */
static const uint64_t values[4] = {0x6000, STOP, 0x0402010000000000, 0x7fffffc142020000};

static void test_scoms(void)
{
    bool all = true, apart = true;

    start(&machine, &host, &large, "");
    for (unsigned i = 0; i < 64; i++) {
        unsigned chip = i / 32, core = i / 4 % 8, reg = i % 4;
        uint64_t value = reg ? values[reg] : 0x2000 * (i + 1);
        host.n = 0;
        if (all && !(all = scom_write(1000, chip, scoms[core][reg], value) && host.n == 1 &&
                           host.record[0].kind == TRACE_WRITE && host.record[0].size == 8 &&
                           host.record[0].block == 0x1000 + 8 * chip + core &&
                           host.record[0].offset == offsets[reg] && host.record[0].value == value &&
                           host.record[0].pc == 0xc000000000001234 && host.record[0].time == 1000))
            printf("# chip %u core %u register %u\n", chip, core, reg);
    }
    ok(all, "four registers of sixteen cores on two chips, each at its number");
    for (unsigned i = 0; i < 64; i += 4)
        apart &= scom_read(1000, i / 32, scoms[i / 4 % 8][0]) == 0x2000 * (i + 1);
    ok(apart, "each core has separate registers");
    ok(host.record[1].kind == TRACE_READ && host.record[1].value == 0x2000,
        "reads are in the trace");
}

static void test_foreign_scoms(void)
{
    uint64_t value;
    struct sim_access access = at(0, 0);

    start(&machine, &host, &large, "");
    ok(!scom_write(0, 2, 0x1001220b, 0), "no chip 2");
    ok(!scom_write(0, 0, 0x1201220b, 0) && !scom_write(0, 0, 0x28010aa8, 0), "nor a ninth core");
    ok(!scom_write(0, 0, 0x5012b00, 0) && !scom_write(0, 0, 0x1001220a, 0) &&
            !scom_write(0, 0, 0x20010aaa, 0),
        "other SCOMs are QEMU's");
    ok(!p9_scom_read(&machine, &access, 0, 0x20000000, &value), "... also for reads");
    is_u64(host.n, 0, "these accesses are not in the trace");
    start(&machine, &host, &one_core, "");
    ok(!scom_write(0, 0, 0x1001230b, 0) && scom_write(0, 0, 0x1001220b, 0),
        "a single core has no neighbour");
}

static void test_ldbar(void)
{
    bool own = true;

    start(&machine, &host, &large, "");
    for (unsigned cpu = 0; cpu < 64; cpu++)
        ldbar(5, cpu, 0x2000 * (cpu + 1));
    for (unsigned cpu = 0; cpu < 64; cpu++) {
        struct sim_access access = at(6, cpu);
        own &= p9_ldbar_read(&machine, &access) == 0x2000 * (cpu + 1);
    }
    ok(own, "each CPU has a separate LDBAR");
    ok(host.record[63].kind == TRACE_WRITE && host.record[63].block == 0x203f &&
            host.record[63].offset == 850 && host.record[63].cpu == 63 &&
            host.record[63].value == 0x80000,
        "a write in the trace");
    ok(host.record[64].kind == TRACE_READ && host.record[64].block == 0x2000 &&
            host.record[64].time == 6,
        "... and a read");
}

/* ---- nest, time ---- */

static void test_nests(void)
{
    start(&machine, &host, &large, "at boot + 4ms\nchip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1G/s\n");
    is_u64(p9_deadline(&machine), 500000, "the first deadline is the microcode's first poll");
    p9_advance(&machine, 10 * MS);
    is_u64(peek(&host, COUNTERS0), 8, "chip 0 posts");
    is_u64(peek(&host, COUNTERS1), 8, "... and chip 1");
    is_u64(peek(&host, COUNTERS0 + 0xc8), 0, "chip 1's traffic does not count on chip 0");
    uint64_t word = peek(&host, COUNTERS1 + 0xc8);
    ok(word >= 6000000 / 256 - 1 && word <= 6000000 / 256 + 1, "from 4 ms on it counts on chip 1");
    is_u64(p9_deadline(&machine), 10500000, "the next deadline is the next poll");
    p9_advance(&machine, 9 * MS);
    is_u64(machine.now, 10 * MS, "time does not go backwards");
}

/* A plan's moment is between polls. Both keep their times in a late call. */
static void test_plan_between_polls(void)
{
    static const char text[] = "at boot + 3250us\n"
                               "chip0.phb0 PM_PHB0_CYC level 1\n"
                               "at boot + 3500us\n"
                               "chip0.COMMAND = 2\n"
                               "at boot + 5250us\n"
                               "chip0.COMMAND = 1\n";

    start(&machine, &host, &one_core, text);
    p9_advance(&machine, 20 * MS);
    const struct trace_record *r = nth(&host, TRACE_PLAN, 0, 0);
    ok(r && r->time == 3250000 && r->value == 0, "traffic begins at its ns");
    /* Runs from 2 ms, posts at 3 ms. The microcode sees the command of 3.5 ms
     * at 4 ms, and then posts nothing. It sees the command of 5.25 ms at 5.5
     * ms, and then posts at 6.5, 7.5, ... 19.5 ms. */
    is_u64(peek(&host, COUNTERS0), 1 + 14, "the microcode obeys the plan's commands at its polls");
    is_u64(peek(&host, COUNTERS0 + 0x338), 14 * 2000000,
        "... and posts the events counted while it ran");
    is_u64(peek(&host, COUNTERS0 + CONTROL), 1, "... and runs");
}

static void test_refused(void)
{
    start(
        &machine, &host, &one_core, "at boot\nchip0.STATUS = 0\nat boot + 8ms\nchip0.STATUS = 0\n");
    host.homer = false;
    p9_advance(&machine, MS);
    ok(nth(&host, TRACE_REFUSED, 0, 0) && nth(&host, TRACE_REFUSED, 0, 0)->value == 0,
        "without memory, setting a word is refused in the trace");
    host.homer = true;
    p9_advance(&machine, 8 * MS);
    ok(peek(&host, COUNTERS0 + CONTROL) == 0 && nth(&host, TRACE_PLAN, 0, 0)->value == 1,
        "with memory, it is set: status 0 while it runs");
    p9_advance(&machine, 12 * MS);
    is_u64(peek(&host, COUNTERS0 + CONTROL), 0, "... which stays");
}

static void test_dead_chip(void)
{
    struct p9_config config = large;

    config.dead[1] = true;
    start(&machine, &host, &config, "");
    p9_advance(&machine, SECOND);
    ok(peek(&host, COUNTERS0 + CONTROL) == 1 && peek(&host, COUNTERS1 + CONTROL) == 0,
        "one dead chip of two");
}

/* ---- cores and threads ---- */

/* The word's place: the catalogue's offsets, facts 5.5. */
enum { INST = 0x18 + 0x8, PDBAR = 0x4000, THREAD_MEMORY = 0x8000 };

static void test_counting(void)
{
    start(&machine, &host, &one_core, "");
    ok(!p9_counts_instructions(&machine), "nothing needs executed instructions");
    scom_write(MS, 0, 0x1001220b, PDBAR);
    scom_write(MS, 0, 0x20010aa8, 0x0402010000000000);
    scom_write(MS, 0, 0x10012200, STOP);
    ok(!p9_counts_instructions(&machine), "... nor after firmware has set up a core");
    host.executed[0] = (struct sim_executed){100000, 200000};
    scom_write(2 * MS, 0, 0x10012200, START);
    ok(p9_counts_instructions(&machine), "... but after it has started the core");
    ok(p9_deadline(&machine) <= 3 * MS, "then it is posted every ms");
    host.executed[0] = (struct sim_executed){100000 + 51200, 200000 + 51200};
    p9_advance(&machine, 3 * MS);
    is_u64(peek(&host, PDBAR + INST), 200, "102,400 instructions, of scale 512");
    host.executed[0].user += 512;
    p9_advance(&machine, 3500000);
    is_u64(peek(&host, PDBAR + INST), 200, "half a ms later memory is unchanged");
    step(3500000, 1, false);
    is_u64(peek(&host, PDBAR + INST), 201, "a step posts");
    host.executed[0].user += 512;
    scom_write(3600000, 0, 0x10012200, STOP);
    is_u64(peek(&host, PDBAR + INST), 202, "the store that stops it posts first");
    host.executed[0].user += 5120;
    p9_advance(&machine, 10 * MS);
    is_u64(peek(&host, PDBAR + INST), 202, "then it stops counting");
}

/* Without a polling microcode, the next posting is the deadline. */
static void test_deadlines(void)
{
    struct p9_config config = one_core;

    config.dead[0] = true;
    start(&machine, &host, &config, "");
    p9_advance(&machine, MS);
    is_u64(p9_deadline(&machine), SIM_NEVER, "nothing is due");
    scom_write(2100000, 0, 0x1001220b, PDBAR);
    scom_write(2100000, 0, 0x10012200, START);
    is_u64(p9_deadline(&machine), 3100000, "a core's next posting");
    ldbar(2200000, 0, UINT64_C(0x8000000000000000) | THREAD_MEMORY);
    scom_write(2300000, 0, 0x1001220b, 0);
    is_u64(p9_deadline(&machine), 3200000, "a thread's");
}

static void test_thread(void)
{
    start(&machine, &host, &large, "");
    scom_write(MS, 1, 0x10012200, START);
    ldbar(MS, 33, UINT64_C(0x8000000000000000) | THREAD_MEMORY);
    host.executed[33].user = 5120;
    host.executed[32].user = 9999;
    p9_advance(&machine, 2 * MS);
    ok(p9_counts_instructions(&machine), "a thread alone needs executed instructions");
    is_u64(peek(&host, THREAD_MEMORY + INST), 10, "CPU 33 is thread 1 of chip 1's first core");
    host.executed[33].user += 512;
    ldbar(2100000, 33, THREAD_MEMORY);
    is_u64(peek(&host, THREAD_MEMORY + INST), 11, "LDBAR's write posts first");
    host.executed[33].user += 512;
    p9_advance(&machine, 5 * MS);
    ok(peek(&host, THREAD_MEMORY + INST) == 11 && !p9_counts_instructions(&machine),
        "then it stops counting");
}

/* The scenario sets words that do not count execution, such as those at 0x18 +
 * 0x240 (CPM_... of slot 9). */
static const struct p9_pmu_event *traffic_event(void)
{
    const struct p9_pmu *core = p9_catalogue_pmu(power9_catalogue(), "core");

    for (unsigned i = 0; i < core->n_events; i++) {
        const struct p9_pmu_event *event = &power9_catalogue()->events[core->first_event + i];
        if (slots_at(&slots_power9, p9_event_offset(core, event)) < 0)
            return event;
    }
    return NULL;
}

static void test_core_traffic(void)
{
    const struct p9_pmu_event *event = traffic_event();
    uint32_t offset = 0x18 + event->reg;
    char plan[512];

    snprintf(plan, sizeof(plan),
        "at boot\ncore0 CPM_%s level 2\nat boot + 5250us\ncore0 CPM_%s level 1\nat boot + "
        "9ms\ncore0.CPM_%s "
        "= 7\n",
        event->name, event->name, event->name);
    start(&machine, &host, &one_core, plan);
    scom_write(MS, 0, 0x1001220b, PDBAR);
    scom_write(2 * MS, 0, 0x10012200, START);
    step(3 * MS, 1, false);
    is_u64(peek(&host, PDBAR + offset), 4000000 / 512,
        "traffic of a core, counted while it is started");
    p9_advance(&machine, 8250000);
    is_u64(peek(&host, PDBAR + offset), (3250000 * 4 + 3000000 * 2) / 512,
        "a change in between counts from its ns");
    scom_write(8250000, 0, 0x10012200, STOP);
    scom_write(9500000, 0, 0x10012200, START);
    is_u64(peek(&host, PDBAR + offset), 7, "a word set by the plan");
    step(10 * MS, 1, true);
    is_u64(peek(&host, PDBAR + offset), 7 + (19000000 + 1000000) / 512 - 19000000 / 512,
        "... continues from there, without events while stopped");
}

/* ---- loads ---- */

/* A load that precedes a late posting does not see it. */
static void test_late_load(void)
{
    start(&machine, &host, &one_core, "");
    scom_write(MS, 0, 0x1001220b, PDBAR);
    scom_write(2 * MS, 0, 0x10012200, START);
    host.executed[0].user = 5120;
    load(3100000, PDBAR + INST);
    const struct trace_record *read = nth(&host, TRACE_READ, 0x3000, 0);
    ok(read && read->value == 0 && n_of(&host, TRACE_POST, 0x3000) == 1,
        "a load comes before the posting that was due at 3 ms");
    p9_advance(&machine, 3100000);
    const struct trace_record *post = nth(&host, TRACE_POST, 0x3000, 1);
    ok(read && post && post > read && post->time >= read->time && peek(&host, PDBAR + INST) == 10,
        "... which is made next, not earlier");
    load(3200000, PDBAR + INST);
    read = nth(&host, TRACE_READ, 0x3000, 1);
    ok(read && read->value == 10 && read->time == 3200000,
        "with nothing due, a load has its own time");
}

static void test_loads(void)
{
    static const char text[] = "at read 2 of chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01\n"
                               "chip0.STATUS = 0\n"
                               "at read 1 of core0.CPM_INST\n"
                               "chip0.MODE = 1\n";
    const struct trace_record *r;

    start(&machine, &host, &one_core, text);
    scom_write(MS, 0, 0x1001220b, PDBAR);
    scom_write(MS, 0, 0x10012200, START);
    ldbar(MS, 0, UINT64_C(0x8000000000000000) | THREAD_MEMORY);
    p9_advance(&machine, 3 * MS);
    host.n = 0;
    load(3100000, 0x100);
    load(3100000, COUNTERS1);
    load(3100000, PDBAR - 8);
    load(3100000, COUNTERS0 + 0x40000);
    is_u64(host.n, 0, "loads of other memory have no effect");
    load(3100000, COUNTERS0 + 0xc8);
    r = &host.record[0];
    ok(host.n == 1 && r->kind == TRACE_READ && r->block == 0 && r->offset == 0xc8 && r->size == 8 &&
            r->time == 3100000 && r->cpu == 0,
        "a load of a nest word");
    load(3100000, COUNTERS0 + CONTROL);
    r = &host.record[1];
    ok(r->kind == TRACE_READ && r->block == 0 && r->offset == 0x3fc00 && r->value == 1,
        "of the control block");
    load(3100000, COUNTERS0 + 0xc8);
    is_u64(peek(&host, COUNTERS0 + CONTROL), 1, "the second read of a word counts");
    p9_advance(&machine, 3100000);
    is_u64(peek(&host, COUNTERS0 + CONTROL), 0, "... and fires the plan's entry");
    host.n = 0;
    load(3200000, PDBAR + INST);
    ok(host.record[0].kind == TRACE_READ && host.record[0].block == 0x3000 &&
            host.record[0].offset == INST,
        "a load of a core's word, which posts nothing");
    load(3200000, THREAD_MEMORY + 0x1fff);
    ok(nth(&host, TRACE_READ, 0x4000, 0) && nth(&host, TRACE_READ, 0x4000, 0)->offset == 0x1fff,
        "a load of a thread's memory");
    p9_advance(&machine, 3200000);
    is_u64(peek(&host, COUNTERS0 + CONTROL + 0x20), 1, "a plan can also wait for words of a core");
}

static void test_steps(void)
{
    const struct trace_record *r;

    start(&machine, &host, &one_core,
        "at step 3 + 10us\nchip0.SPEED = 1\nat end of step 3\nchip0.SPEED = 2\n");
    step(700000, 3, false);
    r = nth(&host, TRACE_STEP_BEGIN, 0, 0);
    ok(r && r->value == 3 && r->time == 700000, "a step begins");
    is_u64(p9_deadline(&machine), 710000, "the step's plan entry is due");
    p9_advance(&machine, 800000);
    is_u64(peek(&host, COUNTERS0 + CONTROL + 0x10), 1, "... and takes effect");
    step(900000, 3, true);
    ok(peek(&host, COUNTERS0 + CONTROL + 0x10) == 2 && nth(&host, TRACE_STEP_END, 0, 0),
        "the step ends");
}

static void test_unknown_time(void)
{
    start(&machine, &host, &one_core, "");
    p9_advance(&machine, 5 * MS);
    scom_write(0, 0, 0x1001220b, PDBAR);
    is_u64(nth(&host, TRACE_WRITE, 0x1000, 0)->time, 5 * MS,
        "an access without a time has the latest time");
}

static void test_copy(void)
{
    static struct p9 copy;
    static struct fake_host before;

    start(&machine, &host, &one_core, "at boot\nchip0.powerbus0 PM_PB_CYC 1G/s\n");
    p9_advance(&machine, 5250000);
    memcpy(&copy, &machine, sizeof(copy));
    before = host;
    p9_advance(&machine, 100 * MS);
    uint64_t word = peek(&host, COUNTERS0 + 0x80);
    host = before;
    p9_advance(&copy, 100 * MS);
    ok(word > 300000 && peek(&host, COUNTERS0 + 0x80) == word,
        "a copy behaves as the machine does");
}

static void test_samples(void)
{
    start(&machine, &host, &one_core, "");
    is_u64(p9_sampling(&machine, 0), 0, "no samples");
    scom_write(MS, 0, 0x20010aa9, UINT64_C(0x7fffffc142020000));
    ldbar(MS, 0, UINT64_C(0x4000000000000000) | THREAD_MEMORY);
    scom_write(MS, 0, 0x10012200, START);
    uint64_t first = p9_sampling(&machine, 0);
    ok(first && p9_counts_instructions(&machine), "trace mode: samples");
    host.executed[0].user = first;
    p9_advance(&machine, 2 * MS);
    p9_sample(&machine, 0, 0x10001234, true, 777);
    ok(peek(&host, THREAD_MEMORY) == 777 && peek(&host, THREAD_MEMORY + 8) == 0x10001234,
        "a record");
    const struct trace_record *r = nth(&host, TRACE_SAMPLE, 0x4000, 0);
    ok(r && r->pc == 0x10001234 && r->value == 777 && r->time == 2 * MS, "... and in the trace");
}

/* A step brings a thread's memory up to date, as it does a core's. */
static void test_step_of_thread(void)
{
    static const unsigned cpus[] = {0, 1, 33, 63};

    for (unsigned i = 0; i < 4; i++) {
        start(&machine, &host, &large, "");
        scom_write(MS, cpus[i] / 32, scoms[cpus[i] % 32 / 4][1], START);
        ldbar(MS, cpus[i], UINT64_C(0x8000000000000000) | THREAD_MEMORY);
        host.executed[cpus[i]].user = 5120;
        step(1500000, 1, false);
        is_u64(peek(&host, THREAD_MEMORY + INST), 10, "CPU %u, half a ms after it began", cpus[i]);
        host.executed[cpus[i]].user += 512;
        step(1600000, 1, true);
        is_u64(peek(&host, THREAD_MEMORY + INST), 11, "... and at the end of the step");
    }
}

/* Accesses to SCOMs and LDBAR have eight bytes. */
static void test_sizes(void)
{
    struct sim_access access = at(7, 0);

    start(&machine, &host, &one_core, "");
    scom_write(5, 0, 0x1001220b, PDBAR);
    scom_read(6, 0, 0x1001220b);
    ldbar(6, 0, 0x8000);
    p9_ldbar_read(&machine, &access);
    is_u64(host.n, 4, "two writes, two reads");
    for (unsigned i = 0; i < 4; i++)
        ok(host.record[i].size == 8 && host.record[i].kind == (i % 2 ? TRACE_READ : TRACE_WRITE) &&
                host.record[i].value == (i < 2 ? PDBAR : 0x8000),
            "record %u", i);
}

/* A reset clears everything. */
static void test_reset(void)
{
    struct sim_host outside = host_of(&host);

    memset(&machine, 0xa5, sizeof(machine));
    p9_reset(&machine, &large, &outside);
    is_u64(p9_deadline(&machine), 500000, "after a reset, the microcode's first poll is next");
    ok(!p9_counts_instructions(&machine) && !machine.traffic.n && !machine.plan.n_anchors &&
            !machine.plan.n_entries && !machine.catalogue,
        "... no counting, and no plan");
    for (unsigned core = 0; core < 8; core++)
        for (unsigned reg = 0; reg < 4; reg++)
            is_u64(scom_read(0, 1, scoms[core][reg]), 0, "core %u, register %u: 0", 8 + core, reg);
}

/* ---- looks from outside ---- */

static uint64_t peeked(unsigned block, uint32_t offset)
{
    uint64_t value = 0xbad;

    return p9_peek(&machine, block, offset, &value) ? value : 0xbad;
}

static void test_peek(void)
{
    static struct p9 twin;

    start(&machine, &host, &large, "");
    scom_write(1000, 1, 0x1001230b, 0x6000);
    scom_write(1000, 1, 0x10012200, START);
    ldbar(1000, 33, UINT64_C(0x8000000000000000) | THREAD_MEMORY);
    host.homer = true;
    host.counters[1][0x118 + 7] = 0x42;
    host.ram[THREAD_MEMORY + 0x18 + 6] = 0x12;
    memcpy(&twin, &machine, sizeof(twin));
    host.n = 0;
    is_u64(peeked(0x1009, 0x1001220b), 0x6000, "a look at a SCOM of the second chip's second core");
    is_u64(peeked(0x1008, 0x1001220b), 0, "... and of its first");
    is_u64(peeked(0x2021, 850), UINT64_C(0x8000000000000000) | THREAD_MEMORY, "LDBAR");
    is_u64(peeked(1, 0x118), 0x42, "a word of a chip");
    is_u64(peeked(0x4021, 0x18), 0x1200, "a word of a thread, where LDBAR says");
    is_u64(peeked(0x4020, 0x18), 0xbad, "... not where another thread's LDBAR says");
    is_u64(peeked(0x4021, 0x2000), 0xbad, "no word past the memory");
    is_u64(peeked(0x1009, 0x1001220c), 0xbad, "no SCOM");
    is_u64(peeked(2, 0x118), 0xbad, "no such chip");
    is_u64(peeked(0x1010, 0x1001220b), 0xbad, "no such core");
    is_u64(peeked(0x2040, 850), 0xbad, "no such thread");
    is_u64(peeked(0x5000, 0), 0xbad, "no such block");
    ok(!memcmp(&twin, &machine, sizeof(twin)) && !host.n, "nothing has changed");
}

int main(void)
{
    test_scoms();
    test_foreign_scoms();
    test_ldbar();
    test_nests();
    test_plan_between_polls();
    test_refused();
    test_dead_chip();
    test_counting();
    test_deadlines();
    test_thread();
    test_core_traffic();
    test_loads();
    test_late_load();
    test_steps();
    test_unknown_time();
    test_copy();
    test_samples();
    test_step_of_thread();
    test_sizes();
    test_reset();
    test_peek();
    return done_testing();
}
