/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TRACE_IMC and trace mode's engine: the sampled event, the times of samples,
 * and the contents of a record. */
#include "models/power9/scom_regs.h"
#include "models/power9/trace_imc.h"
#include "tests/tap.h"

/* Firmware's value (facts 4.2: CPMC_LOAD 0xffffff05). */
#define FIRMWARE UINT64_C(0x7fffffc142020000)

static const char *counted(const struct trace_imc *config, unsigned counter)
{
    return config->counts[counter] ? config->counts[counter]->name : NULL;
}

/* ---- the register ---- */

static uint64_t scom(uint64_t sampsel, uint64_t load, uint64_t sel1, uint64_t sel2, uint64_t size)
{
    const struct reg *reg = &core_bank.regs[CORE_TRACE_IMC];
    uint64_t value = reg_set(reg, TRACE_IMC_SAMPSEL, 0, sampsel);

    value = reg_set(reg, TRACE_IMC_CPMC_LOAD, value, load);
    value = reg_set(reg, TRACE_IMC_CPMC1SEL, value, sel1);
    value = reg_set(reg, TRACE_IMC_CPMC2SEL, value, sel2);
    return reg_set(reg, TRACE_IMC_BUFFERSIZE, value, size);
}

static void test_layout(void)
{
    is_u64(scom(1, 0xffffff05, 4, 2, 0), FIRMWARE, "the fields of firmware's value");
    is_u64(scom(3, 0, 0, 0, 0), UINT64_C(3) << 62, "SAMPSEL 0:1");
    is_u64(scom(0, 0xffffffff, 0, 0, 0), UINT64_C(0xffffffff) << 30, "CPMC_LOAD 2:33");
    is_u64(scom(0, 0, 0x7f, 0, 0), UINT64_C(0x7f) << 23, "CPMC1SEL 34:40");
    is_u64(scom(0, 0, 0, 0x7f, 0), UINT64_C(0x7f) << 16, "CPMC2SEL 41:47");
    is_u64(scom(0, 0, 0, 0, 7), UINT64_C(7) << 13, "BUFFERSIZE 48:50");
    is_u64(reg_write(&core_bank.regs[CORE_TRACE_IMC], 0, UINT64_MAX, UINT64_MAX), ~UINT64_C(0x1fff),
        "51:63 are reserved");
}

static void test_firmware_value(void)
{
    struct trace_imc config = trace_imc_decode(&slots_power9, FIRMWARE);

    is_u64(config.sampled, 1, "SAMPSEL 1 samples on CPMC2");
    is_str(counted(&config, 1), "32MHZ_CYC", "... which is cycles of 32 MHz");
    is_u64(config.period, 251, "... after 251 of them");
    is_str(counted(&config, 0), "1THRD_NON_IDLE_INST", "CPMC1 counts instructions");
    is_str(counted(&config, 2), "NON_IDLE_INST", "CPMC3 is slot 0's third");
    is_str(counted(&config, 3), "NON_IDLE_PCYC", "CPMC4 its fourth");
    is_u64(config.records, 4096, "256 KiB hold 4096 records");
}

/* skiboot's value on POWER10: TRACE_IMC_SCOM(IMC_TRACE_CPMC1, 0xfa, 4, 2, 0).
 * */
#define FIRMWARE_POWER10 UINT64_C(0x3fffffc142020000)

static void test_power10(void)
{
    struct trace_imc config = trace_imc_decode(&slots_power10, FIRMWARE_POWER10);
    struct sim_executed executed = {1000, 2000};
    struct trace_engine engine = {.timebase = 0};
    struct trace_imc_record record;

    is_u64(config.sampled, 0, "POWER10: SAMPSEL 0 samples on CPMC1");
    is_str(counted(&config, 0), "NEST_REF_CLK", "... which is the nest's reference clock");
    ok(!counted(&config, 1), "... and CPMC2 is not modelled");
    is_u64(config.period, 251, "... after 251 ticks");
    trace_engine_start(&engine, &config, &executed);
    /* 500 MHz: a tick per 2 ns, the time of an instruction. */
    is_u64(
        trace_engine_left(&engine, &config, 1, &executed), 251, "a sample each 251 instructions");
    executed.kernel += 251;
    record = trace_engine_sample(&engine, &config, 1, &executed, 0xc000000000001234, false, 7);
    is_u64(record.cpmc[0], 251, "... counted by CPMC1");
    is_u64(record.val, UINT64_C(0x8000000000000000), "the kernel's: MSR[HV PR] is 10");
    executed.user += 251;
    record = trace_engine_sample(&engine, &config, 1, &executed, 0x10001234, true, 8);
    is_u64(record.val, UINT64_C(0xc000000000000000), "a user's: 11");
    is_u64(record.cpmc[2], 502, "CPMC3: NON_IDLE_INST");
}

