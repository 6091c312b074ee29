/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reads of a plan's operations, compared on an invented machine. Box 0 of
 * socket 0 and box 1 of socket 1 see one event of PMU `small` in each ns, and
 * ten of `fast`. CPUs 0 and 1 are on socket 0, 2 and 3 on socket 1. */
#include "harness/play/play_check.h"

#include "harness/judge/judge_step.h"
#include "models/sim/step.h"
#include "tests/tap.h"

#include <string.h>

static struct truth *small_replay(
    struct planned planned, const struct trace_record *records, gsize n)
{
    (void)planned;
    (void)records;
    (void)n;
    return truth_new();
}

static enum perf_event_kind small_event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    (void)planned;
    (void)error;
    *event = (struct perf_event){.places = {{.block = 0, .socket = 0}, {.block = 1, .socket = 1}},
        .n_places = 2,
        .events = 1};
    return g_str_has_prefix(name, "small/") ? PERF_EVENT_OURS : PERF_EVENT_OTHER;
}

static gboolean small_injected(const struct injected *what, guint64 *amount)
{
    g_assert(what->counter == INJECTED_ALWAYS);
    if (strstr(what->event, "unlisted"))
        return injected_not_modelled(what);
    if (strstr(what->event, "secret"))
        return FALSE;
    *amount = (what->to - what->from) * (strstr(what->event, "fast") ? 10 : 1);
    return TRUE;
}

static const struct machine_proof small_proof = {.replay = small_replay,
    .event = small_event,
    .injected = small_injected,
    .always = TRUE,
    .counters = 4};
static const struct machine small = {.name = "small", .proof = &small_proof};

/* ---- plays ---- */

enum { RECORDS = 256, STEP = 1 };

static struct trace_record records[RECORDS];
static unsigned n_records;

static void record(enum trace_kind kind, uint32_t offset, uint64_t value)
{
    static uint64_t time;

    time = n_records ? time : 0;
    records[n_records++] =
        (struct trace_record){.kind = kind, .offset = offset, .value = value, .time = time};
    /* An operation takes 10 ns, with 90 ns between two of them. */
    time += kind == TRACE_WITNESS && !(value & 1) ? 10 : 90;
}

/* Operation number n, from 0, of the text begins at 90 + 100 * n. A line "--"
 * begins another program. */
static void make_trace(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    uint64_t number = 1;

    n_records = 0;
    record(TRACE_STEP_BEGIN, 0, STEP);
    for (char **line = lines; *line && **line; line++) {
        if (!strcmp(*line, "--")) {
            number = 1;
            continue;
        }
        record(TRACE_WITNESS, WITNESS_PLAY, number << 1);
        record(TRACE_WITNESS, WITNESS_PLAY, number++ << 1 | 1);
    }
    record(TRACE_STEP_END, 0, STEP);
}

static struct play_result *check(const char *text, GError **error)
{
    const struct perf_check_run run = {
        .machine = &small, .records = records, .n_records = n_records};
    struct play_where where = {
        .check = perf_check_new(&run, NULL), .step = STEP, .cpus = 4, .sockets = 2, .counters = 4};
    struct play_result *result = play_check(&where, text, error);

    perf_check_free(where.check);
    return result;
}

/* The numbers of reads that are compared with two amounts and with one, of
 * pairs, and all complaints. */
static void is_judged(const char *text, const char *expected, const char *what)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) found = g_string_new(NULL);
    struct play_result *result;

    make_trace(text);
    result = check(text, &error);
    if (!result)
        g_string_append(found, error->message);
    else
        g_string_printf(found, "%u, %u, %u", result->between, result->below, result->pairs);
    for (guint i = 0; result && i < result->wrong->len; i++)
        g_string_append_printf(found, "; %s", (const char *)g_ptr_array_index(result->wrong, i));
    is_str(found->str, expected, "%s", what);
    play_result_free(result);
}

