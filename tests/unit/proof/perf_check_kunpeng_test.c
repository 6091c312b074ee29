/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The proof of perf's figures for core PMUs. The test's driver makes the writes
 * of Linux's drivers/perf/arm_pmuv3.c and arm_pmu.c in their order: the PMU
 * off, the count, the type, the enable bit, the PMU on; to stop, the enable bit
 * and a read.
 */
#include "harness/machine/machines.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_check.h"

#include "harness/proof/kunpeng/event.h"
#include "harness/truth/kunpeng/replay.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "oracle/kunpeng/machine.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"
#include "tests/truth_notes.h"
#include "tests/why_text.h"

#define PMCR         ARM_SYSREG(3, 3, 9, 12, 0)
#define PMCNTENSET   ARM_SYSREG(3, 3, 9, 12, 1)
#define PMCNTENCLR   ARM_SYSREG(3, 3, 9, 12, 2)
#define PMSWINC      ARM_SYSREG(3, 3, 9, 12, 4)
#define PMCCNTR      ARM_SYSREG(3, 3, 9, 13, 0)
#define PMCCFILTR    ARM_SYSREG(3, 3, 14, 15, 7)
#define PMEVCNTR(n)  (ARM_SYSREG(3, 3, 14, 8, 0) + (n))
#define PMEVTYPER(n) (ARM_SYSREG(3, 3, 14, 12, 0) + (n))

/* Filter bits: EL2 counts; EL0 does not. */
#define NSH     0x08000000u
#define NOT_EL0 0x40000000u

#define TABLE "\n Performance counter stats for 'system wide':\n\n"

enum { CPUS = 2, CYCLES = 31 };

static struct oracle_kunpeng_plan second; /* the plan as read by the oracle */

/* @plan: lines of traffic for 500 us after boot, or whole lines with their own
 *   moment; or NULL. */
static struct lab *lab_begin(const char *plan)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct lab *lab;
    struct sim_access access;

    config.cpus = CPUS;
    config.clusters = 1;
    lab = lab_new(&config);
    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        lab->user_rate[cpu] = (struct sim_work){200 + cpu, 20, 10, 30, 0, 1};
        lab->kernel_rate[cpu] = (struct sim_work){100, 7, 5, 3, 2, 1};
    }
    memset(&second, 0, sizeof(second));
    if (plan) {
        struct kunpeng_plan_text text;
        char wrong[PLAN_TEXT_WRONG] = "";

        g_autofree char *whole = g_str_has_prefix(plan, "at ")
                                     ? g_strdup(plan)
                                     : g_strdup_printf("at boot + 500us\n%s", plan);
        g_auto(GStrv) lines = g_strsplit(whole, "\n", -1);

        kunpeng_plan_begin(&text, &lab->m);
        for (char **line = lines; *line; line++) {
            ok(kunpeng_plan_line(&text, *line, wrong), "%s %s", *line, wrong);
            ok(!oracle_kunpeng_plan_line(&second, *line), "... also for the oracle");
        }
    }
    lab_probe(lab);
    access = lab_by(lab, 0);
    kunpeng_step(&lab->m, &access, 1, false);
    return lab;
}

static void end_step(struct lab *lab)
{
    struct sim_access access = lab_by(lab, 0);

    kunpeng_step(&lab->m, &access, 1, true);
}

/* ---- the guest's driver ---- */

static void msr(struct lab *lab, unsigned cpu, uint32_t number, uint64_t value)
{
    struct sim_access access = lab_by(lab, cpu);

    kunpeng_sysreg_write(&lab->m, &access, number, value);
}

static uint64_t mrs(struct lab *lab, unsigned cpu, uint32_t number)
{
    struct sim_access access = lab_by(lab, cpu);
    uint64_t value = 0;

    kunpeng_sysreg_read(&lab->m, &access, number, &value);
    return value;
}

/* The count begins in the middle of 32 bits, far from both ends. */
static const uint64_t half = 0x80000000u;

