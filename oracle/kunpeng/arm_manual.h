/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PMU of an arm64 core, typed for the oracle alone from the Arm
 * Architecture Reference Manual (DDI 0487). It contains the system registers
 * and their fields (section D19.5), and the events (section D13.11). Each event
 * has its source on this machine's clock (docs/hardware/kunpeng.md, "What
 * events count").
 */
#ifndef PMULAB_ORACLE_KUNPENG_ARM_MANUAL_H
#define PMULAB_ORACLE_KUNPENG_ARM_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_ARM_EVENTS = 31,   /* the architecture's limit of event counters */
    ORACLE_ARM_COUNTERS = 32, /* plus the cycle counter */
    ORACLE_ARM_CYCLES = 31,   /* the cycle counter, which is the last: its bit and its number */
};

/* Section D19.5, in its order. PMXEVCNTR and PMXEVTYPER access the counter that
 * PMSELR selects. */
enum oracle_arm_reg {
    ORACLE_PMCCFILTR,
    ORACLE_PMCCNTR,
    ORACLE_PMCEID0,
    ORACLE_PMCEID1,
    ORACLE_PMCNTENCLR,
    ORACLE_PMCNTENSET,
    ORACLE_PMCR,
    ORACLE_PMINTENCLR,
    ORACLE_PMINTENSET,
    ORACLE_PMOVSCLR,
    ORACLE_PMOVSSET,
    ORACLE_PMSELR,
    ORACLE_PMSWINC,
    ORACLE_PMXEVCNTR,
    ORACLE_PMXEVTYPER,
    ORACLE_MDCR_EL2,
    ORACLE_CONTEXTIDR_EL1,
    ORACLE_CONTEXTIDR_EL2,
    ORACLE_CONTEXTIDR_EL12,
    ORACLE_PMEVCNTR0,
    ORACLE_PMEVTYPER0 = ORACLE_PMEVCNTR0 + ORACLE_ARM_EVENTS,
    ORACLE_ARM_REGS = ORACLE_PMEVTYPER0 + ORACLE_ARM_EVENTS,
};

/* Bits 20:5 of MRS and MSR: op0, op1, CRn, CRm, op2. */
uint32_t oracle_arm_code(enum oracle_arm_reg reg);

/* The register with this code, or -1. */
int oracle_arm_coded(uint32_t code);

/* The register with the name @name ("PMCR_EL0") in any case, or -1. The second
 * returns a register's name, in this thread's memory. */
int oracle_arm_named(const char *name);
const char *oracle_arm_name(enum oracle_arm_reg reg);

/* PMCR_EL0. Bits 31:24 are the implementer, 0x48 for HiSilicon; N is in
 * 15:11. */
#define ORACLE_PMCR_E   (UINT64_C(1) << 0)
#define ORACLE_PMCR_P   (UINT64_C(1) << 1)
#define ORACLE_PMCR_C   (UINT64_C(1) << 2)
#define ORACLE_PMCR_D   (UINT64_C(1) << 3)
#define ORACLE_PMCR_X   (UINT64_C(1) << 4)
#define ORACLE_PMCR_DP  (UINT64_C(1) << 5)
#define ORACLE_PMCR_LC  (UINT64_C(1) << 6)
#define ORACLE_PMCR_LP  (UINT64_C(1) << 7)
#define ORACLE_PMCR_IMP (UINT64_C(0x48) << 24)

/* PMEVTYPERn_EL0; PMCCFILTR_EL0 has the same filters and no event. */
#define ORACLE_TYPE_EVENT UINT64_C(0xffff)
#define ORACLE_TYPE_NSH   (UINT64_C(1) << 27)
#define ORACLE_TYPE_NSU   (UINT64_C(1) << 28)
#define ORACLE_TYPE_NSK   (UINT64_C(1) << 29)
#define ORACLE_TYPE_U     (UINT64_C(1) << 30)
#define ORACLE_TYPE_P     (UINT64_C(1) << 31)

/* MDCR_EL2 */
#define ORACLE_MDCR_HPMN UINT64_C(0x1f)
#define ORACLE_MDCR_HPME (UINT64_C(1) << 7)
#define ORACLE_MDCR_HLP  (UINT64_C(1) << 26)

/* A core's work, counted separately for users and the kernel. */
enum oracle_did {
    ORACLE_INSTRUCTIONS,
    ORACLE_LOADS,
    ORACLE_STORES,
    ORACLE_BRANCHES, /* taken or not */
    ORACLE_EXCEPTIONS,
    ORACLE_RETURNS,
    ORACLE_CONTEXTS, /* writes of CONTEXTIDR by the kernel */
    ORACLE_N_DIDS,
};

struct oracle_work {
    uint64_t users[ORACLE_N_DIDS], kernel[ORACLE_N_DIDS];
};

/* An instruction takes four cycles. In three of them the core waits: for data
 * if it loads, otherwise for instructions. */
enum oracle_arm_source {
    ORACLE_COUNTS_TRAFFIC, /* the scenario's traffic: nothing in the guest causes it */
    ORACLE_COUNTS_SOFTWARE,
    ORACLE_COUNTS_INSTRUCTIONS,
    ORACLE_COUNTS_LOADS,
    ORACLE_COUNTS_STORES,
    ORACLE_COUNTS_LOADS_AND_STORES,
    ORACLE_COUNTS_BRANCHES,
    ORACLE_COUNTS_EXCEPTIONS,
    ORACLE_COUNTS_RETURNS,
    ORACLE_COUNTS_CONTEXTS,
    ORACLE_COUNTS_BUSY,      /* four for each instruction */
    ORACLE_COUNTS_WAITS,     /* three for each instruction */
    ORACLE_COUNTS_DATA,      /* three for each load */
    ORACLE_COUNTS_NO_SUPPLY, /* three for each other instruction */
};

/* Section D13.11: SW_INCR and CPU_CYCLES. */
enum { ORACLE_SW_INCR = 0x0000, ORACLE_CPU_CYCLES = 0x0011 };

/* The source of event @number; traffic for numbers that the table lacks. */
enum oracle_arm_source oracle_arm_event(uint16_t number);

/* The number of the event with the name @name in any case, or -1. */
int oracle_arm_event_named(const char *name);

/* The number of events from source @counts in @did, the work of users or of the
 * kernel. 0 for traffic and software increments. */
uint64_t oracle_arm_happened(enum oracle_arm_source counts, const uint64_t did[ORACLE_N_DIDS]);

/* PMCEID0 (@first 0) and PMCEID1 (@first 32): bit n is event @first + n, bit 32
 * + n event 0x4000 + @first + n. Events that execution causes are
 * implemented. */
uint64_t oracle_arm_events_there(unsigned first);

#endif
