/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of perf's figures for memory channels: right figures pass, and each
 * wrong text or trace fails at the right hop. */
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_intervals.h"

#include "tests/perf_channels.h"

static void exact(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads, clock;
    GPtrArray *rows;

    measure_two(&w.lx, &reads, &clock, 100);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    holds(&w, 2, "perf's output of one run");
    rows = prove(&w, NULL);
    is_str(row(rows, 0)->event, "uncore_imc_0/cas_count_read/", "event");
    is_str(row(rows, 0)->unit, "MiB", "unit");
    ok(row(rows, 0)->socket == -1 && !row(rows, 0)->multiplexed, "all sockets, all the time");
    is_u64(row(rows, 0)->driver, reads.count, "events that the driver counted");
    is_u64(row(rows, 1)->truth, clock.count, "elapsed cycles");
    is_u64(row(rows, 0)->injected, reads.count, "the scenario's reads");
    is_u64(row(rows, 1)->injected, clock.count, "the scenario's cycles");
    ok(row(rows, 0)->hop_three == PERF_HOP_HOLDS && !row(rows, 0)->no_hop_three,
        "the third hop is made");
    ok(reads.count > 12000000, "there was traffic");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* perf's text with one error. */
static void wrong_text(const char *text, gboolean hop_two, const char *why, const char *what)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};

    lx_start(&w.lx, &e);
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    /* Frozen again two accesses of 731 ns after the start: at 123 MHz */
    is_u64(e.count, 179, "%s: the driver's count", what);
    g_string_append(w.text, TABLE);
    g_string_append(w.text, text);
    fails(&w, FALSE, hop_two, why, what);
    world_free(&w);
}

static void wrong_texts(void)
{
    wrong_text("   180      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE,
        "perf printed 180, the driver read 179", "one too many");
    wrong_text("   178      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE,
        "perf printed 178, the driver read 179", "one too few");
    wrong_text("   178      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE,
        "PMON_CTL0 <- 0x400304 (1.0000", "the accesses are named");
    wrong_text("   0.02 MiB uncore_imc_0/cas_count_read/\n", TRUE,
        "perf printed 0.02 MiB, the driver read 0.01 MiB (179 events)",
        "a scaled figure's last digit");
    wrong_text("   0.01 MB uncore_imc_0/cas_count_read/\n", TRUE, "unit is 'MB', expected 'MiB'",
        "wrong unit");
    wrong_text("   179 MiB uncore_imc_0/event=0x4,umask=0x3/\n", TRUE, "unit is 'MiB', expected ''",
        "no unit");
    wrong_text("   179      uncore_imc_1/event=0x4,umask=0x3/\n", FALSE,
        "imc0 counted the event, expected imc1", "wrong box");
    wrong_text("   179      uncore_imc_1/event=0x4,umask=0x3/\n", TRUE, "perf printed no figure",
        "missing row");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0xc/\n", FALSE,
        "imc0.PMON_CTL0 selected another event: umask is 0x3, expected 0xc", "wrong umask");
    wrong_text("   179      uncore_imc_0/event=0x5,umask=0x3,edge/\n", FALSE,
        ": edge_det is 0x0, expected 0x1; ev_sel is 0x4, expected "
        "0x5",
        "wrong event");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0x3,thresh=1/\n", FALSE,
        "selected another event: thresh is 0x0, expected 0x1", "wrong in one field alone");
    wrong_text("   179      uncore_imc_0/clockticks/\n", FALSE, "never switched the event on",
        "another counter has no fields to compare");
    wrong_text(
        "   <not counted>  uncore_imc_0/event=0x4,umask=0x3/\n", FALSE, "never ran", "not counted");
    wrong_text("   <not supported>  uncore_imc_0/event=0x4,umask=0x3/\n", FALSE, "refused",
        "not supported");
    wrong_text(
        "   179      uncore_imc_0/event=0x4,umask=0x3/u\n", FALSE, "modifiers", "a modifier");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0x3/   (80.00%)\n", TRUE, "only with -v",
        "multiplexed");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0x3/   ( +- 1.00% )\n", TRUE, "without -r",
        "a mean");
    wrong_text(
        "CPU0   179      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE, "figures of CPU0", "one CPU");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0x3/\n   179      "
               "uncore_imc_0/event=0x4,umask=0x3/\n",
        FALSE, "never switched the event on", "a row too many");
}

