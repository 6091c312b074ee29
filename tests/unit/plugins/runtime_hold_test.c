/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Holding, saving and resuming a guest with an invented machine; and QEMU's
 * exit. */
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/trap/access_counters.h"
#include "tests/unit/plugins/invented.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* ---- holding ---- */

static int ours, theirs;
static atomic_uint held;

/* QEMU's main loop state after its sleep. */
enum { AFTER_SLEEP = 1 };

static atomic_bool handled, entered;

/* The command: waits until the guest is held, then resumes it. While it is
 * held, the main loop need not wait for its turn, other CPUs can make accesses,
 * and input is handled under the big lock. */
static gpointer command(gpointer data)
{
    char byte = 0;

    (void)data;
    while (read(ours, &byte, 1) == 1 && byte == '.') {
        held++;
        fake_lock();
        fake_poll(AFTER_SLEEP);
        entered = arbiter_try_enter(100);
        if (entered)
            arbiter_leave();
        if (write(ours, ".", 1) != 1)
            break;
        g_usleep(30000);
        handled = true;
        fake_unlock();
    }
    return NULL;
}

static void connect_command(void)
{
    int both[2];

    ok(!socketpair(AF_UNIX, SOCK_STREAM, 0, both), "a command");
    ours = both[0];
    theirs = both[1];
}

static bool is_runtimes, inside, interrupted;

static void mark(void *data)
{
    arbiter_enter();
    errno = interrupted ? EINTR : 0; /* as left by an earlier call */
    is_runtimes = runtime_marked(*(uint64_t *)data);
    inside = arbiter_is_mine();
    access_counters_add(0, true, 0);
    arbiter_leave();
}

static bool marked(uint64_t value)
{
    fake_on_cpu(0, mark, &value);
    return is_runtimes;
}

static gpointer end_soon(gpointer data)
{
    g_usleep(40000);
    fake_world.shutdown = 1;
    return data;
}

/* The main loop's wait, ms, while CPUs are busy and the guest ends after 40
 * ms. */
static unsigned polled_for(void)
{
    gint64 start = g_get_monotonic_time();
    GThread *thread = g_thread_new("end", end_soon, NULL);

    fake_lock();
    fake_poll(AFTER_SLEEP);
    fake_unlock();
    start = g_get_monotonic_time() - start;
    g_thread_join(thread);
    fake_world.shutdown = 0;
    return (unsigned)(start / 1000); /* cppcheck-suppress memleak */
}

static void test_hold(void)
{
    g_autofree char *text = NULL;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d", theirs);
    fake_world.idle = false;
    ok(!install(text), "a plugin that holds the guest");
    dup2(theirs, STDIN_FILENO); /* no other descriptor holds the guest, not even a small number */
    fake_start_cpus();
    g_thread_unref(g_thread_new("command", command, NULL));
    ok(!marked(1) && !marked(0x81), "a step's mark goes to the machine");
    ok(marked(0x80), "the end of step 0 does not");
    is_u64(held, 0, "... and does not hold the guest");
    is_u64(access_counters_of(0).writes, 0, "marks are no register accesses");
    ok(marked(0), "a ready guest");
    is_u64(held, 1, "... is held and resumed");
    ok(entered && inside, "... other CPUs make accesses while it is held, and none later");
    ok(handled, "... and the main loop has handled its input");
    ok(polled_for() >= 20, "afterwards the main loop waits for its turn");
    ok(marked(0), "... again");
    is_u64(held, 1, "... no more");
    close(ours);
}

/* A command that exits while the guest is held resumes it. */
static void test_command_ends(void)
{
    g_autofree char *text = NULL;

    begin_qemu(NULL);
    connect_command();
    dup2(theirs, STDIN_FILENO);
    text = g_strdup("hold=0");
    ok(!install(text), "a plugin that holds the guest, by descriptor 0");
    fake_start_cpus();
    shutdown(ours, SHUT_WR);
    interrupted = true;
    ok(marked(0), "a guest whose command has exited is resumed");
    ok(read(ours, text, 1) == 1 && *text == '.', "... after it has reported that it is held");
    close(ours);
}

