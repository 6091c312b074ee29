/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PMCU, typed for the oracle alone from the driver, the document and the
 * decoder that HiSilicon posted on 6 February 2023 (RFC, patches 1/4, 2/4 and
 * 4/4), in their order: registers, limits, and the subsample.
 */
#ifndef PMULAB_ORACLE_KUNPENG_PMCU_MANUAL_H
#define PMULAB_ORACLE_KUNPENG_PMCU_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

/* Patch 2/4: registers of 32 bits. In a pair of addresses, the high word is
 * first. */
enum oracle_pmcu_reg {
    ORACLE_FSM_STATUS,
    ORACLE_FSM_CFG,
    ORACLE_EVENT_BASE_H,
    ORACLE_EVENT_BASE_L,
    ORACLE_KILL_BASE_H,
    ORACLE_KILL_BASE_L,
    ORACLE_STORE_BASE_H,
    ORACLE_STORE_BASE_L,
    ORACLE_WAIT_CNT,
    ORACLE_FSM_CTRL,
    ORACLE_FSM_BRK,
    ORACLE_COMP,
    ORACLE_INT_EN,
    ORACLE_INT_MSK,
    ORACLE_INT_STAT,
    ORACLE_INT_CLR,
    ORACLE_PMCU_PMCR,
    ORACLE_PMCU_PMCCFILTR,
    ORACLE_PMCU_REGS,
};

struct oracle_pmcu_register {
    const char *name;
    uint32_t offset;
    uint32_t held; /* writable bits */
};

extern const struct oracle_pmcu_register oracle_pmcu_registers[ORACLE_PMCU_REGS];

/* The register that contains @offset, and the byte's number in it in *@byte; or
 * -1. */
int oracle_pmcu_at(uint32_t offset, unsigned *byte);

/* The register with the name @name in any case, or -1. */
int oracle_pmcu_named(const char *name);

/* FSM_CFG */
#define ORACLE_CFG_EV_LEN  UINT32_C(0x000000ff)
#define ORACLE_CFG_NR_LOOP UINT32_C(0x0000ff00)
#define ORACLE_CFG_NR_PMU  UINT32_C(0x000f0000)

/* FSM_CTRL, FSM_BRK, COMP: one bit */
#define ORACLE_TRIGGER UINT32_C(1)
#define ORACLE_BRK     UINT32_C(1)
#define ORACLE_ENABLE  UINT32_C(1)

/* INT_EN, INT_MSK, INT_STAT, INT_CLR */
#define ORACLE_INT_DONE UINT32_C(1)
#define ORACLE_INT_BRK  UINT32_C(2)

/* Limits and constants of the driver, patch 2/4; the places of a cluster, patch
 * 1/4. */
enum {
    ORACLE_WAIT_HZ = 50000000,    /* ticks of WAIT_CNT: 50000 in a millisecond */
    ORACLE_ROUND_EVENTS = 8,      /* limit of counters in a round */
    ORACLE_ROUND_EVENTS_COMP = 5, /* the same, in compatibility mode */
    ORACLE_FIRST_COMP = 3,        /* the first counter that compatibility mode uses */
    ORACLE_CLUSTER = 8,           /* places in a cluster */
    ORACLE_MAX_SLOTS = 8 * 8,     /* in a die */
    ORACLE_NULL_EVENT = 0xc000,   /* pads lists: 0xc000 to 0xc0bf are reserved and count nothing */
    ORACLE_CONTEXT_BYTES = 4,     /* of a context ID in a subsample */
    ORACLE_COUNT_BYTES = 8,       /* of a count */
};

/* Patches 1/4 and 4/4: the blocks of a subsample in their order. */
enum oracle_block {
    ORACLE_BLOCK_CONTEXT_1, /* CONTEXTIDR_EL1 */
    ORACLE_BLOCK_CONTEXT_2, /* CONTEXTIDR_EL2 */
    ORACLE_BLOCK_EVENT,     /* one block for each event of the round */
    ORACLE_BLOCK_CYCLES,    /* not in compatibility mode */
};

struct oracle_layout {
    unsigned clusters, events;
    bool compatible;
};

/* Bytes of a subsample. */
uint32_t oracle_subsample_bytes(const struct oracle_layout *layout);

/* The offset of the value of @slot, a CPU's number on its die, in block @block;
 * in event blocks, of event number @event. */
uint32_t oracle_subsample_offset(
    const struct oracle_layout *layout, enum oracle_block block, unsigned event, unsigned slot);

#endif
