/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Core PMUs of x86, typed a second time from the makers' manuals. AMD: APM
 * volume 2 (24593), section 13.2; Zen4's PPR (55901), section 2.1.14. Intel:
 * SDM volume 3, chapter "Performance Monitoring"; volume 4, table of
 * architectural MSRs.
 */
#ifndef PMULAB_ORACLE_X86_MANUAL_H
#define PMULAB_ORACLE_X86_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

enum oracle_x86_maker { ORACLE_AMD, ORACLE_INTEL };

/* Cores whose events, or Linux's names for them, differ. */
enum oracle_x86_part {
    ORACLE_X86_10H, /* AMD family 10h */
    ORACLE_X86_ZEN1,
    ORACLE_X86_ZEN2, /* and Zen3 */
    ORACLE_X86_ZEN4,
    ORACLE_X86_ZEN5, /* and later */
    ORACLE_X86_SNB,  /* Intel: Sandy Bridge-EP, */
    ORACLE_X86_IVB,  /* Ivy Bridge-EP, */
    ORACLE_X86_HSX,  /* Haswell-EP, */
    ORACLE_X86_BDX,  /* Broadwell-EP, */
    ORACLE_X86_SKX,  /* Skylake-SP and Cascade Lake, */
    ORACLE_X86_ICX,  /* Ice Lake-SP, */
    ORACLE_X86_SPR,  /* Sapphire Rapids */
    ORACLE_X86_PARTS,
};

/* docs/time.md, "Waits": the core cycles for which an instruction waits, beside
 * its own four. */
struct oracle_x86_waits {
    unsigned l1, l2, l3, peer, remote, dram, device; /* a load or a fetch, by who answers */
    unsigned tlb2, walk;                             /* a refill of the first TLB */
    unsigned branch;                                 /* one that is mispredicted */
};

/* The PMU of a core. */
struct oracle_x86_pmu {
    enum oracle_x86_part part;
    /* AMD: 0 on family 10h, 1 with six counters, 2 with PerfMonV2's global
     * registers; Intel: CPUID 0AH.EAX[7:0] */
    unsigned version;
    unsigned general, fixed;       /* counters */
    bool free_running;             /* free-running counters */
    struct oracle_x86_waits waits; /* zeros: no instruction waits */
};

/* The PMU of Intel's @part. @alone: a core has one thread. */
struct oracle_x86_pmu oracle_x86_intel(enum oracle_x86_part part, bool alone);

/* Counters have numbers: general ones from 0, fixed ones from ORACLE_X86_FIXED
 * on. */
enum { ORACLE_X86_FIXED = 16, ORACLE_X86_COUNTERS = 20, ORACLE_X86_NONE = ORACLE_X86_COUNTERS };

#define ORACLE_X86_COUNT ((UINT64_C(1) << 48) - 1) /* a counter's maximum */

enum oracle_x86_role {
    ORACLE_X86_SELECT, /* PERF_CTL, IA32_PERFEVTSEL: of one general counter */
    ORACLE_X86_VALUE,  /* PERF_CTR, IA32_A_PMC, IA32_FIXED_CTR: of one counter */
    ORACLE_X86_NARROW, /* IA32_PMC: writes have 32 bits */
    ORACLE_X86_FIXED_CTL,
    ORACLE_X86_STATUS,   /* which counters have overflowed */
    ORACLE_X86_CONTROL,  /* which counters are enabled */
    ORACLE_X86_CLEAR,    /* clears bits of the status */
    ORACLE_X86_SET,      /* sets them */
    ORACLE_X86_RESPONSE, /* MSR_OFFCORE_RSP: selects the responses that one event counts */
    ORACLE_X86_INUSE,    /* which counters are in use */
    ORACLE_X86_METRICS,  /* shares of slots */
    ORACLE_X86_CAPABILITIES,
    ORACLE_X86_FREE, /* MPERF, APERF, IRPERF: free-running counters */
    ORACLE_X86_FREE_COPY,
    ORACLE_X86_HWCR,
};

/* The free-running counters, of 64 bits. */
enum { ORACLE_X86_MPERF, ORACLE_X86_APERF, ORACLE_X86_IRPERF, ORACLE_X86_N_FREE };

struct oracle_x86_reg {
    enum oracle_x86_role role;
    unsigned
        counter; /* of the first three roles and the free-running ones; or the event's number */
};

/* Whether MSR number @msr is one of @pmu's. Sets *@reg. */
bool oracle_x86_reg_at(const struct oracle_x86_pmu *pmu, uint32_t msr, struct oracle_x86_reg *reg);

