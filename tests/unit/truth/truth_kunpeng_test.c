/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of a PMCU's work: runs of the posted driver, and traces that
 * contradict them. */
#include "harness/truth/kunpeng/replay.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "tests/kunpeng_rounds.h"
#include "tests/truth_notes.h"

static void test_whole(void)
{
    struct lab *lab = lab_begin(NULL);
    guint faults;
    gint64 figure;

    run(lab, 10);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 10);
    struct perf_check_samples *samples = check(lab, text->str, &faults);
    is_str(first_wrong(samples), NULL, "nothing is wrong");
    is_u64(faults, 0, "... nor with the driver's reads");
    is_u64(samples->latched, 10, "ten rounds stored");
    is_u64(samples->taken, 10, "... and taken");
    is_u64(samples->printed, 10, "... and printed");
    is_u64(samples->values, 10 * SLOTS * 9, "all values were compared");
    is_u64(samples->ns, 10 * MS, "ten rounds of a millisecond");
    is_u64(
        samples->between, 9 * 10 * (8 * 300 + 28), "instructions in nine blind windows of 10 us");
    is_u64(samples->total, (10 * 1000 + 9 * 10) * (8 * 300 + 28), "... and all");
    ok(perf_check_samples_figure(samples, "values", &figure) && figure == 720,
        "a figure has its name");
    ok(!perf_check_samples_figure(samples, "value", &figure), "... and no other name");
    perf_check_samples_free(samples);
    lab_free(lab);
}

static void test_no_step(void)
{
    struct lab *lab = lab_begin(NULL);
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records, NULL};
    struct perf_check *perf = perf_check_new(&run, NULL);
    g_autoptr(GError) error = NULL;

    ok(!perf_check_step_samples(perf, 9, "", NULL, PERF_FILTER_NONE, &error) && error &&
            strstr(error->message, "no such step"),
        "a missing step: %s", error ? error->message : "no error");
    perf_check_free(perf);
    lab_free(lab);
}

static void test_trace_differs(void)
{
    struct lab *lab = lab_begin(NULL);
    unsigned last = 0, of_round = 0;

    run(lab, 1);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 1);
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_COUNTED && lab->records[i].offset == 2 * KUNPENG_LOADS)
            last = i;
        else if (lab->records[i].kind == TRACE_ROUND)
            of_round = last;
    lab->records[of_round].value++;
    is_wrong(lab, text->str, "'s round gives 0x",
        "the trace has one more load") /* in two events that wait for data */;
    lab->records[last].value--;
    nth(lab, TRACE_ROUND, 1)->time += 1;
    is_wrong(lab, text->str, "'s round gives 0x", "a longer round") /* in cycles */;
    nth(lab, TRACE_ROUND, 1)->time -= 1;
    nth(lab, TRACE_POST, 0)->kind = TRACE_N_KINDS;
    is_wrong(lab, text->str, "took 0 subsamples", "a round that was not stored");
    lab_free(lab);
}

/* The driver sees a status without a cause, or a wrong status. */
static void test_reads(void)
{
    struct lab *lab = lab_begin(NULL);
    guint faults;

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    nth(lab, TRACE_READ, 0)->value = 2;
    struct perf_check_samples *samples = check(lab, text->str, &faults);
    is_u64(faults, 1, "BRK instead of DONE");
    perf_check_samples_free(samples);
    nth(lab, TRACE_READ, 0)->value = 0;
    samples = check(lab, text->str, &faults);
    is_u64(faults, 1, "no status though all rounds are stored");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* An interrupted run: the driver does not take the stored data (facts 4 and
 * 9). */
static void test_break(void)
{
    struct lab *lab = lab_begin(NULL);
    guint faults;

    run(lab, 2);
    lab_start(lab, 0x00060a06, 50000, OUT + 0x40 + 2 * 576, OUT + 0x80000);
    lab_run(lab, lab->now + 5 * MS);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, lab->now + MS);
    is_u64(lab_peek(lab, 0x108), 2, "broken off");
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, &faults);
    is_u64(faults, 0, "the driver's reads are right");
    is_u64(samples->latched, 6, "six rounds were stored");
    is_u64(samples->taken, 2, "two were taken");
    is_str(first_wrong(samples), NULL, "nothing is wrong");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* The driver interrupts a run that has just ended, and then sees DONE. */
