/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of perf's figures for x86 core PMUs, with traces as from Linux's
 * driver. */
#include "harness/machine/machines.h"
#include "harness/proof/step_counts.h"
#include "oracle/snbep/machine.h"
#include "tests/tap.h"
#include "tests/x86_trace.h"

#include <glib.h>

#define TABLE_OF_PERF "\n Performance counter stats for 'system wide':\n\n"

struct world {
    const struct machine *machine;
    struct x86_trace trace;
    GString *text;
};

static struct epyc epyc;
static struct snbep snbep;
static struct oracle_plan no_plan;

#include "tests/perf_world.h"

static struct perf_check_run run_of(const struct world *w)
{
    gboolean amd = w->machine == &epyc_machine;

    return (struct perf_check_run){.machine = w->machine,
        .planned = {w->machine->model, amd ? (const void *)&epyc : &snbep, amd ? NULL : &no_plan},
        .records = (const struct trace_record *)(void *)w->trace.records->data,
        .n_records = w->trace.records->len};
}

/* Zen2: six counters without global registers. */
static struct world amd(void)
{
    struct epyc_config config = EPYC_DEFAULTS;
    struct world w = {.machine = &epyc_machine, .text = g_string_new(TABLE_OF_PERF)};

    config.variant = IBS_ZEN2;
    config.cpus = X86_CPUS;
    epyc_reset(&epyc, &config, &(struct sim_host){.self = NULL});
    x86_trace_begin(&w.trace, epyc_block(EPYC_CORE, IBS_ZEN2, 0));
    return w;
}

static struct world intel(void)
{
    struct snbep_config config = SNBEP_DEFAULTS;
    struct world w = {.machine = &snbep_machine, .text = g_string_new(TABLE_OF_PERF)};

    snbep_reset(&snbep, &config, &(struct sim_host){.self = NULL});
    x86_trace_begin(&w.trace, snbep_core_block(VARIANT_SNBEP, 0));
    return w;
}

static void figure(struct world *w, const char *printed, const char *event)
{
    g_string_append_printf(w->text, "  %16s      %s\n", printed, event);
}

static void done(struct world *w)
{
    x86_trace_end(&w->trace);
    g_string_free(w->text, TRUE);
}

#define INSTRUCTIONS (0xc0 | X86_USR | X86_OS)
#define CYCLES       (0x76 | X86_USR | X86_OS)

/* ---- system-wide ---- */

/* `perf stat -a -e instructions`: 700 + 30 on CPU 0, 1000 + 200 on CPU 1.
 * Earlier and later work does not count. */
static struct world system_wide(guint64 read_0)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;

    x86_works(t, 0, 5000, 5000);
    x86_step(t, FALSE);
    x86_works(t, 0, 50, 50);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    amd_start(t, 1, 2, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 700, 30);
    x86_works(t, 1, 1000, 200);
    amd_stop(t, 0, 0, INSTRUCTIONS, read_0);
    amd_stop(t, 1, 2, INSTRUCTIONS, X86_BEGIN + 1200);
    x86_works(t, 0, 7, 7);
    x86_step(t, TRUE);
    return w;
}

static void test_system_wide(void)
{
    struct world w = system_wide(X86_BEGIN + 730);

    figure(&w, "1,930", "instructions");
    holds(&w, 1, "both CPUs' instructions, printed as a sum");
    done(&w);

    w = system_wide(X86_BEGIN + 730);
    figure(&w, "1,931", "instructions");
    fails(&w, FALSE, TRUE, "perf printed 1931, the driver read 1930",
        "one more than the driver read");
    done(&w);

    w = system_wide(X86_BEGIN + 731);
    figure(&w, "1,931", "instructions");
    fails(&w, TRUE, FALSE, ": expected 0x8000000002db", "the driver read one too many");
    done(&w);

    w = system_wide(X86_BEGIN + 730);
    figure(&w, "1,930", "instructions:u");
    fails(&w, FALSE, FALSE, "selected another event: ", "users were asked for");
    done(&w);
}