/* Intel: the constant value of IA32_PERF_CAPABILITIES, and that of
 * MSR_PERF_METRICS after any number of slots. */
uint64_t oracle_x86_capabilities(const struct oracle_x86_pmu *pmu);
uint64_t oracle_x86_metrics(const struct oracle_x86_pmu *pmu);

/* Bits of an event select register, the same on both but for the event's upper
 * bits (AMD) and AnyThread. */
#define ORACLE_X86_EVENT      UINT64_C(0xff)
#define ORACLE_X86_UMASK      UINT64_C(0xff00)
#define ORACLE_X86_USR        (UINT64_C(1) << 16)
#define ORACLE_X86_OS         (UINT64_C(1) << 17)
#define ORACLE_X86_EDGE       (UINT64_C(1) << 18)
#define ORACLE_X86_INT        (UINT64_C(1) << 20)
#define ORACLE_X86_EN         (UINT64_C(1) << 22)
#define ORACLE_X86_INV        (UINT64_C(1) << 23)
#define ORACLE_X86_CMASK      (UINT64_C(0xff) << 24)
#define ORACLE_X86_EVENT_HIGH (UINT64_C(0xf) << 32) /* AMD */
#define ORACLE_X86_GUEST_ONLY (UINT64_C(1) << 40)   /* AMD */
#define ORACLE_X86_HOST_ONLY  (UINT64_C(1) << 41)   /* AMD */

/* IA32_FIXED_CTR_CTRL has four bits for each counter. */
enum { ORACLE_X86_FIXED_OS = 1, ORACLE_X86_FIXED_USR = 2, ORACLE_X86_FIXED_PMI = 8 };

/* Intel: a selection's upper bits select the responses that an event counts:
 * kinds of requests, and responders. The last bit is for responses that the
 * oracle cannot distinguish. */
#define ORACLE_X86_OF_LOADS   (UINT64_C(1) << 40)
#define ORACLE_X86_OF_STORES  (UINT64_C(1) << 41)
#define ORACLE_X86_OF_FETCHES (UINT64_C(1) << 42)
#define ORACLE_X86_BY_L3      (UINT64_C(1) << 43)
#define ORACLE_X86_BY_REMOTE  (UINT64_C(1) << 44)
#define ORACLE_X86_BY_DRAM    (UINT64_C(1) << 45)
#define ORACLE_X86_BY_DEVICE  (UINT64_C(1) << 46)
#define ORACLE_X86_BY_SOME    (UINT64_C(1) << 47)
#define ORACLE_X86_RESPONSES  (UINT64_C(0xff) << 40)

/* Events of responses. Each has a register: MSR_OFFCORE_RSP_0 and _1. */
enum { ORACLE_X86_RESPONSE_EVENTS = 2 };

/* The number of the event of responses with these bits in its select register,
 * or -1. */
int oracle_x86_response_event(const struct oracle_x86_pmu *pmu, uint64_t select);

/* The selection of event number 0 with @value in its register: both count the
 * same. */
uint64_t oracle_x86_response(const struct oracle_x86_pmu *pmu, uint64_t value);

/* Returns oracle_x86_fixed_event() if a fixed counter counts the same as
 * @selection; else @selection. */
uint64_t oracle_x86_same(const struct oracle_x86_pmu *pmu, uint64_t selection);

/* The bits of the global registers: a general counter's is its number, the
 * first fixed one's this. */
enum { ORACLE_X86_GLOBAL_FIXED = 32, ORACLE_X86_GLOBAL_METRICS = 48 };

/* The general counter selection that counts the same as fixed counter number
 * @i. */
uint64_t oracle_x86_fixed_event(unsigned i);