/* It is on from 190..200 to the read at 290..300. */
static void test_bounds(void)
{
    static const char *const play =
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nread 0 = %u enabled 95 running 95\n";
    static const struct {
        unsigned count;
        const char *expected;
    } rows[] = {
        {90, "1, 0, 0"},
        {110, "1, 0, 0"},
        {89, "1, 0, 0; 'read 0 = 89 enabled 95 running 95': small/e/: too few: the scenario "
             "injected at "
             "least 90 while it was on"},
        {111, "1, 0, 0; 'read 0 = 111 enabled 95 running 95': small/e/: too many: the scenario "
              "injected at "
              "most 110 while it was on"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf(play, rows[i].count);

        is_judged(text, rows[i].expected, "a count between the least and greatest injected amount");
    }
}

/* Reads with an unknown amount are counted, each by its reason. */
static void unjudged_are(const char *text, guint unknown, guint others)
{
    struct play_result *result;

    make_trace(text);
    result = check(text, NULL);
    is_u64(result->unknown, unknown, "reads of events with an unknown injected amount");
    is_u64(result->others, others, "... and of events that plays do not judge");
    is_u64(result->reads + result->wrong->len, 0, "... are not judged");
    play_result_free(result);
}

static void test_unjudged(void)
{
    unjudged_are(
        "open 0 small/secret/ cpu 0 = ok\non 0 = ok\nread 0 = 7 enabled 1 running 1\n", 1, 0);
    unjudged_are("open 0 other/e/ cpu 0 = ok\non 0 = ok\nread 0 = 7 enabled 1 running 1\n", 0, 1);
}

static void test_others(void)
{
    is_judged("open 0 other/e/ cpu 0 = ok\non 0 = ok\nread 0 = 7 enabled 1 running 1\n", "0, 0, 0",
        "another machine's event");
    is_judged("open 0 small/e/ cpu 4 = ok\non 0 = ok\nread 0 = 7 enabled 1 running 1\n",
        "0, 0, 0; 'open 0 small/e/ cpu 4 = ok': expected EINVAL: there is no such CPU",
        "an event on a missing CPU");
    is_judged("open 0 small/e/ cpu 0 = EINVAL\non 0 = EBADF\nread 0 = EBADF\n", "0, 0, 0",
        "an event that did not open");
    is_judged("open 0 small/e/ cpu 0 = ok\nread 0 = 0 enabled 0 running 0\noff 0 = ok\nread 0 = 0 "
              "enabled "
              "0 running 0\n",
        "2, 0, 0", "an event that is off counts nothing");
    is_judged("open 0 small/fast/ cpu 3 = ok\non 0 = ok\nread 0 = 1000 enabled 1 running 1\n",
        "1, 0, 0", "the event's own amount, on another socket");
    is_judged("", "the output has no operation of pmulab-play", "no operation");
}

/* Off from 390..400: 290 to 310 events. Then it is reset, and is on again from
 * 590..600 to 690..700. */
static void test_off_and_reset(void)
{
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nwait 90 = ok\noff 0 = ok\nread 0 = 190 enabled 9 "
        "running 9\non 0 = ok\nread 0 = 280 enabled 9 running 9\n",
        "2, 0, 0", "off and on again: the amounts add up");
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\nwait 90 = ok\noff 0 = ok\nread 0 = 211 "
              "enabled 9 running 9\n",
        "1, 0, 0; 'read 0 = 211 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 210 "
        "while it was on",
        "... and not more");
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\noff 0 = ok\nreset 0 = ok\nread 0 = 1 enabled "
              "9 running 9\n",
        "1, 0, 0; 'read 0 = 1 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 0 "
        "while it was on",
        "a reset leaves nothing");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nreset 0 = ok\nread 0 = 111 enabled 9 running 9\n",
        "1, 0, 0; 'read 0 = 111 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 110 "
        "while it was on",
        "... at some time within it");
}

