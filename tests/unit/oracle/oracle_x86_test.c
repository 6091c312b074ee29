/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the oracle and of the models of x86 core PMUs, typed
 * separately, row by row; also the oracle's counts of a core's work, and perf's
 * names. */
#include "models/x86/amd_core_regs.h"
#include "models/x86/core_events.h"
#include "models/x86/intel_core.h"
#include "models/x86/intel_core.rdl.h"
#include "oracle/x86/asked.h"
#include "oracle/x86/core.h"
#include "tests/tap.h"

static const struct oracle_x86_pmu
    zen4 = {.part = ORACLE_X86_ZEN4, .version = 2, .general = 6, .fixed = 0},
    zen2 = {.part = ORACLE_X86_ZEN2, .version = 1, .general = 6, .fixed = 0},
    fam10h = {.part = ORACLE_X86_10H, .version = 0, .general = 4, .fixed = 0},
    zen5 = {.part = ORACLE_X86_ZEN5, .version = 2, .general = 6, .fixed = 0},
    snb = {.part = ORACLE_X86_SNB, .version = 3, .general = 4, .fixed = 3},
    spr = {.part = ORACLE_X86_SPR, .version = 5, .general = 8, .fixed = 4};

/* Intel's, by both. */
static const struct {
    enum intel_generation generation;
    enum oracle_x86_part part;
} intels[] = {
    {INTEL_SNB, ORACLE_X86_SNB},
    {INTEL_IVB, ORACLE_X86_IVB},
    {INTEL_HSX, ORACLE_X86_HSX},
    {INTEL_BDX, ORACLE_X86_BDX},
    {INTEL_SKX, ORACLE_X86_SKX},
    {INTEL_ICX, ORACLE_X86_ICX},
    {INTEL_SPR, ORACLE_X86_SPR},
};

#define USR ORACLE_X86_USR
#define OS  ORACLE_X86_OS
#define EN  ORACLE_X86_EN

/* ---- registers ---- */

/* Every MSR number that could be a register of the PMU. */
static void registers_of(const struct oracle_x86_pmu *pmu, const struct reg_bank *bank)
{
    static const uint32_t begins[] = {0, 0xc0000000, 0xc0010000};
    struct oracle_x86_pmu whole = *pmu;
    struct oracle_x86_reg reg;
    unsigned n = 0, differ = 0;

    whole.free_running = true;
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t msr = begins[i]; msr < begins[i] + 0x1000; msr++) {
            bool mine = oracle_x86_reg_at(&whole, msr, &reg);

            differ += mine != (reg_bank_at(bank, msr) >= 0);
            n += mine;
        }
    is_u64(differ, 0, "%s: the same numbers are registers", bank->name);
    is_u64(n, bank->n_regs, "... as many");
}

/* Intel's: their numbers, values and masks. */
static void intel_registers(void)
{
    static struct x86_core model;
    struct oracle_x86_core theirs;
    struct oracle_x86_reg reg;

    for (unsigned i = 0; i < 2 * sizeof(intels) / sizeof(intels[0]); i++) {
        const bool alone = i % 2;
        struct oracle_x86_pmu pmu = oracle_x86_intel(intels[i / 2].part, alone);
        unsigned differ = 0, n = 0;

        intel_core_reset(&model, intels[i / 2].generation, alone);
        pmu.free_running = model.free_running = alone;
        oracle_x86_core_begin(&theirs, &pmu);
        for (uint32_t msr = 0; msr < 0x1000; msr++) {
            bool known = oracle_x86_reg_at(&pmu, msr, &reg);
            uint64_t value = 0;

            differ += known != intel_core_has(&model, msr);
            if (!known)
                continue;
            n++;
            differ +=
                oracle_x86_read(&theirs, &reg, &value) && value != intel_core_read(&model, msr);
            oracle_x86_write(&theirs, &reg, UINT64_MAX);
            intel_core_write(&model, msr, UINT64_MAX);
            differ +=
                oracle_x86_read(&theirs, &reg, &value) && value != intel_core_read(&model, msr);
        }
        is_u64(differ, 0, "Intel's part %u, alone %u: the same registers, values and masks", i / 2,
            alone);
        is_u64(n,
            3 * pmu.general + 2 * pmu.fixed + (pmu.version < 4 ? 4 : 6) + (pmu.version > 4) + 3 -
                pmu.fixed + 2 * pmu.free_running,
            "... as many");
        oracle_x86_core_end(&theirs);
    }
}