static void test_no_hold(void)
{
    begin_qemu(NULL);
    ok(!install(""), "a plugin that does not hold");
    fake_start_cpus();
    ok(marked(0), "a ready guest continues");
    ok(!marked(2), "... and a step's mark goes to the machine");
}

/* ---- stopping, saving, resuming ---- */

static atomic_bool in_sleep;

static void run_one(void)
{
    static const struct fake_insn code[] = {{.hex = "90", .ends = true}};

    FAKE_CODE(0x1000, code);
    fake_set(0, "cr0", 1);
    fake_run(0, 0x1000);
}

static void sleep_now(void *data)
{
    (void)data;
    fake_cpus_sleep();
}

/* The monitor stops the held guest, and resumes it when its CPUs sleep. */
static gpointer monitor(gpointer data)
{
    char byte;

    (void)data;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 1;
    fake_world.idle = false;
    fake_lock();
    fake_poll(AFTER_SLEEP);
    fake_unlock();
    fake_world.idle = true;
    fake_world.running = false;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 2;
    if (read(ours, &byte, 1) != 1)
        return NULL;
    held = 3;
    (void)!write(ours, ".", 1);
    return NULL;
}

static char *saved_trace;
static FILE *saved;

/* @state: a descriptor for the plugin's state. */
static void save_to(int state)
{
    static struct read_trace trace;
    g_autofree char *text = NULL;
    GThread *thread;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d trace=%s", theirs, state, saved_trace);
    m.state = 0xabcd;
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    thread = g_thread_new("monitor", monitor, NULL);
    access_counters_add(0, false, 3);
    add_record(TRACE_READ, 4000, 3);
    ok(marked(0), "the guest is ready");
    is_u64(held, 1, "... is held and stopped");
    fake_run(0, 0x900000);
    is_u64(m.listens, 2, "QEMU drops its translations");
    is_u64(fake_world.tlb_flushes, 1, "... and translated addresses");
    read_trace(&trace, saved_trace);
    is_u64(trace.n, 1, "... and the trace is on disk");
    fake_on_cpu(0, sleep_now, NULL);
    while (held < 2)
        g_usleep(100);
    ok(true, "the sleeping guest is reported");
    fake_world.running = true;
    run_one();
    g_thread_join(thread);
    is_u64(held, 3, "the guest is held again before it continues");
    is_u64(m.resumed, 0, "... and not resumed");
    run_one();
}

static void test_save(void)
{
    save_to(fileno(saved));
}

/* Descriptor 0 is valid. */
static void test_save_to_first(void)
{
    struct stat about = {.st_size = 0};
    FILE *file = tmpfile();

    ok(dup2(fileno(file), 0) == 0, "descriptor 0 is a file");
    save_to(0);
    ok(!fstat(0, &about) && about.st_size > 0, "... and contains the state");
}

static void test_resume(void)
{
    static struct read_trace trace;
    g_autofree char *text = NULL;
    GThread *thread;

    begin_qemu(NULL);
    connect_command();
    dup2(theirs, STDIN_FILENO);
    close(theirs);
    text = g_strdup_printf("hold=0 resume=%d trace=%s", fileno(saved), saved_trace);
    ok(!install(text), "a plugin resumes the guest");
    is_u64(m.state, 0xabcd, "... has the machine's state");
    is_u64(access_counters_of(0).reads, 1, "... and the counts");
    fake_start_cpus();
    m.deadline = 9500;
    thread = g_thread_new("command", command, NULL);
    run_one();
    is_u64(held, 1, "the guest is held before its first block");
    is_u64(m.resumed, 1, "... and the machine is notified");
    fake_sleep_until(9500);
    is_u64(m.advanced, 9500, "... and pending deadlines fire");
    add_record(TRACE_READ, 9600, 4);
    fake_exit();
    read_trace(&trace, saved_trace);
    is_u64(trace.n, 2, "the trace continues");
    is_u64(trace.records[1].time, 9600, "... after its last record");
    ok(trace.whole, "... and is whole");
    close(STDIN_FILENO);
    g_thread_join(thread);
}

