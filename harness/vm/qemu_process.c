/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs QEMU as a child process, moves bytes over its sockets, and explains why
 * it ended. */
#include "harness/vm/qemu_process.h"

#include "harness/base/error.h"
#include "harness/base/stopwatch.h"
#include "harness/vm/console.h"
#include "harness/vm/keys.h"
#include "models/sim/notes.h"

#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHANNELS (QEMU_FD_MONITOR - QEMU_FD_COMMANDS + 1)

/* Initramfs, kernel, flash, gdb, and the files of struct guest_saved and struct
 * guest_window. */
#define FILES_MAX 9

#define EXIT_POLL_MS 5
#define SEND_POLL_MS 1000

#define NS_PER_S 1e9

/* A limit grows at most by this factor on a busy host. */
#define BUSY_HOST_MAX 10

/* The kernel updates a running thread's time at each tick of its CPU: 10 ms
 * where CONFIG_HZ is 100. */
#define TWO_TICKS_US 20000

/* Socket buffer for QEMU's output, in bytes; Linux may grant less. */
#define OUTPUT_ROOM (4 << 20)

/* Our end of a socket. */
struct channel {
    int fd; /* -1 once the other end is closed */
    GString *pending;
};

struct qemu_process {
    GPid pid;
    gboolean reaped;
    gboolean console_is_terminal;
    struct keys *keys; /* NULL: QEMU has no terminal, or reads standard input itself */
    gint64 deadline;   /* as in struct qemu_start */
    gboolean late;     /* killed at the deadline */
    int wait_status;
    int complaints; /* a file in memory that serves as QEMU's standard error */
    struct channel channels[CHANNELS];
};

static struct channel *channel_of(struct qemu_process *qemu, enum qemu_fd fd)
{
    return &qemu->channels[fd - QEMU_FD_COMMANDS];
}

/* Runs in the child, between fork and exec. */
static void begin_child(gpointer data)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* our threads block signals */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != GPOINTER_TO_INT(data))
        _exit(127); /* the parent died before the line above */
}

/* @theirs receives QEMU's ends. */
static gboolean open_channels(struct qemu_process *qemu, int theirs[CHANNELS], GError **error)
{
    for (int i = 0; i < CHANNELS; i++) {
        int pair[2];

        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
            return error_set_errno("socketpair", error);
        /*
         * The guest waits while its output does not fit. The rarer that is, the
         * less our pace influences it.
         */
        setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &(int){OUTPUT_ROOM}, sizeof(int));
        qemu->channels[i].fd = pair[0];
        theirs[i] = pair[1];
    }
    return TRUE;
}

/* QEMU's descriptors: our number and QEMU's number. */
struct handover {
    int fds[CHANNELS + FILES_MAX];
    int targets[CHANNELS + FILES_MAX];
    gsize count;
};

static void hand_over_file(struct handover *handover, int fd, int target)
{
    if (fd < 0)
        return;
    handover->fds[handover->count] = fd;
    handover->targets[handover->count++] = target;
}

static gboolean spawn(struct qemu_process *qemu, const struct qemu_start *start,
    const struct handover *handover, GError **error)
{
    gboolean inherits = start->terminal && !qemu->keys;
    GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | (inherits ? G_SPAWN_CHILD_INHERITS_STDIN : 0);

    return g_spawn_async_with_pipes_and_fds(NULL, start->argv, NULL, flags, begin_child,
        GINT_TO_POINTER(getpid()), qemu->keys ? keys_input(qemu->keys) : -1,
        start->terminal ? -1 : qemu->complaints, qemu->complaints, handover->fds, handover->targets,
        handover->count, &qemu->pid, NULL, NULL, NULL, error);
}

static gboolean start_process(
    struct qemu_process *qemu, const struct qemu_start *start, GError **error)
{
    struct handover handover = {.fds = {-1, -1, -1, -1, -1, -1}, .count = CHANNELS};
    gboolean ok = open_channels(qemu, handover.fds, error);

