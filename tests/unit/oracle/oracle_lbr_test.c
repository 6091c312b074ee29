/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle's branch records against the manual's bits, and against the model:
 * after any branches and writes, all registers read the same. */
#include "models/x86/amd_lbr.h"
#include "models/x86/intel_lbr.h"
#include "oracle/x86/lbr.h"
#include "tests/tap.h"

#define EXTENSION UINT32_C(0xc000010f)
#define FROM(i)   (UINT32_C(0xc0010300) + 2 * (i))
#define TO(i)     (UINT32_C(0xc0010301) + 2 * (i))
#define VALID     (UINT64_C(1) << 63)

static struct oracle_lbr lbr;

static uint64_t reads(uint32_t msr)
{
    uint64_t value = 0xdead;

    oracle_lbr_read(&lbr, msr, &value);
    return value;
}

static void test_stack(void)
{
    const struct oracle_lbr_branch kernel = {.kind = ORACLE_LBR_RETURN,
                                       .mispredicted = true,
                                       .from = UINT64_C(0xffffffff81000000),
                                       .to = UINT64_C(0xffffffff82000000)},
                                   user = {ORACLE_LBR_CALL, true, false, 0x401000, 0x402000};
    struct oracle_lbr_branch branch;
    uint64_t value;

    oracle_lbr_begin(&lbr, ORACLE_LBR_AMD);
    oracle_lbr_branch(&lbr, &user);
    is_u64(reads(TO(0)), 0, "after reset they are off");
    oracle_lbr_write(&lbr, EXTENSION, 0x40);
    oracle_lbr_branch(&lbr, &kernel);
    for (unsigned i = 0; i < 15; i++)
        oracle_lbr_branch(&lbr, &user);
    is_u64(reads(FROM(15)), UINT64_C(0xffffffff81000000), "the oldest is mispredicted: bit 63");
    is_u64(reads(TO(15)), UINT64_C(0x9fffffff82000000), "... and its target has bit 63");
    is_u64(reads(TO(0)), VALID | 0x402000, "the newest");
    ok(oracle_lbr_decode(ORACLE_LBR_AMD, &lbr.entries[15], &branch) && branch.mispredicted &&
            branch.from == kernel.from && branch.to == kernel.to,
        "an entry is decoded");
    ok(!oracle_lbr_decode(ORACLE_LBR_AMD, &(struct oracle_lbr_entry){{1, 2}}, &branch),
        "... but not without flags");
    ok(oracle_lbr_decode(
           ORACLE_LBR_AMD, &(struct oracle_lbr_entry){{1, UINT64_C(1) << 62}}, &branch),
        "a speculative branch is one");
    ok(!oracle_lbr_read(&lbr, TO(16), &value) && !oracle_lbr_read(&lbr, 0x1d8, &value),
        "other numbers are no registers");
    oracle_lbr_branch(&lbr, &user);
    is_u64(reads(FROM(15)), 0x401000, "the oldest is dropped");
}

/* ---- the model ---- */

static uint64_t state = 1;

static uint64_t any(uint64_t n)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (state >> 33) % n;
}

/* A random branch, for both. */
static struct sim_op any_branch(struct oracle_lbr_branch *branch)
{
    static const enum oracle_lbr_kind kinds[] = {[SIM_CONDITIONAL] = ORACLE_LBR_CONDITIONAL,
        [SIM_JUMP] = ORACLE_LBR_JUMP,
        [SIM_INDIRECT] = ORACLE_LBR_INDIRECT_JUMP,
        [SIM_CALL] = ORACLE_LBR_CALL,
        [SIM_INDIRECT_CALL] = ORACLE_LBR_INDIRECT_CALL,
        [SIM_RETURN] = ORACLE_LBR_RETURN};
    const struct sim_op op = {.pc = any(2) ? UINT64_C(0xffffffff80000000) + any(9999) : any(9999),
        .next_pc = UINT64_C(0xffffffff80010000) + any(9999),
        .length = 2,
        .branch = (enum sim_branch)(1 + any(6)),
        .far = !any(5),
        .to_user = any(2)};

    *branch = (struct oracle_lbr_branch){.kind = op.far ? ORACLE_LBR_FAR : kinds[op.branch],
        .to_user = op.to_user,
        .mispredicted = any(2),
        .from = op.pc,
        .to = op.next_pc};
    return op;
}

/* Mostly values that switch the records on and suppress little. */
static uint64_t any_value(uint64_t on)
{
    return any(4) ? (any(0x200) & any(0x200)) | on : any(UINT32_MAX) << 32 | any(UINT32_MAX);
}

static void branch_both(struct amd_lbr *model)
{
    struct oracle_lbr_branch branch;
    const struct sim_op op = any_branch(&branch);
    struct x86_lbr_branch taken;

    if (model->on && x86_lbr_branched(&op, branch.mispredicted, &taken))
        amd_lbr_take(model, &taken);
    oracle_lbr_branch(&lbr, &branch);
}

static void write_both(struct amd_lbr *model)
{
    const unsigned reg = (unsigned)any(any(2) ? AMD_LBR_FROM0 : AMD_LBR_N_REGS);
    const uint64_t value = any_value(0x40);

    amd_lbr_write(model, reg, value);
    oracle_lbr_write(&lbr, amd_lbr_bank.regs[reg].offset, value);
}

