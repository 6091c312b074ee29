/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of figures that cover several measurements: of channels, sockets
 * and runs, and tables of -I. */
#include "tests/perf_channels.h"

/* ---- several monitors, sockets, runs ---- */

static void all_channels(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[SNBEP_CHANNELS];
    uint64_t sum = 0;

    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        e[c] = (struct lx_event){.box = c, .counter = 0, .control = READS};
    start_all(&w.lx, e, SNBEP_CHANNELS);
    lx_step(&w.lx, 1, true);
    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        sum += e[c].count;
    ok(e[0].count != e[1].count && e[1].count != e[2].count && e[3].count,
        "each channel has different traffic");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum);
    holds(&w, 1, "an event of perf's list is summed over all channels");
    g_string_printf(w.text, TABLE "   %.2f MiB  uncore_imc/cas_count_read/\n", mib(sum));
    holds(&w, 1, "the same for a PMU's name without a number");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum - 1);
    fails(&w, FALSE, TRUE, ", the driver read ", "one off");
    /* -v prints the four in a different order */
    g_string_printf(w.text,
        "unc_m_cas_count.rd: %" PRIu64 " 5 5\nunc_m_cas_count.rd: %" PRIu64
        " 5 5\nunc_m_cas_count.rd: %" PRIu64 " 5 5\nunc_m_cas_count.rd: %" PRIu64 " 5 5\n" TABLE
        "   %" PRIu64 "  unc_m_cas_count.rd\n",
        e[3].count, e[1].count, e[0].count, e[2].count, sum);
    holds(&w, 1, "with -v");
    world_free(&w);
}

static void alike(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.counter = 1, .control = READS}};

    lx_start(&w.lx, &e[0]);
    lx_stop(&w.lx, &e[0]); /* lets the other event in */
    start_all(&w.lx, e, 2);
    lx_step(&w.lx, 1, true);
    g_string_printf(w.text,
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64
              "  uncore_imc_0/config=0x304/\n",
        e[1].count, e[0].count);
    ok(e[0].count != e[1].count, "two equal events count over different times");
    holds(&w, 2, "they match in any order");
    g_string_printf(w.text,
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64
              "  uncore_imc_0/config=0x304/\n",
        e[0].count, e[0].count);
    fails(&w, FALSE, TRUE, "match them in no order", "one count printed twice");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n", e[0].count);
    fails(&w, FALSE, TRUE, "perf printed no figure", "one of them not printed");
    world_free(&w);
}

/* Two identical events that never run at once, and a third without a count. */
static void alike_in_turn(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.counter = 1, .control = READS}};

    start_all(&w.lx, &e[0], 1);
    start_all(&w.lx, &e[1], 1);
    lx_step(&w.lx, 1, true);
    g_string_printf(w.text,
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64
              "  uncore_imc_0/config=0x304/\n",
        e[0].count, e[1].count);
    holds(&w, 2, "two equal events, consecutive on separate counters");
    world_free(&w);
}

/* Each line of -v proves one figure, even if two lines are equal. */
static void too_few_lines(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = 0x10}, {.counter = 1, .control = 0x10}};
    const char *figures = TABLE "   0  uncore_imc_0/event=0x10/\n   0  uncore_imc_0/event=0x10/\n";

    start_all(&w.lx, e, 2);
    lx_step(&w.lx, 1, true);
    g_string_printf(
        w.text, "uncore_imc_0/event=0x10/: 0 5 5\nuncore_imc_0/event=0x10/: 0 5 5\n%s", figures);
    holds(&w, 2, "two figures of 0, with two lines");
    g_string_printf(w.text, "uncore_imc_0/event=0x10/: 0 5 5\n%s", figures);
    fails(&w, FALSE, TRUE, "have no count", "two figures of 0, with one line");
    world_free(&w);
    w = world_new(&one, PLAN);
    e[1] = (struct lx_event){.box = 1, .counter = 0, .control = 0x10};
    start_all(&w.lx, e, 2);
    lx_step(&w.lx, 1, true);
    g_string_printf(w.text, "unc_m_rpq_inserts: 0 5 5\n" TABLE "   0  unc_m_rpq_inserts\n");
    fails(&w, FALSE, TRUE, "have no count", "one figure of two monitors, with one line");
    world_free(&w);
}

