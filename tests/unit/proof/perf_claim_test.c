/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims that an output makes about an invented machine, and the reads that
 * make up each row of -I. */
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_intervals.h"

#include "harness/base/error.h"
#include "tests/tap.h"

/* ---- claims ---- */

/* one/N/ is event N in blocks 1 and 2 of socket 0, and block 3 of socket 1;
 * bad/.../ is refused. */
static enum perf_event_kind event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    (void)planned;
    if (g_str_has_prefix(name, "bad/")) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "no such event");
        return PERF_EVENT_REFUSED;
    }
    if (!g_str_has_prefix(name, "one/"))
        return PERF_EVENT_OTHER;
    *event = (struct perf_event){
        .n_places = 3, .control = g_ascii_strtoull(name + 4, NULL, 10), .unit = ""};
    for (unsigned i = 0; i < 3; i++)
        event->places[i] = (struct perf_event_place){.block = i + 1, .pmu = i, .socket = i == 2};
    return PERF_EVENT_OURS;
}

static const struct machine_proof proof = {.event = event};
static const struct machine machine = {.name = "invented", .proof = &proof};
static struct perf_output *output;
static GPtrArray *claims;

static void claim(const char *text)
{
    output = perf_output_parse(text);
    claims = perf_claims(&machine, (struct planned){0}, output);
}

static void unclaim(void)
{
    g_ptr_array_unref(claims);
    perf_output_free(output);
}

static const struct claim *claim_at(guint i)
{
    return g_ptr_array_index(claims, i);
}

/* "EVENT RUN ROWS", joined; a run that has no measurements is "-". */
static void claims_are(const char *expected, const char *what)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < claims->len; i++) {
        const struct claim *c = claim_at(i);
        g_autofree char *run = c->run == G_MAXUINT ? g_strdup("-") : g_strdup_printf("%u", c->run);

        g_string_append_printf(
            text, "%s%s %s %u", i ? ", " : "", claim_row(c)->event, run, c->rows->len);
    }
    is_str(text->str, expected, "%s", what);
}

#define HEAD "\n Performance counter stats for 'system wide':\n\n"
#define END  "\n       0.215691566 seconds time elapsed\n\n"

static void kinds(void)
{
    claim(HEAD "  5  one/7/\n  6  other/1/\n  7  bad/1/\n  8  one/7/\n" END);
    claims_are("one/7/ 0 1, bad/1/ 0 1, one/7/ 0 1",
        "a table's rows are separate claims; rows of other hardware are not");
    ok(claim_at(0)->understood && !claim_at(0)->refusal, "an event that is understood");
    ok(!claim_at(1)->understood, "and one that is refused");
    is_str(claim_at(1)->refusal, "no such event", "... for a reason");
    is_u64(claim_n_found(claim_at(0)), 0, "no measurement is found yet");
    unclaim();
    claim("");
    ok(!claims->len && !perf_claims_n_runs(claims), "an empty output has no claims");
    unclaim();
}

/* A run without a figure has no measurements and no number. */
static void runs(void)
{
    claim(HEAD "  <not supported>  one/1/\n" END HEAD
               "  5  one/1/\n  <not counted>  one/2/\n" END HEAD "  6  bad/1/\n" END HEAD
               "  7  one/3/\n" END);
    claims_are("one/1/ - 1, one/1/ 0 1, one/2/ 0 1, bad/1/ - 1, one/3/ 1 1",
        "runs with figures are numbered");
    is_u64(perf_claims_n_runs(claims), 2, "two of four runs");
    unclaim();
    claim(HEAD "  <not supported>  one/1/\n" END);
    is_u64(perf_claims_n_runs(claims), 0, "none");
    unclaim();
}

