/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's notes of fetches and accesses, by the response of caches and
 * TLBs; and their counts by Sandy Bridge's events. Event numbers: Linux's
 * snb_hw_cache_event_ids and Intel's list. */
#include "models/x86/core_met.h"
#include "models/x86/intel_core.h"
#include "tests/tap.h"

static struct x86_core core;

enum { INV = 1 << 23, EN = 1 << 22, INT = 1 << 20, OS = 1 << 17, USR = 1 << 16 };

/* Accesses of all kinds, each a different number of times. */
static const struct {
    enum memory_level level;
    enum memory_tlb tlb;
    unsigned loads, stores, fetches;
} met[] = {
    {MEMORY_L1, MEMORY_TLB_L1, 100000, 200000, 300000},
    {MEMORY_L2, MEMORY_TLB_L1, 1, 3, 5},
    {MEMORY_L3, MEMORY_TLB_L2, 10, 30, 50},
    {MEMORY_PEER, MEMORY_TLB_L1, 7, 8, 9},
    {MEMORY_REMOTE, MEMORY_TLB_WALK, 100, 300, 500},
    {MEMORY_DRAM, MEMORY_TLB_WALK, 1000, 3000, 5000},
    {MEMORY_IO, MEMORY_TLB_L1, 20000, 40000, 0},
    {MEMORY_UNKNOWN, MEMORY_TLB_L1, 11, 13, 17},
};

static void meet_all(bool kernel)
{
    for (unsigned i = 0; i < sizeof(met) / sizeof(met[0]); i++) {
        const struct memory_outcome outcome = {.level = met[i].level, .tlb = met[i].tlb};
        for (unsigned n = 0; n < met[i].loads; n++)
            x86_core_met_access(&core, kernel, false, &outcome);
        for (unsigned n = 0; n < met[i].stores; n++)
            x86_core_met_access(&core, kernel, true, &outcome);
        for (unsigned n = 0; n < met[i].fetches; n++)
            x86_core_met_fetch(&core, kernel, &outcome);
    }
}

static void write_msr(uint32_t msr, uint64_t value)
{
    x86_core_sync(&core);
    intel_core_write(&core, msr, value);
}

static uint64_t read_msr(uint32_t msr)
{
    x86_core_sync(&core);
    return intel_core_read(&core, msr);
}

/* The events' counts. @response: of MSR 1A6 and 1A7. */
static const struct {
    uint64_t event, response, counts;
    const char *what;
} events[] = {
    {0x81d0, 0, 100000 + 1 + 10 + 7 + 100 + 1000 + 20000 + 11, "all loads"},
    {0xf1d0, 0, 100000 + 1 + 10 + 7 + 100 + 1000 + 20000 + 11, "... as Linux selects them"},
    {0x82d0, 0, 200000 + 3 + 30 + 8 + 300 + 3000 + 40000 + 13, "all stores"},
    {0x0151, 0, 1 + 10 + 7 + 100 + 1000 + 3 + 30 + 8 + 300 + 3000,
        "lines that the L1 fills, without devices"},
    {0x0251, 0, 3 + 30 + 8 + 300 + 3000, "... for stores"},
    {0x0280, 0, 5 + 50 + 9 + 500 + 5000, "misses of the instruction cache"},
    {0x0108, 0, 100 + 1000, "loads with a page walk"},
    {0x1008, 0, 10, "... that hit the second TLB"},
    {0x0149, 0, 300 + 3000, "stores with a page walk"},
    {0x1049, 0, 30, "... that hit the second TLB"},
    {0x0185, 0, 500 + 5000, "fetches with a page walk"},
    {0x1085, 0, 50, "... that hit the second TLB"},
    {0x4f2e, 0, 10 + 7 + 100 + 1000 + 30 + 8 + 300 + 3000 + 50 + 9 + 500 + 5000,
        "references of the L3"},
    {0x412e, 0, 100 + 1000 + 300 + 3000 + 500 + 5000, "... and its misses"},
    {0x01b7, UINT64_C(0x0000010081), 10 + 7 + 100 + 1000 + 20000, "LLC-loads: any response"},
    {0x01b7, UINT64_C(0x3fffc00081), 100 + 1000 + 20000, "LLC-load-misses"},
    {0x01bb, UINT64_C(0x0000010102), 30 + 8 + 300 + 3000 + 40000,
        "LLC-stores, by the second register"},
    {0x01b7, UINT64_C(0x1fffc00081), 100 + 1000, "node-loads"},
    {0x01b7, UINT64_C(0x1fff800081), 100, "node-load-misses: another socket"},
    {0x01b7, UINT64_C(0x0000010030), 0, "prefetches are not modelled"},
    {0x01b7, UINT64_C(0x1f803c0004), 50 + 9, "fetches that hit the L3"},
    {0x01b7, UINT64_C(0x0000400001), 0, "a supplier without a snoop response"},
    {0x01b7, 0, 0, "no request"},
};

