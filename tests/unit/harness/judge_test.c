/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on fake guests: each run's record is made by hand, and its trace by the models in process. */
#include "harness/judge/judge.h"
#include "harness/machine/machines.h"
#include "harness/scenario/scenario_load.h"

#include "tests/epyc_machine.h"
#include "tests/linux_uncore.h"

#define READS 0x304 /* CAS_COUNT.RD */
#define EVENT "uncore_imc_0/event=0x4,umask=0x3/"

#define BOOTS    "guest boots, does all steps and powers off"
#define CARRIER  "carrier: trace and guest agree"
#define COUNTERS "counters: every read returned the expected count"
#define TRAFFIC  "traffic: every line took effect"

/* The usual guest: one measurement at 123 reads in each us, in step 1. The box counts for 1 ms and the two
 * accesses of 731 ns that freeze it again: 1001.462 us, 123179 reads. */
#define HEAD                                                                                                 \
    "machine snbep\n"                                                                                        \
    "traffic\n at boot\n imc0 CAS_COUNT.RD_REG 123M/s\n"
#define STEP "step s\n run true\n"

/* What the guest did, where it differs from a guest that does all well. */
struct given {
    int status;
    const char *text, *err; /* after perf's figure */
    const char *kernel, *failure, *console;
    int more; /* than the driver counted: perf prints */
    gboolean scaled, unreached, no_perf;
    gboolean unfrozen;   /* the driver also reads the counter while it runs */
    gboolean reads_high; /* the trace's last read of the counter is 5 too high */
    gboolean open;       /* the trace has no end */
};

struct run {
    struct scenario *scenario;
    struct run_record record;
    struct judgement *judgement;
    uint64_t count; /* the driver's */
};

/* ---- fake guests ---- */

static struct scenario *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = scenario_parse("x.scn", text, &error);

    if (!scenario) {
        printf("Bail out! %s\n", error->message);
        exit(1);
    }
    return scenario;
}

/* All steps end well and print nothing. */
static void begin_record(struct run *run)
{
    guint n = run->scenario->steps->len;

    run->record = (struct run_record){.scenario = run->scenario, .steps = g_new0(struct run_step, n)};
    for (guint i = 0; i < n; i++)
        run->record.steps[i] = (struct run_step){TRUE, 0, g_string_new(NULL), g_string_new(NULL), NULL, 0};
}

static void run_free(struct run *run)
{
    judgement_free(run->judgement);
    for (guint i = 0; i < run->scenario->steps->len; i++) {
        g_string_free(run->record.steps[i].out, TRUE);
        g_string_free(run->record.steps[i].err, TRUE);
        g_free(run->record.steps[i].kernel);
    }
    g_free(run->record.steps);
    g_free(run->record.failure);
    g_free(run->record.console);
    g_array_unref(run->record.records);
    scenario_free(run->scenario);
}

/* As the plugin does when QEMU ends. */
static void close_trace(GArray *records)
{
    const struct trace_record closed = {.kind = TRACE_CLOSED, .value = records->len};

    g_array_append_val(records, closed);
}

static uint64_t measure(struct lx *lx, unsigned step, const struct given *given)
{
    struct lx_event e = {.counter = 0, .control = READS};

    lx_step(lx, step, false);
    lx_start(lx, &e);
    lx->now += MS;
    if (given->unfrozen)
        lx_update(lx, &e);
    lx_stop(lx, &e);
    lx_step(lx, step, true);
    return e.count;
}

static void tamper(struct lx *lx, const struct given *given)
{
    struct trace_record *last = NULL;

    for (guint i = 0; i < lx->records->len; i++) {
        struct trace_record *record = lx_record_at(lx, i);

        if (record->kind == TRACE_READ && record->offset == lx_offset(IMC_CTR0))
            last = record;
    }
    if (given->reads_high && last)
        last->value += 5;
}

static void print_step(struct run_step *step, const struct given *given, uint64_t count)
{
    step->status = given->status;
    step->reached = !given->unreached;
    step->kernel = g_strdup(given->kernel ? given->kernel : "");
    g_string_append(step->out, given->text ? given->text : "");
    g_string_append(step->err, given->err ? given->err : "");
    if (!given->no_perf)
        g_string_append_printf(step->err,
            "\n Performance counter stats for 'system wide':\n\n  %" PRIu64 "      " EVENT "  %s\n\n"
            "       0.100000000 seconds time elapsed\n\n",
            count + (uint64_t)given->more, given->scaled ? "(50.00%)" : "");
}

