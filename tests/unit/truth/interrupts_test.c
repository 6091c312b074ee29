/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares due interrupts with sent ones: each kind of error has its name. */
#include "harness/truth/interrupts.h"
#include "harness/truth/x86/replay.h"

#include "tests/tap.h"
#include "tests/x86_trace.h"

/* A trace, and its due interrupts. */
static struct trace_record records[16];
static gsize n;
static GArray *due;
static struct faults faults;
static gboolean virtual_time;
static struct truth_interrupts found;

static void begin(void)
{
    n = 0;
    due = g_array_new(FALSE, FALSE, sizeof(struct truth_interrupt));
    memset(&faults, 0, sizeof(faults));
    virtual_time = TRUE;
}

static void add(enum trace_kind kind, unsigned line, guint64 us, guint64 value)
{
    records[n++] = (struct trace_record){
        .kind = kind, .cpu = (uint16_t)line, .offset = line, .time = us * 1000, .value = value};
}

/* An overflow of CPU @line after @executed instructions; the interrupt may come
 * 100 later. */
static void overflows(unsigned line, guint64 us, guint64 executed)
{
    const struct truth_interrupt what = {
        .record = n, .line = line, .executed = executed, .within = 100};

    add(TRACE_OVERFLOW, line, us, 0);
    g_array_append_val(due, what);
}

static void goes_out(unsigned line, guint64 us, guint64 executed)
{
    add(TRACE_INTERRUPT, line, us, executed);
}

/* A level rises, or falls, and its interrupt may be 10 us late. */
static void level(unsigned line, guint64 us, gboolean fell, gboolean again)
{
    const struct truth_interrupt what = {
        .record = n, .line = line, .fell = fell, .again = again, .ns = 10000};

    add(TRACE_WRITE, line, us, 0);
    g_array_append_val(due, what);
}

static void fault(enum fault_kind kind, unsigned line, guint64 value, guint64 times)
{
    faults.fault[faults.n] = (struct fault){.kind = kind,
        .place = FAULT_LINE,
        .line = line,
        .value = value,
        .times = times,
        .entry = faults.n};
    faults.n++;
}

/* Compares, and expects @wrong as the only line; "" for none. */
static void is_wrong(const char *wrong, const char *what)
{
    const struct truth_interrupts_of of = {&x86_lines, due, records, n, &faults, virtual_time};

    add(TRACE_CLOSED, 0, 1000000, 0);
    found = truth_interrupts_compare(&(struct truth_interrupts_of){
        of.lines, of.expected, of.records, n, of.faults, of.virtual_time});
    is_u64(found.wrong->len, *wrong != 0, "%s: lines", what);
    if (*wrong)
        is_str(found.wrong->len ? g_ptr_array_index(found.wrong, 0) : "", wrong, "%s", what);
    truth_interrupts_clear(&found);
    g_array_unref(due);
}

/* ---- an overflow's ---- */

static void good(void)
{
    begin();
    overflows(1, 10, 1000);
    goes_out(1, 11, 1100);
    overflows(1, 20, 2000);
    goes_out(1, 20, 1990);
    is_wrong("", "each goes out once, within its time");
    is_u64(found.expected, 2, "two were due");
    is_u64(found.sent, 2, "... and two went out");
    is_u64(found.merged, 0, "... and none merged");
}

static void lost(void)
{
    begin();
    overflows(1, 10, 1000);
    is_wrong("NMI of CPU 1: lost: it was expected at 0.000010000 s, and did not go out",
        "the only interrupt");
    begin();
    overflows(1, 10, 1000);
    overflows(1, 20, 1101);
    goes_out(1, 20, 1101);
    is_wrong("NMI of CPU 1: lost: it was expected at 0.000010000 s, and did not go out",
        "the first of two interrupts");
    begin();
    overflows(1, 999500, 1000);
    is_wrong("", "one due half a millisecond before the end may be missing");
}