static void other_steps(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads, clock, later[2];

    measure_two(&w.lx, &reads, &clock, 30);
    lx_step(&w.lx, 1, true);
    measure_two(&w.lx, &later[0], &later[1], 30);
    print_two(w.text, &reads, &clock);
    holds(&w, 2, "counts after the step are not the step's");
    world_free(&w);
}

/* A complete read of channel 0's counter 0 that returns a value too high by
 * one. */
static void read_wrongly(struct lx *lx)
{
    const struct lx_event e = {.counter = 0};

    lx_counter(lx, &e);
    lx_record_at(lx, lx->records->len - 2)->value++;
}

/* A fault affects only the measurement in which it happened. */
static void one_fault(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads = {.counter = 0, .control = READS}, clock = {.counter = IMC_FIXED_CTR};
    GPtrArray *rows;

    read_wrongly(&w.lx);
    lx_start(&w.lx, &reads);
    lx_start(&w.lx, &clock);
    w.lx.now += 20 * MS;
    lx_stop(&w.lx, &clock);
    clock.count++;
    lx_record_at(&w.lx, find_last(&w.lx, TRACE_READ, lx_offset(IMC_FIXED_CTR)))->value++;
    lx_stop(&w.lx, &reads);
    read_wrongly(&w.lx);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    rows = prove(&w, NULL);
    ok(row(rows, 0)->hop_one && row(rows, 0)->hop_two && !row(rows, 0)->why,
        "the general counter's row holds");
    ok(row(rows, 1)->hop_one && !row(rows, 1)->hop_two, "the fixed counter's does not: %s",
        why_of(row(rows, 1)));
    g_ptr_array_unref(rows);
    world_free(&w);
}

static void two_runs(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event first[2], second[2];
    GPtrArray *rows;

    measure_two(&w.lx, &first[0], &first[1], 30);
    w.lx.now += 200 * MS;
    measure_two(&w.lx, &second[0], &second[1], 50);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &first[0], &first[1]);
    g_string_append(
        w.text, TABLE "   <not supported>    uncore_imc_0/event=0xff,umask=0x10/\n" ELAPSED);
    print_two(w.text, &second[0], &second[1]);
    fails(&w, FALSE, FALSE, "free-running", "a run in between without counts");
    rows = prove(&w, NULL);
    ok(rows->len == 5 && row(rows, 1)->hop_one && row(rows, 3)->hop_one && row(rows, 4)->hop_one,
        "does not change the others");
    g_ptr_array_unref(rows);
    g_string_truncate(w.text, 0);
    print_two(w.text, &first[0], &first[1]);
    print_two(w.text, &second[0], &second[1]);
    holds(&w, 4, "two runs in one step");
    g_string_truncate(w.text, 0);
    print_two(w.text, &second[0], &second[1]);
    print_two(w.text, &first[0], &first[1]);
    fails(&w, FALSE, TRUE, "perf printed", "two runs in the wrong order");
    world_free(&w);
}

/* The counts of CPU 0 for socket 0, and of CPU 1 for socket 1. perf scales
 * them, with 700 ns of 1000 and 1001. */
struct sockets {
    struct world w;
    struct lx_event e[2];
    uint64_t scaled[2];
};

static struct sockets sockets_new(void)
{
    struct snbep_config two = SNBEP_DEFAULTS;
    struct sockets s = {
        .e = {{.counter = 0, .control = READS}, {.socket = 1, .counter = 2, .control = READS}}};

    two.n_sockets = 2;
    s.w = world_new(&two, PLAN "s1.imc0 CAS_COUNT.RD_REG 11M/s\n");
    for (unsigned i = 0; i < 2; i++) {
        s.w.lx.cpu = i;
        start_all(&s.w.lx, &s.e[i], 1);
        s.scaled[i] = scale(s.e[i].count, 1000 + i, 700);
    }
    lx_step(&s.w.lx, 1, true);
    ok(s.e[0].count > 2 * s.e[1].count, "the sockets see different traffic");
    return s;
}

static void sum_of_sockets(struct sockets *s)
{
    uint64_t sum = s->e[0].count + s->e[1].count;

    g_string_printf(s->w.text, TABLE "  %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n", sum);
    holds(&s->w, 1, "the sum of two sockets");
    g_string_printf(s->w.text,
        "uncore_imc_0/event=4,umask=3/: %" PRIu64 " 9 9\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=4,umask=3/\n",
        sum, sum);
    holds(&s->w, 1, "the sum of two sockets, with -v");
}