static uint64_t mask_of(const struct reg *reg, unsigned field)
{
    return reg_set(reg, field, 0, UINT64_MAX);
}

static void fields(void)
{
    const struct reg *ctl = &amd_core_banks[AMD_CORE_V2].regs[AMD_CTL0],
                     *sel = &intel_snb_bank.regs[INTEL_SNB_IA32_PERFEVTSEL0];
    const struct {
        unsigned amd, intel;
        uint64_t mask;
        const char *name;
    } both[] = {
        {AMD_CTL_EVENT, INTEL_SEL_EVENT, ORACLE_X86_EVENT, "event"},
        {AMD_CTL_UMASK, INTEL_SEL_UMASK, ORACLE_X86_UMASK, "unit mask"},
        {AMD_CTL_USR, INTEL_SEL_USR, ORACLE_X86_USR, "USR"},
        {AMD_CTL_OS, INTEL_SEL_OS, ORACLE_X86_OS, "OS"},
        {AMD_CTL_EDGE, INTEL_SEL_E, ORACLE_X86_EDGE, "edge"},
        {AMD_CTL_INT, INTEL_SEL_INT, ORACLE_X86_INT, "INT"},
        {AMD_CTL_EN, INTEL_SEL_EN, ORACLE_X86_EN, "EN"},
        {AMD_CTL_INV, INTEL_SEL_INV, ORACLE_X86_INV, "INV"},
        {AMD_CTL_CMASK, INTEL_SEL_CMASK, ORACLE_X86_CMASK, "counter mask"},
    };

    for (unsigned i = 0; i < sizeof(both) / sizeof(both[0]); i++) {
        is_u64(mask_of(ctl, both[i].amd), both[i].mask, "AMD: %s", both[i].name);
        is_u64(mask_of(sel, both[i].intel), both[i].mask, "Intel: %s", both[i].name);
    }
    is_u64(mask_of(ctl, AMD_CTL_EVENT_HIGH), ORACLE_X86_EVENT_HIGH, "the event's upper bits");
    is_u64(mask_of(ctl, AMD_CTL_GUEST), ORACLE_X86_GUEST_ONLY, "guests only");
    is_u64(mask_of(ctl, AMD_CTL_HOST), ORACLE_X86_HOST_ONLY, "the host only");
    is_u64(mask_of(ctl + 1, AMD_CTR_COUNT), ORACLE_X86_COUNT, "48 bits of a count");
    is_u64(mask_of(&intel_snb_bank.regs[INTEL_SNB_IA32_PMC0], INTEL_PMC_COUNT), ORACLE_X86_COUNT,
        "... also for Intel");
}

static void numbers(void)
{
    struct oracle_x86_reg reg;

    ok(oracle_x86_reg_at(&zen4, 0xc0010203, &reg) && reg.role == ORACLE_X86_VALUE &&
            reg.counter == 1,
        "PERF_CTR1");
    ok(oracle_x86_reg_at(&zen2, 0xc0010002, &reg) && reg.role == ORACLE_X86_SELECT &&
            reg.counter == 2,
        "the old number of PERF_CTL2");
    ok(!oracle_x86_reg_at(&zen2, 0xc0000301, &reg), "no global control before version 2");
    ok(oracle_x86_reg_at(&snb, 0x30a, &reg) && reg.role == ORACLE_X86_VALUE &&
            reg.counter == ORACLE_X86_FIXED + 1,
        "IA32_FIXED_CTR1");
    ok(oracle_x86_reg_at(&snb, 0xc4, &reg) && reg.role == ORACLE_X86_NARROW && reg.counter == 3,
        "IA32_PMC3");
}

/* ---- events ---- */

/* The count of each event for work with different parts. */
static uint64_t model_counts(
    enum x86_family family, uint64_t selection, const struct x86_worked *worked)
{
    if (x86_event_response(family, selection & 0xff, (uint8_t)(selection >> 8)) >= 0)
        return 0; /* see responses() */
    const struct x86_counting how = {.family = family,
        .code = (uint16_t)((selection & 0xff) | (selection >> 24 & 0xf00)),
        .umask = (uint8_t)(selection >> 8),
        .cmask = (uint8_t)(selection >> 24),
        .invert = selection & ORACLE_X86_INV,
        .edge = selection & ORACLE_X86_EDGE,
        .user = true};