static void is_count(
    const GPtrArray *counts, guint i, const char *what, guint64 driver, guint64 truth, guint open)
{
    const struct step_count *count = i < counts->len ? g_ptr_array_index(counts, i) : NULL;
    g_autofree char *got = count ? g_strconcat(count->place, " ", count->event, NULL) : NULL;

    is_str(got ? got : "none", what, "count %u", i);
    is_u64(count ? count->driver : 0, driver, "... the driver's count");
    is_u64(count ? count->truth : 0, truth, "... the hardware's count of %s", what);
    is_u64(count ? count->open : 0, open, "... times without a read");
}

/* perf's output is not needed: any program may have asked for the event. */
static void test_step_counts(void)
{
    struct world w = system_wide(X86_BEGIN + 731);
    const struct perf_check_run run = run_of(&w);
    struct perf_check *check = perf_check_new(&run, NULL);
    GPtrArray *counts;
    gsize begin = 0, end = 0;

    ok(perf_check_find_step(check, 1, &begin, &end, NULL), "the step");
    counts = step_counts(check, w.machine->model, begin, end);
    is_u64(counts->len, 2, "perf -a opens an event for each CPU");
    is_count(counts, 0, "cpu0.core OsMode=1 UsrMode=1 EventSelect=0xc0", 731, 730, 0);
    is_count(counts, 1, "cpu1.core OsMode=1 UsrMode=1 EventSelect=0xc0", 1200, 1200, 0);
    g_ptr_array_unref(counts);
    counts = step_counts(check, w.machine->model, 0, begin);
    is_u64(counts->len, 0, "nothing was counted before the step");
    g_ptr_array_unref(counts);
    perf_check_free(check);
    done(&w);
}

/* A counter that is still running when the trace ends has no count. */
static void test_open_count(void)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;
    struct perf_check_run run;
    struct perf_check *check;
    GPtrArray *counts;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    amd_start(t, 0, 1, CYCLES, X86_BEGIN);
    x86_works(t, 0, 700, 30);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 730);
    x86_step(t, TRUE);
    run = run_of(&w);
    check = perf_check_new(&run, NULL);
    counts = step_counts(check, w.machine->model, 0, run.n_records);
    is_u64(counts->len, 2, "two events are two counts");
    is_count(counts, 0, "cpu0.core OsMode=1 UsrMode=1 EventSelect=0xc0", 730, 730, 0);
    is_count(counts, 1, "cpu0.core OsMode=1 UsrMode=1 EventSelect=0x76", 0, 0, 1);
    g_ptr_array_unref(counts);
    perf_check_free(check);
    done(&w);
}

/* The driver measured its selection correctly, but the command asked for
 * another event. */
static void test_asked(void)
{
    struct world w = system_wide(X86_BEGIN + 730);
    const char *why;
    GPtrArray *rows;

    figure(&w, "1,930", "cpu/event=0xc0/");
    holds(&w, 1, "the same event by its number");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "1,930", "ex_ret_instr");
    holds(&w, 1, "... by its name in perf's lists");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "1,930", "cpu/event=0xfe/");
    rows = prove(&w, NULL);
    why = why_of(row(rows, 0));
    ok(why && strstr(why, "it is not modelled: its counter counts nothing"),
        "an event that no core counts: %s", why);
    g_ptr_array_unref(rows);
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "1,930", "instructions");
    rows = prove(&w, NULL);
    is_u64(row(rows, 0)->hop_three, PERF_HOP_HOLDS, "the third hop is made");
    is_u64(row(rows, 0)->injected, 1930, "... with the executed instructions");
    g_ptr_array_unref(rows);
    done(&w);
}

/* -A: a row for each CPU. */
static void test_each_cpu(void)
{
    struct world w = system_wide(X86_BEGIN + 730);

    g_string_append(w.text,
        "CPU0                 730      instructions\nCPU1               1,200      instructions\n");
    holds(&w, 2, "each CPU's count");
    g_string_assign(w.text, TABLE_OF_PERF);
    g_string_append(w.text,
        "CPU0               1,200      instructions\nCPU1                 730      instructions\n");
    fails(&w, FALSE, TRUE, "perf printed 1200, the driver read 730", "the CPUs swapped");
    done(&w);
}

