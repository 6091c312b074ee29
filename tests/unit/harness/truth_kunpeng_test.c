/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of what a PMCU stored: a run of the posted driver, in pmcu-report's form, and every way in which
 * print, memory and trace can contradict each other. */
#include "harness/machine/machines.h"
#include "harness/proof/perf_check.h"

#include "harness/truth/kunpeng/replay.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"

#include <glib.h>
#include <inttypes.h>

static const uint16_t slide_events[] = {0x11, 0x08, 0x0b, 0x3c, 0x24, 0x23};

enum { N_EVENTS = 6, CLUSTERS = 1, SLOTS = 8 };

static struct lab *lab_begin(const char *option)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct lab *lab;
    struct sim_access access;

    config.cpus = SLOTS;
    config.clusters = CLUSTERS;
    if (option)
        is_str(kunpeng_config_option(&config, option), NULL, "%s", option);
    lab = lab_new(&config);
    for (unsigned cpu = 0; cpu < SLOTS; cpu++) {
        lab->user_rate[cpu] = (struct sim_work){200 + cpu, 20, 10, 30, 0, 1};
        lab->kernel_rate[cpu] = (struct sim_work){100, 7, 5, 3, 2, 1};
    }
    lab_probe(lab);
    lab_list(lab, slide_events, N_EVENTS);
    access = lab_by(lab, 0);
    kunpeng_step(&lab->m, &access, 1, false);
    return lab;
}

/* One run of @rounds rounds of 1 ms, to its end; the driver then looks, and clears. */
static void run(struct lab *lab, unsigned rounds)
{
    lab_start(lab, (uint32_t)N_EVENTS << 16 | rounds << 8 | N_EVENTS, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + rounds * (MS + 10 * US) + MS);
    lab_peek(lab, 0x108);
    lab_poke(lab, 0x10c, 1);
}

static void end_step(struct lab *lab)
{
    struct sim_access access = lab_by(lab, 0);

    kunpeng_step(&lab->m, &access, 1, true);
}

/* pmcu-report's line of the word at @offset: facts 7, and the slides' form. */
static void print_block(
    GString *text, const struct lab *lab, unsigned *offset, unsigned bytes, const char *what)
{
    for (unsigned cpu = 0; cpu < SLOTS; cpu++, *offset += bytes)
        g_string_append_printf(text, "%08x: %0*" PRIx64 " %s CPU %u\n", *offset, (int)(2 * bytes),
            lab_word(lab, OUT + *offset, bytes), what, cpu);
}

static GString *print_rounds(const struct lab *lab, unsigned rounds)
{
    GString *text = g_string_new("Data: size 0x0 bytes\n");
    unsigned offset = 0x40;

    for (unsigned round = 0; round < rounds; round++) {
        print_block(text, lab, &offset, 4, "PMCID1SR");
        print_block(text, lab, &offset, 4, "PMCID2SR");
        for (unsigned event = 0; event < N_EVENTS; event++) {
            g_autofree char *what = g_strdup_printf("Event %04x", slide_events[event]);
            print_block(text, lab, &offset, 8, what);
        }
        print_block(text, lab, &offset, 8, "Cycle count");
    }
    return text;
}

/* What the step's script asked for, or NULL. */
static const char *const *scripts;
static unsigned n_steps = 1;

static unsigned n_unit_reads(const struct lab *lab)
{
    unsigned n = 0;

    for (unsigned i = 0; i < lab->n_records; i++)
        n += lab->records[i].kind == TRACE_READ && kunpeng_block_kind(lab->records[i].block) == KUNPENG_PMCU;
    return n;
}