/* An event that perf reports as never run has no count of the driver, even if
 * others ran. */
static void never_ran(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads, clock;
    GPtrArray *rows;

    measure_two(&w.lx, &reads, &clock, 10);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(w.text,
        TABLE "  %" PRIu64
              "  uncore_imc_0/event=0x4,umask=0x3/\n  <not counted>  uncore_imc_0/clockticks/\n",
        reads.count);
    rows = prove(&w, NULL);
    is_u64(rows->len, 3, "two rows of perf's, and one that it lacks");
    ok(perf_check_row_holds(row(rows, 0)), "the first holds");
    is_str(why_of(row(rows, 1)), "perf says that the event never ran", "the second does not");
    ok(!row(rows, 1)->hop_one && !row(rows, 1)->hop_two && !row(rows, 1)->driver, "... in no hop");
    is_u64(row(rows, 2)->driver, clock.count, "the third has the count that ran anyway");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* The nearest of several unrequested events is shown: it differs in the fewest
 * fields. */
static void nearest(void)
{
    for (unsigned first = 0; first < 2; first++) {
        struct world w = world_new(&one, PLAN);
        struct lx_event far = {.counter = first, .control = 0x80},
                        near = {.counter = !first, .control = WRITES};
        g_autofree char *why = g_strdup_printf("imc0.PMON_CTL%u selected another event: ", !first);

        lx_start(&w.lx, first ? &near : &far);
        lx_start(&w.lx, first ? &far : &near);
        lx_stop(&w.lx, &near);
        lx_stop(&w.lx, &far);
        lx_step(&w.lx, 1, true);
        g_string_append(w.text, TABLE "   179      uncore_imc_0/event=0x4,umask=0x3/\n");
        fails(&w, FALSE, FALSE, why, "the nearest event");
        fails(&w, FALSE, FALSE, "selected another event: umask is 0xc, expected 0x3",
            "... in its field");
        world_free(&w);
    }
}

/* Both counters count reads, of which perf has one figure. */
static void beside(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event first = {.counter = 0, .control = READS},
                    second = {.counter = 1, .control = READS};

    lx_start(&w.lx, &first);
    lx_start(&w.lx, &second);
    lx_stop(&w.lx, &second);
    lx_stop(&w.lx, &first);
    lx_step(&w.lx, 1, true);
    g_string_append(w.text, TABLE "   179      uncore_imc_0/event=0x4,umask=0xc/\n");
    g_string_append_printf(
        w.text, "   %" PRIu64 "      uncore_imc_0/event=0x4,umask=0x3/\n", first.count);
    fails(&w, FALSE, FALSE, "PMON_CTL0 selected another event: umask is 0x3, expected 0xc",
        "an event that is also asked for");
    world_free(&w);
}

/* A figure that perf did not print is a separate row. */
static void missing_row(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};
    GPtrArray *rows;

    lx_start(&w.lx, &e);
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append(w.text, TABLE "   179      uncore_imc_1/event=0x4,umask=0x3/\n");
    rows = prove(&w, NULL);
    is_u64(rows->len, 2, "perf's row, and the driver's");
    is_str(why_of(row(rows, 0)),
        "imc0 counted the event, expected imc1; imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0)",
        "what perf printed was counted in another box");
    ok(!row(rows, 0)->hop_one && !row(rows, 0)->hop_two && !row(rows, 0)->driver, "... in no hop");
    is_str(row(rows, 1)->event, "imc0.PMON_CTL0 <- 0x400304", "the driver's count");
    is_str(row(rows, 1)->printed, "", "... was not printed");
    is_str(row(rows, 1)->unit, "", "... and has no unit");
    is_str(row(rows, 1)->time, NULL, "... and no time");
    is_u64(row(rows, 1)->driver, 179, "... the driver's count");
    is_u64(row(rows, 1)->truth, 179, "... the hardware's");
    ok(row(rows, 1)->socket == -1 && !row(rows, 1)->hop_one && row(rows, 1)->hop_two,
        "... which are equal");
    is_str(why_of(row(rows, 1)),
        "the driver counted 179 here and perf printed no figure for it; "
        "imc0.PMON_CTR0 = 0x0 (1.000005848 s, CPU 0); "
        "imc0.PMON_CTR0+4 = 0x0 (1.000006579 s, CPU 0); "
        "imc0.PMON_CTL0 <- 0x400304 (1.000007310 s, CPU 0); "
        "imc0.PMON_CTL0 <- 0x304 (1.000010965 s, CPU 0); "
        "imc0.PMON_CTR0 = 0xb3 (1.000011696 s, CPU 0); "
        "imc0.PMON_CTR0+4 = 0x0 (1.000012427 s, CPU 0)",
        "... and why it does not hold");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* A trace with one fault; perf's text matches the driver. */
typedef void corrupt_fn(struct lx *lx);

static void read_one_more(struct lx *lx)
{
    lx_record_at(lx, find_last(lx, TRACE_READ, lx_offset(IMC_CTR0)))->value++;
}

static void never_frozen(struct lx *lx)
{
    for (guint i = 0; i < lx->records->len; i++)
        if (lx_record_at(lx, i)->kind == TRACE_WRITE &&
            lx_record_at(lx, i)->offset == lx_offset(IMC_BOX_CTL))
            lx_record_at(lx, i)->value = 0;
}

static void other_traffic(struct lx *lx)
{
    lx->oracle->entries[0].part.amount.rate += 1000;
}

static void no_last_read(struct lx *lx)
{
    lx_record_at(lx, find_last(lx, TRACE_READ, lx_offset(IMC_CTR0)))->kind = TRACE_OVERFLOW;
}

static void wrong_trace(
    corrupt_fn *corrupt, gboolean hop_one, gboolean hop_two, const char *why, const char *what)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};

    lx_start(&w.lx, &e);
    w.lx.now += 3 * MS;
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(
        w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    holds(&w, 1, what);
    corrupt(&w.lx);
    fails(&w, hop_one, hop_two, why, what);
    world_free(&w);
}

