/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests to a running invented machine: reads, changes of the schedule, stops
 * at accesses. */
#include "qemu-plugins/runtime/live.h"

#include "qemu-plugins/trap/access_counters.h"
#include "tests/unit/plugins/invented.h"

#include <stdatomic.h>
#include <sys/socket.h>

static int ours; /* the test's end of the window */

/* Returns its arguments as the value; offset 66 does not exist. */
static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    *value = (uint64_t)block << 32 | offset << 8 | size;
    return offset != 66;
}

static void open_window(const char *more)
{
    int both[2];
    g_autofree char *options_text = NULL;

    begin_qemu(NULL);
    machine.peek = peek;
    ok(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, both), "a window");
    ours = both[0];
    options_text = g_strdup_printf("live=%d%s", both[1], more);
    ok(!install(options_text), "... of a plugin");
    fake_start_cpus();
}

/* The next message, while CPUs idle at virtual time @now; "" if there is none
 * within 5 s. */
static const char *message(uint64_t now)
{
    static char text[LIVE_MESSAGE];
    const gint64 end = g_get_monotonic_time() + 5 * G_TIME_SPAN_SECOND;
    ssize_t n;

    do {
        fake_sleep_until(now);
        n = recv(ours, text, sizeof(text) - 1, MSG_DONTWAIT);
        if (n < 0)
            g_usleep(200);
    } while (n < 0 && g_get_monotonic_time() < end);
    text[MAX(n, 0)] = '\0';
    return text;
}

static const char *answer(uint64_t now, const char *request)
{
    fake_sleep_until(now);
    send(ours, request, strlen(request), 0);
    return message(now);
}

static void test_refusals(void)
{
    begin_qemu(NULL);
    machine.peek = peek;
    is_str(complaint("live=77"), "pmulab: option 'live=77': expected the number of an open file\n",
        "... for a closed descriptor");
    machine.peek = NULL;
    is_str(complaint("live=0"), "pmulab: invented cannot be looked into\n",
        "... for a machine without peek()");
}

static void test_no_symbols(void)
{
    begin_qemu(" runstate_is_running ");
    machine.peek = peek;
    ok(strstr(complaint("live=0"), "pmulab: invented needs runstate_is_running"),
        "... without a function to see it stop");
}

static void test_peek(void)
{
    open_window("");
    is_str(answer(5000, "peek 3:16:4"), "= 5000 300001004", "a look");
    is_u64(m.advanced, 5000, "... at the present time, with the machine up to date");
    ok(m.inside, "... within the arbiter");
    is_str(answer(6000, "peek 3:16:4 7:66:8 0:1:1"), "= 6000 300001004 - 101",
        "several reads, one of a missing register");
    is_str(answer(6000, "peek 3:16:0 3:16:9"), "= 6000 - -", "impossible sizes");
    is_str(answer(6000, "peek 3:16"), "! expected BLOCK:OFFSET:SIZE ...", "an incomplete address");
    is_str(answer(6000, "peek"), "! expected peek, plan or stop", "no address");
    is_str(answer(6000, "dance"), "! expected peek, plan or stop", "nonsense");
}

static void test_plan(void)
{
    open_window("");
    is_str(answer(7000, "plan imc0 X 5"), "= 7000", "a line of the schedule");
    is_u64(m.n_lines, 2, "... is two");
    is_str(m.lines[0], "at boot + 7000ns", "... its time is now");
    is_str(m.lines[1], "imc0 X 5", "... and the line itself");
    is_u64(m.advances, 2, "... which takes effect at once");
    is_str(answer(8000, "plan nonsense"), "! this is nonsense", "a wrong line");
}

static void test_trace_is_written(void)
{
    g_autofree char *file = new_file(""), *more = g_strdup_printf(" trace=%s", file);
    struct read_trace trace;

    open_window(more);
    add_record(TRACE_READ, 5, 6);
    read_trace(&trace, file);
    is_u64(trace.n, 0, "a record is buffered");
    answer(5000, "stop never");
    read_trace(&trace, file);
    is_u64(trace.n, 1, "... until a request");
    unlink(file);
}

/* ---- stops ---- */

static void make_access(void *data)
{
    m.host.trace(m.host.self, data);
}

static void access_at(unsigned block, uint32_t offset, uint64_t pc)
{
    struct trace_record record = {
        .kind = TRACE_WRITE, .size = 4, .block = block, .offset = offset, .time = 1234, .pc = pc};

    arbiter_enter();
    make_access(&record);
    arbiter_leave();
}

/* The monitor stops the machine at the plugin's message. */
static char received[64];

static gpointer monitor(gpointer data)
{
    ssize_t n = recv(ours, received, sizeof(received) - 1, 0);

    received[MAX(n, 0)] = '\0';
    g_usleep(20000);
    fake_lock();
    fake_world.running = false;
    fake_unlock();
    return data;
}

/* CPUs idle until the machine has stopped. */
static void stop(void)
{
    GThread *thread = g_thread_new("monitor", monitor, NULL);

    fake_sleep_until(5000);
    g_thread_join(thread);
} /* cppcheck-suppress memleak */

static bool nothing_comes(void)
{
    char byte;

    fake_sleep_until(5000);
    return recv(ours, &byte, 1, MSG_DONTWAIT) < 0;
}

static void test_stop(void)
{
    open_window("");
    fake_world.running = true;
    access_at(3, 16, 0x1000);
    ok(nothing_comes(), "without a request there is no stop");
    is_str(answer(5000, "stop any"), "= 5000", "a stop at any access is requested");
    access_at(3, 16, 0);
    ok(nothing_comes(), "... hardware's accesses do not stop");
    access_at(3, 16, 0x1000);
    stop();
    is_str(received, "stop 1234 0", "the message has the stop's time and CPU");
    ok(!fake_world.running, "... and the CPU waits until the machine stops");
    fake_world.running = true;
    access_at(3, 16, 0x1000);
    ok(nothing_comes(), "it stops once");
}

static void test_stop_at_place(void)
{
    open_window("");
    fake_world.running = true;
    is_str(answer(5000, "stop 3 16 24"), "= 5000", "a stop at a register is requested");
    access_at(4, 16, 0x1000);
    access_at(3, 12, 0x1000);
    access_at(3, 24, 0x1000);
    ok(nothing_comes(), "... other registers do not stop");
    access_at(3, 20, 0x1000);
    stop();
    is_str(received, "stop 1234 0", "... but its upper half does");
    fake_world.running = true;
    answer(5000, "stop 3 16 24");
    is_str(answer(5000, "stop never"), "= 5000", "the stop is cancelled");
    access_at(3, 16, 0x1000);
    ok(nothing_comes(), "... and does not happen");
    is_str(
        answer(5000, "stop here"), "! expected any, never, or a block and two offsets", "nonsense");
}

/* Without a reader the guest must not wait. */
static void test_nobody(void)
{
    gint64 began;

    open_window("");
    fake_world.running = true;
    answer(5000, "stop any");
    close(ours);
    access_at(3, 16, 0x1000);
    began = g_get_monotonic_time();
    fake_sleep_until(6000);
    ok(g_get_monotonic_time() - began < 4 * G_TIME_SPAN_SECOND,
        "the CPU does not wait for a reader that has exited");
}

int main(void)
{
    apart(test_refusals);
    apart(test_no_symbols);
    apart(test_peek);
    apart(test_plan);
    apart(test_trace_is_written);
    apart(test_stop);
    apart(test_stop_at_place);
    apart(test_nobody);
    return done_testing();
}