static void late(void)
{
    begin();
    overflows(1, 10, 1000);
    goes_out(1, 30, 1101);
    is_wrong("NMI of CPU 1: late by 101 instructions: it went out at 0.000030000 s, expected at "
             "0.000010000 s",
        "one instruction too late");
}

static void doubled(void)
{
    begin();
    overflows(1, 10, 1000);
    goes_out(1, 11, 1001);
    goes_out(1, 12, 1002);
    is_wrong("NMI of CPU 1: doubled: another one went out at 0.000012000 s, expected one, of "
             "0.000010000 s",
        "a second interrupt");
}

static void elsewhere(void)
{
    begin();
    overflows(1, 10, 1000);
    goes_out(0, 11, 50);
    is_wrong("NMI of CPU 0: sent to another CPU: it went out at 0.000011000 s, expected the NMI of "
             "CPU 1 at "
             "0.000010000 s",
        "CPU 0's for CPU 1's");
}

static void unexpected(void)
{
    begin();
    goes_out(1, 11, 1001);
    is_wrong(
        "NMI of CPU 1: unexpected: it went out at 0.000011000 s, expected none", "for nothing");
}

/* Two interrupts are due before one goes out: the second may also go out. */
static void merged(void)
{
    for (unsigned sent = 1; sent <= 3; sent++) {
        begin();
        overflows(1, 10, 1000);
        overflows(1, 10, 1050);
        for (unsigned i = 0; i < sent; i++)
            goes_out(1, 11 + i, 1060);
        is_wrong(
            sent < 3
                ? ""
                : "NMI of CPU 1: doubled: another one went out at 0.000013000 s, expected one, of "
                  "0.000010000 s",
            "merged");
        is_u64(found.merged, 1, "%u sent: one has merged", sent);
    }
}

/* ---- levels ---- */

static void levels(void)
{
    begin();
    goes_out(0, 10, 0);
    level(0, 10, FALSE, FALSE);
    is_wrong("", "a write's interrupt goes out before the write is traced");
    begin();
    goes_out(0, 9, 0);
    level(0, 10, FALSE, FALSE);
    level(0, 11, TRUE, FALSE);
    is_wrong("NMI of CPU 0: unexpected: it went out at 0.000009000 s, expected none",
        "... but not earlier");
    begin();
    level(0, 10, FALSE, FALSE);
    goes_out(0, 20, 0);
    level(0, 40, FALSE, TRUE);
    goes_out(0, 51, 0);
    is_wrong(
        "NMI of CPU 0: late by 11000 ns: it went out at 0.000051000 s, expected at 0.000040000 s",
        "a partly cleared level goes out again, too late");
    begin();
    virtual_time = FALSE;
    level(0, 10, FALSE, FALSE);
    goes_out(0, 900, 0);
    is_wrong("", "with the host's clock nothing is late");
    begin();
    level(0, 10, FALSE, FALSE);
    level(0, 20, TRUE, FALSE);
    goes_out(0, 21, 0);
    is_wrong("", "a level that fell may still send one");
    begin();
    level(0, 10, FALSE, FALSE);
    level(0, 21, TRUE, FALSE);
    is_wrong("NMI of CPU 0: lost: it was expected at 0.000010000 s, and did not go out",
        "a level was up for long and sent none");
}

/* ---- faults of the plan ---- */

