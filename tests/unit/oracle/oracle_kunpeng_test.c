/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the oracle and of the model of `kunpeng`, typed separately, row
 * by row; and the slides' subsample. */
#include "models/kunpeng/kunpeng.h"
#include "oracle/kunpeng/machine.h"
#include "oracle/kunpeng/recording.h"
#include "tests/tap.h"

#include <stdio.h>
#include <string.h>

/* ---- core PMUs ---- */

static void core_registers(void)
{
    unsigned n = 0;

    is_u64(ORACLE_ARM_REGS, ARM_N_REGS, "the same number of core registers");
    for (uint32_t code = 0; code <= UINT16_MAX; code++) {
        int mine = oracle_arm_coded(code), other = reg_bank_at(&arm_bank, code);

        if ((mine < 0) != (other < 0))
            ok(false, "code %04x is a register in both or in neither", (unsigned)code);
        if (mine < 0 || other < 0)
            continue;
        n++;
        is_str(oracle_arm_name((enum oracle_arm_reg)mine), arm_bank.regs[other].name, "its name");
        is_u64(oracle_arm_code((enum oracle_arm_reg)mine), code, "... and code");
        is_u64(oracle_arm_named(arm_bank.regs[other].name), mine, "... by name");
    }
    is_u64(n, ORACLE_ARM_REGS, "all were found");
}

static uint64_t field_mask(const struct reg *reg, unsigned field)
{
    return reg_set(reg, field, 0, UINT64_MAX);
}

static void core_fields(void)
{
    const struct reg *pmcr = &arm_bank.regs[ARM_PMCR], *type = &arm_bank.regs[ARM_PMEVTYPER0],
                     *mdcr = &arm_bank.regs[ARM_MDCR_EL2];
    const struct {
        const struct reg *reg;
        unsigned field;
        uint64_t mask;
        const char *name;
    } fields[] = {
        {pmcr, ARM_PMCR_E, ORACLE_PMCR_E, "PMCR.E"},
        {pmcr, ARM_PMCR_P, ORACLE_PMCR_P, "PMCR.P"},
        {pmcr, ARM_PMCR_C, ORACLE_PMCR_C, "PMCR.C"},
        {pmcr, ARM_PMCR_D, ORACLE_PMCR_D, "PMCR.D"},
        {pmcr, ARM_PMCR_X, ORACLE_PMCR_X, "PMCR.X"},
        {pmcr, ARM_PMCR_DP, ORACLE_PMCR_DP, "PMCR.DP"},
        {pmcr, ARM_PMCR_LC, ORACLE_PMCR_LC, "PMCR.LC"},
        {pmcr, ARM_PMCR_LP, ORACLE_PMCR_LP, "PMCR.LP"},
        {type, ARM_TYPE_P, ORACLE_TYPE_P, "PMEVTYPER.P"},
        {type, ARM_TYPE_U, ORACLE_TYPE_U, "PMEVTYPER.U"},
        {type, ARM_TYPE_NSK, ORACLE_TYPE_NSK, "PMEVTYPER.NSK"},
        {type, ARM_TYPE_NSU, ORACLE_TYPE_NSU, "PMEVTYPER.NSU"},
        {type, ARM_TYPE_NSH, ORACLE_TYPE_NSH, "PMEVTYPER.NSH"},
        {type, ARM_TYPE_EVT_COUNT, ORACLE_TYPE_EVENT, "PMEVTYPER.evtCount"},
        {mdcr, ARM_MDCR_EL2_HPMN, ORACLE_MDCR_HPMN, "MDCR_EL2.HPMN"},
        {mdcr, ARM_MDCR_EL2_HPME, ORACLE_MDCR_HPME, "MDCR_EL2.HPME"},
        {mdcr, ARM_MDCR_EL2_HLP, ORACLE_MDCR_HLP, "MDCR_EL2.HLP"},
    };

    for (unsigned i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        is_u64(field_mask(fields[i].reg, fields[i].field), fields[i].mask, "%s", fields[i].name);
    is_u64(reg_reset(pmcr), ORACLE_PMCR_IMP, "PMCR after reset");
}

/* The count of each event for work with different parts. */
static void events(void)
{
    static const uint64_t did[ORACLE_N_DIDS] = {1000003, 100019, 10007, 1009, 101, 11, 7};
    const struct arm_moment moment = {
        .activity.kernel = {1000003, 100019, 10007, 1009, 101, 11}, .context_writes = 7};
    unsigned n = 0;

    for (unsigned number = 0; number <= UINT16_MAX; number++) {
        enum oracle_arm_source mine = oracle_arm_event((uint16_t)number);
        enum arm_source other = arm_event_source((uint16_t)number);

        n += mine != ORACLE_COUNTS_TRAFFIC;
        if ((mine == ORACLE_COUNTS_TRAFFIC) != (other == ARM_TRAFFIC) ||
            (mine == ORACLE_COUNTS_SOFTWARE) != (other == ARM_SOFTWARE) ||
            oracle_arm_happened(mine, did) != arm_source_total(other, &moment, true))
            ok(false, "event %04x counts the same", number);
    }
    is_u64(n, 22, "events that the guest causes");
    for (unsigned i = 0; i < arm_n_events; i++)
        is_u64(oracle_arm_event_named(arm_events[i].name), arm_events[i].number, "%s",
            arm_events[i].name);
    is_u64(oracle_arm_events_there(0), UINT64_C(0x00000020080e0fc1), "PMCEID0");
    is_u64(oracle_arm_events_there(32), UINT64_C(0x000000001c00001a), "PMCEID1");
}

/* ---- PMCUs ---- */

static uint32_t held_by(const struct reg *reg)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access == REG_RW)
            mask |= (uint32_t)field_mask(reg, i);
    return mask;
}

