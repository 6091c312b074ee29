/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread: LDBAR, accumulation and trace mode, driven and read as by Linux. */
#include "models/power9/core.h"
#include "models/power9/power9_blocks.h"
#include "tests/p9_host.h"
#include "tests/rng.h"

#define STOPPED UINT64_C(0xe000000000000000)
#define STARTED UINT64_C(0xe800000000000000)
#define TRACE   UINT64_C(0x7fffffc142020000)
#define MS      UINT64_C(1000000)
/* LDBAR as observed (facts 5.1). Trace mode's has an address in the test's
 * memory. */
#define LDBAR_THREAD  UINT64_C(0x800000006fad0000)
#define LDBAR_SAMPLES UINT64_C(0x400000006fb00000)
#define PAGE          UINT64_C(0x6fad0000)
#define BUFFER        UINT64_C(0x6fb00000)

enum { PCYC = 0x18, INST = 0x20, PCYC_USER = 0x1018, INST_USER = 0x1020 };

/* Core 0 with CPUs 0 and 1, and without memory. */
struct machine {
    struct p9_host host;
    struct p9_outside outside;
    struct core core;
    struct thread threads[HOST_CPUS];
    uint64_t now;
};

static struct machine m;

static void scom(enum core_reg reg, uint64_t value)
{
    core_write(&m.core, m.threads, &m.outside, m.now, reg, value);
}

static void ldbar(unsigned cpu, uint64_t value)
{
    thread_ldbar_write(&m.threads[cpu], &m.outside, m.now, value);
}

static void reset(void)
{
    m.outside = p9_host_reset(&m.host);
    tap_scribble(&m.core, sizeof(m.core));
    core_reset(&m.core, &generation_power9, 0, 0, 2);
    for (unsigned i = 0; i < HOST_CPUS; i++) {
        tap_scribble(&m.threads[i], sizeof(m.threads[i]));
        thread_reset(&m.threads[i], &generation_power9, i, 2);
    }
    m.now = 5 * MS;
    scom(CORE_HTM_MODE, STOPPED);
    scom(CORE_TRACE_IMC, TRACE);
}

/* Executes at the clock model's pace. */
static void execute(unsigned cpu, uint64_t user, uint64_t kernel)
{
    m.host.executed[cpu].user += user;
    m.host.executed[cpu].kernel += kernel;
    m.now += 2 * (user + kernel);
}

static uint64_t word(uint64_t offset)
{
    return p9_host_word(&m.host, PAGE + offset);
}

/* ---- LDBAR ---- */

static void test_layout(void)
{
    const struct reg *reg = &cpu_bank.regs[CPU_LDBAR];

    is_u64(reg_write(reg, 0, UINT64_MAX, UINT64_MAX), UINT64_C(0xceffffffffffe000),
        "2:3, 7, 51:63 reserved");
    is_u64(reg_set(reg, LDBAR_ENABLE, 0, 1), UINT64_C(1) << 63, "enable is bit 0");
    is_u64(reg_set(reg, LDBAR_TRACE, 0, 1), UINT64_C(1) << 62, "trace mode is bit 1");
    is_u64(reg_set(reg, LDBAR_SCOPE, 0, 7), UINT64_C(0x0e00000000000000), "PB scope is 4:6");
    is_u64(ldbar_address(UINT64_MAX), UINT64_C(0x00ffffffffffe000), "the address is 8:50");
    is_u64(reg->offset, 850, "SPR 850");
}

static void test_reset(void)
{
    reset();
    for (unsigned cpu = 0; cpu < 2; cpu++)
        ok(m.threads[cpu].cpu == cpu && m.threads[cpu].smt == 2,
            "CPU %u, one of two threads of a core", cpu);
}

static void test_modes(void)
{
    is_u64(ldbar_mode(LDBAR_THREAD), LDBAR_ACCUMULATES, "thread_imc's value accumulates");
    is_u64(ldbar_mode(LDBAR_SAMPLES), LDBAR_TRACES, "trace_imc's value traces");
    is_u64(ldbar_mode(PAGE), LDBAR_OFF, "bit 0 cleared, the address kept: off");
    is_u64(ldbar_mode(LDBAR_THREAD | LDBAR_SAMPLES), LDBAR_TRACES, "both bits: trace mode");
    is_u64(ldbar_mode(UINT64_C(3) << 62), LDBAR_OFF, "no address: off");
    is_u64(ldbar_mode(0), LDBAR_OFF, "Linux's value at boot: off");
}