    return x86_counted(&how, worked);
}

static void events_of(const char *name, const struct oracle_x86_pmu *pmu, enum x86_family family)
{
    static const uint64_t ways[] = {0, 1 << 24, ORACLE_X86_INV, 1 << 24 | ORACLE_X86_INV, 2 << 24,
        2 << 24 | ORACLE_X86_INV, ORACLE_X86_EDGE, ORACLE_X86_EDGE | 1 << 24};
    struct x86_worked worked;
    uint64_t did[ORACLE_X86_N_DIDS], amount;
    unsigned known = 0, differ = 0;

    for (unsigned i = 0; i < X86_N_WORK; i++)
        did[i] = worked.of[0][i] = i ? 1000003 + 7919 * i * i : 1000000007;
    for (uint64_t event = 0; event < (family < X86_INTEL_SNB ? 0x200 : 0x100); event++)
        for (uint64_t umask = 0; umask < 0x100; umask++)
            for (unsigned way = 0; way < sizeof(ways) / sizeof(ways[0]); way++) {
                uint64_t selection = (event & 0xff) | umask << 8 | event >> 8 << 32 | ways[way];

                if (!oracle_x86_counted(pmu, selection, did, &amount) && amount == 0 && !way) {
                    differ += model_counts(family, selection, &worked) != 0;
                    continue;
                }
                if (!oracle_x86_counted(pmu, selection, did, &amount))
                    continue;
                known++;
                if (model_counts(family, selection, &worked) == amount)
                    continue;
                if (!differ++)
                    printf("# event %03x umask %02x way %u: %" PRIu64 "\n", (unsigned)event,
                        (unsigned)umask, way, amount);
            }
    is_u64(differ, 0, "%s: model and oracle count each of %u selections the same", name, known);
    ok(known > 8, "... and there are some");
}

static void worths(void)
{
    uint64_t did[ORACLE_X86_N_DIDS] = {
        [ORACLE_X86_INSTRUCTIONS] = 1000, [ORACLE_X86_BRANCHES] = 200, [ORACLE_X86_EXCEPTIONS] = 3};
    uint64_t amount;

    ok(oracle_x86_counted(&zen4, 0x76, did, &amount) && amount == 4000,
        "four cycles per instruction");
    ok(oracle_x86_counted(&zen4, 0xffc0, did, &amount) && amount == 1000,
        "AMD: no unit mask, any is accepted");
    ok(oracle_x86_counted(&zen4, 0xc2, did, &amount) && amount == 203,
        "AMD's branches have exceptions");
    ok(oracle_x86_counted(&snb, 0xc4, did, &amount) && amount == 200, "Intel's do not");
    ok(oracle_x86_counted(&snb, 0x300, did, &amount) && amount == 2000, "two reference cycles");
    ok(!oracle_x86_counted(&snb, 0x03c4, did, &amount) && amount == 0,
        "Intel: the unit mask is a number");
    ok(oracle_x86_counted(&snb, 0x18001c2, did, &amount) && amount == 3000,
        "cycles without retirement: uops_retired.stall_cycles");
    ok(oracle_x86_counted(&spr, 0x019c, did, &amount) && amount == 23000,
        "23 of 24 slots get no uop");
    ok(oracle_x86_counted(&spr, UINT64_C(0x600019c), did, &amount) && amount == 3000,
        "three of four cycles get none");
    is_u64(oracle_x86_most(&spr, 0x0400), 24, "an instruction's slots");
    is_u64(oracle_x86_most(&spr, 0x00c0), 4, "... at least its cycles");
    did[ORACLE_X86_LOAD_DRAM] = 7;
    did[ORACLE_X86_FETCH_REMOTE] = 5;
    did[ORACLE_X86_LOAD_L3] = 3;
    ok(oracle_x86_counted(&snb, 0x412e, did, &amount) && amount == 12,
        "misses of the L3, of all kinds");
}

