/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of a trace of `board`: the model plays a driver of
 * hardware/hisi-hip08-ddrc.rdl, whose counter 1 counts one event in 2 ns, and
 * the oracle judges its reads. */
#include "harness/truth/board/replay.h"

#include "models/board/board_plan.h"
#include "tests/tap.h"

#include <string.h>

#define FILE_OF_PMU "hardware/hisi-hip08-ddrc.rdl"
#define TRAFFIC     "at boot\nddrc0 flux_rd 500M/s\n"

enum {
    PERF_CTRL = 0x10,
    FLUX_RD = 0x384,
    EVENT_CTRL = 0x6c0,
    INT_MASK = 0x6c8,
    INT_CLEAR = 0x6d0,
    MOST = 64
};

static struct board board;
static struct oracle_board_plan plan;
static struct trace_record records[MOST];
static unsigned n;
static uint64_t rose; /* ns: the line of the model */

static void record(void *self, const struct trace_record *what)
{
    (void)self;
    if (n < MOST)
        records[n++] = *what;
}

static void irq(void *self, unsigned line, bool high)
{
    (void)self, (void)line;
    if (high)
        rose = board.now;
}

static void begin(const char *text)
{
    static struct plan_text model;
    char wrong[PLAN_TEXT_WRONG] = "", line[96], unread[HARDWARE_WRONG] = "";
    const struct board_config config = {hardware_find(FILE_OF_PMU, unread), 1};
    const struct sim_host host = {.trace = record, .irq = irq};

    n = 0;
    rose = 0;
    memset(&plan, 0, sizeof(plan));
    ok(config.hardware && !oracle_board_manual(&plan.manual, FILE_OF_PMU), "the file is read %s",
        unread);
    board_reset(&board, &config, &host);
    board_plan_begin(&model, &board);
    for (; *text; text += strcspn(text, "\n") + 1) {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"), text);
        if (!plan_text_line(&model, line, wrong) || oracle_board_plan_line(&plan, line))
            ok(false, "the test's own plan, '%s': %s", line, wrong);
    }
}

static void put(uint64_t ns, uint32_t offset, uint64_t value)
{
    const struct sim_access access = {.now = ns, .pc = 1};

    board_write(&board, &access, 0, offset, 4, value);
}

static uint64_t get(uint64_t ns, uint32_t offset)
{
    const struct sim_access access = {.now = ns, .pc = 1};

    return board_read(&board, &access, 0, offset, 4);
}

static struct trace_record *last(enum trace_kind kind)
{
    unsigned i = n;

    while (i && records[i - 1].kind != kind)
        i--;
    return &records[i ? i - 1 : 0];
}

/* Replays, and expects this note alone (NULL: none). */
static struct truth *replay(enum truth_note_kind kind, const char *note, const char *what)
{
    struct truth *t = truth_replay_board(&plan, records, n);
    const struct truth_note *first = t->notes->len ? g_ptr_array_index(t->notes, 0) : NULL;

    is_str(first ? first->text : NULL, note, "%s", what);
    is_u64(t->notes->len, note != NULL, "... and no other note");
    ok(!first || first->kind == kind, "... of its kind");
    return t;
}

static void replays(enum truth_note_kind kind, const char *note, const char *what)
{
    truth_free(replay(kind, note, what));
}

/* ---- a measurement ---- */

/* From 4000 to 6000 ns. */
static void measure(uint32_t from)
{
    put(1000, INT_MASK, 0xfd);
    put(2000, FLUX_RD, from);
    put(3000, EVENT_CTRL, 2);
    put(4000, PERF_CTRL, 2);
    get(5000, FLUX_RD);
    put(6000, PERF_CTRL, 0);
    get(6500, FLUX_RD);
    put(7000, EVENT_CTRL, 0);
    get(8000, FLUX_RD);
}

static void test_measurement(void)
{
    begin(TRAFFIC);
    measure(7);
    struct truth *t = replay(TRUTH_WRONG, NULL, "a measurement");
    const struct truth_interval *interval =
        t->intervals->len ? &g_array_index(t->intervals, struct truth_interval, 0) : NULL;

    is_u64(t->reads->len, 4, "three reads, and the value that the driver set");
    is_u64(t->intervals->len, 1, "one counter counts");
    if (interval) {
        is_u64(interval->counter, 1, "... the second");
        is_u64(interval->control, 1, "... event 1");
        is_u64(interval->driver, 1000, "the driver counts 1000");
        is_u64(interval->truth, 1000, "... and so does the hardware");
    }
    truth_free(t);
    last(TRACE_READ)->value++;
    replays(TRUTH_WRONG, "ddrc0.FLUX_RD = 0x3f0 (0.000008000 s, CPU 0): expected 0x3ef",
        "a read of one more");
}

/* The counter overflows 256 events after 4000 ns. */
static void test_interrupt(void)
{
    begin(TRAFFIC);
    measure(0xffffff00);
    put(9000, INT_CLEAR, 2);
    struct truth *t = replay(TRUTH_WRONG, NULL, "an overflow");
    const struct truth_interrupt *both =
        (const struct truth_interrupt *)(const void *)t->interrupts->data;

    is_u64(t->interrupts->len, 2, "its level rises and falls");
    if (t->interrupts->len == 2) {
        ok(!both[0].fell && both[0].since == rose, "... at the model's time, %u ns",
            (unsigned)rose);
        ok(both[1].fell && records[both[1].record].offset == INT_CLEAR, "... by the clear");
    }
    truth_free(t);
}

/* ---- the plan ---- */

static void test_preset(void)
{
    begin(TRAFFIC "at boot + 4500ns\nddrc0.FLUX_RD = 0x100\n");
    measure(0);
    struct truth *t = replay(TRUTH_SET, "the plan set counter 1 to 0x100", "a count of the plan");

    is_u64(t->sets->len, 1, "... with its value");
    is_u64(t->sets->len ? g_array_index(t->sets, struct truth_set, 0).total : 0, 250,
        "... after 250 events");
    truth_free(t);
    last(TRACE_PLAN)->value++;
    replays(TRUTH_WRONG, "entry 2 of the plan took effect at 0.000004500 s, unlike in the scenario",
        "another entry");
    last(TRACE_PLAN)->value--;
    last(TRACE_PLAN)->kind = TRACE_REFUSED;
    replays(TRUTH_WRONG, "entry 1 of the plan took effect at 0.000004500 s, unlike in the scenario",
        "an entry that was refused");
    last(TRACE_REFUSED)->kind = TRACE_WITNESS;
    replays(TRUTH_WRONG, "entry 1 of the plan was due at 0.000004500 s, and did not take effect",
        "an entry that is missing");
}

static void test_dropped(void)
{
    begin(TRAFFIC "at boot + 500ns\nfault ddrc0.PERF_CTRL drops writes\n");
    measure(7);
    is_u64(get(9000, FLUX_RD), 7, "a lost write starts nothing");
    for (unsigned i = 1; i < n; i++) /* as perf_check_run() marks them */
        if (records[i].kind == TRACE_DROPPED)
            records[i - 1].kind = TRACE_DROPPED;
    replays(TRUTH_WRONG, NULL, "... and the reads are right");
}

int main(void)
{
    test_measurement();
    test_interrupt();
    test_preset();
    test_dropped();
    return done_testing();
}
