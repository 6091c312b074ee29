/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measurements made by hand: which intervals belong together, their sums, and
 * their text. */
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_measure.h"

#include "tests/small_machine.h"
#include "tests/tap.h"

enum { N_RECORDS = 64, COUNTER = 7 };

/* Record number i is a write of i to core0.MODE, i us after the start. */
static struct trace_record records[N_RECORDS];
static struct truth *truth;
static GPtrArray *claims;

static void begin(void)
{
    truth = truth_new();
    claims = g_ptr_array_new();
    for (unsigned i = 0; i < N_RECORDS; i++)
        records[i] = (struct trace_record){.kind = TRACE_WRITE,
            .size = 8,
            .block = SMALL_CORE,
            .offset = 0x10,
            .time = 1000 * i,
            .value = i};
}

static void end(void)
{
    for (guint i = 0; i < claims->len; i++) {
        struct claim *claim = g_ptr_array_index(claims, i);
        g_ptr_array_unref(claim->rows);
        g_free(claim);
    }
    g_ptr_array_unref(claims);
    truth_free(truth);
}

/* Its halves, its value, and the hardware's count. */
static void add_read(gsize low, gsize high, guint64 value, guint64 total)
{
    const struct truth_read read = {.block = SMALL_CORE,
        .counter = COUNTER,
        .low = low,
        .high = high,
        .value = value,
        .total = total,
        .previous = truth->reads->len ? truth->reads->len - 1 : TRUTH_NONE};

    g_array_append_val(truth->reads, read);
}

/* ---- pieces ---- */

static const struct measure_key key = {0, SMALL_CORE, FALSE, 5};

static void keys(void)
{
    struct measure_key other = key;

    ok(measure_key_equal(&key, &other), "the same key");
    other.run = 1;
    ok(!measure_key_equal(&key, &other), "another run");
    other = key;
    other.block++;
    ok(!measure_key_equal(&key, &other), "another block");
    other = key;
    other.fixed = TRUE;
    ok(!measure_key_equal(&key, &other), "the fixed counter");
    other = key;
    other.control++;
    ok(!measure_key_equal(&key, &other), "another event");
}

/* From 0xf0 to 0x20 in 8 bits is 0x30. */
static void pieces(void)
{
    GPtrArray *made = measurements_new();
    struct measurement *m = measurement_new(&key, 2);
    const struct measure_piece *piece;

    begin();
    g_ptr_array_add(made, m);
    truth->mask = 0xff;
    add_read(3, 4, 0xf0, 100);
    add_read(10, 9, 0x20, 149);
    ok(m->cpu == 2 && m->whole && !m->taken && measure_key_equal(&m->key, &key),
        "a new measurement is whole");
    measurement_add_piece(m, truth, records, &g_array_index(truth->reads, struct truth_read, 0), 1);
    g_array_index(truth->reads, struct truth_read, 1).written = TRUE;
    measurement_add_piece(m, truth, records, &g_array_index(truth->reads, struct truth_read, 0), 1);
    is_u64(m->pieces->len, 2, "two pieces");
    piece = &g_array_index(m->pieces, struct measure_piece, 0);
    is_u64(piece->record, 10, "a read ends with its later half");
    is_u64(piece->counter, COUNTER, "the counter");
    is_u64(piece->from, 3000, "... from the previous low half");
    is_u64(piece->to, 10000, "... to the next low half");
    is_u64(piece->driver, 0x30, "the driver's difference, in the counter's width");
    is_u64(piece->truth, 49, "... and the hardware's");
    piece = &g_array_index(m->pieces, struct measure_piece, 1);
    ok(!piece->driver && piece->truth == 49, "a value that the driver sets is not a count");
    g_ptr_array_unref(made);
    end();
}

/* ---- text ---- */

static void add_to(struct measurement *m, gsize on, gsize off, gsize first, gsize last)
{
    const struct truth_interval interval = {.block = SMALL_CORE,
        .counter = COUNTER,
        .on = on,
        .off = off,
        .first = first,
        .last = last};

    g_array_append_val(m->intervals, interval);
}

#define UNREAD "core0.MODE <- 0x5 (0.000005000 s, CPU 0)"
#define READ                                                                                       \
    "; core0.MODE <- 0x3 (0.000003000 s, CPU 0); core0.MODE <- 0x4 (0.000004000 s, CPU 0); "       \
    "core0.MODE <- 0x6 (0.000006000 s, CPU 0); core0.MODE <- 0x8 (0.000008000 s, CPU "             \
    "0); core0.MODE <- 0x9 (0.000009000 s, CPU 0); core0.MODE <- 0xa (0.000010000 s, CPU 0)"