static void print_each(GString *text, uint64_t first, uint64_t second)
{
    g_string_printf(text,
        TABLE "S0  1  %" PRIu64 "  uncore_imc_0/event=4,umask=3/\nS1  1  %" PRIu64
              "  uncore_imc_0/event=4,umask=3/\n",
        first, second);
}

static void each_socket(struct sockets *s)
{
    GPtrArray *rows;

    print_each(s->w.text, s->e[0].count, s->e[1].count);
    holds(&s->w, 2, "each socket");
    print_each(s->w.text, s->e[1].count, s->e[0].count);
    fails(&s->w, FALSE, TRUE, "perf printed", "the figures swapped");
    rows = prove(&s->w, NULL);
    for (guint i = 0; i < 2; i++) {
        is_u64(row(rows, i)->driver, s->e[i].count, "... each with the driver's count");
        is_u64((guint)row(rows, i)->socket, i, "... of its socket");
    }
    g_ptr_array_unref(rows);
}

/* -vv has a line for each CPU that counted: here only for CPU 0, and for one
 * channel of four. */
static void verbose_of_one(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.box = 1, .counter = 0, .control = READS};
    uint64_t scaled;

    start_all(&w.lx, &e, 1);
    lx_step(&w.lx, 1, true);
    scaled = scale(e.count, 1000, 700);
    g_string_printf(w.text,
        "unc_m_cas_count.rd: 0: %" PRIu64 " 1000 700\n" TABLE "  %" PRIu64
        "  unc_m_cas_count.rd  (70.00%%)\n",
        e.count, scaled);
    holds(&w, 1, "scaled on one CPU, with -vv");
    g_string_printf(w.text,
        "unc_m_cas_count.rd: 0: %" PRIu64 " 1000 700\nunc_m_cas_count.rd: %" PRIu64
        " 1000 700\n" TABLE "  %" PRIu64 "  unc_m_cas_count.rd  (70.00%%)\n",
        e.count + 1, scaled, scaled);
    fails(&w, FALSE, TRUE, "perf's verbose line says",
        "a line of -vv off by one, next to a right one of -v");
    world_free(&w);
}

static void scaled_sum(struct sockets *s)
{
    uint64_t sum = s->scaled[0] + s->scaled[1];

    g_string_printf(s->w.text,
        "uncore_imc_0/event=4,umask=3/: %" PRIu64 " 2001 1400\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=4,umask=3/  (70.00%%)\n",
        sum, sum);
    fails(&s->w, FALSE, TRUE, "only with -vv", "scaled on two sockets, with -v");
    g_string_printf(s->w.text,
        "uncore_imc_0/event=4,umask=3/: 0: %" PRIu64
        " 1000 700\nuncore_imc_0/event=4,umask=3/: 1: %" PRIu64
        " 1001 700\nuncore_imc_0/event=4,umask=3/: %" PRIu64 " 2001 1400\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=4,umask=3/  (70.00%%)\n",
        s->e[0].count, s->e[1].count, sum, sum);
    holds(&s->w, 1, "scaled on two sockets, with -vv");
    g_string_printf(s->w.text,
        "uncore_imc_0/event=4,umask=3/: 0: %" PRIu64
        " 1000 700\nuncore_imc_0/event=4,umask=3/: 1: %" PRIu64 " 1001 700\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=4,umask=3/  (70.00%%)\n",
        s->e[1].count, s->e[0].count, sum);
    fails(&s->w, FALSE, TRUE, "verbose line says", "-vv of the other CPU");
}

static void two_sockets(void)
{
    struct sockets s = sockets_new();

    sum_of_sockets(&s);
    each_socket(&s);
    scaled_sum(&s);
    world_free(&s.w);
}

/* The most monitors that one figure can cover. */
static void all_channels_of_two_sockets(void)
{
    struct snbep_config two = SNBEP_DEFAULTS;
    struct lx_event e[2 * SNBEP_CHANNELS];
    struct world w;
    uint64_t sum = 0;

    two.n_sockets = 2;
    w = world_new(&two, PLAN "s1.imc3 CAS_COUNT.RD_REG 11M/s\n");
    for (unsigned i = 0; i < 2 * SNBEP_CHANNELS; i++)
        e[i] = (struct lx_event){.socket = i / SNBEP_CHANNELS,
            .box = i % SNBEP_CHANNELS,
            .counter = 0,
            .control = READS};
    start_all(&w.lx, e, 2 * SNBEP_CHANNELS);
    lx_step(&w.lx, 1, true);
    for (unsigned i = 0; i < 2 * SNBEP_CHANNELS; i++)
        sum += e[i].count;
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum);
    holds(&w, 1, "all channels of two sockets");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum + 1);
    fails(&w, FALSE, TRUE, ", the driver read ", "all channels of two sockets, off by one");
    world_free(&w);
}