/* Operations that switch events also stop the others. */
static void test_disturbed(void)
{
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nopen 1 small/e/ cpu 0 = ok\nread 0 = 180 enabled 9 "
        "running 9\n",
        "1, 0, 0", "another event's open may stop it");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nwait 9 = ok\nread 0 = 189 enabled 9 running 9\n",
        "1, 0, 0; 'read 0 = 189 enabled 9 running 9': small/e/: too few: the scenario injected at "
        "least 190 "
        "while it was on",
        "... and a wait does not");
}

static void test_turns(void)
{
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\nread 0 = 1 enabled 9 running 8\n", "0, 1, 0",
        "an event that takes turns may have less");
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\nread 0 = 111 enabled 9 running 8\n",
        "0, 1, 0; 'read 0 = 111 enabled 9 running 8': small/e/: too many: the scenario injected at "
        "most 110 "
        "while it was on",
        "... but not more");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 = ok\non 0 = ok\non 1 = ok\nread 0 = 1 "
        "enabled 9 running 9\nread 1 = 1 enabled 9 running 8\n",
        "0, 2, 0", "so may another in its place");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 = ok\non 0 = ok\non 1 = ok\nread 0 = 1 "
        "enabled 9 running 9\nclose 1 = ok\n",
        "0, 1, 0", "... even if its own count is unknown");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 2 = ok\non 0 = ok\non 1 = ok\nread 0 = 1 "
        "enabled 9 running 9\nread 1 = 1 enabled 9 running 8\n",
        "1, 1, 0; 'read 0 = 1 enabled 9 running 9': small/e/: too few: the scenario injected at "
        "least 180 "
        "while it was on",
        "... and not one in another place");
}

/* ---- groups ---- */

#define GROUP "open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 in 0 = ok\n"

static void test_groups(void)
{
    is_judged(GROUP "read 1 = 0 enabled 0 running 0\non 0 = ok\nread 1 = 90 enabled 9 running 9\n",
        "0, 2, 0", "a member counts while its leader is on, and may take turns");
    is_judged(GROUP
        "on 0 all = ok\nwait 9 = ok\noff 0 all = ok\nread 0 = 195 enabled 9 running 9\nread 1 = "
        "195 enabled 9 running 9\n",
        "2, 0, 1", "two members of a group have the same count");
    is_judged(GROUP
        "on 0 all = ok\nwait 9 = ok\noff 0 all = ok\nread 0 = 195 enabled 9 running 9\nread 1 = "
        "196 enabled 9 running 9\n",
        "2, 0, 1; 'read 1 = 196 enabled 9 running 9': small/e/: event 0 of its group counts the "
        "same in the "
        "same time, and came to 195",
        "... or the difference is reported");
    is_judged(GROUP
        "on 0 all = ok\noff 0 all = ok\non 0 all = ok\nwait 9 = ok\noff 0 = ok\nread 0 = 290 "
        "enabled 9 running 9\nread 1 = 288 enabled 9 running 9\n",
        "2, 0, 0", "not if each was switched on by itself");
    is_judged(GROUP
        "on 1 all = ok\nwait 9 = ok\noff 1 all = ok\nread 0 = 195 enabled 9 running 9\n"
        "reset 1 all = ok\nread 0 = 0 enabled 9 running 9\nread 1 = 0 enabled 9 running 9\n",
        "3, 0, 1", "`all` is for the group, with any member");
    is_judged(GROUP
        "on 0 all = ok\noff 1 = ok\noff 0 all = ok\nread 0 = 190 enabled 9 running 9\nread 1 = "
        "95 enabled 9 running 9\n",
        "2, 0, 0", "not if one was off before the other");
    is_judged(GROUP
        "on 0 all = ok\noff 0 all = ok\nreset 0 = ok\nread 0 = 0 enabled 9 running 9\nread 1 = "
        "95 enabled 9 running 9\n",
        "2, 0, 0", "... or was reset alone");
    is_judged(GROUP
        "on 0 all = ok\noff 0 all = ok\nreset 0 all = ok\nread 0 = 0 enabled 9 running 9\nread 1 "
        "= 1 enabled 9 running 9\n",
        "2, 0, 1; 'read 1 = 1 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 0 "
        "while it was on; 'read 1 = 1 enabled 9 running 9': small/e/: event 0 of its group counts "
        "the same "
        "in the same time, and came to 0",
        "reset together they are equal");
    is_judged(GROUP
        "on 0 = ok\nread 0 = 100 enabled 9 running 9\nread 1 = 200 enabled 9 running 9\n",
        "2, 0, 0", "not while they count");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 2 small/fast/ cpu 0 in 0 = ok\non 0 = ok\noff 0 = "
              "ok\nread 0 "
              "= 95 enabled 9 running 9\nread 2 = 950 enabled 9 running 9\n",
        "2, 0, 0", "not if they count different events");
    is_judged(GROUP "on 0 = ok\nread 0 = 100 enabled 9 running 9\nclose 0 = ok\nread 1 = 280 "
                    "enabled 9 running 9\n",
        "2, 0, 0", "a member continues without its leader");
}

