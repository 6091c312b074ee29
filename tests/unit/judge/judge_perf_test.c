/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on perf's figures and samples: their conditions and notes. */
#include "harness/proof/machine_proof.h"

#include "tests/epyc_machine.h"
#include "tests/judged_run.h"

/* ---- notes ---- */

/* All notes of the verdict @what, line by line. */
static void notes_are(const struct run *run, const char *what, gboolean good, const char *expected)
{
    const struct verdict *verdict = verdict_named(run, what);
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; verdict && i < verdict->notes->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(verdict->notes, i));
    ok(verdict && verdict->ok == good, "%s: %s", what, good ? "ok" : "not ok");
    is_str(text->str, expected, "... and its notes");
}

#define FROM                                                                                       \
    " [imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0), imc0.PMON_CTL0 <- 0x304 (1.001010965 "   \
    "s, CPU 0)]\n"
#define HEADING                                                                                    \
    "  event                              perf printed  driver  hardware  injected  equal\n"
#define RIGHT HEADING "  " EVENT "        123179  123179    123179    123179  yes\n"
#define TWO   "hops: printed = driver, driver = hardware\n"
#define HOPS  "hops: printed = driver, driver = hardware, printed = injected\n"
#define ERR(row)                                                                                   \
    "standard error:\n| \n|  Performance counter stats for 'system wide':\n| \n|   " row "\n| \n"  \
    "|        0.100000000 seconds time elapsed\n"
#define WHERE  "expected in x.scn:7\n"
#define MIB    "uncore_imc_0/cas_count_read/"
#define TYPO   "uncore_imc_0/event=0x4,umask=0x3,edge/"
#define WRITES "uncore_imc_0/event=0x4,umask=0xc/"
#define COUNTED                                                                                    \
    "imc0 counter 0: 123179 injected from 1.000005848 s, where the program read it, to "           \
    "1.001011696 s, "                                                                              \
    "where "                                                                                       \
    "it read 123179\n"
/* The accesses of the measurement, the last of which reads @last. */
#define FIRST_ACCESSES                                                                             \
    "  imc0.PMON_CTR0 = 0x0 (1.000005848 s, CPU 0)\n"                                              \
    "  imc0.PMON_CTR0+4 = 0x0 (1.000006579 s, CPU 0)\n"                                            \
    "  imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0)\n"                                        \
    "  imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)\n"
#define ACCESSES(last)                                                                             \
    FIRST_ACCESSES                                                                                 \
    "  imc0.PMON_CTR0 = " last " (1.001011696 s, CPU 0)\n"                                         \
    "  imc0.PMON_CTR0+4 = 0x0 (1.001012427 s, CPU 0)\n"
#define ONE_SOCKET                                                                                 \
    "  event                                 perf printed  driver  hardware  injected  equal\n"    \
    "  S0:" EVENT "        123179  123179    123179    123179  yes\n" WHERE

/* perf's figure, its text, and the verdict of `expect TEXT` with all notes.
 * 123179 reads are 7.52 MiB. */
