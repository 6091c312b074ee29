/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest driver's register header, written for the kernel, agrees with the
 * model's description. */
#include "models/kunpeng/pmcu_regs.h"
#include "tests/tap.h"

#define BIT(n)          (1u << (n))
#define GENMASK(hi, lo) (UINT32_MAX >> (31 - (hi)) & ~(BIT(lo) - 1))

/* Its macros hide the model's enumerators of the same names from here on. */
#include "driver/hisi_pmcu/pmcu_regs.h"

#define REG(reg)                                                                                   \
    {                                                                                              \
#reg, PMCU_##reg                                                                           \
    }
static const struct {
    const char *name;
    uint32_t offset;
} driver_regs[] = {REG(FSM_STATUS), REG(FSM_CFG), REG(EVENT_BASE_H), REG(EVENT_BASE_L),
    REG(KILL_BASE_H), REG(KILL_BASE_L), REG(STORE_BASE_H), REG(STORE_BASE_L), REG(WAIT_CNT),
    REG(FSM_CTRL), REG(FSM_BRK), REG(COMP), REG(INT_EN), REG(INT_MSK), REG(INT_STAT), REG(INT_CLR),
    REG(PMCR), REG(PMCCFILTR)};

#define FIELD(reg, field)                                                                          \
    {                                                                                              \
#reg, #field, PMCU_##reg##_##field                                                         \
    }
#define INTERRUPT(reg)                                                                             \
    {#reg, "DONE", PMCU_INT_DONE},                                                                 \
    {                                                                                              \
#reg, "BRK", PMCU_INT_BRK                                                                  \
    }
static const struct {
    const char *reg, *field;
    uint32_t mask;
} driver_fields[] = {FIELD(FSM_CFG, EV_LEN), FIELD(FSM_CFG, NR_LOOP), FIELD(FSM_CFG, NR_PMU),
    FIELD(FSM_CTRL, TRIGGER), FIELD(FSM_BRK, BRK), FIELD(COMP, ENABLE), FIELD(PMCR, E),
    FIELD(PMCR, LC), FIELD(PMCR, LP), INTERRUPT(INT_EN), INTERRUPT(INT_MSK), INTERRUPT(INT_STAT),
    INTERRUPT(INT_CLR)};

static const struct reg *find(const char *name)
{
    int number = reg_bank_named(&pmcu_bank, name);

    return number < 0 ? NULL : &pmcu_bank.regs[number];
}

static void test_offsets(void)
{
    for (size_t i = 0; i < sizeof(driver_regs) / sizeof(driver_regs[0]); i++) {
        const struct reg *reg = find(driver_regs[i].name);

        is_u64(driver_regs[i].offset, reg ? reg->offset : UINT32_MAX, "%s", driver_regs[i].name);
    }
    is_u64(sizeof(driver_regs) / sizeof(driver_regs[0]), pmcu_bank.n_regs,
        "the header has all registers");
}

static void test_fields(void)
{
    for (size_t i = 0; i < sizeof(driver_fields) / sizeof(driver_fields[0]); i++) {
        const struct reg *reg = find(driver_fields[i].reg);
        int field = reg ? reg_field_named(reg, driver_fields[i].field) : -1;

        is_u64(driver_fields[i].mask, field < 0 ? 0 : reg_field_mask(reg, &reg->fields[field]),
            "%s.%s", driver_fields[i].reg, driver_fields[i].field);
    }
}

int main(void)
{
    test_offsets();
    test_fields();
    is_u64(PMCU_TICKS_PER_MS, PMCU_TICK_HZ / 1000, "ticks of a millisecond");
    is_u64(PMCU_PMCCFILTR_FILTER, 0xff000000, "PMCCFILTR: bits 31:24 are the filter");
    return done_testing();
}