static void test_other_values(void)
{
    struct trace_imc config;

    for (unsigned size = 0; size < 8; size++) {
        config = trace_imc_decode(&slots_power9, scom(0, 0, 0, 0, size));
        is_u64(config.records, size < 4 ? 4096u << size : 65536, "BUFFERSIZE %u", size);
    }
    config = trace_imc_decode(&slots_power9, 0);
    is_u64(config.period, UINT64_C(1) << 32, "CPMC_LOAD 0 takes all 2^32");
    is_u64(trace_imc_decode(&slots_power9, scom(0, 0xffffffff, 0, 0, 0)).period, 1,
        "CPMC_LOAD ffffffff takes one");
    is_str(counted(&config, 0), "PCYC", "slot 0 first");
    is_str(counted(&config, 1), "INST", "... and second");
    config = trace_imc_decode(&slots_power9, scom(0, 0, 5, 127, 0));
    ok(!counted(&config, 0) && !counted(&config, 1), "slots outside of the clock model");
}

/* ---- the engine ---- */

struct run {
    struct trace_engine engine;
    struct trace_imc config;
    struct sim_executed executed;
    uint64_t instructions; /* since the run began */
};

static void run_start(struct run *run, uint64_t value)
{
    *run = (struct run){.executed = {123456789, 987654321}};
    run->config = trace_imc_decode(&slots_power9, value);
    trace_engine_start(&run->engine, &run->config, &run->executed);
}

/* Executes until the next sample, all as a user, and takes it. */
static struct trace_imc_record run_sample(struct run *run)
{
    uint64_t left = trace_engine_left(&run->engine, &run->config, 1, &run->executed);

    run->executed.user += left;
    run->instructions += left;
    return trace_engine_sample(
        &run->engine, &run->config, 1, &run->executed, 0x10000000 + left, true, run->instructions);
}

/* 251 / 32 MHz = 7843.75 ns = 3921.875 instructions. */
static void test_spacing(void)
{
    static const uint64_t at[8] = {3922, 7844, 11766, 15688, 19610, 23532, 27454, 31375};
    struct run run;

    run_start(&run, FIRMWARE);
    for (unsigned i = 0; i < 8; i++) {
        struct trace_imc_record record = run_sample(&run);
        is_u64(run.instructions, at[i], "sample %u", i);
        is_u64(record.cpmc[1], 251 * (i + 1), "... after 251 ticks more");
        is_u64(record.cpmc[0], at[i], "... CPMC1 counts instructions");
        is_u64(record.cpmc[3], 4 * at[i], "... CPMC4 their cycles");
    }
    for (unsigned i = 0; i < 8 * 99999; i++)
        run_sample(&run);
    is_u64(run.instructions, UINT64_C(31375) * 100000, "800000 samples: no drift");
    is_u64(run.engine.index, 800000 % 4096, "the index wraps at 4096");
}

/* Slot 0's first counter, at offset 0 of all words, counts cycles: 4 for each
 * instruction. */
static void test_first_word(void)
{
    struct run run;

    run_start(&run, scom(1, 0xffffff05, 0, 2, 0));
    is_u64(run_sample(&run).cpmc[0], 4 * 3922, "CPMC1SEL 0: CPMC1 counts cycles");
}

static void test_late(void)
{
    struct run run;

    run_start(&run, FIRMWARE);
    run.executed.kernel += 3921;
    is_u64(
        trace_engine_left(&run.engine, &run.config, 1, &run.executed), 1, "one instruction before");
    run.executed.kernel += 9;
    is_u64(trace_engine_left(&run.engine, &run.config, 1, &run.executed), 0, "overdue");
    trace_engine_sample(&run.engine, &run.config, 1, &run.executed, 0, false, 0);
    is_u64(trace_engine_left(&run.engine, &run.config, 1, &run.executed), 7844 - 3930,
        "a late sample does not delay the next one");
    run.executed.kernel += 40000;
    trace_engine_sample(&run.engine, &run.config, 1, &run.executed, 0, false, 0);
    /* 43930 instructions are 2811 ticks; the next multiple of 251 is 3012, at
     * 47062.5 instructions. */
    is_u64(trace_engine_left(&run.engine, &run.config, 1, &run.executed), 47063 - 43930,
        "several overdue samples become one");
}

static uint64_t first_left(uint64_t value, unsigned smt)
{
    struct run run;

    run_start(&run, value);
    return trace_engine_left(&run.engine, &run.config, smt, &run.executed);
}