static const struct {
    const char *expect;
    struct given given;
    gboolean ok;
    const char *notes;
} figures[] = {
    {"perf exact", {0}, TRUE, RIGHT HOPS},
    {"perf exact", {.more = 1}, FALSE,
        EVENT ": perf printed 123180, the driver read 123179 (P20)\n"
              "  hops one and three fail: perf printed 123180, expected 123179: 1 more\n"
              "  perf printed 123180, the scenario injected 123179\n" ACCESSES("0x1e12b") HEADING
        "  " EVENT "        123180  123179    123179    123179  NO\n" HOPS ERR(
            "123180      " EVENT "  ") WHERE},
    {"perf exact", {.more = 5, .reads_high = TRUE}, FALSE,
        EVENT ": imc0.PMON_CTR0 returned 0x1e130, expected 0x1e12b (P2)\n"
              "  hops two and three fail: perf printed 123184, expected 123179: 5 more\n"
              "  the driver read 123184, the hardware saw 123179: 5 more\n"
              "  perf printed 123184, the scenario injected 123179\n"
              "  imc0.PMON_CTR0 = 0x1e130 (1.001011696 s, CPU 0)\n"
              "  imc0.PMON_CTR0+4 = 0x0 (1.001012427 s, CPU 0)\n" FIRST_ACCESSES HEADING "  " EVENT
              "        123184  123184    123179    123179  NO\n" HOPS ERR("123184      " EVENT "  ")
                  WHERE},
    {"perf exact", {.scaled = TRUE}, FALSE,
        EVENT ": perf scaled the figure, since the event ran only part of the time: it can be "
              "proved only with -v (P1)\n"
              "  hop one fails: perf printed 123179; the right figure is unknown\n" ACCESSES(
                  "0x1e12b") "  event                              perf printed  driver  hardware  "
                             "equal\n  " EVENT "        123179  123179    123179  NO\n" TWO EVENT
                             ": without printed = injected: perf extrapolated it from a part of "
                             "the time, in "
                             "which driver = injected\n" ERR("123179      " EVENT "  (50.00%)")
                                 WHERE},
    {"perf exact", {.no_perf = TRUE, .text = "nothing\n"}, FALSE,
        "step 1: the output has no perf figure for an event of this machine\nstandard output:\n| "
        "nothing\n" WHERE},
    {"perf exact",
        {.no_perf = TRUE, .text = "no end of line", .err = "123179,," EVENT ",1001462,100.00,,\n"},
        TRUE, RIGHT HOPS},
    {"perf exact", {.row = "7.52 MiB  " MIB}, TRUE,
        "  event                         perf printed  driver  hardware  injected  equal\n"
        "  " MIB "      7.52 MiB  123179    123179    123179  yes\n" HOPS},
    {EVENT " = 123189", {.more = 10}, TRUE, "123189 = 123189\n"},
    {MIB " = 123179", {.row = "7.52 MiB  " MIB}, TRUE, "123179 = 123179\n"},
    {EVENT " = 123179", {.row = "<not counted>  " EVENT}, FALSE,
        "perf printed no count for " EVENT "\n"
        "  event                               perf printed  driver  hardware  equal\n"
        "  " EVENT "  <not counted>       ?         ?  NO\n"
        "  imc0.PMON_CTL0 <- 0x400304                     -  123179    123179  NO\n" WHERE},
    {EVENT " = 123179", {.row = "S0  1  123179  " EVENT}, TRUE, "123179 = 123179\n"},
    {"S0:" EVENT " = 123179", {.row = "S0  1  123179  " EVENT}, TRUE, "123179 = 123179\n"},
    {"S1:" EVENT " = 123179", {.row = "S0  1  123179  " EVENT}, FALSE,
        "perf printed no count for S1:" EVENT "\n" ONE_SOCKET},
    {"S0x" EVENT " = 123179", {.row = "S0  1  123179  " EVENT}, FALSE,
        "perf printed no count for S0x" EVENT "\n" ONE_SOCKET},
    {"T0:" EVENT " = 123179", {.row = "S0  1  123179  " EVENT}, FALSE,
        "perf printed no count for T0:" EVENT "\n" ONE_SOCKET},
    {TYPO " = 0", {0}, FALSE, "perf printed no count for " TYPO "\n" RIGHT WHERE},
    {TYPO " = 0", {.no_perf = TRUE, .text = "nothing\n"}, FALSE,
        "step 1: the output has no perf figure for an event of this machine\nperf printed no count "
        "for " TYPO "\nstandard output:\n| nothing\n" WHERE},
    {"figure = 2", {.text = "figure: 1\nfigure: 2\nfigures: 3\nfigure: x\nfigure 4\n"}, TRUE,
        "2 = 2\n"},
    {"figure = 9223372036854775807",
        {.text = "figure: 9223372036854775807\nfigure: 9223372036854775808\n"}, TRUE,
        "9223372036854775807 = 9223372036854775807\n"},
    {"figure = 0", {.text = "figure: 0\n"}, TRUE, "0 = 0\n"},
    {"figure = 0x1f", {.text = "figure: 0x1f\nfigure: 1f\n"}, TRUE, "31 = 31\n"},
    {"figure /total: (\\d+)/ = " EVENT, {.no_perf = TRUE, .text = "total: 123179\n"}, TRUE,
        COUNTED "printed 123179, truth 123179 (123179 events), difference 0, allowed 0\n"},
    {"figure /total: (\\d+)/ = " EVENT, {.no_perf = TRUE, .err = "total: 123178\n"}, FALSE,
        COUNTED "printed 123178, truth 123179 (123179 events), difference -1, allowed 0\nstandard "
                "error:\n| "
                "total: 123178\n" WHERE},
    {"figure /total: (\\d+)/ = " EVENT, {.no_perf = TRUE, .text = "none\n"}, FALSE,
        "nothing that was printed matches /total: (\\d+)/\nstandard output:\n| none\n" WHERE},
    {"figure /total: (\\d+)/ = " WRITES, {.no_perf = TRUE, .text = "total: 0\n"}, FALSE,
        "imc0: " WRITES ": no counter counted it in this step\n" WHERE},
    {"figure /total: (\\d+)/ = other", {.no_perf = TRUE, .text = "total: 0\n"}, FALSE,
        "event 'other' is not of this machine's hardware\n" WHERE},
    {"figure /total: (\\d+)/ = S1:" EVENT, {.no_perf = TRUE, .text = "total: 0\n"}, FALSE,
        "there is no socket 1 to count " EVENT "\n" WHERE},
    {"figure /total: (\\d+)/ = " EVENT " over reads 2 to 3",
        {.no_perf = TRUE, .text = "total: 0\n"}, FALSE,
        "imc0: " EVENT ": the step has 2 reads of the counter\n" WHERE},
    {"figure /total: (\\S+)/ = " EVENT " + " EVENT " per /over (\\d+)/ over reads 1 to 2",
        {.no_perf = TRUE, .text = "total: 61589.5\nover 4\n"}, TRUE,
        COUNTED COUNTED
        "printed 61589.5, truth 61589.5 (246358 events), difference 0, allowed 0\n"},
    {"figure /total: (\\S+)/ = " EVENT " per /over (\\d+)/",
        {.no_perf = TRUE, .text = "total: 61589.5\nover\n"}, FALSE,
        "nothing that was printed matches /over (\\d+)/\nstandard output:\n| total: 61589.5\n| "
        "over\n" WHERE},
    /* Two terms of 123179 events in the 1005848 ns of the first. */
    {"figure /rate: (\\S+)/ = " EVENT " + " EVENT " * 8e-6 per second",
        {.no_perf = TRUE, .text = "rate: 1959\n"}, FALSE,
        COUNTED COUNTED
        "printed 1959, truth 1959.40539723696 (246358 events), difference -0.405397, allowed 0\n"
        "standard output:\n| rate: 1959\n" WHERE},
    {EVENT "@s = 123179", {0}, TRUE, "123179 = 123179\n"},
    {EVENT "@other = 123179", {0}, FALSE,
        "perf printed no count for " EVENT "@other\n" RIGHT WHERE},
    {"write:imc0.PMON_CTL0 = 0x304", {0}, TRUE, "772 = 772\n"},
    {"write:imc0.PMON_CTL0#1@s = 0x400304", {0}, TRUE, "4195076 = 4195076\n"},
    {"writes:imc0.PMON_CTL0 = 2", {0}, TRUE, "2 = 2\n"},
    {"write:imc0.PMON_CTL1 = 0", {0}, FALSE,
        "write:imc0.PMON_CTL1: not written in this step\n" ERR("123179      " EVENT "  ") WHERE},
    {"read:imc0.PMON_CTR0 = 123179", {0}, TRUE, "123179 = 123179\n"},
    {"read:imc0.PMON_CTR0@s = 123179", {0}, TRUE, "123179 = 123179\n"},
    {"latched:imc0.PMON_CTR0 = 123179", {0}, FALSE,
        "perf printed no count for latched:imc0.PMON_CTR0\n" ERR("123179      " EVENT "  ") WHERE},
    {"sampled:imc0 = 0", {0}, TRUE, "0 = 0\n"},
    {"samples:taken = 1", {0}, FALSE,
        "step 1: this machine takes no samples that can be proved\n"
        "perf printed no count for samples:taken\n" ERR("123179      " EVENT "  ") WHERE},
    {"samples exact", {0}, FALSE,
        "step 1: this machine takes no samples that can be proved\n" WHERE},
    {"share hot > 95 %", {.text = "    95.05%  hot      hot            [.] hot\n"}, TRUE,
        "hot: 95.05 %\n"},
    {"share hot > 95 %",
        {.no_perf = TRUE, .text = "#\n    95.00%  a  b  [.] hot\n#\n    99.10%  a  b  [.] hot\n"},
        FALSE,
        "hot: 95.00 %; expected > 95 %\nhot: 99.10 %\nstandard output:\n| #\n|     95.00%  a  b  "
        "[.] hot\n| "
        "#\n"
        "|     99.10%  a  b  [.] hot\n" WHERE},
    {"multiplexed", {.err = "1,," EVENT ",5,50.00,,\n2,,cycles,5,100.00,,\n", .no_perf = TRUE},
        TRUE, ""},
};