static void wrong_traces(void)
{
    wrong_trace(read_one_more, FALSE, FALSE, "returned 0x", "the counter gave one more");
    wrong_trace(never_frozen, TRUE, FALSE, "the hardware saw", "the box was not frozen");
    wrong_trace(other_traffic, TRUE, FALSE, "the hardware saw", "other traffic");
    wrong_trace(no_last_read, FALSE, FALSE, "did not read the counter both before and after",
        "no last read");
}

/* An intermediate read returns one too many: the sum is still right, but the
 * read is wrong. */
static void wrong_between(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};

    lx_start(&w.lx, &e);
    w.lx.now += 3 * MS;
    lx_update(&w.lx, &e);
    lx_record_at(&w.lx, w.lx.records->len - 2)->value++;
    w.lx.now += 3 * MS;
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(
        w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    fails(&w, TRUE, FALSE, "returned 0x", "one read on the way gave one more");
    world_free(&w);
}

/* The hops disagree: the driver's figure is right, the hardware's is not. */
static void preset_within(void)
{
    struct world w = world_new(&one, PLAN "at step 1 + 1ms\nimc0.PMON_CTR0 = 0x1000\n");
    struct lx_event e = {.counter = 0, .control = READS};

    lx_start(&w.lx, &e);
    w.lx.now += 3 * MS;
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(
        w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    fails(&w, TRUE, FALSE, "the plan set imc0.PMON_CTR0", "a preset within the measurement");
    world_free(&w);
}

/* A driver that changes the event of a running counter; Linux stops the counter
 * before it reads. */
static struct world read_near_carry(uint64_t delay)
{
    struct world w = world_new(&one, "at step 1\nimc0.PMON_CTR0 = 0xffff0000\n");
    /* thresh 1: cycles as well */
    struct lx_event cycles = {.control = 0}, again = {.control = 0x01000000};

    lx_start(&w.lx, &cycles);
    w.lx.now += delay;
    lx_update(&w.lx, &cycles);
    again.prev = cycles.prev;
    lx_write(&w.lx, 0, 0, IMC_CTL0, again.control | lx_en());
    w.lx.now += MS;
    lx_stop(&w.lx, &again);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(
        w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0,thresh=1/\n", again.count);
    return w;
}

static void torn(void)
{
    unsigned n_torn = 0;

    for (uint64_t delay = 0x10000 * 5 / 4 - 3000; delay < 0x10000 * 5 / 4; delay += 500) {
        struct world w = read_near_carry(delay);
        GPtrArray *rows = prove(&w, NULL);
        const struct perf_check_row *r = row(rows, 0);

        if (r->why && strstr(why_of(r), "torn read: imc0.PMON_CTR0")) {
            n_torn++;
            ok(r->hop_one && !r->hop_two, "a torn read is perf's figure, and not the truth");
            is_u64((r->driver - r->truth) & 0xffffffff, 0, "a carry too many or too few: %s",
                why_of(r));
        } else
            is_u64(r->driver, r->truth, "a whole read %u ns after the start", (unsigned)delay);
        g_ptr_array_unref(rows);
        world_free(&w);
    }
    ok(n_torn == 1 || n_torn == 2, "%u of six reads, half a microsecond apart, are torn", n_torn);
}

static void wrap(void)
{
    struct world w = world_new(&one, PLAN "at step 1\nimc0.PMON_CTR0 = 0xfffffffffff0\n");
    struct lx_event reads, clock;

    measure_two(&w.lx, &reads, &clock, 5);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    ok(reads.count < 1000000, "the driver counts across the wrap");
    holds(&w, 2, "a counter that wraps");
    world_free(&w);
}

/* ---- more events than counters ---- */

#define N_MUX 5

/* Five events on four counters: each slice leaves out another event, and the
 * rest take the counters in order. */
static void rotate(struct lx *lx, struct lx_event *events)
{
    for (unsigned slice = 0; slice < 12; slice++) {
        unsigned counter = 0;

        for (unsigned i = 0; i < N_MUX; i++)
            if (i != slice % N_MUX) {
                events[i].counter = counter++;
                lx_start(lx, &events[i]);
            }
        lx->now += 4 * MS;
        for (unsigned i = 0; i < N_MUX; i++)
            if (i != slice % N_MUX)
                lx_stop(lx, &events[i]);
        lx->now += 3 * US;
    }
}

static const struct {
    const char *name;
    uint32_t control;
} mux[N_MUX] = {
    {"uncore_imc_0/cas_count_read/", READS},
    {"uncore_imc_0/cas_count_write/", WRITES},
    {"uncore_imc_0/event=0/", 0},
    {"uncore_imc_0/event=0x80/", 0x80},
    {"uncore_imc_0/event=0x4,umask=0xf/", 0xf04},
};

enum { ENABLED = 48123457, RUNNING = 38400011 };

static void print_mux(
    GString *text, const struct lx_event *events, gboolean verbose, uint64_t error)
{
    for (unsigned i = 0; verbose && i < N_MUX; i++)
        g_string_append_printf(text, "%s: %" PRIu64 " %u %u\n", mux[i].name,
            scale(events[i].count, ENABLED + i, RUNNING) + error, ENABLED + i, RUNNING);
    g_string_append(text, TABLE);
    for (unsigned i = 0; i < N_MUX; i++) {
        uint64_t value = scale(events[i].count, ENABLED + i, RUNNING);
        if (i < 2)
            g_string_append_printf(text, "  %.2f MiB  %s  (79.79%%)\n", mib(value), mux[i].name);
        else
            g_string_append_printf(text, "  %" PRIu64 "      %s  (79.79%%)\n", value, mux[i].name);
    }
}

static void multiplexed(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event events[N_MUX] = {0};
    GPtrArray *rows;

    for (unsigned i = 0; i < N_MUX; i++)
        events[i].control = mux[i].control;
    rotate(&w.lx, events);
    lx_step(&w.lx, 1, true);
    print_mux(w.text, events, TRUE, 0);
    holds(&w, N_MUX, "five events on four counters, with -v");
    rows = prove(&w, NULL);
    is_u64(row(rows, 3)->driver, events[3].count, "the driver's own count is before scaling");
    ok(row(rows, 3)->multiplexed, "the row says that it is scaled");
    ok(row(rows, 3)->hop_three == PERF_HOP_IN_TURNS && row(rows, 3)->no_hop_three,
        "and its third hop holds");
    is_u64(perf_check_row_hops(row(rows, 3)), 3, "... as one of three");
    is_u64(row(rows, 3)->injected, row(rows, 3)->driver, "the hop that ends at the driver");
    g_ptr_array_unref(rows);
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, FALSE, 0);
    fails(&w, FALSE, TRUE, "only with -v", "without -v");
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, TRUE, 1);
    fails(&w, FALSE, TRUE, "perf's verbose line says", "a count of -v off by one");
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, TRUE, 0);
    events[2].count += 2;
    print_mux(
        g_string_truncate(w.text, strstr(w.text->str, TABLE) - w.text->str), events, FALSE, 0);
    fails(&w, FALSE, TRUE, "perf printed", "a figure that does not follow from its count of -v");
    world_free(&w);
}

