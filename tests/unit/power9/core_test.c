/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core's SCOMs and the counts that accumulate in its memory, driven as by
 * firmware. */
#include "models/power9/core.h"
#include "models/power9/power9_blocks.h"
#include "tests/p9_host.h"
#include "tests/rng.h"

/* Values of the facts, 4.2. */
#define MASK    UINT64_C(0x0402010000000000)
#define STOPPED UINT64_C(0xe000000000000000)
#define STARTED UINT64_C(0xe800000000000000)
#define TRACE   UINT64_C(0x7fffffc142020000)
#define MS      UINT64_C(1000000)
#define PAGE    UINT64_C(0x6fad0000) /* memory of the core */
#define OTHER   UINT64_C(0x6fae2000)

/* Offsets of words, from the catalogue. */
enum {
    PCYC = 0x18,
    INST = 0x20,
    IDLE = 0xe0,
    TICKS = 0xa0,
    INST_USER = 0x1020,
    INST_KERNEL = 0x1820
};

/* Core number 3 of the machine, with CPUs 4 to 7. */
struct machine {
    struct p9_host host;
    struct p9_outside outside;
    struct core core;
    struct thread threads[HOST_CPUS];
    uint64_t now;
};

static struct machine m, copy;

static void reset(unsigned n_threads)
{
    m.outside = p9_host_reset(&m.host);
    tap_scribble(&m.core, sizeof(m.core));
    core_reset(&m.core, &generation_power9, 3, 4, n_threads);
    for (unsigned i = 0; i < HOST_CPUS; i++) {
        tap_scribble(&m.threads[i], sizeof(m.threads[i]));
        thread_reset(&m.threads[i], &generation_power9, i, n_threads);
    }
    m.now = 5 * MS;
}

static void scom(enum core_reg reg, uint64_t value)
{
    core_write(&m.core, m.threads, &m.outside, m.now, reg, value);
}

/* skiboot's OPAL_IMC_COUNTERS_INIT for a core. */
static void init_core(uint64_t address)
{
    scom(CORE_PDBAR, address & UINT64_C(0x0003ffffffffe000));
    scom(CORE_EVENT_MASK, MASK);
    scom(CORE_HTM_MODE, STOPPED);
}

static void post(void)
{
    core_post(&m.core, m.threads, &m.outside, m.now);
}

static void execute(unsigned cpu, uint64_t user, uint64_t kernel)
{
    m.host.executed[cpu].user += user;
    m.host.executed[cpu].kernel += kernel;
}

static uint64_t word(uint64_t offset)
{
    return p9_host_word(&m.host, PAGE + offset);
}

/* Setting the memory again, even to the same address, posts all words again.
 * Other registers do not affect it. */
static void test_renewed(void)
{
    reset(1);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    post();
    unsigned before = m.host.writes;
    scom(CORE_EVENT_MASK, MASK);
    scom(CORE_TRACE_IMC, TRACE);
    post();
    is_u64(m.host.writes, before, "a write of another register posts only changes");
    scom(CORE_PDBAR, PAGE & UINT64_C(0x0003ffffffffe000));
    is_u64(m.host.writes - before, 36, "PDBAR again: all 36 words are written");
}

/* ---- SCOM numbers ---- */

/* The facts, 4.1: observed on the bus for cores 0 to 4, and by the formulas for
 * the second quad. */
static void test_numbers(void)
{
    static const struct {
        unsigned core;
        enum core_reg reg;
        uint32_t number;
    } numbers[] = {
        {0, CORE_PDBAR, 0x1001220b},
        {1, CORE_PDBAR, 0x1001230b},
        {2, CORE_PDBAR, 0x1001260b},
        {3, CORE_PDBAR, 0x1001270b},
        {4, CORE_PDBAR, 0x1101220b},
        {23, CORE_PDBAR, 0x1501270b},
        {0, CORE_HTM_MODE, 0x10012200},
        {1, CORE_HTM_MODE, 0x10012300},
        {2, CORE_HTM_MODE, 0x10012600},
        {3, CORE_HTM_MODE, 0x10012700},
        {6, CORE_HTM_MODE, 0x11012600},
        {0, CORE_EVENT_MASK, 0x20010aa8},
        {1, CORE_EVENT_MASK, 0x21010aa8},
        {4, CORE_EVENT_MASK, 0x24010aa8},
        {0, CORE_TRACE_IMC, 0x20010aa9},
        {1, CORE_TRACE_IMC, 0x21010aa9},
        {4, CORE_TRACE_IMC, 0x24010aa9},
        {23, CORE_TRACE_IMC, 0x37010aa9},
    };

    for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        unsigned core = 99;
        is_u64(scom_number(&scoms_power9, numbers[i].core, numbers[i].reg), numbers[i].number,
            "core %u, %s", numbers[i].core, core_bank.regs[numbers[i].reg].name);
        ok(scom_at(&scoms_power9, numbers[i].number, &core) == (int)numbers[i].reg &&
                core == numbers[i].core,
            "... and back");
    }
}