static struct perf_check_samples *check(const struct lab *lab, const char *text, guint *faults)
{
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records};
    struct perf_check *perf = perf_check_new(&run, NULL);
    struct perf_check_samples *samples =
        perf_check_step_samples(perf, n_steps, text, scripts, PERF_FILTER_NONE, NULL);

    if (faults) {
        *faults = perf_check_faults(perf)->len;
        is_u64(perf_check_n_reads(perf), n_unit_reads(lab), "each read of a PMCU is compared");
        if (*faults)
            printf("# %s\n", (const char *)g_ptr_array_index(perf_check_faults(perf), 0));
    }
    perf_check_free(perf);
    return samples;
}

static const char *first_wrong(const struct perf_check_samples *samples)
{
    return samples->wrong->len ? g_ptr_array_index(samples->wrong, 0) : NULL;
}

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
    is_u64(faults, 0, "... with the driver's reads either");
    is_u64(samples->latched, 10, "ten rounds stored");
    is_u64(samples->taken, 10, "... and taken");
    is_u64(samples->printed, 10, "... and printed");
    is_u64(samples->values, 10 * SLOTS * 9, "all values were compared");
    is_u64(samples->ns, 10 * MS, "ten rounds of a millisecond");
    is_u64(samples->between, 9 * 10 * (8 * 300 + 28), "instructions in nine blind windows of 10 us");
    is_u64(samples->total, (10 * 1000 + 9 * 10) * (8 * 300 + 28), "... and all");
    ok(perf_check_samples_figure(samples, "values", &figure) && figure == 720, "a figure by its name");
    ok(!perf_check_samples_figure(samples, "value", &figure), "... and none by another");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* One digit of the value of every kind of line, one after another. */
static void test_print_differs(void)
{
    static const char *const lines[] = {"PMCID1SR CPU 3", "PMCID2SR CPU 0", "Event 0011 CPU 0",
        "Event 0008 CPU 7", "Event 000b CPU 1", "Event 003c CPU 2", "Event 0024 CPU 4", "Event 0023 CPU 5",
        "Cycle count CPU 6"};
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GString) text = print_rounds(lab, 2);
        char *at = strstr(text->str, lines[i]) - 2;

        *at = *at == '0' ? '1' : '0';
        struct perf_check_samples *samples = check(lab, text->str, NULL);
        is_u64(samples->wrong->len, 1, "%s: another value", lines[i]);
        ok(first_wrong(samples) && strstr(first_wrong(samples), "'s round gives 0x"), "... and it is said");
        perf_check_samples_free(samples);
    }
    lab_free(lab);
}

static void test_no_step(void)
{
    struct lab *lab = lab_begin(NULL);
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records};
    struct perf_check *perf = perf_check_new(&run, NULL);
    g_autoptr(GError) error = NULL;

    ok(!perf_check_step_samples(perf, 9, "", NULL, PERF_FILTER_NONE, &error) && error &&
            strstr(error->message, "no such step"),
        "a step that there is not: %s", error ? error->message : "no error");
    perf_check_free(perf);
    lab_free(lab);
}

static void is_wrong(const struct lab *lab, const char *text, const char *expected, const char *what)
{
    struct perf_check_samples *samples = check(lab, text, NULL);
    const char *wrong = first_wrong(samples);

    ok(wrong && strstr(wrong, expected), "%s", what);
    if (!wrong || !strstr(wrong, expected))
        printf("# %s\n", wrong ? wrong : "nothing is wrong");
    perf_check_samples_free(samples);
}

static void test_lines_differ(void)
{
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) whole = print_rounds(lab, 2);
    g_autoptr(GString) text = print_rounds(lab, 1);
    is_wrong(lab, text->str, "took 2 subsamples in this step, 1 were printed", "a round is missing");
    is_wrong(lab, "", "took 2 subsamples in this step, 0 were printed", "nothing is printed");
    g_string_append(whole, text->str);
    is_wrong(lab, whole->str, "took 2 subsamples in this step, 3 were printed", "a round too many");
    g_string_truncate(text, text->len - strlen("0000023f: 0000000000000000 Cycle count CPU 7\n"));
    is_wrong(lab, text->str, "71 values, the PMCU stored 72", "a line is missing");
    g_string_replace(text, "00000040:", "00000050:", 1);
    is_wrong(lab, strstr(text->str, "00000050:"), "71 values", "the count first");
    g_autoptr(GString) moved = print_rounds(lab, 2);
    g_string_replace(moved, "00000040:", "00000050:", 1);
    is_wrong(lab, moved->str, "offset 0x50, the PMCU stored to", "another offset");
    g_autoptr(GString) event = print_rounds(lab, 2);
    g_string_replace(event, "Event 0008 CPU 0", "Event 0011 CPU 0", 1);
    is_wrong(lab, event->str, "'s round gives 0x", "another event");
    lab_free(lab);
}

