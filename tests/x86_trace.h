/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace of core PMUs, written by hand: the accesses of Linux's
 * arch/x86/events/core.c in their order, and the work of each CPU between them.
 * To start, a counter is set, then selected and enabled; to stop, it is
 * disabled and read. The test specifies every value, so nothing here counts.
 */
#ifndef PMULAB_TESTS_X86_TRACE_H
#define PMULAB_TESTS_X86_TRACE_H

#include "harness/truth/truth.h"
#include "models/epyc/epyc.h"
#include "models/snbep/snbep.h"
#include "models/snbep/snbep_cpu.h"
#include "models/x86/core_work.h"

#define X86_CPUS 2

/* Bits of a select register. */
#define X86_USR (UINT64_C(1) << 16)
#define X86_OS  (UINT64_C(1) << 17)
#define X86_INT (UINT64_C(1) << 20)
#define X86_EN  (UINT64_C(1) << 22)

/* perf's longest period on AMD, the start value of `perf stat`'s events: -(2^47
 * - 1). */
#define X86_BEGIN UINT64_C(0x800000000001)

struct x86_trace {
    GArray *records; /* struct trace_record */
    unsigned block;  /* of CPU 0's core PMU */
    guint64 now;
    guint64 done[X86_CPUS][2][X86_N_WORK];
};

static inline void x86_trace_begin(struct x86_trace *t, unsigned block)
{
    *t = (struct x86_trace){
        .records = g_array_new(FALSE, FALSE, sizeof(struct trace_record)), .block = block};
}

static inline struct trace_record *x86_trace_add(struct x86_trace *t, enum trace_kind kind,
    unsigned cpu, unsigned block, guint32 offset, guint64 value)
{
    const struct trace_record record = {.kind = kind,
        .size = 8,
        .cpu = (uint16_t)cpu,
        .block = block,
        .offset = offset,
        .time = t->now += 100,
        .value = value};

    g_array_append_val(t->records, record);
    return &g_array_index(t->records, struct trace_record, t->records->len - 1);
}

static inline struct trace_record *x86_step(struct x86_trace *t, gboolean end)
{
    return x86_trace_add(t, end ? TRACE_STEP_END : TRACE_STEP_BEGIN, 0, 0, 0, 1);
}

static inline struct trace_record *x86_write(
    struct x86_trace *t, unsigned cpu, guint32 msr, guint64 value)
{
    return x86_trace_add(t, TRACE_WRITE, cpu, t->block + cpu, msr, value);
}

static inline struct trace_record *x86_read(
    struct x86_trace *t, unsigned cpu, guint32 msr, guint64 value)
{
    return x86_trace_add(t, TRACE_READ, cpu, t->block + cpu, msr, value);
}

static inline struct trace_record *x86_over(struct x86_trace *t, unsigned cpu, guint32 msr)
{
    return x86_trace_add(t, TRACE_OVERFLOW, cpu, t->block + cpu, msr, 0);
}

/* @cpu has done @users and @kernel more of @what. */
static inline void x86_did(
    struct x86_trace *t, unsigned cpu, enum x86_work what, guint64 users, guint64 kernel)
{
    const guint64 more[] = {users, kernel};

    for (unsigned k = 0; k < 2; k++) {
        t->done[cpu][k][what] += more[k];
        if (more[k])
            x86_trace_add(t, TRACE_COUNTED, cpu, t->block + cpu, X86_COUNTED_OF(what, k),
                t->done[cpu][k][what]);
    }
}

static inline void x86_works(struct x86_trace *t, unsigned cpu, guint64 users, guint64 kernel)
{
    x86_did(t, cpu, X86_INSTRUCTIONS, users, kernel);
}

/* AMD, as on Zen2: counter @i of @cpu starts from @value with @select, and
 * stops with @value. */
static inline void amd_start(
    struct x86_trace *t, unsigned cpu, unsigned i, guint64 select, guint64 value)
{
    x86_write(t, cpu, 0xc0010201 + 2 * i, value);
    x86_write(t, cpu, 0xc0010200 + 2 * i, select | X86_INT | X86_EN);
}

static inline void amd_stop(
    struct x86_trace *t, unsigned cpu, unsigned i, guint64 select, guint64 value)
{
    x86_write(t, cpu, 0xc0010200 + 2 * i, select | X86_INT);
    x86_read(t, cpu, 0xc0010201 + 2 * i, value);
}

static inline void x86_trace_end(struct x86_trace *t)
{
    g_array_unref(t->records);
}

#endif