static void test_late_break(void)
{
    struct lab *lab = lab_begin(NULL);

    lab_start(lab, 0x00060206, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 3 * MS);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, lab->now + MS);
    is_u64(lab_peek(lab, 0x108), 1, "all rounds are stored, so there was nothing to interrupt");
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_u64(samples->taken, 2, "a run that has just ended is taken");
    is_str(first_wrong(samples), NULL, "... and right");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* DONE comes only when all rounds are stored. */
static void test_early_done(void)
{
    struct lab *lab = lab_begin(NULL);
    guint faults;

    lab_start(lab, 0x00060306, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 2200 * US);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, lab->now + MS);
    lab_peek(lab, 0x108);
    end_step(lab);
    nth(lab, TRACE_READ, 0)->value = 1;
    struct perf_check_samples *samples = check(lab, "", &faults);
    is_u64(faults, 1, "DONE with two rounds of three stored");
    is_u64(samples->latched, 2, "... which are not taken");
    is_u64(samples->taken, 0, "... none of them");
    perf_check_samples_free(samples);
    lab_free(lab);
}

static void power(struct lab *lab, unsigned cpu, bool on)
{
    struct sim_access access = lab_by(lab, cpu);

    kunpeng_power(&lab->m, &access, on);
}

/* CPUs that switch off and on in the middle of rounds, and the driver's writes
 * afterwards. */
static void test_power(void)
{
    struct lab *lab = lab_begin(NULL);

    power(lab, 2, false);
    lab_start(lab, 0x00060306, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 500 * US);
    power(lab, 5, false);
    power(lab, 2, true);
    sysreg(lab, 2, PMCNTENCLR, 0xffffffff);
    sysreg(lab, 2, PMCR, 0x46);
    sysreg(lab, 1, CONTEXTIDR, 0x1234);
    lab_run(lab, lab->now + 4 * MS);
    lab_peek(lab, 0x108);
    end_step(lab);
    is_u64(lab_word(lab, OUT + 0x40 + 32 + 4, 4), 0x1234, "a context ID");
    g_autoptr(GString) text = print_rounds(lab, 3);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "CPUs that switch on and off");
    is_u64(samples->disturbed, 0, "... disturb none");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* EL2 does not count if the PMCU writes event words unchanged, and PMCCFILTR
 * excludes users. */
static void test_filters(void)
{
    struct lab *lab = lab_begin("nsh=copied");

    lab_poke(lab, 0x204, 0x48000000);
    run(lab, 2);
    end_step(lab);
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 8 * SLOTS, 8), 200000, "instructions in user mode only");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 6 * 8 * SLOTS, 8), 2000000 - 4 * 200000,
        "cycles in the kernel only");
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "filters");
    perf_check_samples_free(samples);
    lab_free(lab);
}

static void plan_differs(const struct lab *lab, const struct oracle_kunpeng_plan *plan,
    const char *why, const char *what)
{
    struct truth *truth = truth_replay_kunpeng(&lab->m.config, plan, lab->records, lab->n_records);
    const char *note = first_note(truth, TRUTH_WRONG);

    ok(strstr(note, why), "%s: %s", what, note);
    truth_free(truth);
}

/* The plan differs between the trace and the scenario. */
static void plan_faults(struct lab *lab, const struct oracle_kunpeng_plan *plan)
{
    struct trace_record *entry = nth(lab, TRACE_PLAN, 0);

    entry->time++;
    plan_differs(lab, plan, "entry 0 of the plan took effect at ", "an entry 1 ns late");
    entry->time--;
    entry->value = 1;
    plan_differs(lab, plan, "entry 1 of the plan took effect at ", "another entry");
    entry->value = 0;
    entry->kind = TRACE_REFUSED;
    plan_differs(lab, plan, "unlike in the scenario", "a refused entry");
    entry->kind = TRACE_N_KINDS;
    nth(lab, TRACE_PLAN, 0)->kind = TRACE_N_KINDS;
    plan_differs(
        lab, plan, "entry 0 of the plan was due at 0.000100000 s", "an entry that the trace lacks");
}

/* Traffic changes between a round's stop and its storing: the round has the old
 * count. */
