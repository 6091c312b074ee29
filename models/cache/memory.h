/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory hierarchy that decides the outcome of a sampled op or fetch. Each
 * CPU has two levels of TLB, for data and for instructions, L1 caches, an op
 * cache and an L2. Each socket's CPUs form one core complex (CCX) with an L3,
 * which also knows the CPU that has modified a line. All outcomes result from
 * the accesses passed to it.
 */
#ifndef PMULAB_MODELS_CACHE_MEMORY_H
#define PMULAB_MODELS_CACHE_MEMORY_H

#include "models/cache/ways.h"
#include "models/sim/op.h"

#define MEMORY_MAX_CPUS    32
#define MEMORY_MAX_SOCKETS 2
#define MEMORY_LINE_SHIFT  6 /* log2 of a line's bytes */

/* The lines of a cache, from its size in KiB. */
#define MEMORY_LINES(kib) ((kib)*1024 >> MEMORY_LINE_SHIFT)

/* The highest bit of an L3's entry, in its note: the line is not in memory yet
 * (dirty). */
#define MEMORY_DIRTY (UINT64_C(1) << 63)

/* Largest number of entries in a table: lines of 64 bytes, or pages. */
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

/* Where the data was found, from near to far. */
enum memory_level {
    MEMORY_UNKNOWN, /* the physical address is unknown, so there was no look-up */
    MEMORY_L1,
    MEMORY_L2,
    MEMORY_L3,
    MEMORY_PEER,   /* another CPU of the socket that had modified the line */
    MEMORY_REMOTE, /* a CPU of another socket that had modified the line */
    MEMORY_DRAM,
    MEMORY_IO, /* a device, which is not cached */
    MEMORY_N_LEVELS,
};

enum memory_tlb { MEMORY_TLB_L1, MEMORY_TLB_L2, MEMORY_TLB_WALK, MEMORY_N_TLBS };

enum memory_page { MEMORY_4K, MEMORY_2M, MEMORY_1G };

struct memory_config {
    struct ways_shape tables[MEMORY_N_TABLES];
    uint16_t cycles[MEMORY_N_LEVELS]; /* core cycles until the data arrives; 0 for MEMORY_UNKNOWN */
    uint16_t refill[MEMORY_N_TLBS];   /* core cycles to refill an L1 TLB; 0 for MEMORY_TLB_L1 */
};

struct memory_outcome {
    enum memory_level level;
    enum memory_tlb tlb;
    enum memory_page page;
    bool op_cache_miss; /* fetches only */
    uint16_t cycles;    /* from @level */
    uint16_t refill;    /* from @tlb */
};

struct memory_cpu {
    uint64_t dtlb[MEMORY_MAX_TLB], dtlb2[MEMORY_MAX_TLB2];
    uint64_t itlb[MEMORY_MAX_TLB], itlb2[MEMORY_MAX_TLB2];
    uint64_t l1d[MEMORY_MAX_L1], l1i[MEMORY_MAX_L1], op_cache[MEMORY_MAX_L1];
    uint64_t l2[MEMORY_MAX_L2];
};

/* A line that an L3 brought from DRAM, or wrote back to it. */
struct memory_move {
    uint64_t line; /* physical address, in lines */
    bool write;
};

/* Limit of lines that one access moves: a line may evict another, and an access
 * may cross two. */
#define MEMORY_MOVES 4

struct memory {
    struct memory_config config;
    unsigned n_moves; /* by the latest access or fetch: */
    struct memory_move moves[MEMORY_MOVES];
    unsigned n_cpus, n_sockets, cpus_per_socket;
    struct memory_cpu cpus[MEMORY_MAX_CPUS];
    uint64_t l3[MEMORY_MAX_SOCKETS]
               [MEMORY_MAX_L3]; /* note: number + 1 of the CPU that has modified the line, or 0; and
                                   MEMORY_DIRTY, from then on until the line is written back */
};

/* Returns the largest number of entries of a table of kind @table. */
uint32_t memory_most(enum memory_table table);

/* Empties all tables. @config must have valid shapes. CPUs are split evenly
 * among sockets, in order. */
void memory_reset(
    struct memory *m, const struct memory_config *config, unsigned n_cpus, unsigned n_sockets);

/* CPU number @cpu makes @access. If it crosses a line, it gets the outcome of
 * the slower half. */
struct memory_outcome memory_access(
    struct memory *m, unsigned cpu, const struct sim_op_access *access);

/* The same without the TLBs: CPU number @cpu loads or stores @size bytes at
 * @physical. The access must not cross a page. */
void memory_touch(struct memory *m, unsigned cpu, uint64_t physical, unsigned size, bool store);

/* CPU number @cpu fetches the line in which @op begins. */
struct memory_outcome memory_fetch(struct memory *m, unsigned cpu, const struct sim_op *op);

/* An outcome as a number, for traces: level 3:0, TLB 5:4, page 7:6, store 8,
 * fetch 9, op cache miss 10, cycles 31:16. Decoding does not restore the TLB's
 * refill cycles. */
enum { MEMORY_CODE_STORE = 1 << 8, MEMORY_CODE_FETCH = 1 << 9 };
uint32_t memory_code(const struct memory_outcome *outcome, bool store, bool fetch);
struct memory_outcome memory_decoded(uint32_t code);

#endif