/* GuestOnly, bit 40 of a select register (APM volume 2, 13.2.1): there is no
 * guest, so the count is 0. */
static struct world of_guests(void)
{
    const guint64 guests = INSTRUCTIONS | G_GUINT64_CONSTANT(1) << 40;
    struct world w = amd();
    struct x86_trace *t = &w.trace;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, guests, X86_BEGIN);
    x86_works(t, 0, 700, 30);
    amd_stop(t, 0, 0, guests, X86_BEGIN);
    x86_step(t, TRUE);
    return w;
}

static void test_guests(void)
{
    struct world w = of_guests();
    GPtrArray *rows;

    figure(&w, "0", "instructions:G");
    holds(&w, 1, "guests have executed nothing");
    rows = prove(&w, NULL);
    is_u64(perf_check_row_hops(row(rows, 0)), 3, "... in three hops");
    g_ptr_array_unref(rows);
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "0", "cpu/event=0xc0/ukG");
    holds(&w, 1, "the same by its number");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "0", "instructions");
    fails(&w, FALSE, FALSE, "selected another event: ", "the host's were asked for");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "0", "instructions:GH");
    fails(&w, FALSE, FALSE, "selected another event: ", "both were asked for");
    done(&w);

    w = system_wide(X86_BEGIN + 730);
    figure(&w, "1,930", "instructions:H");
    holds(&w, 1, "the host's instructions are all");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "1,930", "instructions:G");
    fails(&w, FALSE, FALSE, "selected another event: ", "guests alone were asked for");
    done(&w);

    w = intel();
    x86_step(&w.trace, FALSE);
    x86_step(&w.trace, TRUE);
    figure(&w, "0", "instructions:G");
    fails(&w, FALSE, FALSE, "a counter of guests alone is never on here", "on Intel");
    done(&w);
}

/* ---- tasks ---- */

/* `perf stat` of a task that moves from CPU 0 to 1 and back, and sleeps in
 * between. Its event continues with the value at which it stopped. A child has
 * a separate event on CPU 1, and other tasks run in between. */
static struct world task(void)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 100, 10);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 110);
    x86_works(t, 0, 9999, 99);
    t->now += 1000000000;
    amd_start(t, 1, 0, INSTRUCTIONS, X86_BEGIN + 110);
    x86_works(t, 1, 200, 20);
    amd_stop(t, 1, 0, INSTRUCTIONS, X86_BEGIN + 330);
    amd_start(t, 1, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 1, 1, 0);
    amd_stop(t, 1, 0, INSTRUCTIONS, X86_BEGIN + 1);
    amd_start(t, 0, 1, INSTRUCTIONS, X86_BEGIN + 330);
    x86_works(t, 0, 400, 40);
    amd_stop(t, 0, 1, INSTRUCTIONS, X86_BEGIN + 770);
    return w;
}

static void test_task(void)
{
    struct world w = task();

    x86_step(&w.trace, TRUE);
    figure(&w, "771", "instructions");
    holds(&w, 1, "a task's instructions and its child's, on both CPUs");
    g_string_assign(w.text, TABLE_OF_PERF);
    figure(&w, "770", "instructions");
    fails(&w, FALSE, TRUE, "perf printed 770, the driver read 771",
        "without the child's instructions");
    done(&w);
}

/* `perf stat -a --for-each-cgroup a,b -e instructions`: each group has an event
 * on each CPU. They take turns on CPU 0 in one counter; only b is on CPU 1. */
static struct world two_groups(void)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 100, 10);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 110);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 5, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 5);
    amd_start(t, 1, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 1, 200, 20);
    amd_stop(t, 1, 0, INSTRUCTIONS, X86_BEGIN + 220);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 110);
    x86_works(t, 0, 30, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 140);
    x86_step(t, TRUE);
    return w;
}