    G_STATIC_ASSERT(CHANNELS == 6);
    for (int i = 0; i < CHANNELS; i++)
        handover.targets[i] = QEMU_FD_COMMANDS + i;
    hand_over_file(&handover, start->initramfs, QEMU_FD_INITRAMFS);
    hand_over_file(&handover, start->kernel, QEMU_FD_KERNEL);
    hand_over_file(&handover, start->flash, QEMU_FD_FLASH);
    if (start->saved) {
        hand_over_file(&handover, start->saved->ram, QEMU_FD_RAM);
        hand_over_file(&handover, start->saved->devices, QEMU_FD_DEVICES);
        hand_over_file(&handover, start->saved->model, QEMU_FD_MODEL);
    }
    if (start->window) {
        hand_over_file(&handover, start->window->plugin, QEMU_FD_LIVE);
        hand_over_file(&handover, start->window->monitor, QEMU_FD_LIVE_MONITOR);
    }
    hand_over_file(&handover, start->gdb, QEMU_FD_GDB);
    if (ok && (qemu->complaints = memfd_create("pmulab-qemu-stderr", MFD_CLOEXEC)) < 0)
        ok = error_set_errno("memfd_create", error);
    qemu->keys = ok && start->terminal ? keys_begin() : NULL;
    ok = ok && spawn(qemu, start, &handover, error);
    if (qemu->keys)
        keys_begun(qemu->keys);
    if (ok)
        stopwatch_program(qemu->pid);
    for (int i = 0; i < CHANNELS; i++)
        if (handover.fds[i] >= 0)
            close(handover.fds[i]);
    return ok;
}

struct qemu_process *qemu_process_start(const struct qemu_start *start, GError **error)
{
    struct qemu_process *qemu = g_new0(struct qemu_process, 1);

    qemu->complaints = -1;
    qemu->console_is_terminal = start->console_is_terminal;
    qemu->deadline = start->deadline;
    for (int i = 0; i < CHANNELS; i++)
        qemu->channels[i] = (struct channel){.fd = -1, .pending = g_string_new(NULL)};
    if (start_process(qemu, start, error))
        return qemu;
    qemu->reaped = TRUE;
    qemu_process_free(qemu);
    return NULL;
}

static void channel_read(struct channel *channel)
{
    char data[16384];
    ssize_t n = read(channel->fd, data, sizeof(data));

    if (n > 0) {
        g_string_append_len(channel->pending, data, n);
    } else if (n == 0 || errno != EINTR) {
        close(channel->fd);
        channel->fd = -1;
    }
}

/* @flags: 0, or WNOHANG. */
static void reap(struct qemu_process *qemu, int flags)
{
    struct rusage used = {0};
    pid_t pid;

    if (qemu->reaped)
        return;
    while ((pid = wait4(qemu->pid, &qemu->wait_status, flags, &used)) < 0 && errno == EINTR)
        ;
    qemu->reaped = pid != 0;
    if (qemu->reaped)
        stopwatch_program_ended(
            qemu->pid, (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * G_USEC_PER_SEC +
                           used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* After its sockets QEMU has little left to close, but a plugin's exit callback
 * may take long, or hang. */
static gboolean has_exited(struct qemu_process *qemu, int timeout_ms)
{
    reap(qemu, WNOHANG);
    for (int waited = 0; !qemu->reaped && waited < timeout_ms; waited += EXIT_POLL_MS) {
        g_usleep(EXIT_POLL_MS * 1000);
        reap(qemu, WNOHANG);
    }
    return qemu->reaped;
}

/* Milliseconds of @timeout_ms until the deadline. */
static int until_deadline(const struct qemu_process *qemu, int timeout_ms)
{
    gint64 left_us = qemu->deadline - g_get_monotonic_time();

    if (!qemu->deadline || left_us > timeout_ms * G_TIME_SPAN_MILLISECOND)
        return timeout_ms;
    return left_us > 0 ? (int)(left_us / G_TIME_SPAN_MILLISECOND) + 1 : 0;
}

static void kill_late(struct qemu_process *qemu)
{
    if (qemu->late || qemu->reaped || until_deadline(qemu, 1))
        return;
    qemu->late = TRUE;
    qemu_process_kill(qemu);
}

gboolean qemu_process_wait(struct qemu_process *qemu, int timeout_ms)
{
    struct pollfd fds[CHANNELS];

    kill_late(qemu);
    timeout_ms = until_deadline(qemu, timeout_ms);
    for (int i = 0; i < CHANNELS; i++)
        fds[i] = (struct pollfd){.fd = qemu->channels[i].fd, .events = POLLIN};
    if (poll(fds, CHANNELS, timeout_ms) > 0)
        for (int i = 0; i < CHANNELS; i++)
            if (fds[i].fd >= 0 && fds[i].revents)
                channel_read(&qemu->channels[i]);
    /* QEMU keeps its ends open as long as it lives. */
    for (int i = 0; i < CHANNELS; i++)
        if (qemu->channels[i].fd >= 0)
            return TRUE;
    return !has_exited(qemu, timeout_ms);
}

/* A thread's times, in ns: the first two figures of its schedstat
 * (Documentation/scheduler/sched-stats.rst). All 0 if the kernel does not
 * report them. */
struct thread_times {
    guint64 ran, waited; /* on a CPU; for one, in waits that have ended */
};

static struct thread_times thread_times(GPid pid, const char *thread)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%s/schedstat", pid, thread);
    g_autofree char *text = NULL;
    struct thread_times times = {0};
    char *next;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        return times;
    times.ran = g_ascii_strtoull(text, &next, 10);
    times.waited = g_ascii_strtoull(next, NULL, 10);
    return times;
}

/* Whether the thread runs or waits for a CPU: the state after its name, which
 * ends with the last ")", is R. */
static gboolean can_run(GPid pid, const char *thread)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%s/stat", pid, thread);
    g_autofree char *text = NULL;
    const char *name_end;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        return FALSE;
    name_end = strrchr(text, ')');
    return name_end && g_str_has_prefix(name_end, ") R");
}

/* Whether the thread still waits in a wait that began before the call. */
static gboolean awaits_turn(GPid pid, const char *thread)
{
    const gint64 until = g_get_monotonic_time() + TWO_TICKS_US;
    const guint64 ran = thread_times(pid, thread).ran;

    while (ran && can_run(pid, thread) && thread_times(pid, thread).ran == ran) {
        if (g_get_monotonic_time() > until)
            return TRUE;
        g_usleep(1000);
    }
    return FALSE;
}

static GPtrArray *threads_of(const struct qemu_process *qemu)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task", qemu->pid);
    GPtrArray *threads = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *thread;

    while (folder && (thread = g_dir_read_name(folder)))
        g_ptr_array_add(threads, g_strdup(thread));
    return threads;
}