static void test_events(void)
{
    for (unsigned i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
        intel_core_reset(&core, INTEL_SNB, false);
        write_msr(0x1a6 + (events[i].event >> 2 & 1 ? 0 : 1), events[i].response);
        write_msr(0x186, events[i].event | EN | USR);
        write_msr(0x187, events[i].event | EN | OS);
        meet_all(false);
        is_u64(read_msr(0xc1), events[i].counts, "%s", events[i].what);
        is_u64(read_msr(0xc2), 0, "... and none of the kernel");
    }
}

/* Events of other generations, by Intel's lists. */
static const struct {
    enum intel_generation generation;
    uint64_t event, response, counts;
    const char *what;
} later[] = {
    {INTEL_HSX, 0x01b7, UINT64_C(0x3fb8400001), 100 + 1000 + 20000, "hsx: LLC-load-misses"},
    {INTEL_HSX, 0x01b7, UINT64_C(0x1f84000001), 0, "... bit 26 is not its DRAM"},
    {INTEL_BDX, 0x01b7, UINT64_C(0x1fbc000001), 100 + 1000, "bdx: LLC-load-misses"},
    {INTEL_SKX, 0x01b7, UINT64_C(0x3ffc020001), 100 + 1000 + 20000, "skx: LLC-load-misses"},
    {INTEL_SKX, 0x01b7, UINT64_C(0x1fc4000001), 1000, "skx: node-loads"},
    {INTEL_SKX, 0x01b7, UINT64_C(0x1f80400001), 0, "... bit 22 is not its DRAM"},
    {INTEL_SKX, 0x0e08, 0, 100 + 1000, "skx: dTLB-load-misses"},
    {INTEL_SKX, 0x0283, 0, 5 + 50 + 9 + 500 + 5000, "skx: L1-icache-load-misses"},
    {INTEL_SKX, 0x20d1, 0, 100 + 1000, "skx: MEM_LOAD_RETIRED.L3_MISS"},
    {INTEL_ICX, 0x01b7, UINT64_C(0x3ffc020001), 100 + 1000 + 20000, "icx: LLC-load-misses"},
    {INTEL_SPR, 0x012a, UINT64_C(0x3fbfc00001), 100 + 1000 + 20000, "spr: LLC-load-misses"},
    {INTEL_SPR, 0x01b7, UINT64_C(0x3fbfc00001), 0, "... B7 is another event there"},
    {INTEL_SPR, 0xe124, 0, 1 + 10 + 7 + 100 + 1000, "spr: L1-dcache-load-misses"},
    {INTEL_SPR, 0xc124, 0, 1, "spr: loads that the L2 answers"},
    {INTEL_SPR, 0x0e12, 0, 100 + 1000, "spr: dTLB-load-misses"},
};

static void test_later(void)
{
    for (unsigned i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
        intel_core_reset(&core, later[i].generation, false);
        write_msr(0x1a6, later[i].response);
        write_msr(0x186, later[i].event | EN | USR);
        meet_all(false);
        is_u64(read_msr(0xc1), later[i].counts, "%s", later[i].what);
    }
}

/* Branches of each kind, each a different number of times. */
static const struct {
    enum sim_branch branch;
    bool far, taken;
    unsigned right, wrong;
} branches[] = {
    {SIM_CONDITIONAL, false, true, 1, 2},
    {SIM_CONDITIONAL, false, false, 4, 8},
    {SIM_JUMP, false, true, 16, 0},
    {SIM_INDIRECT, false, true, 32, 64},
    {SIM_CALL, false, true, 128, 0},
    {SIM_INDIRECT_CALL, false, true, 256, 512},
    {SIM_RETURN, false, true, 1024, 2048},
    {SIM_INDIRECT, true, true, 4096, 8192},
    {SIM_CALL, true, true, 16384, 0},
};

static void branch_all(void)
{
    for (unsigned i = 0; i < sizeof(branches) / sizeof(branches[0]); i++) {
        const struct sim_op op = {.pc = 0x1000,
            .length = 2,
            .next_pc = branches[i].taken ? 0x2000 : 0x1002,
            .user = true,
            .branch = branches[i].branch,
            .far = branches[i].far};

        for (unsigned n = 0; n < branches[i].right; n++)
            x86_core_met_branch(&core, &op, false);
        for (unsigned n = 0; n < branches[i].wrong; n++)
            x86_core_met_branch(&core, &op, true);
    }
}