/* A core's work, counted separately for users and the kernel. */
enum oracle_x86_did {
    ORACLE_X86_INSTRUCTIONS, /* retired */
    ORACLE_X86_BRANCHES,     /* of them, taken or not */
    ORACLE_X86_EXCEPTIONS,   /* taken to this privilege, interrupts among them */
    ORACLE_X86_MISPREDICTED, /* branches */
    ORACLE_X86_TAKEN,
    ORACLE_X86_LOADS,
    ORACLE_X86_STORES,
    ORACLE_X86_LOAD_MISSES, /* of the L1 data cache */
    ORACLE_X86_STORE_MISSES,
    ORACLE_X86_LOAD_L2_MISSES,
    ORACLE_X86_STORE_L2_MISSES,
    ORACLE_X86_LOAD_L3, /* answered by the L3, or by another CPU's cache below it */
    ORACLE_X86_STORE_L3,
    ORACLE_X86_LOAD_REMOTE, /* answered by another socket */
    ORACLE_X86_STORE_REMOTE,
    ORACLE_X86_LOAD_DRAM,
    ORACLE_X86_STORE_DRAM,
    ORACLE_X86_LOAD_DEVICE,
    ORACLE_X86_STORE_DEVICE,
    ORACLE_X86_FETCHES, /* from the L1 instruction cache */
    ORACLE_X86_FETCH_MISSES,
    ORACLE_X86_FETCH_L2_MISSES,
    ORACLE_X86_FETCH_L3,
    ORACLE_X86_FETCH_REMOTE,
    ORACLE_X86_FETCH_DRAM,
    ORACLE_X86_LOAD_TLB_HITS, /* L1 misses that hit in the L2 */
    ORACLE_X86_STORE_TLB_HITS,
    ORACLE_X86_LOAD_WALKS,
    ORACLE_X86_STORE_WALKS,
    ORACLE_X86_ITLB_HITS,
    ORACLE_X86_ITLB_WALKS,
    ORACLE_X86_COND_TAKEN, /* conditional branches */
    ORACLE_X86_COND_NOT_TAKEN,
    ORACLE_X86_JUMPS, /* direct and near */
    ORACLE_X86_INDIRECT_JUMPS,
    ORACLE_X86_CALLS,
    ORACLE_X86_INDIRECT_CALLS,
    ORACLE_X86_RETURNS,
    ORACLE_X86_FAR,
    ORACLE_X86_WRONG_TAKEN, /* mispredicted; the first two conditional */
    ORACLE_X86_WRONG_NOT_TAKEN,
    ORACLE_X86_WRONG_JUMPS, /* indirect */
    ORACLE_X86_WRONG_CALLS,
    ORACLE_X86_WRONG_RETURNS,
    ORACLE_X86_WRONG_FAR,
    ORACLE_X86_LOAD_L1, /* answered by it */
    ORACLE_X86_LOAD_L2,
    ORACLE_X86_STORE_L1,
    ORACLE_X86_STORE_L2,
    ORACLE_X86_FETCH_L1,
    ORACLE_X86_FETCH_L2,
    ORACLE_X86_LOAD_PEER, /* a part of LOAD_L3: answered by another CPU's cache */
    ORACLE_X86_FETCH_PEER,
    ORACLE_X86_SLOW_BRANCHES, /* mispredicted, and waited for */
    ORACLE_X86_BUS,           /* cycles of 100 MHz, one for 5 instructions; not in the trace */
    ORACLE_X86_CRYSTAL,       /* cycles of 25 MHz, one for 20 */
    ORACLE_X86_WAITED,        /* core cycles: oracle_x86_waited(); not in the trace */
    ORACLE_X86_N_DIDS,
};

enum oracle_x86_maker oracle_x86_maker(const struct oracle_x86_pmu *pmu);

/* Bits of a select register that identify the event: its number and unit
 * mask. */
uint64_t oracle_x86_event_bits(const struct oracle_x86_pmu *pmu);

/* AMD: there are no guests here, and SVM is off, so a counter with only
 * GuestOnly or only HostOnly counts nothing. */
bool oracle_x86_of_nobody(const struct oracle_x86_pmu *pmu, uint64_t selection);

/*
 * The amount that a counter adds for @did, a core's work with one privilege.
 * @selection has its bits of a select register except USR and OS. The clock is
 * that of docs/hardware: an instruction takes four cycles. All its events are
 * in one of them; in the others it waits, as in ORACLE_X86_WAITED. Returns
 * false if the amount is unknown.
 */
bool oracle_x86_counted(const struct oracle_x86_pmu *pmu, uint64_t selection,
    const uint64_t did[ORACLE_X86_N_DIDS], uint64_t *amount);

/* The cycles for which @did's instructions wait. */
uint64_t oracle_x86_waited(
    const struct oracle_x86_waits *waits, const uint64_t did[ORACLE_X86_N_DIDS]);

/* The most that one instruction adds, with all its events. */
uint64_t oracle_x86_most(const struct oracle_x86_pmu *pmu, uint64_t selection);

/* Sets *@event to the event that perf's lists name @name ("ex_ret_instr",
 * "inst_retired.any"), in any case. */
bool oracle_x86_event_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *event);

#endif
