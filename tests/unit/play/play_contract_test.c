/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The results of a plan's operations, held against the contract of an invented
 * machine: `small` has two counters and a fixed one on each of two sockets.
 * CPUs 0 and 1 are on socket 0, 2 and 3 on socket 1. */
#include "harness/play/play_contract.h"

#include "harness/proof/machine_proof.h"
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
        .fixed = strstr(name, "fixed") != NULL,
        .control = strstr(name, "free") ? 0x20ff : 4};
    return g_str_has_prefix(name, "small") ? PERF_EVENT_OURS : PERF_EVENT_OTHER;
}

static gboolean small_injected(const struct injected *what, guint64 *amount)
{
    (void)what;
    *amount = 0;
    return TRUE;
}

static const struct machine_proof small_proof = {
    .replay = small_replay, .event = small_event, .injected = small_injected, .always = TRUE};
static const struct machine small = {.name = "small", .proof = &small_proof};
static const char *const modules[] = {"small-driver", NULL};

/* The number of results that the contract defines, and all complaints. A line
 * "--" begins another program. */
static char *judged(const char *text)
{
    static const struct trace_record none[1];
    const struct perf_check_run run = {.machine = &small, .records = none};
    struct play_where where = {.check = perf_check_new(&run, NULL),
        .cpus = 4,
        .sockets = 2,
        .counters = 2,
        .modules = modules};
    g_auto(GStrv) programs = g_strsplit(text, "--\n", -1);
    g_autoptr(GPtrArray) ops = play_text_read(text), wrong = g_ptr_array_new_with_free_func(g_free);
    GString *found = g_string_new(NULL);
    guint at = 0;

    for (char **program = programs; *program; program++) {
        g_autoptr(GPtrArray) own = play_text_read(*program);

        ((struct play_op *)g_ptr_array_index(ops, at))->first = TRUE;
        at += own->len;
    }
    g_string_printf(found, "%u", play_contract_check(&where, ops, wrong));
    for (guint i = 0; i < wrong->len; i++)
        g_string_append_printf(found, "; %s", (const char *)g_ptr_array_index(wrong, i));
    perf_check_free(where.check);
    return g_string_free(found, FALSE);
}

static void is_judged(const char *text, const char *expected, const char *what)
{
    g_autofree char *found = judged(text);

    is_str(found, expected, "%s", what);
}

/* @line, after lines that open events 0 and 1, requires @right; anything else
 * raises @complaint. */
static void must_be(const char *before, const char *line, const char *right, const char *why)
{
    static const char *const all[] = {"ok", "EINVAL", "EBADF", "ENOENT", "EAGAIN", "EEXIST"};

    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        const gboolean good = !strcmp(all[i], right);
        g_autofree char *text = g_strdup_printf("%s%s = %s\n", before, line, all[i]),
                        *found = judged(text),
                        *wanted =
                            g_strdup_printf("'%s = %s': expected %s: %s", line, all[i], right, why);

        ok(good ? !strchr(found, ';') : strstr(found, wanted) != NULL, "%s = %s is %s", line,
            all[i], good ? "right" : "wrong");
        if (good)
            is_str(strchr(found, ';'), NULL, "... about which the contract is silent");
    }
}

#define TWO "open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 2 = ok\n"

/* ---- opening ---- */

static void test_attributes(void)
{
    must_be(TWO, "open 2 small/e/ cpu 0 period 1000", "EINVAL", "an uncore PMU does not sample");
    must_be(TWO, "open 2 small/e/ cpu 0 task", "EINVAL", "an uncore PMU does not count for tasks");
    must_be(TWO, "open 2 small/e/ cpu any", "EINVAL", "an uncore PMU needs a CPU");
    must_be(TWO, "open 2 small/e/ cpu 0 user", "EINVAL",
        "an uncore PMU does not know user from kernel");
    must_be(TWO, "open 2 small/e/ cpu 3 kernel", "EINVAL",
        "an uncore PMU does not know user from kernel");
    must_be(TWO, "open 2 small/e/ cpu 4", "EINVAL", "there is no such CPU");
    must_be(
        TWO, "open 2 small/e/ cpu 1 period 0", "ok", "the box has taken others, and it has room");
    must_be(TWO, "open 0 small/e/ cpu 0", "ok", "the box has taken others, and it has room");
    is_judged(TWO "open 2 uncore_other/e/ cpu 0 period 1000 = ok\n",
        "1; 'open 2 uncore_other/e/ cpu 0 period 1000 = ok': expected EINVAL: an uncore PMU does "
        "not sample",
        "other PMUs of the driver sample no more");
    is_judged(TWO "open 2 cpu/e/ cpu 0 period 1000 user task = ok\n", "0",
        "other drivers' PMUs may sample");
    is_judged(TWO "open 2 cpu/e/ cpu 0 = EACCES\n", "0", "... and may refuse anything");
}

/* Without an event that was opened before, it is unknown whether the box
 * exists. */