/* Intel's lists: BR_INST_RETIRED, BR_MISP_RETIRED. */
static const struct {
    enum intel_generation generation;
    uint64_t event, counts;
    const char *what;
} by_kind[] = {
    {INTEL_SNB, 0x01c4, 1 + 2 + 4 + 8, "conditional branches, which rr counts"},
    {INTEL_SNB, 0x02c4, 128 + 256 + 512, "near calls"},
    {INTEL_SNB, 0x08c4, 1024 + 2048, "near returns"},
    {INTEL_SNB, 0x10c4, 4 + 8, "not taken"},
    {INTEL_SNB, 0x20c4, 1 + 2 + 16 + 32 + 64 + 128 + 256 + 512 + 1024 + 2048, "near and taken"},
    {INTEL_SNB, 0x40c4, 4096 + 8192 + 16384, "far"},
    {INTEL_SNB, 0x00c5, 2 + 8 + 64 + 512 + 2048 + 8192, "mispredicted"},
    {INTEL_SNB, 0x01c5, 2 + 8, "... conditional"},
    {INTEL_SNB, 0x20c5, 2 + 64 + 512 + 2048, "... near and taken"},
    {INTEL_ICX, 0x01c4, 1 + 2, "icx: conditional and taken"},
    {INTEL_ICX, 0x11c4, 1 + 2 + 4 + 8, "icx: conditional"},
    {INTEL_ICX, 0x80c4, 32 + 64 + 256 + 512, "icx: indirect"},
    {INTEL_ICX, 0x80c5, 64 + 512, "icx: mispredicted, indirect"},
    {INTEL_SPR, 0x08c5, 2048, "spr: mispredicted returns"},
};

static void test_branches(void)
{
    for (unsigned i = 0; i < sizeof(by_kind) / sizeof(by_kind[0]); i++) {
        intel_core_reset(&core, by_kind[i].generation, false);
        write_msr(0x186, by_kind[i].event | EN | USR);
        is_u64(x86_core_follows(&core), X86_FOLLOW_BRANCHES, "branches are followed");
        branch_all();
        is_u64(read_msr(0xc1), by_kind[i].counts, "%s", by_kind[i].what);
    }
}

static void test_followed(void)
{
    intel_core_reset(&core, INTEL_SNB, false);
    write_msr(0x186, 0xc5 | EN | USR);
    is_u64(x86_core_follows(&core), X86_FOLLOW_BRANCHES, "mispredictions need branches");
    write_msr(0x186, 0x81d0 | EN | USR);
    is_u64(x86_core_follows(&core), X86_FOLLOW_ALL, "loads need all instructions");
    write_msr(0x186, 0x01b7 | EN | USR);
    is_u64(x86_core_follows(&core), 0, "a response event without a request needs nothing");
    write_msr(0x1a6, 0x10001);
    is_u64(x86_core_follows(&core), X86_FOLLOW_ALL, "... until its register has a request");
    write_msr(0x1a6, UINT64_MAX);
    is_u64(read_msr(0x1a6), UINT64_C(0x3fffff8fff), "reserved bits of the register read as 0");
}

static void test_overflow(void)
{
    const struct memory_outcome dram = {.level = MEMORY_DRAM, .tlb = MEMORY_TLB_WALK};

    intel_core_reset(&core, INTEL_SNB, false);
    write_msr(0xc1, 0xfffffffe);
    write_msr(0x186, 0x412e | EN | INT | OS);
    x86_core_met_access(&core, true, false, &dram);
    x86_core_sync(&core);
    is_u64(read_msr(0xc1), UINT64_C(0xffffffffffff), "one miss before the overflow");
    ok(core.left != 0, "... no update is due");
    x86_core_met_access(&core, true, true, &dram);
    is_u64(core.left, 0, "after another an update is due");
    is_u64(x86_core_sync(&core), 1, "... as the counter has overflowed");
    is_u64(read_msr(0xc1), 0, "... to exactly 0");
}

/* Cycles without many misses: instructions count them, and misses do not. */
static void test_inverse_overflow(void)
{
    intel_core_reset(&core, INTEL_SNB, false);
    write_msr(0xc1, 0xfffffff0);
    write_msr(0x186, 0x412e | EN | INT | OS | INV | 1 << 24);
    ok(!x86_core_passes(&core, 3), "twelve cycles of sixteen");
    ok(x86_core_passes(&core, 1), "after the fourth instruction an update is due");
    core.worked.of[1][X86_INSTRUCTIONS] += 4;
    is_u64(x86_core_sync(&core), 1, "... as the counter has overflowed");
}

int main(void)
{
    test_events();
    test_later();
    test_branches();
    test_followed();
    test_overflow();
    test_inverse_overflow();
    return done_testing();
}
