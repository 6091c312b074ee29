/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof of perf's figures for memory channels: right figures pass, and each wrong text or trace fails at
 * the right hop. */
#include "harness/machine/machines.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_check.h"
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_intervals.h"

#include "tests/linux_uncore.h"
#include "tests/tap.h"

#define READS  0x304 /* CAS_COUNT.RD */
#define WRITES 0xc04 /* CAS_COUNT.WR */

#define PLAN                                                                                                 \
    "at boot\nimc0 CAS_COUNT.RD_REG 123M/s\nimc0 CAS_COUNT.WR_WMM 45M/s\nimc1 CAS_COUNT.RD_REG 6M/s\n"       \
    "imc2 CAS_COUNT.RD_UNDERFILL 7M/s\nimc3 CAS_COUNT.RD_REG 89/s\nimc0 RPQ_OCCUPANCY level 3\n"

#define TABLE   "\n Performance counter stats for 'system wide':\n\n"
#define ELAPSED "\n       0.215691566 seconds time elapsed\n\n"

static const struct snbep_config one = SNBEP_DEFAULTS;

/* A guest that measured, and what its perf would have printed. */
struct world {
    struct lx lx;
    GString *text;
};
#include "tests/perf_world.h"

static struct world world_new(const struct snbep_config *config, const char *plan)
{
    struct world w = {lx_new(config, plan), g_string_new(NULL)};

    for (unsigned s = 0; s < config->n_sockets; s++)
        for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
            lx_init(&w.lx, s, c);
    lx_step(&w.lx, 1, false);
    return w;
}

static void world_free(struct world *w)
{
    lx_free(&w->lx);
    g_string_free(w->text, TRUE);
}

static struct perf_check_run run_of(const struct world *w)
{
    return (struct perf_check_run){
        &snbep_machine, {&snbep_model, w->lx.planned, w->lx.oracle}, lx_records(&w->lx), w->lx.records->len};
}

/* Channel 0's reads, and its clock on the fixed counter, switched on one after the other as perf does. */
static void measure_two(struct lx *lx, struct lx_event *reads, struct lx_event *clock, uint64_t ms)
{
    *reads = (struct lx_event){.counter = 0, .control = READS};
    *clock = (struct lx_event){.counter = IMC_FIXED_CTR};
    lx_start(lx, reads);
    lx_stop(lx, reads);
    lx_start(lx, reads);
    lx_start(lx, clock);
    lx->now += ms * MS;
    lx_stop(lx, reads);
    lx_stop(lx, clock);
}

static double mib(uint64_t lines)
{
    return (double)lines / 16384;
}

static void print_two(GString *text, const struct lx_event *reads, const struct lx_event *clock)
{
    g_string_append_printf(text,
        TABLE "  %18.2f MiB  uncore_imc_0/cas_count_read/                                          \n"
              "  %18" PRIu64 "      uncore_imc_0/clockticks/  \n" ELAPSED,
        mib(reads->count), clock->count);
}

