/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records that pass a filter, on a machine with one of everything;
 * tests/guest/trace.t filters a real trace. */
#include "harness/trace/trace_filter.h"

#include "tests/small_machine.h"
#include "tests/tap.h"

static const struct trace_record records[] = {
    {.kind = TRACE_WRITE, .size = 8, .cpu = 1, .block = SMALL_CORE, .offset = 0x10},       /* 0 */
    {.kind = TRACE_READ, .size = 8, .cpu = 0, .block = SMALL_CORE, .offset = 0x11},        /* 1 */
    {.kind = TRACE_POST, .block = SMALL_CORE_MEMORY, .value = 1},                          /* 2 */
    {.kind = TRACE_READ, .size = 8, .cpu = 1, .block = SMALL_CORE_MEMORY, .offset = 0x28}, /* 3 */
    {.kind = TRACE_READ, .size = 8, .cpu = 1, .block = SMALL_CORE_MEMORY, .offset = 0x30}, /* 4 */
    {.kind = TRACE_EXECUTED, .cpu = 1, .value = 7},                                        /* 5 */
    {.kind = TRACE_SAMPLE, .cpu = 1, .block = SMALL_CPU_MEMORY, .value = 7},               /* 6 */
    {.kind = TRACE_LATCH, .size = 8, .cpu = 1, .block = SMALL_CORE, .offset = 0x11},       /* 7 */
    {.kind = TRACE_CACHE, .cpu = 0, .value = 0x1000},                                      /* 8 */
    {.kind = TRACE_POST, .block = SMALL_CPU_MEMORY, .value = 1},                           /* 9 */
    {.kind = TRACE_OVERFLOW, .block = SMALL_CORE_MEMORY}, /* 10: of no register */
};

static void passes(struct trace_filter filter, const char *expected, const char *what)
{
    g_autoptr(GString) got = g_string_new(NULL);

    for (unsigned i = 0; i < G_N_ELEMENTS(records); i++)
        if (trace_filter_passes(&filter, &small_model, &records[i]))
            g_string_append_printf(got, "%s%u", got->len ? " " : "", i);
    is_str(got->str, expected, "%s", what);
}

static void passes_register(const char *pattern, const char *expected)
{
    const char *const registers[] = {pattern, NULL};
    struct trace_filter filter = TRACE_FILTER_ALL;
    g_autoptr(GError) error = NULL;

    filter.registers = registers;
    ok(trace_filter_check_registers(registers, &small_model, &error), "%s is known%s", pattern,
        error ? error->message : "");
    passes(filter, expected, pattern);
}

static void test_registers(void)
{
    passes_register("core0", "0 1 7");
    passes_register("small.core0", "0 1 7");
    passes_register("core.BASE", "1 7");
    passes_register("base", "1 7");
    passes_register("core0.mem", "2 3 4");
    passes_register("core0*", "0 1 2 3 4 7");
    passes_register("*.mem", "2 3 4 6 9");
    passes_register("cpu0.mem", "6 9");
    passes_register("core0.mem+0x30", "4");
    passes_register("EV_CYCLES", "3");
    passes_register("small.unit.EV_*", "3");
}

static void test_unknown(void)
{
    static const char *const names[] = {
        "core1", "core0.LDBAR", "cpu0", "EV_READS", "unit2.EV_CYCLES", ""};

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *const registers[] = {names[i], NULL};
        g_autoptr(GError) error = NULL;
        g_autofree char *expected =
            g_strdup_printf("--register '%s' matches no register of small: expected one "
                            "such as core0.MODE, or a pattern with * and ?",
                names[i]);

        trace_filter_check_registers(registers, &small_model, &error);
        is_str(error ? error->message : NULL, expected, "'%s' is not known", names[i]);
    }
}

static void passes_kinds(const char *kinds, const char *expected)
{
    struct trace_filter filter = TRACE_FILTER_ALL;

    filter.kinds = 0;
    ok(trace_filter_parse_kinds(kinds, &filter.kinds, NULL), "%s can be requested", kinds);
    passes(filter, expected, kinds);
}

static void test_kinds(void)
{
    g_autoptr(GError) error = NULL;
    unsigned kinds = 0;

    passes_kinds("post", "2 9");
    passes_kinds("executed,sample", "5 6");
    passes_kinds("latch,cache", "7 8");
    passes_kinds("read,write", "0 1 3 4");
    ok(!trace_filter_parse_kinds("post,posts", &kinds, &error), "posts cannot");
    is_str(error ? error->message : NULL,
        "--kind 'posts': expected read, write, step, plan, overflow, refused, post, executed, "
        "sample, latch, "
        "cache, op, counted, round, fault, audit, lines, interrupt, recount, branch "
        "or witness",
        "... and the possible ones are listed");
}

/* Each kind of record has one word of the list. */
static void test_all_kinds(void)
{
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    unsigned all = 0, n = 0;

    trace_filter_parse_kinds("", &all, &error);
    words =
        g_regex_split_simple(", | or ", strstr(error ? error->message : "", "expected ") + 9, 0, 0);
    for (char **word = words; *word; word++) {
        unsigned kinds = 0;

        ok(trace_filter_parse_kinds(*word, &kinds, NULL) && kinds && !(kinds & all),
            "%s names records that no other word names", *word);
        all |= kinds;
        n++;
    }
    is_u64(n, 21, "the words of the list");
    is_u64(all, (1u << TRACE_N_KINDS) - 1, "... name all records");
}

static void test_cpus(void)
{
    struct trace_filter filter = TRACE_FILTER_ALL;

    filter.cpu = 1;
    passes(filter, "0 3 4 5 6 7", "CPU 1: its accesses, its executed instructions and its samples");
    filter.cpu = 0;
    passes(filter, "1 8", "CPU 0: without records of no CPU");
}

static void test_times(void)
{
    struct trace_filter filter = TRACE_FILTER_ALL;
    const struct trace_record last = {.kind = TRACE_READ, .time = G_MAXUINT64};

    ok(trace_filter_passes(&filter, &small_model, &last), "without an end the last ns passes");
    filter.to = G_MAXUINT64 - 1;
    ok(!trace_filter_passes(&filter, &small_model, &last), "with one it does not");
}

int main(void)
{
    test_registers();
    test_times();
    test_unknown();
    test_kinds();
    test_all_kinds();
    test_cpus();
    return done_testing();
}
