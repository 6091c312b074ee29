/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filters of Skylake-SP's slices and stacks of I/O: the traffic that a control
 * selects. */
#include "tests/snbep_machine.h"

static struct snbep machine;
static const struct snbep_config skx = {
    .dclk_hz = 800000000, .n_sockets = 1, .variant = VARIANT_SKX};

static void msr_write(uint32_t msr, uint64_t value)
{
    const struct sim_access access = {.now = machine.now};

    snbep_msr_write(&machine, &access, 0, msr, value);
}

/* Returns the count in a second of counter 0 of the box with the box control
 * @box. Its control is @ctl. */
static uint64_t in_a_second(uint32_t box, uint32_t control, uint32_t counter, uint64_t ctl)
{
    struct sim_access end;

    msr_write(box, 3); /* both resets */
    msr_write(control, ctl | EN);
    end = (struct sim_access){.now = machine.now + SECOND};
    return snbep_msr_read(&machine, &end, 0, counter);
}

/* ---- slices: uncore guide of Skylake-SP, tables of MSR_UNIT_FILTER1 ---- */

enum { NM = 1 << 4, NOT_NM = 1 << 5, ALL_OPC = 1 << 3 };

/* Counts cores' entries in the table of requests, hits and misses, with @filter
 * in the second register. */
static uint64_t entries(uint64_t filter)
{
    msr_write(0xe06, filter);
    return in_a_second(0xe00, 0xe01, 0xe08, 0x3135);
}

static uint64_t opcodes(uint64_t first, uint64_t second)
{
    return first << 9 | second << 19;
}

static void test_filter(void)
{
    start(&machine, NULL, &skx,
        "at boot\ncha0 TOR_INSERTS.IRQ.opc=0x202,nm=1 31M/s\ncha0 TOR_INSERTS.IRQ.opc=0x200 7M/s\n"
        "cha0 TOR_INSERTS.IRQ.opc=0x207 2M/s\n");
    is_u64(entries(0), 40000000, "entries without a filter");
    is_u64(entries(NM), 31000000, "... for near memory");
    is_u64(entries(NOT_NM), 9000000, "... for other memory");
    is_u64(entries(NM | NOT_NM), 40000000, "... for both");
    is_u64(entries(opcodes(0x202, 0)), 31000000, "of one opcode");
    is_u64(entries(opcodes(0, 0x200)), 7000000, "... by the second field");
    is_u64(entries(opcodes(0x202, 0x200)), 38000000, "of two opcodes");
    is_u64(entries(opcodes(0x207, 0x202) | NOT_NM), 2000000, "... for other memory");
    is_u64(entries(opcodes(0x1ff, 0x1fe)), 0, "of two others");
    is_u64(entries(opcodes(0x1ff, 0x1fe) | ALL_OPC), 40000000, "... and of all");
}

/* ---- stacks of I/O: perf's list for skylakex, uncore-io.json; Linux,
 * skx_uncore_iio_format_group ---- */

/* @ports and @classes are masks. Counters 0 and 1 count data, counters 2 and 3
 * occupancies. */
static uint64_t stack(uint64_t event, uint64_t ports, uint64_t classes)
{
    const uint32_t counter = (event & 0xff) == 0xd5 ? 2 : 0;

    return in_a_second(
        0xa40, 0xa48 + counter, 0xa41 + counter, classes << 44 | ports << 36 | event);
}

static void test_ports(void)
{
    start(&machine, NULL, &skx,
        "at boot\niio0 DATA_REQ_OF_CPU.MEM_WRITE.port=3,fc=2 5M/s\n"
        "iio0 COMP_BUF_OCCUPANCY.CMPD.PART1.fc=2 level 1 for 10 of 10 cycles\n");
    is_u64(stack(0x0183, 1 << 3, 1 << 2), 5000000, "data by its port and class");
    is_u64(stack(0x0183, 0xff & ~(1 << 3), 7), 0, "... of all other ports");
    is_u64(stack(0x0183, 0xff, 3), 0, "... of the other classes");
    is_u64(stack(0x0fd5, 1 << 3, 1 << 2), machine.variant->clocks[BOX_UCLK],
        "a buffer's entries, a cycle each");
    is_u64(stack(0x0fd5, 0, 1 << 2), machine.variant->clocks[BOX_UCLK], "... not selected by port");
    is_u64(stack(0x0fd5, 0xff, 3), 0, "... but by class");
}

int main(void)
{
    test_filter();
    test_ports();
    return done_testing();
}