static void exact(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event reads, clock;
    GPtrArray *rows;

    measure_two(&w.lx, &reads, &clock, 100);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    holds(&w, 2, "what perf printed of one run");
    rows = prove(&w, NULL);
    is_str(row(rows, 0)->event, "uncore_imc_0/cas_count_read/", "event");
    is_str(row(rows, 0)->unit, "MiB", "unit");
    ok(row(rows, 0)->socket == -1 && !row(rows, 0)->multiplexed, "all sockets, all the time");
    is_u64(row(rows, 0)->driver, reads.count, "events that the driver counted");
    is_u64(row(rows, 1)->truth, clock.count, "cycles that there were");
    is_u64(row(rows, 0)->injected, reads.count, "reads that the scenario has");
    is_u64(row(rows, 1)->injected, clock.count, "cycles that the scenario has");
    ok(row(rows, 0)->hop_three == PERF_HOP_HOLDS && !row(rows, 0)->no_hop_three, "the third hop is made");
    ok(reads.count > 12000000, "there was traffic");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* perf's text, wrong in one thing. */
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
    wrong_text("   178      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE, "PMON_CTL0 <- 0x400304 (1.0000",
        "the accesses are named");
    wrong_text("   0.02 MiB uncore_imc_0/cas_count_read/\n", TRUE,
        "perf printed 0.02 MiB, the driver read 0.01 MiB (179 events)", "a scaled figure's last digit");
    wrong_text(
        "   0.01 MB uncore_imc_0/cas_count_read/\n", TRUE, "unit is 'MB', expected 'MiB'", "wrong unit");
    wrong_text(
        "   179 MiB uncore_imc_0/event=0x4,umask=0x3/\n", TRUE, "unit is 'MiB', expected ''", "no unit");
    wrong_text(
        "   179      uncore_imc_1/event=0x4,umask=0x3/\n", FALSE, "never switched the event on", "wrong box");
    wrong_text(
        "   179      uncore_imc_1/event=0x4,umask=0x3/\n", TRUE, "perf printed no figure", "missing row");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0xc/\n", FALSE, "never switched the event on",
        "wrong event");
    wrong_text("   <not counted>  uncore_imc_0/event=0x4,umask=0x3/\n", FALSE, "never ran", "not counted");
    wrong_text("   <not supported>  uncore_imc_0/event=0x4,umask=0x3/\n", FALSE, "refused", "not supported");
    wrong_text("   179      uncore_imc_0/event=0x4,umask=0x3/u\n", FALSE, "modifiers", "a modifier");
    wrong_text(
        "   179      uncore_imc_0/event=0x4,umask=0x3/   (80.00%)\n", TRUE, "only with -v", "multiplexed");
    wrong_text(
        "   179      uncore_imc_0/event=0x4,umask=0x3/   ( +- 1.00% )\n", TRUE, "without -r", "a mean");
    wrong_text("CPU0   179      uncore_imc_0/event=0x4,umask=0x3/\n", TRUE, "figures of CPU0", "one CPU");
    wrong_text(
        "   179      uncore_imc_0/event=0x4,umask=0x3/\n   179      uncore_imc_0/event=0x4,umask=0x3/\n",
        FALSE, "never switched the event on", "a row too many");
}

/* A trace with one fault; perf's text matches the driver. */
typedef void corrupt_fn(struct lx *lx);

static guint find_last(struct lx *lx, enum trace_kind kind, unsigned offset)
{
    for (guint i = lx->records->len; i; i--)
        if (lx_record_at(lx, i - 1)->kind == kind && lx_record_at(lx, i - 1)->offset == offset)
            return i - 1;
    abort();
}

static void read_one_more(struct lx *lx)
{
    lx_record_at(lx, find_last(lx, TRACE_READ, lx_offset(IMC_CTR0)))->value++;
}

static void never_frozen(struct lx *lx)
{
    for (guint i = 0; i < lx->records->len; i++)
        if (lx_record_at(lx, i)->kind == TRACE_WRITE && lx_record_at(lx, i)->offset == lx_offset(IMC_BOX_CTL))
            lx_record_at(lx, i)->value = 0;
}

