/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures for relations: the last read or latched value of a step, and the
 * number of samples. */
#include "harness/judge/step_shown.h"
#include "tests/tap.h"

#include <glib.h>

/* Offsets of a memory channel: 325462, section 2.5.4. The MSR: AMD's BKDG of
 * family 10h. */
enum { CTR0 = 0xa0, CTR1 = 0xa8, OP_CTL = 0xc0011033, CS_PCYC_USER = 0x1018 };

static const struct machine *machine;

static void is_figure(const struct trace_record *records, gsize begin, gsize to, const char *name,
    const gint64 *expected)
{
    const struct trace_part part = {
        .model = machine->model, .records = records, .begin = begin, .to = to};
    gint64 figure = 0;
    const gboolean known = step_shown_figure(machine, &part, name, &figure);

    ok(known == (expected != NULL), "%s is %sknown", name, expected ? "" : "not ");
    if (known && expected)
        is_u64((guint64)figure, (guint64)*expected, "... and its value");
}

static void test_read(void)
{
    machine = machine_find("snbep", NULL);
    const unsigned imc0 = machine_block_named(machine->model, "imc0");
    const struct trace_record records[] = {
        {.kind = TRACE_READ, .block = imc0, .size = 4, .offset = CTR0, .value = 1},
        {.kind = TRACE_READ, .block = imc0, .size = 4, .offset = CTR0, .value = 0x9abcdef0},
        {.kind = TRACE_READ, .block = imc0, .size = 4, .offset = CTR0 + 4, .value = 0x5678},
        {.kind = TRACE_WRITE, .block = imc0, .size = 4, .offset = CTR0, .value = 7},
        {.kind = TRACE_READ, .block = imc0, .size = 4, .offset = CTR1, .value = 9},
    };

    is_figure(records, 0, 5, "read:imc0.PMON_CTR0", (const gint64[]){0x56789abcdef0});
    is_figure(records, 0, 2, "read:imc0.PMON_CTR0", NULL);
    is_figure(records, 2, 5, "read:imc0.PMON_CTR0", NULL);
    is_figure(records, 0, 5, "read:imc1.PMON_CTR0", NULL);
    is_figure(records, 0, 5, "read:imc0.PMON_CTR9", NULL);
    is_figure(records, 0, 5, "latched:imc0.PMON_CTR0", NULL);
    ok(step_shown_is("read:x") && step_shown_is("latched:x") && step_shown_is("sampled:x"),
        "three words");
    ok(!step_shown_is("write:x") && !step_shown_is("answer"), "... and no others");
}

static void test_latched(void)
{
    machine = machine_find("epyc", NULL);
    const unsigned cpu0 = machine_block_named(machine->model, "cpu0");
    const struct trace_record records[] = {
        {.kind = TRACE_SAMPLE, .block = cpu0, .offset = 1},
        {.kind = TRACE_LATCH, .block = cpu0, .size = 8, .offset = OP_CTL, .value = 0x5000e0200},
        {.kind = TRACE_READ, .block = cpu0, .size = 8, .offset = OP_CTL, .value = 0x1},
        {.kind = TRACE_SAMPLE, .block = cpu0, .offset = 1},
        {.kind = TRACE_LATCH, .block = cpu0, .size = 8, .offset = OP_CTL, .value = 0x7000e0200},
    };

    is_figure(records, 0, 5, "latched:cpu0.IBS_OP_CTL", (const gint64[]){0x7000e0200});
    is_figure(records, 0, 5, "latched:cpu0.IBS_OP_CTL.CurCnt", (const gint64[]){7});
    is_figure(records, 0, 3, "latched:cpu0.IBS_OP_CTL.CurCnt", (const gint64[]){5});
    is_figure(records, 0, 5, "read:cpu0.IBS_OP_CTL", (const gint64[]){1});
    is_figure(records, 0, 5, "sampled:cpu0", (const gint64[]){2});
    is_figure(records, 1, 3, "sampled:cpu0", (const gint64[]){0});
}

static void test_word(void)
{
    machine = machine_find("power9", NULL);
    const unsigned memory = machine_block_named(machine->model, "cpu0.mem");
    const struct trace_record records[] = {
        {.kind = TRACE_READ, .block = memory, .size = 8, .offset = CS_PCYC_USER, .value = 3},
        {.kind = TRACE_READ, .block = memory, .size = 8, .offset = CS_PCYC_USER, .value = 1954},
        {.kind = TRACE_READ, .block = memory, .size = 8, .offset = CS_PCYC_USER + 8, .value = 5},
    };

    is_figure(records, 0, 3, "read:cpu0.mem.CPM_CS_PCYC_USER", (const gint64[]){1954});
    is_figure(records, 0, 1, "read:cpu0.mem.CPM_CS_PCYC_USER", (const gint64[]){3});
    is_figure(records, 0, 3, "read:cpu0.mem.CPM_NONE", NULL);
}

int main(void)
{
    test_read();
    test_latched();
    test_word();
    return done_testing();
}
