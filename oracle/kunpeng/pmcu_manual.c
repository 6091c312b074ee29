/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PMCU's registers and the order of a subsample, by the posted driver and
 * decoder. */
#include "oracle/kunpeng/pmcu_manual.h"

#include <strings.h>

const struct oracle_pmcu_register oracle_pmcu_registers[ORACLE_PMCU_REGS] = {
    {"FSM_STATUS", 0x000, 0},
    {"FSM_CFG", 0x004, ORACLE_CFG_EV_LEN | ORACLE_CFG_NR_LOOP | ORACLE_CFG_NR_PMU},
    {"EVENT_BASE_H", 0x008, UINT32_MAX},
    {"EVENT_BASE_L", 0x00c, UINT32_MAX},
    {"KILL_BASE_H", 0x010, UINT32_MAX},
    {"KILL_BASE_L", 0x014, UINT32_MAX},
    {"STORE_BASE_H", 0x018, UINT32_MAX},
    {"STORE_BASE_L", 0x01c, UINT32_MAX},
    {"WAIT_CNT", 0x020, UINT32_MAX},
    {"FSM_CTRL", 0x038, 0},
    {"FSM_BRK", 0x03c, 0},
    {"COMP", 0x044, ORACLE_ENABLE},
    {"INT_EN", 0x100, ORACLE_INT_DONE | ORACLE_INT_BRK},
    {"INT_MSK", 0x104, ORACLE_INT_DONE | ORACLE_INT_BRK},
    {"INT_STAT", 0x108, 0},
    {"INT_CLR", 0x10c, 0},
    {"PMCR", 0x200, 0x000000ff},
    {"PMCCFILTR", 0x204, 0xff000000},
};

int oracle_pmcu_at(uint32_t offset, unsigned *byte)
{
    for (int reg = 0; reg < ORACLE_PMCU_REGS; reg++) {
        *byte = offset - oracle_pmcu_registers[reg].offset;
        if (offset >= oracle_pmcu_registers[reg].offset && *byte < 4)
            return reg;
    }
    return -1;
}

int oracle_pmcu_named(const char *name)
{
    for (int reg = 0; reg < ORACLE_PMCU_REGS; reg++)
        if (!strcasecmp(oracle_pmcu_registers[reg].name, name))
            return reg;
    return -1;
}

/* ---- a subsample ---- */

static uint32_t slots(const struct oracle_layout *layout)
{
    return layout->clusters * ORACLE_CLUSTER;
}

/* Patch 1/4: entry i of a block is CPU number i / C of cluster i % C, of C
 * clusters. */
static uint32_t entry_of(const struct oracle_layout *layout, unsigned slot)
{
    uint32_t entry = 0;

    while (entry / layout->clusters + ORACLE_CLUSTER * (entry % layout->clusters) != slot)
        entry++;
    return entry;
}

uint32_t oracle_subsample_offset(
    const struct oracle_layout *layout, enum oracle_block block, unsigned event, unsigned slot)
{
    uint32_t context = slots(layout) * ORACLE_CONTEXT_BYTES,
             count = slots(layout) * ORACLE_COUNT_BYTES;
    uint32_t entry = entry_of(layout, slot);

    switch (block) {
    case ORACLE_BLOCK_CONTEXT_1:
        return entry * ORACLE_CONTEXT_BYTES;
    case ORACLE_BLOCK_CONTEXT_2:
        return context + entry * ORACLE_CONTEXT_BYTES;
    case ORACLE_BLOCK_EVENT:
        return 2 * context + event * count + entry * ORACLE_COUNT_BYTES;
    case ORACLE_BLOCK_CYCLES:
        break;
    }
    return 2 * context + layout->events * count + entry * ORACLE_COUNT_BYTES;
}

/* Patch 2/4: 8 bytes for each place, NR_PMU + 2 times; + 1 in compatibility
 * mode, without cycles. */
uint32_t oracle_subsample_bytes(const struct oracle_layout *layout)
{
    return slots(layout) * 8 * (layout->events + (layout->compatible ? 1 : 2));
}