/* Registers of responses, by the model and by the oracle. Responses that
 * nothing distinguishes are left out. */
static void responses(unsigned of)
{
    static const uint64_t parts[] = {1, 2, 4, 0x30, 0x8000, 0x10000, 0x20000, 0x3c0000, 0x400000,
        0x4000000, 0x8000000, 0x30000000, UINT64_C(0x1f80000000), UINT64_C(0x2000000000)};
    enum { PARTS = sizeof(parts) / sizeof(parts[0]) };
    unsigned known = 0, differ = 0;
    static struct x86_core model;
    const struct oracle_x86_pmu pmu = oracle_x86_intel(intels[of].part, false);
    const uint64_t first = intels[of].part == ORACLE_X86_SPR ? 0x12a : 0x1b7;
    const uint64_t second = intels[of].part == ORACLE_X86_SPR ? 0x12b : 0x1bb;
    uint64_t did[ORACLE_X86_N_DIDS], amount;

    for (unsigned i = 0; i < X86_N_WORK; i++)
        did[i] = 1000003 + 7919 * i * i;
    for (unsigned set = 0; set < 2 << PARTS; set++) {
        uint64_t value = 0;
        for (unsigned i = 0; i < PARTS; i++)
            value |= set >> i & 1 ? parts[i] : 0;
        intel_core_reset(&model, intels[of].generation, false);
        intel_core_write(&model, 0x1a6 + (set >> PARTS), value);
        intel_core_write(&model, 0x186, (set >> PARTS ? second : first) | EN | USR);
        for (unsigned i = 0; i < X86_N_WORK; i++)
            model.worked.of[0][i] = did[i];
        x86_core_sync(&model);
        if (!oracle_x86_counted(&pmu, oracle_x86_response(&pmu, value), did, &amount))
            continue;
        known++;
        differ += intel_core_read(&model, 0xc1) != amount;
    }
    is_u64(differ, 0, "part %u: model and oracle count each of %u responses the same", of, known);
    is_u64(known, 2 << PARTS, "... which are all responses");
}

/* ---- a core ---- */

static struct oracle_x86_core core;
static size_t mark;

static void begin(const struct oracle_x86_pmu *pmu)
{
    oracle_x86_core_end(&core);
    oracle_x86_core_begin(&core, pmu);
    mark = 0;
}

static uint32_t go(void)
{
    return oracle_x86_advance(&core, ++mark);
}

static uint32_t write_msr(uint32_t msr, uint64_t value)
{
    struct oracle_x86_reg reg;
    uint32_t overflowed = go();

    if (oracle_x86_reg_at(&core.pmu, msr, &reg))
        oracle_x86_write(&core, &reg, value);
    return overflowed;
}

static uint64_t read_msr(uint32_t msr)
{
    struct oracle_x86_reg reg;
    uint64_t value = UINT64_MAX;

    if (oracle_x86_reg_at(&core.pmu, msr, &reg))
        oracle_x86_read(&core, &reg, &value);
    return value;
}

static void works(uint64_t users, uint64_t kernel)
{
    core.work.users[ORACLE_X86_INSTRUCTIONS] += users;
    core.work.kernel[ORACLE_X86_INSTRUCTIONS] += kernel;
}

static void amd_counts(void)
{
    begin(&zen2);
    write_msr(0xc0010201, 0xffff800000000001);
    write_msr(0xc0010200, 0xc0 | USR | OS | EN);
    works(100, 11);
    go();
    is_u64(
        read_msr(0xc0010201), 0x800000000001 + 111, "it counts from the written value, in 48 bits");
    is_u64(read_msr(0xc0010004), read_msr(0xc0010201), "the old number is the same register");
    write_msr(0xc0010200, 0xc0 | USR | EN);
    works(100, 11);
    write_msr(0xc0010200, 0xc0 | OS | EN);
    works(100, 11);
    write_msr(0xc0010200, 0xc0 | USR | OS);
    works(100, 11);
    go();
    is_u64(core.counters[0].total, 111 + 100 + 11, "user mode, then the kernel, then neither");
    write_msr(0xc0010200, 0xc0 | USR | OS | EN | ORACLE_X86_GUEST_ONLY);
    works(100, 11);
    go();
    is_u64(core.counters[0].total, 222, "there are no guests");
    write_msr(0xc0010200, UINT64_MAX);
    is_u64(
        read_msr(0xc0010200), 0x30fffd7ffff & ~(UINT64_C(1) << 21), "reserved bits read as zero");
}