/* A table of -I has no enabled and running times with -v. */
static void scaled_interval(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};

    lx_start(&w.lx, &e);
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(w.text,
        "#           time             counts unit events\n"
        "     1.001073370   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/   (80.00%%)\n",
        e.count);
    fails(&w, FALSE, TRUE, "perf scaled a figure of -I: it can be proved only without -I, with -v",
        "a scaled figure of -I");
    world_free(&w);
}

/* ---- steps without figures ---- */

static void is_error(const struct world *w, const char *message, const char *what)
{
    GError *error = NULL;
    GPtrArray *rows = prove(w, &error);

    ok(!rows && error && strstr(error->message, message) && !strchr(error->message, '\n'), "%s: %s",
        what, error ? error->message : "(no error)");
    g_clear_error(&error);
    if (rows)
        g_ptr_array_unref(rows);
}

static void errors(void)
{
    struct world w = world_new(&one, PLAN);
    const struct machine pdp11 = {.name = "pdp11"};
    const struct perf_check_run other = {.machine = &pdp11};
    GError *error = NULL;

    g_string_append(w.text, TABLE "  5  uncore_imc_0/clockticks/\n");
    is_error(&w, "no such step", "a step that does not end");
    {
        const struct perf_check_run run = run_of(&w);
        const struct perf_counted_ask ask = {"uncore_imc_0/clockticks/", -1, 0, 0};
        struct perf_check *check = perf_check_new(&run, NULL);

        ok(!perf_check_counted(check, 1, &ask, &error) && error &&
                strstr(error->message, "no such step"),
            "... and its counts cannot be requested");
        g_clear_error(&error);
        perf_check_free(check);
    }
    lx_step(&w.lx, 1, true);
    g_string_assign(w.text, TABLE "  5  context-switches\n");
    is_error(&w, "no perf figure", "no event of the machine");
    g_string_assign(w.text, "#           time             counts unit events\n     0.1   19      "
                            "uncore_imc_0/clockticks/\n");
    is_error(&w, "no perf figure", "nearly a table of -I");
    lx_step(&w.lx, 1, false);
    lx_step(&w.lx, 1, true);
    is_error(&w, "more than once", "a step that comes twice");
    g_array_set_size(w.lx.records, w.lx.records->len - 1);
    is_error(&w, "more than once", "a step that begins twice");
    lx_record_at(&w.lx, w.lx.records->len - 1)->kind = TRACE_STEP_END;
    is_error(&w, "more than once", "a step that ends twice");
    world_free(&w);
    ok(!perf_check_new(&other, &error) && strstr(error->message, "machine pdp11"),
        "a machine without proof");
    g_clear_error(&error);
}