static void test_traffic(void)
{
    static const char *const plan[] = {"at boot + 100us", "cpu2 L1D_CACHE_REFILL 7M/s",
        "at boot + 1007us", "cpu2 L1D_CACHE_REFILL 9M/s"};
    static const uint16_t events[] = {0x03};
    struct lab *lab = lab_begin(NULL);
    struct kunpeng_plan_text text;
    struct oracle_kunpeng_plan second = {.lines = {{0}}};
    uint64_t value = 0;

    kunpeng_plan_begin(&text, &lab->m);
    for (unsigned i = 0; i < G_N_ELEMENTS(plan); i++) {
        char wrong[PLAN_TEXT_WRONG] = "";
        ok(kunpeng_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... also for the oracle");
    }
    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, 2 * MS);
    lab_peek(lab, 0x108);
    struct truth *truth =
        truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    const struct oracle_pmcu *unit = oracle_kunpeng_unit(truth->oracle, 0);
    ok(oracle_pmcu_value(unit, unit->done[0], ORACLE_BLOCK_EVENT, 0, 3, 2, &value),
        "the round has counted");
    is_u64(value, 905 * 7, "7 per microsecond from 100 us to 1005 us");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 8 * 2, 8), value, "... and the PMCU stored it");
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "... and nothing is wrong");
    truth_free(truth);
    plan_faults(lab, &second);
    lab_free(lab);
}

/* Counters that the plan switches on and off, by a register with bits that the
 * plan's record lacks. */
static void test_plan_switches(void)
{
    static const char *const plan[] = {"at boot + 100us", "cpu2.PMCNTENSET_EL0 = 0x80000002",
        "at boot + 200us", "cpu2.PMCNTENCLR_EL0 = 0x2"};
    struct lab *lab = lab_begin(NULL);
    struct kunpeng_plan_text text;
    struct oracle_kunpeng_plan second = {.lines = {{0}}};

    kunpeng_plan_begin(&text, &lab->m);
    for (unsigned i = 0; i < G_N_ELEMENTS(plan); i++) {
        char wrong[PLAN_TEXT_WRONG] = "";
        ok(kunpeng_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... also for the oracle");
    }
    lab_run(lab, MS);
    lab_peek(lab, 0x108);
    struct truth *truth =
        truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "nothing is wrong");
    if (ok(truth->intervals->len == 2, "two counters were switched on")) {
        const struct truth_interval *one =
            &g_array_index(truth->intervals, struct truth_interval, 0);

        is_u64(one[0].counter, 1, "counter 1");
        ok(one[0].off != TRUTH_NONE && lab->records[one[0].off].time == 200 * US,
            "... until 200 us");
        is_u64(one[1].counter, 31, "the cycle counter");
        ok(one[1].off == TRUTH_NONE, "... to the end");
    }
    truth_free(truth);
    lab_free(lab);
}

/* Switching a CPU off resets its counters. */
static void test_switched_off(void)
{
    struct lab *lab = lab_begin(NULL);
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct truth *truth;

    lab_run(lab, 100 * US);
    sysreg(lab, 2, PMCNTENSET, 0x80000001);
    lab_run(lab, 200 * US);
    power(lab, 2, false);
    lab_run(lab, 300 * US);
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    if (ok(truth->intervals->len == 2, "two counters were switched on"))
        for (guint i = 0; i < 2; i++) {
            const struct truth_interval *one =
                &g_array_index(truth->intervals, struct truth_interval, i);

            is_u64(one->counter, i ? 31 : 0, "counter %u", i ? 31 : 0);
            ok(one->off != TRUTH_NONE && lab->records[one->off].offset == KUNPENG_SWITCHED &&
                    lab->records[one->off].kind == TRACE_COUNTED,
                "... until the CPU is switched off");
        }
    truth_free(truth);
    lab_free(lab);
}

/* Counters that the driver has enabled and a round uses: events 0 to 5, and the
 * cycle counter. */
static void test_taken_counters(void)
{
    struct lab *lab = lab_begin(NULL);
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct truth *truth;

    sysreg(lab, 2, PMCNTENSET, 0x81);
    run(lab, 1);
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    is_str(first_note(truth, TRUTH_SET), "a round of the PMCU took counter 0 of CPU 2",
        "a round uses counter 0");
    is_u64(count_notes(truth, TRUTH_SET), 2,
        "... at its begin and its store; not counter 7, nor disabled ones");
    truth_free(truth);
    lab_free(lab);
}

