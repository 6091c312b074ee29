/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of perf's figures for POWER9's nest, core and thread counters. */
#include "harness/machine/machines.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_check.h"
#include "harness/proof/step_counts.h"

#include "tests/linux_imc.h"
#include "tests/tap.h"

/* Offsets worked out by hand from open-power/ima-catalog 4E0200. */
enum {
    READS = 0xc8,
    WRITES = 0xf8,
    CYCLES = 0x80,
    INST = 0x20,
    NON_IDLE_INST = 0x28,
    INST_USER = 0x1020
};

#define READS_EVENT  "nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/"
#define WRITES_EVENT "nest_mcs01_imc/PM_MCS01_128B_WR_DISP_PORT23/"
#define CYCLES_EVENT "nest_powerbus0_imc/PM_PB_CYC/"
#define INST_EVENT   "core_imc/CPM_INST/"
#define USER_EVENT   "thread_imc/CPM_CS_INST_USER/"

#define PLAN                                                                                       \
    "at boot\nchip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 123M/s\n"                                    \
    "chip0.mcs01 PM_MCS01_128B_WR_DISP_PORT23 45M/s\nchip0.powerbus0 PM_PB_CYC 2G/s\n"

#define TABLE   "\n Performance counter stats for 'system wide':\n\n"
#define ELAPSED "\n       0.215691566 seconds time elapsed\n\n"

static const struct p9_config one = {.generation = &generation_power9,
    .cpus = 1,
    .sockets = 1,
    .threads = 1,
    .availability = ~UINT64_C(0x1fff)};
static const struct p9_config four = {.generation = &generation_power9,
    .cpus = 4,
    .sockets = 1,
    .threads = 2,
    .availability = ~UINT64_C(0x1fff)};
static const struct p9_config two_chips = {.generation = &generation_power9,
    .cpus = 4,
    .sockets = 2,
    .threads = 1,
    .availability = ~UINT64_C(0x1fff)};

/* A guest that measured, and the output of its perf. */
struct world {
    struct li li;
    GString *text;
};
#include "tests/perf_world.h"

static void fails_as(const struct perf_check_row *row, const char *why)
{
    ok(!row->hop_one && row->why && strstr(why_of(row), why), "hop one fails: %s", why);
}

static struct world world_new(const struct p9_config *config, const char *plan)
{
    struct world w = {li_new(config, plan), g_string_new(NULL)};

    li_boot(&w.li);
    li_step(&w.li, 1, false);
    return w;
}

static void world_free(struct world *w)
{
    li_free(&w->li);
    g_string_free(w->text, TRUE);
}

static struct perf_check_run run_of(const struct world *w)
{
    return (struct perf_check_run){&power9_machine, {&power9_model, w->li.planned, w->li.oracle},
        li_records(&w->li), li_n(&w->li), NULL};
}

static void print(GString *text, const char *event, uint64_t figure)
{
    g_string_append_printf(
        text, "  %18" PRIu64 "      %s                                    \n", figure, event);
}

/* ---- chips ---- */

/* Two events of one PMU and one of another, which is enabled separately. */
static void measure_three(struct li *li, struct li_event e[3], uint64_t ms)
{
    e[0] = (struct li_event){LI_NEST, 0, READS, 0, 0};
    e[1] = (struct li_event){LI_NEST, 0, WRITES, 0, 0};
    e[2] = (struct li_event){LI_NEST, 0, CYCLES, 0, 0};
    li_open(li, LI_NEST, 0);
    li_enable(li, e, 2);
    li_enable(li, e + 2, 1);
    li_pass(li, ms * MS);
    li_disable(li, e, 3);
    li_close(li, LI_NEST, 0);
}

static void print_three(GString *text, const struct li_event e[3])
{
    g_string_append(text, TABLE);
    print(text, READS_EVENT, e[0].count * 256);
    print(text, WRITES_EVENT, e[1].count * 256);
    print(text, CYCLES_EVENT, e[2].count * 256);
    g_string_append(text, ELAPSED);
}

