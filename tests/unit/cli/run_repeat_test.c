/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the first difference between two traces of one scenario. */
#include "harness/cli/run/run_repeat.h"
#include "harness/scenario/scenario_load.h"
#include "tests/tap.h"

#include <glib.h>

static const struct trace_record records[] = {
    {.kind = TRACE_STEP_BEGIN, .cpu = 1, .time = 1000000000, .pc = 0x1000, .value = 1},
    {.kind = TRACE_WRITE,
        .size = 4,
        .block = 0,
        .offset = 0xf4,
        .time = 1000000010,
        .pc = 0x2000,
        .value = 1},
    {.kind = TRACE_READ,
        .size = 4,
        .block = 0,
        .offset = 0xa0,
        .time = 1000000020,
        .pc = 0x2000,
        .value = 7},
};
#define N G_N_ELEMENTS(records)

static struct run_record run_of(const struct scenario *scenario, unsigned n)
{
    struct run_record run = {.scenario = scenario};

    run.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_array_append_vals(run.records, records, n);
    return run;
}

static struct trace_record *at(const struct run_record *run, unsigned index)
{
    return &g_array_index(run->records, struct trace_record, index);
}

static void is_difference(const struct run_record *a, const struct run_record *b, const char *first,
    const char *one, const char *two, const char *what)
{
    g_autoptr(GPtrArray) lines = run_repeat_difference(a, b);

    if (!ok(lines->len == 3, "%s: three lines", what))
        return;
    is_str(g_ptr_array_index(lines, 0), first, "%s: where", what);
    ok(g_str_has_prefix(g_ptr_array_index(lines, 1), "  first ") &&
            strstr(g_ptr_array_index(lines, 1), one),
        "%s: the first trace: %s", what, (const char *)g_ptr_array_index(lines, 1));
    ok(g_str_has_prefix(g_ptr_array_index(lines, 2), "  here  ") &&
            strstr(g_ptr_array_index(lines, 2), two),
        "%s: the other trace: %s", what, (const char *)g_ptr_array_index(lines, 2));
}

static void test_same(const struct run_record *a, const struct run_record *b)
{
    g_autoptr(GPtrArray) lines = run_repeat_difference(a, b);

    is_u64(lines->len, 0, "equal traces have no difference");
}

/* Each member of a record counts. */
static void test_members(const struct run_record *a, struct run_record *b)
{
    struct trace_record before = *at(b, 1);

    at(b, 1)->time++;
    is_difference(a, b, "differs from record 2 of 3 on:", "1.000000010", "1.000000011", "time");
    *at(b, 1) = before;
    at(b, 1)->value = 0x10000;
    is_difference(a, b, "differs from record 2 of 3 on:", "0x00000001", "0x00010000", "value");
    *at(b, 1) = before;
    at(b, 1)->cpu = 1;
    is_difference(a, b, "differs from record 2 of 3 on:", " 0 ", " 1 ", "CPU");
    *at(b, 1) = before;
    at(b, 1)->pc++;
    is_difference(a, b, "differs from record 2 of 3 on:", "2000", "2001", "PC");
    *at(b, 1) = before;
    at(b, 1)->kind = TRACE_READ;
    is_difference(a, b, "differs from record 2 of 3 on:", " W ", " R ", "kind");
    *at(b, 1) = before;
    at(b, 1)->block = 1;
    is_difference(a, b, "differs from record 2 of 3 on:", "imc0.", "imc1.", "block");
    *at(b, 1) = before;
}

static void test_length(const struct run_record *a, const struct run_record *shorter)
{
    is_difference(
        a, shorter, "differs from record 3 of 3 on:", "0x00000007", "nothing more", "cut short");
    is_difference(
        shorter, a, "differs from record 3 of 2 on:", "nothing more", "0x00000007", "longer");
}

int main(void)
{
    struct scenario *scenario = scenario_parse("x.scn", "machine snbep\nstep s\n run true\n", NULL);
    struct run_record a = run_of(scenario, N), b = run_of(scenario, N),
                      shorter = run_of(scenario, N - 1);

    test_same(&a, &b);
    test_members(&a, &b);
    test_length(&a, &shorter);
    g_array_unref(a.records);
    g_array_unref(b.records);
    g_array_unref(shorter.records);
    scenario_free(scenario);
    return done_testing();
}