static void unit_registers(void)
{
    is_u64(ORACLE_PMCU_REGS, PMCU_N_REGS, "the same number of PMCU registers");
    for (unsigned i = 0; i < PMCU_N_REGS; i++) {
        const struct reg *reg = &pmcu_bank.regs[i];
        int mine = oracle_pmcu_named(reg->name);

        if (!ok(mine >= 0, "%s is there", reg->name))
            continue;
        is_u64(oracle_pmcu_registers[mine].offset, reg->offset, "... at its offset");
        is_u64(oracle_pmcu_registers[mine].held, held_by(reg), "... with its bits");
    }
    is_u64(field_mask(&pmcu_bank.regs[PMCU_FSM_CFG], FSM_CFG_EV_LEN), ORACLE_CFG_EV_LEN, "EV_LEN");
    is_u64(
        field_mask(&pmcu_bank.regs[PMCU_FSM_CFG], FSM_CFG_NR_LOOP), ORACLE_CFG_NR_LOOP, "NR_LOOP");
    is_u64(field_mask(&pmcu_bank.regs[PMCU_FSM_CFG], FSM_CFG_NR_PMU), ORACLE_CFG_NR_PMU, "NR_PMU");
    is_u64(field_mask(&pmcu_bank.regs[PMCU_INT_STAT], INT_STAT_DONE), ORACLE_INT_DONE, "DONE");
    is_u64(field_mask(&pmcu_bank.regs[PMCU_INT_STAT], INT_STAT_BRK), ORACLE_INT_BRK, "BRK");
    is_u64(PMCU_TICK_HZ, ORACLE_WAIT_HZ, "ticks of WAIT_CNT");
}

static void same_layout(unsigned clusters, unsigned n, bool compatible)
{
    const struct oracle_layout mine = {clusters, n, compatible};
    const struct subsample_layout other = {clusters, n, !compatible};
    unsigned wrong = oracle_subsample_bytes(&mine) != subsample_size(&other);

    for (unsigned slot = 0; slot < clusters * ORACLE_CLUSTER; slot++) {
        wrong += oracle_subsample_offset(&mine, ORACLE_BLOCK_CONTEXT_1, 0, slot) !=
                 subsample_context(&other, 0, slot);
        wrong += oracle_subsample_offset(&mine, ORACLE_BLOCK_CONTEXT_2, 0, slot) !=
                 subsample_context(&other, 1, slot);
        for (unsigned i = 0; i < n; i++)
            wrong += oracle_subsample_offset(&mine, ORACLE_BLOCK_EVENT, i, slot) !=
                     subsample_event(&other, i, slot);
        wrong += !compatible && oracle_subsample_offset(&mine, ORACLE_BLOCK_CYCLES, 0, slot) !=
                                    subsample_cycles(&other, slot);
    }
    is_u64(wrong, 0, "%u clusters, %u events%s", clusters, n, compatible ? ", compatible" : "");
}

/* The slides' dump has a header of 0x40 bytes: event 1 of CPU 0 is at 0x340, of
 * CPU 25 at 0x388; event 0 of CPU 38 at 0x300, of CPU 47 at 0x338. */
static void layouts(void)
{
    const struct oracle_layout slides = {6, 6, false};
    static const struct {
        uint32_t at;
        unsigned event, slot;
    } lines[] = {{0x300, 0, 38}, {0x338, 0, 47}, {0x340, 1, 0}, {0x388, 1, 25}};

    is_u64(oracle_subsample_bytes(&slides), 0xc00, "the slides' subsample");
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        is_u64(0x40 + oracle_subsample_offset(
                          &slides, ORACLE_BLOCK_EVENT, lines[i].event, lines[i].slot),
            lines[i].at, "event %u of CPU %u", lines[i].event, lines[i].slot);
    for (unsigned clusters = 1; clusters <= 8; clusters++)
        for (unsigned n = 1; n <= 8; n++) {
            same_layout(clusters, n, false);
            if (n <= 5)
                same_layout(clusters, n, true);
        }
}

/* ---- the scripts' requests ---- */

