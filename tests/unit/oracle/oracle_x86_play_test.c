/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Core PMUs of models and oracle under the same random writes and work: all
 * registers have the same values after each. */
#include "models/x86/amd_core.h"
#include "models/x86/intel_core.h"
#include "oracle/x86/core.h"
#include "oracle/x86/events.h"
#include "oracle/x86/lbr.h"
#include "tests/rng.h"
#include "tests/tap.h"

#define EN  ORACLE_X86_EN
#define USR ORACLE_X86_USR
#define OS  ORACLE_X86_OS

enum { TURNS = 20000, MAX_REGS = 128, NO_INTEL = -1 };

static const struct part {
    const char *name;
    struct oracle_x86_pmu pmu;
    int intel; /* enum intel_generation, or NO_INTEL */
    enum amd_core_level level;
    enum x86_family events;
} parts[] = {
    {"family 10h", {.part = ORACLE_X86_10H, .version = 0, .general = 4, .fixed = 0}, NO_INTEL,
        AMD_CORE_10H, X86_AMD_10H},
    {"zen2",
        {.part = ORACLE_X86_ZEN2, .version = 1, .general = 6, .fixed = 0, .free_running = true},
        NO_INTEL, AMD_CORE_EXTENDED, X86_AMD_ZEN},
    {"zen4",
        {.part = ORACLE_X86_ZEN4, .version = 2, .general = 6, .fixed = 0, .free_running = true},
        NO_INTEL, AMD_CORE_V2, X86_AMD_ZEN4},
    {"zen5",
        {.part = ORACLE_X86_ZEN5, .version = 2, .general = 6, .fixed = 0, .free_running = true},
        NO_INTEL, AMD_CORE_V2, X86_AMD_ZEN5},
    {"snbep",
        {.part = ORACLE_X86_SNB, .version = 3, .general = 4, .fixed = 3, .free_running = true},
        INTEL_SNB, 0, 0},
    {"ivt", {.part = ORACLE_X86_IVB, .version = 3, .general = 4, .fixed = 3, .free_running = true},
        INTEL_IVB, 0, 0},
    {"hsx", {.part = ORACLE_X86_HSX, .version = 3, .general = 4, .fixed = 3, .free_running = true},
        INTEL_HSX, 0, 0},
    {"bdx", {.part = ORACLE_X86_BDX, .version = 3, .general = 4, .fixed = 3, .free_running = true},
        INTEL_BDX, 0, 0},
    {"skx", {.part = ORACLE_X86_SKX, .version = 4, .general = 4, .fixed = 3, .free_running = true},
        INTEL_SKX, 0, 0},
    {"icx", {.part = ORACLE_X86_ICX, .version = 5, .general = 8, .fixed = 4, .free_running = true},
        INTEL_ICX, 0, 0},
    {"spr", {.part = ORACLE_X86_SPR, .version = 5, .general = 8, .fixed = 4, .free_running = true},
        INTEL_SPR, 0, 0},
};

/* ---- one part, by both ---- */

static const struct part *part;
static struct x86_core model;
static struct oracle_x86_core core;
static uint32_t msrs[MAX_REGS];
static unsigned n_msrs;

/* The form of the part's branch records, which its status can freeze. */
static enum oracle_lbr_form lbr_form(void)
{
    if (part->intel != NO_INTEL)
        return oracle_lbr_intel(part->pmu.part);
    return part->pmu.version >= 2 ? ORACLE_LBR_AMD : ORACLE_LBR_NONE;
}

static void begin(const struct part *of)
{
    static const uint32_t begins[] = {0, 0xc0000000, 0xc0010000};
    struct oracle_x86_reg reg;

    part = of;
    if (part->intel == NO_INTEL)
        amd_core_reset(&model, part->level, part->events);
    else
        intel_core_reset(&model, (enum intel_generation)part->intel, false);
    oracle_x86_core_end(&core);
    oracle_x86_core_begin(&core, &part->pmu);
    core.frozen = oracle_lbr_status(lbr_form());
    model.lbr = core.frozen != 0;
    model.free_running = part->pmu.free_running;
    n_msrs = 0;
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t msr = begins[i]; msr < begins[i] + 0x1000; msr++)
            if (oracle_x86_reg_at(&part->pmu, msr, &reg) && n_msrs < MAX_REGS)
                msrs[n_msrs++] = msr;
}

static uint64_t model_read(uint32_t msr)
{
    x86_core_sync(&model);
    return part->intel == NO_INTEL ? amd_core_read(&model, (unsigned)amd_core_at(&model, msr))
                                   : intel_core_read(&model, msr);
}

static void write_both(uint32_t msr, uint64_t value, size_t mark)
{
    struct oracle_x86_reg reg;

    x86_core_sync(&model);
    if (part->intel == NO_INTEL)
        amd_core_write(&model, (unsigned)amd_core_at(&model, msr), value);
    else
        intel_core_write(&model, msr, value);
    oracle_x86_reg_at(&part->pmu, msr, &reg);
    oracle_x86_advance(&core, mark);
    oracle_x86_write(&core, &reg, value);
}