static void counts(void)
{
    static const struct {
        struct measure_key key;
        unsigned n;
        const char *what;
    } cases[] = {
        {{0, 1, FALSE, 7}, 3, "a block of socket 0: in the sum of all, and in the socket's"},
        {{0, 2, FALSE, 7}, 3, "another one"},
        {{0, 3, FALSE, 7}, 3, "a block of socket 1"},
        {{0, 4, FALSE, 7}, 0, "a block that nothing covers"},
        {{1, 1, FALSE, 7}, 0, "another run"},
        {{0, 1, FALSE, 8}, 1, "another event"},
        {{0, 1, TRUE, 7}, 0, "the fixed counter"},
    };

    claim(HEAD "  5  one/7/\n  5  one/7/\nS0  1  5  one/7/\nS1  1  6  one/7/\n  8  one/8/\n  9  "
               "bad/7/\n" END);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        is_u64(perf_claims_count(claims, &cases[i].key), cases[i].n, "%s", cases[i].what);
    ok(claim_is_at(claim_at(0), &claim_at(0)->event.places[2]), "no socket: all of them");
    ok(claim_is_at(claim_at(2), &claim_at(2)->event.places[0]), "socket 0 has its own claim");
    ok(!claim_is_at(claim_at(2), &claim_at(2)->event.places[2]), "... not socket 1's");
    ok(claim_is_at(claim_at(3), &claim_at(3)->event.places[2]), "socket 1 has its own claim");
    unclaim();
}

static void tables(void)
{
    claim("     1.000000000  1  one/1/\n     1.000000000  1  one/1/\n     1.000000000  2  one/2/\n"
          "     2.000000000  1  one/1/\n     2.000000000  1  one/1/\n"
          "     3.000000000  1  one/1/\n     3.000000000  9  one/3/\n     4.000000000  9  one/3/\n"
          "     0.500000000  1  one/1/\n     0.600000000  1  one/2/\n");
    claims_are("one/1/ 0 3, one/1/ 0 2, one/2/ 0 1, one/3/ 0 2, one/1/ 1 1, one/2/ 1 1",
        "an event continues in later tables of its run");
    is_u64(perf_claims_tables(claims, 0), 4, "tables of the first run");
    is_u64(perf_claims_tables(claims, 1), 2, "of the second");
    is_u64(perf_claims_tables(claims, 2), 0, "of none");
    unclaim();
    claim("     1.000000000 S0  1  1  one/1/\n     1.000000000 S1  1  1  one/1/\n     1.000000000 "
          "CPU0  1  "
          "one/1/\n"
          "     1.000000000 CPU1  1  one/1/\n     2.000000000 S0  1  1  one/1/\n     2.000000000 "
          "S1  1  1  "
          "one/1/\n"
          "     2.000000000 CPU1  1  one/1/\n");
    claims_are("one/1/ 0 2, one/1/ 0 2, one/1/ 0 1, one/1/ 0 2",
        "each socket's and each CPU's rows continue separately");
    is_u64((guint)claim_row(claim_at(1))->socket, 1, "socket 1's");
    unclaim();
}

/* ---- tables of -I ---- */

static struct claim *counted;
static struct perf_row rows[4];

/* Pieces as (record, driver's count), by place. */
static void begin(double scale, unsigned n_places)
{
    counted = g_new0(struct claim, 1);
    counted->rows = g_ptr_array_new();
    counted->event.n_places = n_places;
    counted->event.scale = scale;
}

static void add_piece(unsigned place, gsize record, guint64 driver)
{
    const struct measure_key key = {0};
    const struct measure_piece piece = {.record = record, .driver = driver};

    if (!counted->found[place])
        counted->found[place] = measurement_new(&key, 0);
    g_array_append_val(counted->found[place]->pieces, piece);
}

static void print(unsigned i, char *figure)
{
    rows[i].figure = figure;
    g_ptr_array_add(counted->rows, &rows[i]);
}

/* Frees all. Each span is "AFTER-UPTO", plus the reason if it does not fit. */
static void spans_are(const char *expected, const char *what)
{
    GArray *spans = perf_intervals(counted);
    g_autoptr(GString) text = g_string_new(NULL);
    GPtrArray *made = measurements_new();
    gboolean fit = TRUE;

    for (guint i = 0; i < spans->len; i++) {
        const struct row_span *span = &g_array_index(spans, struct row_span, i);
        g_autofree char *after =
            span->after == TRUTH_NONE ? g_strdup("") : g_strdup_printf("%u", (unsigned)span->after);

        g_string_append_printf(
            text, "%s%s-%u%s", i ? ", " : "", after, (unsigned)span->upto, span->why ? ": " : "");
        g_string_append(text, span->why ? span->why : "");
        fit = fit && !span->why;
    }
    is_str(text->str, expected, "%s", what);
    ok(perf_intervals_fit(spans) == fit, "... all of which %s", fit ? "fits" : "does not fit");
    g_array_unref(spans);
    for (unsigned i = 0; i < counted->event.n_places; i++)
        if (counted->found[i])
            g_ptr_array_add(made, counted->found[i]);
    g_ptr_array_unref(made);
    g_ptr_array_unref(counted->rows);
    g_free(counted);
}