/* Memory changes on the way: the print then matches memory, but not the trace. */
static void test_memory_differs(void)
{
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    lab->ram[OUT - RAM_BASE + 0x40 + 2 * 32 + 8 * SLOTS] ^= 1;
    g_autoptr(GString) text = print_rounds(lab, 2);
    is_wrong(lab, text->str, "'s round gives 0x", "memory is not what the PMCU counted");
    lab_free(lab);
}

static struct trace_record *nth(struct lab *lab, enum trace_kind kind, unsigned i)
{
    return (struct trace_record *)(uintptr_t)lab_nth(lab, kind, i);
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

/* The driver sees a status without a cause, or not the one that there was. */
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

/* A run that is broken off: the driver does not take what it has stored (facts 4 and 9). */
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

/* The driver breaks off a run that has just ended, and then sees DONE. */
static void test_late_break(void)
{
    struct lab *lab = lab_begin(NULL);

    lab_start(lab, 0x00060206, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 3 * MS);
    lab_poke(lab, 0x3c, 1);
    lab_run(lab, lab->now + MS);
    is_u64(lab_peek(lab, 0x108), 1, "all rounds are stored, and there was nothing to break off");
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_u64(samples->taken, 2, "what has just ended is taken");
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
    is_u64(faults, 1, "DONE though two rounds of three are stored");
    is_u64(samples->latched, 2, "... which are not taken");
    is_u64(samples->taken, 0, "... none of them");
    perf_check_samples_free(samples);
    lab_free(lab);
}

static void sysreg(struct lab *lab, unsigned cpu, uint32_t number, uint64_t value)
{
    struct sim_access access = lab_by(lab, cpu);

    kunpeng_sysreg_write(&lab->m, &access, number, value);
}

static void power(struct lab *lab, unsigned cpu, bool on)
{
    struct sim_access access = lab_by(lab, cpu);

    kunpeng_power(&lab->m, &access, on);
}

#define PMCR       ARM_SYSREG(3, 3, 9, 12, 0)
#define PMCNTENCLR ARM_SYSREG(3, 3, 9, 12, 2)
#define CONTEXTIDR ARM_SYSREG(3, 0, 13, 0, 1)

/* CPUs that go off and come on in the middle of rounds, with what their driver then writes. */
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
    is_str(first_wrong(samples), NULL, "CPUs that come and go");
    is_u64(samples->disturbed, 0, "... disturb nobody");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* The guest's own driver of the core PMU writes to what the PMCU uses. */
static void test_disturbed(void)
{
    const char *both[] = {"echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events",
        "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/"};
    struct lab *lab = lab_begin(NULL);

    lab_start(lab, 0x00060206, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + 500 * US);
    sysreg(lab, 3, PMCNTENCLR, 1 << 1);
    lab_run(lab, lab->now + 4 * MS);
    lab_peek(lab, 0x108);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_u64(samples->disturbed, 1, "one counter of one CPU in one round");
    is_u64(samples->wrong->len, 1, "... is all that cannot be said");
    ok(first_wrong(samples) && strstr(first_wrong(samples), "CPU 3 during the round"), "... and which it is");
    perf_check_samples_free(samples);
    perf_check_samples_free(NULL);
    n_steps = 2;
    scripts = both;
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_STEP_BEGIN || lab->records[i].kind == TRACE_STEP_END)
            lab->records[i].value = 2;
    samples = check(lab, text->str, NULL);
    is_u64(samples->wrong->len, 1, "... nor did a script ask for it: no complaint more");
    is_u64(samples->happened, 1, "the other round is as asked");
    perf_check_samples_free(samples);
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

/* EL2 does not count if the PMCU writes event words unchanged, and PMCCFILTR excludes users. */
static void test_filters(void)
{
    struct lab *lab = lab_begin("nsh=copied");

    lab_poke(lab, 0x204, 0x48000000);
    run(lab, 2);
    end_step(lab);
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 8 * SLOTS, 8), 200000, "instructions of users alone");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 6 * 8 * SLOTS, 8), 2000000 - 4 * 200000,
        "cycles of the kernel alone");
    g_autoptr(GString) text = print_rounds(lab, 2);
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "filters");
    perf_check_samples_free(samples);
    lab_free(lab);
}