/* ---- accumulation ---- */

static void test_needs_both(void)
{
    reset();
    ldbar(0, LDBAR_THREAD);
    execute(0, 5120, 0);
    ok(!thread_counts(&m.threads[0]) && m.host.writes == 0, "LDBAR alone does not count");
    is_u64(thread_deadline(&m.threads[0]), SIM_NEVER, "... and no posting is due");
    scom(CORE_HTM_MODE, STARTED);
    ok(thread_counts(&m.threads[0]), "with HTM it counts");
    ok(!thread_counts(&m.threads[1]), "... and the other thread does not");
    is_u64(thread_deadline(&m.threads[0]), m.now + MS, "a posting is due after 1 ms");
}

/* perf's per-task counting: the task is scheduled in and out, and other tasks
 * run between. Facts 5.2. */
static void test_task(void)
{
    uint64_t sum = 0, cycles = 0;

    reset();
    for (unsigned i = 0; i < 5; i++) {
        uint64_t at_add = word(INST_USER), cycles_at_add = word(PCYC_USER);
        ldbar(0, LDBAR_THREAD);
        scom(CORE_HTM_MODE, STARTED);
        execute(0, 51200, 12345);
        execute(1, 77777, 0);
        scom(CORE_HTM_MODE, STOPPED);
        ldbar(0, PAGE);
        sum += word(INST_USER) - at_add;
        cycles += word(PCYC_USER) - cycles_at_add;
        execute(0, 999999, 999999);
    }
    is_u64(sum * 512, 5 * 51200, "only users' instructions while the task ran");
    is_u64(cycles * 512, 5 * 4 * 51200, "... and their cycles");
    is_u64(word(INST), (5 * (UINT64_C(51200) + 12345)) / 512, "all instructions, with remainders");
}

static void test_ldbar_posts(void)
{
    reset();
    scom(CORE_HTM_MODE, STARTED);
    ldbar(1, LDBAR_THREAD);
    execute(1, 1024, 0);
    ldbar(1, PAGE);
    is_u64(word(INST_USER), 2, "clearing bit 0 posts before it takes effect");
    is_u64(word(PCYC), 8, "... with the time, 2048 ns of 2 GHz");
    const struct trace_record *posting = p9_host_latest(&m.host, TRACE_POST);
    ok(posting && posting->block == p9_block(P9_THREAD_MEMORY, 1) && posting->value == 2,
        "... into cpu1.mem");
    execute(1, 1024, 0);
    thread_post(&m.threads[1], &m.outside, m.now);
    is_u64(word(INST_USER), 2, "then it stops counting");
    ldbar(1, LDBAR_THREAD);
    execute(1, 0, 512);
    m.now += MS;
    thread_post(&m.threads[1], &m.outside, m.now);
    is_u64(word(INST), 3, "and continues from there");
}

/* ---- trace mode ---- */

/* Executes on CPU 0 until its countdown expires, and samples. The host counts
 * the sampled instruction before or after its report. */
static uint64_t sample(uint64_t ip, bool user, bool counted_before)
{
    uint64_t n = thread_sampling(&m.threads[0], &m.host.host);
    uint64_t first = counted_before ? n : n - 1;

    execute(0, user ? first : 0, user ? 0 : first);
    uint64_t next = thread_sample(&m.threads[0], &m.outside, m.now, ip, user, m.now * 512 / 1000);
    execute(0, user ? n - first : 0, user ? 0 : n - first);
    ok(next == thread_sampling(&m.threads[0], &m.host.host),
        "the countdown continues with %" PRIu64, next);
    return n;
}

/* Reads the buffer like the kernel (facts 5.7). Returns the number of records
 * and puts their ips into @ips. */
static unsigned linux_parse(uint64_t *ips, unsigned room)
{
    uint64_t previous = 0;
    unsigned n = 0;

    for (; n < room; n++) {
        uint64_t at = BUFFER + 64 * (uint64_t)n, tb1 = p9_host_word(&m.host, at);
        if (tb1 <= previous || (tb1 & UINT64_C(0x3ffffffffff)) != p9_host_word(&m.host, at + 0x38))
            break;
        previous = tb1;
        ips[n] = p9_host_word(&m.host, at + 8);
    }
    return n;
}

