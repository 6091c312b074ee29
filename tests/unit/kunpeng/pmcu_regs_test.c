/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers of the PMCU and of a core PMU, compared with numbers typed from
 * the driver and the manual. */
#include "models/kunpeng/arm_pmu_regs.h"
#include "models/kunpeng/pmcu_regs.h"
#include "tests/tap.h"

static uint64_t field(const struct reg_bank *bank, const char *reg, const char *name)
{
    int r = reg_bank_named(bank, reg), f = r < 0 ? -1 : reg_field_named(&bank->regs[r], name);

    return f < 0 ? 0 : reg_field_mask(&bank->regs[r], &bank->regs[r].fields[f]);
}

static void test_offsets(void)
{
    static const struct {
        const char *name;
        uint32_t offset;
        uint32_t writable;
    } known[] = {{"FSM_STATUS", 0x0, 0}, {"FSM_CFG", 0x4, 0xfffff},
        {"EVENT_BASE_H", 0x8, 0xffffffff}, {"EVENT_BASE_L", 0xc, 0xffffffff},
        {"KILL_BASE_H", 0x10, 0xffffffff}, {"KILL_BASE_L", 0x14, 0xffffffff},
        {"STORE_BASE_H", 0x18, 0xffffffff}, {"STORE_BASE_L", 0x1c, 0xffffffff},
        {"WAIT_CNT", 0x20, 0xffffffff}, {"FSM_CTRL", 0x38, 0}, {"FSM_BRK", 0x3c, 0},
        {"COMP", 0x44, 1}, {"INT_EN", 0x100, 3}, {"INT_MSK", 0x104, 3}, {"INT_STAT", 0x108, 0},
        {"INT_CLR", 0x10c, 0}, {"PMCR", 0x200, 0xff}, {"PMCCFILTR", 0x204, 0xff000000}};

    is_u64(pmcu_bank.n_regs, sizeof(known) / sizeof(known[0]), "the driver's number of registers");
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        int reg = reg_bank_named(&pmcu_bank, known[i].name);
        ok(reg >= 0 && pmcu_bank.regs[reg].offset == known[i].offset &&
                pmcu_bank.regs[reg].width == 32,
            "%s is at 0x%x", known[i].name, known[i].offset);
        if (reg < 0)
            continue;
        is_u64(reg_write(&pmcu_bank.regs[reg], 0, UINT64_MAX, UINT32_MAX), known[i].writable,
            "... and holds");
        is_u64(reg_reset(&pmcu_bank.regs[reg]), 0, "... 0 after reset");
    }
}

