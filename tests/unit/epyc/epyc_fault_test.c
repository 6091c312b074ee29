/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`: faults of its registers and interrupts, a plan's settings
 * of an APIC, ends of windows, and a reset. */
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

/* Lines that a plan cannot contain for this machine. */
static void test_refused(void)
{
    static const struct {
        const char *line, *wrong;
    } cases[] = {
        {"cpu0.IBS_OP_RIP += 1", "cpu0.IBS_OP_RIP += 1: expected '=': it is not a counter"},
        {"cpu0 PM_CYC 10",
            "'cpu0 PM_CYC': a CPU executes the guest's code: expected 'BLOCK.REGISTER = VALUE'"},
        {"fault interrupt of cpu0.apic is lost",
            "cpu0.apic raises no interrupt: expected a CPU, such as cpu0"},
        {"fault interrupt of cpu2 is lost", NULL},
        {"fault interrupt of imc0 is lost", NULL},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        static struct epyc_plan_text text;
        char wrong[PLAN_TEXT_WRONG] = "";

        guest_start(&guest, "");
        epyc_plan_begin(&text, &guest.m);
        ok(epyc_plan_line(&text, "at boot", wrong), "a plan begins");
        ok(!epyc_plan_line(&text, cases[i].line, wrong), "'%s' is refused", cases[i].line);
        if (cases[i].wrong)
            is_str(wrong, cases[i].wrong, "... with the reason");
        else
            ok(*wrong, "... with a reason: %s", wrong);
    }
}

static void test_registers(void)
{
    start("at boot\n"
          "fault cpu1.IBS_OP_RIP drops writes 1 time\n"
          "fault cpu0.IBS_OP_RIP flips 0x1000\n");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x77);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0, "a dropped write");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x78);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x78, "... and a sound write");
    guest_wrmsr(&guest, 0, MSR_OP_RIP, 0x79);
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_RIP), 0x1079, "a faulty read");
    guest_wrmsr(&guest, 0, MSR_DC_LIN, UINT64_MAX);
    is_u64(guest_rdmsr(&guest, 0, MSR_DC_LIN), UINT64_MAX, "... other reads are right");
    guest_wrmsr(&guest, 0, MSR_OP_DATA, 0x1fcffffffff);
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_DATA), 0x1fcffffffff, "... as is the next register's");
    is_u64(guest_n_of(&guest, TRACE_DROPPED), 1, "the trace has the drop");
    is_u64(guest_n_of(&guest, TRACE_MASKED), 1, "... and the hidden value");
    is_u64(guest_nth(&guest, TRACE_MASKED, 0)->value, 0x79, "... which is the register's");
}

static void test_apic(void)
{
    start("at boot\n"
          "fault cpu1.apic.EILVT2 drops writes 1 time\n"
          "fault cpu0.apic.EILVT2 reads 0x12\n"
          "cpu0.apic.EILVT3 = 0x400\n");
    guest_apic_write(&guest, 1, 0x520, 0x400);
    is_u64(guest_apic_read(&guest, 1, 0x520), 0x10000, "a dropped store: masked, as after reset");
    guest_apic_write(&guest, 1, 0x520, 0x401);
    is_u64(guest_apic_read(&guest, 1, 0x520), 0x401, "... and a sound write");
    is_u64(guest_apic_read(&guest, 0, 0x520), 0x12, "a faulty load");
    is_u64(guest_apic_read(&guest, 0, 0x530), 0x400, "the plan sets an entry");
    is_u64(guest_apic_read(&guest, 1, 0x530), 0x10000, "... of one CPU alone");
    is_u64(guest_nth(&guest, TRACE_DROPPED, 0)->size, 4, "an APIC's register has 4 bytes");
    is_u64(guest_nth(&guest, TRACE_DROPPED, 0)->block, 0x1001, "... and a separate block");
    is_u64(guest_n_of(&guest, TRACE_PLAN), 1, "the plan's settings are in the trace");
}

/* @cpu samples the next op. */
static void sample(unsigned cpu)
{
    struct sim_op op = plain_op(0x401000);

    op.now = guest.time;
    guest_wrmsr(
        &guest, cpu, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)0x90 << 32);
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
    is_u64(guest.nmis[1], 0, "CPU 1's interrupt is late");
    is_u64(epyc_deadline(&guest.m), 300000, "... by 300 us, which is the deadline");
    epyc_advance(&guest.m, 299999);
    is_u64(guest.nmis[1], 0, "... not before");
    epyc_advance(&guest.m, 300000);
    is_u64(guest.nmis[1], 1, "... then it arrives");
    is_u64(epyc_deadline(&guest.m), 5000000, "the plan's next entry is due");
    epyc_advance(&guest.m, 5000000);
    is_u64(guest.nmis[1], 2, "... a spurious interrupt");
    is_u64(epyc_deadline(&guest.m), UINT64_MAX, "then nothing is due");
}

/* An instruction advances the machine to its own time before it is used. */
static void test_time_of_op(void)
{
    struct sim_op op = plain_op(0x401000);

    start("at boot + 5us\n"
          "cpu0.IBS_OP_RIP = 0x77\n");
    op.now = 4999;
    epyc_op(&guest.m, 0, &op);
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_RIP), 0, "not yet");
    op.now = 5000;
    epyc_op(&guest.m, 0, &op);
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_RIP), 0x77,
        "an instruction at 5 us comes after the plan's entry");
}

/* ---- windows ---- */

/* A window begins 64 instructions before the tagged one: it stays with 64 left,
 * and ends with 65. */
static void test_window_ends(void)
{
    struct sim_op op = plain_op(0x401000);

    guest_start(&guest, "window=64");
    guest_wrmsr(&guest, 0, MSR_OP_CTL,
        OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)(0x90 - 65) << 32);
    is_u64(
        epyc_op(&guest.m, 0, &op), EPYC_WINDOW_ON, "one of 65 is executed: the window continues");
    guest_wrmsr(&guest, 0, MSR_OP_CTL,
        OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)(0x90 - 66) << 32);
    is_u64(epyc_op(&guest.m, 0, &op), EPYC_WINDOW_OVER, "one of 66: it is over");
    is_u64(epyc_countdown(&guest.m, 0), 1, "... and begins two instructions later");
    guest_wrmsr(&guest, 0, MSR_OP_CTL,
        OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)(0x90 - 64) << 32);
    is_u64(epyc_countdown(&guest.m, 0), 1, "with 64 left it begins at once");
    guest_wrmsr(&guest, 0, MSR_OP_CTL,
        OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)(0x90 - 66) << 32);
    is_u64(epyc_countdown(&guest.m, 0), 2, "... with 66 after two");
}

/* A window ends with a tagged fetch, whatever its outcome, if the next one is
 * far. @ctl and whether the fetch's line is in the cache decide. */
static void window_ends_with(uint64_t ctl, bool warm, unsigned samples, const char *what)
{
    struct sim_op first = plain_op(0x401000), second = plain_op(0x402000);

    guest_start(&guest, "window=64");
    if (warm)
        epyc_op(&guest.m, 0, &second);
    guest.n_records = 0;
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, ctl | FETCH_CTL_EN | 0xfff0000 | 0xffff);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, ctl | FETCH_CTL_EN | 0x10000000 | 0x1000);
    is_u64(ibs_fetch_left(&guest.m.cpus[0].ibs), 0, "the next fetch is tagged");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, ctl | FETCH_CTL_EN | 0x0fff0000 | 0x1000);
    for (unsigned i = 0; i < 15; i++) {
        first.pc += 64;
        is_u64(epyc_op(&guest.m, 0, &first), EPYC_WINDOW_ON, "fetch %u of 16", i + 1);
    }
    first.pc += 64;
    is_u64(epyc_op(&guest.m, 0, &first), EPYC_WINDOW_ON, "fetch 16 of 16");
    is_u64(epyc_op(&guest.m, 0, &second), EPYC_WINDOW_OVER, "%s", what);
    is_u64(guest_n_of(&guest, TRACE_SAMPLE), samples, "... with %u samples", samples);
}

static void test_window_of_fetches(void)
{
    window_ends_with(0, false, 1, "a fetch is sampled: the engine stops, and the window is over");
    window_ends_with(
        FETCH_CTL_L3ONLY, true, 0, "a fetch is filtered: the next is far, and the window is over");
}

/* ---- reset ---- */

static struct guest used;

static void work(struct guest *g)
{
    linux_init(g);
    guest_wrmsr(g, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x400));
    guest_wrmsr(g, 1, MSR_FETCH_CTL, FETCH_CTL_EN | FETCH_CTL_RAND | 0x10);
    for (unsigned cpu = 0; cpu < 2; cpu++)
        guest_loop(g, cpu, 0, 3000, 300);
}

/* A machine in memory with old contents begins like one in zeroed memory. */
static void test_reset(void)
{
    memset(&guest, 0, sizeof(guest));
    memset(&used, 1, sizeof(used));
    guest_start(&guest, "");
    guest_start(&used, "");
    work(&guest);
    work(&used);
    ok(guest_n_of(&guest, TRACE_SAMPLE) >= 2, "both engines sample");
    ok(guest.n_records == used.n_records && !memcmp(guest.nmis, used.nmis, sizeof(used.nmis)),
        "the same records and interrupts, whatever the memory contained");
    bool same = true;
    for (unsigned i = 0; i < guest.n_records; i++) {
        const struct trace_record *a = &guest.records[i], *b = &used.records[i];
        same &= a->kind == b->kind && a->cpu == b->cpu && a->block == b->block &&
                a->offset == b->offset && a->value == b->value && a->pc == b->pc &&
                a->time == b->time;
    }
    ok(same, "... and each record is the same");
    struct sim_op op = plain_op(0x401000);
    guest_start(&used, "");
    guest_wrmsr(
        &used, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x90) | (uint64_t)0x90 << 32);
    guest_apic_write(&used, 0, 0x500, 0x400);
    epyc_op(&used.m, 0, &op);
    ok(guest_n_of(&used, TRACE_SAMPLE) == 1 && !used.nmis[0],
        "an APIC that is off after a reset lets no NMI pass");
}

int main(void)
{
    test_refused();
    test_registers();
    test_apic();
    test_interrupts();
    test_time_of_op();
    test_window_ends();
    test_window_of_fetches();
    test_reset();
    return done_testing();
}