static void start_trace(void)
{
    reset();
    ldbar(0, LDBAR_SAMPLES);
    scom(CORE_HTM_MODE, STARTED);
}

static void test_spacing(void)
{
    static const unsigned spacing[8] = {3922, 3922, 3922, 3922, 3922, 3922, 3922, 3921};
    uint64_t ips[16];

    start_trace();
    for (unsigned i = 0; i < 8; i++)
        is_u64(sample(0x10000000 + 4 * i, i % 2 == 0, i % 3 == 0), spacing[i], "sample %u", i);
    is_u64(linux_parse(ips, 16), 8, "Linux reads all eight");
    ok(ips[0] == 0x10000000 && ips[7] == 0x1000001c, "... with their addresses");
    is_u64(
        p9_host_word(&m.host, BUFFER + 64 + 0x10), UINT64_C(1) << 63, "the second is the kernel's");
    is_u64(p9_host_word(&m.host, BUFFER + 7 * 64 + 0x20), 8 * 251, "CPMC2 of the last");
    is_u64(p9_host_word(&m.host, BUFFER + 7 * 64 + 0x28), 31375, "CPMC3 of the last: instructions");
    const struct trace_record *record = p9_host_latest(&m.host, TRACE_SAMPLE);
    ok(record && record->block == p9_block(P9_THREAD_MEMORY, 0) && record->offset == 7 &&
            record->pc == 0x1000001c && record->value == p9_host_word(&m.host, BUFFER + 7 * 64),
        "the trace has the same");
}

static void test_runs(void)
{
    start_trace();
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 3922, "LDBAR, then start: it samples");
    is_u64(thread_sampling(&m.threads[1], &m.host.host), 0, "the other thread does not");
    ok(!thread_counts(&m.threads[0]) && m.host.writes == 0, "no counts accumulate");
    scom(CORE_HTM_MODE, STOPPED);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 0, "stopped");
    is_u64(thread_sample(&m.threads[0], &m.outside, m.now, 0x1000, true, 7), 0,
        "a sample that is too late is not taken");
    is_u64(m.host.writes, 0, "... is written");
    scom(CORE_HTM_MODE, STARTED);
    execute(0, 1000, 0);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 2922,
        "an access in between: the rest of the countdown remains");
    scom(CORE_HTM_MODE, STARTED);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 2922, "a second start has no effect");
    execute(1, 5000, 0);
    is_u64(
        thread_sampling(&m.threads[0], &m.host.host), 2922, "nor do other threads' instructions");
    execute(0, 5000, 0);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 1, "overdue: at the next instruction");
    ldbar(0, PAGE);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 0, "LDBAR off");
}

static void test_trace_imc_written(void)
{
    start_trace();
    execute(0, 1000, 0);
    scom(CORE_TRACE_IMC, UINT64_C(0x7fffffffc2020000)); /* CPMC_LOAD ffffffff: each tick */
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 16, "a new TRACE_IMC restarts: 15.625");
    scom(CORE_TRACE_IMC, UINT64_C(0x7fffffc142bf0000)); /* CPMC2SEL 63: not modelled */
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 0,
        "an event outside of the model: no samples");
}

static void test_restart(void)
{
    uint64_t ips[16];

    start_trace();
    for (unsigned i = 0; i < 5; i++)
        sample(0x10000000 + 4 * i, true, true);
    scom(CORE_HTM_MODE, STOPPED);
    scom(CORE_HTM_MODE, STARTED);
    sample(0x20000000, true, true);
    is_u64(linux_parse(ips, 16), 6, "HTM off and on again: records continue");
    memset(m.host.memory + (BUFFER - HOST_MEMORY), 0, 8); /* as the kernel does after reading */
    is_u64(linux_parse(ips, 16), 0, "the kernel has taken them");
    execute(0, 1234, 0);
    ldbar(0, LDBAR_SAMPLES);
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 3922, "LDBAR written: a whole period");
    sample(0x30000000, true, true);
    is_u64(linux_parse(ips, 16), 1, "... and record 0; the rest of earlier ones is cut off");
    is_u64(ips[0], 0x30000000, "... by the time stamps");
}