static void test_selections(void)
{
    uint64_t load = (UINT64_C(1) << 32) - 1000;

    is_u64(
        first_left(scom(0, load, 4, 2, 0), 1), 1000, "SAMPSEL 0: CPMC1, slot 4: 1000 instructions");
    is_u64(
        first_left(scom(0, load, 0, 2, 0), 4), 250, "... slot 0: 1000 cycles are 250 instructions");
    is_u64(first_left(scom(1, load, 4, 2, 0), 1), 15625, "SAMPSEL 1: CPMC2, 1000 ticks");
    is_u64(first_left(scom(2, load, 4, 2, 0), 1), 1000, "SAMPSEL 2: instructions");
    is_u64(first_left(scom(3, load, 4, 2, 0), 1), 250, "SAMPSEL 3: cycles");
    is_u64(first_left(scom(1, load, 4, 3, 0), 1), UINT64_MAX, "idle cycles take no samples");
    is_u64(first_left(scom(0, load, 5, 2, 0), 1), UINT64_MAX, "... nor do two threads at once");
    is_u64(first_left(scom(0, load, 33, 2, 0), 1), 15625, "ST mode in a core of one thread: ticks");
    is_u64(first_left(scom(0, load, 33, 2, 0), 4), UINT64_MAX, "... and of four: never");
}

/* Four cycles per instruction and a period of one cycle: one sample per
 * instruction, not four. */
static void test_short_period(void)
{
    struct run run;

    run_start(&run, scom(3, 0xffffffff, 4, 2, 0));
    for (unsigned i = 1; i <= 3; i++) {
        struct trace_imc_record record = run_sample(&run);
        is_u64(run.instructions, i, "a sample per instruction");
        is_u64(record.cpmc[3], 4 * i, "... of four cycles");
    }
}

static void test_privileged(void)
{
    struct run run;

    run_start(&run, scom(1, (UINT64_C(1) << 32) - 100, 4, 64, 0)); /* slot 64: CS_INST_USER */
    run.executed.kernel += 5000;
    is_u64(trace_engine_left(&run.engine, &run.config, 1, &run.executed), 100,
        "the kernel's instructions do not count");
    run.executed.user += 60;
    is_u64(trace_engine_left(&run.engine, &run.config, 1, &run.executed), 40,
        "users' instructions do");
}

/* ---- the record ---- */

static void test_record(void)
{
    struct run run;

    run_start(&run, FIRMWARE);
    run.executed.user += 3922;
    struct trace_imc_record user = trace_engine_sample(&run.engine, &run.config, 1, &run.executed,
        UINT64_C(0x10001234), true, UINT64_C(0xfedcba9876543210));
    is_u64(user.tb1, UINT64_C(0xfedcba9876543210), "the whole timebase");
    is_u64(user.tb2, UINT64_C(0x29876543210), "... and its low 42 bits");
    is_u64(user.val, UINT64_C(3) << 62, "a user: HV and PR");
    is_u64(user.ip, 0x10001234, "the sampled instruction");
    struct trace_imc_record kernel = trace_engine_sample(&run.engine, &run.config, 1, &run.executed,
        UINT64_C(0xc000000000012340), false, UINT64_C(0xfedcba9876543210));
    is_u64(kernel.val, UINT64_C(1) << 63, "the kernel: HV alone");
    is_u64(kernel.tb1, UINT64_C(0xfedcba9876543211), "the same timebase again is one more");
    kernel = trace_engine_sample(&run.engine, &run.config, 1, &run.executed, 0, false, 5);
    is_u64(kernel.tb1, UINT64_C(0xfedcba9876543212), "... and so is an earlier one");
}

static void test_bytes(void)
{
    static const uint8_t expected[TRACE_IMC_RECORD] = {
        0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, /* tb1 */
        0xc0, 0, 0, 0, 0, 0x01, 0x23, 0x40,             /* ip */
        0x80, 0, 0, 0, 0, 0, 0, 0,                      /* val */
        0, 0, 0, 0, 0, 0, 0x0f, 0x52,                   /* cpmc1 */
        0, 0, 0, 0, 0, 0, 0, 0xfb,                      /* cpmc2 */
        0, 0, 0, 0, 0, 0, 0x0f, 0x53,                   /* cpmc3 */
        0, 0, 0, 0, 0, 0, 0x3d, 0x48,                   /* cpmc4 */
        0, 0, 0x01, 0x67, 0x89, 0xab, 0xcd, 0xef,       /* tb2 */
    };
    struct trace_imc_record record = {UINT64_C(0x0123456789abcdef), UINT64_C(0xc000000000012340),
        UINT64_C(1) << 63, {3922, 251, 3923, 15688}, UINT64_C(0x16789abcdef)};
    uint8_t bytes[TRACE_IMC_RECORD];

    trace_imc_pack(&record, bytes);
    ok(!memcmp(bytes, expected, sizeof(bytes)),
        "eight big-endian words in the order of the facts, 5.7");
    uint8_t room[TRACE_IMC_RECORD + 8];
    memset(room, 0xee, sizeof(room));
    trace_imc_pack(&record, room);
    ok(!memcmp(room, expected, sizeof(expected)) && room[64] == 0xee && room[71] == 0xee,
        "... 64 bytes, and none after them");
}

int main(void)
{
    test_layout();
    test_firmware_value();
    test_power10();
    test_other_values();
    test_spacing();
    test_first_word();
    test_late();
    test_selections();
    test_short_period();
    test_privileged();
    test_record();
    test_bytes();
    return done_testing();
}
