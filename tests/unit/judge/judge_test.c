/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on fake guests: on runs as a whole, and on each kind of
 * expectation. */
#include "harness/judge/step_writes.h"

#include "models/power9/power9.h"
#include "models/sim/clock.h"
#include "tests/judged_run.h"

/* ---- each kind of expectation ---- */

#define SHARES                                                                                     \
    "# Overhead  Command  Shared Object  Symbol\n"                                                 \
    "    95.10%  hot      hot            [.] hot_function\n     4.90%  hot      hot            "   \
    "[.] main\n"

static const struct {
    const char *expect; /* in the scenario */
    struct given given;
    gboolean ok;
    const char *note;
} cases[] = {
    {"status 0", {0}, TRUE, ""},
    {"status 0", {.status = 3}, FALSE, "the script's status is 3, expected 0"},
    {"status 0", {.status = 3, .text = "hello\n"}, FALSE, "| hello"},
    {"status 3", {.status = 3}, TRUE, ""},
    {"perf exact", {0}, TRUE, "hops: printed = driver, driver = hardware, printed = injected"},
    {"perf exact", {.more = 1}, FALSE, EVENT ": perf printed 123180, the driver read 123179 (P20)"},
    {"perf exact", {.scaled = TRUE}, FALSE,
        EVENT ": without printed = injected: perf extrapolated it from a part of the time, in "
              "which driver = "
              "injected"},
    {"perf exact", {.no_perf = TRUE}, FALSE,
        "step 1: the output has no perf figure for an event of this machine"},
    {"play exact", {.text = "hello\n"}, FALSE, "the output has no operation of pmulab-play"},
    {"play exact", {.text = "close 1 = EBADF\n"}, FALSE,
        "the output has 1 operations, the trace the marks of 0: expected the same"},
    {"share hot_function >= 95 %", {.text = SHARES}, TRUE, "hot_function: 95.10 %"},
    {"share hot_function >= 96 %", {.text = SHARES}, FALSE,
        "hot_function: 95.10 %; expected >= 96 %"},
    {"share hot_function >= 0 %", {.text = "none\n"}, FALSE, "| none"},
    {"multiplexed", {.scaled = TRUE}, TRUE, ""},
    {"multiplexed", {.text = "all\n"}, FALSE, "| all"},
    {"output /^hello$/", {.text = "hello\n"}, TRUE, ""},
    {"output /^hello$/", {.err = "hello\n"}, TRUE, ""},
    {"output /^hello$/", {.text = "hullo\n"}, FALSE, "| hullo"},
    {"no output /^hello$/", {.text = "hullo\n"}, TRUE, ""},
    {"no output /^hello$/", {.text = "hello\n"}, FALSE, "| hello"},
    {"no output /^hello$/", {.err = "hello\n"}, FALSE, "| hello"},
    {"register imc0.PMON_CTL0 = 0x304", {0}, TRUE,
        "imc0.PMON_CTL0 holds 0x304, by its last accesses"},
    {"register imc0.PMON_CTL0 = 0x305", {0}, FALSE,
        "imc0.PMON_CTL0 holds 0x304, by its last accesses; expected = 0x305"},
    {"accesses write imc0.PMON_CTL0 = 0x400304, write imc0.PMON_CTL0 = 0x304", {0}, TRUE,
        "found imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0); found imc0.PMON_CTL0 <- 0x304 "
        "(1.001010965 "
        "s, CPU 0)"},
    {"accesses write imc0.PMON_CTL0 = 0x305", {0}, FALSE,
        "no write imc0.PMON_CTL0 = 0x305; it wrote 0x400304 (1 time), 0x304 (1 time), the last as "
        "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)"},
    {"write:imc1.PMON_CTL0 = 0", {0}, FALSE, "write:imc1.PMON_CTL0: not written in this step"},
    {"no write imc0.PMON_CTL1", {0}, TRUE, "no write imc0.PMON_CTL1"},
    {"no write imc0.PMON_CTL0", {0}, FALSE,
        "found imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0)"},
    {"lint clean", {0}, TRUE, ""},
    {"lint unfrozen", {.unfrozen = TRUE}, TRUE,
        "unfrozen: counter read while it ran: imc0.PMON_CTR0 = 0x1e0d1 (1.001009503 s, CPU 0), and "
        "once more"},
    {"lint unfrozen", {0}, FALSE, "expected in x.scn:7"},
    {"kernel /^uncore: up$/", {.kernel = "uncore: up\n"}, TRUE, ""},
    {"kernel /^uncore: up$/", {.kernel = "uncore: down\n", .text = "uncore: up\n"}, FALSE,
        "| uncore: down"},
    {"no kernel /up/", {.kernel = "uncore: down\n"}, TRUE, ""},
    {"no kernel /up/", {.kernel = "uncore: up\n"}, FALSE, "| uncore: up"},
    {"kernel clean", {.kernel = "uncore: up\n"}, TRUE, ""},
    {"kernel clean", {.kernel = "uncore: up\nBUG: it fell\n"}, FALSE, "| BUG: it fell"},
    {"figure = 42", {.text = "figure: 42\n"}, TRUE, "42 = 42"},
    {"figure = 42", {.text = "figure: 40\n"}, FALSE,
        "40 = 42 does not hold: the sides differ by -2"},
    {"figure > 42", {.text = "figure: 42\n"}, FALSE, "42 > 42 does not hold"},
    {"nothing = 42", {.text = "figure: 42\n"}, FALSE, "perf printed no count for nothing"},
    {EVENT " > 123000", {0}, TRUE, "123179 > 123000"},
    {"S1:" EVENT " > 123000", {0}, FALSE, "perf printed no count for S1:" EVENT},
    {"writes:imc0.PMON_CTL0 = 2", {0}, TRUE, "2 = 2"},
    {"writes:imc0.PMON_CTL0 = 3", {0}, FALSE, "2 = 3 does not hold: the sides differ by -1"},
    {"writes:imc0.PMON_CTL0 = 3", {0}, FALSE, "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)"},
    {"write:imc0.PMON_CTL0 = 0x305", {0}, FALSE,
        "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0): ev_sel is 0x4, expected 0x5"},
    {"write:imc0.PMON_CTL0 > 0x400304", {0}, FALSE,
        "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)"},
    {"2 * write:imc0.PMON_CTL0 = 0x305", {0}, FALSE,
        "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)"},
};