static void amd_overflows(void)
{
    begin(&zen4);
    write_msr(0xc0000301, 0x3f);
    write_msr(0xc0010203, (uint64_t)-1000);
    write_msr(0xc0010202, 0xc0 | USR | OS | EN | ORACLE_X86_INT);
    works(999, 0);
    is_u64(go(), 0, "999 of 1000");
    works(0, 1);
    is_u64(go(), 2, "the thousandth overflows");
    is_u64(read_msr(0xc0010203), 0, "... to zero");
    is_u64(read_msr(0xc0000300), 2, "... and the status shows it");
    ok(oracle_x86_interrupts(&core, 1) && !oracle_x86_interrupts(&core, 0), "... which interrupts");
    write_msr(0xc0000300, 0);
    is_u64(read_msr(0xc0000300), 2, "the status is read-only");
    write_msr(0xc0000302, 2);
    is_u64(read_msr(0xc0000300), 0, "... and a separate register clears it");
    write_msr(0xc0000303, 0x7f);
    is_u64(read_msr(0xc0000300), 0x3f, "... and set");
    write_msr(0xc0000301, 1);
    works(500, 0);
    go();
    is_u64(read_msr(0xc0010203), 0, "the global control has stopped counter 1");
}

static void intel_counts(void)
{
    begin(&snb);
    write_msr(0x38f, 0);
    write_msr(0xc1, 0x80000001);
    is_u64(read_msr(0xc1), 0xffff80000001, "32 bits, sign-extended");
    write_msr(0x30a, 0xffff80000001);
    write_msr(0x186, 0xc4 | USR | EN);
    write_msr(0x38d, 0xb0);
    works(1000, 10);
    go();
    is_u64(read_msr(0xc1), 0xffff80000001, "globally stopped");
    write_msr(0x38f, 0x70000000f);
    core.work.users[ORACLE_X86_BRANCHES] += 70;
    works(1000, 10);
    go();
    is_u64(read_msr(0xc1), 0xffff80000001 + 70, "branches in user mode");
    is_u64(read_msr(0x30a), 0xffff80000001 + 4040, "cycles, fixed");
    is_u64(
        oracle_x86_selects(&core, ORACLE_X86_FIXED + 1), 0x3c | USR | OS, "... which are event 3c");
    ok(oracle_x86_interrupts(&core, ORACLE_X86_FIXED + 1), "... and interrupt");
    write_msr(0x30a, ORACLE_X86_COUNT);
    works(1, 0);
    is_u64(go(), 1u << (ORACLE_X86_FIXED + 1), "it overflows by three");
    is_u64(read_msr(0x30a), 3, "... past zero");
    is_u64(read_msr(0x38e), UINT64_C(1) << 33, "its bit of the status");
    write_msr(0x390, UINT64_C(1) << 33);
    is_u64(read_msr(0x38e), 0, "... cleared");
    oracle_x86_core_reset(&core);
    is_u64(read_msr(0x38f), 0xf, "reset enables the general counters");
}

static void injected(void)
{
    uint64_t amount;
    size_t from, to;

    begin(&zen4);
    write_msr(0xc0010200, 0xc0 | USR | EN);
    from = mark;
    works(10, 1);
    go();
    works(20, 2);
    write_msr(0xc0010200, 0);
    works(40, 4);
    go();
    to = mark;
    ok(oracle_x86_injected(&core, 0, 0xc0 | USR | OS, from, to, &amount) && amount == 33,
        "all selected work while it ran");
    ok(oracle_x86_injected(&core, 0, 0xc0 | OS, from, to, &amount) && amount == 3,
        "... only the kernel's");
    ok(oracle_x86_injected(&core, 0, 0x76 | USR, from, from + 1, &amount) && amount == 40,
        "... up to a mark");
    ok(oracle_x86_injected(&core, 1, 0xc0 | USR, from, to, &amount) && amount == 0,
        "another did not run");
    ok(!oracle_x86_injected(&core, 0, 0xff | USR, from, to, &amount), "an unknown amount");
}

/* ---- names ---- */