/* ---- mappings ---- */

/* A mapped leader continues after its close, from 390..400, to its unmap at
 * 490..500. */
static void test_mapped(void)
{
    is_judged(GROUP
        "map 0 = ok\non 0 = ok\nclose 0 = ok\nunmap 0 = ok\nread 1 = 310 enabled 9 running 9\n",
        "0, 1, 0", "a member continues with a mapped leader, and then alone");
    is_judged(GROUP "map 0 = ok\nclose 0 = ok\nwait 9 = ok\nread 1 = 1 enabled 9 running 9\n",
        "1, 0, 0; 'read 1 = 1 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 0 "
        "while "
        "it was on",
        "... and waits for a leader that is off");
    is_judged(GROUP
        "map 0 = ok\nclose 0 = ok\nunmap 0 = ok\nwait 9 = ok\nread 1 = 89 enabled 9 running 9\n",
        "1, 0, 0; 'read 1 = 89 enabled 9 running 9': small/e/: too few: the scenario injected at "
        "least 190 "
        "while it was on",
        "... until the leader is unmapped");
    is_judged(GROUP "map 0 = ok\nclose 0 = ok\non 1 all = ok\nwait 9 = ok\noff 1 all = ok\nread 1 "
                    "= 190 enabled "
                    "9 running 9\n",
        "1, 0, 0", "`all` also applies to it");
    is_judged(GROUP
        "unmap 0 = EINVAL\nmap 0 = EINVAL\nclose 0 = ok\nread 1 = 95 enabled 9 running 9\n",
        "1, 0, 0; 'map 0 = EINVAL': expected ok: it is open",
        "an unmapped event ends with its close");
    is_judged(GROUP
        "map 0 = ok\nclose 0 = ok\nopen 0 small/e/ cpu 0 = ok\non 0 = ok\nclose 0 = ok\n"
        "wait 9 = ok\nread 1 = 1 enabled 9 running 9\n",
        "0, 1, 0; 'read 1 = 1 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 0 "
        "while "
        "it was on",
        "a number's mapping keeps only its own event");
    is_judged(GROUP
        "map 0 = ok\nclose 0 = ok\n--\nopen 1 small/e/ cpu 0 = ok\nread 1 = 0 enabled 9 running 9\n"
        "unmap 0 = EINVAL\n",
        "0, 1, 0", "the next program has no mappings");
}

/* A box whose event takes turns unseen: it cannot be read between its close and
 * its unmap. */