static void add(struct lab *lab, unsigned cpu, unsigned counter, uint32_t type)
{
    msr(lab, cpu, PMCR, 0x40);
    msr(lab, cpu, counter == CYCLES ? PMCCNTR : PMEVCNTR(counter), half);
    msr(lab, cpu, counter == CYCLES ? PMCCFILTR : PMEVTYPER(counter),
        counter == CYCLES ? type & ~0xffffu : type);
    msr(lab, cpu, PMCNTENSET, UINT64_C(1) << counter);
    msr(lab, cpu, PMCR, 0x41);
}

/* Returns the driver's resulting count. */
static uint64_t del(struct lab *lab, unsigned cpu, unsigned counter)
{
    uint64_t count;

    msr(lab, cpu, PMCR, 0x40);
    msr(lab, cpu, PMCNTENCLR, UINT64_C(1) << counter);
    count = mrs(lab, cpu, counter == CYCLES ? PMCCNTR : PMEVCNTR(counter)) - half;
    msr(lab, cpu, PMCR, 0x41);
    return count;
}

/* ---- the proof ---- */

static GPtrArray *prove(const struct lab *lab, const char *text, guint *faults)
{
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, &second}, lab->records, lab->n_records, NULL};
    struct perf_check *check = perf_check_new(&run, NULL);
    g_autoptr(GError) error = NULL;
    GPtrArray *rows = perf_check_step(check, 1, text, &error);

    if (!rows)
        printf("# %s\n", error->message);
    *faults = perf_check_faults(check)->len;
    if (*faults)
        printf("# %s\n", (const char *)g_ptr_array_index(perf_check_faults(check), 0));
    perf_check_free(check);
    return rows;
}

/* Every figure of cores is also compared with the scenario's work. */
static void has_three_hops(const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct perf_check_row *row = g_ptr_array_index(rows, i);

        ok(row->hop_three == PERF_HOP_HOLDS && row->injected == row->truth,
            "%s: executed: %" PRIu64, row->event, row->injected);
    }
}

/* @holds: every row holds. */
static void proves(const struct lab *lab, const GString *text, gboolean holds, const char *what)
{
    guint faults;
    GPtrArray *rows = prove(lab, text->str, &faults);

    is_u64(faults, 0, "%s: each read is right", what);
    if (!ok(rows && perf_check_all_hold(rows) == holds, "%s: the proof %s", what,
            holds ? "holds" : "fails"))
        for (guint i = 0; rows && i < rows->len; i++) {
            const struct perf_check_row *row = g_ptr_array_index(rows, i);
            printf("# %s: %s\n", row->event, row->why ? why_of(row) : "holds");
        }
    if (rows)
        g_ptr_array_unref(rows);
}

static void print_row(GString *text, uint64_t count, const char *event)
{
    g_string_append_printf(text, " %" PRIu64 "      %s\n", count, event);
}

static const char *first_why(const struct lab *lab, const GString *text)
{
    static char why[1024];
    guint faults;
    GPtrArray *rows = prove(lab, text->str, &faults);
    const struct perf_check_row *row = g_ptr_array_index(rows, 0);

    g_strlcpy(why, row->why ? why_of(row) : "", sizeof(why));
    g_ptr_array_unref(rows);
    return why;
}

/* Instructions of both CPUs, cycles, and loads of the kernel: one run of perf
 * stat -a. */