static void asks(const struct oracle_x86_pmu *pmu, const char *name, uint64_t expected)
{
    char why[ORACLE_WHY];
    uint64_t selection;

    is_u64(oracle_x86_what_is_asked(pmu, name, &selection, why), ORACLE_X86_ASKED,
        "%s is understood", name);
    is_u64(selection, expected, "... as this: %s", why);
}

static void asks_no(
    const struct oracle_x86_pmu *pmu, const char *name, enum oracle_x86_asked expected)
{
    char why[ORACLE_WHY];
    uint64_t selection;

    is_u64(oracle_x86_what_is_asked(pmu, name, &selection, why), expected, "%s: %s", name, why);
}

static void names(void)
{
    asks(&zen4, "cycles", 0x76 | USR | OS);
    asks(&snb, "cycles", 0x3c | USR | OS);
    asks(&zen4, "instructions:u", 0xc0 | USR);
    asks(&snb, "instructions:k", 0xc0 | OS);
    asks(&snb, "instructions:h", 0xc0);
    asks(&zen4, "instructions:ukH", 0xc0 | USR | OS);
    asks(&snb, "branches", 0xc4 | USR | OS);
    asks(&zen4, "branch-misses", 0xc3 | USR | OS);
    asks(&zen4, "ref-cycles", 0x100000120 | USR | OS);
    asks(&snb, "ref-cycles", 0x300 | USR | OS);
    asks(&zen4, "cpu/event=0xc0/", 0xc0 | USR | OS);
    asks(&zen4, "cpu/event=0x120,umask=1/u", 0x100000120 | USR);
    asks(&zen4, "cpu/instructions/k", 0xc0 | OS);
    asks(&zen4, "cpu/ex_ret_brn_tkn/", 0xc4 | USR | OS);
    asks(&zen4, "EX_RET_INSTR:u", 0xc0 | USR);
    asks(&snb, "inst_retired.any", 0xc0 | USR | OS);
    asks(&snb, "cpu/event=0xc2,umask=0x1,inv,cmask=1/", 0x18001c2 | USR | OS);
    asks(&snb, "r01c2", 0x1c2 | USR | OS);
    asks(&snb, "stalled-cycles-frontend", 0x180010e | USR | OS);
    asks_no(&zen4, "task-clock", ORACLE_X86_OTHER);
    asks_no(&zen4, "ibs_op//", ORACLE_X86_OTHER);
    asks_no(&snb, "uncore_imc_0/clockticks/", ORACLE_X86_OTHER);
    asks_no(&snb, "ex_ret_instr", ORACLE_X86_OTHER);
    asks(&snb, "bus-cycles", 0x013c | USR | OS);
    asks_no(&snb, "L1-dcache-store-misses", ORACLE_X86_REFUSED);
    asks(&spr, "ref-cycles", 0x300 | USR | OS);
    asks(&spr, "slots:u", 0x400 | USR);
    asks_no(&spr, "topdown-retiring", ORACLE_X86_REFUSED);
    asks_no(&spr, "LLC-prefetches", ORACLE_X86_OTHER);
    asks(&spr, "LLC-load-misses", oracle_x86_response(&spr, UINT64_C(0x3fbfc00001)) | USR | OS);
    asks(&spr, "inst_retired.prec_dist", 0xc0 | USR | OS);
    asks(&zen5, "ex_ret_cond", 0xd1 | USR | OS);
    asks(&snb, "cache-misses", 0x412e | USR | OS);
    asks(&snb, "LLC-load-misses:u", oracle_x86_response(&snb, UINT64_C(0x3fffc00081)) | USR);
    asks(&snb, "LLC-stores", oracle_x86_response(&snb, 0x10102) | USR | OS);
    asks(&snb, "node-load-misses", oracle_x86_response(&snb, UINT64_C(0x1fff800081)) | USR | OS);
    asks(&snb, "cpu/event=0xbb,umask=1,offcore_rsp=0x10001/",
        oracle_x86_response(&snb, 0x10001) | USR | OS);
    asks_no(&snb, "cpu/event=0xb7,umask=1,offcore_rsp=0x1000400001/", ORACLE_X86_REFUSED);
    asks_no(&zen4, "cycles:p", ORACLE_X86_REFUSED);
    asks_no(&zen4, "cpu/event=0xfff/", ORACLE_X86_REFUSED);
    asks_no(&zen4, "cpu/nonsense/", ORACLE_X86_REFUSED);
    asks_no(&zen4, "cpu/event=1", ORACLE_X86_REFUSED);
}