/* Finds the register with number @pcba by a search of all. */
static int searched(const struct scom_numbers *scoms, uint32_t pcba, unsigned *core)
{
    for (*core = 0; *core < SCOM_CORES; ++*core)
        for (unsigned reg = 0; reg < CORE_N_REGS; reg++)
            if (scom_number(scoms, *core, (enum core_reg)reg) == pcba)
                return (int)reg;
    return -1;
}

static bool finds(const struct scom_numbers *scoms, uint32_t pcba)
{
    unsigned core = 99, expected_core;
    int expected = searched(scoms, pcba, &expected_core), reg = scom_at(scoms, pcba, &core);

    return expected < 0 ? reg < 0 : reg == expected && core == expected_core;
}

/* Each register of each core, and the numbers next to it. */
static void test_all_numbers(void)
{
    static const struct scom_numbers *const all[] = {&scoms_power9, &scoms_power10};
    bool good = true;

    for (unsigned i = 0; i < 2; i++)
        for (unsigned core = 0; core < SCOM_CORES; core++)
            for (unsigned reg = 0; reg < CORE_N_REGS; reg++)
                for (unsigned bit = 0; bit <= 32; bit++)
                    good &= finds(all[i], scom_number(all[i], core, (enum core_reg)reg) ^
                                              (uint32_t)(UINT64_C(1) << bit));
    ok(good, "each number is found like by a full search");
}

