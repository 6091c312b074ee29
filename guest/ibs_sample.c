/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes IBS samples in the guest and prints them. It follows the steps of
 * "Gathering IBS Samples Using the Linux perf_events System" (AMD Research's
 * IBS Toolkit): open, map, enable, read during the run, parse, disable.
 * docs/hardware/epyc.md has the document's table.
 */
#include "guest/ibs_event.h"
#include "guest/ibs_options.h"
#include "guest/ibs_print.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The longest time between two reads, even if poll() is not woken. */
#define ROUND_MS 100

/* The limit of records per round, so a ring that fills faster than it is
 * printed cannot block the program. */
#define ROUND_RECORDS 4096

struct session {
    const struct ibs_options *options;
    struct ibs_part part;
    struct ibs_event *events;
    unsigned n_events;
    struct pollfd *polls; /* one for each event, then the signals' */
    pid_t child;          /* the command; 0: none, or reaped */
    int go;               /* a write starts the command; closing cancels it */
    int status;           /* from wait(), about the command */
    bool ended;           /* nothing left to wait for */
    bool columns;         /* CSV: the header is printed */
    uint64_t samples, lost, throttled, bad;
};

/* ---- the command ---- */

/* Waits until sampling is on, then becomes the command. */
static _Noreturn void become_command(const struct session *s, int gate)
{
    char go;

    if (read(gate, &go, 1) == 1) {
        execvp(s->options->command[0], s->options->command);
        warn("%s", s->options->command[0]);
    }
    _exit(127);
}

static bool prepare_command(struct session *s)
{
    int gate[2];

    if (!s->options->command)
        return true;
    if (pipe2(gate, O_CLOEXEC)) {
        warn("pipe");
        return false;
    }
    s->child = fork();
    if (!s->child) {
        close(gate[1]);
        become_command(s, gate[0]);
    }
    close(gate[0]);
    s->go = gate[1];
    if (s->child > 0)
        return true;
    s->child = 0;
    warn("fork");
    return false;
}

static void launch_command(struct session *s)
{
    if (s->child && write(s->go, "", 1) != 1)
        warn("pipe");
}

static void reap_command(struct session *s, int flags)
{
    if (s->child && waitpid(s->child, &s->status, flags) == s->child) {
        s->child = 0;
        s->ended = true;
    }
}

/* Ends the command, which ran only to be sampled. */
static void end_command(struct session *s)
{
    if (s->go >= 0)
        close(s->go);
    if (!s->child)
        return;
    kill(s->child, SIGTERM);
    reap_command(s, 0);
    s->status = 0;
}

/* ---- opening ---- */

static pid_t target(const struct session *s)
{
    if (s->options->pid >= 0)
        return s->options->pid;
    return s->child && !s->options->cpu_given ? s->child : -1;
}

static bool open_event(struct session *s, const struct perf_event_attr *attr, unsigned cpu)
{
    struct ibs_event *event = &s->events[s->n_events];

    switch (ibs_event_open(event, attr, target(s), cpu, s->options->request.pages)) {
    case IBS_OPENED:
        s->polls[s->n_events++] = (struct pollfd){.fd = event->fd, .events = POLLIN};
        return true;
    case IBS_CPU_OFFLINE:
        if (s->options->cpu != IBS_ALL_CPUS)
            warnx("CPU %u is offline", cpu);
        return s->options->cpu == IBS_ALL_CPUS;
    default:
        return false;
    }
}

/* One event per CPU, even for a process: the kernel maps no ring for an event
 * that follows a process and its children (inherit) to any CPU. */
static bool open_events(struct session *s, unsigned type)
{
    long n_cpus = sysconf(_SC_NPROCESSORS_CONF);
    struct perf_event_attr attr;

    ibs_fill_attr(&attr, &s->options->request, type);
    s->events = calloc((size_t)n_cpus, sizeof(*s->events));
    s->polls = calloc((size_t)n_cpus + 1, sizeof(*s->polls));
    if (!s->events || !s->polls) {
        warn("calloc");
        return false;
    }
    if (s->options->cpu >= n_cpus) {
        warnx("there is no CPU %d: they are numbered from 0 to %ld", s->options->cpu, n_cpus - 1);
        return false;
    }
    if (s->options->cpu != IBS_ALL_CPUS)
        return open_event(s, &attr, (unsigned)s->options->cpu);
    for (unsigned cpu = 0; cpu < (unsigned long)n_cpus; cpu++)
        if (!open_event(s, &attr, cpu))
            return false;
    return true;
}

/* poll() also waits for these signals from now on. The command is already
 * forked and keeps its own handlers. */
static bool catch_signals(struct session *s)
{
    sigset_t caught;
    int fd;

    sigemptyset(&caught);
    sigaddset(&caught, SIGCHLD);
    sigaddset(&caught, SIGINT);
    sigaddset(&caught, SIGTERM);
    sigprocmask(SIG_BLOCK, &caught, NULL);
    fd = signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0)
        warn("signalfd");
    s->polls[s->n_events] = (struct pollfd){.fd = fd, .events = POLLIN};
    return fd >= 0;
}

/* ---- reading ---- */

static bool enough(const struct session *s)
{
    return s->options->samples && s->samples >= s->options->samples;
}

static void print_sample(struct session *s, const struct ibs_sample *sample, unsigned cpu)
{
    s->samples++;
    if (!s->options->csv) {
        ibs_print_text(stdout, sample, cpu);
        return;
    }
    if (!s->columns)
        ibs_print_csv_header(stdout, sample);
    s->columns = true;
    ibs_print_csv(stdout, sample, cpu);
}