/* A driver that counts writes instead of reads, and reports reads. Its reads
 * match the hardware, and perf's figure matches the reads; only the third hop
 * shows the error. */
static void another_event_first(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};
    uint64_t scaled;
    GPtrArray *rows;
    char *why;

    lx_box(&w.lx, &e, false);
    e.prev = lx_counter(&w.lx, &e);
    lx_write(&w.lx, 0, 0, IMC_CTL0, WRITES | lx_en());
    lx_box(&w.lx, &e, true);
    w.lx.now += MS;
    lx_write(&w.lx, 0, 0, IMC_CTL0, READS | lx_en());
    w.lx.now += MS;
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(
        w.text, TABLE "  %" PRIu64 "  uncore_imc_0/event=0x4,umask=0x3/\n" ELAPSED, e.count);
    /* 45 for each us of writes, 123 for each of reads; the count lasts some 2
     * ms. */
    ok(e.count > 168000 && e.count < 168300, "%u writes and reads are counted", (unsigned)e.count);
    fails(&w, TRUE, TRUE, "the scenario injected 246", "an event that was not asked for");
    g_string_printf(
        w.text, TABLE "  %.2f MiB  uncore_imc_0/cas_count_read/\n" ELAPSED, mib(e.count));
    fails(&w, TRUE, TRUE, "MiB, the scenario injected 15.0", "... in its own unit");
    scaled = scale(e.count, 1000, 700);
    g_string_printf(w.text,
        "uncore_imc_0/event=0x4,umask=0x3/: %" PRIu64 " 1000 700\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=0x4,umask=0x3/  (70.00%%)\n",
        scaled, scaled);
    why = g_strdup_printf(
        "the driver read %" PRIu64 " in its turns, the scenario injected 246", e.count);
    fails(&w, TRUE, TRUE, why, "... in part of the time");
    g_free(why);
    rows = prove(&w, NULL);
    ok(row(rows, 0)->hop_three == PERF_HOP_FAILS && row(rows, 0)->multiplexed,
        "... and hop three reports it");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* A 0 that the hardware did not count: the first two hops compare 0 with 0. */
