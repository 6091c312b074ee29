/* SPDX-License-Identifier: GPL-2.0-or-later */
/* timing=approximate on `epyc`: the cycles that instructions wait, in core
 * PMUs, in IBS's periods and for the guest's clock. All numbers are typed from
 * docs/time.md, "Waits". */
#include "harness/truth/epyc/replay.h"

#include "tests/epyc_machine.h"

static struct guest guest;
static struct sim_activity done[GUEST_CPUS];

static struct sim_activity activity(void *self, unsigned cpu)
{
    (void)self;
    return done[cpu];
}

enum { EN = 1 << 22, INT = 1 << 20, OS = 1 << 17, USR = 1 << 16 };
enum { CTL0 = 0x10200, CTR0 = 0x10201, CTL1 = 0x10202, CTR1 = 0x10203, LVTPC = 0x340, SVR = 0xf0 };
#define CORE_MSR(msr) (UINT32_C(0xc0000000) + (msr))

#define LATENCIES                                                                                  \
    " lat-l1=5 lat-l2=20 lat-l3=100 lat-peer=200 lat-dram=1000 lat-io=3000 lat-tlb2=9 lat-walk=50" \
    " lat-branch=17"

static void start(const char *options)
{
    guest_start(&guest, options);
    guest.m.host.activity = activity;
    memset(done, 0, sizeof(done));
}

static void wrmsr(uint32_t msr, uint64_t value)
{
    struct sim_access access = guest_access(&guest, 0);

    epyc_msr_write(&guest.m, &access, CORE_MSR(msr), value);
}

static uint64_t rdmsr(uint32_t msr)
{
    struct sim_access access = guest_access(&guest, 0);

    return epyc_msr_read(&guest.m, &access, CORE_MSR(msr));
}

static void shows(unsigned cpu, struct sim_op op)
{
    op.user = true;
    done[cpu].user.instructions += op.retired;
    epyc_op(&guest.m, cpu, &op);
}

/* ---- core PMUs ---- */

/* One instruction after the other, with the cycles that it adds. */
static void test_cycles(void)
{
    struct sim_op two = load_op(0x401010, 0x5000, 0x5000, 8), fault, io;
    struct sim_op taken = branch_op(0x401018, SIM_CONDITIONAL, 0x401000, true);

    start("variant=zen4 cpus=1 timing=approximate" LATENCIES);
    wrmsr(CTL0, 0x76 | EN | USR);
    is_u64(epyc_countdown(&guest.m, 0), 1, "a counter of cycles needs each instruction");
    shows(0, plain_op(0x401000));
    is_u64(rdmsr(CTR0), 4 + 1000 + 50, "the first fetch: from memory, with a page walk");
    shows(0, plain_op(0x401004));
    is_u64(rdmsr(CTR0), 1058, "no fetch and no access: four cycles");
    shows(0, load_op(0x401008, 0x5000, 0x5000, 8));
    is_u64(rdmsr(CTR0), 2112, "a load from memory, with a page walk: 1050 cycles more");
    shows(0, load_op(0x40100c, 0x5008, 0x5008, 8));
    is_u64(rdmsr(CTR0), 2121, "a load from the L1: five more");
    two.accesses[two.n_accesses++] =
        (struct sim_op_access){.linear = 0x5000, .physical = 0x5000, .size = 8, .store = true};
    shows(0, two);
    is_u64(rdmsr(CTR0), 2130, "a store waits for no data");
    shows(0, store_op(0x401014, 0x6000, 0x6000, 8));
    is_u64(rdmsr(CTR0), 2184, "... but for its page");
    shows(0, taken);
    is_u64(rdmsr(CTR0), 2205, "a mispredicted branch: 17 more");
    shows(0, plain_op(0x401000));
    is_u64(rdmsr(CTR0), 2209, "its target is in the L1");
    fault = load_op(0x401004, 0x5010, 0x5010, 8);
    fault.retired = false;
    shows(0, fault);
    is_u64(rdmsr(CTR0), 2214, "an instruction that faults waits, and takes no cycles");
    io = load_op(0x401008, 0x7000, SIM_OP_NO_PHYSICAL, 4);
    io.accesses[0].io = true;
    shows(0, io);
    is_u64(rdmsr(CTR0), 5218, "a device");
    is_u64(epyc_waited(&guest.m, 0), 5218 - 9 * 4, "the guest's clock waits as long");
    is_u64(guest_n_of(&guest, TRACE_CACHE), 0, "the trace has no single responses");
}