static void other_traffic(struct lx *lx)
{
    lx->oracle->entries[0].amount.rate += 1000;
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
    g_string_append_printf(w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    holds(&w, 1, what);
    corrupt(&w.lx);
    fails(&w, hop_one, hop_two, why, what);
    world_free(&w);
}

static void wrong_traces(void)
{
    wrong_trace(read_one_more, FALSE, FALSE, "was read as 0x", "the counter gave one more");
    wrong_trace(never_frozen, TRUE, FALSE, "the hardware saw", "the box was not frozen");
    wrong_trace(other_traffic, TRUE, FALSE, "the hardware saw", "other traffic");
    wrong_trace(no_last_read, FALSE, FALSE, "did not read the counter both before and after", "no last read");
}

/* An intermediate read returns one too many: the sum is still right, the read is not. */
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
    g_string_append_printf(w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    fails(&w, TRUE, FALSE, "was read as 0x", "one read on the way gave one more");
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
    g_string_append_printf(w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0x4,umask=0x3/\n", e.count);
    fails(&w, TRUE, FALSE, "the plan set imc0.PMON_CTR0", "a preset within the measurement");
    world_free(&w);
}

/* A driver that changes the event of a running counter, where Linux stops it before it reads. */
static struct world read_near_carry(uint64_t delay)
{
    struct world w = world_new(&one, "at step 1\nimc0.PMON_CTR0 = 0xffff0000\n");
    struct lx_event cycles = {.control = 0}, again = {.control = 0x01000000}; /* thresh 1: cycles as well */

    lx_start(&w.lx, &cycles);
    w.lx.now += delay;
    lx_update(&w.lx, &cycles);
    again.prev = cycles.prev;
    lx_write(&w.lx, 0, 0, IMC_CTL0, again.control | lx_en());
    w.lx.now += MS;
    lx_stop(&w.lx, &again);
    lx_step(&w.lx, 1, true);
    g_string_append_printf(w.text, TABLE "   %" PRIu64 "   uncore_imc_0/event=0,thresh=1/\n", again.count);
    return w;
}

static void torn(void)
{
    unsigned n_torn = 0;

    for (uint64_t delay = 0x10000 * 5 / 4 - 3000; delay < 0x10000 * 5 / 4; delay += 500) {
        struct world w = read_near_carry(delay);
        GPtrArray *rows = prove(&w, NULL);
        const struct perf_check_row *r = row(rows, 0);

        if (r->why && strstr(r->why, "torn read: imc0.PMON_CTR0")) {
            n_torn++;
            ok(r->hop_one && !r->hop_two, "what a torn read gives is perf's figure, and not the truth");
            is_u64((r->driver - r->truth) & 0xffffffff, 0, "a carry too many or too few: %s", r->why);
        } else
            is_u64(r->driver, r->truth, "a whole read %u ns after the start", (unsigned)delay);
        g_ptr_array_unref(rows);
        world_free(&w);
    }
    ok(n_torn == 1 || n_torn == 2, "%u reads are torn, of six half a microsecond apart", n_torn);
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

static uint64_t scale(uint64_t value, uint64_t enabled, uint64_t running)
{
    return running < enabled ? (uint64_t)((double)value * (double)enabled / (double)running) : value;
}

/* Five events on four counters: each slice leaves out another one, and the rest take the counters in
 * order. */
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

static void print_mux(GString *text, const struct lx_event *events, gboolean verbose, uint64_t error)
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
    ok(row(rows, 3)->hop_three == PERF_HOP_NOT_MADE && row(rows, 3)->no_hop_three, "and has no third hop");
    is_u64(row(rows, 3)->injected, row(rows, 3)->driver, "which ends at the driver");
    g_ptr_array_unref(rows);
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, FALSE, 0);
    fails(&w, FALSE, TRUE, "only with -v", "without -v");
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, TRUE, 1);
    fails(&w, FALSE, TRUE, "perf's verbose line says", "a count of -v that is one off");
    g_string_truncate(w.text, 0);
    print_mux(w.text, events, TRUE, 0);
    events[2].count += 2;
    print_mux(g_string_truncate(w.text, strstr(w.text->str, TABLE) - w.text->str), events, FALSE, 0);
    fails(&w, FALSE, TRUE, "perf printed", "a figure that its count of -v does not make");
    world_free(&w);
}

/* ---- several monitors, sockets, runs ---- */

static void start_all(struct lx *lx, struct lx_event *events, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        lx_start(lx, &events[i]);
    lx->now += 20 * MS;
    for (unsigned i = 0; i < n; i++)
        lx_stop(lx, &events[i]);
}