static void figures_and_notes(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(figures); i++) {
        g_autofree char *text = g_strdup_printf(HEAD STEP " expect %s\n", figures[i].expect);
        g_autofree char *what = g_strdup_printf("step s: %s", figures[i].expect);
        struct run run = run_snbep(text, &figures[i].given);

        notes_are(&run, what, figures[i].ok, figures[i].notes);
        run_free(&run);
    }
}

/* Figures of another step, of any kind. The last step prints no perf table. */
static void other_step(void)
{
    struct run run = run_snbep(HEAD STEP "step t\n run true\n expect " EVENT "@s = 123179\n expect "
                                         "writes:imc0.PMON_CTL0@s = 2\n expect "
                                         "writes:imc0.PMON_CTL0 = 0\n expect figure@x = 1\n expect "
                                         "write:imc0.PMON_CTL0@s + 0 = write:imc0.PMON_CTL0#1@s\n",
        &(struct given){.idle = TRUE, .no_perf = TRUE, .text = "figure@x: 1\n"});

    notes_are(&run, "step t: " EVENT "@s = 123179", TRUE, "123179 = 123179\n");
    notes_are(&run, "step t: writes:imc0.PMON_CTL0@s = 2", TRUE, "2 = 2\n");
    notes_are(&run, "step t: writes:imc0.PMON_CTL0 = 0", TRUE, "0 = 0\n");
    notes_are(&run, "step t: figure@x = 1", TRUE, "1 = 1\n");
    notes_are(&run, "step t: write:imc0.PMON_CTL0@s + 0 = write:imc0.PMON_CTL0#1@s", FALSE,
        "772 + 0 = 4195076 does not hold: the sides differ by -4194304\n"
        "imc0.PMON_CTL0 <- 0x304 (1.001010965 s, CPU 0)\n"
        "imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0)\nexpected in x.scn:13\n");
    run_free(&run);
}