/* The other caches: a second CPU's, the L2 and the L3. */
static void test_levels(void)
{
    start("variant=zen4 cpus=2 l1d=128/2 l2=256/4 l3=512/8 timing=approximate" LATENCIES);
    wrmsr(CTL0, 0x76 | EN | USR);
    shows(1, store_op(0x401000, 0x5000, 0x5000, 8)); /* no counter: it does not wait */
    is_u64(epyc_waited(&guest.m, 1), 0, "a CPU without such a counter does not wait");
    for (unsigned i = 0; i < 2; i++)
        shows(0, plain_op(0x401000)); /* the code is in the L1 */
    uint64_t before = rdmsr(CTR0);
    shows(0, load_op(0x401004, 0x9000, 0x9000, 8));
    is_u64(rdmsr(CTR0) - before, 1054, "memory and a page walk");
    before = rdmsr(CTR0);
    for (unsigned i = 1; i < 3; i++)
        shows(0, load_op(0x401004, 0x9000 + 64 * i, 0x9000 + 64 * i, 8));
    is_u64(rdmsr(CTR0) - before, 2 * 1004, "two more lines of memory");
    before = rdmsr(CTR0);
    shows(0, load_op(0x401004, 0x9000, 0x9000, 8));
    is_u64(rdmsr(CTR0) - before, 24, "the L2 still has the first");
    before = rdmsr(CTR0);
    for (unsigned i = 3; i < 6; i++)
        shows(0, load_op(0x401004, 0x9000 + 64 * i, 0x9000 + 64 * i, 8));
    shows(0, load_op(0x401004, 0x9040, 0x9040, 8));
    is_u64(rdmsr(CTR0) - before, 3 * 1004 + 104, "the L3 has the second");
}

static void test_peer(void)
{
    struct sim_op store = store_op(0x401000, 0x5000, 0x5000, 8);

    start("variant=zen4 cpus=2 timing=approximate" LATENCIES);
    guest_wrmsr(&guest, 1, MSR_OP_CTL, OP_CTL_EN | op_period(0x10000));
    shows(1, store);
    is_u64(epyc_waited(&guest.m, 1), 1000 + 50 + 50, "a period of cycles lets its CPU wait");
    wrmsr(CTL0, 0x76 | EN | USR);
    shows(0, load_op(0x401000, 0x5000, 0x5000, 8));
    is_u64(
        rdmsr(CTR0), 4 + 100 + 50 + 200 + 50, "code of the L3, data that the other CPU modified");
}

/* Thresholds, edges, other events; and a counter of instructions alone. */
static void test_events(void)
{
    start("variant=zen4 cpus=1 timing=approximate" LATENCIES);
    wrmsr(CTL0, 0xc0 | EN | USR);
    is_u64(epyc_countdown(&guest.m, 0), 0, "a counter of instructions lets nothing wait");
    wrmsr(CTL0, 0x76 | UINT64_C(1) << 24 | 1 << 23 | EN | USR); /* no cycle has less than one */
    wrmsr(CTL1, 0xc0 | UINT64_C(1) << 24 | 1 << 23 | EN | USR); /* cycles without retirement */
    shows(0, plain_op(0x401000));
    is_u64(rdmsr(CTR0), 0, "cycles that are no cycle");
    is_u64(rdmsr(CTR1), 3 + 1050, "cycles in which nothing retires");
    wrmsr(CTL1, 0x1a0 | UINT64_C(1) << 32 | 1 << 8 | EN | USR);
    wrmsr(CTL1, UINT64_C(1) << 32 | 0xa0 | 1 << 8 | EN | USR);
    shows(0, load_op(0x401004, 0x5000, 0x5000, 8));
    is_u64(
        rdmsr(CTR1), 3 + 1050 + 5 + 6 * 3 + 6 * 1050, "empty slots: six in each cycle of a wait");
}

/* An overflow comes with the instruction in whose wait it is. */
static void test_overflow(void)
{
    start("variant=zen4 cpus=1 timing=approximate" LATENCIES);
    guest_apic_write(&guest, 0, SVR, 0x1ff);
    guest_apic_write(&guest, 0, LVTPC, 0x400);
    wrmsr(CTR0, (UINT64_C(1) << 48) - 1064);
    wrmsr(CTL0, 0x76 | EN | INT | USR);
    shows(0, plain_op(0x401000)); /* 1054 */
    shows(0, plain_op(0x401004));
    shows(0, plain_op(0x401008));
    is_u64(guest.nmis[0], 0, "two cycles before it, no interrupt");
    shows(0, load_op(0x40100c, 0x5000, 0x5000, 8));
    is_u64(guest.nmis[0], 1, "the load's wait overflows");
    is_u64(rdmsr(CTR0), 1054 - 2, "... by the rest of its cycles");
}

