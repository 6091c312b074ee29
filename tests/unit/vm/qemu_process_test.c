/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time limits of a QEMU process: they exclude time when other programs use the
 * CPU, up to a bound. Shells replace QEMU. */
#include "harness/vm/qemu_process.h"
#include "tests/tap.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_S 0.2

/* Shorter than a process waits for its turn beside RIVALS other processes. */
#define SHORT_S 0.03

/* With this many rivals a process gets less than a tenth of a CPU. */
#define RIVALS 15

/* A script reports its process when it begins. */
#define BEGINS "echo $$ >&4; "
#define SPIN   BEGINS "while :; do :; done"
G_STATIC_ASSERT(QEMU_FD_OUT == 4);

static struct qemu_process *start_until(const char *script, gint64 deadline)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    const struct qemu_start start = {
        .argv = argv, .initramfs = -1, .kernel = -1, .flash = -1, .gdb = -1, .deadline = deadline};
    struct qemu_process *qemu = qemu_process_start(&start, NULL);

    ok(qemu != NULL, "a process starts");
    while (qemu && !qemu_process_pending(qemu, QEMU_FD_OUT)->len && qemu_process_wait(qemu, 100))
        ;
    return qemu;
}

static struct qemu_process *start_shell(const char *script)
{
    return start_until(script, 0);
}

/* Whether less than @factor times the seconds of @limit have passed. */
static bool is_within(const struct qemu_limit *limit, double factor)
{
    return g_get_monotonic_time() - limit->begin < factor * limit->seconds * G_USEC_PER_SEC;
}

/* Whether @limit passes within @factor times its seconds. This process may also
 * wait long for its turn: a later answer means nothing. */
static bool passes_within(
    const struct qemu_process *qemu, const struct qemu_limit *limit, double factor)
{
    while (is_within(limit, factor)) {
        bool past = qemu_process_is_past(qemu, limit);

        if (past && is_within(limit, factor))
            return true;
        g_usleep(10000);
    }
    return false;
}

/* Whether @limit is past after @factor times its seconds. */
static bool is_past_after(
    const struct qemu_process *qemu, const struct qemu_limit *limit, double factor)
{
    while (is_within(limit, factor))
        g_usleep(10000);
    return qemu_process_is_past(qemu, limit);
}

/* This process and its children share one CPU. */
static bool share_one_cpu(void)
{
    cpu_set_t cpus;

    if (sched_getaffinity(0, sizeof cpus, &cpus))
        return false;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &cpus)) {
            CPU_ZERO(&cpus);
            CPU_SET(cpu, &cpus);
            return !sched_setaffinity(0, sizeof cpus, &cpus);
        }
    return false;
}

static void start_rivals(pid_t rivals[RIVALS])
{
    for (int i = 0; i < RIVALS; i++) {
        rivals[i] = fork();
        if (rivals[i] == 0) {
            alarm(60); /* does not outlive the test for long */
            for (;;)
                ;
        }
    }
}

static void stop_rivals(const pid_t rivals[RIVALS])
{
    for (int i = 0; i < RIVALS; i++)
        if (rivals[i] > 0) {
            kill(rivals[i], SIGKILL);
            waitpid(rivals[i], NULL, 0);
        }
}

/* Neither runs nor waits for a CPU from now on. */
static void suspend(struct qemu_process *qemu)
{
    const pid_t pid =
        (pid_t)g_ascii_strtoll(qemu_process_pending(qemu, QEMU_FD_OUT)->str, NULL, 10);

    siginfo_t info;

    /* It stops when it gets its next turn: until then it waits for a CPU. */
    ok(pid > 0 && !kill(pid, SIGSTOP) && !waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOWAIT),
        "the process is suspended");
}

static void test_idle(void)
{
    struct qemu_process *qemu = start_shell(BEGINS "exec sleep 100");
    const struct qemu_limit limit = qemu_process_limit(qemu, LIMIT_S),
                            none = qemu_process_limit(qemu, 0);

    ok(!qemu_process_is_past(qemu, &limit), "a limit that begins has not passed");
    ok(is_past_after(qemu, &limit, 9), "a process that uses no CPU exceeds its limit");
    ok(!qemu_process_is_past(qemu, &none), "0 is no limit");
    qemu_process_free(qemu);
}

