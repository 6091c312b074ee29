/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of the writes to a register in a step. */
#include "harness/judge/step_writes.h"

#include "tests/small_machine.h"
#include "tests/tap.h"

static GArray *records;

static void add(enum trace_kind kind, unsigned block, uint32_t offset, uint64_t value)
{
    const struct trace_record record = {
        .kind = kind, .block = block, .offset = offset, .size = 8, .value = value};

    g_array_append_val(records, record);
}

/* core0.MODE is at 0x10, core0.BASE at 0x11. */
static void fill(void)
{
    records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    add(TRACE_WRITE, SMALL_CORE, 0x10, 1);
    add(TRACE_STEP_BEGIN, 0, 0, 1);
    add(TRACE_WRITE, SMALL_CORE, 0x10, 2);
    add(TRACE_WRITE, SMALL_CORE, 0x11, 3);
    add(TRACE_WRITE, 0, 0, 9);
    add(TRACE_READ, SMALL_CORE, 0x10, 4);
    add(TRACE_WRITE, SMALL_CORE, 0x10, 5);
    add(TRACE_STEP_END, 0, 0, 1);
    add(TRACE_WRITE, SMALL_CORE, 0x10, 6);
    add(TRACE_STEP_BEGIN, 0, 0, 2);
    add(TRACE_STEP_END, 0, 0, 2);
}

/* The step begins with the trace, and the memory past its end contains no
 * record. */
static void fill_to_the_end(void)
{
    g_array_set_size(records, 0);
    add(TRACE_STEP_BEGIN, 0, 0, 1);
    add(TRACE_WRITE, SMALL_CORE, 0x10, 2);
    add(TRACE_WRITE, SMALL_CORE, 0x10, 7);
    g_array_set_size(records, 2);
}

static void is_figure(unsigned step, const char *name, gint64 expected)
{
    gint64 figure = -1;

    ok(step_writes_figure(&small_model, records, step, name, &figure), "step %u: %s is a figure",
        step, name);
    is_u64((guint64)figure, (guint64)expected, "... its value");
}

static void is_none(unsigned step, const char *name)
{
    gint64 figure;

    ok(!step_writes_figure(&small_model, records, step, name, &figure), "step %u: %s is none", step,
        name);
}

static void is_text(unsigned step, const char *name, const guint64 *wanted, const char *expected)
{
    g_autofree char *text = step_writes_text(&small_model, records, step, name, wanted);

    is_str(text, expected, "step %u: %s", step, name);
}

#define AT " (0.000000000 s, CPU 0)"

/* MODE's start is the first bit in IBM's numbering. */
static void test_text(void)
{
    const guint64 six = UINT64_C(1) << 63 | 6, five = 5, three = 3;

    is_text(1, "write:core0.MODE", NULL, "core0.MODE <- 0x5" AT);
    is_text(1, "write:core0.MODE", &six,
        "core0.MODE <- 0x5" AT ": start is 0x0, expected 0x1; rest is 0x5, expected 0x6");
    is_text(1, "write:core0.MODE", &five, "core0.MODE <- 0x5" AT);
    is_text(1, "write:core0.MODE#1", &three, "core0.MODE <- 0x2" AT ": rest is 0x2, expected 0x3");
    is_text(1, "writes:core0.MODE", &three, "core0.MODE <- 0x5" AT);
    is_text(2, "writes:core0.MODE", &three, NULL);
    is_text(1, "write:core0.OTHER", &three, NULL);
    is_text(1, "core0.MODE", &three, NULL);
}

int main(void)
{
    fill();
    is_figure(1, "writes:core0.MODE", 2);
    is_figure(1, "write:core0.MODE", 5);
    is_figure(1, "write:core0.MODE#1", 2);
    is_figure(1, "write:core0.MODE#2", 5);
    is_figure(1, "write:core0.BASE", 3);
    is_figure(2, "writes:core0.MODE", 0);
    is_none(2, "write:core0.MODE");
    is_none(1, "write:core0.MODE#3");
    is_none(1, "write:core0.MODE#0");
    is_none(1, "writes:core0.MODE#1");
    is_none(1, "write:core0.OTHER");
    is_none(1, "writes:core0.OTHER");
    is_none(1, "writes:MODE");
    is_none(1, "write:core1.MODE");
    is_none(1, "write:MODE");
    is_none(1, "core0.MODE");
    test_text();
    fill_to_the_end();
    is_figure(1, "writes:core0.MODE", 1);
    is_figure(1, "write:core0.MODE", 2);
    g_array_unref(records);
    return done_testing();
}