static void test_foreign_numbers(void)
{
    static const uint32_t foreign[] = {0, 0x1001220c, 0x10012400, 0x20010aaa, 0x2001220b,
        0x10010aa8, 0x05012b00, 0x1801220b, 0x40010aa8};
    unsigned core;
    bool none = true, agree = true;

    for (unsigned i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
        none &= scom_at(&scoms_power9, foreign[i], &core) < 0;
    ok(none, "other numbers are not found");
    for (unsigned r = 0; r < CORE_N_REGS; r++)
        agree &= core_bank.regs[r].offset == scom_number(&scoms_power9, 0, (enum core_reg)r);
    ok(agree, "a description's offset is the number in core 0");
}

static void test_held(void)
{
    reset(1);
    init_core(UINT64_MAX);
    is_u64(core_read(&m.core, CORE_PDBAR), UINT64_C(0x0003ffffffffe000), "PDBAR holds bits 14:50");
    is_u64(core_read(&m.core, CORE_EVENT_MASK), MASK, "the event mask holds all bits");
    is_u64(core_read(&m.core, CORE_HTM_MODE), STOPPED, "the HTM mode also");
    scom(CORE_TRACE_IMC, TRACE);
    is_u64(core_read(&m.core, CORE_TRACE_IMC), TRACE, "... and the trace word");
    scom(CORE_EVENT_MASK, UINT64_MAX);
    is_u64(core_read(&m.core, CORE_EVENT_MASK), UINT64_MAX << 37, "reserved bits read as 0");
}

/* ---- accumulation ---- */

static void test_start_stop(void)
{
    reset(1);
    execute(4, 1000000, 1000000);
    init_core(PAGE);
    ok(!core_counts(&m.core) && m.host.writes == 0 && m.host.n_records == 0, "set up: no posting");
    is_u64(core_deadline(&m.core), SIM_NEVER, "... and no posting is due");
    scom(CORE_HTM_MODE, STARTED);
    is_u64(word(INST), 0, "instructions before the start do not count");
    is_u64(core_deadline(&m.core), m.now + MS, "the first posting is due after 1 ms");
    execute(4, 51200, 102400 + 511);
    m.now += MS;
    post();
    is_u64(word(INST), 300, "(51200 + 102400 + 511) / 512 instructions, down");
    is_u64(word(INST_USER), 100, "of users");
    is_u64(word(INST_KERNEL), 200, "of the kernel, down");
    is_u64(word(PCYC), 3906, "1 ms of 2 GHz: 2000000 / 512");
    is_u64(word(TICKS), 62, "... of 32 MHz: 32000 / 512");
    is_u64(word(IDLE), (2000000 - 4 * UINT64_C(154111)) / 512, "... minus the executed cycles");
    execute(4, 1, 0);
    scom(CORE_HTM_MODE, STOPPED);
    is_u64(word(INST), 301, "the stop posts, and remainders were kept");
    is_u64(core_deadline(&m.core), SIM_NEVER, "stopped, no posting is due");
    execute(4, 1000000, 0);
    m.now += 100 * MS;
    post();
    is_u64(word(INST), 301, "... and nothing counts");
    scom(CORE_HTM_MODE, STARTED);
    is_u64(word(INST), 301, "restarted, it continues from there");
    is_u64(word(PCYC), 3906, "... also in time");
}

static void test_no_memory(void)
{
    reset(1);
    scom(CORE_HTM_MODE, STARTED);
    execute(4, 512, 0);
    m.now += 10 * MS;
    post();
    ok(!core_counts(&m.core) && m.host.writes == 0,
        "without memory it does not count, nor write to 0");
    scom(CORE_PDBAR, PAGE);
    ok(core_counts(&m.core), "PDBAR written while started: it counts");
    is_u64(word(INST), 0, "... from then on");
}

/* As when another kernel starts: it zeroes memory that happens to be the same,
 * and firmware sets it up again. */
static void test_same_memory(void)
{
    reset(1);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    execute(4, 51200, 512);
    scom(CORE_HTM_MODE, STOPPED);
    memset(m.host.memory + (PAGE - HOST_MEMORY), 0, SLOTS_MEMORY);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    ok(word(INST) == 101 && word(INST_KERNEL) == 1, "memory set again gets all counts");
}

static void test_threads(void)
{
    reset(4);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    for (unsigned cpu = 0; cpu < HOST_CPUS; cpu++)
        execute(cpu, 512 << cpu, 0);
    m.now += MS;
    post();
    is_u64(word(INST), 16 + 32 + 64 + 128, "a core sums only its threads");
    is_u64(word(PCYC), 4 * 2000000 / 512, "PCYC has each thread's cycles");
    is_u64(word(TICKS), 62, "the 32 MHz clock counts once");
}

/* ---- writes and traces ---- */

static void test_writes(void)
{
    reset(1);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    is_u64(m.host.writes, SLOTS_WORDS, "the first posting writes every word");
    m.now += MS;
    post();
    unsigned before = m.host.writes;
    post();
    is_u64(m.host.writes, before, "without changes, nothing is written");
    execute(4, 512, 0);
    post();
    /* INST, NON_IDLE_INST, 1THRD_NON_IDLE_INST, MSR_AJUNCT_INST, CS_INST,
     * CS_INST_USER by 1, and by 4 their cycles: NON_IDLE, ANY_THRD,
     * CORE_ALL_THRD, 1THRD, MSR_ADJUNCT, CS_PCYC_USER, CS_CORE_PCYC_USER. */
    is_u64(m.host.writes - before, 13, "512 instructions of users change 13 words");
}

static void test_traced(void)
{
    reset(2);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    execute(5, 7, 0);
    m.now += MS;
    post();
    const struct trace_record *executed = p9_host_latest(&m.host, TRACE_EXECUTED);
    ok(executed && executed->cpu == 5 && executed->offset == 0 && executed->value == 7,
        "users' instructions on CPU 5 are traced");
    is_u64(p9_host_count(&m.host, TRACE_EXECUTED), 1, "... and no unchanged count");
    const struct trace_record *last = &m.host.records[m.host.n_records - 1];
    ok(last->kind == TRACE_POST && last->block == p9_block(P9_CORE_MEMORY, 3) && last->value == 2 &&
            last->time == m.now,
        "... before the posting, which is the second of core3.mem");
    execute(4, 0, 9);
    scom(CORE_HTM_MODE, STOPPED);
    executed = p9_host_latest(&m.host, TRACE_EXECUTED);
    ok(executed && executed->cpu == 4 && executed->offset == 1 && executed->value == 9,
        "the kernel's");
    is_u64(p9_host_latest(&m.host, TRACE_POST)->value, 3, "a stop is a posting");
    scom(CORE_HTM_MODE, STOPPED);
    scom(CORE_TRACE_IMC, TRACE);
    scom(CORE_EVENT_MASK, MASK);
    is_u64(p9_host_count(&m.host, TRACE_POST), 3, "a second stop and other registers do not post");
}

static void test_memory_moves(void)
{
    reset(1);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    execute(4, 5120, 0);
    scom(CORE_PDBAR, OTHER);
    is_u64(word(INST), 10, "PDBAR changes: the old memory gets the counts");
    is_u64(p9_host_word(&m.host, OTHER + INST), 10, "... and the new memory begins with them");
    execute(4, 5120, 0);
    m.now += MS;
    post();
    is_u64(word(INST), 10, "the old memory stays unchanged");
    is_u64(p9_host_word(&m.host, OTHER + INST), 20, "the new memory continues");
    scom(CORE_PDBAR, 0);
    ok(!core_counts(&m.core), "no memory: it stops");
    scom(CORE_PDBAR, UINT64_C(0x3ff0000000000));
    execute(4, 512, 0);
    post();
    ok(core_counts(&m.core), "absent memory loses the posting, without harm");
    scom(CORE_PDBAR, OTHER);
    is_u64(p9_host_word(&m.host, OTHER + INST), 21, "... and keeps the counts");
}

static void test_preset(void)
{
    reset(1);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
    execute(4, 1000, 0);
    post();
    ok(core_preset(&m.core, INST, UINT64_MAX), "a word is set to its last value");
    ok(!core_preset(&m.core, 0x158, 5), "... but not a word outside of the model");
    post();
    is_u64(word(INST), UINT64_MAX, "memory has it");
    execute(4, 24, 0);
    m.now += MS;
    post();
    is_u64(word(INST), 0, "the next 512th instruction wraps it to 0");
    is_u64(word(INST_USER), 2, "other words are not touched");
}

/* ---- traffic ---- */

struct traffic {
    unsigned calls, block;
    uint64_t from, to, ns;
};

/* An event per ns at 0x158, and a word beyond the memory. */
static unsigned each_ns(
    void *self, unsigned block, uint64_t from, uint64_t to, struct p9_word words[P9_TRAFFIC_WORDS])
{
    struct traffic *t = self;

    *t = (struct traffic){t->calls + 1, block, from, to, t->ns + (to - from)};
    words[0] = (struct p9_word){0x158, t->ns / 512};
    words[1] = (struct p9_word){SLOTS_MEMORY, 99};
    return 2;
}

static void test_traffic(void)
{
    struct traffic traffic = {0};

    reset(1);
    m.outside.traffic = each_ns;
    m.outside.traffic_self = &traffic;
    init_core(PAGE);
    is_u64(traffic.calls, 0, "a core that does not count sees no traffic");
    scom(CORE_HTM_MODE, STARTED);
    is_u64(traffic.from, traffic.to, "the start accounts for no time");
    m.now += 300000;
    post();
    m.now += 212000;
    scom(CORE_HTM_MODE, STOPPED);
    is_u64(word(0x158), 1000, "512 us in two parts");
    is_u64(traffic.block, p9_block(P9_CORE_MEMORY, 3), "of this core's memory");
    m.now += MS;
    scom(CORE_HTM_MODE, STARTED);
    is_u64(traffic.ns, 512000, "stopped time is not accounted for");
    is_u64(p9_host_word(&m.host, PAGE + SLOTS_MEMORY), 0, "no write exceeds the memory");
}

/* ---- copies, and independence of postings ---- */

/* Never executes more than fits the time. Otherwise idle time depends on the
 * times of looks; see slots_add(). */
static void live(struct rng rng, unsigned polls)
{
    for (unsigned i = 0; i < 40; i++) {
        uint64_t user = rng_bits(&rng, 18), kernel = rng_bits(&rng, 18);
        m.now += rng_bits(&rng, 20) + 2 * (user + kernel);
        execute(4 + i % 2, user, kernel);
        for (unsigned p = 0; p < polls; p++)
            post();
        if (i % 7 == 3)
            scom(CORE_HTM_MODE, i % 14 == 3 ? STOPPED : STARTED);
    }
}

static void begin(void)
{
    reset(2);
    init_core(PAGE);
    scom(CORE_HTM_MODE, STARTED);
}

static void test_polling(void)
{
    bool same = true;

    for (unsigned i = 0; i < 30; i++) {
        begin();
        live((struct rng){i}, 0);
        scom(CORE_HTM_MODE, STOPPED);
        memcpy(&copy, &m, sizeof(m));
        begin();
        live((struct rng){i}, 2);
        scom(CORE_HTM_MODE, STOPPED);
        same &= !memcmp(m.host.memory, copy.host.memory, sizeof(m.host.memory));
    }
    ok(same, "more postings result in the same memory");
}

static void test_snapshot(void)
{
    begin();
    live((struct rng){77}, 1);
    memcpy(&copy, &m, sizeof(m));
    live((struct rng){78}, 1);
    struct core after = m.core;
    memcpy(&m, &copy, sizeof(m));
    live((struct rng){78}, 1);
    ok(!memcmp(&after, &m.core, sizeof(after)), "a copy behaves as the original does");
}

int main(void)
{
    test_renewed();
    test_numbers();
    test_all_numbers();
    test_foreign_numbers();
    test_held();
    test_start_stop();
    test_no_memory();
    test_same_memory();
    test_threads();
    test_writes();
    test_traced();
    test_memory_moves();
    test_preset();
    test_traffic();
    test_polling();
    test_snapshot();
    return done_testing();
}
