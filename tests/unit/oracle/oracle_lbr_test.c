/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle's branch records against the manual's bits, and against the model:
 * after any branches and writes, all registers read the same. */
#include "models/x86/amd_lbr.h"
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

    oracle_lbr_begin(&lbr);
    oracle_lbr_branch(&lbr, &user);
    is_u64(reads(TO(0)), 0, "after reset they are off");
    oracle_lbr_write(&lbr, EXTENSION, 0x40);
    oracle_lbr_branch(&lbr, &kernel);
    for (unsigned i = 0; i < 15; i++)
        oracle_lbr_branch(&lbr, &user);
    is_u64(reads(FROM(15)), UINT64_C(0xffffffff81000000), "the oldest is mispredicted: bit 63");
    is_u64(reads(TO(15)), UINT64_C(0x9fffffff82000000), "... and its target has bit 63");
    is_u64(reads(TO(0)), VALID | 0x402000, "the newest");
    ok(oracle_lbr_decode(&lbr.entries[15], &branch) && branch.mispredicted &&
            branch.from == kernel.from && branch.to == kernel.to,
        "an entry is decoded");
    ok(!oracle_lbr_decode(&(struct oracle_lbr_entry){1, 2}, &branch), "... but not without flags");
    ok(oracle_lbr_decode(&(struct oracle_lbr_entry){1, UINT64_C(1) << 62}, &branch),
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

static void branch_both(struct amd_lbr *model)
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
    const struct oracle_lbr_branch branch = {.kind = op.far ? ORACLE_LBR_FAR : kinds[op.branch],
        .to_user = op.to_user,
        .mispredicted = any(2),
        .from = op.pc,
        .to = op.next_pc};
    struct x86_lbr_branch taken;

    if (model->on && x86_lbr_branched(&op, branch.mispredicted, &taken))
        amd_lbr_take(model, &taken);
    oracle_lbr_branch(&lbr, &branch);
}

static void write_both(struct amd_lbr *model)
{
    const unsigned reg = (unsigned)any(any(2) ? AMD_LBR_FROM0 : AMD_LBR_N_REGS);
    const uint64_t value = any(4) ? any(0x200) | 0x40 : any(UINT32_MAX) << 32 | any(UINT32_MAX);

    amd_lbr_write(model, reg, value);
    oracle_lbr_write(&lbr, amd_lbr_bank.regs[reg].offset, value);
}

static void test_model(void)
{
    struct amd_lbr model;
    unsigned differ = 0, held = 0;

    amd_lbr_reset(&model);
    oracle_lbr_begin(&lbr);
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
        differ += oracle_lbr_freezes(&lbr) != model.freezes;
    }
    is_u64(differ, 0, "the model's registers read the same");
    ok(held > 100000, "... with branches");
}

int main(void)
{
    test_stack();
    test_model();
    return done_testing();
}