/* Counts before or after the step do not belong to it. */
static void own_step(void)
{
    struct run run =
        run_snbep(HEAD STEP " expect perf exact\nstep t\n run true\n expect perf exact\n"
                            "step u\n run true\n expect writes:imc0.PMON_CTL0 = 2\n",
            &(struct given){0});

    only_fails(&run, "");
    run_free(&run);
}

/* Accesses from the begin of the step to its end; "since boot" also those
 * before. */
static void own_accesses(void)
{
    struct run run = run_snbep(HEAD STEP
        " expect accesses write imc0.PMON_CTL0 = 0x304, write imc0.PMON_CTL0 = "
        "0x400304\n expect register imc0.PMON_CTL0 = 0x304\nstep t\n run "
        "true\nstep u\n run true\n expect no write imc0.PMON_CTL0\n expect no write "
        "imc0.PMON_BOX_CTL = 0x10003\n expect accesses since boot write "
        "imc0.PMON_BOX_CTL = 0x10003\n",
        &(struct given){.idle = TRUE});

    only_fails(
        &run, "step s: accesses write imc0.PMON_CTL0 = 0x304, write imc0.PMON_CTL0 = 0x400304");
    run_free(&run);
}

/* The number of records in the trace, and that none is missing. */
static void carried(void)
{
    struct run run = run_snbep(HEAD STEP, &(struct given){0});
    guint n = run.record.records->len;
    unsigned accesses = 0;
    g_autofree char *note = NULL;

    for (guint i = 0; i < n; i++) {
        enum trace_kind kind = g_array_index(run.record.records, struct trace_record, i).kind;

        accesses += kind == TRACE_READ || kind == TRACE_WRITE;
    }
    is_u64(accesses, 18, "a channel's reset of four, and fourteen of a measurement");
    note = g_strdup_printf("trace: 18 accesses of 1 CPU, %u records, none missing", n);
    verdict_is(&run, TRACE_AGREES, TRUE, note);
    run_free(&run);
}

/* Exactly proved figures are not shown a second time. */
static void shown_once(void)
{
    struct run run =
        run_snbep(HEAD STEP " expect perf exact\n expect " EVENT " = 1\n", &(struct given){0});

    notes_are(&run, "step s: " EVENT " = 1", FALSE,
        "123179 = 1 does not hold: the sides differ by 123178\nexpected in x.scn:8\n");
    run_free(&run);
}

/* A write without effect: figures are proved without it, but it counts as a
 * moment of the plan. */