static void test_whole(void)
{
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);
    uint64_t instructions = 0, cycles = 0, loads = 0;
    GPtrArray *rows;
    guint faults;

    lab_work(lab, 10);
    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        add(lab, cpu, 0, 0x08 | NSH);
        add(lab, cpu, CYCLES, NSH);
        add(lab, cpu, 1, 0x06 | NSH | NOT_EL0);
    }
    lab_work(lab, 1000);
    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        instructions += del(lab, cpu, 0);
        cycles += del(lab, cpu, CYCLES);
        loads += del(lab, cpu, 1);
    }
    end_step(lab);
    is_u64(instructions, 601 * 1000, "instructions of both CPUs");
    is_u64(cycles, 2 * 2000 * 1000, "2000 cycles per microsecond");
    is_u64(loads, 2 * 7 * 1000, "loads in the kernel only");
    print_row(text, instructions, "instructions");
    print_row(text, cycles, "cycles");
    print_row(text, loads, "armv8_pmuv3_0/ld_retired/k");
    proves(lab, text, TRUE, "system-wide");
    rows = prove(lab, text->str, &faults);
    has_three_hops(rows);
    g_ptr_array_unref(rows);
    g_string_replace(text, "14000 ", "14001 ", 1);
    proves(lab, text, FALSE, "another figure");
    lab_free(lab);
}

/* Guests only: with VHE Linux excludes EL0 and does not add EL2. EL1 is left,
 * where nothing runs. */
static void test_guests(void)
{
    static const char *const names[] = {
        "instructions:G", "armv8_pmuv3_0/inst_retired/G", "instructions:ukG"};
    static const char *const others[] = {
        "instructions", "instructions:H", "instructions:GH", "instructions:u"};
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    GPtrArray *rows;
    guint faults;

    add(lab, 0, 0, 0x08 | NOT_EL0);
    lab_work(lab, 1000);
    is_u64(del(lab, 0, 0), 0, "there are no guests");
    end_step(lab);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_string_assign(text, TABLE);
        print_row(text, 0, names[i]);
        proves(lab, text, TRUE, names[i]);
        rows = prove(lab, text->str, &faults);
        has_three_hops(rows);
        g_ptr_array_unref(rows);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
        g_string_assign(text, TABLE);
        print_row(text, 0, others[i]);
        proves(lab, text, FALSE, others[i]);
    }
    lab_free(lab);
}

/* SW_INCR: 0 until software increments it. After that the expected number is
 * unknown. */
static void test_software(void)
{
    static const struct {
        uint64_t increments;
        enum perf_hop hop;
    } rows[] = {{0, PERF_HOP_HOLDS}, {1, PERF_HOP_NOT_MADE}};

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct lab *lab = lab_begin(NULL);
        g_autoptr(GString) text = g_string_new(TABLE);
        guint faults;
        GPtrArray *found;

        add(lab, 0, 0, 0x00 | NSH);
        for (uint64_t n = 0; n < rows[i].increments; n++)
            msr(lab, 0, PMSWINC, 1);
        is_u64(del(lab, 0, 0), rows[i].increments, "increments by software");
        end_step(lab);
        print_row(text, rows[i].increments, "armv8_pmuv3_0/sw_incr/");
        found = prove(lab, text->str, &faults);
        ok(perf_check_all_hold(found), "... the proof holds");
        is_u64(((const struct perf_check_row *)g_ptr_array_index(found, 0))->hop_three, rows[i].hop,
            "... and its third hop");
        g_ptr_array_unref(found);
        lab_free(lab);
    }
}

/* ---- a DDR controller: hisi_uncore_pmu.c and hisi_uncore_ddrc_pmu.c of Linux
 * ---- */

enum { DDR_RUN = 0x010, DDR_COUNTER = 0x3c0, DDR_SELECT = 0x6c0, DDR_BIT = 4 };

static void ddrc(struct lab *lab, uint32_t offset, uint64_t value)
{
    struct sim_access access = lab_by(lab, 0);

    kunpeng_uncore_write(&lab->m, &access, 0, offset, 4, value);
}