/* All kinds of work in an event occur less often than instructions, and often
 * not at all. Slow clocks follow from these, in the oracle's own way. Adds up
 * the instructions and the work that is followed. */
static void work(struct rng *rng, uint64_t *instructions, uint64_t *met)
{
    const bool others = rng_one_in(rng, 2);

    for (unsigned kernel = 0; kernel < 2; kernel++) {
        uint64_t *of = model.worked.of[kernel],
                 *theirs = kernel ? core.work.kernel : core.work.users;
        const uint64_t n = rng_one_in(rng, 3) ? 0 : rng_below(rng, 1000);

        of[X86_INSTRUCTIONS] += n;
        *instructions += n;
        for (unsigned i = X86_INSTRUCTIONS + 1; others && i < X86_BUS; i++) {
            const uint64_t more = rng_below(rng, n / 8 + 1);
            of[i] += more;
            *met += more;
        }
        of[X86_BUS] = of[X86_INSTRUCTIONS] / X86_BUS_INSTRUCTIONS;
        of[X86_CRYSTAL] = of[X86_INSTRUCTIONS] / X86_CRYSTAL_INSTRUCTIONS;
        memcpy(theirs, of, X86_N_WORK * sizeof(*of));
    }
}

/* Works. Returns false if an interrupt is due before the model has asked to be
 * called. */
static bool work_in_time(struct rng *rng)
{
    const uint64_t left = model.left, met_left = model.met_left;
    uint64_t instructions = 0, met = 0, over;

    work(rng, &instructions, &met);
    over = x86_core_sync(&model);
    for (unsigned i = 0; i < X86_MAX_COUNTERS; i++)
        if (over >> i & 1 && model.counters[i].interrupts && instructions < left && met < met_left)
            return false;
    return true;
}

/* ---- turns ---- */

/* An event and a unit mask, mostly of the part's list. */
static uint64_t random_event(struct rng *rng)
{
    const struct oracle_x86_event *all =
        part->intel == NO_INTEL ? oracle_amd_events : oracle_intel_events;
    unsigned n = 1;

    if (rng_one_in(rng, 4))
        return rng_below(rng, 8) << 8;                 /* of event 0 */
    if (part->intel != NO_INTEL && rng_one_in(rng, 4)) /* of responses */
        return part->intel == INTEL_SPR ? 0x12a + rng_below(rng, 2) : 0x1b7 + 4 * rng_below(rng, 2);
    while (all[n].parts)
        n++;
    const struct oracle_x86_event *event = &all[rng_below(rng, n)];

    if (!(event->parts & 1u << part->pmu.part))
        return rng_below(rng, 0x10000);
    return (event->number & 0xff) | (uint64_t)event->umask << 8 |
           (uint64_t)(event->number >> 8) << 32;
}

/* Often a running counter with a small mask, and a count near its end. */
static uint64_t random_value(struct rng *rng)
{
    uint64_t value = rng_next(rng);

    switch (rng_below(rng, 6)) {
    case 0:
        return UINT64_MAX;
    case 1:
        return (uint64_t) - (int64_t)rng_below(rng, 2000);
    case 2:
        return value & rng_next(rng) & rng_next(rng);
    case 3:
        return random_event(rng) | EN | (value & (USR | OS));
    case 4:
        return random_event(rng) | EN |
               (value & (USR | OS | ORACLE_X86_INV | ORACLE_X86_EDGE | ORACLE_X86_INT)) |
               rng_below(rng, 4) << 24;
    default:
        return value;
    }
}

/* Returns the MSR whose value differs, or 0. */
static uint32_t difference(size_t mark, uint64_t *got, uint64_t *expected)
{
    struct oracle_x86_reg reg;

    oracle_x86_advance(&core, mark);
    for (unsigned i = 0; i < n_msrs; i++) {
        oracle_x86_reg_at(&part->pmu, msrs[i], &reg);
        *got = model_read(msrs[i]);
        if (oracle_x86_read(&core, &reg, expected) && *got != *expected)
            return msrs[i];
    }
    return 0;
}

static void play(const struct part *of, uint64_t seed)
{
    struct rng rng = {seed};
    uint64_t got = 0, expected = 0;
    uint32_t wrong = 0;
    unsigned turn, late = 0;

    begin(of);
    for (turn = 0; turn < TURNS && !wrong; turn++) {
        write_both(msrs[rng_below(&rng, n_msrs)], random_value(&rng), 2 * turn + 1);
        late += !work_in_time(&rng);
        wrong = difference(2 * turn + 2, &got, &expected);
    }
    ok(!wrong, "%s: model and oracle agree about %u registers in %u turns", of->name, n_msrs,
        TURNS);
    is_u64(late, 0, "... and no interrupt is late");
    if (!wrong)
        return;
    printf("# MSR %x: model 0x%" PRIx64 ", oracle 0x%" PRIx64 "\n", wrong, got, expected);
    for (unsigned i = 0; i < n_msrs; i++)
        printf("# %x = 0x%" PRIx64 "\n", msrs[i], model_read(msrs[i]));
}

int main(void)
{
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        play(&parts[i], i + 1);
    oracle_x86_core_end(&core);
    return done_testing();
}