static void is_text(const struct measurement *m, const char *expected, const char *what)
{
    struct perf_why *why = perf_why_new();

    measurement_show(m, truth, &small_model, records, why);
    g_autofree char *text = perf_why_line(why);
    is_str(text, expected, "%s", what);
    perf_why_free(why);
}

static void texts(void)
{
    GPtrArray *made = measurements_new();
    struct measurement *m = measurement_new(&key, 0);

    begin();
    g_ptr_array_add(made, m);
    add_read(3, 4, 0xf0, 100);
    add_read(10, 9, 0x20, 149);
    add_to(m, 5, TRUTH_NONE, TRUTH_NONE, TRUTH_NONE);
    is_text(m, UNREAD, "an interval without reads and end");
    add_to(m, 6, 8, 0, 1);
    is_text(m, UNREAD READ, "two intervals");
    add_to(m, 6, 8, 0, 1);
    is_text(m, UNREAD READ "; ... and once more", "three");
    add_to(m, 6, 8, 0, 1);
    is_text(m, UNREAD READ "; ... and 2 more times", "four");
    g_ptr_array_unref(made);
    end();
}

/* ---- notes ---- */

enum { WRONG = 1 << TRUTH_WRONG, TORN = 1 << TRUTH_TORN, SET = 1 << TRUTH_SET };

static void add_note(
    enum truth_note_kind kind, gsize record, unsigned block, unsigned counter, const char *text)
{
    truth_add_note(truth, &(struct truth_note){kind, record, block, counter, g_strdup(text)});
}

/* The interval of the tests below: read in 3 and 4, on in 6, off in 8, read in
 * 10 and 9. */
static GPtrArray *measured(gsize first, gsize last)
{
    GPtrArray *made = measurements_new();

    begin();
    add_read(3, 4, 0xf0, 100);
    add_read(10, 9, 0x20, 149);
    g_ptr_array_add(made, measurement_new(&key, 0));
    add_to(g_ptr_array_index(made, 0), 40, 41, TRUTH_NONE, TRUTH_NONE);
    add_to(g_ptr_array_index(made, 0), 6, 8, first, last);
    return made;
}

/* The notes in one line, or NULL if there are none. A new string. */
static char *notes_of(const struct measurement *m, unsigned kinds, gsize after, gsize upto)
{
    struct perf_why *why = perf_why_new();
    char *text;

    measurement_notes(m, truth, kinds, after, upto, why);
    text = why->sentence ? perf_why_line(why) : NULL;
    perf_why_free(why);
    return text;
}

static void is_note(
    gsize first, gsize last, const struct truth_note *note, gboolean expected, const char *what)
{
    GPtrArray *made = measured(first, last);

    add_note(note->kind, note->record, note->block, note->counter, "it");
    g_autofree char *text =
        notes_of(g_ptr_array_index(made, 0), WRONG | TORN | SET, TRUTH_NONE, G_MAXSIZE);
    is_str(text, expected ? "it" : NULL, "%s", what);
    g_ptr_array_unref(made);
    end();
}