static void faulty(void)
{
    begin();
    fault(FAULT_LOST, 1, 0, 1);
    add(TRACE_FAULT, 0, 5, 0);
    overflows(1, 10, 1000);
    overflows(1, 20, 2000);
    is_wrong("NMI of CPU 1: lost: it was expected at 0.000020000 s, and did not go out",
        "the plan loses only one");
    is_u64(found.lost, 1, "... and it is counted");
    begin();
    fault(FAULT_LATE, 1, 300000, 0);
    add(TRACE_FAULT, 0, 5, 0);
    overflows(1, 10, 1000);
    goes_out(1, 310, 99000);
    is_wrong("", "the plan delays one by 300 us");
    begin();
    fault(FAULT_LATE, 1, 300000, 0);
    add(TRACE_FAULT, 0, 5, 0);
    overflows(1, 10, 1000);
    goes_out(1, 309, 99000);
    goes_out(1, 310, 99000);
    is_wrong("NMI of CPU 1: unexpected: it went out at 0.000309000 s, expected none",
        "... and not by 299 us");
    begin();
    fault(FAULT_SPURIOUS, 1, 0, 0);
    add(TRACE_FAULT, 0, 5, 0);
    goes_out(1, 6, 0);
    goes_out(1, 7, 0);
    is_wrong("NMI of CPU 1: unexpected: it went out at 0.000007000 s, expected none",
        "the plan raises only one without a cause");
    begin();
    fault(FAULT_LOST, 1, 0, 0);
    fault(FAULT_SOUND, 1, 0, 0);
    add(TRACE_FAULT, 0, 5, 0);
    add(TRACE_FAULT, 0, 6, 1);
    overflows(1, 10, 1000);
    goes_out(1, 10, 1000);
    is_wrong("", "a sound line loses none");
    is_u64(found.expected, 1, "... and its interrupt is expected");
}

/* ---- expectations of core PMUs ---- */

/* 24593, section 16.4: the counters' entry is at 0x340, bit 16 masks it, and
 * 0x400 is an NMI. */
static guint due_with(guint32 block, guint32 lvtpc, gboolean intel, guint64 interrupts)
{
    const struct x86_replay_of of = {.pmu = {.part = intel ? ORACLE_X86_SNB : ORACLE_X86_ZEN2,
                                         .version = intel ? 3 : 1,
                                         .general = 4,
                                         .fixed = intel ? 3 : 0},
        .cpus = 2,
        .block = block,
        .apic = block + 16};
    struct truth *truth = truth_new();
    struct x86_replay *replay;
    struct x86_trace t;
    guint expected;

    x86_trace_begin(&t, block);
    x86_trace_add(&t, TRACE_WRITE, 1, block + 17, 0x340, lvtpc);
    for (unsigned i = 0; i < 2; i++) {
        x86_write(&t, 1, intel ? 0x38f : 0xc0010203, intel ? 1 : 0);
        x86_write(&t, 1, intel ? 0xc1 : 0xc0010201, 0xffffffffff9c);
        x86_write(&t, 1, intel ? 0x186 : 0xc0010200, 0xc0 | X86_USR | X86_EN | interrupts);
        x86_works(&t, 1, 100, 0);
        x86_over(&t, 1, intel ? 0xc1 : 0xc0010201);
    }
    replay = x86_replay_new(&of, truth, (const struct trace_record *)(const void *)t.records->data);
    for (gsize i = 0; i < t.records->len; i++)
        x86_replay_record(replay, i);
    expected = truth->interrupts->len;
    for (guint i = 0; i < expected; i++) {
        const struct truth_interrupt *what =
            &g_array_index(truth->interrupts, struct truth_interrupt, i);

        ok(what->line == 1 && what->executed == 100 * (i + 1) && what->within == 512,
            "CPU 1's, after %u instructions", 100 * (i + 1));
    }
    x86_replay_free(replay);
    truth_free(truth);
    x86_trace_end(&t);
    return expected;
}

static void vectors(void)
{
    is_u64(due_with(0x2000, 0x400, FALSE, X86_INT), 2, "AMD: each overflow sends an NMI");
    is_u64(due_with(0x2000, 0x10400, FALSE, X86_INT), 0, "... but not through a masked entry");
    is_u64(due_with(0x2000, 0x0fe, FALSE, X86_INT), 0, "... nor through an entry with a vector");
    is_u64(due_with(0x2000, 0x400, FALSE, 0), 0, "... nor without Int");
    is_u64(due_with(0x2000, 0x400, TRUE, X86_INT), 1, "Intel: the first overflow masks the entry");
}

int main(void)
{
    good();
    lost();
    late();
    doubled();
    elsewhere();
    unexpected();
    merged();
    levels();
    faulty();
    vectors();
    return done_testing();
}