static gboolean any_awaits_turn(const struct qemu_process *qemu)
{
    g_autoptr(GPtrArray) threads = threads_of(qemu);

    for (guint i = 0; i < threads->len; i++)
        if (awaits_turn(qemu->pid, g_ptr_array_index(threads, i)))
            return TRUE;
    return FALSE;
}

/* In seconds, of the thread that waited longest: a sum would count the same
 * moment several times. */
static double delay(const struct qemu_process *qemu)
{
    g_autoptr(GPtrArray) threads = threads_of(qemu);
    guint64 longest = 0;

    for (guint i = 0; i < threads->len; i++)
        longest = MAX(longest, thread_times(qemu->pid, g_ptr_array_index(threads, i)).waited);
    return (double)longest / NS_PER_S;
}

struct qemu_limit qemu_process_limit(const struct qemu_process *qemu, double seconds)
{
    return (struct qemu_limit){
        .begin = g_get_monotonic_time(),
        .delay = delay(qemu),
        .seconds = seconds,
    };
}

gboolean qemu_process_is_past(const struct qemu_process *qemu, const struct qemu_limit *limit)
{
    const double passed = (double)(g_get_monotonic_time() - limit->begin) / G_USEC_PER_SEC;

    if (limit->seconds <= 0 || passed <= limit->seconds)
        return FALSE;
    if (passed > limit->seconds * BUSY_HOST_MAX)
        return TRUE;
    if (passed - (delay(qemu) - limit->delay) <= limit->seconds)
        return FALSE;
    /* The kernel adds a wait when it ends. A wait that continues may explain
     * the excess. All waits in progress at the measurement have ended if no
     * thread waits. */
    return !any_awaits_turn(qemu) && passed - (delay(qemu) - limit->delay) > limit->seconds;
}

void qemu_process_release_keys(struct qemu_process *qemu)
{
    if (qemu->keys)
        keys_release(qemu->keys);
}

GString *qemu_process_pending(struct qemu_process *qemu, enum qemu_fd fd)
{
    return channel_of(qemu, fd)->pending;
}

gboolean qemu_process_send(
    struct qemu_process *qemu, enum qemu_fd fd, const char *text, gsize length)
{
    struct pollfd to = {.fd = channel_of(qemu, fd)->fd, .events = POLLOUT};