static void plan_differs(
    const struct lab *lab, const struct oracle_kunpeng_plan *plan, const char *why, const char *what)
{
    struct truth *truth = truth_replay_kunpeng(&lab->m.config, plan, lab->records, lab->n_records);
    const char *note = first_note(truth, TRUTH_WRONG);

    ok(strstr(note, why), "%s: %s", what, note);
    truth_free(truth);
}

/* What the trace says of the plan differs from the scenario. */
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
    plan_differs(lab, plan, "which is not what the scenario says", "an entry that was refused");
    entry->kind = TRACE_N_KINDS;
    nth(lab, TRACE_PLAN, 0)->kind = TRACE_N_KINDS;
    plan_differs(
        lab, plan, "entry 0 of the plan was due at 0.000100000 s", "an entry that the trace does not have");
}

/* Traffic changes between a round's stop and its storing: the round has the old count. */
static void test_traffic(void)
{
    static const char *const plan[] = {
        "at boot + 100us", "cpu2 L1D_CACHE_REFILL 7M/s", "at boot + 1007us", "cpu2 L1D_CACHE_REFILL 9M/s"};
    static const uint16_t events[] = {0x03};
    struct lab *lab = lab_begin(NULL);
    struct kunpeng_plan_text text;
    struct oracle_kunpeng_plan second = {.lines = {{0}}};
    uint64_t value = 0;

    kunpeng_plan_begin(&text, &lab->m);
    for (unsigned i = 0; i < G_N_ELEMENTS(plan); i++) {
        char wrong[PLAN_TEXT_WRONG] = "";
        ok(kunpeng_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... for the oracle, too");
    }
    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, 2 * MS);
    lab_peek(lab, 0x108);
    struct truth *truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    const struct oracle_pmcu *unit = oracle_kunpeng_unit(truth->oracle, 0);
    ok(oracle_pmcu_value(unit, unit->done[0], ORACLE_BLOCK_EVENT, 0, 3, 2, &value), "the round has counted");
    is_u64(value, 905 * 7, "7 a microsecond from 100 us to 1005 us");
    is_u64(lab_word(lab, OUT + 0x40 + 64 + 8 * 2, 8), value, "... as the PMCU stored it");
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "... and nothing is wrong");
    truth_free(truth);
    plan_faults(lab, &second);
    lab_free(lab);
}