static void note_places(void)
{
    static const struct {
        struct truth_note note;
        gboolean expected;
        const char *what;
    } cases[] = {
        {{TRUTH_WRONG, 4, SMALL_CORE, COUNTER, NULL}, FALSE,
            "it starts with the first read, even if wrong"},
        {{TRUTH_WRONG, 5, SMALL_CORE, COUNTER, NULL}, TRUE, "wrong after the first read"},
        {{TRUTH_WRONG, 10, SMALL_CORE, COUNTER, NULL}, TRUE, "wrong at the last"},
        {{TRUTH_WRONG, 11, SMALL_CORE, COUNTER, NULL}, FALSE, "wrong after it"},
        {{TRUTH_TORN, 2, SMALL_CORE, COUNTER, NULL}, FALSE, "torn before the first read"},
        {{TRUTH_TORN, 3, SMALL_CORE, COUNTER, NULL}, TRUE, "the first read is torn"},
        {{TRUTH_SET, 2, SMALL_CORE, COUNTER, NULL}, FALSE, "set before the first read"},
        {{TRUTH_SET, 3, SMALL_CORE, COUNTER, NULL}, TRUE, "set at the first read"},
        {{TRUTH_SET, 10, SMALL_CORE, COUNTER, NULL}, TRUE, "set at the last"},
        {{TRUTH_SET, 11, SMALL_CORE, COUNTER, NULL}, FALSE, "set after it"},
        {{TRUTH_WRONG, 7, SMALL_CORE + 1, COUNTER, NULL}, FALSE, "in another block"},
        {{TRUTH_WRONG, 7, SMALL_CORE, COUNTER + 1, NULL}, FALSE, "of another counter"},
        {{TRUTH_WRONG, 41, SMALL_CORE, COUNTER, NULL}, TRUE,
            "in an earlier interval of the measurement"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        is_note(0, 1, &cases[i].note, cases[i].expected, cases[i].what);
    is_note(TRUTH_NONE, 1, &(struct truth_note){TRUTH_WRONG, 5, SMALL_CORE, COUNTER, NULL}, FALSE,
        "before it was switched on, without a first read");
    is_note(TRUTH_NONE, 1, &(struct truth_note){TRUTH_WRONG, 6, SMALL_CORE, COUNTER, NULL}, TRUE,
        "when it was switched on");
    is_note(0, TRUTH_NONE, &(struct truth_note){TRUTH_WRONG, 8, SMALL_CORE, COUNTER, NULL}, TRUE,
        "when it was switched off, without a last read");
    is_note(0, TRUTH_NONE, &(struct truth_note){TRUTH_WRONG, 9, SMALL_CORE, COUNTER, NULL}, FALSE,
        "after that");
}

static void is_notes(const struct measurement *m, unsigned kinds, gsize after, gsize upto,
    const char *expected, const char *what)
{
    g_autofree char *text = notes_of(m, kinds, after, upto);

    is_str(text, expected, "%s", what);
}

static void note_windows(void)
{
    GPtrArray *made = measured(0, 1);
    const struct measurement *m = g_ptr_array_index(made, 0);

    is_notes(m, WRONG, TRUTH_NONE, G_MAXSIZE, NULL, "no notes");
    add_note(TRUTH_SET, 5, SMALL_CORE, COUNTER, "set");
    add_note(TRUTH_WRONG, 6, SMALL_CORE, COUNTER, "first");
    add_note(TRUTH_WRONG, 7, SMALL_CORE, COUNTER, "second");
    add_note(TRUTH_TORN, 7, SMALL_CORE, COUNTER, "torn");
    add_note(TRUTH_WRONG, 8, SMALL_CORE, COUNTER, "third");
    is_notes(m, WRONG, TRUTH_NONE, G_MAXSIZE, "first; second", "two of three");
    is_notes(m, WRONG | SET, TRUTH_NONE, G_MAXSIZE, "first; set", "of two kinds");
    is_notes(m, TORN, TRUTH_NONE, G_MAXSIZE, "torn", "of one kind alone");
    is_notes(m, WRONG, 6, G_MAXSIZE, "second; third", "after a record");
    is_notes(m, WRONG, 7, G_MAXSIZE, "third", "after the next");
    is_notes(m, WRONG, 8, G_MAXSIZE, NULL, "after the last");
    is_notes(m, WRONG, TRUTH_NONE, 6, "first", "up to and including a record");
    is_notes(m, WRONG, TRUTH_NONE, 5, NULL, "up to the previous record");
    is_notes(m, WRONG, 0, 7, "first; second", "after record 0");
    g_ptr_array_unref(made);
    end();
}

/* ---- intervals that belong together ---- */

/* perf printed a figure in run number @run for @control of core0. */
static void add_claim(unsigned run, guint64 control)
{
    static struct perf_row row = {.socket = -1};
    struct claim *claim = g_new0(struct claim, 1);

    claim->rows = g_ptr_array_new();
    g_ptr_array_add(claim->rows, &row);
    claim->run = run;
    claim->understood = TRUE;
    claim->event.n_places = 1;
    claim->event.places[0].block = SMALL_CORE;
    claim->event.control = control;
    g_ptr_array_add(claims, claim);
}

static struct truth_interval *add_interval(gsize on, gsize off, unsigned counter, guint64 control)
{
    const struct truth_interval interval = {.block = SMALL_CORE,
        .counter = counter,
        .control = control,
        .on = on,
        .off = off,
        .first = TRUTH_NONE,
        .last = TRUTH_NONE,
        .driver = 100 * on,
        .truth = on};

    g_array_append_val(truth->intervals, interval);
    return &g_array_index(truth->intervals, struct truth_interval, truth->intervals->len - 1);
}

/* "RUN/CONTROL: ON ON ..." of each measurement, with their driver's sum and the
 * truth's. */
static char *text_of(const GPtrArray *made)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < made->len; i++) {
        const struct measurement *m = g_ptr_array_index(made, i);

        g_string_append_printf(
            text, "%s%u/%u:", i ? ", " : "", m->key.run, (unsigned)m->key.control);
        for (guint k = 0; k < m->intervals->len; k++)
            g_string_append_printf(
                text, " %u", (unsigned)g_array_index(m->intervals, struct truth_interval, k).on);
        g_string_append_printf(text, " = %u %u", (unsigned)m->driver, (unsigned)m->truth);
    }
    return g_string_free(text, FALSE);
}