static void test_boxes(void)
{
    is_judged(
        "open 0 small/e/ cpu 0 = EINVAL\n", "0", "a box that has taken no event may be absent");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/e/ cpu 2 = EINVAL\n", "0",
        "... such as a socket's");
    is_judged(
        "open 0 small/e/ cpu 0 = ok\nopen 1 small_1/e/ cpu 0 = EINVAL\n", "0", "... or a PMU's");
    is_judged("open 0 small/e/ cpu 0 period 1 = ENODEV\n", "0", "a PMU that is not in sysfs");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 0 small/e/ cpu 0 period 1 = ENODEV\n",
        "1; 'open 0 small/e/ cpu 0 period 1 = ENODEV': expected EINVAL: an uncore PMU does not "
        "sample",
        "... unless it existed before");
    is_judged("open 0 uncore_x/e/ cpu 0 = ok\nopen 1 uncore_x/event=0x102/ cpu any = ENODEV\n", "0",
        "an event of another PMU may be one that pmulab-play cannot read");
    is_judged("open 0 small/e/ cpu 0 = ok\nput /a b = ok\nopen 1 small/e/ cpu 0 = EINVAL\n", "0",
        "after a write to a file it may be absent");
    is_judged("open 0 small/e/ cpu 0 = ok\n--\nopen 1 small/e/ cpu 0 = EINVAL\n", "0",
        "... and in the next program");
    is_judged("open 0 small/e/ cpu 0 = ok\ncpu 1 off = ok\nopen 1 small/e/ cpu 1 = ENODEV\n", "0",
        "a CPU that is off may be refused");
    is_judged("open 0 small/e/ cpu 0 = ok\ncpu 1 off = ok\nopen 1 small/e/ cpu 0 = ENODEV\n",
        "1; 'open 1 small/e/ cpu 0 = ENODEV': expected ok: the box has taken others, and it has "
        "room",
        "... and no other is refused");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/free/ cpu 0 = EINVAL\n", "0",
        "event code 255 is the driver's own");
    is_judged("open 0 small/e/ cpu 0 = ok\nopen 1 small/fixed/ cpu 0 = EINVAL\n",
        "1; 'open 1 small/fixed/ cpu 0 = EINVAL': expected ok: the box has taken others, and it "
        "has room",
        "... and the fixed counter's");
}

/* ---- groups ---- */

#define GROUP TWO "open 2 small/e/ cpu 0 in 0 = ok\n"
#define FULL  "the box has not enough counters for the group"
#define ROOM  "the box has taken others, and it has room"

static void test_groups(void)
{
    must_be(TWO, "open 2 small/e/ cpu 0 in 5", "EBADF", "the group's leader is not open");
    must_be(TWO, "open 2 small/e/ cpu 0 in 99", "EBADF", "the group's leader is not open");
    must_be(TWO, "open 0 small/e/ cpu 0 in 0", "EBADF", "the group's leader is not open");
    must_be(GROUP, "open 3 small/e/ cpu 0 in 2", "EINVAL", "its leader is in a group itself");
    must_be(TWO, "open 3 small/e/ cpu 0 in 1", "EINVAL", "the group is of another PMU or socket");
    must_be(TWO, "open 3 small_1/e/ cpu 0 in 0", "EINVAL", "the group is of another PMU or socket");
    must_be(TWO, "open 3 small/e/ cpu 1 in 0", "ok", ROOM);
    must_be(GROUP, "open 3 small/e/ cpu 0 in 0", "EINVAL", FULL);
    must_be(GROUP, "open 3 small/fixed/ cpu 0 in 0", "ok", ROOM);
    must_be(GROUP, "open 2 small/e/ cpu 0 in 0", "ok", ROOM);
    must_be(TWO "open 2 small/fixed/ cpu 0 in 0 = ok\n", "open 3 small/fixed/ cpu 0 in 0", "EINVAL",
        FULL);
    must_be(TWO "open 2 small/fixed/ cpu 0 in 0 = ok\n", "open 3 small/e/ cpu 0 in 0", "ok", ROOM);
    must_be(GROUP "off 0 = ok\n", "open 3 small/e/ cpu 0 in 0", "EINVAL", FULL);
    is_judged(GROUP "off 2 = ok\nopen 3 small/e/ cpu 0 in 0 = EINVAL\n", "2",
        "a member that is off may be ignored");
    is_judged(GROUP "off 2 = ok\nopen 3 small/e/ cpu 0 in 0 = ok\n", "2", "... or may count");
    must_be(GROUP "close 2 = ok\n", "open 3 small/e/ cpu 0 in 0", "ok", ROOM);
    must_be(GROUP "close 0 = ok\n", "open 3 small/e/ cpu 0 in 2", "ok", ROOM);
    must_be(GROUP "map 0 = ok\nclose 0 = ok\n", "open 3 small/e/ cpu 0 in 0", "EBADF",
        "the group's leader is not open");
    must_be(GROUP "map 0 = ok\nclose 0 = ok\n", "open 3 small/e/ cpu 0 in 2", "EINVAL",
        "its leader is in a group itself");
    is_judged(GROUP
        "cpu 1 off = ok\nopen 3 small/e/ cpu 0 in 0 = ok\nopen 4 small/e/ cpu 0 in 2 = ok\n",
        "1", "a group may break up when a CPU goes off");
    is_judged(GROUP "cpu 1 off = ok\nopen 3 small/e/ cpu 0 in 0 = ENODEV\n", "1",
        "... and accept no member");
}

