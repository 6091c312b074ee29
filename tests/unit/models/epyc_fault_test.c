/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`: faults of its registers and interrupts, and what a plan sets in an APIC. */
#include "tests/epyc_machine.h"

static struct guest guest;

/* Lines end with \n. */
static void start(const char *plan)
{
    static struct epyc_plan_text text;
    char line[128], wrong[PLAN_TEXT_WRONG];

    guest_start(&guest, "");
    epyc_plan_begin(&text, &guest.m);
    for (; *plan; plan += strcspn(plan, "\n"), plan += *plan == '\n') {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(plan, "\n"), plan);
        if (!epyc_plan_line(&text, line, wrong))
            ok(false, "the test's own plan, '%s': %s", line, wrong);
    }
}

static void test_registers(void)
{
    start("at boot\n"
          "fault cpu1.IBS_OP_RIP drops writes 1 time\n"
          "fault cpu0.IBS_OP_RIP flips 0x1000\n");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x77);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0, "a write that is dropped");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x78);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x78, "... and one that is not");
    guest_wrmsr(&guest, 0, MSR_OP_RIP, 0x79);
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_RIP), 0x1079, "a read that is wrong");
    is_u64(guest_n_of(&guest, TRACE_DROPPED), 1, "the trace has what was dropped");
    is_u64(guest_n_of(&guest, TRACE_MASKED), 1, "... and what was hidden");
    is_u64(guest_nth(&guest, TRACE_MASKED, 0)->value, 0x79, "... which is the register's value");
}

static void test_apic(void)
{
    start("at boot\n"
          "fault cpu1.apic.EILVT2 drops writes 1 time\n"
          "fault cpu0.apic.EILVT2 reads 0x12\n"
          "cpu0.apic.EILVT3 = 0x400\n");
    guest_apic_write(&guest, 1, 0x520, 0x400);
    is_u64(guest_apic_read(&guest, 1, 0x520), 0x10000, "a store that is dropped: masked, as after reset");
    guest_apic_write(&guest, 1, 0x520, 0x401);
    is_u64(guest_apic_read(&guest, 1, 0x520), 0x401, "... and one that is not");
    is_u64(guest_apic_read(&guest, 0, 0x520), 0x12, "a load that is wrong");
    is_u64(guest_apic_read(&guest, 0, 0x530), 0x400, "an entry that the plan sets");
    is_u64(guest_apic_read(&guest, 1, 0x530), 0x10000, "... of one CPU alone");
    is_u64(guest_nth(&guest, TRACE_DROPPED, 0)->size, 4, "an APIC's register has 4 bytes");
    is_u64(guest_nth(&guest, TRACE_DROPPED, 0)->block, 0x1001, "... and a block of its own");
    is_u64(guest_n_of(&guest, TRACE_PLAN), 1, "what the plan sets is in the trace");
}

/* @cpu takes a sample with the next op. */
static void sample(unsigned cpu)
{
    struct sim_op op = plain_op(0x401000);

    op.now = guest.time;
    guest_wrmsr(&guest, cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)0x90 << 32);
    epyc_op(&guest.m, cpu, &op);
}

static void test_interrupts(void)
{
    start("at boot\n"
          "fault interrupt of cpu0 is lost 1 time\n"
          "fault interrupt of cpu1 is late by 300us 1 time\n"
          "at boot + 5ms\n"
          "fault interrupt of cpu1 is spurious\n");
    ok(linux_init(&guest), "Linux's driver begins");
    sample(0);
    is_u64(guest_n_of(&guest, TRACE_SAMPLE), 1, "a sample");
    is_u64(guest.nmis[0], 0, "... whose interrupt is lost");
    sample(0);
    is_u64(guest.nmis[0], 1, "the next one arrives");
    sample(1);
    is_u64(guest.nmis[1], 0, "CPU 1's is late");
    is_u64(epyc_deadline(&guest.m), 300000, "... by 300 us, which is what the machine waits for");
    epyc_advance(&guest.m, 299999);
    is_u64(guest.nmis[1], 0, "... not before");
    epyc_advance(&guest.m, 300000);
    is_u64(guest.nmis[1], 1, "... then it arrives");
    is_u64(epyc_deadline(&guest.m), 5000000, "what is planned comes next");
    epyc_advance(&guest.m, 5000000);
    is_u64(guest.nmis[1], 2, "... one without a cause");
    is_u64(epyc_deadline(&guest.m), UINT64_MAX, "and then nothing");
}

int main(void)
{
    test_registers();
    test_apic();
    test_interrupts();
    return done_testing();
}