static void test_unseen(void)
{
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 = ok\nmap 0 = ok\non 0 = ok\nread "
              "0 = 95 "
              "enabled 9 running 9\nclose 0 = ok\non 1 = ok\nread 1 = 1 enabled 9 running 9\nunmap "
              "0 = ok\n",
        "0, 2, 0", "an event that continues after its close may take turns");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 = ok\nmap 0 = ok\nclose 0 = "
              "ok\non 1 = ok\n"
              "read 1 = 95 enabled 9 running 9\nunmap 0 = ok\n",
        "1, 0, 0", "... unless it is off");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 0 = ok\nmap 0 = ok\non 0 = "
              "ok\nclose 0 = ok\n"
              "open 0 small/e/ cpu 0 = ok\nread 0 = 0 enabled 9 running 9\non 1 = ok\n"
              "read 1 = 1 enabled 9 running 9\nunmap 0 = ok\n",
        "0, 2, 0", "... and later reads of its number are another event's");
    is_judged("open 0 small/e/ cpu 0 period 0 = ok\non 0 = ok\nread 0 = 95 enabled 9 running 9\n",
        "1, 0, 0", "a missing period is no attribute");
    is_judged("open 0 small/e/ cpu 0 user = ok\non 0 = ok\nread 0 = 7 enabled 9 running 9\n",
        "0, 0, 0; 'open 0 small/e/ cpu 0 user = ok': expected EINVAL: an uncore PMU does not know "
        "user from "
        "kernel",
        "with a period its count is unknown");
    is_judged("open 0 other/e/ cpu 0 user = ok\non 0 = ok\nread 0 = 7 enabled 9 running 9\n",
        "0, 0, 0", "exclusions on other PMUs are not judged");
}

/* ---- CPUs, programs ---- */

static void test_cpus(void)
{
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\ncpu 0 off = ok\nread 0 = 180 enabled 9 running 9\n",
        "1, 0, 0", "another CPU of the socket continues it");
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\ncpu 1 off = ok\ncpu 0 off = ok\ncpu 0 on = "
              "ok\nread 0 "
              "= 180 enabled 9 running 9\n",
        "1, 0, 0", "with the last CPU it may end");
    is_judged("open 0 small/e/ cpu 0 = ok\non 0 = ok\ncpu 2 off = ok\ncpu 3 off = ok\nread 0 = 1 "
              "enabled 9 "
              "running 9\n",
        "1, 0, 0; 'read 0 = 1 enabled 9 running 9': small/e/: too few: the scenario injected at "
        "least 270 "
        "while it was on",
        "another socket's CPUs do not matter");
    is_judged(GROUP "on 0 = ok\ncpu 0 off = ok\ncpu 1 off = ok\nreset 1 all = ok\nread 0 = 200 "
                    "enabled 9 running "
                    "9\nread 1 = 0 enabled 9 running 9\n",
        "2, 0, 0", "with the last CPU a group ends, and `all` is for one event alone");
}

static void test_moved(void)
{
    is_judged("open 0 small/e/ cpu 0 = ok\ncpu 1 off = ok\nread 0 = 9 enabled 9 running 9\n",
        "1, 0, 0; 'read 0 = 9 enabled 9 running 9': small/e/: too many: the scenario injected at "
        "most 0 "
        "while it "
        "was on; a CPU went off while it was off",
        "an event that is off counts since a CPU went off");
}

static void test_programs(void)
{
    is_judged(
        "open 0 small/e/ cpu 0 = ok\non 0 = ok\nread 0 = 95 enabled 9 running 9\n--\nread 0 = "
        "EBADF\nopen 0 small/e/ cpu 0 = ok\nread 0 = 0 enabled 0 running 0\n",
        "2, 0, 0", "the next program has no events");
}

static void test_marks(void)
{
    static const char *const one = "open 0 small/e/ cpu 0 = ok\n",
                             *const two = "close 0 = ok\nclose 0 = EBADF\n";
    g_autoptr(GError) error = NULL, other = NULL;

    make_trace(one);
    ok(!check(two, &error), "more operations than marks");
    is_str(error->message,
        "the output has 2 operations, the trace the marks of 1: expected the same",
        "... are reported");
    make_trace(two);
    ok(!check(one, &other), "... or fewer");
    is_str(other->message,
        "the output has 1 operations, the trace the marks of 2: expected the same",
        "... are reported");
}

/* ---- text ---- */