/* ---- others ---- */

static void test_events(void)
{
    static const char *const verbs[] = {"on", "off", "reset", "close", "map"};

    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        g_autofree char *open = g_strdup_printf("%s 0", verbs[i]),
                        *closed = g_strdup_printf("%s 7", verbs[i]);

        must_be(TWO, open, "ok", "it is open");
        must_be(TWO, closed, "EBADF", "it is not open");
    }
    is_judged(TWO "read 0 = 5 enabled 6 running 7\n", "1", "a count is also right");
    is_judged(TWO "read 7 = 5 enabled 6 running 7\n",
        "1; 'read 7 = 5 enabled 6 running 7': expected EBADF: it is not open",
        "... if there is an event");
    is_judged("open 0 cpu/e/ cpu 0 = ok\nread 0 = ENODATA\n",
        "1; 'read 0 = ENODATA': expected ok: it is open", "... on any PMU");
    is_judged(TWO "cpu 3 off = ok\nread 0 = ENODATA\nmap 0 = ENODEV\n", "0",
        "when a CPU goes off, any event may go");
    must_be(TWO, "map 0 3", "EINVAL", "the pages of a ring are a power of 2");
    must_be(TWO, "map 0 8", "ok", "it is open");
    must_be(TWO, "unmap 0", "EINVAL", "it is not mapped");
    must_be(TWO "map 0 = ok\nclose 0 = ok\n", "unmap 0", "ok", "it is mapped");
    must_be(TWO "map 0 = ok\nunmap 0 = ok\n", "unmap 0", "EINVAL", "it is not mapped");
    is_judged(
        "wait 5 = ok\ncpu 0 off = EPERM\nput /a b = ENOENT\n", "0", "other numbers are unknown");
}

/* ---- the driver ---- */

#define OFF TWO "close 0 = ok\nclose 1 = ok\nmodule small_driver off = ok\n"

static void test_module(void)
{
    must_be(TWO "module small-driver on = EEXIST\n", "module small_driver off", "EAGAIN",
        "an event of it is open or mapped");
    must_be(TWO "module small-driver off = EAGAIN\nclose 0 = ok\nmap 1 = ok\nclose 1 = ok\n",
        "module small-driver off", "EAGAIN", "an event of it is open or mapped");
    must_be(TWO "module small-driver off = EAGAIN\nclose 0 = ok\nclose 1 = ok\n",
        "module small-driver off", "ok", "no event of it is open or mapped");
    must_be(
        TWO "module small-driver on = EEXIST\n", "module small-driver on", "EEXIST", "it is on");
    must_be(OFF, "module small-driver off", "ENOENT", "it is off");
    must_be(OFF, "module small-driver on", "ok", "it is off");
    must_be(OFF, "open 0 small/e/ cpu 0", "ENODEV", "its module is off");
    must_be(OFF "module small-driver on = ok\n", "open 0 small/e/ cpu 0", "ok", ROOM);
    is_judged("module small-driver off = ok\n", "1", "at first it may be loaded");
    is_judged("module small-driver off = ENOENT\n", "0", "... or not");
    is_judged("module small-driver off = EAGAIN\n",
        "1; 'module small-driver off = EAGAIN': expected ok: no event of it is open or mapped",
        "... but no event uses it");
    is_judged("module small-driver on = ok\n", "0", "... and may be loaded");
    is_judged("module small-driver on = EEXIST\n", "0", "... or not");
    is_judged(OFF "--\nopen 0 small/e/ cpu 0 = ok\nmodule small-driver on = EEXIST\n", "3",
        "the next program starts without this knowledge");
    is_judged(OFF "cpu 3 off = ok\nmodule small-driver on = ok\ncpu 3 on = ok\nopen 0 small/e/ cpu "
                  "2 = EINVAL\n",
        "4", "with a CPU off it may miss a socket");
    is_judged("module other off = EBUSY\nmodule other on = ENOENT\nopen 0 small/e/ cpu 0 = ok\n",
        "0", "other modules are not judged");
    is_judged(OFF
        "open 0 cpu/e/ cpu 0 = ok\nmodule small-driver on = ok\nmodule small-driver off = EAGAIN\n",
        "5; 'module small-driver off = EAGAIN': expected ok: no event of it is open or mapped",
        "other PMUs' events do not keep it loaded");
}

int main(void)
{
    test_attributes();
    test_boxes();
    test_groups();
    test_events();
    test_module();
    return done_testing();
}