static void recordings(void)
{
    static const char first[] = "echo \"11 0x8 B\" > /sys/devices/hisi_pmcu_sccl3/user_events\n"
                                "echo 1 2 > /sys/devices/hisi_pmcu_sccl5/user_events\n"
                                "cat /sys/devices/hisi_pmcu_sccl3/user_events\n";
    static const char second[] =
        "pmcu-record -o x -e hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4,pmccfiltr=0x40/\n"
        "pmcu-record -e hisi_pmcu_sccl5/nr_sample=2/";
    struct oracle_recording asked;

    oracle_recording_begin(&asked);
    ok(asked.unknown, "at first nothing is requested");
    oracle_recording_script(&asked, first, 3);
    ok(asked.unknown, "a list, and no recording");
    oracle_recording_script(&asked, second, 3);
    is_str(asked.unknown, NULL, "a list and a recording");
    ok(asked.n == 3 && asked.events[0] == 0x11 && asked.events[1] == 8 && asked.events[2] == 0xb,
        "its events");
    ok(asked.samples == 10 && asked.period_ms == 4 && asked.filter == 0x40, "its terms");
    oracle_recording_script(&asked, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=0/", 3);
    ok(!asked.unknown && asked.samples == 128 && asked.period_ms == 3 && !asked.filter,
        "the driver's defaults");
    oracle_recording_script(&asked, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=$n/", 3);
    ok(asked.unknown, "a recording that is not literal");
    oracle_recording_script(&asked, "cut -c 1-3 > /sys/devices/hisi_pmcu_sccl3/user_events", 3);
    oracle_recording_script(&asked, second, 3);
    ok(asked.unknown, "a list that is not literal");
    oracle_recording_script(&asked, first, 5);
    oracle_recording_script(&asked, second, 5);
    ok(!asked.unknown && asked.n == 2 && asked.events[1] == 2 && asked.samples == 2,
        "a list and a recording of another die");
    oracle_recording_script(&asked, "insmod hisi_pmcu.ko", 5);
    oracle_recording_script(&asked, second, 5);
    ok(asked.unknown, "a reloaded driver has no list");
}

/* The longest list that the driver accepts, with leading zeros: 240 events in
 * 1728 characters. */
static void long_list(void)
{
    static const char path[] = "> /sys/devices/hisi_pmcu_sccl3/user_events";
    char script[2048];
    struct oracle_recording asked;
    size_t n = 5;

    memcpy(script, "echo ", n);
    for (unsigned i = 0; i < 240; i++)
        n += (size_t)snprintf(script + n, sizeof(script) - n, "0x%04x ", 0x100 + i);
    snprintf(script + n, sizeof(script) - n, "%s\n", path);
    oracle_recording_begin(&asked);
    oracle_recording_script(&asked, script, 3);
    oracle_recording_script(&asked, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=1/", 3);
    is_str(asked.unknown, NULL, "a list of 240 events");
    ok(asked.n == 240 && asked.events[239] == 0x1ef, "... all of them");
}

/* Bursts that do not fit their period, or have none. */
static void bursts(void)
{
    static struct oracle_kunpeng_plan plan;

    is_str(oracle_kunpeng_plan_line(&plan, "at boot"), NULL, "a moment");
    is_str(oracle_kunpeng_plan_line(&plan, "cpu0 L1D_CACHE level 2 for 1 of 0 cycles"),
        "a burst that fits its period", "no period");
    is_str(oracle_kunpeng_plan_line(&plan, "cpu0 L1D_CACHE level 2 for 11 of 10 cycles"),
        "a burst that fits its period", "too long a burst");
    is_str(oracle_kunpeng_plan_line(&plan, "cpu0 L1D_CACHE level 2 for 10 of 10 cycles"), NULL,
        "a burst that just fits");
}

/* Facts 5: 13 events are padded to 16 with rounds of 8, and to 15 with rounds
 * of 5. */
static void padding(void)
{
    struct oracle_recording asked = {.n = 13, .samples = 10};

    for (unsigned i = 0; i < 13; i++)
        asked.events[i] = (uint16_t)(100 + i);
    is_u64(oracle_recording_counters(&asked, 8), 8, "eight counters");
    is_u64(oracle_recording_subsamples(&asked, 8), 20, "two subsamples of a sample");
    is_u64(oracle_recording_subsamples(&asked, 5), 30, "three with five counters");
    is_u64(oracle_recording_event(&asked, 8, 3, 4), 112, "the last event");
    is_u64(oracle_recording_event(&asked, 8, 3, 5), 0xc000, "... and the padding");
    is_u64(oracle_recording_event(&asked, 5, 29, 2), 112, "the last event with five counters");
    is_u64(oracle_recording_event(&asked, 8, 4, 0), 100, "the list again");
}

int main(void)
{
    recordings();
    long_list();
    bursts();
    padding();
    core_registers();
    core_fields();
    events();
    unit_registers();
    layouts();
    return done_testing();
}