static void test_text(void)
{
    g_autoptr(GPtrArray) ops = play_text_read(
        "noise\nopen 5 small/a=1,b=2/ cpu 3 in 4 = ok\nreset 5 all = EBADF\ncpu 12 off = "
        "EBUSY\nput /sys/x 1 = ok\nread 64 = EBADF\nread 63 = 18446744073709551615 enabled 2 "
        "running 1\nread 1 = 5\nopen 1 small// = ok\nwait 5 = ok\n"
        "open 6 small// cpu any in 2 period 7 user task = EINVAL\nmap 6 8 = ok\nmodule a-b on = "
        "EEXIST\nopen 1 small// cpu = ok\nopen 1 small// cpu 0 period = ok\nunmap 6 = ok\n");
    const struct play_op *op = g_ptr_array_index(ops, 0);

    is_u64(ops->len, 10, "ten operations, beside other text and malformed lines");
    ok(op->verb == PLAY_OPEN && op->event == 5 && !strcmp(op->name, "small/a=1,b=2/") &&
            op->cpu == 3 && op->leader == 4 && op->done,
        "an event in a group");
    op = g_ptr_array_index(ops, 1);
    ok(op->verb == PLAY_RESET && op->event == 5 && op->whole && !op->done,
        "a group that was not reset");
    op = g_ptr_array_index(ops, 2);
    ok(op->verb == PLAY_CPU && op->cpu == 12 && !op->on && !op->done, "a CPU that did not go off");
    op = g_ptr_array_index(ops, 4);
    ok(op->verb == PLAY_READ && op->event == 63 && op->count == UINT64_MAX && op->enabled == 2 &&
            op->running == 1 && op->done,
        "a count");
    op = g_ptr_array_index(ops, 6);
    ok(op->cpu == PLAY_ANY_CPU && op->leader == 2 && op->samples && op->excludes && op->task,
        "an event with all attributes");
    is_str(op->result, "EINVAL", "... and its result");
    op = g_ptr_array_index(ops, 7);
    ok(op->verb == PLAY_MAP && op->event == 6 && op->pages == 8 && op->done, "a mapping");
    op = g_ptr_array_index(ops, 8);
    ok(op->verb == PLAY_MODULE && !strcmp(op->name, "a-b") && op->on && !op->done, "a module");
    op = g_ptr_array_index(ops, 9);
    ok(op->verb == PLAY_UNMAP && op->event == 6 && op->done, "its end");
}

/* ---- as an expectation ---- */

static gboolean allows; /* events of no table may lack their third hop */

static struct play_judged {
    gboolean ok;
    guint64 held;     /* reads */
    char notes[4096]; /* a line each */
} judge(const char *output, unsigned cpus, const char *no_check)
{
    const struct machine four = {.name = "small", .proof = &small_proof, .cpus = 4};
    const struct perf_check_run run = {
        .machine = &four, .records = records, .n_records = n_records};
    const struct scenario scenario = {.machine = &four, .cpus = cpus, .sockets = 2};
    struct judging judging = {.scenario = &scenario,
        .judgement = judgement_new(STEP),
        .check = no_check ? NULL : perf_check_new(&run, NULL),
        .no_check = (char *)(guintptr)no_check};
    struct run_step step = {.out = g_string_new(output), .err = g_string_new("")};
    const struct expect expect = {.kind = EXPECT_PLAY, .unmodelled = allows};
    const struct matter matter = {.judging = &judging,
        .run = &step,
        .expect = &expect,
        .index = STEP - 1,
        .notes = g_ptr_array_new_with_free_func(g_free)};
    struct play_judged judged = {.ok = judge_play(&matter)};

    judged.held = judging.judgement->held;
    judgement_free(judging.judgement);

    for (guint i = 0; i < matter.notes->len; i++) {
        g_strlcat(judged.notes, g_ptr_array_index(matter.notes, i), sizeof(judged.notes));
        g_strlcat(judged.notes, "\n", sizeof(judged.notes));
    }
    if (judging.check)
        perf_check_free(judging.check);
    g_ptr_array_unref(matter.notes);
    g_string_free(step.out, TRUE);
    g_string_free(step.err, TRUE);
    return judged;
}