/* 5 million per second from 500 us after boot to 700 us. */
static void test_uncore(void)
{
    struct lab *lab = lab_begin("ddrc0 pre_cmd 5M/s");
    g_autoptr(GString) text = g_string_new(TABLE);
    struct sim_access access;
    uint64_t count;
    GPtrArray *rows;
    guint faults;

    ddrc(lab, DDR_COUNTER, half);
    ddrc(lab, DDR_SELECT, 1 << DDR_BIT);
    ddrc(lab, DDR_RUN, 2);
    lab_run(lab, 700 * US);
    access = lab_by(lab, 0);
    ddrc(lab, DDR_SELECT, 0);
    count = kunpeng_uncore_read(&lab->m, &access, 0, DDR_COUNTER, 4) - half;
    ddrc(lab, DDR_RUN, 0);
    end_step(lab);
    is_u64(count, 1000, "a DDR controller: 5 million per second for 200 us");
    print_row(text, count, "hisi_sccl3_ddrc0/pre_cmd/");
    proves(lab, text, TRUE, "... is proved");
    rows = prove(lab, text->str, &faults);
    is_u64(rows->len, 1, "... as one figure");
    has_three_hops(rows);
    g_ptr_array_unref(rows);
    lab_free(lab);
}

/* A figure is a count, without a scale. The injected amount of other hardware's
 * events is unknown. */
static void test_events(void)
{
    struct lab *lab = lab_begin(NULL);
    const struct planned planned = {&kunpeng_model, &lab->m, &second};
    struct truth *truth = kunpeng_machine.proof->replay(planned, lab->records, lab->n_records);
    const struct injected none = {.truth = truth, .event = "context-switches", .to = MS};
    struct perf_event event;
    guint64 amount;

    is_u64(kunpeng_machine.proof->event(planned, "instructions", &event, NULL), PERF_EVENT_OURS,
        "an event");
    ok(event.events == 1 && event.scale == 1 && !*event.unit, "... counts one by one");
    is_u64(event.n_places, CPUS, "... on each CPU");
    ok(!kunpeng_machine.proof->injected(&none, &amount), "the injected amount of another event");
    truth_free(truth);
    lab_free(lab);
}

/* The driver switches a counter on in a register that does not show its
 * event. */
static void test_rival(void)
{
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);

    add(lab, 0, 0, 0x06 | NSH);
    lab_work(lab, 1000);
    del(lab, 0, 0);
    end_step(lab);
    print_row(text, 5, "armv8_pmuv3_0/inst_retired/");
    ok(g_str_has_prefix(first_why(lab, text), "cpu0.PMEVTYPER0_EL0 selected another event: "),
        "switched on instead: %s", first_why(lab, text));
    ok(strstr(first_why(lab, text), ": 0x30006, expected 0x30008"),
        "... and both events, with users (bit 16) and the kernel (bit 17)");
    lab_free(lab);
}

/* The plan switches a counter on: it is not the driver's write, and shows no
 * event. */
static void test_rival_of_plan(void)
{
    struct lab *lab = lab_begin("at boot + 500us\ncpu0.PMCNTENSET_EL0 = 0x1");
    g_autoptr(GString) text = g_string_new(TABLE);

    msr(lab, 0, PMEVTYPER(0), 0x06 | NSH);
    msr(lab, 0, PMCR, 0x41);
    lab_work(lab, 1000);
    del(lab, 0, 0);
    end_step(lab);
    print_row(text, 5, "armv8_pmuv3_0/inst_retired/");
    is_str(first_why(lab, text),
        "pmcu0.FSM_STATUS selected another event: 0x30006, expected 0x30008; the driver did not "
        "switch it on",
        "switched on by the plan");
    lab_free(lab);
}

/* A task's event moves with the task between CPUs and counters. The driver
 * reads in between, and sets a new period. */
