/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core PMUs of `epyc` as a whole: trace records, interrupts, windows of
 * single instructions. */
#include "tests/epyc_machine.h"

static struct guest guest;
static struct sim_activity done[GUEST_CPUS];

static struct sim_activity activity(void *self, unsigned cpu)
{
    (void)self;
    return done[cpu];
}

enum { EN = 1 << 22, INT = 1 << 20, OS = 1 << 17, USR = 1 << 16 };
enum { CTL0 = 0x10200, CTR0 = 0x10201, LVTPC = 0x340, SVR = 0xf0, NMI = 0x400, MASKED = 0x10400 };
#define CORE_MSR(msr) (UINT32_C(0xc0000000) + (msr))

static void start(const char *options)
{
    guest_start(&guest, options);
    guest.m.host.activity = activity;
    memset(done, 0, sizeof(done));
    guest_apic_write(&guest, 1, SVR, 0x1ff);
    guest_apic_write(&guest, 1, LVTPC, NMI);
}

static void wrmsr(uint32_t msr, uint64_t value)
{
    struct sim_access access = guest_access(&guest, 1);

    epyc_msr_write(&guest.m, &access, CORE_MSR(msr), value);
}

static uint64_t rdmsr(uint32_t msr)
{
    struct sim_access access = guest_access(&guest, 1);

    return epyc_msr_read(&guest.m, &access, CORE_MSR(msr));
}

static void executes(uint64_t users)
{
    done[1].user.instructions += users;
    epyc_executed(&guest.m, 1, users);
}

static void test_interrupt(void)
{
    start("variant=zen4");
    is_u64(epyc_countdown(&guest.m, 1), 0, "no counter counts");
    wrmsr(CTR0, (UINT64_C(1) << 48) - 1000);
    wrmsr(CTL0, 0xc0 | EN | INT | USR | OS);
    ok(epyc_enabled(&guest.m) && epyc_counts(&guest.m), "a counter counts");
    is_u64(epyc_countdown(&guest.m, 1), 1000, "... to an overflow");
    executes(999);
    is_u64(guest.nmis[1], 0, "one instruction before it, no interrupt");
    is_u64(epyc_countdown(&guest.m, 1), 1, "... and the countdown is 1");
    executes(1);
    is_u64(guest.nmis[1], 1, "then it interrupts");
    is_u64(guest_n_of(&guest, TRACE_OVERFLOW), 1, "... and the trace records it");
    const struct trace_record *r = guest_nth(&guest, TRACE_OVERFLOW, 0);
    ok(r && r->offset == CORE_MSR(CTR0) && r->block == 0x2001 && r->cpu == 1,
        "... with the counter");
    is_u64(guest_apic_read(&guest, 1, LVTPC), NMI, "... and LVTPC stays");
    is_u64(rdmsr(CTR0), 0, "the counter is at 0");
    guest_apic_write(&guest, 1, LVTPC, MASKED);
    wrmsr(CTR0, (UINT64_C(1) << 48) - 1);
    executes(1);
    is_u64(guest.nmis[1], 1, "a masked entry blocks the interrupt");
    is_u64(rdmsr(0x300), 1, "... but the status is set");
}

static void test_counted(void)
{
    start("variant=zen4");
    done[1].user.instructions = 7;
    wrmsr(CTL0, 0xc0 | EN | USR | OS);
    const struct trace_record *r = guest_nth(&guest, TRACE_COUNTED, 0);
    ok(r && r->offset == 0x100 && r->value == 7 && r->block == 0x2001,
        "earlier work is recorded, not counted");
    executes(5);
    done[1].kernel.instructions += 3;
    struct sim_access access = guest_access(&guest, 1);
    ok(epyc_has_rdpmc(&guest.m, 5) && amd_core_rdpmc(&guest.m.cpus[0].core, 6) < 0, "six counters");
    is_u64(epyc_rdpmc(&guest.m, &access, 0), 8, "RDPMC reads the work since the start");
    const struct trace_record *users = guest_nth(&guest, TRACE_COUNTED, 1);
    const struct trace_record *kernel = guest_nth(&guest, TRACE_COUNTED, 2);
    ok(users && kernel && users->value == 12 && kernel->value == 3 && kernel->offset == 0x101,
        "... and the trace records both privileges first");
    uint64_t value = 0;
    executes(1);
    ok(epyc_peek(&guest.m, 0x2001, CORE_MSR(CTR0), &value) && value == 9, "a peek sees one more");
}