static void kinds(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(HEAD STEP " expect %s\n", cases[i].expect);
        g_autofree char *what = g_strdup_printf("step s: %s", cases[i].expect);
        struct run run = run_snbep(text, &cases[i].given);

        verdict_is(&run, what, cases[i].ok, cases[i].note);
        verdict_is(&run, COUNTERS, TRUE,
            cases[i].given.unfrozen ? "3 reads of counters, 0 faults"
                                    : "2 reads of counters, 0 faults");
        only_fails(&run, cases[i].ok ? "" : what);
        run_free(&run);
    }
}

#define UNFROZEN                                                                                   \
    "unfrozen: counter read while it ran: imc0.PMON_CTR0 = 0x1e0d1 (1.001009503 s, CPU 0), and "   \
    "once more"

/* A broken rule fails the run, unless the scenario has a reason. */
static void manuals(void)
{
    static const struct {
        const char *text;
        gboolean broken, ok;
        const char *note;
    } ruled[] = {
        {HEAD STEP, FALSE, TRUE, ""},
        {HEAD STEP, TRUE, FALSE, "step s: " UNFROZEN},
        {HEAD STEP " expect lint unfrozen\n", TRUE, TRUE, ""},
        {HEAD "lint except unfrozen it looks # often\n" STEP, TRUE, TRUE,
            "except unfrozen: it looks # often"},
        {HEAD STEP " lint except unfrozen it looks\n", TRUE, TRUE, "except unfrozen: it looks"},
        {HEAD STEP " lint except freeze it looks\n", TRUE, FALSE, "step s: " UNFROZEN},
        {HEAD "step a\n run true\n lint except unfrozen it looks\n" STEP, TRUE, FALSE,
            "except unfrozen: nothing broke it; expected no exception: it looks"},
        {HEAD "kernel backports\nlint except unfrozen it looks\n" STEP, FALSE, TRUE,
            "except unfrozen: nothing broke it: it looks"},
        {HEAD "lint except unfrozen it looks\n" STEP, FALSE, FALSE,
            "except unfrozen: nothing broke it; expected no exception: it looks"},
        {HEAD "lint allow unfrozen it may look\n" STEP, FALSE, TRUE,
            "allow unfrozen: nothing broke it: it may look"},
        {HEAD STEP " lint allow unfrozen it may look\n", TRUE, TRUE, "allow unfrozen: it may look"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ruled); i++) {
        struct run run = run_snbep(ruled[i].text, &(struct given){.unfrozen = ruled[i].broken});

        verdict_is(&run, MANUALS, ruled[i].ok, ruled[i].note);
        only_fails(&run, ruled[i].ok ? "" : MANUALS);
        run_free(&run);
    }
}

