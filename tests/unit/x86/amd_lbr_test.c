/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's branch records: which branches they hold, in which bits, and when they
 * are frozen. APM volume 2 (24593), section 13.1.1; Linux,
 * arch/x86/events/amd/lbr.c. */
#include "models/x86/amd_lbr.h"
#include "tests/epyc_machine.h"

static struct guest guest;
static struct sim_activity done[GUEST_CPUS];

enum { DEBUG_CTL = 0x1d9, USER = 1 << 16, OS = 1 << 17, INT = 1 << 20, EN = 1 << 22 };
#define SELECT    UINT32_C(0xc000010e)
#define EXTENSION UINT32_C(0xc000010f)
#define STATUS    UINT32_C(0xc0000300)
#define CLEAR     UINT32_C(0xc0000302)
#define SET       UINT32_C(0xc0000303)
#define CTL0      UINT32_C(0xc0010200)
#define CTR0      UINT32_C(0xc0010201)
#define FROM(i)   (UINT32_C(0xc0010300) + 2 * (i))
#define TO(i)     (UINT32_C(0xc0010301) + 2 * (i))
#define FROZEN    (UINT64_C(1) << 58)
#define VALID     (UINT64_C(1) << 63)

static struct sim_activity activity(void *self, unsigned cpu)
{
    (void)self;
    return done[cpu];
}

static void start(const char *options)
{
    guest_start(&guest, options);
    guest.m.host.activity = activity;
    memset(done, 0, sizeof(done));
}

static void wrmsr(uint32_t msr, uint64_t value)
{
    struct sim_access access = guest_access(&guest, 1);

    epyc_msr_write(&guest.m, &access, msr, value);
}

static uint64_t rdmsr(uint32_t msr)
{
    struct sim_access access = guest_access(&guest, 1);

    return epyc_msr_read(&guest.m, &access, msr);
}

/* A branch of CPU 1, of 2 bytes. */
static void branches(uint64_t pc, enum sim_branch branch, bool far, uint64_t to, bool to_user)
{
    const struct sim_op op = {.pc = pc,
        .length = 2,
        .branch = branch,
        .far = far,
        .next_pc = to,
        .to_user = to_user,
        .user = to_user,
        .retired = true};
    bool mispredicted;

    if (epyc_watches_branches(&guest.m, 1))
        epyc_branch(&guest.m, 1, &op, &mispredicted);
}

static void jumps(uint64_t pc, uint64_t to)
{
    branches(pc, SIM_JUMP, false, to, true);
}

/* ---- the stack ---- */

static void test_stack(void)
{
    start("variant=zen4 lbr=on");
    ok(epyc_has_msr(&guest.m, DEBUG_CTL) && epyc_has_msr(&guest.m, TO(15)) &&
            !epyc_has_msr(&guest.m, TO(16)) && !epyc_has_msr(&guest.m, FROM(0) - 1),
        "there are 16 pairs");
    jumps(0x1000, 0x2000);
    ok(!epyc_enabled(&guest.m) && !epyc_wants_branches(&guest.m), "they are off");
    wrmsr(EXTENSION, 0x40);
    ok(epyc_enabled(&guest.m) && epyc_watches_branches(&guest.m, 1) &&
            !epyc_watches_branches(&guest.m, 0) && epyc_records_branches(&guest.m, 1),
        "CPU 1's are on");
    is_u64(rdmsr(EXTENSION), 0x40, "... and its register says so");
    is_u64(rdmsr(FROM(0)) | rdmsr(TO(0)), 0, "... but hold nothing");
    for (unsigned i = 0; i < 18; i++)
        jumps(0x1000 + i, 0x2000 + i);
    is_u64(rdmsr(FROM(0)), 0x1011, "the newest branch is entry 0");
    is_u64(rdmsr(TO(0)), VALID | 0x2011, "... with its target, which is valid");
    is_u64(rdmsr(FROM(15)), 0x1002, "the sixteenth is the last");
    is_u64(rdmsr(TO(15)), VALID | 0x2002, "... with its target");
    wrmsr(TO(15), UINT64_MAX);
    wrmsr(FROM(15), 7);
    is_u64(rdmsr(TO(15)), ~(UINT64_C(1) << 61), "software sets an entry, but bit 61");
    jumps(0x1100, 0x2100);
    is_u64(rdmsr(FROM(1)), 0x1011, "each branch moves the others by one");
    is_u64(rdmsr(FROM(15)), 0x1003, "... and drops the oldest");
    wrmsr(EXTENSION, 0);
    jumps(0x1200, 0x2200);
    is_u64(rdmsr(FROM(0)), 0x1100, "when they are off, nothing changes");
    uint64_t value;
    ok(epyc_peek(&guest.m, 0x6001, FROM(0), &value) && value == 0x1100, "a peek sees an entry");
}

