/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Losses of a trace: made-up traces with counts, without some of their
 * records. */
#include "harness/judge/losses.h"

#include "tests/tap.h"

#include <string.h>

enum { N = 24 };

/* Two CPUs: a write and two reads of CPU 0, a read of CPU 1, step 1, a read of
 * each, the end. */
struct trace {
    struct trace_record records[N];
    gsize n;
    struct {
        uint64_t reads, writes, values;
    } cpus[2];
};

static void add(struct trace *trace, struct trace_record record)
{
    record.time = 1000 * (trace->n + 1);
    trace->records[trace->n++] = record;
}

static void make_access(struct trace *trace, enum trace_kind kind, unsigned cpu, uint64_t value)
{
    add(trace, (struct trace_record){
                   .kind = kind, .cpu = (uint16_t)cpu, .pc = 0x1000, .size = 4, .value = value});
    trace->cpus[cpu].reads += kind == TRACE_READ;
    trace->cpus[cpu].writes += kind == TRACE_WRITE;
    trace->cpus[cpu].values = trace_sum(trace->cpus[cpu].values, kind == TRACE_WRITE, value);
}

static void audit(struct trace *trace, unsigned cpu, enum trace_audit what, uint64_t value)
{
    add(trace, (struct trace_record){
                   .kind = TRACE_AUDIT, .cpu = (uint16_t)cpu, .offset = what, .value = value});
}

static void audit_all(struct trace *trace)
{
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        audit(trace, cpu, AUDIT_READS, trace->cpus[cpu].reads);
        audit(trace, cpu, AUDIT_WRITES, trace->cpus[cpu].writes);
        audit(trace, cpu, AUDIT_VALUES, trace->cpus[cpu].values);
    }
    audit(trace, 0, AUDIT_RECORDS, trace->n);
}

/* The hardware's own write to memory does not belong to a CPU. */
static struct trace whole(void)
{
    struct trace trace = {.n = 0};

    make_access(&trace, TRACE_WRITE, 0, 0x400304);
    make_access(&trace, TRACE_READ, 0, 5);
    make_access(&trace, TRACE_READ, 1, 7);
    add(&trace, (struct trace_record){.kind = TRACE_WRITE, .value = 3});
    make_access(&trace, TRACE_READ, 0, 6);
    add(&trace, (struct trace_record){.kind = TRACE_STEP_END, .value = 1});
    audit_all(&trace);
    make_access(&trace, TRACE_READ, 0, 8);
    make_access(&trace, TRACE_READ, 1, 9);
    audit_all(&trace);
    add(&trace, (struct trace_record){.kind = TRACE_CLOSED, .value = trace.n});
    return trace;
}

/* Without record number @i. */
static struct trace without(gsize i)
{
    struct trace trace = whole();

    memmove(&trace.records[i], &trace.records[i + 1], (N - i - 1) * sizeof(trace.records[0]));
    trace.n--;
    return trace;
}

/* The lines are @expected, each followed by a newline. */
static void lines_are(const struct trace *trace, const char *expected, const char *what)
{
    struct losses losses = losses_find(trace->records, trace->n);
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < losses.lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(losses.lines, i));
    is_str(text->str, expected, "%s", what);
    losses_clear(&losses);
}

static void test_whole(void)
{
    struct trace trace = whole();
    struct losses losses = losses_find(trace.records, trace.n);

    is_u64(losses.lines->len, 0, "nothing is lost");
    is_u64(losses.accesses, 6, "accesses");
    is_u64(losses.cpus, 2, "of two CPUs");
    is_u64(losses.records, 23, "records");
    ok(losses.closed, "closed");
    losses_clear(&losses);
    losses = losses_find(trace.records, trace.n - 1);
    ok(!losses.closed && !losses.lines->len, "a trace without its end record is open");
    losses_clear(&losses);
    losses = losses_find(NULL, 0);
    ok(!losses.closed && !losses.lines->len, "an empty trace is open");
    losses_clear(&losses);
}

static void test_accesses(void)
{
    struct trace trace = without(1);

    lines_are(&trace,
        "trace: CPU 0: 1 of 2 reads is missing, between 0.000000000 s and 0.000007000 s\n"
        "trace: 1 of 12 records is missing, between 0.000000000 s and 0.000013000 s\n",
        "a read of the first step");
    trace = without(14);
    lines_are(&trace,
        "trace: CPU 1: 1 of 1 reads is missing, between 0.000010000 s and 0.000019000 s\n"
        "trace: 1 of 9 records is missing, between 0.000013000 s and 0.000022000 s\n",
        "a read of another CPU, after it");
    trace = without(0);
    lines_are(&trace,
        "trace: CPU 0: 1 of 1 writes is missing, between 0.000000000 s and 0.000008000 s\n"
        "trace: 1 of 12 records is missing, between 0.000000000 s and 0.000013000 s\n",
        "a write");
    trace = whole();
    trace.records[14].cpu = 0;
    lines_are(&trace,
        "trace: CPU 0: 2 reads, and only 1 happened, between 0.000007000 s and 0.000016000 s\n"
        "trace: CPU 1: 1 of 1 reads is missing, between 0.000010000 s and 0.000019000 s\n",
        "a read by the wrong CPU");
}

static void test_values(void)
{
    struct trace trace = whole();

    trace.records[1].value ^= 1;
    lines_are(&trace,
        "trace: CPU 0: its accesses have other values or another order than it saw, between "
        "0.000000000 s "
        "and "
        "0.000009000 s\n",
        "a value that the guest did not see");
    trace = whole();
    trace.records[1].value = 6;
    trace.records[4].value = 5;
    lines_are(&trace,
        "trace: CPU 0: its accesses have other values or another order than it saw, between "
        "0.000000000 s "
        "and "
        "0.000009000 s\n",
        "two reads in another order");
}

static void test_others(void)
{
    struct trace trace = without(3);

    lines_are(&trace,
        "trace: 1 of 12 records is missing, between 0.000000000 s and 0.000013000 s\n",
        "a record that is not an access");
    trace = without(21);
    lines_are(&trace,
        "trace: 1 of 10 records is missing, between 0.000013000 s and 0.000023000 s\n",
        "a count itself");
    trace = whole();
    trace.records[6].offset = AUDIT_N;
    lines_are(&trace, "", "a count that this version does not support");
}

int main(void)
{
    test_whole();
    test_accesses();
    test_values();
    test_others();
    return done_testing();
}