static void test_task(void)
{
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);
    uint64_t count = 0, before;

    for (unsigned i = 0; i < 6; i++) {
        unsigned cpu = i % CPUS, counter = i / 2;
        add(lab, cpu, counter, 0x21 | NSH);
        lab_work(lab, 100 + i);
        msr(lab, cpu, PMCR, 0x40);
        before = mrs(lab, cpu, PMEVCNTR(counter)) - half;
        msr(lab, cpu, PMEVCNTR(counter), half);
        msr(lab, cpu, PMCR, 0x41);
        lab_work(lab, 7);
        count += before + del(lab, cpu, counter);
        lab_work(lab, 50);
    }
    end_step(lab);
    is_u64(count, (600 + 15 + 6 * 7) * 33, "branches while the task ran");
    print_row(text, count, "branches");
    proves(lab, text, TRUE, "a task");
    lab_free(lab);
}

/* Traffic that changes while a counter counts it. */
static void test_traffic(void)
{
    struct lab *lab = lab_begin("cpu0 L1D_CACHE_REFILL 5M/s");
    g_autoptr(GString) text = g_string_new(TABLE);
    uint64_t count;

    add(lab, 0, 2, 0x03 | NSH);
    lab_run(lab, 600 * US);
    is_u64(mrs(lab, 0, PMEVCNTR(2)) - half, 500, "5 million per second for 100 us");
    lab_run(lab, 700 * US);
    count = del(lab, 0, 2);
    end_step(lab);
    is_u64(count, 1000, "5 million per second for 200 us");
    print_row(text, count, "cache-misses");
    proves(lab, text, TRUE, "traffic");
    lab_free(lab);
}

/* The driver reads three more than the counter's value. */
static void falsify_last_read(struct lab *lab)
{
    unsigned last = 0;

    for (unsigned i = 0; i < lab->n_records; i++)
        if (lab->records[i].kind == TRACE_READ)
            last = i;
    lab->records[last].value += 3;
}

static void proves_read(
    const struct lab *lab, const GString *text, guint expected, const char *what)
{
    guint faults;
    GPtrArray *rows = prove(lab, text->str, &faults);

    is_u64(faults, expected, "%s", what);
    ok(!perf_check_all_hold(rows), "... and its figure does not hold");
    g_ptr_array_unref(rows);
}

static void test_wrong(void)
{
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);
    struct truth *truth;
    uint64_t count;

    add(lab, 0, 1, 0x08 | NSH);
    lab_work(lab, 1000);
    count = del(lab, 0, 1);
    end_step(lab);
    falsify_last_read(lab);
    print_row(text, count + 3, "instructions");
    proves_read(lab, text, 1, "a read too high by three");
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);

        ok(note->kind != TRUTH_WRONG || note->counter == 1, "the note is about counter 1");
    }
    is_u64(count_notes(truth, TRUTH_WRONG), 1, "... and alone");
    truth_free(truth);
    lab_free(lab);
}

/* The plan sets a running counter: one interval, of which the driver misses a
 * part. */
static void test_preset(void)
{
    struct lab *lab = lab_begin("cpu0.PMEVCNTR0_EL0 = 0x1234");
    struct truth *truth;

    add(lab, 0, 0, 0x08 | NSH);
    lab_work(lab, 1000);
    del(lab, 0, 0);
    end_step(lab);
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), 0, "a preset: nothing wrong: %s",
        first_note(truth, TRUTH_WRONG));
    is_str(first_note(truth, TRUTH_SET), "the plan set counter 0 of CPU 0 to 0x1234",
        "... it is noted");
    is_u64(truth->intervals->len, 1, "... and the counter continues");
    truth_free(truth);
    lab_free(lab);
}

/* A write that a fault keeps from the hardware enables nothing; a moment of the
 * plan counts it. */
