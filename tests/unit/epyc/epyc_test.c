/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`: its view for a guest, from executed instructions to
 * samples and interrupts, and its faults. */
#include "models/epyc/epyc_cpuid.h"
#include "tests/epyc_machine.h"
#include "tests/rng.h"

static struct guest guest, twin;

/* ---- CPUID, MSRs, the APIC ---- */

static void test_cpuid(void)
{
    /* QEMU's answers for `-cpu EPYC`, and for an old model that ends before
     * IBS's leaf. */
    uint32_t ext[4] = {0x00800f12, 0, 0x00000175, 0x2dd3fbfd}, highest[4] = {0x8000000a, 1, 2, 3};
    uint32_t ibs[4] = {0, 7, 7, 7}, leaf1[4] = {0x00800f12, 1, 2, 3}, kvm[4] = {1, 2, 3, 4};

    guest_start(&guest, "variant=zen5");
    epyc_cpuid(&guest.m, 0x80000001, 0, ext);
    is_u64(ext[2], 0x11c0057d,
        "Fn8000_0001 ECX gets IBS (bit 10), EXTAPIC (bit 3), nodes (bit 22), six counters (bit "
        "23), the "
        "data fabric's (bit 24) and the L3's (bit 28)");
    ok(ext[0] == 0x00b00f21 && ext[3] == 0x2dd3fbfd, "... EAX is Zen5's, EDX stays");
    epyc_cpuid(&guest.m, 0x80000000, 0, highest);
    ok(highest[0] == 0x80000028 && highest[1] == 1 && highest[3] == 3, "Fn8000_0000 is the part's");
    highest[0] = 0x80000029;
    epyc_cpuid(&guest.m, 0x80000000, 0, highest);
    is_u64(highest[0], 0x80000029, "... and is never lowered");
    epyc_cpuid(&guest.m, 0x8000001b, 0, ibs);
    ok(ibs[0] == 0x81bff && !ibs[1] && !ibs[2] && !ibs[3], "Fn8000_001B has Zen5's capabilities");
    epyc_cpuid(&guest.m, 1, 0, leaf1);
    ok(leaf1[0] == 0x00b00f21 && leaf1[1] == 1 && leaf1[3] == 3,
        "leaf 1 has Zen5's family and model");
    epyc_cpuid(&guest.m, 0x40000000, 0, kvm);
    ok(!kvm[0] && !kvm[1] && !kvm[2] && !kvm[3], "no hypervisor is reported");
    ok(epyc_has_leaf(0x8000001b) && epyc_has_leaf(0x40000001) && !epyc_has_leaf(0) &&
            !epyc_has_leaf(7) && !epyc_has_leaf(0x8000001e),
        "other leaves are QEMU's");
    guest_start(&guest, "caps=0x7ff");
    epyc_cpuid(&guest.m, 0x8000001b, 0, ibs);
    is_u64(ibs[0], 0x7ff, "caps= overrides");
}

/* APM volume 3, RDMSR: #GP if the number is of no implemented register. The
 * numbers: Linux, asm/msr-index.h. */
static void test_faults(void)
{
    static const struct {
        const char *options;
        uint32_t there, missing;
        const char *what;
    } cases[] = {{"variant=zen6", 0xc001103f, 0xc001103d, "no part has OpData4"},
        {"variant=zen5", 0xc001103c, 0xc001103e, "OpCtl2 is Zen6's"},
        {"variant=zen5", 0xc001103b, 0xc001103f, "FetchCtl2 is Zen6's"},
        {"variant=fam10h", 0xc0011039, 0xc001103b, "no branch target"},
        {"variant=fam10h", 0xc0010000, 0xc0010200, "four counters of the core"},
        {"variant=zen1", 0xc001020b, 0xc0000300, "PerfMonV2 is Zen4's"},
        {"variant=zen4", 0xc0000303, 0xc001103e, "... which has it"},
        {"variant=zen1", 0xc001023b, 0xc0010800, "memory controllers count from Zen4 on"},
        {"variant=fam10h", 0xc0011030, 0xc0010230, "no L3"},
        {"variant=fam10h", 0xc0011030, 0xc001023b, "... no counter of it"},
        {"variant=zen3", 0xc0010247, 0xc0010248, "a data fabric of four counters"},
        {"variant=zen4", 0xc001025f, 0xc001103d, "... of sixteen"},
        {"variant=zen4 umcs=4", 0xc001081f, 0xc0010820, "four controllers"},
        {"variant=zen4 umcs=4", 0xc001081f, 0xc001087f, "... the last of sixteen"}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        guest_start(&guest, cases[i].options);
        for (int write = 0; write < 2; write++) {
            ok(epyc_msr_faults(&guest.m, cases[i].missing, write), "%s: %s faults", cases[i].what,
                write ? "WRMSR" : "RDMSR");
            ok(!epyc_msr_faults(&guest.m, cases[i].there, write), "... not of %x", cases[i].there);
        }
    }
    ok(epyc_msr_faults(&guest.m, MSR(0x3a), true) && !epyc_msr_faults(&guest.m, MSR(0x3a), false),
        "IBS_CTL is read-only");
    static const uint32_t others[] = {0xc0000080, 0xc00002ff, 0xc0000304, 0xc00101ff, 0xc001020c,
        0xc001022f, 0xc001023c, 0xc001023f, 0xc0010260, 0xc00107ff, 0xc0010880, 0xc001102f,
        0xc0011040};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        ok(!epyc_msr_faults(&guest.m, others[i], true), "%x is QEMU's", others[i]);
}

static void test_msrs(void)
{
    guest_start(&guest, "");
    ok(epyc_has_msr(&guest.m, 0xc0011030) && epyc_has_msr(&guest.m, 0xc001103c),
        "IBS's registers exist");
    ok(!epyc_has_msr(&guest.m, 0xc001102f) && !epyc_has_msr(&guest.m, 0xc001103d) &&
            !epyc_has_msr(&guest.m, 0xc0011040),
        "others are QEMU's");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x1234);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x1234, "each CPU has its own");
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_RIP), 0, "...");
    is_u64(guest_n_of(&guest, TRACE_WRITE), 1, "each access is in the trace");
    is_u64(guest_n_of(&guest, TRACE_READ), 2, "...");
    const struct trace_record *w = guest_nth(&guest, TRACE_WRITE, 0);
    ok(w->kind == TRACE_WRITE && w->size == 8 && w->cpu == 1 && w->block == 1 &&
            w->offset == 0xc0011034 && w->value == 0x1234 && w->pc == KERNEL_PC + 0x40,
        "... with CPU, block, number, value and address");
}

static void test_x2apic(void)
{
    struct sim_access access = {.cpu = 1};

    guest_start(&guest, "");
    ok(epyc_has_msr(&guest.m, 0x850) && epyc_has_msr(&guest.m, 0x840) &&
            !epyc_has_msr(&guest.m, 0x803),
        "x2APIC has the extended space as MSRs");
    is_u64(epyc_msr_read(&guest.m, &access, 0x850), 0x10000, "an entry, masked");
    epyc_msr_write(&guest.m, &access, 0x851, 0x400);
    is_u64(guest_apic_read(&guest, 1, 0x510), 0x400, "... the same as at its offset");
    const struct trace_record *w = guest_nth(&guest, TRACE_WRITE, 0);
    ok(w && w->size == 4 && w->block == 0x1001 && w->offset == 0x510,
        "... in the trace as at its offset");
}

static void test_apic(void)
{
    struct sim_access access = {.cpu = 0};
    uint32_t version = 0x00050014, id = 5;

    guest_start(&guest, "");
    ok(epyc_apic_read(&guest.m, &access, 0x30, &version) && version == 0x80050014,
        "the version register reports the extended space");
    ok(!epyc_apic_read(&guest.m, &access, 0x20, &id) && id == 5, "other registers are QEMU's");
    ok(!guest_apic_write(&guest, 0, 0xf0, 0x1ff), "... also SVR, though it is recorded");
    ok(guest_apic_write(&guest, 0, 0x500, 0x10400), "the extended space is the model's");
}

/* Linux's accesses at boot, one by one. */
static void test_linux_init(void)
{
    static const struct {
        enum trace_kind kind;
        unsigned cpu;
        uint32_t offset;
        uint64_t value;
    } boot[] = {
        {TRACE_READ, 0, 0xc001103a, 0x100},
        {TRACE_READ, 0, 0x500, 0x10000},
        {TRACE_WRITE, 0, 0x500, 0x10400},
        {TRACE_READ, 0, 0xc001103a, 0x100},
        {TRACE_READ, 0, 0x500, 0x10400},
        {TRACE_WRITE, 0, 0x500, 0x400},
        {TRACE_READ, 1, 0xc001103a, 0x100},
        {TRACE_READ, 1, 0x500, 0x10000},
        {TRACE_WRITE, 1, 0x500, 0x400},
    };
    unsigned n = sizeof(boot) / sizeof(boot[0]), same = 0;

    guest_start(&guest, "");
    ok(linux_init(&guest), "Linux's driver finds its interrupt");
    for (unsigned i = 0; i < n; i++) {
        const struct trace_record *r = &guest.records[i];
        same += r->kind == boot[i].kind && r->cpu == boot[i].cpu && r->offset == boot[i].offset &&
                r->value == boot[i].value;
    }
    ok(guest.n_records == n && same == n, "... with the measured accesses");
    ok(linux_eilvt(&guest, 1, 0, 0x10000), "a CPU that goes offline masks its entry");
    ok(linux_eilvt(&guest, 1, 0, 0x400), "... and unmasks it again");
    guest_start(&guest, "lvt=2");
    ok(linux_init(&guest) && guest_apic_read(&guest, 1, 0x520) == 0x400, "lvt=2: the third entry");
    guest_start(&guest, "lvt=invalid");
    ok(!linux_init(&guest), "lvt=invalid: the driver gives up");
    is_u64(guest_rdmsr(&guest, 0, MSR_CTL), 0, "... at IBS_CTL");
    guest_start(&guest, "lvt=busy");
    ok(!linux_init(&guest), "lvt=busy: the driver gives up");
    is_u64(guest_apic_read(&guest, 0, 0x500), 0xf9, "... for an entry in use");
}

/* ---- samples ---- */

/* A sample every period + 1 ops, at the right instruction, for any width of the
 * window. */
static void test_ops(void)
{
    static const char *const windows[] = {"window=64", "window=1", "window=4096"};

    for (unsigned w = 0; w < 3; w++) {
        unsigned right = 0;
        guest_start(&guest, windows[w]);
        linux_init(&guest);
        uint64_t at = 0;
        for (unsigned i = 0; i < 20; i++) {
            guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(1000 * 16));
            guest_loop(&guest, 0, at, 16000, 10);
            right += guest.nmis[0] == i;
            guest_loop(&guest, 0, at + 16000, 1, 10);
            right += guest.nmis[0] == i + 1 &&
                     guest_rdmsr(&guest, 0, MSR_OP_RIP) == 0x401000 + (at + 16000) % 10 * 4;
            guest_loop(&guest, 0, at + 16001, 500, 10); /* the handler's own */
            at += 16501;
        }
        is_u64(right, 40, "%s: 20 samples, each with the op that follows the period", windows[w]);
        if (!w)
            ok(guest.shown <= 20 * 66, "... and 65 ops shown for each (%u)", guest.shown);
    }
}

static void test_cycles(void)
{
    guest_start(&guest, "");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | op_period(0x4000));
    guest_loop(&guest, 0, 0, 0x1000, 10);
    is_u64(guest.nmis[0], 0, "a period of 0x4000 cycles is 0x1000 ops");
    is_u64(CUR_CNT(guest_rdmsr(&guest, 0, MSR_OP_CTL)), 0x4000, "...");
    guest_loop(&guest, 0, 0, 1, 10);
    is_u64(guest.nmis[0], 1, "... and the next one is the sample");
    is_u64(guest.nmis[1], 0, "... of this CPU alone");
}

/* Counts read while the engine runs are exact. */
static void test_live_count(void)
{
    bool exact = true;

    guest_start(&guest, "");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x10000));
    for (unsigned n = 0; n < 0xff00; n += 17) {
        exact &= CUR_CNT(guest_rdmsr(&guest, 0, MSR_OP_CTL)) == n;
        guest_loop(&guest, 0, n, 17, 10);
    }
    ok(exact, "CurCnt is exact at every read");
}

/* Fetches in a window follow the code: lines entered, and branch targets. */
static void test_fetches(void)
{
    struct sim_op op;
    unsigned n = 0;

    guest_start(&guest, "window=4096 variant=zen4");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 2); /* 32 fetches */
    guest.cpu[0].window = true;
    for (; !guest.nmis[0] && n < 10000; n++) {
        op = plain_op(0x401000 + n * 4);
        guest_execute(&guest, 0, &op);
    }
    is_u64(n, 32 * 16 + 1, "straight code: a fetch is a line of 16 instructions of four bytes");
    is_u64(
        guest_rdmsr(&guest, 0, MSR_FETCH_LIN), 0x401000 + 32 * 64, "... at its first instruction");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 2);
    guest.cpu[0].window = true;
    for (n = 0; guest.nmis[0] < 2 && n < 10000; n++)
        guest_loop(&guest, 0, n, 1, 5);
    is_u64(n, 32 * 5 + 1, "a loop of five: a fetch is an iteration");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 2);
    guest.cpu[0].window = true;
    op = plain_op(0x401000);
    op.next_pc = op.pc; /* REP MOVSB */
    for (n = 0; n < 1000; n++)
        guest_execute(&guest, 0, &op);
    is_u64(guest.nmis[0], 2, "a repeated instruction is fetched once");
    op.branch = SIM_JUMP;
    for (n = 0; guest.nmis[0] < 3 && n < 1000; n++)
        guest_execute(&guest, 0, &op);
    is_u64(n, 33, "... and a jump to itself each time, except the first, where REP was");
}

/* The first op reported begins a fetch, at any address. */
static void test_fetch_after_gap(void)
{
    struct sim_op op = plain_op(0x401000);

    guest_start(&guest, "window=1");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 0x1000);
    epyc_op(&guest.m, 0, &op);
    op = plain_op(0x401004);
    epyc_op(&guest.m, 0, &op);
    epyc_executed(&guest.m, 0, 1);
    op = plain_op(0x401008);
    epyc_op(&guest.m, 0, &op);
    is_u64(guest_n_of(&guest, TRACE_CACHE), 3, "an op after a gap is fetched again");
}

/* With several accesses, the sample describes the first load. */
static void test_several_accesses(void)
{
    struct sim_op op = store_op(0x401000, 0x1000, 0x1000, 4);

    op.n_accesses = 3;
    op.accesses[1] = (struct sim_op_access){.linear = 0x2000, .physical = 0x2000, .size = 8};
    op.accesses[2] = (struct sim_op_access){.linear = 0x3000, .physical = 0x3000, .size = 8};
    guest_start(&guest, "");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | UINT64_C(0x1000) << 32 | 0x100);
    epyc_op(&guest.m, 0, &op);
    is_u64(guest_rdmsr(&guest, 0, MSR_DC_LIN), 0x2000, "a store and two loads: the first load");
    is_u64(guest_rdmsr(&guest, 0, MSR_OP_DATA3) & 3, 3, "... LdOp and StOp");
}

/* The CPUs' samples are not in step. */
static void test_seeds(void)
{
    unsigned differ = 0;

    guest_start(&guest, "");
    for (unsigned i = 0; i < 20; i++) {
        for (unsigned c = 0; c < 2; c++) {
            guest_wrmsr(&guest, c, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x10);
            guest_loop(&guest, c, 0, 0x101, 10);
        }
        differ += guest_rdmsr(&guest, 0, MSR_OP_CTL) != guest_rdmsr(&guest, 1, MSR_OP_CTL);
    }
    ok(differ > 10, "each CPU has separate random bits");
}

/* Outside of windows fetch-ops gives the number of ops per fetch. */
static void test_fetch_rate(void)
{
    guest_start(&guest, "fetch-ops=7 window=1");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 0x1000);
    is_u64(epyc_countdown(&guest.m, 0), 0x10000 * 7 - 1,
        "0x10000 fetches are seven times as many ops");
    guest_loop(&guest, 0, 0, 7 * 0x500 + 6, 10);
    is_u64(guest_rdmsr(&guest, 0, MSR_FETCH_CTL) >> 16 & 0xffff, 0x50, "Cnt follows");
    guest_loop(&guest, 0, 0, 7 * 15 + 1, 10);
    is_u64(guest_rdmsr(&guest, 0, MSR_FETCH_CTL) >> 16 & 0xffff, 0x51, "... exactly");
}

/* Each register of a sample is in the trace, and reads the same. */
static void test_latches(void)
{
    struct sim_op op = load_op(0x401234, 0x7f0000001000, 0x5551000, 8);
    static const unsigned registers[] = {MSR_OP_CTL, MSR_OP_RIP, MSR_OP_DATA, MSR_OP_DATA2,
        MSR_OP_DATA3, MSR_DC_LIN, MSR_DC_PHYS, MSR_BR_TARGET};
    static const unsigned fetch_registers[] = {
        MSR_FETCH_CTL, MSR_FETCH_LIN, MSR_FETCH_PHYS, MSR_FETCH_EXTD};
    unsigned same = 0;

    guest_start(&guest, "");
    linux_init(&guest);
    guest_wrmsr(&guest, 1, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 1);
    guest_wrmsr(&guest, 1, MSR_FETCH_CTL, FETCH_CTL_EN | 1);
    guest.n_records = 0;
    for (unsigned i = 0; i < 100; i++) {
        op.pc = 0x401234 + i * 64;
        op.next_pc = op.pc + 4;
        guest_execute(&guest, 1, &op);
    }
    const struct trace_record *s = guest_nth(&guest, TRACE_SAMPLE, 0),
                              *f = guest_nth(&guest, TRACE_SAMPLE, 1);
    ok(s && s->offset == MSR(MSR_OP_CTL) && s->cpu == 1 && s->block == 1 && s->value == 1 &&
            s->pc == guest_rdmsr(&guest, 1, MSR_OP_RIP),
        "a sample of an op is in the trace");
    ok(f && f->offset == MSR(MSR_FETCH_CTL) && f->value == 1 &&
            f->pc == guest_rdmsr(&guest, 1, MSR_FETCH_LIN),
        "... of a fetch");
    for (unsigned i = 0; i < 8; i++) {
        const struct trace_record *l = guest_nth(&guest, TRACE_LATCH, i);
        same += l && l->offset == MSR(registers[i]) &&
                l->value == guest_rdmsr(&guest, 1, registers[i]) && l->pc == s->pc;
    }
    for (unsigned i = 0; i < 4; i++) {
        const struct trace_record *l = guest_nth(&guest, TRACE_LATCH, 8 + i);
        same += l && l->offset == MSR(fetch_registers[i]) &&
                l->value == guest_rdmsr(&guest, 1, fetch_registers[i]);
    }
    is_u64(same, 12, "... with each register, in Linux's order of reads");
    is_u64(guest_n_of(&guest, TRACE_LATCH), 12, "... and no others");
    is_u64(guest.nmis[1], 2, "each sample raised an interrupt");
    guest_wrmsr(&guest, 1, MSR_FETCH_CTL, 0);
    guest_wrmsr(&guest, 1, MSR_FETCH_CTL, FETCH_CTL_EN | 1);
    guest_loop(&guest, 1, 0, 100, 1);
    const struct trace_record *second = guest_nth(&guest, TRACE_SAMPLE, 2);
    ok(second && second->offset == MSR(MSR_FETCH_CTL) && second->value == 2,
        "each engine numbers its samples: fetch number 2");
}

/* DcMissLat, DataSrc and other fields match the access in the trace. */
static void test_cache_log(void)
{
    struct rng rng = {11};
    unsigned agree = 0, samples = 0, levels = 0;

    guest_start(&guest, "l1d=4K/8 l2=16K/8 l3=64K/16 dtlb=4/4 dtlb2=16/4");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x90));
    for (unsigned i = 0; i < 200000; i++) {
        uint64_t at = rng_below(&rng, UINT64_C(1) << (8 + rng_below(&rng, 14))) & ~UINT64_C(7);
        struct sim_op op = load_op(0x401000, 0x7f0000000000 + at, 0x10000000 + at, 8);
        guest.n_records = 0;
        guest_execute(&guest, 0, &op);
        if (!guest_n_of(&guest, TRACE_SAMPLE))
            continue;
        const struct trace_record *cache = NULL, *c;
        for (unsigned n = 0; (c = guest_nth(&guest, TRACE_CACHE, n)); n++)
            cache = c->offset & 1 << 9 ? cache : c;
        if (!cache)
            continue;
        struct memory_outcome o = memory_decoded(cache->offset);
        uint64_t data3 = guest_rdmsr(&guest, 0, MSR_OP_DATA3),
                 data2 = guest_rdmsr(&guest, 0, MSR_OP_DATA2);
        samples++;
        levels |= 1u << o.level;
        agree += guest_rdmsr(&guest, 0, MSR_DC_LIN) == op.accesses[0].linear &&
                 cache->value == op.accesses[0].linear &&
                 (data3 >> 7 & 1) == (o.level != MEMORY_L1) &&
                 (data3 >> 20 & 1) == (o.level > MEMORY_L2) &&
                 (data3 >> 32 & 0xffff) == (o.level == MEMORY_L1 ? 0 : o.cycles) &&
                 (data3 >> 2 & 1) == (o.tlb != MEMORY_TLB_L1) &&
                 (data3 >> 3 & 1) == (o.tlb == MEMORY_TLB_WALK) &&
                 (o.level <= MEMORY_L2 || (data2 & 7) == (o.level == MEMORY_DRAM ? 3 : 1));
        guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x90));
    }
    ok(samples > 1000 && agree == samples, "%u samples agree with the caches' own log (%u)",
        samples, agree);
    is_u64(levels, 1u << MEMORY_L1 | 1u << MEMORY_L2 | 1u << MEMORY_L3 | 1u << MEMORY_DRAM,
        "... of all levels");
}

/* cache-log= only thins the trace. */
static void test_cache_log_option(void)
{
    static const char *const options[] = {"cache-log=all", "cache-log=tagged", "cache-log=off"};
    unsigned caches[3], latches[3];

    for (unsigned i = 0; i < 3; i++) {
        guest_start(&guest, options[i]);
        guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x10);
        for (unsigned n = 0; n < 300; n++) {
            struct sim_op op = load_op(0x401000 + n * 4, 0x1000, 0x1000, 8);
            guest_execute(&guest, 0, &op);
        }
        caches[i] = guest_n_of(&guest, TRACE_CACHE);
        latches[i] = guest_n_of(&guest, TRACE_LATCH);
    }
    ok(caches[0] == 65 + 5 && caches[1] == 1 && caches[2] == 0,
        "cache-log: all, only the sample's, none");
    ok(latches[0] == 8 && latches[1] == 8 && latches[2] == 8, "... the sample is the same");
}

/* A load of a line that another CPU has modified: a cache-to-cache transfer,
 * which perf c2c looks for. */
static void test_sharing(void)
{
    struct sim_op st = store_op(0x401000, 0x1000, 0x1000, 8),
                  ld = load_op(0x402000, 0x1000, 0x1000, 8);

    guest_start(&guest, "");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | 0x1000);
    guest_wrmsr(&guest, 1, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | UINT64_C(0x1000) << 32 | 0x100);
    guest.cpu[0].window = guest.cpu[1].window = true;
    guest_execute(&guest, 0, &st);
    guest_execute(&guest, 1, &ld);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_DATA2), 1, "DataSrc 1 in state M");
}

static void test_aborted(void)
{
    struct sim_op op = load_op(0x401000, 0x1000, SIM_OP_NO_PHYSICAL, 8);

    guest_start(&guest, "");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | UINT64_C(0x1000) << 32 | 0x100);
    guest.cpu[0].window = true;
    op.retired = false;
    guest_execute(&guest, 0, &op);
    is_u64(guest.nmis[0], 0, "a tagged op that faults does not interrupt");
    uint64_t count = CUR_CNT(guest_rdmsr(&guest, 0, MSR_OP_CTL));
    ok(count < 128 && !guest.cpu[0].window, "... counting starts again, far from a sample");
    guest.cpu[0].window = true;
    guest_execute(&guest, 0, &op);
    is_u64(CUR_CNT(guest_rdmsr(&guest, 0, MSR_OP_CTL)), count,
        "an untagged op that faults is not counted");
}

/* ---- interrupts ---- */

static unsigned nmis_of_one_sample(const char *options, uint32_t svr, uint32_t eilvt)
{
    guest_start(&guest, options);
    guest_apic_write(&guest, 0, 0xf0, svr);
    guest_apic_write(&guest, 0, 0x500, eilvt);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x10);
    guest_loop(&guest, 0, 0, 1000, 10);
    ok(guest_rdmsr(&guest, 0, MSR_OP_CTL) & OP_CTL_VAL, "a sample with SVR %x and entry %x", svr,
        eilvt);
    return guest.nmis[0];
}

static void test_gate(void)
{
    is_u64(nmis_of_one_sample("", 0x1ff, 0x400), 1, "... interrupts once");
    is_u64(nmis_of_one_sample("", 0x1ff, 0x10400), 0, "... not when masked");
    is_u64(nmis_of_one_sample("", 0x0ff, 0x400), 0, "... not with the APIC off");
    is_u64(nmis_of_one_sample("", 0x1ff, 0x0f9), 0, "... not as a fixed vector");
    is_u64(nmis_of_one_sample("lvt=1", 0x1ff, 0x400), 0, "... not through another entry");
    is_u64(nmis_of_one_sample("lvt=invalid", 0x1ff, 0x400), 0, "... not without one");
}

static void test_lost(void)
{
    guest_start(&guest, "nmi=lost:3");
    linux_init(&guest);
    for (unsigned i = 0; i < 9; i++) {
        guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x10);
        guest_loop(&guest, 0, 0, 300, 10);
    }
    is_u64(guest_n_of(&guest, TRACE_SAMPLE), 9, "nmi=lost:3: of nine samples");
    is_u64(guest.nmis[0], 6, "... six interrupt");
}

static void test_stuck(void)
{
    guest_start(&guest, "val=stuck");
    linux_init(&guest);
    for (unsigned i = 0; i < 3; i++) {
        guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x10);
        guest_loop(&guest, 0, 0, 1000, 10);
    }
    is_u64(guest.nmis[0], 1, "val=stuck: only one sample");
}

static void test_erratum_420(void)
{
    guest_start(&guest, "variant=fam10h");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0x22000);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0x20000);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0);
    is_u64(guest.nmis[0], 0, "family 10h, disabled in two steps: quiet");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0x22000);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0);
    is_u64(guest.nmis[0], 1, "... in one: an interrupt");
    ok(!guest_n_of(&guest, TRACE_SAMPLE), "... without a sample");
}

/* ---- windows ---- */

static void test_countdown(void)
{
    guest_start(&guest, "window=64");
    ok(!epyc_enabled(&guest.m) && !epyc_countdown(&guest.m, 0),
        "nothing enabled: nothing is reported");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | op_period(0x1000));
    ok(epyc_enabled(&guest.m) && epyc_countdown(&guest.m, 0) == 0x1000 - 64,
        "a window before the sample");
    is_u64(epyc_countdown(&guest.m, 1), 0, "... of this CPU alone");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, FETCH_CTL_EN | 0x10);
    is_u64(epyc_countdown(&guest.m, 0), 0x400 - 64, "... of the engine that is first");
    guest_wrmsr(&guest, 0, MSR_FETCH_CTL, 0);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 2);
    is_u64(epyc_countdown(&guest.m, 0), 1, "a period within the window begins it at once");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS);
    ok(epyc_enabled(&guest.m) && !epyc_countdown(&guest.m, 0),
        "MaxCnt 0: counting, without a window");
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_VAL | 0x1000);
    ok(epyc_enabled(&guest.m) && !epyc_countdown(&guest.m, 0),
        "Val: the engine is on, without a window");
}

/* The machine is a value: a copy behaves as the original does. */
static void test_copy(void)
{
    guest_start(&guest, "seed=9");
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_EN | OP_CTL_OPS | 0x100);
    guest_loop(&guest, 0, 0, 4090, 7);
    memcpy(&twin, &guest, sizeof(twin));
    twin.m.host.self = &twin;
    guest_loop(&guest, 0, 4090, 20, 7);
    guest_loop(&twin, 0, 4090, 20, 7);
    ok(guest.nmis[0] == 1 && guest.n_records == twin.n_records &&
            guest_rdmsr(&guest, 0, MSR_OP_CTL) == guest_rdmsr(&twin, 0, MSR_OP_CTL),
        "a copy behaves as the original does");
}

/* ---- Linux at work ---- */

/* The handler of 7.2 (and of 6.x in another order): reads all registers, starts
 * the next period. */
static void handler(struct guest *g, unsigned cpu, uint64_t config, uint64_t *periods)
{
    uint64_t ctl = guest_rdmsr(g, cpu, MSR_OP_CTL);

    if (!(ctl & OP_CTL_VAL))
        return;
    ++*periods;
    for (unsigned msr = MSR_OP_RIP; msr <= MSR_DC_PHYS; msr++)
        guest_rdmsr(g, cpu, msr);
    guest_rdmsr(g, cpu, MSR_BR_TARGET);
    if (epyc_has_msr(&g->m, MSR(MSR_OP_CTL2)))
        guest_wrmsr(g, cpu, MSR_OP_CTL2, 1);
    guest_wrmsr(g, cpu, MSR_OP_CTL, config | OP_CTL_EN | (ctl & UINT64_C(0x7f) << 32));
    if (epyc_has_msr(&g->m, MSR(MSR_OP_CTL2)))
        guest_wrmsr(g, cpu, MSR_OP_CTL2, 0);
}

/* perf record -e ibs_op/cnt_ctl=1/ -c 100000: samples times period equals the
 * executed ops. */
static void test_linux_sampling(const char *options)
{
    uint64_t config = OP_CTL_OPS | op_period(100000), periods = 0;
    unsigned seen = 0;

    guest_start(&guest, options);
    linux_init(&guest);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, 0);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, config | OP_CTL_EN);
    if (epyc_has_msr(&guest.m, MSR(MSR_OP_CTL2)))
        guest_wrmsr(&guest, 0, MSR_OP_CTL2, 0);
    for (unsigned i = 0; i < 5050000; i++) {
        guest_loop(&guest, 0, i, 1, 10);
        if (guest.nmis[0] != seen) {
            seen = guest.nmis[0];
            handler(&guest, 0, config, &periods);
        }
    }
    is_u64(periods, 50, "%s: 5.05 million ops are 50 periods of 100000", options);
    ok(seen == 50 && guest_n_of(&guest, TRACE_SAMPLE) == 50, "... each a sample and an interrupt");
}

/* ---- plans ---- */

static void test_plan(void)
{
    static struct epyc_plan_text text;
    static const char *const lines[] = {"at read 2 of cpu0.IBS_CTL", "cpu0.IBS_CTL = 0",
        "at boot + 5us", "cpu1.IBS_OP_RIP = 0x77", "cpu1.apic.EILVT0 = 0x10400", "# no more", ""};
    static const struct {
        const char *line, *part;
    } bad[] = {
        {"cpu7.IBS_CTL = 0", "there is no 'cpu7': expected cpu0 to cpu1"},
        {"cpu0.IBS_OP_CTL2 = 0", "cpu0 has no register 'IBS_OP_CTL2'"},
        {"cpu0.IBS_OP_DATA2 = 0x100", "bits that IBS_OP_DATA2 does not hold"},
        {"cpu0 CAS_COUNT 5", "executes the guest's code"},
    };
    char wrong[PLAN_TEXT_WRONG];

    guest_start(&guest, "");
    epyc_plan_begin(&text, &guest.m);
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        ok(epyc_plan_line(&text, lines[i], wrong), "plan: %s", lines[i]);
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (!ok(!epyc_plan_line(&text, bad[i].line, wrong) && strstr(wrong, bad[i].part),
                "refused: %s", bad[i].line))
            printf("# %s\n", wrong);
    is_u64(guest_rdmsr(&guest, 0, MSR_CTL), 0x100, "IBS_CTL at the first read");
    is_u64(guest_rdmsr(&guest, 0, MSR_CTL), 0x100, "... at the second");
    is_u64(guest_rdmsr(&guest, 0, MSR_CTL), 0, "... and after it");
    is_u64(epyc_deadline(&guest.m), 5000, "the next entry is awaited");
    epyc_advance(&guest.m, 4999);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0, "5 us have not passed");
    guest.time = 5000;
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x77, "... and now they have");
    is_u64(guest_apic_read(&guest, 1, 0x500), 0x10400, "... also for the APIC");
    is_u64(guest_n_of(&guest, TRACE_PLAN), 3, "each entry is in the trace");
    is_u64(epyc_deadline(&guest.m), SIM_NEVER, "none is left");
}

static void test_steps(void)
{
    struct sim_access access = {.now = 100, .pc = 1, .cpu = 1};

    guest_start(&guest, "");
    epyc_step(&guest.m, &access, 3, false);
    epyc_step(&guest.m, &access, 3, true);
    const struct trace_record *b = guest_nth(&guest, TRACE_STEP_BEGIN, 0),
                              *e = guest_nth(&guest, TRACE_STEP_END, 0);
    ok(b && e && b->value == 3 && e->value == 3 && b->cpu == 1 && b->time == 100,
        "steps are in the trace");
}

/* The begin and the end of a step are two moments of a plan. */
static void test_plan_of_steps(void)
{
    static const char *const lines[] = {
        "at step 3", "cpu1.IBS_OP_RIP = 0x77", "at end of step 3", "cpu1.IBS_OP_RIP = 0x99"};
    struct sim_access access = {.now = 100, .pc = 1, .cpu = 1};
    char wrong[PLAN_TEXT_WRONG];
    struct epyc_plan_text text;

    guest_start(&guest, "");
    epyc_plan_begin(&text, &guest.m);
    for (unsigned i = 0; i < 4; i++)
        ok(epyc_plan_line(&text, lines[i], wrong), "%s", lines[i]);
    epyc_step(&guest.m, &access, 3, false);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x77, "at the step's begin");
    epyc_step(&guest.m, &access, 3, true);
    is_u64(guest_rdmsr(&guest, 1, MSR_OP_RIP), 0x99, "... and at its end");
    epyc_plan_begin(&text, &guest.m);
    ok(!epyc_plan_line(&text, "at boot", wrong) ||
            !epyc_plan_line(&text, "cpu2.IBS_OP_RIP = 1", wrong),
        "no CPU");
    is_str(wrong,
        "there is no 'cpu2': expected cpu0 to cpu1, each also with .apic or .core, umc0 and so on, "
        "l3 or df",
        "... lists the existing blocks");
}

/* The first word of @leaf of @part, where QEMU has 7. */
static uint32_t patched(uint32_t leaf, const struct epyc_cpuid *part)
{
    uint32_t regs[4] = {7, 7, 7, 7};

    epyc_cpuid_patch(leaf, part, regs);
    return regs[0];
}

/* QEMU's models end at 8000001e or, with PerfMonV2, at 80000022; a real Zen3
 * ends at 80000023, a Zen4 at 80000028. */
static void test_leaves_beyond_qemu(const struct epyc_cpuid *zen3, const struct epyc_cpuid *zen4)
{
    is_u64(patched(0x8000001e, zen3), 7, "Zen3's leaf 8000001e is QEMU's");
    is_u64(patched(0x8000001f, zen3), 0, "... 8000001f announces nothing");
    is_u64(patched(0x80000023, zen3), 0, "... nor does its last one");
    is_u64(patched(0x80000024, zen3), 7, "... others do not exist");
    is_u64(patched(0x80000021, zen4), 7, "Zen4's leaf 80000021 is QEMU's");
    is_u64(patched(0x80000023, zen4), 0, "... 80000023 announces nothing");
    is_u64(patched(0x80000028, zen4), 0, "... nor does its last one");
    is_u64(patched(0x80000029, zen4), 7, "... others do not exist");
    ok(epyc_cpuid_leaf(0x8000001f) && epyc_cpuid_leaf(0x80000028) && !epyc_cpuid_leaf(0x80000029),
        "these leaves are patched");
}

static void test_cpuid_patch(void)
{
    const struct epyc_cpuid old = {.traits = ibs_traits(IBS_ZEN3), .caps = 0x7ff};
    const struct epyc_cpuid v2 = {.traits = ibs_traits(IBS_ZEN4),
        .caps = 0xbff,
        .topology = true,
        .umc_counters = 48,
        .umcs = 0xfff};
    const struct epyc_cpuid uncore = {
        .traits = ibs_traits(IBS_ZEN4), .topology = true, .l3 = true, .df_counters = 16};
    const struct epyc_cpuid fam10h = {.traits = ibs_traits(IBS_FAM10H)};
    uint32_t regs[5] = {1, 2, 3, 4, 5}, perfmon[4] = {2, 0x3f00f6, 7, 8},
             last[4] = {0x80000000, 0, 0, 0};
    uint32_t features[4] = {0};

    epyc_cpuid_patch(0x8000001b, &old, regs);
    ok(regs[0] == 0x7ff && !regs[1] && !regs[2] && !regs[3],
        "IBS's leaf has only its capabilities");
    is_u64(regs[4], 5, "... and four words");
    epyc_cpuid_patch(0x80000022, &v2, perfmon);
    ok(perfmon[0] == 1 && perfmon[1] == 0x300006 && perfmon[2] == 0xfff && !perfmon[3],
        "Zen4: version 2, with six counters, and memory controllers'");
    epyc_cpuid_patch(0x80000022, &old, regs);
    ok(!regs[0] && !regs[1] && !regs[2] && !regs[3], "Zen3: no such leaf");
    epyc_cpuid_patch(0x80000000, &v2, last);
    is_u64(last[0], 0x80000028, "the last leaf");
    test_leaves_beyond_qemu(&old, &v2);
    epyc_cpuid_patch(0x80000001, &v2, features);
    is_u64(features[2], 0xc00408, "six counters, nodes, IBS and the extended APIC space");
    epyc_cpuid_patch(0x80000001, &uncore, features);
    is_u64(features[2], 0x11c00408, "... and counters of the L3 and of the data fabric");
    epyc_cpuid_patch(0x80000022, &uncore, perfmon);
    is_u64(perfmon[1], 0x4006, "... of which there are sixteen");
    features[2] = 0;
    epyc_cpuid_patch(0x80000001, &fam10h, features);
    is_u64(features[2], 0x408, "family 10h: only the last two");
}

static uint64_t peeked(unsigned block, uint32_t offset)
{
    uint64_t value = 0xbad;

    return epyc_peek(&guest.m, block, offset, &value) ? value : 0xbad;
}

static void test_peek(void)
{
    guest_start(&guest, "variant=zen4");
    guest_wrmsr(&guest, 1, MSR_OP_RIP, 0x1234);
    guest_apic_write(&guest, 1, 0x500, 0x10400);
    guest.n_records = 0;
    memcpy(&twin.m, &guest.m, sizeof(twin.m));
    is_u64(peeked(1, MSR(MSR_OP_RIP)), 0x1234, "a look at a register");
    is_u64(peeked(0, MSR(MSR_OP_RIP)), 0, "... of another CPU");
    is_u64(peeked(0x1001, 0x500), 0x10400, "... of an APIC");
    is_u64(peeked(0x1001, 0x20), 0xbad, "an APIC's register of QEMU");
    is_u64(peeked(0, 0xc001102f), 0xbad, "no register");
    is_u64(peeked(0x101, MSR(MSR_OP_RIP)), 0xbad, "another generation");
    is_u64(peeked(GUEST_CPUS, MSR(MSR_OP_RIP)), 0xbad, "no such CPU");
    is_u64(peeked(0x3001, 0x500), 0xbad, "no such block");
    ok(!memcmp(&twin.m, &guest.m, sizeof(twin.m)) && !guest.n_records, "nothing has changed");
}

int main(void)
{
    test_cpuid();
    test_faults();
    test_msrs();
    test_x2apic();
    test_apic();
    test_linux_init();
    test_ops();
    test_cycles();
    test_live_count();
    test_fetches();
    test_fetch_after_gap();
    test_several_accesses();
    test_seeds();
    test_fetch_rate();
    test_latches();
    test_cache_log();
    test_cache_log_option();
    test_sharing();
    test_aborted();
    test_gate();
    test_lost();
    test_stuck();
    test_erratum_420();
    test_countdown();
    test_copy();
    test_linux_sampling("variant=zen1");
    test_linux_sampling("variant=zen4");
    test_linux_sampling("variant=zen6");
    test_plan();
    test_steps();
    test_plan_of_steps();
    test_cpuid_patch();
    test_peek();
    return done_testing();
}