static void all_channels(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[SNBEP_CHANNELS];
    uint64_t sum = 0;

    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        e[c] = (struct lx_event){.channel = c, .counter = 0, .control = READS};
    start_all(&w.lx, e, SNBEP_CHANNELS);
    lx_step(&w.lx, 1, true);
    for (unsigned c = 0; c < SNBEP_CHANNELS; c++)
        sum += e[c].count;
    ok(e[0].count != e[1].count && e[1].count != e[2].count && e[3].count, "each has its own traffic");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum);
    holds(&w, 1, "an event of perf's list is summed over all channels");
    g_string_printf(w.text, TABLE "   %.2f MiB  uncore_imc/cas_count_read/\n", mib(sum));
    holds(&w, 1, "and a PMU's name without a number");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum - 1);
    fails(&w, FALSE, TRUE, ", the driver read ", "one off");
    /* -v prints the four in an order of its own */
    g_string_printf(w.text,
        "unc_m_cas_count.rd: %" PRIu64 " 5 5\nunc_m_cas_count.rd: %" PRIu64
        " 5 5\nunc_m_cas_count.rd: %" PRIu64 " 5 5\nunc_m_cas_count.rd: %" PRIu64 " 5 5\n" TABLE "   %" PRIu64
        "  unc_m_cas_count.rd\n",
        e[3].count, e[1].count, e[0].count, e[2].count, sum);
    holds(&w, 1, "with -v");
    world_free(&w);
}

static void alike(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.counter = 1, .control = READS}};

    lx_start(&w.lx, &e[0]);
    lx_stop(&w.lx, &e[0]); /* lets the other one in */
    start_all(&w.lx, e, 2);
    lx_step(&w.lx, 1, true);
    g_string_printf(w.text,
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64 "  uncore_imc_0/config=0x304/\n",
        e[1].count, e[0].count);
    ok(e[0].count != e[1].count, "two events alike count over different times");
    holds(&w, 2, "they are matched, whatever their order");
    g_string_printf(w.text,
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64 "  uncore_imc_0/config=0x304/\n",
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
        TABLE "   %" PRIu64 "  uncore_imc_0/event=4,umask=3/\n   %" PRIu64 "  uncore_imc_0/config=0x304/\n",
        e[0].count, e[1].count);
    holds(&w, 2, "two events alike, one after the other on counters of their own");
    world_free(&w);
}

/* Each line of -v proves one figure, even where two of them say the same. */
static void too_few_lines(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = 0x10}, {.counter = 1, .control = 0x10}};
    const char *figures = TABLE "   0  uncore_imc_0/event=0x10/\n   0  uncore_imc_0/event=0x10/\n";

    start_all(&w.lx, e, 2);
    lx_step(&w.lx, 1, true);
    g_string_printf(w.text, "uncore_imc_0/event=0x10/: 0 5 5\nuncore_imc_0/event=0x10/: 0 5 5\n%s", figures);
    holds(&w, 2, "two figures of nothing, with two lines");
    g_string_printf(w.text, "uncore_imc_0/event=0x10/: 0 5 5\n%s", figures);
    fails(&w, FALSE, TRUE, "have no count", "two figures of nothing, with one line");
    world_free(&w);
    w = world_new(&one, PLAN);
    e[1] = (struct lx_event){.channel = 1, .counter = 0, .control = 0x10};
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
    holds(&w, 2, "what is counted after the step is not the step's");
    world_free(&w);
}

/* A complete read of channel 0's counter 0 that returns one too many. */
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
        row(rows, 1)->why);
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
    g_string_append(w.text, TABLE "   <not supported>    uncore_imc_0/event=0xff,umask=0x10/\n" ELAPSED);
    print_two(w.text, &second[0], &second[1]);
    fails(&w, FALSE, FALSE, "free-running", "a run between that counted nothing");
    rows = prove(&w, NULL);
    ok(rows->len == 5 && row(rows, 1)->hop_one && row(rows, 3)->hop_one && row(rows, 4)->hop_one,
        "leaves the others as they are");
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