/* A guest of `snbep` that measures once in each step. Only the last step differs from a good one. */
static struct run run_snbep(const char *text, const struct given *given)
{
    static const struct snbep_config one = SNBEP_DEFAULTS;
    static const struct given good;
    struct run run = {.scenario = parse(text)};
    struct lx lx = lx_new(&one, run.scenario->plan->str);
    guint n = run.scenario->steps->len;

    begin_record(&run);
    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        lx_init(&lx, 0, c);
    for (guint i = 0; i < n; i++) {
        const struct given *now = i + 1 == n ? given : &good;

        if (!now->unreached)
            run.count = measure(&lx, i + 1, now);
        print_step(&run.record.steps[i], now, run.count);
    }
    tamper(&lx, given);
    if (!given->failure && !given->open)
        close_trace(lx.records);
    run.record.records = g_array_ref(lx.records);
    run.record.failure = g_strdup(given->failure);
    run.record.console = g_strdup(given->console);
    run.judgement = judge(&run.record);
    lx_free(&lx);
    return run;
}

/* ---- verdicts ---- */

static const struct verdict *verdict_named(const struct run *run, const char *what)
{
    for (guint i = 0; i < run->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(run->judgement->verdicts, i);

        if (!strcmp(verdict->what, what))
            return verdict;
    }
    return NULL;
}

static gboolean has_note(const struct verdict *verdict, const char *note)
{
    for (guint i = 0; i < verdict->notes->len; i++)
        if (!strcmp(g_ptr_array_index(verdict->notes, i), note))
            return TRUE;
    return !*note && !verdict->notes->len;
}

/* The verdict @what of @run is @ok, and one of its notes is @note; "": it has none. */
static void verdict_is(const struct run *run, const char *what, gboolean good, const char *note)
{
    const struct verdict *verdict = verdict_named(run, what);

    if (!ok(verdict && verdict->ok == good && has_note(verdict, note), "%s: %s: '%s'", what,
            good ? "ok" : "not ok", note))
        for (guint i = 0; verdict && i < verdict->notes->len; i++)
            printf("# %s: %s\n", verdict->ok ? "ok" : "not ok",
                (const char *)g_ptr_array_index(verdict->notes, i));
}

/* Every verdict but @what holds; "": all do. */
static void only_fails(const struct run *run, const char *what)
{
    gboolean as_said = run->judgement->ok == !*what;

    for (guint i = 0; i < run->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(run->judgement->verdicts, i);

        as_said = as_said && verdict->ok == !!strcmp(verdict->what, what);
    }
    ok(as_said, "what fails: '%s'", what);
    is_u64(run->judgement->verdicts->len, judge_n_verdicts(run->scenario), "the number of verdicts");
}

/* ---- each kind of expectation ---- */

#define SHARES                                                                                               \
    "# Overhead  Command  Shared Object  Symbol\n"                                                           \
    "    95.10%  hot      hot            [.] hot_function\n     4.90%  hot      hot            [.] main\n"