static char ten[] = "10", twenty[] = "20", thirty[] = "30", nought[] = "0", thousand[] = "1,010",
            half[] = "7.5", three[] = "3", twenty_five[] = "25", one_off[] = "7.6";

static void three_pieces(double scale)
{
    begin(scale, 1);
    add_piece(0, 4, 10);
    add_piece(0, 7, 20);
    add_piece(0, 9, 30);
}

static void fitting(void)
{
    three_pieces(1);
    print(0, ten);
    print(1, twenty);
    spans_are("-4, 4-7", "two of three pieces");
    three_pieces(1);
    print(0, thirty);
    print(1, thirty);
    spans_are("-7, 7-9", "a row of two reads, and a row of one");
    three_pieces(1);
    print(0, nought);
    print(1, ten);
    print(2, nought);
    print(3, twenty);
    spans_are("-0, -4, 4-4, 4-7", "rows without a count");
    three_pieces(0.25);
    print(0, half);
    print(1, half);
    spans_are("-7, 7-9", "a quarter of 10 and 20, and of 30");
    begin(1, 1);
    add_piece(0, 4, 10);
    add_piece(0, 5, 0);
    add_piece(0, 6, 1010);
    print(0, ten);
    print(1, thousand);
    spans_are("-4, 4-6", "reads that added 0; digits in groups");
    begin(1, 3);
    add_piece(0, 4, 7);
    add_piece(0, 8, 9);
    add_piece(2, 5, 3);
    add_piece(2, 9, 11);
    print(0, ten);
    print(1, twenty);
    spans_are("-5, 5-9", "two places, in the order of their records");
}

#define NEAREST ", and no driver reads after the previous row add up to it: the nearest sum is "

static void misfits(void)
{
    three_pieces(1);
    print(0, ten);
    print(1, twenty_five);
    print(2, thirty);
    spans_are("-4, 4-7: perf printed 25" NEAREST "20, 7-9: perf printed 30" NEAREST "30",
        "a row that does not fit, and the rows after it");
    three_pieces(1);
    print(0, twenty);
    spans_are("-4: perf printed 20" NEAREST "10", "the first of two equally near sums");
    three_pieces(1);
    print(0, three);
    print(1, three);
    spans_are(
        "-0: perf printed 3" NEAREST "0, -0: perf printed 3" NEAREST "0", "no read is nearest");
    three_pieces(0.25);
    print(0, one_off);
    spans_are("-7: perf printed 7.6" NEAREST "7.5", "in perf's unit");
    begin(1, 1);
    print(0, three);
    spans_are("-0: perf printed 3" NEAREST "0", "no reads");
    /* Two rows of 10 do not fit in sequence, though the first could end
     * elsewhere. */
    three_pieces(1);
    print(0, ten);
    print(1, ten);
    spans_are("-4, 4-4: perf printed 10" NEAREST "0", "20 and 0 are equally near");
}

static void spans(void)
{
    const struct row_span first = {.after = TRUTH_NONE, .upto = 5},
                          second = {.after = 5, .upto = 9};

    ok(row_span_has(&first, 0) && row_span_has(&first, 5) && !row_span_has(&first, 6),
        "up to and including a record");
    ok(!row_span_has(&second, 5) && row_span_has(&second, 6), "after a record, excluding it");
    ok(row_span_has(&second, 9) && !row_span_has(&second, 10), "... and up to the next");
}

int main(void)
{
    kinds();
    runs();
    counts();
    tables();
    fitting();
    misfits();
    spans();
    return done_testing();
}