/* ---- tables of -I ---- */

#define N_TABLES 3

/* perf reads both channels for each table, and does not print the counts after
 * the last one. */
static void count_tables(struct lx *lx, struct lx_event e[2], uint64_t counts[N_TABLES][2])
{
    for (unsigned i = 0; i < 2; i++)
        lx_start(lx, &e[i]);
    for (unsigned t = 0; t < N_TABLES; t++) {
        lx->now += (t + 1) * 10 * MS;
        for (unsigned i = 0; i < 2; i++) {
            counts[t][i] = e[i].count;
            lx_update(lx, &e[i]);
            counts[t][i] = e[i].count - counts[t][i];
        }
    }
    lx->now += MS;
    for (unsigned i = 0; i < 2; i++)
        lx_stop(lx, &e[i]);
}

static void print_tables(GString *text, uint64_t counts[N_TABLES][2])
{
    g_string_assign(text, "#           time             counts unit events\n");
    for (unsigned t = 0; t < N_TABLES; t++)
        g_string_append_printf(text,
            "     %u.001073370         %.2f MiB  uncore_imc_0/cas_count_read/\n"
            "     %u.001073370         %" PRIu64 "      uncore_imc_1/event=4,umask=3/\n",
            t + 1, mib(counts[t][0]), t + 1, counts[t][1]);
}

static void tables(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.box = 1, .control = READS}};
    uint64_t counts[N_TABLES][2];
    GPtrArray *rows;

    count_tables(&w.lx, e, counts);
    lx_step(&w.lx, 1, true);
    print_tables(w.text, counts);
    holds(&w, 2 * N_TABLES, "tables of -I");
    rows = prove(&w, NULL);
    is_str(
        row(rows, 3)->event, "uncore_imc_1/event=4,umask=3/", "rows are in the order of the text");
    is_str(row(rows, 3)->time, "2.001073370", "the second table's");
    is_u64(row(rows, 3)->driver, counts[1][1], "the driver's count in the second interval");
    is_u64(row(rows, 3)->truth, counts[1][1], "and the hardware");
    g_ptr_array_unref(rows);
    counts[1][1]++;
    print_tables(w.text, counts);
    fails(&w, FALSE, TRUE, "the nearest sum is", "one too many in one table");
    counts[2][1]--;
    print_tables(w.text, counts);
    fails(&w, FALSE, TRUE, "the nearest sum is", "and one too few in the next");
    world_free(&w);
}

/* A wrong read affects only the interval that ends with it. */
static void table_with_fault(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.box = 1, .control = READS}};
    uint64_t counts[N_TABLES][2];
    GPtrArray *rows;
    guint reads = 0;

    count_tables(&w.lx, e, counts);
    lx_step(&w.lx, 1, true);
    for (guint i = 0; i < w.lx.records->len; i++) {
        struct trace_record *record = lx_record_at(&w.lx, i);
        /* channel 1: the previous read, then one for each table */
        if (record->kind == TRACE_READ && record->block == 1 &&
            record->offset == lx_offset(IMC_CTR0) && ++reads == 3)
            record->value += 5;
    }
    counts[1][1] += 5;
    counts[2][1] -= 5;
    print_tables(w.text, counts);
    rows = prove(&w, NULL);
    ok(row(rows, 1)->hop_one && row(rows, 1)->hop_two, "the first interval holds");
    ok(row(rows, 3)->hop_one && !row(rows, 3)->hop_two && strstr(why_of(row(rows, 3)), "returned"),
        "%s", row(rows, 3)->why ? why_of(row(rows, 3)) : "the second holds");
    ok(row(rows, 5)->hop_one && !row(rows, 5)->hop_two, "the third began too high");
    g_ptr_array_unref(rows);
    world_free(&w);
}

int main(void)
{
    all_channels();
    alike();
    alike_in_turn();
    too_few_lines();
    other_steps();
    one_fault();
    two_runs();
    two_sockets();
    verbose_of_one();
    all_channels_of_two_sockets();
    tables();
    table_with_fault();
    return done_testing();
}