/* A step that keeps the rules, or may break them, does not excuse an earlier
 * one. */
static void manuals_of_two(void)
{
    struct run run = run_snbep(HEAD STEP "step t\n run true\n lint except unfrozen it looks\n",
        &(struct given){.unfrozen = TRUE, .each = TRUE});

    verdict_is(&run, MANUALS, FALSE, "step s: " UNFROZEN);
    verdict_is(&run, MANUALS, FALSE, "except unfrozen: it looks");
    only_fails(&run, MANUALS);
    run_free(&run);
}

/* The same for a step that asks for it. */
static void lint_of_step(void)
{
    struct run run = run_snbep(HEAD STEP " expect lint clean\n", &(struct given){.unfrozen = TRUE});

    verdict_is(&run, "step s: lint clean", FALSE, UNFROZEN);
    verdict_is(&run, MANUALS, FALSE, "step s: " UNFROZEN);
    run_free(&run);
}

/* An expected failure is ok if it fails, and not if it holds. */
static void xfail(void)
{
    const char *text = HEAD STEP " expect output /hello/\n xfail it is shy\n";
    struct run run = run_snbep(text, &(struct given){.text = "hullo\n"});

    verdict_is(&run, "step s: fails: output /hello/", TRUE, "did not hold, as expected: it is shy");
    only_fails(&run, "");
    run_free(&run);
    run = run_snbep(text, &(struct given){.text = "hello\n"});
    verdict_is(
        &run, "step s: fails: output /hello/", FALSE, "holds, but was expected to fail: it is shy");
    verdict_is(&run, "step s: fails: output /hello/", FALSE, "expected in x.scn:7");
    only_fails(&run, "step s: fails: output /hello/");
    run_free(&run);
}

/* ---- the run as a whole ---- */

static void panics(void)
{
    const char *text = HEAD STEP " expect panic /Oops: 42/\n";
    const struct given panicked = {
        .status = -1, .failure = "step s: Kernel panic", .console = "Oops: 42\n"};
    const struct given other = {
        .status = -1, .failure = "step s: Kernel panic", .console = "Oops: 43\n"};
    struct run run = run_snbep(text, &panicked);

    verdict_is(&run, "guest boots and panics in the last step", TRUE, "step s: Kernel panic");
    verdict_is(&run, "step s: panic /Oops: 42/", TRUE, "");
    only_fails(&run, "");
    run_free(&run);
    run = run_snbep(text, &other);
    verdict_is(&run, "step s: panic /Oops: 42/", FALSE, "| Oops: 43");
    only_fails(&run, "step s: panic /Oops: 42/");
    run_free(&run);
    run = run_snbep(text, &(struct given){0});
    verdict_is(&run, "guest boots and panics in the last step", FALSE, "");
    verdict_is(&run, "step s: panic /Oops: 42/", FALSE, "the guest did not panic");
    run_free(&run);
}

/* A guest that fails in its second step: the first step is judged, and nothing
 * of the second holds. */
static void unreached(void)
{
    struct run run =
        run_snbep(HEAD STEP "step t\n run true\n expect no output /hello/\n xfail it does not\n",
            &(struct given){.unreached = TRUE,
                .no_perf = TRUE,
                .text = "so far\n",
                .failure = "it hangs",
                .console = "login:\n"});

    verdict_is(&run, BOOTS, FALSE, "it hangs");
    verdict_is(&run, BOOTS, FALSE, "| login:");
    verdict_is(&run, "step s: status 0", TRUE, "");
    verdict_is(&run, "step t: status 0", FALSE, "the run did not get this far: it hangs");
    verdict_is(
        &run, "step t: fails: no output /hello/", FALSE, "the run did not get this far: it hangs");
    verdict_is(&run, "step t: status 0", FALSE, "| so far");
    run_free(&run);
}

/* The kernel's report comes before its consequences, so that a fuzzer
 * distinguishes guests' deaths. */