#define OWN_READ "on 0 = ok\nread 0 = 95 enabled 9 running 9\n"
static const char own[] = "open 0 small/e/ cpu 0 = ok\n" OWN_READ;

static void test_expected(void)
{
    struct play_judged judged;

    make_trace(own);
    judged = judge(own, 0, NULL);
    ok(judged.ok, "a play as expected");
    is_str(judged.notes,
        "3 operations; 2 results by contract; 1 reads: 1 between two amounts, 0 below one, for "
        "they took turns; 0 pairs of a group\n",
        "... and the judged operations");
    is_u64(judged.held, 1, "... one read was compared with the truth");
    judged = judge(own, 0, "no replay");
    ok(!judged.ok, "a trace that cannot be checked");
    is_str(judged.notes, "no replay\n", "... and why");
    is_u64(judged.held, 0, "... and nothing is compared with the truth");
    judged = judge("nothing\n", 0, NULL);
    ok(!judged.ok, "an output without operations");
    is_str(judged.notes,
        "the output has no operation of pmulab-play\nstandard output:\n| nothing\n",
        "... with the output");
}

static void test_not_injected(void)
{
    static const char secret[] = "open 0 small/secret/ cpu 0 = ok\n" OWN_READ;
    static const char unlisted[] = "open 0 small/unlisted/ cpu 0 = ok\n" OWN_READ;
    struct play_judged judged;

    make_trace(own);
    judged = judge(secret, 0, NULL);
    ok(!judged.ok &&
            strstr(judged.notes, "hop three is missing; expected all hops, or 'without injected "
                                 "REASON'\n"),
        "a read with an unknown injected amount: %s", judged.notes);
    allows = TRUE;
    ok(!judge(secret, 0, NULL).ok, "... also where events of no table may lack it");
    ok(judge(unlisted, 0, NULL).ok, "... as this one is");
    allows = FALSE;
    ok(!judge(unlisted, 0, NULL).ok, "... and by itself it may not");
    judged = judge("open 0 other/e/ cpu 0 = ok\n" OWN_READ, 0, NULL);
    ok(judged.ok && g_str_has_prefix(judged.notes, "1 reads of events that no play judges\n"),
        "a read of another event is noted");
}

static void test_number_of_cpus(void)
{
    static const char play[] =
        "open 0 small/e/ cpu 3 = ok\non 0 = ok\nread 0 = 0 enabled 9 running 9\n";
    struct play_judged judged;

    make_trace(play);
    ok(!judge(play, 0, NULL).ok, "the machine's own number of CPUs: CPU 3 is on the second socket");
    judged = judge(play, 2, NULL);
    ok(strstr(judged.notes, "expected EINVAL: there is no such CPU") &&
            !strstr(judged.notes, "too few"),
        "a scenario with two CPUs: there is no CPU 3");
}

static void test_many_wrong(void)
{
    g_autoptr(GString) twelve = g_string_new("open 0 small/e/ cpu 0 = ok\n");
    struct play_judged judged;
    unsigned lines = 0;

    for (unsigned i = 0; i < 12; i++)
        g_string_append(twelve, "read 0 = 1 enabled 0 running 0\n");
    make_trace(twelve->str);
    judged = judge(twelve->str, 0, NULL);
    ok(!judged.ok, "twelve wrong reads");
    for (const char *at = judged.notes; *at; at++)
        lines += *at == '\n';
    is_u64(lines, 1 + 10, "... ten of them are reported");
}

int main(void)
{
    test_bounds();
    test_others();
    test_unjudged();
    test_off_and_reset();
    test_disturbed();
    test_turns();
    test_groups();
    test_mapped();
    test_unseen();
    test_cpus();
    test_moved();
    test_programs();
    test_marks();
    test_text();
    test_expected();
    test_not_injected();
    test_number_of_cpus();
    test_many_wrong();
    return done_testing();
}
