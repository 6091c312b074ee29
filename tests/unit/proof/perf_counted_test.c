/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counters that a program used for an event, and the accesses that bound
 * its counts: steps made by hand. */
#include "harness/hardware/machine.h"
#include "harness/proof/perf_counted.h"

#include "tests/tap.h"

/* The step is from record 10 to record 30; record number i is at 100 * i + 7
 * ns. */
enum { BEGIN = 10, END = 30, RECORDS = 40, CONTROL = 0x304 };

/* ---- a machine of three blocks; block 5 has no name ---- */

static bool small_block(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    *bank = NULL;
    g_snprintf(name, size, "box%u", block);
    return block != 5;
}

static struct perf_event event;
static struct injected asked; /* last */
static unsigned n_asked;

static enum perf_event_kind small_event(
    struct planned planned, const char *name, struct perf_event *out, GError **error)
{
    (void)planned;
    *out = event;
    if (!strcmp(name, "bad"))
        g_set_error(error, g_quark_from_static_string("test"), 1, "event 'bad' is bad");
    return !strcmp(name, "bad")     ? PERF_EVENT_REFUSED
           : !strcmp(name, "other") ? PERF_EVENT_OTHER
                                    : PERF_EVENT_OURS;
}

/* Ten in each ns for each counter's number. */
static gboolean small_injected(const struct injected *what, guint64 *amount)
{
    asked = *what;
    n_asked++;
    *amount = (what->to - what->from) * 10 * what->counter;
    return strcmp(what->event, "dark") != 0;
}

static const struct machine_model small_model = {
    .name = "small", .end_block = 8, .block = small_block};
static const struct machine_proof small_proof = {.event = small_event, .injected = small_injected};
static const struct machine small = {.name = "small", .model = &small_model, .proof = &small_proof};

/* ---- steps ---- */

static struct trace_record records[RECORDS];
static struct truth *truth;

static void begin(void)
{
    truth_free(truth);
    truth = truth_new();
    event = (struct perf_event){
        .places = {{.block = 3}}, .n_places = 1, .control = CONTROL, .events = 4};
    for (unsigned i = 0; i < RECORDS; i++)
        records[i] = (struct trace_record){.kind = TRACE_WRITE, .time = 100 * i + 7};
    n_asked = 0;
}

/* @block's counter counts CONTROL, from record to record. */
static struct truth_interval *counts(unsigned block, unsigned counter, gsize on, gsize off)
{
    const struct truth_interval interval = {
        .block = block, .counter = counter, .control = CONTROL, .on = on, .off = off};

    g_array_append_val(truth->intervals, interval);
    return &g_array_index(truth->intervals, struct truth_interval, truth->intervals->len - 1);
}

/* A read, whose value is a thousand times its record. */
static struct truth_read *reads(unsigned block, unsigned counter, gsize record)
{
    const struct truth_read read = {.block = block,
        .counter = counter,
        .low = record,
        .high = record + 1,
        .value = 1000 * record};

    g_array_append_val(truth->reads, read);
    return &g_array_index(truth->reads, struct truth_read, truth->reads->len - 1);
}

static void note(enum truth_note_kind kind, unsigned block, unsigned counter, gsize record)
{
    truth_add_note(truth, &(struct truth_note){kind, record, block, counter, g_strdup("a note")});
}

/* The usual step: counter 1 of box 3 counts, and is read at records 13, 15 and
 * 18. */
static void usual(void)
{
    begin();
    counts(3, 1, 12, 20);
    reads(3, 1, 13);
    reads(3, 1, 15);
    reads(3, 1, 18);
}

static GArray *ask_for(const char *name, int socket, guint from, guint to, GError **error)
{
    const struct perf_counted_step step = {
        .machine = &small, .truth = truth, .records = records, .begin = BEGIN, .end = END};
    const struct perf_counted_ask ask = {name, socket, from, to};

    return perf_counted(&step, &ask, error);
}

/* All results, one counter a line: block, counter, time, value and injected
 * events. */