static void reported(void)
{
    const struct given given = {
        .failure = "it hangs", .console = "[    1.5] Oops: 42\n[    1.6] more\n"};
    struct run run = run_snbep(HEAD STEP, &given);
    const struct verdict *verdict = g_ptr_array_index(run.judgement->verdicts, 0);

    verdict_is(&run, BOOTS, FALSE, "it hangs");
    is_str(g_ptr_array_index(verdict->notes, 0), "the kernel: Oops: 42", "the report comes first");
    run_free(&run);
}

/* A figure by the name of its step: of this step, not of the first. */
static void figure_of_step(void)
{
    struct run run =
        run_snbep(HEAD STEP "step t\n run true\n expect figure@t = 42\n expect figure@s = 42\n",
            &(struct given){.text = "figure: 42\n"});

    verdict_is(&run, "step t: figure@t = 42", TRUE, "42 = 42");
    verdict_is(&run, "step t: figure@s = 42", FALSE, "perf printed no count for figure@s");
    run_free(&run);
}

static void wrong_read(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.reads_high = TRUE});

    verdict_is(&run, COUNTERS, FALSE, "2 reads of counters, 1 fault");
    only_fails(&run, COUNTERS);
    run_free(&run);
    run = run_snbep(
        "machine snbep\nxfail counters it lies\n" STEP, &(struct given){.reads_high = TRUE});
    verdict_is(&run, "counters: not every read returns the expected count", TRUE,
        "did not hold, as expected: it lies");
    only_fails(&run, "");
    run_free(&run);
    run = run_snbep("machine snbep\nxfail counters it lies\n" STEP, &(struct given){0});
    verdict_is(&run, "counters: not every read returns the expected count", FALSE,
        "holds, but was expected to fail: it lies");
    only_fails(&run, "counters: not every read returns the expected count");
    run_free(&run);
}

static void traffic(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){0});

    verdict_is(&run, BOOTS, TRUE, "");
    verdict_is(&run, TRAFFIC, TRUE, "");
    only_fails(&run, "");
    run_free(&run);
    run = run_snbep(HEAD " at step s + 1s\n imc1 CAS_COUNT.RD_REG 5M/s\n" STEP, &(struct given){0});
    verdict_is(&run, TRAFFIC, FALSE, "x.scn:6: never took effect: its time did not come");
    only_fails(&run, TRAFFIC);
    run_free(&run);
    /* Two lines that fit in the order of the text, but not in the order of
     * time. */
    run = run_snbep(
        "machine snbep\ntraffic\n at step t\n imc0 PRE_COUNT.PAGE_MISS 600M/s\n"
        " imc0 PRE_COUNT.PAGE_MISS off\n at step s\n imc0 PRE_COUNT.PAGE_CLOSE 600M/s\n" STEP
        "step t\n run true\n",
        &(struct given){0});
    verdict_is(&run, TRAFFIC, FALSE,
        "x.scn:4: was refused, 1001015351 ns after start: it conflicts with the traffic of that "
        "moment");
    only_fails(&run, TRAFFIC);
    run_free(&run);
}

/* The write that switches the counter on is lost: the hardware counts nothing,
 * and the driver reads nothing. */
static void dropped_write(void)
{
    struct run run = run_snbep(HEAD " at step s\n fault imc0.PMON_CTL0 drops writes 1 time\n" STEP
                                    " expect " EVENT " = 0\n",
        &(struct given){0});

    is_u64(run.count, 0, "the driver counts nothing");
    verdict_is(&run, COUNTERS, TRUE, "2 reads of counters, 0 faults");
    verdict_is(&run, TRAFFIC, TRUE, "");
    only_fails(&run, "");
    run_free(&run);
}

/* The hardware counts, and its counter reads as 0: the reads are right, since
 * the fault explains them. One access shows it: the first read and all high
 * halves are 0 anyway. */
static void masked_reads(void)
{
    struct run run = run_snbep(HEAD " at step s\n fault imc0.PMON_CTR0 reads 0\n" STEP
                                    " expect " EVENT " = 0\n expect perf exact\n",
        &(struct given){0});

    verdict_is(&run, COUNTERS, TRUE, "2 reads of counters, 0 faults");
    verdict_is(&run, COUNTERS, TRUE,
        "1 access returned other values than the hardware's, by faults of the scenario");
    only_fails(&run, "step s: perf exact");
    run_free(&run);
}