static void test_fields(void)
{
    static const struct {
        const char *reg, *field;
        uint64_t mask;
    } known[] = {{"FSM_CFG", "EV_LEN", 0xff}, {"FSM_CFG", "NR_LOOP", 0xff00},
        {"FSM_CFG", "NR_PMU", 0xf0000}, {"FSM_CTRL", "TRIGGER", 1}, {"FSM_BRK", "BRK", 1},
        {"COMP", "ENABLE", 1}, {"INT_EN", "DONE", 1}, {"INT_EN", "BRK", 2}, {"INT_MSK", "DONE", 1},
        {"INT_MSK", "BRK", 2}, {"INT_STAT", "DONE", 1}, {"INT_STAT", "BRK", 2},
        {"INT_CLR", "DONE", 1}, {"INT_CLR", "BRK", 2}, {"PMCR", "E", 1}, {"PMCR", "P", 2},
        {"PMCR", "C", 4}, {"PMCR", "LC", 0x40}, {"PMCR", "LP", 0x80},
        {"PMCCFILTR", "P", 0x80000000}, {"PMCCFILTR", "U", 0x40000000},
        {"PMCCFILTR", "NSK", 0x20000000}, {"PMCCFILTR", "NSU", 0x10000000},
        {"PMCCFILTR", "NSH", 0x08000000}, {"PMCCFILTR", "M", 0x04000000}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        is_u64(field(&pmcu_bank, known[i].reg, known[i].field), known[i].mask, "%s.%s",
            known[i].reg, known[i].field);
    is_u64(PMCU_TICK_HZ, 50000 * 1000, "WAIT_CNT has 50000 ticks a millisecond");
}

/* Numbers as arch/arm64 has them: op0:op1:CRn:CRm:op2, see bits 20:5 of the
 * instruction. */
static void test_sysregs(void)
{
    static const struct {
        const char *name;
        uint32_t mrs; /* the instruction that reads it into x0 */
    } known[] = {{"PMCR_EL0", 0xd53b9c00}, {"PMCNTENSET_EL0", 0xd53b9c20},
        {"PMCNTENCLR_EL0", 0xd53b9c40}, {"PMOVSCLR_EL0", 0xd53b9c60}, {"PMSELR_EL0", 0xd53b9ca0},
        {"PMCEID0_EL0", 0xd53b9cc0}, {"PMCEID1_EL0", 0xd53b9ce0}, {"PMCCNTR_EL0", 0xd53b9d00},
        {"PMXEVTYPER_EL0", 0xd53b9d20}, {"PMXEVCNTR_EL0", 0xd53b9d40}, {"PMOVSSET_EL0", 0xd53b9e60},
        {"PMINTENSET_EL1", 0xd5389e20}, {"PMINTENCLR_EL1", 0xd5389e40},
        {"PMCCFILTR_EL0", 0xd53befe0}, {"MDCR_EL2", 0xd53c1120}, {"CONTEXTIDR_EL1", 0xd538d020},
        {"CONTEXTIDR_EL2", 0xd53cd020}, {"CONTEXTIDR_EL12", 0xd53dd020},
        {"PMEVCNTR0_EL0", 0xd53be800}, {"PMEVCNTR9_EL0", 0xd53be920},
        {"PMEVCNTR30_EL0", 0xd53bebc0}, {"PMEVTYPER0_EL0", 0xd53bec00},
        {"PMEVTYPER30_EL0", 0xd53befc0}};

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        int reg = reg_bank_named(&arm_bank, known[i].name);
        is_u64(reg < 0 ? 0 : arm_bank.regs[reg].offset, known[i].mrs >> 5 & 0xffff, "%s",
            known[i].name);
    }
    for (unsigned i = 0; i < arm_bank.n_regs; i++)
        if (reg_bank_at(&arm_bank, arm_bank.regs[i].offset) != (int)i)
            ok(false, "%s has a unique number", arm_bank.regs[i].name);
    is_u64(field(&arm_bank, "PMCR_EL0", "N"), 0xf800, "PMCR_EL0.N");
    is_u64(field(&arm_bank, "MDCR_EL2", "HPMN"), 0x1f, "MDCR_EL2.HPMN");
    is_u64(field(&arm_bank, "MDCR_EL2", "HPME"), 0x80, "MDCR_EL2.HPME");
    is_u64(field(&arm_bank, "MDCR_EL2", "HLP"), 1 << 26, "MDCR_EL2.HLP");
    is_u64(field(&arm_bank, "PMEVTYPER7_EL0", "NSH"), 1 << 27, "PMEVTYPER.NSH");
}

/* Each bit belongs to exactly one field. */
static void test_whole(const struct reg_bank *bank)
{
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        uint64_t all = 0;
        bool twice = false;
        for (unsigned f = 0; f < reg->n_fields; f++) {
            twice |= (all & reg_field_mask(reg, &reg->fields[f])) != 0;
            all |= reg_field_mask(reg, &reg->fields[f]);
        }
        if (twice || all != reg_low_bits(reg->width))
            ok(false, "%s has a field for each bit", reg->name);
    }
    ok(true, "all bits of %s have a field", bank->name);
}

int main(void)
{
    test_offsets();
    test_fields();
    test_sysregs();
    test_whole(&pmcu_bank);
    test_whole(&arm_bank);
    return done_testing();
}
