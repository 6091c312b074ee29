/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fake guests and their verdicts: each run's record is written by hand, and the
 * models make its trace in process. */
#ifndef PMULAB_TESTS_JUDGED_RUN_H
#define PMULAB_TESTS_JUDGED_RUN_H

#include "harness/judge/judge.h"
#include "harness/scenario/scenario_load.h"

#include "models/sim/step.h"
#include "tests/linux_uncore.h"
#include "tests/tap.h"

#define READS 0x304 /* CAS_COUNT.RD */
#define EVENT "uncore_imc_0/event=0x4,umask=0x3/"

#define BOOTS        "guest boots, does all steps and powers off"
#define TRACE_AGREES "trace: complete, and agrees with the guest"
#define COUNTERS     "counters: every read returned the expected count"
#define MANUALS      "lint: software kept the manuals' rules"
#define TRAFFIC      "traffic: every line took effect"

/* The usual guest: one measurement at 123 reads in each us, in step 1. The box
 * counts for 1 ms and the two accesses of 731 ns that freeze it again: 1001.462
 * us, 123179 reads. */
#define HEAD                                                                                       \
    "machine snbep\n"                                                                              \
    "traffic\n at boot\n imc0 CAS_COUNT.RD_REG 123M/s\n"
#define STEP "step s\n run true\n"

/* The guest's differences from a correct guest. */
struct given {
    int status;
    const char *text, *err; /* after perf's figure */
    const char *kernel, *failure, *console;
    int more;        /* perf prints more than the driver counted */
    const char *row; /* perf's row, instead of its figure */
    gboolean scaled, unreached, no_perf;
    gboolean idle;       /* it measures nothing */
    gboolean unfrozen;   /* the driver also reads the counter while it runs */
    gboolean reads_high; /* the trace's last read of the counter is 5 too high */
    gboolean open;       /* the trace has no end */
    gboolean silent;     /* the guest reports nothing about itself */
    gboolean each;       /* all steps are like this, not only the last one */
};

struct run {
    struct scenario *scenario;
    struct run_record record;
    struct judgement *judgement;
    uint64_t count; /* the driver's count */
};

/* ---- fake guests ---- */

static inline struct scenario *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct scenario *scenario = scenario_parse("x.scn", text, &error);

    if (!scenario) {
        printf("Bail out! %s\n", error->message);
        exit(1);
    }
    return scenario;
}

/* All steps succeed and print nothing. */
static inline void begin_record(struct run *run)
{
    guint n = run->scenario->steps->len;

    run->record =
        (struct run_record){.scenario = run->scenario, .steps = g_new0(struct run_step, n)};
    for (guint i = 0; i < n; i++)
        run->record.steps[i] =
            (struct run_step){TRUE, 0, g_string_new(NULL), g_string_new(NULL), NULL, 0};
}

static inline void run_free(struct run *run)
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
static inline void close_trace(GArray *records)
{
    const struct trace_record closed = {.kind = TRACE_CLOSED, .value = records->len};

    g_array_append_val(records, closed);
}

static inline uint64_t measure(struct lx *lx, unsigned step, const struct given *given)
{
    struct lx_event e = {.counter = 0, .control = READS};

    lx_step(lx, step, false);
    if (given->idle) {
        lx_step(lx, step, true);
        return 0;
    }
    lx_start(lx, &e);
    lx->now += MS;
    if (given->unfrozen)
        lx_update(lx, &e);
    lx_stop(lx, &e);
    lx_step(lx, step, true);
    return e.count;
}

static inline void tamper(struct lx *lx, const struct given *given)
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

static inline void print_step(struct run_step *step, const struct given *given, uint64_t count)
{
    step->status = given->status;
    step->reached = !given->unreached;
    step->kernel = g_strdup(given->kernel ? given->kernel : "");
    g_string_append(step->out, given->text ? given->text : "");
    g_string_append(step->err, given->err ? given->err : "");
    if (given->no_perf)
        return;
    g_string_append(step->err, "\n Performance counter stats for 'system wide':\n\n");
    if (given->row)
        g_string_append_printf(step->err, "  %s\n", given->row);
    else
        g_string_append_printf(step->err, "  %" PRIu64 "      " EVENT "  %s\n",
            count + (uint64_t)given->more, given->scaled ? "(50.00%)" : "");
    g_string_append(step->err, "\n       0.100000000 seconds time elapsed\n\n");
}

/* The guest's probe, which reports its only CPU after a step. */
static inline void testify(GArray *records, uint64_t now)
{
    const struct trace_record word = {
        .kind = TRACE_WITNESS, .offset = WITNESS_CPU, .time = now, .pc = 1};

    g_array_append_val(records, word);
}

/* A guest of `snbep` that measures once in each step. Without @given->each, only
 * the last step differs from a correct one. */
static inline struct run run_snbep(const char *text, const struct given *given)
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
        const struct given *now = i + 1 == n || given->each ? given : &good;

        if (!now->unreached)
            run.count = measure(&lx, i + 1, now);
        if (!given->silent)
            testify(lx.records, lx.now);
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

static inline const struct verdict *verdict_named(const struct run *run, const char *what)
{
    for (guint i = 0; i < run->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(run->judgement->verdicts, i);

        if (!strcmp(verdict->what, what))
            return verdict;
    }
    return NULL;
}

static inline gboolean has_note(const struct verdict *verdict, const char *note)
{
    for (guint i = 0; i < verdict->notes->len; i++)
        if (!strcmp(g_ptr_array_index(verdict->notes, i), note))
            return TRUE;
    return !*note && !verdict->notes->len;
}

/* Checks that verdict @what of @run is @ok, and that one of its notes is @note
 * ("": no notes). */
static inline void verdict_is(
    const struct run *run, const char *what, gboolean good, const char *note)
{
    const struct verdict *verdict = verdict_named(run, what);

    if (!ok(verdict && verdict->ok == good && has_note(verdict, note), "%s: %s: '%s'", what,
            good ? "ok" : "not ok", note))
        for (guint i = 0; verdict && i < verdict->notes->len; i++)
            printf("# %s: %s\n", verdict->ok ? "ok" : "not ok",
                (const char *)g_ptr_array_index(verdict->notes, i));
}

/* The number of a verdict's step; 0 for the whole run. */
static inline guint step_of(const struct run *run, const struct verdict *verdict)
{
    for (guint i = 0; i < run->scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(run->scenario->steps, i);
        g_autofree char *head = g_strdup_printf("step %s: ", step->name);

        if (g_str_has_prefix(verdict->what, head))
            return i + 1;
    }
    return 0;
}

/* Checks that only verdict @what fails ("": none). */
static inline void only_fails(const struct run *run, const char *what)
{
    gboolean as_said = run->judgement->ok == !*what;

    for (guint i = 0; i < run->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(run->judgement->verdicts, i);

        as_said = as_said && verdict->ok == !!strcmp(verdict->what, what);
        if (verdict->step != step_of(run, verdict))
            ok(false, "%s: is a verdict on step %u", verdict->what, verdict->step);
    }
    ok(as_said, "what fails: '%s'", what);
    is_u64(
        run->judgement->verdicts->len, judge_n_verdicts(run->scenario), "the number of verdicts");
}

#endif