static void test_groups(void)
{
    struct world w = two_groups();

    g_string_append(w.text, "  140      instructions    a\n  225      instructions    b\n");
    holds(&w, 2, "two cgroups, one of them on a single CPU");
    g_string_assign(w.text, TABLE_OF_PERF);
    g_string_append(w.text, "  225      instructions    b\n  140      instructions    a\n");
    holds(&w, 2, "... in another order");
    g_string_assign(w.text, TABLE_OF_PERF);
    g_string_append(w.text, "  141      instructions    a\n  224      instructions    b\n");
    fails(&w, FALSE, TRUE, "perf printed 141, the driver read", "... but not those of the other");
    done(&w);

    w = two_groups();
    figure(&w, "365", "instructions");
    holds(&w, 1, "without cgroups they are a task and its child");
    done(&w);
}

/* A second `perf stat` of a task that does not sleep, a little later: the pause
 * between the runs is shorter than the first task's sleep. */
static void test_two_runs(void)
{
    struct world w = task();
    struct x86_trace *t = &w.trace;

    t->now += 1000;
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 5, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 5);
    x86_step(t, TRUE);
    figure(&w, "771", "instructions");
    g_string_append(w.text, TABLE_OF_PERF);
    figure(&w, "5", "instructions");
    holds(&w, 2, "runs are separated in spite of a sleep");
    done(&w);
}

/* The same event twice, and an older one of the kernel, like the watchdog's. */
static void test_equal_events(void)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;

    amd_start(t, 0, 5, CYCLES, 0xfffffff00000);
    x86_works(t, 0, 10, 10);
    x86_step(t, FALSE);
    amd_start(t, 0, 0, CYCLES, X86_BEGIN);
    amd_start(t, 0, 1, CYCLES, X86_BEGIN);
    x86_works(t, 0, 100, 0);
    amd_stop(t, 0, 5, CYCLES, 0xfffffff00000 + 480);
    amd_start(t, 0, 4, CYCLES, 0xfffffff00000 + 480);
    amd_stop(t, 0, 0, CYCLES, X86_BEGIN + 400);
    x86_works(t, 0, 10, 0);
    amd_stop(t, 0, 1, CYCLES, X86_BEGIN + 440);
    amd_stop(t, 0, 4, CYCLES, 0xfffffff00000 + 520);
    x86_step(t, TRUE);
    figure(&w, "400", "cycles");
    figure(&w, "440", "cycles");
    holds(&w, 2, "two equal events, next to the kernel's event");
    done(&w);
}

/* ---- overflow ---- */

/* An overflowed counter continues with its period: -100, then the value read
 * past zero, minus 100. */
static struct world overflow(gboolean recorded, guint64 late)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;
    guint64 from = (G_GUINT64_CONSTANT(1) << 48) - 100;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, INSTRUCTIONS, from);
    x86_works(t, 0, 100 + late, 0);
    if (recorded)
        x86_over(t, 0, 0xc0010201);
    x86_works(t, 0, 0, 7);
    x86_read(t, 0, 0xc0010201, 7 + late);
    x86_write(t, 0, 0xc0010201, from + 7 + late);
    x86_works(t, 0, 10, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, from + 17 + late);
    x86_step(t, TRUE);
    return w;
}

static void test_overflow(void)
{
    struct world w = overflow(TRUE, 0);

    figure(&w, "117", "instructions");
    holds(&w, 1, "over an overflow");
    done(&w);
    w = overflow(FALSE, 0);
    figure(&w, "117", "instructions");
    fails(&w, TRUE, FALSE, "has overflowed, and nothing says so", "an unreported overflow");
    done(&w);
    w = overflow(TRUE, 5);
    figure(&w, "122", "instructions");
    fails(&w, TRUE, FALSE, "overflowed more than an instruction ago", "... a late report");
    done(&w);
    w = task();
    x86_over(&w.trace, 0, 0xc0010203);
    x86_step(&w.trace, TRUE);
    figure(&w, "771", "instructions");
    const struct perf_check_run run = run_of(&w);
    struct perf_check *check = perf_check_new(&run, NULL);
    is_u64(perf_check_faults(check)->len, 1, "a false overflow: %s",
        (const char *)g_ptr_array_index(perf_check_faults(check), 0));
    perf_check_free(check);
    done(&w);
}