/* The same on the second of two dies, whose first CPU is number 8. */
static void test_taken_on_second_die(void)
{
    static const uint32_t writes[][2] = {{0x100, 3}, {0x104, 0}, {0x10c, 3}, {0x200, 0xc1},
        {0x4, 0x00060106}, {0x20, 50000}, {0x8, LIST >> 32}, {0xc, (uint32_t)LIST},
        {0x18, OUT >> 32}, {0x1c, (uint32_t)OUT}, {0x10, OUT >> 32},
        {0x14, (uint32_t)OUT + 0x80000}, {0x38, 1}};
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct truth *truth;
    struct lab *lab;

    config.cpus = 16;
    config.dies = 2;
    config.clusters = 1;
    lab = lab_new(&config);
    lab_list(lab, slide_events, N_EVENTS);
    sysreg(lab, 10, PMCNTENSET, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(writes); i++) {
        struct sim_access access = lab_by(lab, 8);
        kunpeng_mmio_write(&lab->m, &access, 1, writes[i][0], 4, writes[i][1]);
    }
    lab_run(lab, 3 * MS);
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    is_str(first_note(truth, TRUTH_SET), "a round of the PMCU took counter 0 of CPU 10",
        "die 1's CPU 2");
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "... and nothing is wrong: %s",
        first_note(truth, TRUTH_WRONG));
    truth_free(truth);
    lab_free(lab);
}

/* The counter of the first note of a wrong value, if a read of @reg returns
 * another value. */
static guint32 wrong_counter(uint32_t reg)
{
    struct lab *lab = lab_begin(NULL);
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct sim_access access = lab_by(lab, 2);
    struct truth *truth;
    uint64_t value;
    guint32 counter = 0;

    kunpeng_sysreg_read(&lab->m, &access, reg, &value);
    lab->records[lab->n_records - 1].value ^= 1;
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    for (guint i = truth->notes->len; i-- > 0;) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        counter = note->kind == TRUTH_WRONG ? note->counter : counter;
    }
    truth_free(truth);
    lab_free(lab);
    return counter;
}

static void test_wrong_counter(void)
{
    is_u64(wrong_counter(PMCCNTR), 31, "a wrong read of the cycle counter");
    is_u64(wrong_counter(PMCR), G_MAXINT, "... of a register that is not a counter");
}

/* A line of the plan for a step's end takes effect there, not at the step's
 * begin. */
static void test_plan_at_end(void)
{
    static const char *const plan[] = {"at end of step 1", "cpu2.PMCNTENSET_EL0 = 0x2"};
    struct lab *lab = lab_begin(NULL);
    struct kunpeng_plan_text text;
    struct oracle_kunpeng_plan second = {.lines = {{0}}};
    struct truth *truth;
    unsigned at;

    kunpeng_plan_begin(&text, &lab->m);
    for (unsigned i = 0; i < G_N_ELEMENTS(plan); i++) {
        char wrong[PLAN_TEXT_WRONG] = "";
        ok(kunpeng_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... also for the oracle");
    }
    lab_run(lab, MS);
    end_step(lab);
    at = lab->n_records - 1;
    lab_run(lab, 2 * MS);
    end_step(lab);
    lab_peek(lab, 0x108);
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(
        count_notes(truth, TRUTH_WRONG), 0, "nothing is wrong: %s", first_note(truth, TRUTH_WRONG));
    if (ok(truth->intervals->len == 1, "one counter was switched on")) {
        const struct truth_interval *one =
            &g_array_index(truth->intervals, struct truth_interval, 0);

        ok(lab->records[one->on].time == MS, "... at the step's end");
    }
    truth_free(truth);
    while (lab->records[at].kind != TRACE_PLAN)
        at++;
    lab->records[at].kind = TRACE_N_KINDS;
    while (lab->records[at].kind != TRACE_STEP_END)
        at++;
    lab->n_records = at + 1; /* the second end, without a later access */
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    ok(strstr(first_note(truth, TRUTH_WRONG), "entry 0 of the plan was due at "),
        "an entry that is missing before a step's end: %s", first_note(truth, TRUTH_WRONG));
    truth_free(truth);
    lab_free(lab);
}

/* Adds @record after all others of ten good rounds: the replay's only complaint
 * is @expected; NULL: none. */
static void one_behind(struct trace_record record, const char *expected, const char *what)
{
    struct lab *lab = lab_begin(NULL);
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct truth *truth;

    run(lab, 10);
    end_step(lab);
    record.time = lab->records[lab->n_records - 1].time;
    lab_trace(lab, &record);
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), expected ? 1 : 0, "%s", what);
    if (expected)
        ok(g_str_has_prefix(first_note(truth, TRUTH_WRONG), expected) &&
                g_str_has_suffix(first_note(truth, TRUTH_WRONG), " s)"),
            "... %s", first_note(truth, TRUTH_WRONG));
    truth_free(truth);
    lab_free(lab);
}