static void test_dropped(void)
{
    struct lab *lab = lab_begin("at boot\nfault cpu0.PMCNTENSET_EL0 drops writes 1 time\n"
                                "at write 2 of cpu0.PMCNTENSET_EL0\ncpu0 L1D_CACHE_REFILL 5M/s");
    g_autoptr(GString) text = g_string_new(TABLE);
    uint64_t count;

    add(lab, 0, 0, 0x03 | NSH);
    lab_work(lab, 100);
    is_u64(mrs(lab, 0, PMEVCNTR(0)) - half, 0, "not enabled, and no traffic yet");
    msr(lab, 0, PMCNTENSET, 1);
    lab_work(lab, 100);
    count = del(lab, 0, 0);
    end_step(lab);
    is_u64(count, 500, "5 million per second for 100 us");
    print_row(text, count, "cache-misses");
    proves(lab, text, TRUE, "a dropped write");
    lab_free(lab);
    lab = lab_begin("at boot\nfault pmcu0.FSM_CFG drops writes 1 time\n"
                    "at write 2 of pmcu0.FSM_CFG\ncpu0 L1D_CACHE_REFILL 5M/s");
    lab_poke(lab, 0x4, 0x00010101);
    is_u64(lab_peek(lab, 0x4), 0, "the PMCU does not hold the dropped value");
    add(lab, 0, 0, 0x03 | NSH);
    lab_poke(lab, 0x4, 0x00010101);
    lab_work(lab, 100);
    count = del(lab, 0, 0);
    end_step(lab);
    is_u64(count, 500, "5 million per second since the second write");
    g_string_assign(text, TABLE);
    print_row(text, count, "cache-misses");
    proves(lab, text, TRUE, "a dropped write to the PMCU");
    lab_free(lab);
}

/* A wrong read is noted once: the driver continues from the value it got. */
static void test_wrong_on(void)
{
    struct lab *lab = lab_begin(NULL);
    struct truth *truth;
    unsigned first;

    add(lab, 0, 0, 0x08 | NSH);
    lab_work(lab, 10);
    mrs(lab, 0, PMEVCNTR(0));
    first = lab->n_records - 1;
    lab_work(lab, 10);
    mrs(lab, 0, PMEVCNTR(0));
    lab->records[first].value += 3;
    lab->records[lab->n_records - 1].value += 3;
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), 1, "too high by three, and still after that");
    truth_free(truth);
    lab->records[lab->n_records - 1].value -= 3;
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(count_notes(truth, TRUTH_WRONG), 2, "too high by three only once");
    truth_free(truth);
    lab_free(lab);
}

/* The intervals of unusual sequences of a driver. A counter is enabled twice
 * and disabled twice, another changes its event, and one is off with its
 * CPU. */
static void test_intervals(void)
{
    struct lab *lab = lab_begin(NULL);
    const struct truth_interval *i;
    struct sim_access access;
    struct truth *truth;

    add(lab, 0, 0, 0x08 | NSH);
    msr(lab, 0, PMCNTENSET, 1);
    lab_work(lab, 10);
    mrs(lab, 0, PMEVCNTR(0));
    msr(lab, 0, PMCNTENCLR, 3);
    msr(lab, 0, PMCNTENCLR, 1);
    mrs(lab, 0, PMEVCNTR(0));
    add(lab, 1, 1, 0x08 | NSH);
    lab_work(lab, 10);
    msr(lab, 1, PMEVTYPER(1), 0x21 | NSH);
    lab_work(lab, 10);
    access = lab_by(lab, 1);
    kunpeng_power(&lab->m, &access, false);
    end_step(lab);
    truth = truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    is_u64(
        count_notes(truth, TRUTH_WRONG), 0, "nothing is wrong: %s", first_note(truth, TRUTH_WRONG));
    is_u64(truth->intervals->len, 3, "three intervals");
    i = &g_array_index(truth->intervals, struct truth_interval, 0);
    ok(i->block == kunpeng_block(KUNPENG_CPU, 0) && i->counter == 0 && !i->fixed &&
            i->control == oracle_arm_selection(0x08, TRUE, TRUE),
        "instructions in counter 0 of CPU 0");
    is_u64(i->driver, 3000, "... counted by the driver");
    is_u64(i->truth, 3000, "... and by the hardware");
    ok(lab->records[i->off].value == 3 && lab->records[i->on].value == 1,
        "... from and to the first write");
    i = &g_array_index(truth->intervals, struct truth_interval, 1);
    ok(i->block == kunpeng_block(KUNPENG_CPU, 1) && i->counter == 1, "then counter 1 of CPU 1");
    is_u64(i->off, g_array_index(truth->intervals, struct truth_interval, 2).on,
        "... until its event changes");
    i = &g_array_index(truth->intervals, struct truth_interval, 2);
    is_u64(i->control, oracle_arm_selection(0x21, TRUE, TRUE), "... to branches");
    is_u64(lab->records[i->off].kind, TRACE_COUNTED, "... until the CPU switches off");
    ok(i->last == TRUTH_NONE, "... unread");
    truth_free(truth);
    lab_free(lab);
}