/* The first note on the trace; the number of records between its parts does not
 * matter here. */
static void is_headed(const struct run *run, const char *head, const char *tail, const char *what)
{
    const GPtrArray *notes = verdict_named(run, TRACE_AGREES)->notes;
    const char *note = notes->len ? g_ptr_array_index(notes, 0) : "";

    ok(g_str_has_prefix(note, head) && g_str_has_suffix(note, tail), "%s: '%s'", what, note);
}

/* A trace that stops while the guest continues has lost its end. The trace of a
 * dead guest has no end. */
static void open_traces(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.open = TRUE});

    verdict_is(&run, TRACE_AGREES, FALSE,
        "trace: it was not closed, so records after the last step may be missing");
    only_fails(&run, TRACE_AGREES);
    is_headed(&run, "trace: 18 accesses of 1 CPU, ", " records", "an open trace");
    run_free(&run);
    run = run_snbep(HEAD STEP, &(struct given){0});
    is_headed(&run, "trace: 18 accesses of 1 CPU, ", " records, none missing", "a complete trace");
    run_free(&run);
    run = run_snbep(HEAD STEP, &(struct given){.failure = "Kernel panic"});
    verdict_is(&run, TRACE_AGREES, TRUE,
        "trace: it was not closed, so records after the last step may be missing: the guest "
        "did not "
        "power off");
    run_free(&run);
}

/* A guest without faults whose witness is silent; a guest that died may not
 * have reached its witness. */
static void silent_guests(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.silent = TRUE});

    verdict_is(&run, TRACE_AGREES, FALSE,
        "CPUs: the guest says nothing; expected its witness after each step");
    only_fails(&run, TRACE_AGREES);
    run_free(&run);
    run = run_snbep(HEAD STEP, &(struct given){.silent = TRUE, .failure = "Kernel panic"});
    verdict_is(&run, TRACE_AGREES, TRUE,
        "trace: it was not closed, so records after the last step may be missing: the guest "
        "did not "
        "power off");
    run_free(&run);
}

/* The witness of a clock of 1 GHz: it shows @ns at an access with the trace's
 * time @time. */
static void show_clock(GArray *records, uint64_t time, uint64_t ns)
{
    const struct trace_record words[] = {
        {.kind = TRACE_WITNESS, .offset = WITNESS_CPU, .time = time, .pc = 1},
        {.kind = TRACE_WITNESS, .offset = WITNESS_BEFORE, .time = time, .pc = 1, .value = ns - 1},
        {.kind = TRACE_WITNESS, .offset = WITNESS_AFTER, .time = time, .pc = 1, .value = ns + 1},
        {.kind = TRACE_WITNESS, .offset = WITNESS_HZ, .time = time, .pc = 1, .value = SIM_NS_PER_S},
    };

    g_array_append_vals(records, words, G_N_ELEMENTS(words));
}

/* The guest's clock advances by @ns while the trace's advances by 5000 ns. */
static struct run run_clocked(gboolean icount, uint64_t ns)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.open = TRUE});
    uint64_t now =
        g_array_index(run.record.records, struct trace_record, run.record.records->len - 1).time;

    show_clock(run.record.records, now + 1000, 9000);
    show_clock(run.record.records, now + 6000, 9000 + ns);
    close_trace(run.record.records);
    run.record.icount = icount;
    judgement_free(run.judgement);
    run.judgement = judge(&run.record);
    return run;
}

/* Clocks are compared if both count the same instructions. */
static void clocks(void)
{
    struct run run = run_clocked(TRUE, 5000);

    verdict_is(&run, TRACE_AGREES, TRUE, "clock: guest 5000 ns, trace 5000 ns");
    run_free(&run);
    run = run_clocked(TRUE, 6000);
    verdict_is(&run, TRACE_AGREES, FALSE, "clock: guest 6000 ns, trace 5000 ns");
    only_fails(&run, TRACE_AGREES);
    run_free(&run);
    run = run_clocked(FALSE, 6000);
    only_fails(&run, "");
    ok(!has_note(verdict_named(&run, TRACE_AGREES), "clock: guest 6000 ns, trace 5000 ns"),
        "without --icount they are not compared");
    run_free(&run);
}