static void test_spinning(void)
{
    struct qemu_process *qemu = start_shell(SPIN);
    const struct qemu_limit limit = qemu_process_limit(qemu, LIMIT_S);

    ok(is_past_after(qemu, &limit, 11), "a process that spins exceeds its limit");
    qemu_process_free(qemu);
}

static void test_busy_host(void)
{
    struct qemu_process *qemu = start_shell(SPIN);
    struct qemu_limit limit;
    pid_t rivals[RIVALS];

    start_rivals(rivals);
    limit = qemu_process_limit(qemu, SHORT_S);
    ok(!passes_within(qemu, &limit, 5), "a wait that has not ended does not count");
    limit = qemu_process_limit(qemu, LIMIT_S);
    ok(!passes_within(qemu, &limit, 2), "time without a CPU does not count");
    ok(is_past_after(qemu, &limit, 11), "but ten times the limit is too long");
    suspend(qemu);
    limit = qemu_process_limit(qemu, LIMIT_S);
    ok(is_past_after(qemu, &limit, 5), "waits before a limit's begin do not extend it");
    stop_rivals(rivals);
    qemu_process_free(qemu);
}

static void wait_for_end(struct qemu_process *qemu)
{
    while (qemu_process_wait(qemu, 10000))
        ;
}

/* A process that begins before its deadline, which is late enough for that. */
static struct qemu_process *start_before(gint64 *deadline)
{
    for (gint64 span = G_TIME_SPAN_SECOND;; span *= 2) {
        struct qemu_process *qemu;

        *deadline = g_get_monotonic_time() + span;
        qemu = start_until(BEGINS "exec sleep 100", *deadline);
        if (!qemu ||
            (qemu_process_pending(qemu, QEMU_FD_OUT)->len && g_get_monotonic_time() < *deadline))
            return qemu;
        qemu_process_free(qemu);
    }
}

/* A deadline counts by the clock, whatever the process does. */
static void test_deadline(void)
{
    gint64 deadline;
    struct qemu_process *qemu = start_before(&deadline);
    const pid_t pid =
        (pid_t)g_ascii_strtoll(qemu_process_pending(qemu, QEMU_FD_OUT)->str, NULL, 10);
    g_autoptr(GError) error = NULL;

    ok(pid > 0 && !kill(pid, 0), "the process runs until its deadline");
    wait_for_end(qemu);
    ok(g_get_monotonic_time() >= deadline, "and not less");
    ok(kill(pid, 0), "then it has exited");
    ok(!qemu_process_explain(qemu, "it ended", &error), "its death is a failure");
    is_str(error ? error->message : NULL, "the run's time limit is over, and QEMU was killed",
        "with an explanation");
    qemu_process_free(qemu);

    qemu = start_until(BEGINS "exit 0", g_get_monotonic_time() + G_TIME_SPAN_HOUR);
    wait_for_end(qemu);
    ok(qemu_process_exited_well(qemu, NULL), "a process that ends before its deadline succeeds");
    qemu_process_free(qemu);
}

/* For a guest that reads nothing any more. */
static void test_send_until_deadline(void)
{
    enum { MUCH = 16 << 20 };
    const gint64 begin = g_get_monotonic_time();
    struct qemu_process *qemu = start_until(SPIN, begin + G_USEC_PER_SEC / 2);
    g_autofree char *text = g_strnfill(MUCH, 'x');

    ok(!qemu_process_send(qemu, QEMU_FD_COMMANDS, text, MUCH), "bytes that QEMU does not read");
    ok(g_get_monotonic_time() - begin >= G_USEC_PER_SEC / 2,
        "... are waited for until the deadline");
    qemu_process_free(qemu);
}

int main(void)
{
    test_deadline();
    test_idle();
    test_spinning();
    if (share_one_cpu())
        test_busy_host();
    test_send_until_deadline();
    return done_testing();
}