static void is_found(
    const char *name, int socket, guint from, guint to, const char *expected, const char *what)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) found = ask_for(name, socket, from, to, &error);
    g_autoptr(GString) text = g_string_new(found ? "" : error ? error->message : "no error");

    for (guint i = 0; found && i < found->len; i++) {
        const struct perf_counted *c = &g_array_index(found, struct perf_counted, i);

        g_string_append_printf(text, "%s%u.%u %s %" PRIu64 " to %" PRIu64 ": %" PRIu64 ", %" PRIu64,
            i ? "; " : "", c->block, c->counter, c->set ? "set" : "read", c->from, c->to, c->value,
            c->injected);
    }
    is_str(text->str, expected, "%s", what);
}

/* ---- the time ---- */

static void times(void)
{
    usual();
    is_found(
        "e", -1, 0, 0, "3.1 read 1307 to 1807: 18000, 20000", "from the first read to the last");
    is_u64(n_asked, 1, "one question to the oracle");
    ok(asked.truth == truth && !strcmp(asked.event, "e") && asked.block == 3 &&
            asked.counter == 1 && asked.from == 1307 && asked.to == 1807,
        "... which returns everything");
    is_found("e", -1, 1, 2, "3.1 read 1307 to 1507: 15000, 8000", "from the first to the second");
    is_found("e", -1, 2, 3, "3.1 read 1507 to 1807: 18000, 12000", "from the second to the third");
    is_found("e", -1, 1, 4, "box3: e: the step has 3 reads of the counter", "no fourth");
    begin();
    counts(3, 1, 12, 20);
    is_found("e", -1, 0, 0, "box3: e: the step has 0 reads of the counter", "no read at all");
    usual();
    counts(3, 2, 12, 20);
    is_found("e", -1, 0, 0, "box3: e: the step has 0 reads of the counter",
        "no read of the second counter");
}

/* Only reads of this counter in the step count. */
static void own_reads(void)
{
    usual();
    reads(3, 1, BEGIN);
    reads(3, 1, BEGIN - 1);
    reads(3, 1, END);
    reads(3, 1, END + 1);
    reads(3, 2, 22);
    reads(4, 1, 23);
    reads(3, 1, 24)->written = TRUE;
    is_found("e", -1, 0, 0, "3.1 read 1307 to 1807: 18000, 20000", "others do not count");
    begin();
    counts(3, 1, 12, 20);
    reads(3, 1, BEGIN + 1);
    reads(3, 1, END - 1);
    is_found("e", -1, 0, 0, "3.1 read 1107 to 2907: 29000, 72000",
        "the step's first record, and its last");
}

/* A program that sets the counter begins to count there. */
static void sets(void)
{
    usual();
    note(TRUTH_SET, 3, 1, BEGIN);
    note(TRUTH_SET, 3, 1, 18);
    note(TRUTH_SET, 3, 2, 14);
    note(TRUTH_SET, 4, 1, 14);
    note(TRUTH_WRONG, 3, 1, 14);
    note(TRUTH_TORN, 3, 1, 14);
    records[16].kind = TRACE_PLAN;
    note(TRUTH_SET, 3, 1, 16);
    is_found("e", -1, 0, 0, "3.1 read 1307 to 1807: 18000, 20000",
        "set before the step, at the last read, another counter, another block, a wrong read, the "
        "plan");
    note(TRUTH_SET, 3, 1, BEGIN + 1);
    is_found("e", -1, 0, 0, "3.1 set 1107 to 1807: 18000, 28000", "set first in the step");
    note(TRUTH_SET, 3, 1, 17);
    is_found("e", -1, 0, 0, "3.1 set 1707 to 1807: 18000, 4000",
        "set again, right before the last read");
    is_found("e", -1, 1, 3, "3.1 read 1307 to 1807: 18000, 20000", "irrelevant from read to read");
}

/* ---- the counters ---- */