/* Accesses that only the guest counted: one line each, up to ten. */
static struct run run_losing(uint16_t cpus)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.open = TRUE});

    for (uint16_t cpu = 20; cpu < 20 + cpus; cpu++) {
        const struct trace_record audit = {
            .kind = TRACE_AUDIT, .cpu = cpu, .offset = AUDIT_READS, .value = 3};

        g_array_append_val(run.record.records, audit);
    }
    close_trace(run.record.records);
    judgement_free(run.judgement);
    run.judgement = judge(&run.record);
    return run;
}

static void lost_records(void)
{
    struct run run = run_losing(12);

    verdict_is(&run, TRACE_AGREES, FALSE,
        "trace: CPU 20: 3 of 3 reads are missing, between 0.000000000 s and 0.000000000 s");
    verdict_is(&run, TRACE_AGREES, FALSE,
        "trace: CPU 29: 3 of 3 reads are missing, between 0.000000000 s and 0.000000000 s");
    verdict_is(&run, TRACE_AGREES, FALSE, "... and 2 more");
    is_headed(
        &run, "trace: 18 accesses of 13 CPUs, ", " records", "a closed trace that misses some");
    run_free(&run);
    run = run_losing(10);
    verdict_is(&run, TRACE_AGREES, FALSE,
        "trace: CPU 29: 3 of 3 reads are missing, between 0.000000000 s and 0.000000000 s");
    ok(!has_note(verdict_named(&run, TRACE_AGREES), "... and 0 more"), "at most ten lines");
    run_free(&run);
}

/* A guest that must not boot. */
static void dies(void)
{
    static const struct {
        const char *failure, *console;
        gboolean ok;
        const char *note;
    } deaths[] = {
        {"QEMU ended", "Fatal TRAP at 0\n", TRUE, ""},
        {"QEMU ended", "login:\n", FALSE, "| login:"},
        {"QEMU ended: Fatal TRAP", "login:\n", TRUE, "QEMU ended: Fatal TRAP"},
        {"QEMU ended", NULL, FALSE, "QEMU ended"},
        {NULL, "Fatal TRAP at 0\n", FALSE, "it came up and powered off cleanly"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(deaths); i++) {
        struct run run = {.scenario = parse("machine power9\ndies /Fatal TRAP/\n")};

        begin_record(&run);
        run.record.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
        run.record.failure = g_strdup(deaths[i].failure);
        run.record.console = g_strdup(deaths[i].console);
        run.judgement = judge(&run.record);
        verdict_is(&run, "guest dies: /Fatal TRAP/", deaths[i].ok, deaths[i].note);
        is_u64(
            verdict_named(&run, "guest dies: /Fatal TRAP/")->step, 0, "... on the run as a whole");
        verdict_is(&run, COUNTERS, TRUE, "0 reads of counters, 0 faults");
        run_free(&run);
    }
}

/* ---- writes as figures ---- */

static void is_figure(const GArray *records, const struct machine_model *model, const char *name,
    gboolean found, gint64 expected)
{
    gint64 figure = -1;

    ok(step_writes_figure(model, records, 2, name, &figure) == found, "%s: %s", name,
        found ? "one" : "none");
    if (found)
        is_u64((guint64)figure, (guint64)expected, "... its value");
}

/* Ten writes of imc0.PMON_CTL0 (block 1, offset 0xd8) in step 2, with the
 * values 101 to 110, and one in the steps beside it. */
static void writes(void)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));

    for (unsigned i = 0; i < 16; i++) {
        const enum trace_kind kind = i == 0 || i == 3 || i == 14 ? TRACE_STEP_BEGIN
                                     : i == 2                    ? TRACE_STEP_END
                                                                 : TRACE_WRITE;
        const struct trace_record record = {.kind = kind,
            .size = 4,
            .block = E5_BLOCK(BOX_IMC, 0),
            .offset = 0xd8,
            .value = kind == TRACE_WRITE ? 97 + i
                     : i == 0            ? 1
                     : i == 2            ? 1
                     : i == 3            ? 2
                                         : 3};

        g_array_append_val(records, record);
    }
    is_figure(records, &snbep_model, "writes:imc0.PMON_CTL0", TRUE, 10);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0", TRUE, 110);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#1", TRUE, 101);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#8", TRUE, 108);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#9", TRUE, 109);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#10", TRUE, 110);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#11", FALSE, 0);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#0", FALSE, 0);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL0#a", FALSE, 0);
    is_figure(records, &snbep_model, "writes:imc0.PMON_CTL0#1", FALSE, 0);
    is_figure(records, &snbep_model, "writes:imc0.PMON_CTL1", TRUE, 0);
    is_figure(records, &snbep_model, "write:imc0.PMON_CTL1", FALSE, 0);
    is_figure(records, &snbep_model, "writes:imc0.PMON_CTL9", FALSE, 0);
    is_figure(records, &snbep_model, "writes:imc12.PMON_CTL0", FALSE, 0);
    is_figure(records, &snbep_model, "writes:PMON_CTL0", FALSE, 0);
    is_figure(records, &snbep_model, "reads:imc0.PMON_CTL0", FALSE, 0);
    /* Ten writes of imc0.PMON_CTL0 (block 1, offset 0xd8) in step 2, with the
     * values 101 to 110, and one in each step beside it. */
    is_figure(records, &power9_model, "writes:core0.mem.PMON_CTL0", FALSE, 0);
    g_array_unref(records);
}