static GPtrArray *measured_between(gsize from, gsize to)
{
    return measure_switched(&(struct measure_step){truth, records, from, to, claims});
}

/* Ends the test. */
static void makes(const char *expected, const char *what)
{
    GPtrArray *made = measured_between(0, N_RECORDS);
    g_autofree char *text = text_of(made);

    is_str(text, expected, "%s", what);
    g_ptr_array_unref(made);
    end();
}

static void step_bounds(void)
{
    GPtrArray *made;

    begin();
    add_claim(0, 5);
    add_interval(9, 10, 0, 5);
    add_interval(10, 11, 0, 5);
    add_interval(19, 22, 0, 5);
    add_interval(20, 21, 0, 5);
    made = measured_between(10, 20);
    g_autofree char *text = text_of(made);
    is_str(text, "0/5: 10 19 = 2900 29", "the intervals that began in the step");
    g_ptr_array_unref(made);
    end();
}

/* Linux 7.3 reads an event of CPU 0 on CPU 1, where perf asks: 20 - 10 and 40 -
 * 20, and the end on CPU 0. A value that CPU 1 writes is not the driver's. */
static void other_cpus_read(void)
{
    const struct truth_interval interval = {.block = SMALL_CORE,
        .counter = COUNTER,
        .control = 5,
        .on = 2,
        .off = 12,
        .first = 0,
        .last = 4,
        .driver = 45,
        .truth = 45};
    static const guint64 values[] = {10, 20, 99, 40, 55};
    GPtrArray *made;
    const struct measurement *m;

    begin();
    truth->mask = 0xff;
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        add_read(3 * i, 3 * i, values[i], values[i]);
        records[3 * i].cpu = i % 4 ? 1 : 0;
    }
    g_array_index(truth->reads, struct truth_read, 2).written = TRUE;
    g_array_append_val(truth->intervals, interval);
    made = measured_between(0, N_RECORDS);
    m = g_ptr_array_index(made, 0);
    is_u64(m->pieces->len, 3, "reads by any CPU end pieces");
    is_u64(g_array_index(m->pieces, struct measure_piece, 0).driver, 10, "the first");
    is_u64(g_array_index(m->pieces, struct measure_piece, 1).driver, 20,
        "... and skip a value that another CPU wrote");
    is_u64(g_array_index(m->pieces, struct measure_piece, 2).driver, 15, "the last");
    g_ptr_array_unref(made);
    end();
}

static void one_event(void)
{
    begin();
    add_claim(0, 5);
    add_interval(1, 4, 0, 5);
    add_interval(4, 6, 1, 5);
    add_interval(8, 9, 1, 5);
    add_interval(8, 10, 2, 6);
    makes("0/5: 1 4 8 = 1300 13, 0/6: 8 = 800 8",
        "an event continues in another counter, even immediately");
    begin();
    add_claim(0, 5);
    add_interval(1, 5, 0, 5);
    add_interval(4, 6, 1, 5);
    makes("0/5: 1 = 100 1, 0/5: 4 = 400 4", "... but not while it counts");
    begin();
    add_claim(0, 5);
    add_interval(1, TRUTH_NONE, 0, 5);
    add_interval(4, 6, 1, 5);
    makes("0/5: 1 = 100 1, 0/5: 4 = 400 4", "... nor if it never ended");
}

static void two_events(void)
{
    begin();
    add_claim(0, 5);
    add_claim(0, 5);
    add_interval(1, 3, 0, 5);
    add_interval(4, 6, 1, 5);
    add_interval(8, 9, 1, 5);
    add_interval(10, 11, 2, 5);
    add_interval(12, 14, 0, 5);
    add_interval(20, 21, 3, 5);
    /* At 10 the first of them has been idle longest; after that both have left
     * their counters. */
    makes("0/5: 1 10 20 = 3100 31, 0/5: 4 8 12 = 2400 24",
        "two equal events keep their counters; the longest idle one takes another");
    begin();
    add_claim(0, 5);
    add_claim(0, 5);
    add_interval(1, 3, 0, 5);
    add_interval(1, 3, 1, 5);
    add_interval(4, 6, 2, 5);
    add_interval(5, 6, 3, 5);
    makes("0/5: 1 4 = 500 5, 0/5: 1 5 = 600 6", "of two equally idle ones, the first is first");
}