/* Events with an unknown injected amount, and the reasons for refusing them. */
static void unknown_events(void)
{
    static const char *const names[] = {"context-switches", "nest_mcs01_imc/NO_SUCH_EVENT/"};
    struct world w = world_new(&one, PLAN);
    const struct perf_check_run run = run_of(&w);
    struct truth *truth = power9_machine.proof->replay(run.planned, run.records, run.n_records);
    g_autoptr(GError) error = NULL;
    struct perf_event event;
    guint64 amount;

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const struct injected what = {
            .truth = truth, .event = names[i], .block = p9_block(P9_CHIP_MEMORY, 0), .to = MS};

        ok(!power9_machine.proof->injected(&what, &amount), "the injected amount of %s", names[i]);
    }
    is_u64(power9_machine.proof->event(run.planned, names[1], &event, &error), PERF_EVENT_REFUSED,
        "an event missing from the catalogue");
    ok(error && g_str_has_prefix(error->message, "event 'nest_mcs01_imc/NO_SUCH_EVENT/': "),
        "... %s", error ? error->message : "no reason");
    strcpy(w.li.oracle->catalogue.pmus[w.li.oracle->entries[0].source.pmu].unit, "MiB");
    is_u64(power9_machine.proof->event(run.planned, READS_EVENT, &event, NULL), PERF_EVENT_OURS,
        "an event in the catalogue");
    is_str(event.unit, "MiB", "... in its PMU's unit");
    truth_free(truth);
    world_free(&w);
}

/* Words that count all the time, without perf's output. */
static void words(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[3];
    struct perf_check_run run;
    struct perf_check *check;
    GPtrArray *counts;

    measure_three(&w.li, e, 100);
    li_step(&w.li, 1, true);
    run = run_of(&w);
    check = perf_check_new(&run, NULL);
    counts = step_counts(check, &power9_model, 0, run.n_records);
    is_u64(counts->len, 3, "three words are three counts");
    for (guint i = 0; i < MIN(counts->len, 3); i++) {
        const struct step_count *count = g_ptr_array_index(counts, i);

        is_str(count->place, "chip0", "count %u: its chip", i);
        is_u64(count->driver, e[i].count, "... the driver's count of %s", count->event);
        is_u64(count->truth, e[i].count, "... the hardware's");
    }
    g_ptr_array_unref(counts);
    counts = step_counts(check, &power9_model, 0, 1);
    is_u64(counts->len, 0, "no read, no count");
    g_ptr_array_unref(counts);
    perf_check_free(check);
    world_free(&w);
}

static void nest(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[3];
    GPtrArray *rows;

    measure_three(&w.li, e, 100);
    li_step(&w.li, 1, true);
    print_three(w.text, e);
    holds(&w, 3, "three events of two PMUs");
    rows = prove(&w, NULL);
    ok(row(rows, 0)->driver > 12000000 && row(rows, 0)->driver < 12600000, "reads, as events");
    is_u64(row(rows, 0)->truth, e[0].count * 256, "and the hardware's counts");
    is_str(row(rows, 0)->unit, "", "no unit");
    is_u64(row(rows, 0)->injected, e[0].count * 256, "and the injected amounts");
    is_u64(row(rows, 0)->hop_three, PERF_HOP_HOLDS, "so the third hop holds");
    g_ptr_array_unref(rows);
    e[1].count++;
    print_three(g_string_truncate(w.text, 0), e);
    fails(&w, FALSE, TRUE, ", the driver read ", "one word too many");
    print(g_string_assign(w.text, TABLE), READS_EVENT, e[0].count * 768);
    rows = prove(&w, NULL);
    is_str(row(rows, 0)->why->sentence,
        "perf printed 3 times as much as was read from chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01",
        "a factor between counts, not events");
    g_autofree char *right = g_strdup_printf("%" PRIu64, e[0].count * 256);
    is_str(row(rows, 0)->expected, right, "... and the right figure");
    g_ptr_array_unref(rows);
    g_string_printf(w.text, TABLE);
    print(w.text, READS_EVENT, e[0].count * 256 + 1);
    fails(&w, FALSE, TRUE, "perf printed no figure", "two figures that perf did not print");
    fails(&w, FALSE, TRUE, "; chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 0x",
        "the first read is named");
    fails(&w, FALSE, TRUE, "); chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 0x", "... and the last");
    g_string_printf(w.text, TABLE);
    print(w.text, "nest_mcs23_imc/PM_MCS23_64B_RD_DISP_PORT01/", 0);
    fails(&w, FALSE, FALSE,
        "chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 was read, "
        "expected chip0.mcs23.PM_MCS23_64B_RD_DISP_PORT01",
        "another word was read");
    g_string_printf(w.text, TABLE);
    print(w.text, INST_EVENT, 0);
    fails(&w, FALSE, FALSE, "never read the event's word", "an event without reads");
    g_string_printf(w.text, TABLE);
    print(w.text, "nest_mcs01_imc/event=0xc8/", e[0].count);
    print(w.text, "nest_mcs01_imc/offset=0xf8,mode=3/", e[1].count - 1);
    print(w.text, "PM_PB_CYC", e[2].count * 256);
    holds(&w, 3, "raw events, without a scale, and one without its PMU");
    world_free(&w);
}