static void not_modelled(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = 0x99};
    GPtrArray *rows;

    lx_start(&w.lx, &e);
    lx_stop(&w.lx, &e);
    lx_step(&w.lx, 1, true);
    g_string_append(w.text, TABLE "   0      uncore_imc_0/event=0x99/\n");
    rows = prove(&w, NULL);
    is_u64(row(rows, 0)->hop_three, PERF_HOP_NOT_MADE,
        "an event missing from all tables is not proved");
    is_str(row(rows, 0)->no_hop_three, "the event is not modelled: its counter counts nothing",
        "... and why");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* An event unknown to the machine: its injected amount is unknown. */
static void unknown_events(void)
{
    static const char *const names[] = {"context-switches", "msr/tsc/", "uncore_imc_9/clockticks/"};
    struct world w = world_new(&one, PLAN);
    const struct perf_check_run run = run_of(&w);
    struct truth *truth = snbep_machine.proof->replay(run.planned, run.records, run.n_records);
    guint64 amount;

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const struct injected what = {.truth = truth, .event = names[i], .to = MS};

        ok(!snbep_machine.proof->injected(&what, &amount), "the injected amount of %s", names[i]);
    }
    truth_free(truth);
    world_free(&w);
}

static gboolean knows_nothing(const struct injected *what, guint64 *amount)
{
    (void)what;
    *amount = 1;
    return FALSE;
}

/* Two measurements hold in two hops; @injected is the machine's third. */
static void has_two_hops(
    gboolean (*injected)(const struct injected *, guint64 *), const char *why, const char *what)
{
    struct world w = world_new(&one, PLAN);
    struct machine_proof proof = *snbep_machine.proof;
    struct machine machine = snbep_machine;
    struct perf_check_run run;
    struct lx_event reads, clock;
    struct perf_check *check;
    GPtrArray *rows;

    proof.injected = injected;
    machine.proof = &proof;
    measure_two(&w.lx, &reads, &clock, 10);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    run = run_of(&w);
    run.machine = &machine;
    check = perf_check_new(&run, NULL);
    rows = perf_check_step(check, 1, w.text->str, NULL);
    ok(perf_check_all_hold(rows) && row(rows, 0)->hop_three == PERF_HOP_NOT_MADE &&
            !row(rows, 0)->injected,
        "%s: two hops hold, and there is no third", what);
    is_str(row(rows, 0)->no_hop_three, why, "... and why");
    is_u64(perf_check_row_hops(row(rows, 0)), 2, "... so two are counted");
    g_ptr_array_unref(rows);
    perf_check_free(check);
    perf_check_free(NULL);
    world_free(&w);
}