/* The third hop: the script's list and terms, whatever registers and memory hold. */
static void test_asked(void)
{
    static const char list[] = "echo 11 8 b 3c 24 23 > /sys/devices/hisi_pmcu_sccl3/user_events";
    static const char record[] = "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1/";
    const char *both[] = {list, record}, *text_of[] = {list, "pmcu-record -e $event"};
    static const struct {
        const char *list, *record, *wrong;
    } others[] = {
        {"echo 11 8 b 3c 24 > /sys/devices/hisi_pmcu_sccl3/user_events", record,
            "a round of 6 events, the script"},
        {"echo 11 8 b 3c 23 24 > /sys/devices/hisi_pmcu_sccl3/user_events", record,
            "event 0x0024 of CPU 0 is not"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=1,sample_period_ms=1/", "asked for 1 subsamples"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=2/", "asked for 2 ms"},
        {list, "pmcu-record -e hisi_pmcu_sccl3/nr_sample=2,sample_period_ms=1,pmccfiltr=0x40/",
            "event 0x0000 of CPU 0 is not"},
    };
    struct lab *lab = lab_begin(NULL);

    run(lab, 2);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 2);
    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_STEP_BEGIN || lab->records[i].kind == TRACE_STEP_END)
            lab->records[i].value = 2;
    n_steps = 2;
    scripts = both;
    struct perf_check_samples *samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "as the scripts asked");
    is_u64(samples->happened, 2, "... and both subsamples were held against that");
    perf_check_samples_free(samples);
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++) {
        const char *other[] = {others[i].list, others[i].record};

        scripts = other;
        is_wrong(lab, text->str, others[i].wrong, others[i].wrong);
    }
    scripts = text_of;
    samples = check(lab, text->str, NULL);
    is_str(first_wrong(samples), NULL, "a script that does not say what it asks for");
    is_u64(samples->happened, 0, "... makes no third hop");
    ok(samples->has_happened && samples->not_happened, "... and there is a reason");
    perf_check_samples_free(samples);
    scripts = NULL;
    n_steps = 1;
    lab_free(lab);
}

static void test_table(void)
{
    static const char table[] = "sample,subsample,offset,kind,event,cpu,value\n";
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) csv = g_string_new(table);

    run(lab, 1);
    end_step(lab);
    g_autoptr(GString) text = print_rounds(lab, 1);
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines + 1; **line; line++) {
        g_auto(GStrv) words = g_strsplit(*line, " ", -1);
        gboolean event = !strcmp(words[2], "Event"), cycles = !strcmp(words[2], "Cycle");
        g_autofree char *kind = event    ? g_strdup("event")
                                : cycles ? g_strdup("cycles")
                                         : g_ascii_strdown(words[2], -1);
        unsigned n = g_strv_length(words);

        g_string_append_printf(csv, "1,1,0x%" PRIx64 ",%s,%s%s,%s,%" PRIu64 "\n",
            g_ascii_strtoull(words[0], NULL, 16), kind, event ? "0x" : "", event ? words[3] : "",
            words[n - 1], g_ascii_strtoull(words[1], NULL, 16));
    }
    struct perf_check_samples *samples = check(lab, csv->str, NULL);
    is_str(first_wrong(samples), NULL, "the table, too");
    is_u64(samples->values, 72, "... with all values");
    perf_check_samples_free(samples);
    lab_free(lab);
}

/* Counters that the plan switches on and off, by a register whose bits the record of the plan does not have.
 */
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
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... for the oracle, too");
    }
    lab_run(lab, MS);
    lab_peek(lab, 0x108);
    struct truth *truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "nothing is wrong");
    if (ok(truth->intervals->len == 2, "two counters were switched on")) {
        const struct truth_interval *one = &g_array_index(truth->intervals, struct truth_interval, 0);

        is_u64(one[0].counter, 1, "counter 1");
        ok(one[0].off != TRUTH_NONE && lab->records[one[0].off].time == 200 * US, "... until 200 us");
        is_u64(one[1].counter, 31, "the cycle counter");
        ok(one[1].off == TRUTH_NONE, "... to the end");
    }
    truth_free(truth);
    lab_free(lab);
}

int main(void)
{
    test_whole();
    test_print_differs();
    test_no_step();
    test_lines_differ();
    test_memory_differs();
    test_trace_differs();
    test_reads();
    test_break();
    test_late_break();
    test_early_done();
    test_power();
    test_disturbed();
    test_filters();
    test_traffic();
    test_plan_switches();
    test_asked();
    test_table();
    return done_testing();
}
