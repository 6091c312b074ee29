/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`: exact times of accesses, overflows and the entries of
 * plans. */
#include "models/snbep/snbep_config.h"
#include "tests/snbep_machine.h"

static struct snbep machine;
static struct trace_log log_a;

static const struct snbep_config one_socket = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 1};
static const struct snbep_config two_sockets = {
    .box_ctl = IMC_SILICON, .dclk_hz = 800000000, .n_sockets = 2};
static const struct snbep_config one_ghz = {
    .box_ctl = IMC_SILICON, .dclk_hz = 1000000000, .n_sockets = 1};

/* ---- the trace ---- */

static void test_trace(void)
{
    const struct trace_record *r;

    start(&machine, &log_a, &two_sockets, "");
    pci_write(&machine, 100, BUS1, channel_devfn(2), 0xdc, 4, 0x304 | EN);
    r = &log_a.record[0];
    ok(log_a.n == 1 && r->kind == TRACE_WRITE && r->size == 4 && r->cpu == 1 && r->time == 100 &&
            r->pc == 0xffffffff81000000 && r->block == E5_SOCKET_1 + E5_BLOCK(BOX_IMC, 2) &&
            r->offset == 0xdc && r->value == (0x304 | EN),
        "a write, with all details");
    pci_read(&machine, 120, BUS, DEVFN(0x13, 5), 2, 2);
    r = &log_a.record[1];
    ok(r->kind == TRACE_READ && r->size == 2 && r->block == E5_BLOCK(SNBEP_BLOCK_PCI, 0) &&
            r->offset == 0x9d02 && r->value == 0x3c44 && r->time == 120,
        "a header read carries device and function");
    pci_read(&machine, 130, BUS, DEVFN(0x0b, 0), 0x54, 4);
    r = &log_a.record[2];
    ok(r->block == E5_BLOCK(SNBEP_BLOCK_UBOX, 0) && r->offset == 0x54 && r->value == 8,
        "a read of the UBOX");
    snbep_msr_write(&machine, &(struct sim_access){140, 7, 3}, 0, 0xc30, 0x55);
    r = &log_a.record[3];
    ok(r->kind == TRACE_WRITE && r->size == 8 && r->cpu == 3 && r->block == E5_BLOCK(BOX_PCU, 0) &&
            r->offset == 0x10 && r->value == 0x55 && r->pc == 7,
        "a write of the PCU's first control");
    pci_read(&machine, 150, BUS, 0, 0, 4);
    is_u64(log_a.n, 4, "accesses without a response are not in the trace");
    step(&machine, 160, 3, false);
    step(&machine, 170, 3, true);
    ok(log_a.record[4].kind == TRACE_STEP_BEGIN && log_a.record[4].value == 3 &&
            log_a.record[4].time == 160 && log_a.record[5].kind == TRACE_STEP_END &&
            log_a.record[5].time == 170,
        "steps");
    pci_read(&machine, 90, BUS, DEVFN(0x13, 5), 2, 2);
    is_u64(log_a.record[6].time, 170, "time does not go backwards, whatever another CPU's clock");
}

/* Bytes and words in the trace are the access's, and an access advances the
 * time. */
static void test_trace_of_parts(void)
{
    start(&machine, &log_a, &two_sockets, "");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 1, 0xabcdef04);
    ok(log_a.record[0].value == 0x04 && log_a.record[0].size == 1, "a byte written");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 2, 0xabcd0304);
    ok(log_a.record[1].value == 0x0304 && log_a.record[1].size == 2, "a word");
    pci_write(&machine, 100, BUS, channel_devfn(0), 0xd8, 4, 0x80000304);
    ok(log_a.record[2].value == 0x80000304 && log_a.record[2].size == 4, "all four");
    snbep_msr_read(&machine, &(struct sim_access){200, 7, 3}, 1, 0xd16);
    ok(log_a.record[3].time == 200 && log_a.record[3].kind == TRACE_READ &&
            log_a.record[3].size == 8 &&
            log_a.record[3].block == E5_SOCKET_1 + E5_BLOCK(BOX_CBO, 0) &&
            log_a.record[3].offset == 0x16 && log_a.record[3].cpu == 3 && log_a.record[3].pc == 7,
        "a read of socket 1's first CBO, at its time");
    snbep_msr_write(&machine, &(struct sim_access){300, 8, 2}, 1, 0xc20 + 0x19, 0x1234);
    ok(log_a.record[4].time == 300 && log_a.record[4].kind == TRACE_WRITE &&
            log_a.record[4].size == 8 &&
            log_a.record[4].block == E5_SOCKET_1 + E5_BLOCK(BOX_PCU, 0) &&
            log_a.record[4].offset == 0x19 && log_a.record[4].value == 0x1234 &&
            log_a.record[4].cpu == 2 && log_a.record[4].pc == 8,
        "a write of its PCU");
}

/* ---- overflows ---- */

static void arm(struct snbep *m, uint64_t now, unsigned channel, unsigned counter, uint64_t left)
{
    uint64_t value = WRAP - left;
    unsigned devfn = channel_devfn(channel);

    pci_write(m, now, BUS, devfn, 0xa0 + 8 * counter, 4, (uint32_t)value);
    pci_write(m, now, BUS, devfn, 0xa4 + 8 * counter, 4, (uint32_t)(value >> 32));
    pci_write(m, now, BUS, devfn, 0xd8 + 4 * counter, 4, EN);
}

static bool overflow_is(unsigned i, uint64_t time, unsigned block, unsigned counter)
{
    const struct trace_record *r = nth(&log_a, TRACE_OVERFLOW, i);
    bool is = r && r->time == time && r->block == block && r->offset == counter;

    if (r && !is)
        printf("# overflow of block %u register %u at %" PRIu64 "\n", r->block, r->offset, r->time);
    return is;
}

static void test_overflows(void)
{
    start(&machine, &log_a, &two_sockets, "");
    is_u64(snbep_deadline(&machine), UINT64_MAX, "a machine that does not count has no deadline");
    start(&machine, &log_a, &one_socket, "");
    is_u64(snbep_deadline(&machine), UINT64_MAX, "... also with one socket");
    arm(&machine, 1000, 0, 2, 3);
    arm(&machine, 1000, 3, 1, 4000000);
    is_u64(snbep_deadline(&machine), 1004, "the deadline is the next overflow");
    snbep_advance(&machine, 3600 * SECOND);
    ok(overflow_is(0, 1004, 0, 2), "the trace has an overflow at its exact ns, an hour later");
    ok(overflow_is(1, 5001000, 3, 1), "... and so does another channel's");
    is_u64(n_of(&log_a, TRACE_OVERFLOW), 2, "... each once");
    is_u64(channel_counter(&machine, 3600 * SECOND, 0, 0xb0), 3600 * SECOND / 5 * 4 - 800 - 3,
        "... and the counter has continued");
}

/* The overflow bits stay set until software clears them, and Linux never
 * does. */
static void test_overflow_again(void)
{
    start(&machine, &log_a, &one_ghz, "");
    arm(&machine, 1000, 1, 0, 100);
    snbep_advance(&machine, 2000);
    arm(&machine, 3000, 1, 0, 100);
    snbep_advance(&machine, 4000);
    ok(overflow_is(0, 1100, 1, 0) && overflow_is(1, 3100, 1, 0) &&
            n_of(&log_a, TRACE_OVERFLOW) == 2,
        "a counter's second overflow is traced even if the first was not cleared");
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xd0, 4, 0xffffff00);
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xd4, 4, 0xffff);
    pci_write(&machine, 5000, BUS, channel_devfn(1), 0xf0, 4, EN);
    snbep_advance(&machine, 6000);
    ok(overflow_is(2, 5256, 1, 4), "also the fixed counter's");
}

/* Each of eight channels has its block, and each of five counters, alone, its
 * overflow, at once or a minute after boot. */
static void test_overflow_places(void)
{
    for (unsigned i = 0; i < 40; i++) {
        unsigned channel = i / 5, devfn = channel_devfn(channel % 4),
                 bus = channel < 4 ? BUS : BUS1;
        unsigned fixed = i % 5 == 4, ctr = fixed ? 0xd0 : 0xa0 + 8 * (i % 5);
        uint64_t now = (i % 2 ? 100 : 0) * SECOND + 1000;
        struct snbep_config config = two_sockets;

        config.dclk_hz = 1000000000;
        start(&machine, &log_a, &config, "");
        pci_write(&machine, now, bus, devfn, ctr, 4, 0xfffffff0);
        pci_write(&machine, now, bus, devfn, ctr + 4, 4, 0xffff);
        pci_write(&machine, now, bus, devfn, fixed ? 0xf0 : 0xd8 + 4 * (i % 5), 4, EN);
        is_u64(snbep_deadline(&machine), now + 16, "channel %u, counter %u: it is due", channel,
            i % 5);
        snbep_advance(&machine, now + 1000);
        ok(overflow_is(
               0, now + 16, channel / 4 * E5_SOCKET_1 + E5_BLOCK(BOX_IMC, channel % 4), i % 5) &&
                n_of(&log_a, TRACE_OVERFLOW) == 1,
            "... and is in the trace");
    }
}

/* A plan's action may bring an overflow close that was far when the counter
 * started. */
static void test_overflow_by_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\n"
        "imc2 ACT_COUNT level 1\n"
        "at boot + 7us\n"
        "imc2.PMON_CTR0 = 0xfffffffffff0\n");
    arm(&machine, 1000, 2, 0, 100);
    pci_write(&machine, 1000, BUS, channel_devfn(2), 0xd8, 4, 0x01 | EN);
    snbep_advance(&machine, SECOND);
    ok(overflow_is(0, 5100, 2, 0), "traffic of the plan leads to an overflow at its exact ns");
    ok(overflow_is(1, 7016, 2, 0), "... and so does a register that the plan sets");
}

/* ---- plans ---- */

static void test_boot_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\n"
        "imc0 RPQ_OCCUPANCY level 3\n"
        "imc1.PMON_CTR2 = 0x1234\n"
        "at boot + 7us\n"
        "imc0 RPQ_OCCUPANCY off\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(snbep_deadline(&machine), 5000, "the plan's first moment is the deadline");
    is_u64(channel_counter(&machine, 5000, 0, 0xa0), 0, "no change at the moment itself");
    is_u64(channel_counter(&machine, 5001, 0, 0xa0), 3, "from the exact ns on");
    is_u64(channel_counter(&machine, 4998, 0, 0xa0), 3, "a late advance reaches the present");
    is_u64(channel_counter(&machine, 9000, 0, 0xa0), 6000, "until the exact ns");
    is_u64(channel_counter(&machine, 9000, 1, 0xb0), 0x1234, "a register set by the plan");
    ok(n_of(&log_a, TRACE_PLAN) == 3 && nth(&log_a, TRACE_PLAN, 0)->time == 5000 &&
            nth(&log_a, TRACE_PLAN, 0)->value == 0 && nth(&log_a, TRACE_PLAN, 1)->value == 1 &&
            nth(&log_a, TRACE_PLAN, 2)->time == 7000 && nth(&log_a, TRACE_PLAN, 2)->value == 2,
        "the trace has each entry at its moment");
}

static void test_late_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at boot + 5us\nimc0 RPQ_OCCUPANCY level 3\nat boot + 7us\nimc0 RPQ_OCCUPANCY off\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(
        channel_counter(&machine, 100 * SECOND, 0, 0xa0), 6000, "a much later look gives the same");
    ok(snbep_deadline(&machine) > 100 * SECOND && snbep_deadline(&machine) <= 160 * SECOND,
        "after the plan, the next look for overflows is within a minute");
    uint64_t look = snbep_deadline(&machine);
    snbep_advance(&machine, look);
    is_u64(snbep_deadline(&machine), look + 60 * SECOND, "... and again a minute later");
    pci_write(&machine, look + 29 * SECOND, BUS, channel_devfn(0), 0xd8, 4, 0x81 | EN);
    is_u64(snbep_deadline(&machine), look + 60 * SECOND,
        "a write without a near overflow does not move it");
    pci_write(&machine, look + 30 * SECOND, BUS, channel_devfn(0), 0xd8, 4, 0x80 | EN);
    is_u64(snbep_deadline(&machine), look + 90 * SECOND,
        "... unless it is less than half a minute away");
}

static void test_step_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at step 2 + 1us\n"
        "imc3 WPQ_OCCUPANCY level 1\n"
        "at end of step 2\n"
        "imc3 WPQ_OCCUPANCY level 2\n"
        "at step 3\n"
        "imc3.PMON_CTR0 = 0\n");
    pci_write(&machine, 0, BUS, channel_devfn(3), 0xd8, 4, 0x81 | EN);
    step(&machine, 10000, 1, false);
    step(&machine, 20000, 1, true);
    step(&machine, 30000, 2, false);
    step(&machine, 40000, 2, true);
    is_u64(channel_counter(&machine, 40010, 3, 0xa0), 9000 + 20,
        "a step's beginning with delay, its end without");
    step(&machine, 50000, 3, false);
    is_u64(channel_counter(&machine, 50000, 3, 0xa0), 0, "a step's beginning, at once");
    is_u64(channel_counter(&machine, 50100, 3, 0xa0), 200,
        "... and the counter continues from the set value");
}

static void test_access_plan(void)
{
    start(&machine, &log_a, &one_ghz,
        "at read 2 of imc0.PMON_CTR0 in step 1 + 10us\n"
        "imc0 ACT_COUNT level 1\n"
        "at write 1 of imc1.PMON_BOX_CTL\n"
        "imc1.PMON_CTR0 = 77\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x01 | EN);
    pci_read(&machine, 500, BUS, channel_devfn(0), 0xa0, 4);
    step(&machine, 1000, 1, false);
    pci_read(&machine, 1500, BUS, channel_devfn(0), 0xa0, 4);
    pci_read(&machine, 1600, BUS, channel_devfn(1), 0xa0, 4);
    pci_write(&machine, 1700, BUS, channel_devfn(0), 0xa0, 4, 0);
    pci_read(&machine, 2000, BUS, channel_devfn(0), 0xa4, 4);
    is_u64(snbep_deadline(&machine), 12000,
        "the second read within the step, of either half, and the delay");
    is_u64(channel_counter(&machine, 12100, 0, 0xa0), 100, "... is when traffic begins");
    pci_write(&machine, 20000, BUS, channel_devfn(1), 0xa0, 4, 5);
    pci_write(&machine, 20000, BUS, channel_devfn(1), 0xf4, 4, 0x10003);
    is_u64(channel_counter(&machine, 20000, 1, 0xa0), 77,
        "a write anchor comes after the write's effect");
}

/* Two lines that fit in the order of the text, but not in the order in which
 * they take effect. */
static void test_refused(void)
{
    start(&machine, &log_a, &one_ghz,
        "at step 2\n"
        "imc0 PREEMPTION.RD_PREEMPT_RD 600M/s\n"
        "imc0 PREEMPTION.RD_PREEMPT_RD off\n"
        "at step 1\n"
        "imc0 PREEMPTION.RD_PREEMPT_WR 600M/s\n");
    pci_write(&machine, 0, BUS, channel_devfn(0), 0xd8, 4, 0x0308 | EN);
    step(&machine, 1000, 1, false);
    step(&machine, 1000 + SECOND, 2, false);
    const struct trace_record *r = nth(&log_a, TRACE_REFUSED, 0);
    ok(n_of(&log_a, TRACE_REFUSED) == 1 && r && r->value == 0 && r->time == 1000 + SECOND,
        "an entry that conflicts with the current traffic is refused in the trace");
    is_u64(channel_counter(&machine, 1000 + 2 * SECOND, 0, 0xa0), 1200000000,
        "... and changes nothing");
}

int main(void)
{
    test_trace();
    test_trace_of_parts();
    test_overflows();
    test_overflow_again();
    test_overflow_places();
    test_overflow_by_plan();
    test_boot_plan();
    test_late_plan();
    test_step_plan();
    test_access_plan();
    test_refused();
    return done_testing();
}