/* The PMCU takes counter 0 in the middle. Its counts then belong to no event
 * until the guest sets the counter again. */
static void test_taken(void)
{
    static const uint16_t events[] = {0x11};
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);
    uint64_t count;

    lab_list(lab, events, 1);
    add(lab, 0, 0, 0x08 | NSH);
    lab_work(lab, 100);
    lab_start(lab, 0x00010101, 50000, OUT, OUT + 0x80000);
    lab_run(lab, lab->now + 2 * MS);
    count = del(lab, 0, 0);
    end_step(lab);
    print_row(text, count, "instructions");
    proves(lab, text, FALSE, "a counter that the PMCU took");
    ok(strstr(first_why(lab, text), "a round of the PMCU took counter 0 of CPU 0"),
        "... and it is reported");
    lab_free(lab);

    lab = lab_begin(NULL);
    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 50000, OUT, OUT + 0x80000);
    lab_run(lab, lab->now + 2 * MS);
    add(lab, 0, 0, 0x08 | NSH);
    lab_work(lab, 100);
    count = del(lab, 0, 0);
    end_step(lab);
    is_u64(count, 30000, "after the PMCU's run");
    g_string_assign(text, TABLE);
    print_row(text, count, "instructions");
    proves(lab, text, TRUE, "a counter that the PMCU had");
    falsify_last_read(lab);
    proves_read(lab, text, 1, "... whose wrong read is noticed again");
    lab_free(lab);
}

/* In the middle of a round the guest sets a counter that still counts the
 * PMCU's event, so its value cannot be checked. The value can be checked again
 * after the guest sets up the whole counter. */
static void test_taken_back(void)
{
    static const uint16_t events[] = {0x11};
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);

    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 50000, OUT, OUT + 0x80000);
    lab_run(lab, 500 * US);
    msr(lab, 0, PMEVCNTR(0), 0);
    lab_work(lab, 10);
    is_u64(mrs(lab, 0, PMEVCNTR(0)), 10 * 4 * 300, "the PMCU's event, in the guest's counter");
    add(lab, 0, 0, 0x08 | NSH);
    lab_work(lab, 100);
    is_u64(del(lab, 0, 0), 30000, "the guest's own");
    end_step(lab);
    print_row(text, 30000, "instructions");
    proves(lab, text, TRUE, "a counter that the guest took back");
    falsify_last_read(lab);
    proves_read(lab, text, 1, "... whose wrong read is noticed");
    lab_free(lab);
}

/* The guest sets a counter after a round's stop and before the PMCU reads and
 * zeroes it. */
static void test_zeroed(void)
{
    static const uint16_t events[] = {0x11};
    struct lab *lab = lab_begin(NULL);
    g_autoptr(GString) text = g_string_new(TABLE);

    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 50000, OUT, OUT + 0x80000);
    lab_run(lab, 1007 * US);
    add(lab, 0, 0, 0x08 | NSH);
    lab_run(lab, 2 * MS);
    is_u64(del(lab, 0, 0) + half, 990 * 300, "counted since the PMCU stored its round");
    end_step(lab);
    print_row(text, (uint32_t)(990 * 300 - half), "instructions");
    proves(lab, text, FALSE, "a counter that the PMCU zeroed");
    ok(strstr(first_why(lab, text), "a round of the PMCU took counter 0 of CPU 0"),
        "... and it is reported");
    ok(!strstr(first_why(lab, text), ", the driver read"),
        "... but perf printed its driver's 32-bit value");
    lab_free(lab);
}