static void dropped_writes(void)
{
    struct run run = run_snbep(HEAD
        " at step s\n fault imc0.PMON_BOX_CTL drops writes 1 time\n" STEP " expect perf exact\n",
        &(struct given){0});

    only_fails(&run, "");
    ok(run.count > 123179, "a box that is not frozen at first counts longer");
    run_free(&run);
    run = run_snbep(HEAD " at step s\n fault imc0.PMON_CTL0 drops writes 1 time\n"
                         " at write 2 of imc0.PMON_CTL0\n imc0 CAS_COUNT.RD_REG 50M/s\n" STEP,
        &(struct given){0});
    verdict_is(&run, COUNTERS, TRUE, "2 reads of counters, 0 faults");
    verdict_is(&run, TRAFFIC, TRUE, "");
    run_free(&run);
}

/* A machine without a proof: no verdict on its reads, and a reason for each
 * figure. */
static void no_proof(void)
{
    static const char *const expects[] = {"perf exact", "samples exact", ("figure /(1)/ = " EVENT)};
    struct run run = run_snbep(HEAD STEP
        " expect perf exact\n expect samples exact\n expect figure /(1)/ = " EVENT "\n",
        &(struct given){0});
    struct machine machine = *run.scenario->machine;

    machine.proof = NULL;
    run.scenario->machine = &machine;
    judgement_free(run.judgement);
    run.judgement = judge(&run.record);
    ok(!verdict_named(&run, COUNTERS), "no verdict on counters");
    is_u64(run.judgement->verdicts->len, judge_n_verdicts(run.scenario), "the number of verdicts");
    for (gsize i = 0; i < G_N_ELEMENTS(expects); i++) {
        g_autofree char *what = g_strdup_printf("step s: %s", expects[i]);

        verdict_is(&run, what, FALSE, "machine snbep: its perf figures cannot be proved");
    }
    run_free(&run);
}

/* ---- samples: a guest of `epyc` with one sample ---- */

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

/* The sample as a table, with the driver's reads of it. @off is added to its
 * first address. */
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
        g_string_append_printf(out, ",0x%" PRIx64,
            guest_nth(&guest, TRACE_READ, first + i)->value + (i == 1 ? off : 0));
    g_string_append(out, "\n");
}

/* Prints @n samples. */
static struct run run_epyc(const char *expect, unsigned n, uint64_t off)
{
    g_autofree char *text =
        g_strdup_printf("machine epyc\nconfig variant=zen4\ncpus 1\n" STEP " expect %s\n", expect);
    struct run run = {.scenario = parse(text)};

    take_sample();
    begin_record(&run);
    run.record.steps[0].kernel = g_strdup("");
    while (n--)
        print_sample(run.record.steps[0].out, off);
    run.record.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_array_append_vals(run.record.records, guest.records, guest.n_records);
    testify(run.record.records, guest.records[guest.n_records - 1].time);
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
        struct run run = run_epyc("samples exact", prints[i].n, prints[i].off);

        verdict_is(&run, "step s: samples exact", prints[i].ok, prints[i].note);
        ok(!has_note(verdict_named(&run, "step s: samples exact"), "0 values compared"),
            "samples have no values, as rounds have");
        ok(!has_note(verdict_named(&run, "step s: samples exact"),
               "0 without printed = executed: a fault met the driver's read, or the trace does not "
               "tell what "
               "was executed"),
            "... and every correct one is printed");
        if (prints[i].n == 2)
            verdict_is(&run, "step s: samples exact", FALSE,
                "1 without printed = executed: a fault met the driver's read, or the trace does "
                "not tell "
                "what "
                "was executed");
        if (prints[i].ok)
            verdict_is(&run, "step s: samples exact", TRUE,
                "hops: printed = driver, driver = hardware, printed = executed");
        only_fails(&run, prints[i].ok ? "" : "step s: samples exact");
        run_free(&run);
    }
}

/* Judges @run again with @proof, a copy of its machine's. */
static void judge_by(struct run *run, struct machine *machine, const struct machine_proof *proof)
{
    *machine = *run->scenario->machine;
    machine->proof = proof;
    run->scenario->machine = machine;
    judgement_free(run->judgement);
    run->judgement = judge(&run->record);
}

typedef gboolean injected_fn(const struct injected *what, guint64 *amount);

static gboolean knows_nothing(const struct injected *what, guint64 *amount)
{
    (void)what;
    (void)amount;
    return FALSE;
}

/* As oracles do for a code that no table has. */
static gboolean has_no_event(const struct injected *what, guint64 *amount)
{
    (void)amount;
    return injected_not_modelled(what);
}

#define UNKNOWN    "the oracle does not know how much of this event there was\n"
#define EXCUSED    "perf exact without injected no manual has it"
#define UNMODELLED "perf exact allow unmodelled events"

/* An oracle without an event: perf's figure lacks its third hop, which fails
 * unless the scenario has a reason. */