/* In us: A from 1 to 2, a pause of 3, B from 5 to 9 with C in it, a pause of 1,
 * D from 10 to 11, E at once, a pause of 3, F. */
static void add_pauses(unsigned n_runs)
{
    begin();
    for (unsigned run = 0; run < n_runs; run++)
        add_claim(run, 5);
    add_interval(1, 2, 0, 5);
    add_interval(5, 9, 0, 5);
    add_interval(6, 7, 1, 6);
    add_interval(10, 11, 0, 5);
    add_interval(11, 12, 0, 5);
    add_interval(15, 16, 0, 5);
}

static void runs(void)
{
    add_pauses(1);
    makes("0/5: 1 5 10 11 15 = 4200 42, 0/6: 6 = 600 6", "one run");
    add_pauses(2);
    makes("0/5: 1 = 100 1, 1/5: 5 10 11 15 = 4100 41, 1/6: 6 = 600 6",
        "two runs, and the first of two long pauses");
    add_pauses(3);
    makes("0/5: 1 = 100 1, 1/5: 5 10 11 = 2600 26, 1/6: 6 = 600 6, 2/5: 15 = 1500 15", "three");
    add_pauses(4);
    makes("0/5: 1 = 100 1, 1/5: 5 = 500 5, 1/6: 6 = 600 6, 2/5: 10 11 = 2100 21, 3/5: 15 = 1500 15",
        "four");
    add_pauses(5);
    makes("0/5: 1 = 100 1, 1/5: 5 = 500 5, 1/6: 6 = 600 6, 2/5: 10 11 = 2100 21, 3/5: 15 = 1500 15",
        "a fifth run without a pause");
    begin();
    add_claim(0, 5);
    add_claim(1, 5);
    add_interval(1, TRUTH_NONE, 0, 6);
    add_interval(3, 4, 1, 5);
    add_interval(8, 9, 1, 5);
    makes("0/6: 1 = 100 1, 0/5: 3 8 = 1100 11", "no pause while one event counts throughout");
    begin();
    add_claim(0, 5);
    add_claim(1, 5);
    makes("", "no interval, no measurement");
}

/* The interval's CPU reads, and another CPU writes in between: reads bound the
 * pieces. */
static void interval_pieces(void)
{
    struct truth_interval *interval;
    const struct measurement *m;
    GPtrArray *made;

    begin();
    add_claim(0, 5);
    add_read(3, 3, 10, 1000);
    add_read(4, 4, 11, 1001);
    add_read(5, 5, 15, 1005);
    add_read(6, 6, 17, 1007);
    add_read(8, 8, 30, 1021);
    records[4].cpu = records[6].cpu = 1;
    g_array_index(truth->reads, struct truth_read, 1).written = TRUE;
    g_array_index(truth->reads, struct truth_read, 3).written = TRUE;
    interval = add_interval(3, 7, 0, 5);
    interval->first = 0;
    interval->last = 4;
    interval->driver = 20;
    interval->truth = 21;
    made = measured_between(0, N_RECORDS);
    m = g_ptr_array_index(made, 0);
    ok(m->whole && m->driver == 20 && m->truth == 21, "read before and after: whole");
    is_u64(m->pieces->len, 2, "a write by the other CPU ends no piece");
    for (guint i = 0; i < m->pieces->len && i < 2; i++) {
        const struct measure_piece *piece = &g_array_index(m->pieces, struct measure_piece, i);

        is_u64(piece->record, i ? 8 : 5, "piece %u: its end", i);
        is_u64(piece->driver, i ? 15 : 5, "... the driver's");
        is_u64(piece->truth, i ? 16 : 5, "... the truth");
    }
    g_ptr_array_unref(made);
    interval->first = TRUTH_NONE;
    made = measured_between(0, N_RECORDS);
    m = g_ptr_array_index(made, 0);
    ok(!m->whole && !m->pieces->len, "without a first read it is not whole, and has no pieces");
    g_ptr_array_unref(made);
    interval->first = 0;
    interval->last = TRUTH_NONE;
    made = measured_between(0, N_RECORDS);
    m = g_ptr_array_index(made, 0);
    ok(!m->whole && !m->pieces->len, "nor without a last read");
    g_ptr_array_unref(made);
    end();
}

int main(void)
{
    keys();
    pieces();
    texts();
    note_places();
    note_windows();
    step_bounds();
    other_cpus_read();
    one_event();
    two_events();
    runs();
    interval_pieces();
    return done_testing();
}
