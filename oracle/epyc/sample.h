/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected registers of a sample, from the executed code and the caches'
 * responses. */
#ifndef PMULAB_ORACLE_EPYC_SAMPLE_H
#define PMULAB_ORACLE_EPYC_SAMPLE_H

#include "oracle/epyc/insn.h"
#include "oracle/epyc/manual.h"
#include "oracle/perf/terms.h"

/* Where data was found, by its number in the log of the caches
 * (docs/hardware/epyc.md). */
enum oracle_level {
    ORACLE_NOWHERE, /* no physical address, so there was no lookup */
    ORACLE_L1,
    ORACLE_L2,
    ORACLE_L3,
    ORACLE_PEER,
    ORACLE_REMOTE,
    ORACLE_DRAM,
    ORACLE_DEVICE,
    ORACLE_LEVELS,
};

/* 0 the TLB's first level, 1 the second, 2 a walk */
enum { ORACLE_TLB_L1, ORACLE_TLB_L2, ORACLE_TLB_WALK, ORACLE_TLBS };

/* 0 4 KB, 1 2 MB, 2 1 GB */
enum { ORACLE_4K, ORACLE_2M, ORACLE_1G };

/* The configured hardware of a run. A latency of 0 is the part's default. */
struct oracle_epyc {
    enum oracle_part part;
    uint32_t caps;                  /* CPUID Fn8000_001B EAX */
    unsigned cycles[ORACLE_LEVELS]; /* lat-l1 to lat-io */
    unsigned refill[ORACLE_TLBS];   /* lat-tlb2, lat-walk */
    unsigned branch;                /* lat-branch */
    bool timed;                     /* instructions wait: docs/time.md */
    bool logged;                    /* whether the execution of each tagged op is known */
    bool predicts;                  /* and of all branches that the predictor saw */
};

/* Core cycles until @level has data, to refill the TLB from @tlb, and to the
 * target of a mispredicted branch. */
unsigned oracle_latency(const struct oracle_epyc *hardware, unsigned level);
unsigned oracle_refill(const struct oracle_epyc *hardware, unsigned tlb);
unsigned oracle_branch_cycles(const struct oracle_epyc *hardware);

/* The caches' response to one access. */
struct oracle_answer {
    bool there; /* it is in the log */
    unsigned level, tlb, page, cycles;
    bool store, fetch, op_cache_miss;
};

/* The number in a record of the log: level 3:0, TLB 5:4, page 7:6, store 8,
 * fetch 9, op cache miss 10, cycles 31:16. */
struct oracle_answer oracle_answer_read(uint32_t number);

/* Core cycles for which an instruction waits for @answer. */
unsigned oracle_answer_wait(const struct oracle_epyc *hardware, const struct oracle_answer *answer);

struct oracle_access {
    uint64_t linear, physical;
    bool has_physical, store, device;
    unsigned size, page_shift; /* bytes; log2 of the page size, 0: unknown (then 4 KB) */
    struct oracle_answer answer;
};

enum { ORACLE_ACCESSES = 4, ORACLE_SAMPLE_WHY = ORACLE_WHY };

/* An instruction that was executed. */
struct oracle_op {
    uint64_t pc, next; /* its address; the one executed next */
    uint64_t physical;
    bool has_physical, retired;
    unsigned page_shift, length;
    uint8_t bytes[ORACLE_INSN_BYTES];
    unsigned n_accesses;
    struct oracle_access accesses[ORACLE_ACCESSES];
    struct oracle_answer fetched; /* the fetch that begins with it, if one does */
    bool mispredicted;
};

/* Registers, by enum oracle_ibs_reg. Bits that are 0 in @known may have any
 * value. */
struct oracle_sample {
    uint64_t regs[ORACLE_IBS_REGS], known[ORACLE_IBS_REGS];
    uint32_t has; /* its registers, a bit each; 0: the sample is unknown */
    /* IBS_OP_CTL's count: up to 127 above @count, modulo @period */
    uint64_t count, period;
};

/* Whether @value of @reg has a possible count, if @reg is IBS_OP_CTL of an op
 * sample. */
bool oracle_sample_count_fits(enum oracle_part part, const struct oracle_sample *sample,
    enum oracle_ibs_reg reg, uint64_t value);

/* Fills in the data registers of a sampled op or fetch. For a fetch, also fills
 * in the outcome in IBS_FETCH_CTL. The engine sets the rest of the control
 * register. Returns false, with @why (one line), if the log of the caches
 * contradicts the executed code. */
bool oracle_sample_op(const struct oracle_epyc *hardware, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);
bool oracle_sample_fetch(const struct oracle_epyc *hardware, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY]);

/* The access that a sample describes: the first load, or else the first store;
 * NULL: no access. */
const struct oracle_access *oracle_sampled_access(const struct oracle_op *op);

/* Whether the filters in control registers @regs pass a sample of @op. The
 * second checks a sample of its fetch. */
bool oracle_wants_op(
    const struct oracle_epyc *hardware, const uint64_t *regs, const struct oracle_op *op);
bool oracle_wants_fetch(
    const struct oracle_epyc *hardware, const uint64_t *regs, const struct oracle_op *op);

#endif