static const struct {
    const char *expect; /* in the scenario */
    struct given given;
    gboolean ok;
    const char *note;
} cases[] = {
    {"status 0", {0}, TRUE, ""},
    {"status 0", {.status = 3}, FALSE, "the script's status is 3, expected 0"},
    {"status 3", {.status = 3}, TRUE, ""},
    {"perf exact", {0}, TRUE, "hops: printed = driver, driver = hardware, printed = injected"},
    {"perf exact", {.more = 1}, FALSE,
        EVENT
        ": hops one and three fail: perf printed 123180, the driver read 123179; perf printed 123180, the "
        "scenario injected 123179; from 0x0 at 1.000005848 s to 0x1e12b at 1.001011696 s [imc0.PMON_CTL0 <- "
        "0x400304 (1.000007310 s, CPU 0), imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)]"},
    {"perf exact", {.scaled = TRUE}, FALSE,
        EVENT ": without printed = injected: perf extrapolated it from a part of the time, in which driver = "
              "injected"},
    {"perf exact", {.no_perf = TRUE}, FALSE,
        "step 1: the output has no perf figure for an event of this machine"},
    {"share hot_function >= 95 %", {.text = SHARES}, TRUE, "hot_function: 95.10 %"},
    {"share hot_function >= 96 %", {.text = SHARES}, FALSE, "hot_function: 95.10 %; expected >= 96 %"},
    {"share hot_function >= 0 %", {.text = "none\n"}, FALSE, "| none"},
    {"multiplexed", {.scaled = TRUE}, TRUE, ""},
    {"multiplexed", {.text = "all\n"}, FALSE, "| all"},
    {"output /^hello$/", {.text = "hello\n"}, TRUE, ""},
    {"output /^hello$/", {.err = "hello\n"}, TRUE, ""},
    {"output /^hello$/", {.text = "hullo\n"}, FALSE, "| hullo"},
    {"no output /^hello$/", {.text = "hullo\n"}, TRUE, ""},
    {"no output /^hello$/", {.text = "hello\n"}, FALSE, "| hello"},
    {"no output /^hello$/", {.err = "hello\n"}, FALSE, "| hello"},
    {"register imc0.PMON_CTL0 = 0x304", {0}, TRUE, "imc0.PMON_CTL0 holds 0x304, by its last accesses"},
    {"register imc0.PMON_CTL0 = 0x305", {0}, FALSE,
        "imc0.PMON_CTL0 holds 0x304, by its last accesses; expected = 0x305"},
    {"accesses write imc0.PMON_CTL0 = 0x400304, write imc0.PMON_CTL0 = 0x304", {0}, TRUE,
        "found imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0); found imc0.PMON_CTL0 <- 0x304 (1.001010965 "
        "s, CPU 0)"},
    {"accesses write imc0.PMON_CTL0 = 0x305", {0}, FALSE, "no write imc0.PMON_CTL0 = 0x305"},
    {"no write imc0.PMON_CTL1", {0}, TRUE, "no write imc0.PMON_CTL1"},
    {"no write imc0.PMON_CTL0", {0}, FALSE, "found imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0)"},
    {"lint clean", {0}, TRUE, ""},
    {"lint clean", {.unfrozen = TRUE}, FALSE,
        "unfrozen: counter read while it ran: imc0.PMON_CTR0 = 0x1e0d1 (1.001009503 s, CPU 0), and 1 more "
        "times"},
    {"lint unfrozen", {.unfrozen = TRUE}, TRUE,
        "unfrozen: counter read while it ran: imc0.PMON_CTR0 = 0x1e0d1 (1.001009503 s, CPU 0), and 1 more "
        "times"},
    {"lint unfrozen", {0}, FALSE, "expected in x.scn:7"},
    {"kernel /^uncore: up$/", {.kernel = "uncore: up\n"}, TRUE, ""},
    {"kernel /^uncore: up$/", {.kernel = "uncore: down\n", .text = "uncore: up\n"}, FALSE, "| uncore: down"},
    {"no kernel /up/", {.kernel = "uncore: down\n"}, TRUE, ""},
    {"no kernel /up/", {.kernel = "uncore: up\n"}, FALSE, "| uncore: up"},
    {"kernel clean", {.kernel = "uncore: up\n"}, TRUE, ""},
    {"kernel clean", {.kernel = "uncore: up\nBUG: it fell\n"}, FALSE, "| BUG: it fell"},
    {"figure = 42", {.text = "figure: 42\n"}, TRUE, "42 = 42"},
    {"figure = 42", {.text = "figure: 40\n"}, FALSE, "40 = 42 does not hold: the sides differ by -2"},
    {"figure > 42", {.text = "figure: 42\n"}, FALSE, "42 > 42 does not hold"},
    {"nothing = 42", {.text = "figure: 42\n"}, FALSE, "perf printed no count for nothing"},
    {EVENT " > 123000", {0}, TRUE, "123179 > 123000"},
    {"S1:" EVENT " > 123000", {0}, FALSE, "perf printed no count for S1:" EVENT},
    {"writes:imc0.PMON_CTL0 = 2", {0}, TRUE, "2 = 2"},
    {"writes:imc0.PMON_CTL0 = 3", {0}, FALSE, "2 = 3 does not hold: the sides differ by -1"},
};

static void kinds(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(HEAD STEP " expect %s\n", cases[i].expect);
        g_autofree char *what = g_strdup_printf("step s: %s", cases[i].expect);
        struct run run = run_snbep(text, &cases[i].given);

        verdict_is(&run, what, cases[i].ok, cases[i].note);
        verdict_is(&run, COUNTERS, TRUE,
            cases[i].given.unfrozen ? "3 reads, 0 of them wrong" : "2 reads, 0 of them wrong");
        only_fails(&run, cases[i].ok ? "" : what);
        run_free(&run);
    }
}

/* What was expected to fail is ok if it fails, and not if it holds. */
static void xfail(void)
{
    const char *text = HEAD STEP " expect output /hello/\n xfail it is shy\n";
    struct run run = run_snbep(text, &(struct given){.text = "hullo\n"});

    verdict_is(&run, "step s: fails: output /hello/", TRUE, "did not hold, as expected: it is shy");
    only_fails(&run, "");
    run_free(&run);
    run = run_snbep(text, &(struct given){.text = "hello\n"});
    verdict_is(&run, "step s: fails: output /hello/", FALSE, "holds, but was expected to fail: it is shy");
    verdict_is(&run, "step s: fails: output /hello/", FALSE, "expected in x.scn:7");
    only_fails(&run, "step s: fails: output /hello/");
    run_free(&run);
}

