/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The trace: one record for everything that software and the plan did to the hardware, and its form on disk.
 *
 * A file is a header (magic, version, machine, configuration as text) and then records, each a few bytes: a
 * kind, then what differs from the record before, as variable-length integers. A file that was cut short is
 * readable up to the cut.
 */
#ifndef PMULAB_SIM_TRACE_H
#define PMULAB_SIM_TRACE_H

#include <stddef.h>
#include <stdint.h>

enum trace_kind {
    TRACE_READ,       /* @size bytes at @offset of @block gave @value; of an MSR box, the whole register */
    TRACE_WRITE,      /* likewise, written */
    TRACE_STEP_BEGIN, /* @value: the step's number */
    TRACE_STEP_END,
    TRACE_PLAN,     /* the plan's entry number @value took effect */
    TRACE_OVERFLOW, /* register number @offset of @block passed its last value */
    TRACE_REFUSED, /* the plan's entry number @value could not take effect beside the traffic of the moment */
    TRACE_POST,    /* hardware brought the memory that is @block up to date, for the @value-th time */
    TRACE_EXECUTED, /* @cpu has retired @value instructions, of users (@offset 0) or the kernel (@offset 1) */
    TRACE_SAMPLE,   /* @pc was sampled on @cpu, for @block: @offset and @value say which sample it is, in the
                       terms of the machine */
    TRACE_LATCH,    /* hardware put @value into the register at @offset of @block: part of a sample of @pc on
                       @cpu */
    TRACE_CACHE,    /* the model's caches answered @cpu's access to @value, from @pc: @offset tells how */
    TRACE_COUNTED,  /* of what @offset says, in the terms of the machine, @cpu has done @value so far */
    TRACE_ROUND,   /* hardware's round number @value for the memory that is @block has begun to count (@offset
                      0) or ceased to (@offset 1) */
    TRACE_FAULT,   /* a fault began: the plan's entry number @value */
    TRACE_MASKED,  /* the record before it is a read that met a fault: the hardware gave @value instead */
    TRACE_DROPPED, /* the record before it is a write that met a fault: it did not reach the hardware */
    TRACE_N_KINDS,
};

struct trace_record {
    enum trace_kind kind;
    uint8_t size;    /* bytes of a register access */
    uint16_t cpu;    /* that made it; 0 for what no CPU did */
    uint16_t block;  /* the machine's number of it */
    uint32_t offset; /* bytes, or the register's number in a numbered bank */
    uint64_t time;   /* virtual ns */
    uint64_t pc;     /* of the accessing instruction; 0 for what no CPU did */
    uint64_t value;
};

/* What encoding and decoding remember from one record to the next. Begins as all zero bytes. */
struct trace_state {
    struct trace_record last;
};

#define TRACE_MAGIC      "PMULABT1"
#define TRACE_RECORD_MAX 64 /* bytes that one record can take at most */

/* Writes @record to @out (TRACE_RECORD_MAX bytes of room) and returns the bytes used. */
size_t trace_encode(struct trace_state *state, const struct trace_record *record, uint8_t *out);

/* Reads a record from @in of @length bytes. Returns the bytes used, or 0 where they hold no whole, sound
 * record. */
size_t trace_decode(struct trace_state *state, const uint8_t *in, size_t length, struct trace_record *record);

#endif