/* A posting between the read that removes an event and the read that adds it
 * again. */
static void posted_in_the_gap(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[2] = {{LI_NEST, 0, READS, 0, 0}, {LI_NEST, 0, WRITES, 0, 0}};

    li_open(&w.li, LI_NEST, 0);
    li_read(&w.li, &e[0]);
    li_pass(&w.li, 3 * MS);
    li_update(&w.li, &e[0]);
    li_pass(&w.li, 2 * MS);
    li_read(&w.li, &e[0]);
    li_read(&w.li, &e[1]);
    li_pass(&w.li, 30 * MS);
    li_disable(&w.li, e, 2);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, e[0].count * 256);
    print(w.text, WRITES_EVENT, e[1].count * 256);
    holds(&w, 2, "a posting while an event is removed does not count for it");
    ok(e[0].count * 256 < 33 * 123000 + 123000, "and that posting is not 0");
    world_free(&w);
}

static void alike(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[3] = {
        {LI_NEST, 0, READS, 0, 0}, {LI_NEST, 0, READS, 0, 0}, {LI_NEST, 0, READS, 0, 0}};
    GPtrArray *rows;

    li_open(&w.li, LI_NEST, 0);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < i; k++)
            li_update(&w.li, &e[k]);
        for (unsigned k = 0; k <= i; k++)
            li_read(&w.li, &e[k]);
        li_pass(&w.li, 4 * MS);
    }
    li_disable(&w.li, e, 3);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    for (unsigned i = 0; i < 3; i++)
        print(w.text, READS_EVENT, e[i].count * 256);
    ok(e[0].count > e[1].count && e[1].count > e[2].count,
        "equal events count over different times");
    holds(&w, 3, "three events on one word");
    g_string_assign(w.text, TABLE);
    for (unsigned i = 0; i < 3; i++)
        print(w.text, READS_EVENT, e[i].count * 256 + 1);
    rows = prove(&w, NULL);
    is_u64(row(rows, 0)->driver, e[0].count * 256, "the first figure is the first event to begin");
    g_ptr_array_unref(rows);
    g_string_assign(w.text, TABLE);
    for (unsigned i = 0; i < 3; i++)
        print(w.text, READS_EVENT, e[i].count * 256);
    print(w.text, READS_EVENT, e[1].count * 256);
    fails(&w, FALSE, FALSE, "never read", "and one too many events");
    world_free(&w);
}

/* A word with a single read: the event began, and its count is unknown. */
static void read_once(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e = {LI_NEST, 0, READS, 0, 0};
    GPtrArray *rows;

    li_open(&w.li, LI_NEST, 0);
    li_read(&w.li, &e);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, 0);
    rows = prove(&w, NULL);
    is_u64(rows->len, 1, "one row");
    fails_as(row(rows, 0), "did not read the counter both before and after");
    is_str(row(rows, 0)->why->sentence,
        "chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 was read when its event began, and not after",
        "... and that read is named");
    is_u64(row(rows, 0)->why->cause, PERF_CAUSE_NOT_READ_AFTER, "... P10");
    g_ptr_array_unref(rows);
    g_string_assign(w.text, TABLE);
    print(w.text, READS_EVENT, 256);
    rows = prove(&w, NULL);
    is_str(row(rows, 0)->why->sentence,
        "chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 was read when its event ended, and not before",
        "with a figure, the read ended its event");
    is_u64(row(rows, 0)->why->cause, PERF_CAUSE_NOT_READ_BEFORE, "... P9");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* ... also without a figure of perf: it is not a measurement, and the others
 * remain. */
static void other_read_once(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[2] = {{LI_NEST, 0, READS, 0, 0}, {LI_NEST, 0, WRITES, 0, 0}};

    li_open(&w.li, LI_NEST, 0);
    li_read(&w.li, &e[0]);
    li_pass(&w.li, 20 * MS);
    li_read(&w.li, &e[1]);
    li_update(&w.li, &e[0]);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, e[0].count * 256);
    holds(&w, 1, "next to a word that was read once");
    world_free(&w);
}