/* ---- the run as a whole ---- */

static void panics(void)
{
    const char *text = HEAD STEP " expect panic /Oops: 42/\n";
    const struct given panicked = {.status = -1, .failure = "step s: Kernel panic", .console = "Oops: 42\n"};
    const struct given other = {.status = -1, .failure = "step s: Kernel panic", .console = "Oops: 43\n"};
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

/* A guest that fails in its second step: what the first did is judged, and nothing of the second holds. */
static void unreached(void)
{
    struct run run = run_snbep(HEAD STEP "step t\n run true\n expect no output /hello/\n xfail it does not\n",
        &(struct given){.unreached = TRUE, .no_perf = TRUE, .failure = "it hangs", .console = "login:\n"});

    verdict_is(&run, BOOTS, FALSE, "it hangs");
    verdict_is(&run, BOOTS, FALSE, "| login:");
    verdict_is(&run, "step s: status 0", TRUE, "");
    verdict_is(&run, "step t: status 0", FALSE, "the run did not get this far: it hangs");
    verdict_is(&run, "step t: fails: no output /hello/", FALSE, "the run did not get this far: it hangs");
    run_free(&run);
}

/* A figure of a step by its name: not the first that was reached, but the one named. */
static void figure_of_step(void)
{
    struct run run = run_snbep(HEAD STEP "step t\n run true\n expect figure@t = 42\n expect figure@s = 42\n",
        &(struct given){.text = "figure: 42\n"});

    verdict_is(&run, "step t: figure@t = 42", TRUE, "42 = 42");
    verdict_is(&run, "step t: figure@s = 42", FALSE, "perf printed no count for figure@s");
    run_free(&run);
}

static void wrong_read(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.reads_high = TRUE});

    verdict_is(&run, COUNTERS, FALSE, "2 reads, 1 of them wrong");
    only_fails(&run, COUNTERS);
    run_free(&run);
    run = run_snbep("machine snbep\nxfail counters it lies\n" STEP, &(struct given){.reads_high = TRUE});
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
    /* Two lines that fit in the order of the text, but not in the order in which they happen. */
    run = run_snbep("machine snbep\ntraffic\n at step t\n imc0 CAS_COUNT.RD_REG 600M/s\n"
                    " imc0 CAS_COUNT.RD_REG off\n at step s\n imc0 CAS_COUNT.WR_WMM 600M/s\n" STEP
                    "step t\n run true\n",
        &(struct given){0});
    verdict_is(&run, TRAFFIC, FALSE,
        "x.scn:4: was refused, 1001015351 ns after start: it conflicts with the traffic of that moment");
    only_fails(&run, TRAFFIC);
    run_free(&run);
}

/* The write that switches the counter on is lost: hardware counts nothing, and the driver reads nothing. */
static void dropped_write(void)
{
    struct run run = run_snbep(HEAD " at step s\n fault imc0.PMON_CTL0 drops writes 1 time\n" STEP
                                    " expect " EVENT " = 0\n",
        &(struct given){0});

    is_u64(run.count, 0, "the driver counts nothing");
    verdict_is(&run, COUNTERS, TRUE, "2 reads, 0 of them wrong");
    verdict_is(&run, TRAFFIC, TRUE, "");
    only_fails(&run, "");
    run_free(&run);
}

/* Hardware counts, and its counter reads as 0: the reads are right, being the fault's. One access shows it:
 * the first read and all high halves are 0 anyway. */
static void masked_reads(void)
{
    struct run run = run_snbep(HEAD " at step s\n fault imc0.PMON_CTR0 reads 0\n" STEP " expect " EVENT
                                    " = 0\n expect perf exact\n",
        &(struct given){0});

    verdict_is(&run, COUNTERS, TRUE, "2 reads, 0 of them wrong");
    verdict_is(&run, COUNTERS, TRUE,
        "1 access returned other values than the hardware's, by faults of the scenario");
    only_fails(&run, "step s: perf exact");
    run_free(&run);
}

/* A trace that stops while the guest goes on has lost its end; that of a guest that died has none. */
static void open_traces(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){.open = TRUE});

    verdict_is(&run, CARRIER, FALSE,
        "trace: it was not closed, so nothing tells what is missing after the last step");
    only_fails(&run, CARRIER);
    run_free(&run);
    run = run_snbep(HEAD STEP, &(struct given){.failure = "Kernel panic"});
    verdict_is(&run, CARRIER, TRUE,
        "trace: it was not closed, so nothing tells what is missing after the last step: the guest did not "
        "power off");
    run_free(&run);
}