    /* A guest may take minutes to read this much. */
    while (to.fd >= 0 && length) {
        ssize_t n = send(to.fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return FALSE;
        if (n > 0) {
            text += n;
            length -= (gsize)n;
            continue;
        }
        poll(&to, 1, until_deadline(qemu, SEND_POLL_MS));
        kill_late(qemu);
    }
    return !length;
}

int qemu_process_unread(struct qemu_process *qemu, enum qemu_fd fd)
{
    int from = channel_of(qemu, fd)->fd, unread = 0;

    return from < 0 || ioctl(from, SIOCOUTQ, &unread) ? 0 : unread;
}

void qemu_process_kill(struct qemu_process *qemu)
{
    if (qemu->reaped)
        return;
    kill(qemu->pid, SIGKILL);
    reap(qemu, 0);
}

static char *read_complaints(const struct qemu_process *qemu)
{
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", qemu->complaints);
    char *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? text : g_strdup("");
}

/* The last line of @text that @accept approves, stripped of blanks, or NULL. */
static char *last_line(const char *text, gboolean (*accept)(const char *line))
{
    g_auto(GStrv) lines = g_strsplit_set(text, "\r\n", -1);

    for (guint i = g_strv_length(lines); i-- > 0;)
        if (accept(g_strstrip(lines[i])))
            return g_strdup(lines[i]);
    return NULL;
}

static gboolean is_note(const char *line)
{
    return g_str_has_prefix(line, NOTES_BEGIN);
}

static gboolean says_something(const char *line)
{
    return *line && !is_note(line);
}

static gboolean is_ours(const char *line)
{
    return g_str_has_prefix(line, "pmulab") && !is_note(line);
}

static gboolean is_qemus(const char *line)
{
    return g_str_has_prefix(line, "qemu-system-");
}

static gboolean is_panic(const char *line)
{
    return strstr(line, "Kernel panic") != NULL;
}

/* "NAME: MESSAGE" */
static const char *without_name(const char *line)
{
    const char *message = strstr(line, ": ");

    return message ? message + 2 : line;
}

/* The best line is one of our plugin's, since QEMU only adds that a plugin
 * could not be loaded. Next is QEMU's last line with its name, since hints
 * without the name may follow; then the last line of all. */
static char *qemu_complaint(const struct qemu_process *qemu)
{
    g_autofree char *text = read_complaints(qemu);
    g_autofree char *ours = last_line(text, is_ours);
    g_autofree char *qemus = last_line(text, is_qemus);
    g_autofree char *last = last_line(text, says_something);

    if (ours)
        return g_strdup(without_name(ours));
    return g_strdup_printf("QEMU: %s", qemus  ? without_name(qemus)
                                       : last ? last
                                              : "ended without a message");
}

static char *guest_reason(struct qemu_process *qemu)
{
    const char *console = qemu_process_pending(qemu, QEMU_FD_CONSOLE)->str;
    g_autofree char *unpacking = console_unpacking(console);
    g_autofree char *line = last_line(console, is_panic);

    if (unpacking)
        return g_steal_pointer(&unpacking);
    if (line)
        return g_strdup(strstr(line, "Kernel panic"));
    line = last_line(console, is_ours);
    if (line)
        return g_strdup(without_name(line));
    line = last_line(console, says_something);
    return line ? g_strdup_printf("its console ends with: %s", line)
                : g_strdup("its console is empty");
}

gboolean qemu_process_explain(struct qemu_process *qemu, const char *what, GError **error)
{
    g_autofree char *reason = NULL;

    if (qemu->reaped && !qemu_process_exited_well(qemu, error))
        return FALSE;
    if (qemu->console_is_terminal)
        return error_failed(error, "%s", what);
    reason = guest_reason(qemu);
    return error_failed(error, "%s: %s", what, reason);
}

gboolean qemu_process_exited_well(struct qemu_process *qemu, GError **error)
{
    g_autofree char *complaint = NULL;

    if (WIFEXITED(qemu->wait_status) && WEXITSTATUS(qemu->wait_status) == 0)
        return TRUE;
    if (qemu->late)
        return error_failed(error, "the run's time limit is over, and QEMU was killed");
    complaint = qemu_complaint(qemu);
    if (WIFSIGNALED(qemu->wait_status))
        error_failed(error, "QEMU was killed by signal %d (%s)", WTERMSIG(qemu->wait_status),
            g_strsignal(WTERMSIG(qemu->wait_status)));
    else
        error_failed(error, "%s", complaint);
    return FALSE;
}

char **qemu_process_notes(const struct qemu_process *qemu)
{
    g_autofree char *text = read_complaints(qemu);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GPtrArray *notes = g_ptr_array_new();

    for (char **line = lines; *line; line++)
        if (is_note(*line))
            g_ptr_array_add(notes, g_strdup(*line + strlen(NOTES_BEGIN)));
    g_ptr_array_add(notes, NULL);
    return (char **)g_ptr_array_free(notes, FALSE);
}

void qemu_process_free(struct qemu_process *qemu)
{
    qemu_process_kill(qemu);
    keys_end(qemu->keys);
    for (int i = 0; i < CHANNELS; i++) {
        if (qemu->channels[i].fd >= 0)
            close(qemu->channels[i].fd);
        g_string_free(qemu->channels[i].pending, TRUE);
    }
    if (qemu->complaints >= 0)
        close(qemu->complaints);
    g_free(qemu);
}