/* Rounds of a PMCU that counts none any more. Only records about its output
 * belong to rounds. */
static void test_no_round(void)
{
    const unsigned output = kunpeng_block(KUNPENG_OUTPUT, 0);

    one_behind((struct trace_record){.kind = TRACE_ROUND, .block = output, .value = 99},
        "pmcu0: ", "a round begins");
    one_behind(
        (struct trace_record){.kind = TRACE_ROUND, .block = output, .offset = 1, .value = 99},
        "pmcu0: ", "a round stops");
    one_behind((struct trace_record){.kind = TRACE_POST, .block = output, .value = 99},
        "pmcu0: ", "a round is stored");
    one_behind(
        (struct trace_record){
            .kind = TRACE_ROUND, .block = kunpeng_block(KUNPENG_PMCU, 0), .value = 99},
        NULL, "a record of the PMCU's registers");
    one_behind(
        (struct trace_record){
            .kind = TRACE_ROUND, .block = kunpeng_block(KUNPENG_OUTPUT, 7), .value = 99},
        NULL, "a missing die");
}

/* Number of faults that a replay finds. */
static guint n_faults(const struct lab *lab)
{
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records, NULL};
    struct perf_check *perf = perf_check_new(&run, NULL);
    guint n = perf_check_faults(perf)->len;

    perf_check_free(perf);
    return n;
}

/* Counter 8 of HHA 0, of 48 bits. */
static void test_part_of_counter(void)
{
    enum { HHA0 = 4, COUNTER = 0x1f40 };
    struct lab *lab = lab_begin(NULL);
    const struct sim_access access = lab_by(lab, 0);

    kunpeng_uncore_write(&lab->m, &access, HHA0, COUNTER, 8, UINT64_C(0xd5f633eaa4ee));
    is_u64(
        kunpeng_uncore_read(&lab->m, &access, HHA0, COUNTER, 4), 0x33eaa4ee, "half of a counter");
    is_u64(kunpeng_uncore_read(&lab->m, &access, HHA0, COUNTER, 8), UINT64_C(0xd5f633eaa4ee),
        "all of it");
    is_u64(n_faults(lab), 0, "both reads are right");
    nth(lab, TRACE_READ, 0)->value ^= 1;
    is_u64(n_faults(lab), 1, "a wrong half is found, and the other read is right");
    nth(lab, TRACE_READ, 0)->value ^= 1;
    nth(lab, TRACE_READ, 1)->value &= UINT32_MAX;
    is_u64(n_faults(lab), 1, "half of the count is not the count");
    lab_free(lab);
}

/* The output has no room for a round, which ends while software sets the cycle
 * counter. The counter overflows first, and the PMCU then clears it. */
static void test_overflow_before_clearing(void)
{
    struct lab *lab = lab_begin(NULL);
    struct oracle_kunpeng_plan none = {.lines = {{0}}};
    struct truth *truth;
    struct sim_access access;
    uint64_t value;

    lab_start(lab, 0x00060106, 50, OUT, OUT);
    lab_run(lab, lab->now + 7 * US); /* 5 us to set up, 1 us of counting, 5 us to read */
    sysreg(lab, 0, PMOVSCLR, UINT32_MAX);
    sysreg(lab, 0, PMCR, 1);
    sysreg(lab, 0, PMCCNTR, UINT64_MAX);
    lab_run(lab, lab->now + 10 * US);
    access = lab_by(lab, 0);
    kunpeng_sysreg_read(&lab->m, &access, PMOVSCLR, &value);
    is_u64(value, UINT64_C(1) << 31, "the model shows the overflow");
    kunpeng_sysreg_read(&lab->m, &access, PMCCNTR, &value);
    ok(value < 10 * 3000, "... and the counter has restarted: %" PRIu64, value);
    truth = truth_replay_kunpeng(&lab->m.config, &none, lab->records, lab->n_records);
    is_str(first_note(truth, TRUTH_WRONG), "", "... and neither is wrong");
    truth_free(truth);
    lab_free(lab);
}

int main(void)
{
    test_part_of_counter();
    test_no_round();
    test_whole();
    test_no_step();
    test_trace_differs();
    test_reads();
    test_break();
    test_late_break();
    test_early_done();
    test_power();
    test_filters();
    test_traffic();
    test_plan_switches();
    test_switched_off();
    test_taken_counters();
    test_taken_on_second_die();
    test_wrong_counter();
    test_plan_at_end();
    test_overflow_before_clearing();
    return done_testing();
}