/* A guest that must not come up. */
static void dies(void)
{
    static const struct {
        const char *failure, *console;
        gboolean ok;
        const char *note;
    } deaths[] = {
        {"QEMU ended", "Fatal TRAP at 0\n", TRUE, ""},
        {"QEMU ended", "login:\n", FALSE, "| login:"},
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
        verdict_is(&run, COUNTERS, TRUE, "0 reads, 0 of them wrong");
        run_free(&run);
    }
}

/* ---- samples: a guest of `epyc` that takes one ---- */

static struct guest guest;

static void take_sample(void)
{
    const uint64_t sampling = OP_CTL_EN | OP_CTL_OPS | 0x40; /* each 1024 ops */
    struct sim_access access;

    guest_start(&guest, "variant=zen4 cpus=1");
    linux_init(&guest);
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, false);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, sampling);
    guest_loop(&guest, 0, 0, 1100, 16);
    for (unsigned msr = MSR_OP_CTL; msr <= MSR_DC_PHYS; msr++)
        guest_rdmsr(&guest, 0, msr);
    guest_rdmsr(&guest, 0, MSR_BR_TARGET);
    guest_wrmsr(&guest, 0, MSR_OP_CTL, OP_CTL_OPS | 0x40);
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, true);
}

/* The sample as a table, with the driver's reads of it; its first address is off by @off. */
static void print_sample(GString *out, uint64_t off)
{
    static const char *const names[] = {"IBS_OP_CTL", "IBS_OP_RIP", "IBS_OP_DATA", "IBS_OP_DATA2",
        "IBS_OP_DATA3", "IBS_DC_LINADDR", "IBS_DC_PHYSADDR"};
    unsigned first = 0;

    while (guest_nth(&guest, TRACE_READ, first)->offset != MSR(MSR_OP_CTL))
        first++;
    g_string_append(out, "engine,cpu");
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        g_string_append_printf(out, ",%s", names[i]);
    g_string_append(out, ",IBS_BR_TARGET\nop,0");
    for (unsigned i = 0; i <= G_N_ELEMENTS(names); i++)
        g_string_append_printf(
            out, ",0x%" PRIx64, guest_nth(&guest, TRACE_READ, first + i)->value + (i == 1 ? off : 0));
    g_string_append(out, "\n");
}

/* Prints @n samples. */
static struct run run_epyc(unsigned n, uint64_t off)
{
    struct run run = {
        .scenario = parse("machine epyc\nconfig variant=zen4\ncpus 1\n" STEP " expect samples exact\n")};

    take_sample();
    begin_record(&run);
    run.record.steps[0].kernel = g_strdup("");
    while (n--)
        print_sample(run.record.steps[0].out, off);
    run.record.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_array_append_vals(run.record.records, guest.records, guest.n_records);
    close_trace(run.record.records);
    run.judgement = judge(&run.record);
    return run;
}

static void samples(void)
{
    static const struct {
        unsigned n, off;
        gboolean ok;
        const char *note;
    } prints[] = {
        {1, 0, TRUE, "1 samples latched, 1 taken by the driver, 1 printed, 0 lines wrong"},
        {1, 4, FALSE, "1 samples latched, 1 taken by the driver, 1 printed, 2 lines wrong"},
        {0, 0, FALSE, "1 samples latched, 1 taken by the driver, 0 printed, 1 lines wrong"},
        {2, 0, FALSE, "1 samples latched, 1 taken by the driver, 2 printed, 1 lines wrong"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(prints); i++) {
        struct run run = run_epyc(prints[i].n, prints[i].off);

        verdict_is(&run, "step s: samples exact", prints[i].ok, prints[i].note);
        ok(!has_note(verdict_named(&run, "step s: samples exact"), "0 values compared"),
            "samples have no values, as rounds have");
        ok(!has_note(verdict_named(&run, "step s: samples exact"),
               "0 without printed = executed: a fault met the driver's read, or the trace does not tell what "
               "was executed"),
            "... and none that was printed right is left out");
        if (prints[i].ok)
            verdict_is(&run, "step s: samples exact", TRUE,
                "hops: printed = driver, driver = hardware, printed = executed");
        only_fails(&run, prints[i].ok ? "" : "step s: samples exact");
        run_free(&run);
    }
}

int main(void)
{
    kinds();
    xfail();
    panics();
    unreached();
    figure_of_step();
    wrong_read();
    traffic();
    dropped_write();
    masked_reads();
    open_traces();
    dies();
    samples();
    return done_testing();
}
