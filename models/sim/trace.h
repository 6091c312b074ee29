/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The trace: one record for each action of software and the plan on the
 * hardware. models/sim/trace_frame.h has its form on disk.
 */
#ifndef PMULAB_MODELS_SIM_TRACE_H
#define PMULAB_MODELS_SIM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of records. The machine defines the numbers in TRACE_SAMPLE and
 * TRACE_COUNTED. */
enum trace_kind {
    /* @size bytes at @offset of @block returned @value; in an MSR box the whole
     * register */
    TRACE_READ,
    TRACE_WRITE,      /* the same for a write */
    TRACE_STEP_BEGIN, /* @value: the step's number */
    TRACE_STEP_END,
    TRACE_PLAN,     /* the plan's entry number @value took effect */
    TRACE_OVERFLOW, /* register number @offset of @block overflowed */
    /* the plan's entry number @value conflicted with the current traffic and
     * had no effect */
    TRACE_REFUSED,
    TRACE_POST, /* hardware updated the counters in memory of @block, for the @value-th time */
    /* @cpu has retired @value instructions: users' (@offset 0) or the kernel's
     * (1) */
    TRACE_EXECUTED,
    /* @pc was sampled on @cpu, for @block; @offset and @value identify the
     * sample */
    TRACE_SAMPLE,
    /* hardware latched @value into @offset of @block: part of a sample of @pc
     * on @cpu */
    TRACE_LATCH,
    /* the model's caches handled @cpu's access to @value, from @pc; @offset has
     * the result */
    TRACE_CACHE,
    TRACE_COUNTED, /* @cpu's total so far of the kind @offset is @value */
    /* round number @value into the memory of @block began to count (@offset 0)
     * or stopped (1) */
    TRACE_ROUND,
    TRACE_FAULT, /* the fault of the plan's entry number @value began */
    /* the previous record is a read affected by a fault: the hardware returned
     * @value instead */
    TRACE_MASKED,
    /* the previous record is a write affected by a fault: it did not reach the
     * hardware */
    TRACE_DROPPED,
    /* The plugin's own count, independent of records: @cpu's total so far of
     * the kind @offset, an enum trace_audit, is @value. Written at the marks of
     * steps for changed counts, and at the end for all. */
    TRACE_AUDIT,
    TRACE_CLOSED, /* the last record; @value records came before */
    /* @cpu has executed the instruction at @pc: its fact of kind @offset is
     * @value */
    TRACE_OP,
    TRACE_WITNESS, /* the guest reports, on @cpu, that the enum sim_witness @offset is @value */
    /* The guest's caches have moved @value lines between memory and the
     * controller @block, since the last such record; @offset: enum
     * cachelines_direction (models/sim/cachelines.h). */
    TRACE_CACHELINES,
    /* An interrupt is sent on line @offset (the machine's number: the host's
     * irq hook, or the CPU of an NMI) to @cpu, or 0 if any CPU may take it.
     * @value: instructions that @cpu has certainly executed, or 0 if any CPU
     * may take it. */
    TRACE_INTERRUPT,
    /* The plugin's second count of @cpu's work, independent of the model: its
     * total so far of the kind @offset, an enum trace_recount, is @value.
     * Written after accesses to the core PMU of @block. */
    TRACE_RECOUNT,
    /* @cpu has branched from @pc to @value: recorded by the plugin, independent
     * of the model, while branch records are on. @offset: see enum
     * trace_branch. Written before the next access to the CPU's core PMU or
     * branch records, and before the next overflow. */
    TRACE_BRANCH,
    /* the previous record is a read that never ends: the last record */
    TRACE_HANG,
    TRACE_N_KINDS,
};

/* The offset of a TRACE_BRANCH record: a kind, and flags. The trace has the
 * last branches of each kind and privilege before the access or overflow. A
 * record with BRANCH_EARLIER has the number (@value) of earlier branches that
 * are left out; it comes before all branches. */
enum trace_branch {
    BRANCH_CONDITIONAL, /* taken */
    BRANCH_JUMP,
    BRANCH_INDIRECT_JUMP,
    BRANCH_CALL,
    BRANCH_INDIRECT_CALL,
    BRANCH_RETURN,
    BRANCH_FAR,
    BRANCH_INTERRUPT, /* or an exception: @pc is the interrupted instruction */
    BRANCH_N_KINDS,
    BRANCH_TO_USER = 8,       /* the target runs with user privilege */
    BRANCH_MISPREDICTED = 16, /* by the model's predictor */
    BRANCH_EARLIER = 32,
    BRANCH_END = 64,
};

/* Each kind is counted at least while a counter of the core needs it. The first
 * kinds are in pairs: the users', then the kernel's. */
enum trace_recount {
    RECOUNT_LOADS,
    RECOUNT_STORES = RECOUNT_LOADS + 2,
    RECOUNT_BRANCHES = RECOUNT_STORES + 2, /* followed one by one */
    /* trace_sum() of all of the above. It is the last record of an access. */
    RECOUNT_SUM = RECOUNT_BRANCHES + 2,
    RECOUNT_N,
};

enum trace_audit {
    AUDIT_READS,   /* accesses that the trap layer passed to a machine */
    AUDIT_WRITES,  /* ... */
    AUDIT_VALUES,  /* trace_sum() of their values, in order */
    AUDIT_RECORDS, /* records before this one, of all CPUs; @cpu is 0 */
    /* interrupts sent of the first kind (WITNESS_TAKEN); @cpu is 0 if any CPU
     * may take them */
    AUDIT_SENT,
    AUDIT_N = AUDIT_SENT + 4,
};

struct trace_record {
    enum trace_kind kind;
    uint8_t size;    /* bytes of a register access */
    uint16_t cpu;    /* the accessing CPU; 0 if no CPU caused the record */
    uint32_t block;  /* the machine's number for the block */
    uint32_t offset; /* bytes, or the register's number in a numbered bank */
    uint64_t time;   /* virtual ns */
    uint64_t pc;     /* of the accessing instruction; 0 if no CPU caused the record */
    uint64_t value;
    /* For an access: the latest address in a driver's text in its call path, or
     * 0 if there is none. A reader may use this field for other data
     * (harness/trace/call_paths.h). */
    uint64_t call_path;
};

/* Adds an access to @sum, which begins as 0. A different value, kind or order
 * results in a different sum. */
static inline uint64_t trace_sum(uint64_t sum, bool write, uint64_t value)
{
    return (sum << 9 | sum >> 55) + (value ^ value >> 29) * 2 + write + 1;
}

#endif