/* 58 bits of an address, and its sign up to the flags. */
static void test_kernel_addresses(void)
{
    start("variant=zen5 lbr=on");
    wrmsr(EXTENSION, 0x40);
    branches(
        UINT64_C(0xffffffff81000010), SIM_CONDITIONAL, false, UINT64_C(0xffffffff81000400), false);
    is_u64(rdmsr(FROM(0)), UINT64_C(0xffffffff81000010), "mispredicted: bit 63 is set");
    is_u64(rdmsr(TO(0)), UINT64_C(0x9fffffff81000400), "valid, not speculative");
    branches(
        UINT64_C(0xffffffff81000010), SIM_CONDITIONAL, false, UINT64_C(0xffffffff81000400), false);
    is_u64(rdmsr(FROM(0)), UINT64_C(0x7fffffff81000010), "predicted: bit 63 is not");
    epyc_interrupted(&guest.m, 1, 0x401000, UINT64_C(0xffffffff81e01280));
    is_u64(rdmsr(FROM(0)), 0x401000, "an interrupt, from the interrupted instruction");
    is_u64(rdmsr(TO(0)), UINT64_C(0x9fffffff81e01280), "... to its handler");
    epyc_interrupted(&guest.m, 0, 0x402000, UINT64_C(0xffffffff81e01280));
    is_u64(rdmsr(FROM(0)), 0x401000, "another CPU's is not there");
}

static void test_not_taken(void)
{
    start("variant=zen4 lbr=on");
    wrmsr(EXTENSION, 0x40);
    branches(0x1000, SIM_CONDITIONAL, false, 0x1002, true);
    is_u64(rdmsr(TO(0)), 0, "a branch that is not taken has no record");
    branches(0x1000, SIM_CALL, false, 0x1002, true);
    is_u64(rdmsr(TO(0)), VALID | 0x1002, "a call of the next instruction has one");
}

/* ---- kinds ---- */

/* LBR_SELECT's bits for each kind, and whether it ends with user privilege. */
static void test_select(void)
{
    static const struct {
        enum sim_branch branch;
        bool far, to_user;
        uint64_t suppress;
        const char *what;
    } rows[] = {{SIM_CONDITIONAL, false, true, 0x006, "a conditional branch of a user"},
        {SIM_CONDITIONAL, false, false, 0x005, "... of the kernel"},
        {SIM_CALL, false, true, 0x00a, "a call"},
        {SIM_INDIRECT_CALL, false, true, 0x012, "an indirect call"},
        {SIM_RETURN, false, true, 0x022, "a return"},
        {SIM_INDIRECT, false, true, 0x042, "an indirect jump"},
        {SIM_JUMP, false, true, 0x082, "a jump"},
        {SIM_INDIRECT, true, true, 0x102, "a far branch to a user"},
        {SIM_INDIRECT, true, false, 0x101, "... to the kernel"},
        {SIM_CALL, true, false, 0x101, "a far call"},
        {SIM_RETURN, true, true, 0x102, "a far return"}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned bit = 0; bit < 9; bit++) {
            start("variant=zen4 lbr=on");
            wrmsr(EXTENSION, 0x40);
            wrmsr(SELECT, UINT64_C(1) << bit | 0x8000);
            is_u64(rdmsr(SELECT), UINT64_C(1) << bit, "LBR_SELECT has nine bits");
            branches(0x1000, rows[i].branch, rows[i].far, 0x2000, rows[i].to_user);
            is_u64(
                rdmsr(TO(0)) != 0, !(rows[i].suppress >> bit & 1), "%s: bit %u", rows[i].what, bit);
        }
    jumps(0x3000, 0x4000);
    epyc_interrupted(&guest.m, 1, 1, 2);
    is_u64(rdmsr(FROM(0)), 0x3000, "bit 8 also suppresses interrupts");
    wrmsr(SELECT, 0xfe);
    epyc_interrupted(&guest.m, 1, 1, 2);
    is_u64(rdmsr(FROM(0)), 1, "... the others do not");
}