/* A core's memory has words, but no registers. */

static void is_note(const struct judgement *judgement, guint verdict, guint i, const char *expected)
{
    const struct verdict *v = g_ptr_array_index(judgement->verdicts, verdict);

    is_str(i < v->notes->len ? g_ptr_array_index(v->notes, i) : "none", expected,
        "verdict %u: note %u", verdict, i);
}

/* One reason replaces all verdicts, whatever was found before. */
static void refused(void)
{
    struct judgement *judgement = judgement_new(1);
    GPtrArray *notes = notes_new();

    notes_add(notes, "one");
    notes_add(notes, "and %d", 2);
    judgement_add(judgement, 1, g_strdup("a"), TRUE, notes);
    judgement_add(judgement, 1, g_strdup("b"), TRUE, notes_new());
    ok(judgement->ok, "good verdicts");
    judgement_refuse(judgement, "no trace");
    ok(!judgement->ok, "become bad");
    for (guint i = 0; i < 2; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);

        ok(!verdict->ok && verdict->notes->len == 1, "verdict %u: refused, with one note", i);
        is_note(judgement, i, 0, "no trace");
    }
    judgement_free(judgement);
    judgement_free(NULL);
}

static unsigned freed;

static void count_freed(gpointer data)
{
    (void)data;
    freed++;
}

/* Each step's rows belong to the judgement. */
static void owned_rows(void)
{
    struct judgement *judgement = judgement_new(3);

    for (unsigned i = 0; i < 3; i += 2) {
        judgement->rows[i] = g_ptr_array_new_with_free_func(count_freed);
        g_ptr_array_add(judgement->rows[i], judgement);
    }
    judgement_free(judgement);
    is_u64(freed, 2, "rows of the first and the last step are freed, and a step may have no rows");
}

/* Of 42 lines the last 40. */
static void long_text(void)
{
    GPtrArray *notes = notes_new();
    g_autoptr(GString) text = g_string_new(NULL);

    for (unsigned i = 1; i <= 42; i++)
        g_string_append_printf(text, "%u\n", i);
    notes_add_text(notes, "output", text->str, text->len);
    is_u64(notes->len, 41, "a title and forty lines");
    is_str(g_ptr_array_index(notes, 0), "output, last 40 lines:", "the title reports it");
    is_str(g_ptr_array_index(notes, 1), "| 3", "the first of them");
    is_str(g_ptr_array_index(notes, notes->len - 1), "| 42", "the last");
    g_ptr_array_set_size(notes, 0);
    notes_add_text(notes, "output", text->str, strlen("1\n2\n"));
    is_u64(notes->len, 3, "two lines are shown whole");
    is_str(g_ptr_array_index(notes, 0), "output:", "without a number");
    g_ptr_array_set_size(notes, 0);
    notes_add_text(notes, "output", " \n", 2);
    is_u64(notes->len, 0, "blanks are not shown");
    g_ptr_array_unref(notes);
}

int main(void)
{
    refused();
    owned_rows();
    long_text();
    kinds();
    manuals();
    manuals_of_two();
    lint_of_step();
    xfail();
    panics();
    unreached();
    reported();
    figure_of_step();
    wrong_read();
    traffic();
    dropped_write();
    masked_reads();
    open_traces();
    silent_guests();
    clocks();
    lost_records();
    dies();
    writes();
    return done_testing();
}