/* CPUID: AMD 24594, appendix E. */
static void test_free_running(void)
{
    uint32_t power[4] = {0}, ext[4] = {0}, sizes[4] = {0};
    uint64_t value = 0;

    start("variant=zen4 aperf=on");
    epyc_cpuid(&guest.m, 6, 0, power);
    epyc_cpuid(&guest.m, 0x80000007, 0, ext);
    epyc_cpuid(&guest.m, 0x80000008, 0, sizes);
    ok(power[2] == 1 && ext[3] == 1 << 10 && sizes[1] == 2, "CPUID has MPERF, copies and IRPERF");
    ok(epyc_enabled(&guest.m) && !epyc_countdown(&guest.m, 1), "they count from the start");
    executes(5);
    is_u64(rdmsr(0xe8), 20, "a read of the copy of APERF counts the work so far");
    const struct trace_record *r = guest_nth(&guest, TRACE_COUNTED, 0);
    ok(r && r->value == 5 && r->block == 0x2001, "... which the trace has");
    executes(1);
    ok(epyc_peek(&guest.m, 0x2001, CORE_MSR(0xe8), &value) && value == 24, "a peek sees more");
    start("variant=zen4");
    memset(power, 0, sizeof(power));
    epyc_cpuid(&guest.m, 6, 0, power);
    ok(!power[2] && !epyc_has_msr(&guest.m, 0xe8), "without the option there are none");
    start("variant=fam10h aperf=on");
    epyc_cpuid(&guest.m, 6, 0, power);
    ok(!power[2] && !epyc_enabled(&guest.m), "... and on family 10h neither");
}

/* A direct jump is never mispredicted. A conditional branch taken for the first
 * time is. */
/* APM volume 2 (24593), section 13.2.1: bits 41 and 40; SVM is off. */
static void test_guests(void)
{
    static const struct {
        uint64_t bits, counted;
        const char *what;
    } rows[] = {{0, 100, "neither bit"}, {UINT64_C(1) << 40, 0, "GuestOnly"},
        {UINT64_C(1) << 41, 0, "HostOnly"}, {UINT64_C(3) << 40, 100, "both bits"}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        start("variant=zen4");
        wrmsr(CTL0, rows[i].bits | 0xc0 | EN | USR | OS);
        executes(100);
        is_u64(rdmsr(CTR0), rows[i].counted, "%s", rows[i].what);
        is_u64(epyc_counts(&guest.m), rows[i].counted != 0, "... and whether it counts");
    }
}

static void test_branches(void)
{
    struct sim_op op = branch_op(0x401000, SIM_CONDITIONAL, 0x402000, true);
    bool mispredicted;

    start("variant=zen4");
    op.user = true;
    wrmsr(CTR0, (UINT64_C(1) << 48) - 1);
    wrmsr(CTL0, 0xc3 | EN | INT | USR);
    ok(epyc_watches_branches(&guest.m, 1) && !epyc_watches_branches(&guest.m, 0),
        "CPU 1 shows its branches");
    ok(epyc_branch(&guest.m, 1, &op, &mispredicted), "the first misprediction overflows");
    epyc_core_update(&guest.m, 1, 50);
    is_u64(guest.nmis[1], 1, "... and interrupts");
    ok(!epyc_branch(&guest.m, 1, &op, &mispredicted), "the same branch is then predicted");
    is_u64(rdmsr(CTR0), 0, "... and the count stays");
}

/* Cache events need each instruction. */
static void test_caches(void)
{
    start("variant=zen4");
    wrmsr(CTL0, 0x40 | EN | USR);
    is_u64(epyc_countdown(&guest.m, 1), 1, "a window begins at once");
    for (unsigned i = 0; i < 3; i++) {
        struct sim_op op = plain_op(0x401000 + 4 * i);
        op.user = true;
        op.n_accesses = 1;
        op.accesses[0] = (struct sim_op_access){.linear = 0x5000, .physical = 0x5000, .size = 8};
        done[1].user.instructions++;
        is_u64(epyc_op(&guest.m, 1, &op), EPYC_WINDOW_ON, "... and continues");
    }
    is_u64(rdmsr(CTR0), 3, "three loads");
    wrmsr(CTL0, 0x860 | EN | USR);
    is_u64(guest_n_of(&guest, TRACE_CACHE), 0, "the window records no IBS accesses");
    wrmsr(CTL0, 0);
    is_u64(epyc_countdown(&guest.m, 1), 0, "... until no counter counts");
}

int main(void)
{
    test_interrupt();
    test_counted();
    test_free_running();
    test_guests();
    test_branches();
    test_caches();
    return done_testing();
}