static void read_sample(struct session *s, const union ibs_record *record)
{
    const char *wrong = "it is longer than its record";
    struct ibs_sample sample;
    unsigned cpu = 0;
    const void *raw;
    size_t size = 0;

    if (ibs_record_sample(record, &cpu, &raw, &size))
        wrong = ibs_sample_decode(&sample, s->options->request.engine, s->part, raw, size);
    if (!wrong) {
        print_sample(s, &sample, cpu);
        return;
    }
    if (!s->bad++) /* an error in one sample recurs in all */
        warnx("CPU %u, raw sample of %zu bytes: %s", cpu, size, wrong);
}

/* Skips records about processes, which mmap, comm and task request. */
static void read_record(struct session *s, const union ibs_record *record)
{
    s->lost += ibs_record_lost(record);
    s->throttled += record->header.type == PERF_RECORD_THROTTLE;
    if (record->header.type == PERF_RECORD_SAMPLE)
        read_sample(s, record);
}

static void drain(struct session *s, struct ibs_event *event, unsigned most)
{
    static union ibs_record record; /* 64 KiB, perhaps too much for a stack */

    while (most-- && !enough(s)) {
        switch (ibs_ring_next(&event->ring, &record)) {
        case IBS_RING_EMPTY:
            return;
        case IBS_RING_BROKEN:
            s->bad++;
            warnx("CPU %u: a record in the ring has an impossible size", event->cpu);
            return;
        case IBS_RING_RECORD:
            read_record(s, &record);
        }
    }
}

static void drain_all(struct session *s, unsigned most)
{
    for (unsigned i = 0; i < s->n_events; i++)
        drain(s, &s->events[i], most);
    fflush(stdout);
}

/* ---- sampling ---- */

static void read_signals(struct session *s)
{
    struct signalfd_siginfo info;

    while (read(s->polls[s->n_events].fd, &info, sizeof(info)) == sizeof(info)) {
        if (info.ssi_signo == SIGCHLD)
            reap_command(s, WNOHANG);
        else
            s->ended = true;
    }
}

/* An event hangs up when its process and all its children have ended. */
static void forget_hung_up(struct session *s)
{
    bool all = true;

    for (unsigned i = 0; i < s->n_events; i++) {
        if (s->polls[i].revents & (POLLHUP | POLLERR))
            s->polls[i].fd = -1;
        all &= s->polls[i].fd < 0;
    }
    s->ended |= all && !s->child;
}

static bool past(const struct timespec *end)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

static bool sample(struct session *s)
{
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)s->options->seconds;
    while (!s->ended && !enough(s) && !(s->options->seconds && past(&end))) {
        if (poll(s->polls, s->n_events + 1, ROUND_MS) < 0 && errno != EINTR) {
            warn("poll");
            return false;
        }
        drain_all(s, ROUND_RECORDS);
        forget_hung_up(s);
        read_signals(s);
    }
    return true;
}

static bool enable_all(struct session *s)
{
    for (unsigned i = 0; i < s->n_events; i++)
        if (!ibs_event_enable(&s->events[i]))
            return false;
    return true;
}

static bool disable_all(struct session *s)
{
    bool good = true;

    for (unsigned i = 0; i < s->n_events; i++)
        good &= ibs_event_disable(&s->events[i]);
    return good;
}

/* The document's steps in its order. */
static bool run(struct session *s, unsigned type)
{
    bool good;

    if (!prepare_command(s) || !open_events(s, type) || !catch_signals(s))
        return false;
    if (!enable_all(s))
        return false;
    launch_command(s);
    good = sample(s);
    good &= disable_all(s);
    drain_all(s, UINT32_MAX);
    return good;
}

static void close_all(struct session *s)
{
    for (unsigned i = 0; i < s->n_events; i++)
        ibs_event_close(&s->events[i]);
    free(s->events);
    free(s->polls);
}

/* ---- the end ---- */

static bool command_failed(const struct session *s)
{
    if (WIFSIGNALED(s->status))
        warnx("the command was ended by signal %d", WTERMSIG(s->status));
    else if (WEXITSTATUS(s->status))
        warnx("the command ended with status %d", WEXITSTATUS(s->status));
    return s->status != 0;
}

static bool judge(const struct session *s)
{
    bool good = !command_failed(s) && !s->bad;

    if (s->options->samples && !enough(s)) {
        warnx("%" PRIu64 " samples were to be taken", s->options->samples);
        good = false;
    }
    if (ferror(stdout) || fflush(stdout)) {
        warnx("stdout cannot be written");
        good = false;
    }
    return good;
}

int main(int argc, char **argv)
{
    struct ibs_options options;
    struct session session = {.options = &options, .go = -1};
    bool has_ibs, good;
    int type;

    switch (ibs_options_read(&options, argc, argv)) {
    case IBS_TO_HELP:
        return 0;
    case IBS_MISUSED:
        return 2;
    case IBS_TO_SAMPLE:
        break;
    }
    type = ibs_pmu_type(&options.request);
    if (type < 0)
        return 1;
    session.part = ibs_this_part(&has_ibs);
    good = run(&session, (unsigned)type);
    end_command(&session);
    close_all(&session);
    if (!good)
        return 1;
    good = judge(&session);
    warnx("%" PRIu64 " samples, %" PRIu64 " lost, %" PRIu64 " not understood, %" PRIu64
          " times throttled",
        session.samples, session.lost, session.bad, session.throttled);
    return good ? 0 : 1;
}