static void test_resume_nothing(void)
{
    g_autofree char *text = NULL;
    FILE *empty = tmpfile();

    begin_qemu(NULL);
    dup2(fileno(empty), STDIN_FILENO);
    text = g_strdup("resume=0");
    is_str(complaint(text), "pmulab: resume: no state of this machine and this plugin\n",
        "... from an empty file");
}

static void do_nothing(void)
{
}

/* A snapshot cannot include a count in progress. */
static void test_save_active(void)
{
    static const struct blocks_hooks hooks = {.retranslate = do_nothing};
    g_autofree char *text = NULL;
    GThread *thread;
    struct captured captured;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d", theirs, fileno(tmpfile()));
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    blocks_start(&hooks, NULL);
    blocks_want(true, 0);
    thread = g_thread_new("monitor", monitor, NULL);
    capture_stderr(&captured);
    marked(0);
    is_str(captured_stderr(&captured),
        "pmulab: cannot save the guest while the hardware is active\n", "... active hardware");
    shutdown(theirs, SHUT_RDWR);
    g_thread_join(thread);
}

static void test_save_to_full(void)
{
    g_autofree char *text = NULL;
    GThread *thread;
    struct captured captured;

    begin_qemu(NULL);
    connect_command();
    text = g_strdup_printf("hold=%d stop=on save=%d", theirs, open("/dev/full", O_WRONLY));
    ok(!install(text), "a plugin that saves the guest");
    fake_start_cpus();
    thread = g_thread_new("monitor", monitor, NULL);
    capture_stderr(&captured);
    marked(0);
    is_str(captured_stderr(&captured),
        "pmulab: the machine cannot be saved: No space left on device\n", "... on a full disk");
    shutdown(theirs, SHUT_RDWR);
    g_thread_join(thread);
}

/* ---- the end ---- */

/* Longer than a CPU's turn takes on a busy host. */
static gpointer stay_inside(gpointer data)
{
    (void)data;
    arbiter_enter();
    in_sleep = true;
    g_usleep(300000);
    arbiter_leave();
    return NULL;
}

static void test_exit(void)
{
    struct captured captured;
    GThread *thread;

    begin_qemu(NULL);
    ok(!install("check=on"), "a plugin that checks its clock");
    fake_start_cpus();
    thread = g_thread_new("inside", stay_inside, NULL);
    while (!in_sleep)
        g_usleep(100);
    capture_stderr(&captured);
    fake_exit();
    is_str(captured_stderr(&captured),
        "pmulab: blocks: 0 readings of the clock, ahead 0 times by 0 ns, behind 0 times by 0 ns\n",
        "QEMU's exit waits for another thread's access, then reports");
    g_thread_join(thread);
    arbiter_enter();
    ok(true, "no thread is inside");
    arbiter_leave();
}

static void test_silent_exit(void)
{
    struct captured captured;

    begin_qemu(NULL);
    ok(!install(""), "a plugin");
    fake_start_cpus();
    capture_stderr(&captured);
    fake_exit();
    is_str(captured_stderr(&captured), "", "without a check there is no report");
}

int main(void)
{
    apart(test_hold);
    apart(test_command_ends);
    apart(test_no_hold);
    saved = tmpfile();
    saved_trace = new_file("");
    apart(test_save_to_first);
    apart(test_save);
    apart(test_resume);
    unlink(saved_trace);
    apart(test_resume_nothing);
    apart(test_save_active);
    apart(test_save_to_full);
    apart(test_exit);
    apart(test_silent_exit);
    return done_testing();
}