/* A word that another program reads before the second event that perf prints
 * begins. */
static void other_in_between(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event reads = {LI_NEST, 0, READS, 0, 0}, writes = {LI_NEST, 0, WRITES, 0, 0},
                    cycles = {LI_NEST, 0, CYCLES, 0, 0};

    li_open(&w.li, LI_NEST, 0);
    li_read(&w.li, &reads);
    li_read(&w.li, &writes);
    li_read(&w.li, &cycles);
    li_pass(&w.li, 20 * MS);
    li_update(&w.li, &reads);
    li_update(&w.li, &writes);
    li_update(&w.li, &cycles);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, reads.count * 256);
    print(w.text, CYCLES_EVENT, cycles.count * 256);
    g_autofree char *why = g_strdup_printf(
        "the driver counted %" PRIu64 " here and perf printed no figure for it", writes.count);
    fails(&w, FALSE, TRUE, why, "a word that perf does not print");
    world_free(&w);
}

/* Removes @e and adds it again 2 ms later. */
static void reschedule(struct li *li, struct li_event *e)
{
    li_update(li, e);
    li_pass(li, 2 * MS);
    li_read(li, e);
    li_pass(li, 3 * MS);
}

/* perf enables two events that it then does not print. For each, the kernel
 * removes the first event and adds it again, before the second printed event
 * begins. */
static void back_twice(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event reads = {LI_NEST, 0, READS, 0, 0}, cycles = {LI_NEST, 0, CYCLES, 0, 0};
    GPtrArray *rows;

    li_open(&w.li, LI_NEST, 0);
    li_read(&w.li, &reads);
    li_pass(&w.li, 3 * MS);
    reschedule(&w.li, &reads);
    reschedule(&w.li, &reads);
    li_read(&w.li, &cycles);
    li_pass(&w.li, 20 * MS);
    li_update(&w.li, &reads);
    li_update(&w.li, &cycles);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, reads.count * 256);
    print(w.text, CYCLES_EVENT, cycles.count * 256);
    rows = prove(&w, NULL);
    is_u64(row(rows, 0)->driver, reads.count * 256, "the driver's count leaves out both gaps");
    g_ptr_array_unref(rows);
    holds(&w, 2, "an event that was removed twice");
    world_free(&w);
}

static void two_sockets(void)
{
    struct world w = world_new(&two_chips, PLAN "chip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 11M/s\n");
    struct li_event e[2] = {{LI_NEST, 0, READS, 0, 0}, {LI_NEST, 1, READS, 0, 0}};

    for (unsigned chip = 0; chip < 2; chip++)
        li_open(&w.li, LI_NEST, chip);
    for (unsigned chip = 0; chip < 2; chip++)
        li_read(&w.li, &e[chip]);
    li_pass(&w.li, 50 * MS);
    for (unsigned chip = 0; chip < 2; chip++)
        li_update(&w.li, &e[chip]);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, READS_EVENT, (e[0].count + e[1].count) * 256);
    holds(&w, 1, "the sum of two sockets");
    g_string_printf(w.text,
        TABLE "S0  1  %" PRIu64 "  " READS_EVENT "\nS1  1  %" PRIu64 "  " READS_EVENT "\n",
        e[0].count * 256, e[1].count * 256);
    holds(&w, 2, "each socket");
    g_string_printf(w.text,
        TABLE "S0  1  %" PRIu64 "  " READS_EVENT "\nS1  1  %" PRIu64 "  " READS_EVENT "\n",
        e[1].count * 256, e[0].count * 256);
    fails(&w, FALSE, TRUE, "perf printed", "the figures swapped");
    g_string_printf(w.text,
        READS_EVENT ": 0: %" PRIu64 " 5 5\n" READS_EVENT ": 2: %" PRIu64 " 5 5\n" READS_EVENT
                    ": %" PRIu64 " 10 10\n" TABLE,
        e[0].count, e[1].count, e[0].count + e[1].count);
    print(w.text, READS_EVENT, (e[0].count + e[1].count) * 256);
    holds(&w, 1, "with -vv: each CPU's count is before scale");
    world_free(&w);
}

