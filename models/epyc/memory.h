/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory hierarchy that tells what a sampled op or fetch met: for each CPU two levels of TLB, for data
 * and for instructions, L1 caches, an op cache and an L2; for each socket, whose CPUs are one core complex
 * (CCX), an L3 that also knows which of its CPUs has modified a line. It sees only what it is shown, and is
 * the only place that outcomes come from.
 */
#ifndef PMULAB_MODELS_EPYC_MEMORY_H
#define PMULAB_MODELS_EPYC_MEMORY_H

#include "models/epyc/ibs_regs.h"
#include "models/epyc/ways.h"
#include "models/sim/op.h"

#define MEMORY_MAX_CPUS    32
#define MEMORY_MAX_SOCKETS 2
#define MEMORY_LINE_SHIFT  6 /* log2 of a line's bytes */

/* Most entries of a table: lines of 64 bytes, or pages. */
#define MEMORY_MAX_TLB  128
#define MEMORY_MAX_TLB2 4096
#define MEMORY_MAX_L1   1024
#define MEMORY_MAX_L2   16384
#define MEMORY_MAX_L3   524288

enum memory_table {
    MEMORY_TABLE_DTLB,
    MEMORY_TABLE_DTLB2,
    MEMORY_TABLE_ITLB,
    MEMORY_TABLE_ITLB2,
    MEMORY_TABLE_L1D,
    MEMORY_TABLE_L1I,
    MEMORY_TABLE_OP_CACHE,
    MEMORY_TABLE_L2,
    MEMORY_TABLE_L3,
    MEMORY_N_TABLES,
};

/* What answered, from near to far. */
enum memory_level {
    MEMORY_UNKNOWN, /* the physical address is not known, and no cache was asked */
    MEMORY_L1,
    MEMORY_L2,
    MEMORY_L3,
    MEMORY_PEER,   /* another CPU of the socket, which had modified the line */
    MEMORY_REMOTE, /* a CPU of another socket, which had modified the line */
    MEMORY_DRAM,
    MEMORY_IO, /* a device: nothing is cached */
    MEMORY_N_LEVELS,
};

enum memory_tlb { MEMORY_TLB_L1, MEMORY_TLB_L2, MEMORY_TLB_WALK, MEMORY_N_TLBS };

enum memory_page { MEMORY_4K, MEMORY_2M, MEMORY_1G };

struct memory_config {
    struct ways_shape tables[MEMORY_N_TABLES];
    uint16_t cycles[MEMORY_N_LEVELS]; /* core cycles until the data is there; 0 at MEMORY_UNKNOWN */
    uint16_t refill[MEMORY_N_TLBS];   /* core cycles that an L1 TLB's refill takes; 0 at MEMORY_TLB_L1 */
};

struct memory_outcome {
    enum memory_level level;
    enum memory_tlb tlb;
    enum memory_page page;
    bool op_cache_miss; /* of a fetch */
    uint16_t cycles;    /* of @level */
    uint16_t refill;    /* of @tlb */
};

struct memory_cpu {
    uint64_t dtlb[MEMORY_MAX_TLB], dtlb2[MEMORY_MAX_TLB2];
    uint64_t itlb[MEMORY_MAX_TLB], itlb2[MEMORY_MAX_TLB2];
    uint64_t l1d[MEMORY_MAX_L1], l1i[MEMORY_MAX_L1], op_cache[MEMORY_MAX_L1];
    uint64_t l2[MEMORY_MAX_L2];
};

struct memory {
    struct memory_config config;
    unsigned n_cpus, n_sockets, cpus_per_socket;
    struct memory_cpu cpus[MEMORY_MAX_CPUS];
    uint64_t l3[MEMORY_MAX_SOCKETS][MEMORY_MAX_L3]; /* noted: CPU + 1 that has modified the line, or 0 */
};

/* What CPUs of @variant have. */
const struct memory_config *memory_defaults(enum ibs_variant variant);

/* Most entries that a table of kind @table can have. */
uint32_t memory_most(enum memory_table table);

/* Empties everything. @config must have sound shapes; CPUs belong to sockets in equal shares, the first to
 * the first. */
void memory_reset(struct memory *m, const struct memory_config *config, unsigned n_cpus, unsigned n_sockets);

/* CPU number @cpu makes @access; one that crosses a line has the outcome of the slower half. */
struct memory_outcome memory_access(struct memory *m, unsigned cpu, const struct sim_op_access *access);

/* CPU number @cpu fetches the line that @op begins in. */
struct memory_outcome memory_fetch(struct memory *m, unsigned cpu, const struct sim_op *op);

/*
 * An outcome as a number, as traces have it: level 3:0, TLB 5:4, page 7:6, store 8, fetch 9, op cache miss
 * 10, cycles 31:16. The other way, cycles of the TLB's refill are not known.
 */
enum { MEMORY_CODE_STORE = 1 << 8, MEMORY_CODE_FETCH = 1 << 9 };
uint32_t memory_code(const struct memory_outcome *outcome, bool store, bool fetch);
struct memory_outcome memory_decoded(uint32_t code);

#endif