/* What CPU 0 counts for socket 0, and CPU 1 for socket 1; and what perf makes of it, on for 700 ns of 1000
 * and 1001. */
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
    print_each(s->w.text, s->e[0].count, s->e[1].count);
    holds(&s->w, 2, "each socket");
    print_each(s->w.text, s->e[1].count, s->e[0].count);
    fails(&s->w, FALSE, TRUE, "perf printed", "each other's");
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
        "uncore_imc_0/event=4,umask=3/: 0: %" PRIu64 " 1000 700\nuncore_imc_0/event=4,umask=3/: 1: %" PRIu64
        " 1001 700\nuncore_imc_0/event=4,umask=3/: %" PRIu64 " 2001 1400\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=4,umask=3/  (70.00%%)\n",
        s->e[0].count, s->e[1].count, sum, sum);
    holds(&s->w, 1, "scaled on two sockets, with -vv");
    g_string_printf(s->w.text,
        "uncore_imc_0/event=4,umask=3/: 0: %" PRIu64 " 1000 700\nuncore_imc_0/event=4,umask=3/: 1: %" PRIu64
        " 1001 700\n" TABLE "  %" PRIu64 "  uncore_imc_0/event=4,umask=3/  (70.00%%)\n",
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
        e[i] = (struct lx_event){
            .socket = i / SNBEP_CHANNELS, .channel = i % SNBEP_CHANNELS, .counter = 0, .control = READS};
    start_all(&w.lx, e, 2 * SNBEP_CHANNELS);
    lx_step(&w.lx, 1, true);
    for (unsigned i = 0; i < 2 * SNBEP_CHANNELS; i++)
        sum += e[i].count;
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum);
    holds(&w, 1, "all channels of two sockets");
    g_string_printf(w.text, TABLE "   %" PRIu64 "  unc_m_cas_count.rd\n", sum + 1);
    fails(&w, FALSE, TRUE, ", the driver read ", "all channels of two sockets, one off");
    world_free(&w);
}

/* ---- tables of -I ---- */

#define N_TABLES 3

/* perf reads both channels for each table, and does not print what counts after the last one. */
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
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.channel = 1, .control = READS}};
    uint64_t counts[N_TABLES][2];
    GPtrArray *rows;

    count_tables(&w.lx, e, counts);
    lx_step(&w.lx, 1, true);
    print_tables(w.text, counts);
    holds(&w, 2 * N_TABLES, "tables of -I");
    rows = prove(&w, NULL);
    is_str(row(rows, 3)->event, "uncore_imc_1/event=4,umask=3/", "rows are in the order of the text");
    is_str(row(rows, 3)->time, "2.001073370", "the second table's");
    is_u64(row(rows, 3)->driver, counts[1][1], "what the driver counted in the second interval");
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

/* A wrong read spoils only the interval that ends with it. */
static void table_with_fault(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e[2] = {{.counter = 0, .control = READS}, {.channel = 1, .control = READS}};
    uint64_t counts[N_TABLES][2];
    GPtrArray *rows;
    guint reads = 0;

    count_tables(&w.lx, e, counts);
    lx_step(&w.lx, 1, true);
    for (guint i = 0; i < w.lx.records->len; i++) {
        struct trace_record *record = lx_record_at(&w.lx, i);
        /* channel 1: the read before, then one for each table */
        if (record->kind == TRACE_READ && record->block == 1 && record->offset == lx_offset(IMC_CTR0) &&
            ++reads == 3)
            record->value += 5;
    }
    counts[1][1] += 5;
    counts[2][1] -= 5;
    print_tables(w.text, counts);
    rows = prove(&w, NULL);
    ok(row(rows, 1)->hop_one && row(rows, 1)->hop_two, "the first interval holds");
    ok(row(rows, 3)->hop_one && !row(rows, 3)->hop_two && strstr(row(rows, 3)->why, "was read as"), "%s",
        row(rows, 3)->why ? row(rows, 3)->why : "the second holds");
    ok(row(rows, 5)->hop_one && !row(rows, 5)->hop_two, "the third began too high");
    g_ptr_array_unref(rows);
    world_free(&w);
}

/* ---- what is no step with figures ---- */

static void is_error(const struct world *w, const char *message, const char *what)
{
    GError *error = NULL;
    GPtrArray *rows = prove(w, &error);

    ok(!rows && error && strstr(error->message, message) && !strchr(error->message, '\n'), "%s: %s", what,
        error ? error->message : "(no error)");
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
    lx_step(&w.lx, 1, true);
    g_string_assign(w.text, TABLE "  5  context-switches\n");
    is_error(&w, "no perf figure", "no event of ours");
    g_string_assign(w.text,
        "#           time             counts unit events\n     0.1   19      uncore_imc_0/clockticks/\n");
    is_error(&w, "no perf figure", "what is nearly a table of -I");
    lx_step(&w.lx, 1, false);
    lx_step(&w.lx, 1, true);
    is_error(&w, "more than once", "a step that comes twice");
    world_free(&w);
    ok(!perf_check_new(&other, &error) && strstr(error->message, "machine pdp11"), "a machine without proof");
    g_clear_error(&error);
}