static void without_injected(void)
{
    static const struct {
        const char *expect;
        struct given given;
        injected_fn *injected; /* NULL: the machine's own, which knows */
        gboolean ok;
        const char *notes;
        unsigned figures, hops;
    } cases[] = {
        {"perf exact", {0}, knows_nothing, FALSE,
            "  event                              perf printed  driver  hardware  equal\n"
            "  " EVENT "        123179  123179    123179  yes\n" TWO EVENT
            ": without printed = injected: " UNKNOWN EVENT ": hop three is missing: " UNKNOWN
            "hop three is missing; expected all hops, or 'without injected REASON'\n" ERR(
                "123179      " EVENT "  ") WHERE,
            1, 2},
        {EXCUSED, {0}, knows_nothing, TRUE,
            "  event                              perf printed  driver  hardware  equal\n"
            "  " EVENT "        123179  123179    123179  yes\n" TWO EVENT
            ": without printed = injected: " UNKNOWN
            "without printed = injected, by the scenario: no manual has it\n",
            1, 2},
        {EXCUSED, {0}, NULL, FALSE,
            RIGHT HOPS "no hop three is missing; expected none of 'without injected'\n" ERR(
                "123179      " EVENT "  ") WHERE,
            1, 3},
        {EXCUSED, {.more = 1}, NULL, FALSE, NULL, 0, 0},
        {UNMODELLED, {0}, NULL, TRUE, NULL, 1, 3},
        {UNMODELLED, {0}, knows_nothing, FALSE, NULL, 1, 2},
        {UNMODELLED, {0}, has_no_event, TRUE, NULL, 1, 2},
        {UNMODELLED, {.more = 1}, has_no_event, FALSE, NULL, 0, 0},
        {"perf exact", {0}, has_no_event, FALSE, NULL, 1, 2},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(HEAD STEP " expect %s\n", cases[i].expect);
        g_autofree char *what = g_strdup_printf("step s: %s", cases[i].expect);
        struct run run = run_snbep(text, &cases[i].given);
        struct machine_proof proof = *run.scenario->machine->proof;
        struct machine machine;

        if (cases[i].injected)
            proof.injected = cases[i].injected;
        judge_by(&run, &machine, &proof);
        ok(verdict_named(&run, what)->ok == cases[i].ok, "%s, case %" G_GSIZE_FORMAT, what, i);
        if (cases[i].notes)
            notes_are(&run, what, cases[i].ok, cases[i].notes);
        is_u64(run.judgement->proved.figures, cases[i].figures, "... figures that are proved");
        is_u64(run.judgement->proved.hops, cases[i].hops, "... and their hops");
        run_free(&run);
    }
}

static gboolean not_known(const struct perf_samples_step *step, guint sample,
    const struct perf_sample_text *printed, char **why)
{
    (void)step;
    (void)sample;
    (void)printed;
    (void)why;
    return FALSE;
}