/* ---- multiplexing ---- */

/* Two events that take turns on one counter. perf extrapolates both. */
static void test_turns(void)
{
    struct world w = amd();
    struct x86_trace *t = &w.trace;
    guint64 branches = 0xc2 | X86_USR | X86_OS;

    x86_step(t, FALSE);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN);
    x86_works(t, 0, 100, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 100);
    amd_start(t, 0, 0, branches, X86_BEGIN);
    x86_did(t, 0, X86_BRANCHES, 20, 3);
    x86_did(t, 0, X86_EXCEPTIONS, 0, 1);
    x86_works(t, 0, 100, 0);
    amd_stop(t, 0, 0, branches, X86_BEGIN + 24);
    amd_start(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 100);
    x86_works(t, 0, 50, 0);
    amd_stop(t, 0, 0, INSTRUCTIONS, X86_BEGIN + 150);
    x86_step(t, TRUE);
    g_string_assign(w.text, "instructions: 300 3000 1500\nbranches: 96 3000 750\n" TABLE_OF_PERF);
    g_string_append(w.text, "               300      instructions                    (50.00%)\n"
                            "                96      branches                        (25.00%)\n");
    holds(&w, 2, "two events that take turns");
    done(&w);
}

/* ---- Intel ---- */

/* `instructions` use fixed counter 0; user cycles use general counter 1. */
static void test_intel(void)
{
    struct world w = intel();
    struct x86_trace *t = &w.trace;

    x86_step(t, FALSE);
    x86_write(t, 0, 0x38f, 0);
    x86_write(t, 0, 0x309, 0xffff80000001);
    x86_write(t, 0, 0xc2, 0xffff80000001);
    x86_write(t, 0, 0x187, 0x3c | X86_USR | X86_INT | X86_EN);
    x86_works(t, 0, 20, 20);
    x86_write(t, 0, 0x38d, 0xb);
    x86_write(t, 0, 0x38f, 0x70000000f);
    x86_works(t, 0, 1000, 100);
    x86_write(t, 0, 0x38f, 0);
    x86_works(t, 0, 20, 20);
    x86_read(t, 0, 0x38e, 0);
    x86_write(t, 0, 0x187, 0x3c | X86_USR | X86_INT);
    x86_read(t, 0, 0xc2, 0xffff80000001 + 4000);
    x86_write(t, 0, 0x38d, 0);
    x86_read(t, 0, 0x309, 0xffff80000001 + 1100);
    x86_step(t, TRUE);
    figure(&w, "1,100", "instructions");
    figure(&w, "4,000", "cycles:u");
    holds(&w, 2, "a fixed counter, and a general one in user mode");
    done(&w);
}

/* A sign-extended write of 32 bits: 48 would leave other upper bits. */
static void test_narrow(void)
{
    struct world w = intel();
    struct x86_trace *t = &w.trace;

    x86_step(t, FALSE);
    x86_write(t, 0, 0xc1, 0x123480000001);
    x86_write(t, 0, 0x186, INSTRUCTIONS | X86_INT | X86_EN);
    x86_works(t, 0, 10, 0);
    x86_write(t, 0, 0x186, INSTRUCTIONS | X86_INT);
    x86_read(t, 0, 0xc1, 0xffff80000001 + 10);
    x86_step(t, TRUE);
    figure(&w, "10", "instructions");
    holds(&w, 1, "a write of a general counter is sign-extended from 32 bits");
    done(&w);
}

int main(void)
{
    test_system_wide();
    test_step_counts();
    test_open_count();
    test_asked();
    test_each_cpu();
    test_guests();
    test_task();
    test_groups();
    test_two_runs();
    test_equal_events();
    test_overflow();
    test_turns();
    test_intel();
    test_narrow();
    return done_testing();
}