/* A driver that lets a counter count writes first, and says that all were reads: it read what the hardware
 * counted, and perf printed what it read. The third hop alone sees it. */
static void another_event_first(void)
{
    struct world w = world_new(&one, PLAN);
    struct lx_event e = {.counter = 0, .control = READS};
    uint64_t scaled;
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
    /* 45 for each us of writes, 123 for each of reads; counted are some 2 ms. */
    ok(e.count > 168000 && e.count < 168300, "%u writes and reads are counted", (unsigned)e.count);
    fails(&w, TRUE, TRUE, "the scenario injected 246", "an event that was not asked for");
    scaled = scale(e.count, 1000, 700);
    g_string_printf(w.text,
        "uncore_imc_0/event=0x4,umask=0x3/: %" PRIu64 " 1000 700\n" TABLE "  %" PRIu64
        "  uncore_imc_0/event=0x4,umask=0x3/  (70.00%%)\n",
        scaled, scaled);
    why = g_strdup_printf("the driver read %" PRIu64 " in its turns, the scenario injected 246", e.count);
    fails(&w, TRUE, TRUE, why, "... in a part of the time");
    g_free(why);
    world_free(&w);
}

/* A machine that cannot say what was injected has two hops. */
static void without_third_hop(void)
{
    struct world w = world_new(&one, PLAN);
    struct machine_proof proof = *snbep_machine.proof;
    struct machine machine = snbep_machine;
    struct perf_check_run run;
    struct lx_event reads, clock;
    struct perf_check *check;
    GPtrArray *rows;

    proof.injected = NULL;
    machine.proof = &proof;
    measure_two(&w.lx, &reads, &clock, 10);
    lx_step(&w.lx, 1, true);
    print_two(w.text, &reads, &clock);
    run = run_of(&w);
    run.machine = &machine;
    check = perf_check_new(&run, NULL);
    rows = perf_check_step(check, 1, w.text->str, NULL);
    ok(perf_check_all_hold(rows) && row(rows, 0)->hop_three == PERF_HOP_NOT_MADE &&
            !row(rows, 0)->no_hop_three,
        "two hops hold, and there is no third");
    g_ptr_array_unref(rows);
    perf_check_free(check);
    world_free(&w);
}

/* No claim and no row: no run, and all that there is fits. One row that does not fit is enough. */
static void none(void)
{
    GPtrArray *claims = g_ptr_array_new();
    GArray *spans = g_array_new(FALSE, TRUE, sizeof(struct row_span));
    static char why[] = "it does not";
    const struct row_span misfit = {.why = why};

    is_u64(perf_claims_n_runs(claims), 0, "no claim, no run");
    ok(perf_intervals_fit(spans), "no row, none that does not fit");
    g_array_append_val(spans, misfit);
    ok(!perf_intervals_fit(spans), "one row that does not fit");
    g_ptr_array_unref(claims);
    g_array_unref(spans);
}

/* Faults of the whole trace, steps or not. */
static void faults(void)
{
    struct world w = world_new(&one, PLAN);
    struct perf_check_run run = {&snbep_machine, {&snbep_model, w.lx.planned, w.lx.oracle}, NULL, 0};
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
    ok(strstr(g_ptr_array_index(perf_check_faults(check), 0), "imc0.PMON_CTR0 was read as"), "%s",
        (const char *)g_ptr_array_index(perf_check_faults(check), 0));
    perf_check_free(check);
    world_free(&w);
}

int main(void)
{
    exact();
    wrong_texts();
    wrong_traces();
    wrong_between();
    preset_within();
    torn();
    wrap();
    multiplexed();
    all_channels();
    alike();
    alike_in_turn();
    too_few_lines();
    other_steps();
    one_fault();
    two_runs();
    two_sockets();
    all_channels_of_two_sockets();
    tables();
    table_with_fault();
    another_event_first();
    without_third_hop();
    none();
    errors();
    faults();
    return done_testing();
}