static void test_flat(void)
{
    start("variant=zen4 cpus=1" LATENCIES);
    wrmsr(CTL0, 0x76 | EN | USR);
    is_u64(epyc_countdown(&guest.m, 0), 0, "timing=flat: no instruction is needed");
    shows(0, load_op(0x401000, 0x5000, 0x5000, 8));
    is_u64(rdmsr(CTR0), 4, "... and each takes four cycles");
    is_u64(epyc_waited(&guest.m, 0), 0, "... without a wait");
}

/* ---- IBS ---- */

/* A loop of a load from memory and three other instructions: its turn takes 4 +
 * 1000 + 3 * 4 cycles, and its lines are never found again. */
static void turn(unsigned i)
{
    struct sim_op load = load_op(0x401000, 0x100000 + 64 * i, 0x100000 + 64 * i, 8);
    guest_execute(&guest, 0, &load);
    for (unsigned at = 4; at < 12; at += 4) {
        struct sim_op op = plain_op(0x401000 + at);
        guest_execute(&guest, 0, &op);
    }
    struct sim_op back = branch_op(0x40100c, SIM_JUMP, 0x401000, true);
    guest_execute(&guest, 0, &back);
}

static unsigned wrongs(void)
{
    struct truth *t = truth_replay_epyc(&guest.m, NULL, guest.records, guest.n_records);
    unsigned n = 0;

    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);
        if (note->kind == TRUTH_WRONG && !n++)
            printf("# %s\n", note->text);
    }
    truth_free(t);
    return n;
}

/* Sets the number of samples with @ctl, and of the load's samples. */
static void samples_of(const char *options, uint64_t ctl, unsigned *all, unsigned *loads)
{
    guest_start(&guest, options);
    linux_init(&guest);
    *all = *loads = 0;
    guest_wrmsr(&guest, 0, MSR_OP_CTL, ctl);
    for (unsigned i = 0; i < 1500; i++) {
        turn(i);
        if (guest.nmis[0] == *all)
            continue;
        ++*all;
        *loads += guest_rdmsr(&guest, 0, MSR_OP_RIP) == 0x401000;
        guest_wrmsr(&guest, 0, MSR_OP_CTL, ctl);
        for (unsigned n = 0; n < *all % 4; n++) { /* so that periods are not of whole turns */
            struct sim_op op = plain_op(0x401004);
            guest_execute(&guest, 0, &op);
        }
    }
}

static void test_samples(void)
{
    const char *timed = "variant=zen4 cpus=1 timing=approximate l2=64K/8 l3=128K/16" LATENCIES;
    unsigned all, loads;

    samples_of(timed, OP_CTL_EN | op_period(0x1230), &all, &loads);
    ok(all == 285 && loads == 285, "by cycles: %u of %u samples are of the load", loads, all);
    is_u64(wrongs(), 0, "... as the oracle expects each of them");
    samples_of(timed, OP_CTL_EN | OP_CTL_OPS | op_period(0x90), &all, &loads);
    ok(all == 41 && loads == 11, "by ops: %u of %u", loads, all);
    is_u64(wrongs(), 0, "... as the oracle expects them");
    is_u64(epyc_waited(&guest.m, 0), 0, "... and nothing waits");
    samples_of("variant=zen4 cpus=1", OP_CTL_EN | op_period(0x90), &all, &loads);
    ok(all == 162 && loads == 41, "timing=flat, by cycles: %u of %u", loads, all);
    is_u64(wrongs(), 0, "... as the oracle expects them");
}

/* The response to one access of a period decides which op its sample is of. */
static void test_contradiction(void)
{
    unsigned all, loads, seen = 0;

    samples_of("variant=zen4 cpus=1 timing=approximate l2=64K/8 l3=128K/16" LATENCIES,
        OP_CTL_EN | op_period(0x4000), &all, &loads);
    is_u64(wrongs(), 0, "all samples are expected");
    for (unsigned i = 0; i < guest.n_records; i++) {
        struct trace_record *r = &guest.records[i];
        if (r->kind == TRACE_CACHE && (r->offset & 15) == MEMORY_DRAM && seen++ == 2)
            r->offset = (r->offset & 0xfff0) | MEMORY_L1 | 5 << 16;
    }
    ok(wrongs() > 0, "a response that took 995 cycles less contradicts them");
}

int main(void)
{
    test_cycles();
    test_levels();
    test_peer();
    test_events();
    test_overflow();
    test_flat();
    test_samples();
    test_contradiction();
    return done_testing();
}