static void without_third_hop(void)
{
    has_two_hops(NULL, "the machine has no oracle for its events",
        "a machine that does not know the injected amount");
    has_two_hops(knows_nothing, "the oracle does not know how much of this event there was",
        "an event that it does not know");
}

/* No claim and no row: no run, and everything fits. One row that does not fit
 * is enough for a failure. */
static void none(void)
{
    GPtrArray *claims = g_ptr_array_new();
    GArray *spans = g_array_new(FALSE, TRUE, sizeof(struct row_span));
    static char why[] = "it does not";
    const struct row_span misfit = {.why = why};

    is_u64(perf_claims_n_runs(claims), 0, "no claim, no run");
    ok(perf_intervals_fit(spans), "no row, and no misfit");
    g_array_append_val(spans, misfit);
    ok(!perf_intervals_fit(spans), "one row that does not fit");
    g_ptr_array_unref(claims);
    g_array_unref(spans);
}

/* Faults of the whole trace, steps or not. */
static void faults(void)
{
    struct world w = world_new(&one, PLAN);
    struct perf_check_run run = {
        &snbep_machine, {&snbep_model, w.lx.planned, w.lx.oracle}, NULL, 0, NULL};
    struct lx_event reads, clock;
    struct perf_check *check;

    measure_two(&w.lx, &reads, &clock, 10);
    run.records = lx_records(&w.lx);
    run.n_records = w.lx.records->len;
    check = perf_check_new(&run, NULL);
    is_u64(perf_check_n_reads(check), 6, "reads compared");
    is_u64(perf_check_faults(check)->len, 0, "none differs");
    perf_check_free(check);
    read_one_more(&w.lx);
    check = perf_check_new(&run, NULL);
    is_u64(perf_check_faults(check)->len, 1, "one differs");
    ok(strstr(g_ptr_array_index(perf_check_faults(check), 0), "imc0.PMON_CTR0 returned"), "%s",
        (const char *)g_ptr_array_index(perf_check_faults(check), 0));
    perf_check_free(check);
    world_free(&w);
}

/* First records that depend on earlier ones outside of the trace: a fault's,
 * and a step's mark. */
static void first_records(void)
{
    struct trace_record records[] = {
        {.kind = TRACE_MASKED, .block = 0, .offset = lx_offset(IMC_CTR0), .size = 4, .value = 7},
        {.kind = TRACE_STEP_BEGIN, .value = 1},
        {.kind = TRACE_STEP_END, .value = 1},
    };
    struct world w = world_new(&one, PLAN);
    struct perf_check_run run = {
        &snbep_machine, {&snbep_model, w.lx.planned, w.lx.oracle}, records, 3, NULL};
    struct perf_check *check = perf_check_new(&run, NULL);
    g_autoptr(GError) error = NULL;
    GPtrArray *rows;

    is_u64(perf_check_n_masked(check), 0, "a fault without its access masks no read");
    perf_check_free(check);
    {
        const struct trace_record second[] = {
            {.kind = TRACE_READ, .block = 0, .offset = lx_offset(IMC_CTR0), .size = 4, .value = 8},
            records[0],
        };

        run.records = second;
        run.n_records = 2;
        check = perf_check_new(&run, NULL);
        is_u64(perf_check_n_masked(check), 1, "the second record masks the first");
        perf_check_free(check);
    }
    run.records = records + 1;
    run.n_records = 2;
    check = perf_check_new(&run, NULL);
    rows = perf_check_step(check, 1, TABLE "  5  uncore_imc_0/clockticks/\n", &error);
    ok(rows != NULL, "a step that begins the trace: %s", error ? error->message : "found");
    is_str(why_of(row(rows, 0)), "the driver never switched the event on in this step",
        "... is judged");
    if (rows)
        g_ptr_array_unref(rows);
    perf_check_free(check);
    world_free(&w);
}

int main(void)
{
    exact();
    wrong_texts();
    never_ran();
    nearest();
    beside();
    missing_row();
    wrong_traces();
    wrong_between();
    preset_within();
    torn();
    wrap();
    multiplexed();
    another_event_first();
    unknown_events();
    not_modelled();
    without_third_hop();
    none();
    errors();
    faults();
    first_records();
    scaled_interval();
    return done_testing();
}