static void test_wrap(void)
{
    static uint64_t ips[5000];
    uint64_t n;

    start_trace();
    for (unsigned i = 0; i < 4099; i++) {
        n = thread_sampling(&m.threads[0], &m.host.host);
        execute(0, n, 0);
        thread_sample(&m.threads[0], &m.outside, m.now, 0x10000000 + i, true, m.now * 512 / 1000);
    }
    is_u64(p9_host_word(&m.host, BUFFER + 8), 0x10000000 + 4096, "record 4096 is the first again");
    is_u64(p9_host_word(&m.host, BUFFER + 4095 * 64 + 8), 0x10000000 + 4095, "4095 is the last");
    is_u64(p9_host_word(&m.host, BUFFER + 4096 * 64), 0, "no write past 256 KiB");
    is_u64(linux_parse(ips, 5000), 3, "Linux reads up to the wrap");
    ldbar(0, LDBAR_SAMPLES);
    scom(CORE_TRACE_IMC, TRACE | UINT64_C(1) << 13);
    for (unsigned i = 0; i < 4099; i++) {
        n = thread_sampling(&m.threads[0], &m.host.host);
        execute(0, n, 0);
        thread_sample(&m.threads[0], &m.outside, m.now, 0x10000000 + i, true, m.now * 512 / 1000);
    }
    is_u64(p9_host_word(&m.host, BUFFER + 4098 * 64 + 8), 0x10000000 + 4098,
        "BUFFERSIZE 1 doubles the buffer");
}

/* A timebase that does not advance, or goes backwards. */
static void test_timebase(void)
{
    uint64_t ips[16];

    start_trace();
    for (unsigned i = 0; i < 8; i++) {
        execute(0, thread_sampling(&m.threads[0], &m.host.host), 0);
        thread_sample(&m.threads[0], &m.outside, m.now, i, true, i < 4 ? 0 : 1000 - i);
    }
    is_u64(linux_parse(ips, 16), 8, "time stamps increase whatever the timebase does");
}

/* CPMC2SEL 64 is CS_INST_USER: samples fall only on users' instructions. */
static void test_users_only(void)
{
    start_trace();
    scom(CORE_TRACE_IMC, UINT64_C(0x7fffffffc2400000) - (UINT64_C(99) << 30)); /* each 100 */
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 100, "at least 100 instructions");
    execute(0, 40, 60);
    is_u64(thread_sample(&m.threads[0], &m.outside, m.now, 0xc000, false, 1), 60,
        "60 users' instructions remain");
    is_u64(m.host.writes, 0, "... so there is no record");
    execute(0, 60, 0);
    is_u64(thread_sample(&m.threads[0], &m.outside, m.now, 0x1000, true, 2), 100, "the 100th");
    is_u64(p9_host_word(&m.host, BUFFER + 0x20), 100, "... is sampled");
}

/* CPMC2SEL 0x21 is the slot of CS_CORE_MODE_SMT2_CCYC (0x848), CPMC1SEL 0x21
 * that of ..._ST_CCYC (0x840): 32 MHz in cores of two threads, and of one. */
static void test_smt(void)
{
    reset();
    ldbar(0, LDBAR_SAMPLES);
    scom(CORE_HTM_MODE, STARTED);
    scom(CORE_TRACE_IMC, UINT64_C(0x7fffffc140210000));
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 3922,
        "a word of cores of two threads takes samples");
    scom(CORE_TRACE_IMC, UINT64_C(0x3fffffc148400000));
    is_u64(thread_sampling(&m.threads[0], &m.host.host), 0,
        "a word of cores of a single thread does not");
}

static void test_snapshot(void)
{
    static struct machine copy;
    struct thread after;

    start_trace();
    sample(0x1000, true, true);
    execute(0, 777, 33);
    memcpy(&copy, &m, sizeof(m));
    for (unsigned i = 0; i < 100; i++)
        sample(0x1000 + i, i % 2, i % 3);
    after = m.threads[0];
    memcpy(&m, &copy, sizeof(m));
    for (unsigned i = 0; i < 100; i++)
        sample(0x1000 + i, i % 2, i % 3);
    ok(!memcmp(&after, &m.threads[0], sizeof(after)), "a copy behaves as the original does");
}

int main(void)
{
    test_layout();
    test_reset();
    test_modes();
    test_needs_both();
    test_task();
    test_ldbar_posts();
    test_spacing();
    test_runs();
    test_trace_imc_written();
    test_restart();
    test_wrap();
    test_timebase();
    test_users_only();
    test_smt();
    test_snapshot();
    return done_testing();
}