static void two_runs(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event first[3], second[3];

    measure_three(&w.li, first, 30);
    li_pass(&w.li, 20 * MS);
    measure_three(&w.li, second, 50);
    li_step(&w.li, 1, true);
    print_three(w.text, first);
    print_three(w.text, second);
    holds(&w, 6, "two runs in one step");
    g_string_truncate(w.text, 0);
    print_three(w.text, second);
    print_three(w.text, first);
    fails(&w, FALSE, TRUE, "perf printed", "the runs swapped");
    world_free(&w);
}

/* A trace with one fault; perf's text matches the driver. */
static void wrong_traces(void)
{
    struct world w = world_new(&one, PLAN);
    struct li_event e[3];

    measure_three(&w.li, e, 20);
    li_step(&w.li, 1, true);
    print_three(w.text, e);
    w.li.oracle->entries[1].amount.rate += 512000;
    fails(&w, TRUE, FALSE, "the hardware saw", "other traffic");
    fails(&w, TRUE, FALSE, ", the scenario injected ", "and a wrong injected amount");
    w.li.oracle->entries[1].amount.rate -= 512000;
    holds(&w, 3, "as it was");
    /* A scale that the event inherits: here the PMU's 256. */
    strcpy(w.li.oracle->catalogue.events[w.li.oracle->entries[0].source.event].scale, "1");
    fails(&w, FALSE, FALSE, ", the scenario injected ", "a custom scale");
    *w.li.oracle->catalogue.events[w.li.oracle->entries[0].source.event].scale = '\0';
    for (guint i = li_n(&w.li); i; i--) {
        struct trace_record *record = li_record(&w.li, i - 1);
        if (record->kind == TRACE_READ && record->offset == CYCLES) {
            record->value++;
            break;
        }
    }
    fails(&w, FALSE, FALSE, "returned 0x", "the driver read one more than perf printed");
    world_free(&w);
}

/* ---- cores ---- */

/* All cores; each table is read core by core, as by perf. */
static void count_tables(
    struct li *li, struct li_event *e, unsigned n, uint64_t *tables, unsigned n_tables)
{
    for (unsigned i = 0; i < n; i++) {
        e[i] = (struct li_event){LI_CORE, i, INST, 0, 0};
        li_open(li, LI_CORE, i);
    }
    for (unsigned i = 0; i < n; i++)
        li_read(li, &e[i]);
    for (unsigned t = 0; t < n_tables; t++) {
        tables[t] = 0;
        li_execute(li, 0, 700000 * (t + 1), 0);
        li_execute(li, 3, 300000, 5000);
        for (unsigned i = 0; i < n; i++) {
            uint64_t before = e[i].count;
            li_update(li, &e[i]);
            tables[t] += e[i].count - before;
        }
    }
    li_execute(li, 0, 60000, 0); /* not printed */
    li_disable(li, e, n);
    for (unsigned i = 0; i < n; i++)
        li_close(li, LI_CORE, i);
}

static void print_tables(GString *text, const uint64_t *tables, unsigned n)
{
    g_string_assign(text, "#           time             counts unit events\n");
    for (unsigned t = 0; t < n; t++)
        g_string_append_printf(text,
            "     %u.001073370     %12" PRIu64 "      " INST_EVENT "          \n", t + 1,
            tables[t] * LI_SCALE);
}

static void core_tables(void)
{
    struct world w = world_new(&four, "");
    struct li_event e[2];
    uint64_t tables[4];
    GPtrArray *rows;

    count_tables(&w.li, e, 2, tables, 4);
    li_step(&w.li, 1, true);
    print_tables(w.text, tables, 4);
    holds(&w, 4, "tables of -I over two cores");
    rows = prove(&w, NULL);
    is_str(row(rows, 2)->time, "3.001073370", "a row's time");
    is_u64(row(rows, 2)->driver, tables[2] * LI_SCALE, "the driver's count in that interval");
    ok(tables[2] * LI_SCALE > 1900000 && tables[2] * LI_SCALE < 2900000,
        "all threads of all cores");
    g_ptr_array_unref(rows);
    tables[1] += 7;
    tables[2] -= 7;
    print_tables(w.text, tables, 4);
    fails(&w, FALSE, TRUE, "the nearest sum is", "seven counts in the wrong interval");
    tables[1] -= 7;
    tables[2] += 7;
    tables[3]--;
    print_tables(w.text, tables, 4);
    fails(&w, FALSE, TRUE, "the nearest sum is", "one too few at the end");
    world_free(&w);
}