/* Which intervals belong to the event and the step. */
static void intervals(void)
{
    static const struct {
        const char *what;
        gsize on, off;
        guint64 control;
        unsigned block;
        gboolean fixed, found;
    } cases[] = {
        {"on in the step's last record", END - 1, TRUTH_NONE, CONTROL, 3, FALSE, TRUE},
        {"on at its end", END, TRUTH_NONE, CONTROL, 3, FALSE, FALSE},
        {"off in its first record", 2, BEGIN + 1, CONTROL, 3, FALSE, TRUE},
        {"off at its begin", 2, BEGIN, CONTROL, 3, FALSE, FALSE},
        {"on before and never off", 2, TRUTH_NONE, CONTROL, 3, FALSE, TRUE},
        {"another event", 12, 20, CONTROL + 1, 3, FALSE, FALSE},
        {"another block", 12, 20, CONTROL, 4, FALSE, FALSE},
        {"the fixed counter", 12, 20, CONTROL, 3, TRUE, FALSE},
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct truth_interval *interval;

        begin();
        interval = counts(cases[i].block, 1, cases[i].on, cases[i].off);
        interval->control = cases[i].control;
        interval->fixed = cases[i].fixed;
        reads(3, 1, 13);
        reads(3, 1, 18);
        is_found("e", -1, 0, 0,
            cases[i].found ? "3.1 read 1307 to 1807: 18000, 20000"
                           : "box3: e: no counter counted it in this step",
            cases[i].what);
        event.fixed = TRUE;
        is_found("e", -1, 0, 0,
            cases[i].fixed ? "3.1 read 1307 to 1807: 18000, 20000"
                           : "box3: e: no counter counted it in this step",
            "... for the fixed event");
    }
    usual();
    event.fixed = TRUE;
    event.control = 0;
    counts(3, 2, 12, 20)->fixed = TRUE;
    reads(3, 2, 14);
    reads(3, 2, 15);
    is_found(
        "e", -1, 0, 0, "3.2 read 1407 to 1507: 15000, 8000", "the fixed counter has no selection");
}

/* Each counter once, in order, at each place. */
static void counters(void)
{
    usual();
    counts(3, 1, 22, 25);
    counts(3, 2, 12, 20);
    reads(3, 2, 14);
    reads(3, 2, 19);
    counts(4, 1, 12, 20);
    reads(4, 1, 16);
    reads(4, 1, 17);
    is_found("e", -1, 0, 0,
        "3.1 read 1307 to 1807: 18000, 20000; 3.2 read 1407 to 1907: 19000, 40000",
        "two counters of a box, one of them twice");
    event.n_places = 2;
    event.places[1] = (struct perf_event_place){.block = 4, .socket = 1};
    is_found("e", -1, 0, 0,
        "3.1 read 1307 to 1807: 18000, 20000; 3.2 read 1407 to 1907: 19000, 40000; "
        "4.1 read 1607 to 1707: 17000, 4000",
        "the same counter of another box is different");
    is_found("e", 1, 0, 0, "4.1 read 1607 to 1707: 17000, 4000", "one socket's counters");
    is_found("e", 0, 0, 0,
        "3.1 read 1307 to 1807: 18000, 20000; 3.2 read 1407 to 1907: 19000, 40000",
        "the other socket's counters");
    is_found("e", 2, 0, 0, "there is no socket 2 to count e", "a third socket has none");
    event.places[1].block = 5;
    is_found("e", -1, 0, 0, "block 5: e: no counter counted it in this step",
        "each place must count it");
    is_found(
        "dark", -1, 0, 0, "box3: dark: what was injected cannot be known", "the amount is unknown");
    is_found("other", -1, 0, 0, "event 'other' is not of this machine's hardware",
        "no event of the machine");
    is_found("bad", -1, 0, 0, "event 'bad' is bad", "an event that is refused");
}

int main(void)
{
    times();
    own_reads();
    sets();
    intervals();
    counters();
    truth_free(truth);
    return done_testing();
}
