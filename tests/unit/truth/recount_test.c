/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares two counts of an x86 CPU's work. Events: PPR for Zen4 (55901),
 * 2.1.14. */
#include "harness/truth/x86/recount.h"

#include "tests/tap.h"

#define LOADS_AND_STORES UINT64_C(0x40)
#define MISPREDICTED     UINT64_C(0xc3)
#define CONDITIONAL      UINT64_C(0xd1)
#define FILLS_FROM_L2    UINT64_C(0x143)
#define INSTRUCTIONS     UINT64_C(0xc0)
#define ON               (ORACLE_X86_EN | ORACLE_X86_USR | ORACLE_X86_OS)

static const struct oracle_x86_pmu zen4 = {
    .part = ORACLE_X86_ZEN4, .version = 2, .general = 6, .fixed = 0};

static struct oracle_x86_core core;
static struct x86_recount recount;
static guint64 now;

/* An access of CPU 3 that sets counter 0's event. Returns the line about a
 * missing count. */
static const char *write_select(guint64 select)
{
    struct oracle_x86_reg reg;
    static char *line;

    g_free(line);
    line = x86_recount_begin(&recount, 3, now += 1000);
    ok(oracle_x86_reg_at(&zen4, 0xc0010200, &reg), "an event select");
    oracle_x86_write(&core, &reg, select);
    x86_recount_accessed(&recount, &core);
    return line;
}

/* The plugin has counted @loads and @branches in user mode so far. Returns the
 * first line. */
static const char *count_again(guint64 loads, guint64 branches, guint64 sum)
{
    static GPtrArray *wrong;
    const struct trace_record records[] = {
        {.kind = TRACE_RECOUNT, .cpu = 3, .time = now, .offset = RECOUNT_LOADS, .value = loads},
        {.kind = TRACE_RECOUNT,
            .cpu = 3,
            .time = now,
            .offset = RECOUNT_BRANCHES,
            .value = branches},
        {.kind = TRACE_RECOUNT, .cpu = 3, .time = now, .offset = RECOUNT_SUM, .value = sum}};

    g_clear_pointer(&wrong, g_ptr_array_unref);
    wrong = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < 3; i++)
        x86_recount_take(&recount, &core, &records[i], wrong);
    return wrong->len ? g_ptr_array_index(wrong, 0) : NULL;
}

static void begin(guint64 select)
{
    oracle_x86_core_end(&core);
    oracle_x86_core_begin(&core, &zen4);
    memset(&recount, 0, sizeof(recount));
    recount.counter = ORACLE_X86_NONE;
    now = 0;
    is_str(write_select(select), NULL, "an event is enabled");
    is_str(count_again(5, 7, 12), NULL, "both counts begin with the first record");
}

static void test_accesses(void)
{
    begin(ON | LOADS_AND_STORES);
    core.work.users[ORACLE_X86_LOADS] = 10;
    core.work.users[ORACLE_X86_BRANCHES] = 1;
    is_str(write_select(ON | LOADS_AND_STORES), NULL, "a second access");
    is_str(count_again(15, 7, 22), NULL, "both counts have ten loads; branches are not needed");
    core.work.users[ORACLE_X86_LOADS] = 11;
    is_str(write_select(ON | INSTRUCTIONS), NULL, "the access that ends the event");
    is_str(count_again(18, 7, 25),
        "CPU 3: 1 loads of users were counted, expected 3, between 0.000002000 s and 0.000003000 s",
        "... which are compared");
    is_str(write_select(0), NULL, "an access while no counter needs loads");
    is_str(count_again(90, 7, 97), NULL, "... which are not compared");
    is_str(write_select(ON | LOADS_AND_STORES | ORACLE_X86_GUEST_ONLY), NULL,
        "without guests, GuestOnly counts nothing");
    is_str(count_again(90, 7, 97), NULL, "... and needs no loads");
    is_str(write_select(0), NULL, "the access that ends it");
    is_str(count_again(95, 7, 102), NULL, "... which are not compared");
}

static void test_branches(void)
{
    begin(ON | MISPREDICTED);
    core.work.users[ORACLE_X86_BRANCHES] = 4;
    core.work.users[ORACLE_X86_LOADS] = 1;
    is_str(write_select(ON | MISPREDICTED), NULL, "a second access");
    is_str(count_again(5, 8, 13),
        "CPU 3: 4 branches of users were counted, expected 1, between 0.000001000 s and "
        "0.000002000 s",
        "branches that are missing; loads are not needed");
}

/* Conditional branches need branches, fills need accesses. */
static void test_kinds(void)
{
    begin(ON | CONDITIONAL);
    core.work.users[ORACLE_X86_BRANCHES] = 4;
    core.work.users[ORACLE_X86_LOADS] = 1;
    is_str(write_select(0), NULL, "the access that ends an event of conditional branches");
    is_str(count_again(5, 8, 13),
        "CPU 3: 4 branches of users were counted, expected 1, between 0.000001000 s and "
        "0.000002000 s",
        "... which needs branches");
    begin(ON | FILLS_FROM_L2);
    core.work.users[ORACLE_X86_BRANCHES] = 4;
    core.work.users[ORACLE_X86_LOADS] = 1;
    is_str(write_select(0), NULL, "the access that ends an event of fills");
    is_str(count_again(5, 8, 13),
        "CPU 3: 1 loads of users were counted, expected 0, between 0.000001000 s and "
        "0.000002000 s",
        "... which needs accesses");
}

static void test_missing(void)
{
    begin(ON | LOADS_AND_STORES);
    is_str(write_select(ON | LOADS_AND_STORES), NULL, "an access without a count");
    is_str(write_select(0),
        "CPU 3: nothing was counted a second time after 0.000001000 s; expected a count before "
        "0.000003000 s",
        "... is reported at the next one");
    is_str(write_select(0), NULL, "... once");
    begin(ON | LOADS_AND_STORES);
    is_str(count_again(5, 7, 13), "CPU 3: the second counts add up to 12, expected 13",
        "a lost number");
}

static void test_planned(void)
{
    begin(ON | LOADS_AND_STORES);
    recount.planned = TRUE;
    write_select(ON | LOADS_AND_STORES);
    is_str(write_select(ON | LOADS_AND_STORES), NULL,
        "a plan that sets registers needs no second count");
}

int main(void)
{
    test_accesses();
    test_branches();
    test_kinds();
    test_missing();
    test_planned();
    oracle_x86_core_end(&core);
    return done_testing();
}