/* A first interval that ends before the driver has read anything. */
static void empty_table(void)
{
    struct world w = world_new(&four, "");
    struct li_event e[2];
    uint64_t tables[1], none[1] = {0};
    GPtrArray *rows;

    count_tables(&w.li, e, 2, tables, 1);
    li_step(&w.li, 1, true);
    print_tables(w.text, none, 1);
    rows = prove(&w, NULL);
    ok(tables[0] > 0, "cores that count");
    is_u64(rows->len, 1, "a table of -I");
    ok(row(rows, 0)->hop_one, "... with a figure of 0 that fits no read");
    is_u64(row(rows, 0)->driver, 0, "... without a count of the driver");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* A core shared with another task: counts before the event is on or after it is
 * off are not the event's. */
static void core_runs(void)
{
    struct world w = world_new(&one, "");
    struct li_event e[2] = {{LI_CORE, 0, INST, 0, 0}, {LI_CORE, 0, NON_IDLE_INST, 0, 0}};
    uint64_t first = 0;

    for (unsigned run = 0; run < 2; run++) {
        e[0].count = e[1].count = 0;
        li_open(&w.li, LI_CORE, 0);
        li_execute(&w.li, 0, 40000, 0);
        li_enable(&w.li, e, 2);
        li_execute(&w.li, 0, 2000000 * (run + 1), 50000);
        li_disable(&w.li, e, 2);
        li_execute(&w.li, 0, 40000, 0);
        li_close(&w.li, LI_CORE, 0);
        first = run ? first : e[0].count;
        g_string_append(w.text, TABLE);
        print(w.text, INST_EVENT, e[0].count * LI_SCALE);
        print(w.text, "core_imc/CPM_NON_IDLE_INST/", e[1].count * LI_SCALE);
        g_string_append(w.text, ELAPSED);
    }
    li_step(&w.li, 1, true);
    ok(e[0].count > first, "the second run counts more");
    holds(&w, 4, "two runs on a core");
    world_free(&w);
}

/* Three runs of one event: each ends with its only read. */
static void core_runs_of_one(void)
{
    struct world w = world_new(&one, "");
    struct li_event e = {LI_CORE, 0, INST, 0, 0};

    for (unsigned run = 0; run < 3; run++) {
        e.count = 0;
        li_open(&w.li, LI_CORE, 0);
        li_enable(&w.li, &e, 1);
        li_execute(&w.li, 0, 2000000 * (run + 1), 50000);
        li_disable(&w.li, &e, 1);
        li_close(&w.li, LI_CORE, 0);
        g_string_append(w.text, TABLE);
        print(w.text, INST_EVENT, e.count * LI_SCALE);
        g_string_append(w.text, ELAPSED);
    }
    li_step(&w.li, 1, true);
    holds(&w, 3, "three runs of one event on a core");
    world_free(&w);
}

/* ---- threads ---- */

/* A task that moves from CPU to CPU, and is read while it runs. */
static void run_task(struct li *li, struct li_event *e, unsigned n)
{
    static const unsigned cpus[] = {1, 0, 1, 2, 1};

    for (unsigned i = 0; i < G_N_ELEMENTS(cpus); i++) {
        li_switch_in(li, cpus[i], e, n);
        li_execute(li, cpus[i], 100000 * (i + 1), 3000);
        if (i == 2)
            li_disable(li, e, n); /* only a read */
        li_execute(li, 3, 50000, 0);
        li_execute(li, cpus[i], 70000, 0);
        li_switch_out(li, e, n);
        li_execute(li, cpus[i], 90000, 0);
        li_pass(li, 5 * MS);
    }
}

static void task(void)
{
    struct world w = world_new(&four, "");
    struct li_event e[2] = {{LI_THREAD, 0, INST_USER, 0, 0}, {LI_THREAD, 0, INST, 0, 0}};

    run_task(&w.li, e, 2);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, e[0].count * LI_SCALE);
    print(w.text, "thread_imc/event=0x20/", e[1].count);
    holds(&w, 2, "a task's events on all its CPUs");
    ok(e[0].count * LI_SCALE > 1800000 && e[0].count * LI_SCALE < 1860000,
        "all counts of the task, and no others");
    g_string_printf(w.text,
        USER_EVENT ": %" PRIu64 " 9 9\nthread_imc/event=0x20/: %" PRIu64 " 9 9\n" TABLE, e[0].count,
        e[1].count);
    print(w.text, USER_EVENT, e[0].count * LI_SCALE);
    print(w.text, "thread_imc/event=0x20/", e[1].count);
    holds(&w, 2, "with -v");
    g_string_assign(w.text, TABLE);
    print(w.text, USER_EVENT, (e[0].count + 1) * LI_SCALE);
    print(w.text, "thread_imc/event=0x20/", e[1].count);
    fails(&w, FALSE, TRUE, ", the driver read ", "one word too many");
    world_free(&w);
}