static void test_model(void)
{
    struct amd_lbr model;
    unsigned differ = 0, held = 0;

    amd_lbr_reset(&model);
    oracle_lbr_begin(&lbr, ORACLE_LBR_AMD);
    for (unsigned i = 0; i < 20000; i++) {
        if (any(8))
            branch_both(&model);
        else
            write_both(&model);
        for (unsigned reg = 0; reg < AMD_LBR_N_REGS; reg++) {
            uint64_t value = amd_lbr_read(&model, reg);
            differ += value != reads(amd_lbr_bank.regs[reg].offset);
            held += reg >= AMD_LBR_TO0 && value & VALID;
        }
        differ += (oracle_lbr_interrupt(&lbr) != 0) != model.freezes;
    }
    is_u64(differ, 0, "the model's registers read the same");
    ok(held > 100000, "... with branches");
}

/* ---- Intel ---- */

static void turn_intel(struct intel_lbr *model, const struct reg_bank *bank)
{
    struct oracle_lbr_branch branch;
    const struct sim_op op = any_branch(&branch);
    struct x86_lbr_branch taken;

    if (!any(50)) {
        bool frozen = intel_lbr_pmi(model);
        ok((oracle_lbr_interrupt(&lbr) != 0) == frozen, "an interrupt");
    } else if (any(8)) {
        if (intel_lbr_on(model) && x86_lbr_branched(&op, branch.mispredicted, &taken))
            intel_lbr_take(model, &taken);
        oracle_lbr_branch(&lbr, &branch);
    } else {
        const uint32_t msr = bank->regs[any(any(2) ? 3 : bank->n_regs)].offset;
        const uint64_t value = any_value(1);

        intel_lbr_write(model, msr, value);
        oracle_lbr_write(&lbr, msr, value);
    }
}

static void test_intel(void)
{
    static const struct {
        enum intel_generation generation;
        enum oracle_x86_part part;
        unsigned regs;
        const char *name;
    } rows[] = {{INTEL_SNB, ORACLE_X86_SNB, 35, "snb"}, {INTEL_IVB, ORACLE_X86_IVB, 35, "ivb"},
        {INTEL_HSX, ORACLE_X86_HSX, 35, "hsx"}, {INTEL_BDX, ORACLE_X86_BDX, 35, "bdx"},
        {INTEL_SKX, ORACLE_X86_SKX, 99, "skx"}, {INTEL_ICX, ORACLE_X86_ICX, 99, "icx"}};
    struct intel_lbr model;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct reg_bank *bank = intel_lbr_bank(rows[i].generation);
        unsigned differ = 0, held = 0;

        intel_lbr_reset(&model, rows[i].generation, true);
        oracle_lbr_begin(&lbr, oracle_lbr_intel(rows[i].part));
        is_u64(bank->n_regs, rows[i].regs, "%s: registers", rows[i].name);
        for (unsigned n = 0; n < 5000; n++) {
            turn_intel(&model, bank);
            for (unsigned reg = 0; reg < bank->n_regs; reg++) {
                uint64_t value = intel_lbr_read(&model, bank->regs[reg].offset);
                differ += value != reads(bank->regs[reg].offset);
                held += value >> 40 != 0;
            }
        }
        is_u64(differ, 0, "... read the same as the oracle's");
        ok(held > 20000, "... with branches");
    }
    intel_lbr_reset(&model, INTEL_SPR, true);
    ok(!model.there && !intel_lbr_on(&model) && !intel_lbr_has(&model, 0x1c9) &&
            oracle_lbr_intel(ORACLE_X86_SPR) == ORACLE_LBR_NONE,
        "spr has none of this form");
}

/* SDM volume 3, sections 18.4.7 and 18.4.8.1, typed as numbers. */
static void intel_is(enum intel_generation generation, uint64_t from, uint64_t info,
    uint64_t debugctl, const char *what)
{
    const struct x86_lbr_branch branch = {
        UINT64_C(0xffffffff81000010), UINT64_C(0xffffffff81000400), 1 << 2 | 1, true};
    struct intel_lbr model;

    intel_lbr_reset(&model, generation, true);
    intel_lbr_write(&model, 0x1d9, 0x801);
    intel_lbr_take(&model, &branch);
    is_u64(intel_lbr_read(&model, 0x1c9), 1, "%s: TOS", what);
    is_u64(intel_lbr_read(&model, 0x681), from, "... FROM");
    is_u64(intel_lbr_read(&model, 0x6c1), UINT64_C(0xffffffff81000400), "... TO");
    if (intel_lbr_has(&model, 0xdc1))
        is_u64(intel_lbr_read(&model, 0xdc1), info, "... INFO");
    intel_lbr_pmi(&model);
    is_u64(intel_lbr_read(&model, 0x1d9), debugctl, "... and DEBUGCTL after an interrupt");
    intel_lbr_write(&model, 0x1d9, 0x801);
    intel_lbr_write(&model, 0x1c8, 4);
    intel_lbr_take(&model, &branch);
    is_u64(intel_lbr_read(&model, 0x1c9), 1, "... a suppressed branch");
}

static void test_intel_bits(void)
{
    intel_is(INTEL_SNB, UINT64_C(0xffffffff81000010), 0, 0x800, "snb, mispredicted");
    intel_is(INTEL_HSX, UINT64_C(0x9fffffff81000010), 0, 0x800, "hsx: no transaction");
    intel_is(INTEL_SKX, UINT64_C(0xffffffff81000010), UINT64_C(1) << 63, 0x801, "skx");
}

int main(void)
{
    test_stack();
    test_model();
    test_intel();
    test_intel_bits();
    return done_testing();
}