/* The same for a sample. */
static void without_executed(void)
{
    static const struct {
        const char *expect;
        gboolean has, knows, ok;
        unsigned executed;
        const char *note;
    } cases[] = {
        {"samples exact", TRUE, FALSE, FALSE, 0,
            "hop three is missing; expected all hops, or 'without executed REASON'"},
        {"samples exact", FALSE, FALSE, FALSE, 0,
            "1 without printed = executed: the machine has no oracle for its samples"},
        {"samples exact without executed of no use here", TRUE, FALSE, TRUE, 0,
            "without printed = executed, by the scenario: of no use here"},
        {"samples exact of users without executed of no use here", TRUE, FALSE, TRUE, 0,
            "without printed = executed, by the scenario: of no use here"},
        {"samples exact without executed of no use here", TRUE, TRUE, FALSE, 1,
            "no hop three is missing; expected none of 'without executed'"},
        {"samples exact", TRUE, TRUE, TRUE, 1,
            "hops: printed = driver, driver = hardware, printed = executed"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *what = g_strdup_printf("step s: %s", cases[i].expect);
        struct run run = run_epyc(cases[i].expect, 1, 0);
        struct machine_proof proof = *run.scenario->machine->proof;
        struct machine machine;

        if (!cases[i].knows)
            proof.happened = cases[i].has ? not_known : NULL;
        judge_by(&run, &machine, &proof);
        verdict_is(&run, what, cases[i].ok, cases[i].note);
        is_u64(run.judgement->proved.samples, 1, "... a sample that the driver took");
        is_u64(run.judgement->proved.executed, cases[i].executed,
            "... compared with the executed instructions");
        run_free(&run);
    }
}

/* ---- a memory controller of `epyc`: uncore.c of Linux for AMD ---- */

enum { UMC_CTL0 = (int)0xc0010800, UMC_CTR0, UMC_EN = (int)0x80000000 };

/* Each cycle of a clock of 2400 MHz, for 1 us. */
static void memory_controller(void)
{
    struct run run = {.scenario = parse("machine epyc\nconfig variant=zen4\ncpus 1\n" STEP
                                        " expect perf exact\n")};
    struct sim_access access;

    guest_start(&guest, "variant=zen4 cpus=1");
    guest.time = 1000;
    access = guest_access(&guest, 0);
    epyc_step(&guest.m, &access, 1, false);
    epyc_msr_write(&guest.m, &access, (uint32_t)UMC_CTR0, 0);
    epyc_msr_write(&guest.m, &access, (uint32_t)UMC_CTL0, (uint32_t)UMC_EN);
    guest.time += 1000;
    access = guest_access(&guest, 0);
    epyc_msr_write(&guest.m, &access, (uint32_t)UMC_CTL0, 0);
    is_u64(epyc_msr_read(&guest.m, &access, (uint32_t)UMC_CTR0), 2400, "cycles of memory in 1 us");
    epyc_step(&guest.m, &access, 1, true);
    begin_record(&run);
    run.record.steps[0].kernel = g_strdup("");
    g_string_append(run.record.steps[0].err,
        "\n Performance counter stats for 'system wide':\n\n  2400      amd_umc_0/event=0x0/\n\n"
        "       0.100000000 seconds time elapsed\n\n");
    run.record.records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_array_append_vals(run.record.records, guest.records, guest.n_records);
    testify(run.record.records, guest.records[guest.n_records - 1].time);
    close_trace(run.record.records);
    run.judgement = judge(&run.record);
    verdict_is(&run, "step s: perf exact", TRUE,
        "hops: printed = driver, driver = hardware, printed = injected");
    is_u64(run.judgement->proved.hops, 3, "... and all hops are counted");
    only_fails(&run, "");
    run_free(&run);
}

/* The input of a machine's proof of a step's samples: all scripts up to the
 * step, and its output. */
static GString *given_to;
/* The result of that proof. */
static struct perf_check_samples found;

static void take_step(const struct perf_samples_step *step, struct perf_check_samples *out)
{
    out->values = found.values;
    out->disturbed = found.disturbed;
    out->spoilt = found.spoilt;
    out->taken = out->printed = found.printed;
    out->has_happened = TRUE;
    out->happened = found.printed - found.spoilt;
    g_string_printf(given_to, "%u: %s: ", step->filter, step->text);
    for (unsigned i = 0; i < step->n_scripts; i++)
        g_string_append_printf(given_to, "%s|", step->scripts[i]);
    ok(step->begin < step->end, "... from its begin to its end");
}

#define NOT_CHECKED "cannot be checked: the guest itself changed the counter during the round"

static void step_of_samples(void)
{
    static const struct {
        struct perf_check_samples found;
        gboolean ok;
        const char *note;
        guint held;
    } spoilt[] = {
        {{.printed = 2, .values = 7, .disturbed = 3, .spoilt = 1}, TRUE,
            "3 values of 1 rounds " NOT_CHECKED, 4},
        {{.printed = 2, .values = 7, .disturbed = 3, .spoilt = 2}, FALSE,
            "3 values of 2 rounds " NOT_CHECKED, 4},
    };
    struct run run = run_snbep(HEAD "step s\n run true\nstep t\n run false\n expect samples exact\n"
                                    "step u\n run true\n",
        &(struct given){0});
    struct machine machine = *run.scenario->machine;
    struct machine_proof proof = *machine.proof;

    given_to = g_string_new(NULL);
    found = (struct perf_check_samples){.values = 7};
    proof.samples = take_step;
    machine.proof = &proof;
    run.scenario->machine = &machine;
    g_string_assign(run.record.steps[1].out, "out");
    g_string_assign(run.record.steps[1].err, "err");
    judgement_free(run.judgement);
    run.judgement = judge(&run.record);
    is_str(given_to->str, "0: out\nerr: true\n|false\n|", "the proof's input");
    verdict_is(&run, "step t: samples exact", FALSE,
        "0 samples latched, 0 taken by the driver, 0 printed, 0 lines wrong");
    verdict_is(&run, "step t: samples exact", FALSE, "7 values compared");
    g_string_assign(run.record.steps[1].out, "out\n");
    judgement_free(run.judgement);
    run.judgement = judge(&run.record);
    is_str(
        given_to->str, "0: out\nerr: true\n|false\n|", "... without an empty line between the two");
    for (unsigned i = 0; i < G_N_ELEMENTS(spoilt); i++) {
        found = spoilt[i].found;
        judgement_free(run.judgement);
        run.judgement = judge(&run.record);
        verdict_is(&run, "step t: samples exact", spoilt[i].ok, spoilt[i].note);
        verdict_is(&run, "step t: samples exact", spoilt[i].ok, "4 values compared");
        is_u64(run.judgement->held, spoilt[i].held, "... as many values are proved");
    }
    g_string_free(given_to, TRUE);
    run_free(&run);
}

#define EXECUTED "hops: printed = driver, driver = hardware, printed = executed\n"

#define NOT_EXECUTED                                                                               \
    "hops: printed = driver, driver = hardware\n1 without printed = executed: a fault met the "    \
    "driver's "                                                                                    \
    "read, "                                                                                       \
    "or the trace does not tell what was executed\n"
#define REGISTERS                                                                                  \
    " IBS_OP_DATA=0xe0002 IBS_OP_DATA2=0x0 IBS_OP_DATA3=0x0 IBS_DC_LINADDR=0x0 "                   \
    "IBS_DC_PHYSADDR=0x0 "                                                                         \
    "IBS_BR_TARGET=0x0\n"
#define OUTPUT(rip)                                                                                \
    "standard output:\n| engine,cpu,IBS_OP_CTL,IBS_OP_RIP,IBS_OP_DATA,IBS_OP_DATA2,IBS_OP_DATA3,"  \
    "IBS_DC_LINADDR,IBS_DC_PHYSADDR,IBS_BR_TARGET\n| op,0,0x4000e0040," rip                        \
    ",0xe0002,0x0,0x0,0x0,0x0,0x0\nexpected in x.scn:6\n"

static void sample_notes(void)
{
    static const struct {
        const char *expect;
        unsigned n, off;
        gboolean ok;
        const char *notes;
    } cases[] = {
        {"samples exact", 1, 0, TRUE,
            "1 samples latched, 1 taken by the driver, 1 printed, 0 lines wrong\n" EXECUTED},
        {"samples exact of users", 1, 0, TRUE,
            "1 samples latched, 1 taken by the driver, 1 printed, 0 lines wrong\n"
            "0 of them dropped by the driver\n" EXECUTED},
        {"samples exact of the kernel", 1, 0, FALSE,
            "hop one: line 2 of the output: the driver took no such "
            "sample: IBS_OP_CTL=0x4000e0040 IBS_OP_RIP=0x401000" REGISTERS
            "1 samples latched, 1 taken by the driver, 1 printed, 1 lines wrong\n"
            "1 of them dropped by the driver\n" NOT_EXECUTED OUTPUT("0x401000")},
        {"samples exact of the kernel", 0, 0, FALSE,
            "1 samples latched, 1 taken by the driver, 0 printed, 0 lines wrong\n"
            "1 of them dropped by the driver\n"
            "hops: printed = driver, driver = hardware\nexpected in x.scn:6\n"},
        {"samples exact", 1, 4, FALSE,
            "hop one: line 2 of the output: the driver took no such sample: IBS_OP_CTL=0x4000e0040 "
            "IBS_OP_RIP=0x401004" REGISTERS
            "hop one: CPU 0: taken by the driver and not printed: IBS_OP_CTL=0x4000e0040 "
            "IBS_OP_RIP=0x401000" REGISTERS
            "1 samples latched, 1 taken by the driver, 1 printed, 2 lines wrong\n" NOT_EXECUTED
                OUTPUT("0x401004")},
        {"samples:printed = 1", 1, 0, TRUE, "1 = 1\n"},
        {"samples:latched = 1", 0, 0, TRUE, "1 = 1\n"},
        {"samples:others = 1", 1, 0, FALSE,
            "perf printed no count for samples:others\n" OUTPUT("0x401000")},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *what = g_strdup_printf("step s: %s", cases[i].expect);
        struct run run = run_epyc(cases[i].expect, cases[i].n, cases[i].off);

        notes_are(&run, what, cases[i].ok, cases[i].notes);
        run_free(&run);
    }
}

int main(void)
{
    figures_and_notes();
    other_step();
    carried();
    own_step();
    own_accesses();
    shown_once();
    dropped_writes();
    no_proof();
    samples();
    sample_notes();
    without_injected();
    without_executed();
    memory_controller();
    step_of_samples();
    return done_testing();
}