/* A task that leaves without its last read: that stay is lost, and the next one
 * starts again. */
static void task_without_end(void)
{
    struct world w = world_new(&four, "");
    struct li_event e = {LI_THREAD, 0, INST_USER, 0, 0};

    li_switch_in(&w.li, 1, &e, 1);
    li_execute(&w.li, 1, 1000000, 3000);
    li_ldbar(&w.li, 1, 0);
    li_execute(&w.li, 1, 500000, 0);
    li_switch_in(&w.li, 1, &e, 1);
    li_execute(&w.li, 1, 700000, 3000);
    li_switch_out(&w.li, &e, 1);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, e.count * LI_SCALE);
    holds(&w, 1, "a stay without a last read");
    ok(e.count * LI_SCALE > 690000 && e.count * LI_SCALE < 710000, "... is not counted");
    world_free(&w);
}

/* A driver that loses LDBAR's enable bit: its reads see memory that does not
 * count, and the trace does not have them. */
static void never_enabled(void)
{
    struct world w = world_new(&four, "");
    GPtrArray *rows;

    li_ldbar(&w.li, 1, li_thread_memory(1));
    li_execute(&w.li, 1, 1000000, 3000);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, 0);
    rows = prove(&w, NULL);
    is_str(row(rows, 0)->why->sentence, "enable of cpu1.LDBAR was never set", "the field is named");
    is_u64(row(rows, 0)->why->cause, PERF_CAUSE_NEVER_ON, "... P6");
    is_u64(row(rows, 0)->why->accesses->len, 1, "... with the write");
    g_ptr_array_unref(rows);
    g_string_assign(w.text, TABLE);
    print(w.text, INST_EVENT, 0);
    fails(&w, FALSE, FALSE, "never read the event's word", "no event of a core was begun");
    world_free(&w);
}

/* The bit was set, so it is not the cause. */
static void enabled_elsewhere(void)
{
    struct world w = world_new(&four, "");

    li_ldbar(&w.li, 0, UINT64_C(0x8000000000000000) | li_thread_memory(0));
    li_ldbar(&w.li, 0, li_thread_memory(0));
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, 0);
    fails(&w, FALSE, FALSE, "never read the event's word", "enabled, but not read");
    world_free(&w);
}

static void two_tasks(void)
{
    struct world w = world_new(&four, "");
    struct li_event first = {LI_THREAD, 0, INST_USER, 0, 0}, second = first;

    run_task(&w.li, &first, 1);
    li_pass(&w.li, 200 * MS);
    run_task(&w.li, &second, 1);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, first.count * LI_SCALE);
    g_string_append(w.text, ELAPSED TABLE);
    print(w.text, USER_EVENT, second.count * LI_SCALE);
    holds(&w, 2, "two runs, one after the other");
    world_free(&w);
}

/* Two runs of perf with tasks that stay on one CPU; another program has its
 * core started all the time. */
static void two_tasks_of_one_cpu(void)
{
    struct world w = world_new(&four, "");

    li_want(&w.li, 0);
    for (unsigned run = 0; run < 2; run++) {
        struct li_event e = {LI_THREAD, 1, INST_USER, 0, 0};

        li_switch_in(&w.li, 1, &e, 1);
        li_execute(&w.li, 1, 700000 * (run + 1), 3000);
        li_switch_out(&w.li, &e, 1);
        li_pass(&w.li, 200 * MS);
        g_string_append(w.text, TABLE);
        print(w.text, USER_EVENT, e.count * LI_SCALE);
        g_string_append(w.text, ELAPSED);
    }
    li_step(&w.li, 1, true);
    holds(&w, 2, "two runs on one CPU");
    world_free(&w);
}

/* Three runs of perf, with a short pause and then a long one; later reads are
 * outside of the step. */