/* docs/time.md, "Waits": ten of each kind of work, and the cycles that each of
 * them takes. */
static void waits(void)
{
    static const struct oracle_x86_waits each = {.l1 = 2,
        .l2 = 3,
        .l3 = 5,
        .peer = 7,
        .remote = 11,
        .dram = 13,
        .device = 17,
        .tlb2 = 19,
        .walk = 23,
        .branch = 29};
    static const struct {
        enum oracle_x86_did did;
        unsigned cycles;
    } works[] = {{ORACLE_X86_LOAD_L1, 2}, {ORACLE_X86_LOAD_L2, 3}, {ORACLE_X86_LOAD_L3, 5},
        {ORACLE_X86_LOAD_REMOTE, 11}, {ORACLE_X86_LOAD_DRAM, 13}, {ORACLE_X86_LOAD_DEVICE, 17},
        {ORACLE_X86_FETCH_L1, 0}, {ORACLE_X86_FETCH_L2, 3}, {ORACLE_X86_FETCH_L3, 5},
        {ORACLE_X86_FETCH_REMOTE, 11}, {ORACLE_X86_FETCH_DRAM, 13}, {ORACLE_X86_STORE_L1, 0},
        {ORACLE_X86_STORE_L3, 0}, {ORACLE_X86_STORE_DRAM, 0}, {ORACLE_X86_LOAD_TLB_HITS, 19},
        {ORACLE_X86_STORE_TLB_HITS, 19}, {ORACLE_X86_ITLB_HITS, 19}, {ORACLE_X86_LOAD_WALKS, 23},
        {ORACLE_X86_STORE_WALKS, 23}, {ORACLE_X86_ITLB_WALKS, 23}, {ORACLE_X86_MISPREDICTED, 0},
        {ORACLE_X86_SLOW_BRANCHES, 29}};
    uint64_t all[ORACLE_X86_N_DIDS] = {0}, sum = 0;

    for (unsigned i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
        uint64_t one[ORACLE_X86_N_DIDS] = {0};

        one[works[i].did] = 10;
        all[works[i].did] = 10;
        sum += 10 * works[i].cycles;
        is_u64(oracle_x86_waited(&each, one), 10 * works[i].cycles, "waits for work %u",
            (unsigned)works[i].did);
    }
    is_u64(oracle_x86_waited(&each, all), sum, "... for all of it");
    all[ORACLE_X86_LOAD_PEER] = 3;
    is_u64(
        oracle_x86_waited(&each, all), sum + 3 * (7 - 5), "... of loads, by another CPU's cache");
    all[ORACLE_X86_FETCH_PEER] = 4;
    is_u64(oracle_x86_waited(&each, all), sum + 7 * (7 - 5), "... and of fetches");
}

int main(void)
{
    is_u64(X86_N_WORK, ORACLE_X86_N_DIDS, "the same number of kinds of work");
    registers_of(&zen4, &amd_core_banks[AMD_CORE_V2]);
    registers_of(&zen2, &amd_core_banks[AMD_CORE_EXTENDED]);
    registers_of(&fam10h, &amd_core_banks[AMD_CORE_10H]);
    intel_registers();
    fields();
    numbers();
    events_of("family 10h", &fam10h, X86_AMD_10H);
    events_of("Zen2", &zen2, X86_AMD_ZEN);
    events_of("Zen4", &zen4, X86_AMD_ZEN4);
    events_of("Zen5", &zen5, X86_AMD_ZEN5);
    worths();
    for (unsigned i = 0; i < sizeof(intels) / sizeof(intels[0]); i++) {
        const struct oracle_x86_pmu pmu = oracle_x86_intel(intels[i].part, false);

        events_of("Intel", &pmu, intel_core_traits(intels[i].generation)->events);
        responses(i);
    }
    amd_counts();
    amd_overflows();
    intel_counts();
    injected();
    waits();
    names();
    oracle_x86_core_end(&core);
    return done_testing();
}