static void test_names(void)
{
    static const struct {
        const char *name;
        enum perf_event_kind kind;
        uint16_t event;
        gboolean users, kernel;
    } cases[] = {
        {"instructions", PERF_EVENT_OURS, 0x08, TRUE, TRUE},
        {"instructions:u", PERF_EVENT_OURS, 0x08, TRUE, FALSE},
        {"cycles:k", PERF_EVENT_OURS, 0x11, FALSE, TRUE},
        {"cpu-cycles:H", PERF_EVENT_OURS, 0x11, TRUE, TRUE},
        {"branches:uk", PERF_EVENT_OURS, 0x21, TRUE, TRUE},
        {"stalled-cycles-backend", PERF_EVENT_OURS, 0x24, TRUE, TRUE},
        {"r1b", PERF_EVENT_OURS, 0x1b, TRUE, TRUE},
        {"r4005:u", PERF_EVENT_OURS, 0x4005, TRUE, FALSE},
        {"LD_RETIRED", PERF_EVENT_OURS, 0x06, TRUE, TRUE},
        {"armv8_pmuv3/st_retired/", PERF_EVENT_OURS, 0x07, TRUE, TRUE},
        {"armv8_pmuv3_0/event=0x3c/u", PERF_EVENT_OURS, 0x3c, TRUE, FALSE},
        {"armv8_pmuv3_0/config=8/", PERF_EVENT_OURS, 0x08, TRUE, TRUE},
        {"task-clock", PERF_EVENT_OTHER, 0, FALSE, FALSE},
        {"hisi_pmcu_sccl3/nr_sample=3/", PERF_EVENT_OTHER, 0, FALSE, FALSE},
        {"rcu:rcu_utilization", PERF_EVENT_OTHER, 0, FALSE, FALSE},
        {"instructions:G", PERF_EVENT_OURS, 0x08, FALSE, FALSE},
        {"instructions:uG", PERF_EVENT_OURS, 0x08, FALSE, FALSE},
        {"instructions:GH", PERF_EVENT_OURS, 0x08, TRUE, TRUE},
        {"instructions:p", PERF_EVENT_REFUSED, 0, FALSE, FALSE},
        {"r12345", PERF_EVENT_REFUSED, 0, FALSE, FALSE},
        {"armv8_pmuv3_0/event=0x3c,long=1/", PERF_EVENT_REFUSED, 0, FALSE, FALSE},
        {"armv8_pmuv3_0/nonsense/", PERF_EVENT_REFUSED, 0, FALSE, FALSE},
    };
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct perf_event event = {0};
        g_autoptr(GError) error = NULL;
        enum perf_event_kind kind = perf_event_kunpeng(&config, cases[i].name, &event, &error);
        gboolean ours = kind == PERF_EVENT_OURS;

        ok(kind == cases[i].kind &&
                (!ours || event.control == oracle_arm_selection(
                                               cases[i].event, cases[i].users, cases[i].kernel)) &&
                (kind == PERF_EVENT_REFUSED) == (error != NULL),
            "%s", cases[i].name);
        ok(!ours || (event.n_places == config.cpus && !event.places[config.cpus].block &&
                        event.places[1].block == kunpeng_block(KUNPENG_CPU, 1)),
            "... with only a place on each CPU");
    }
}

int main(void)
{
    test_names();
    test_whole();
    test_uncore();
    test_software();
    test_guests();
    test_events();
    test_rival();
    test_rival_of_plan();
    test_task();
    test_traffic();
    test_wrong();
    test_preset();
    test_dropped();
    test_wrong_on();
    test_intervals();
    test_taken();
    test_taken_back();
    test_zeroed();
    return done_testing();
}