static void three_tasks(void)
{
    struct world w = world_new(&four, "");
    struct li_event later = {LI_THREAD, 0, INST_USER, 0, 0};

    for (unsigned run = 0; run < 3; run++) {
        struct li_event e = {LI_THREAD, 0, INST_USER, 0, 0};

        li_pass(&w.li, run * 100 * MS);
        run_task(&w.li, &e, 1);
        li_execute(&w.li, 3, 10000 * run, 0);
        g_string_append(w.text, TABLE);
        print(w.text, USER_EVENT, e.count * LI_SCALE);
        g_string_append(w.text, ELAPSED);
    }
    li_step(&w.li, 1, true);
    run_task(&w.li, &later, 1);
    holds(&w, 3, "three runs, one after the other");
    world_free(&w);
}

/* Two runs; the task was counted only in the first. Nothing separates them, and
 * the first has all counts. */
static void task_of_one(void)
{
    struct world w = world_new(&four, "");
    struct li_event e = {LI_THREAD, 0, INST_USER, 0, 0};
    GPtrArray *rows;

    li_switch_in(&w.li, 1, &e, 1);
    li_execute(&w.li, 1, 100000, 3000);
    li_switch_out(&w.li, &e, 1);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, e.count * LI_SCALE);
    g_string_append(w.text, ELAPSED TABLE);
    print(w.text, USER_EVENT, 0);
    rows = prove(&w, NULL);
    is_u64(rows->len, 2, "two rows");
    ok(perf_check_row_holds(row(rows, 0)), "the first run holds");
    is_u64(row(rows, 0)->driver, e.count * LI_SCALE, "... with all counts");
    fails_as(row(rows, 1), "never read");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* A run without a thread's events, then one with them, without a pause in
 * between. */
static void task_behind_core(void)
{
    struct world w = world_new(&four, "");
    struct li_event core = {LI_CORE, 0, INST, 0, 0}, e = {LI_THREAD, 0, INST_USER, 0, 0};

    li_open(&w.li, LI_CORE, 0);
    li_enable(&w.li, &core, 1);
    li_execute(&w.li, 0, 2000000, 50000);
    li_disable(&w.li, &core, 1);
    li_close(&w.li, LI_CORE, 0);
    li_switch_in(&w.li, 1, &e, 1);
    li_execute(&w.li, 1, 100000, 3000);
    li_switch_out(&w.li, &e, 1);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, INST_EVENT, core.count * LI_SCALE);
    g_string_append(w.text, ELAPSED TABLE);
    print(w.text, USER_EVENT, e.count * LI_SCALE);
    holds(&w, 2, "a run of a core, then one of a task");
    world_free(&w);
}

static void tasks_alike(void)
{
    struct world w = world_new(&four, "");
    struct li_event e[2] = {{LI_THREAD, 0, INST_USER, 0, 0}, {LI_THREAD, 0, INST_USER, 0, 0}};

    run_task(&w.li, e, 2);
    li_step(&w.li, 1, true);
    g_string_append(w.text, TABLE);
    print(w.text, USER_EVENT, e[0].count * LI_SCALE);
    print(w.text, USER_EVENT, e[1].count * LI_SCALE);
    holds(&w, 2, "two events on one word of a task");
    world_free(&w);
}

/* perf prints the count since the previous table; while the task sleeps, tables
 * cause no reads. */
static void task_tables(void)
{
    struct world w = world_new(&four, "");
    struct li_event e = {LI_THREAD, 0, INST_USER, 0, 0};
    uint64_t before = 0;

    g_string_append(w.text, "#           time             counts unit events\n");
    for (unsigned t = 0; t < 3; t++) {
        run_task(&w.li, &e, 1);
        g_string_append_printf(w.text, "     %u.001073370     %12" PRIu64 "      " USER_EVENT "\n",
            t + 1, (e.count - before) * LI_SCALE);
        before = e.count;
    }
    li_step(&w.li, 1, true);
    holds(&w, 3, "tables of -I of a task");
    g_string_append(w.text, "     4.001073370                0      " USER_EVENT "\n");
    holds(&w, 4, "... and an interval of sleep after the last read");
    world_free(&w);
}

int main(void)
{
    unknown_events();
    words();
    nest();
    posted_in_the_gap();
    alike();
    read_once();
    other_read_once();
    other_in_between();
    back_twice();
    two_sockets();
    two_runs();
    wrong_traces();
    core_tables();
    empty_table();
    core_runs();
    core_runs_of_one();
    task();
    task_without_end();
    never_enabled();
    enabled_elsewhere();
    two_tasks();
    two_tasks_of_one_cpu();
    three_tasks();
    task_of_one();
    task_behind_core();
    tasks_alike();
    task_tables();
    return done_testing();
}