/* ---- freezing ---- */

static void overflow(uint64_t ctl)
{
    wrmsr(CTR0, (UINT64_C(1) << 48) - 1);
    wrmsr(CTL0, 0xc0 | EN | USER | OS | ctl);
    done[1].user.instructions++;
    epyc_executed(&guest.m, 1, 1);
    wrmsr(CTL0, 0);
}

static void test_freeze(void)
{
    start("variant=zen4 lbr=on");
    wrmsr(EXTENSION, 0x40);
    overflow(INT);
    is_u64(rdmsr(STATUS), 1, "without FrzLBRsOnPMI an overflow freezes nothing");
    wrmsr(CLEAR, 1);
    wrmsr(DEBUG_CTL, 0x800);
    overflow(0);
    is_u64(rdmsr(STATUS), 1, "nor does an overflow without interrupt");
    jumps(0x1000, 0x2000);
    overflow(INT);
    is_u64(rdmsr(STATUS), FROZEN | 1, "an interrupt does, and the status says so");
    jumps(0x1100, 0x2100);
    epyc_interrupted(&guest.m, 1, 1, 2);
    is_u64(rdmsr(FROM(0)), 0x1000, "then nothing is recorded");
    ok(epyc_watches_branches(&guest.m, 1), "... but branches are still followed");
    wrmsr(CLEAR, 1);
    is_u64(rdmsr(STATUS), FROZEN, "the counter's bit is another");
    wrmsr(CLEAR, FROZEN);
    is_u64(rdmsr(STATUS), 0, "software clears it");
    jumps(0x1200, 0x2200);
    is_u64(rdmsr(FROM(0)), 0x1200, "... and records continue");
    wrmsr(SET, FROZEN);
    jumps(0x1300, 0x2300);
    is_u64(rdmsr(FROM(0)), 0x1200, "software can also set it");
    is_u64(rdmsr(DEBUG_CTL), 0x800, "DebugCtl stays");
    wrmsr(DEBUG_CTL, UINT64_MAX);
    is_u64(rdmsr(DEBUG_CTL), 0x183f, "... and has these bits");
}

/* ---- parts without ---- */

static void cpuid_is(const char *options, uint32_t eax, uint32_t ebx)
{
    uint32_t regs[4] = {0};

    start(options);
    epyc_cpuid(&guest.m, 0x80000022, 0, regs);
    is_u64(regs[0], eax, "%s: EAX of Fn8000_0022", options);
    is_u64(regs[1] >> 4 & 0x3f, ebx, "... and the records of EBX");
}

static void test_parts(void)
{
    cpuid_is("variant=zen4 lbr=on", 7, 16);
    cpuid_is("variant=zen5 lbr=on", 7, 16);
    cpuid_is("variant=zen4", 1, 0);
    ok(!epyc_has_msr(&guest.m, DEBUG_CTL) && !epyc_has_msr(&guest.m, FROM(0)),
        "without lbr=on there are no registers");
    wrmsr(SET, FROZEN);
    is_u64(rdmsr(STATUS), 0, "... and nothing to freeze");
    start("variant=zen3 lbr=on");
    ok(!epyc_has_msr(&guest.m, DEBUG_CTL) && !epyc_has_msr(&guest.m, EXTENSION), "nor on Zen3");
}

/* The plan sets registers without a write's effects. */
static void test_preset(void)
{
    static struct epyc_plan_text plan;
    char wrong[PLAN_TEXT_WRONG];

    start("variant=zen4 lbr=on");
    epyc_plan_begin(&plan, &guest.m);
    ok(epyc_plan_line(&plan, "at boot + 1us", wrong) &&
            epyc_plan_line(&plan, "cpu1.lbr.DEBUG_EXTN_CFG = 0x40", wrong),
        "a plan");
    epyc_advance(&guest.m, 2000);
    jumps(0x1000, 0x2000);
    is_u64(rdmsr(FROM(0)), 0x1000, "... switches them on");
}

int main(void)
{
    test_stack();
    test_kernel_addresses();
    test_not_taken();
    test_select();
    test_freeze();
    test_parts();
    test_preset();
    return done_testing();
}
