/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes samples with a PMCU and writes them unchanged to a file. */
#include "guest/pmcu_area.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STATUS_FAILED 1
#define STATUS_USAGE  2

#define MIB               (1u << 20)
#define DEFAULT_AREA_MIB  16 /* as in the perf of the posted patches */
#define MAX_AREA_MIB      1024
#define MAX_EVENTS        240
#define DEFAULT_NR_SAMPLE 128 /* the driver's default, for 0 */
#define POLL_MS           20
#define LEAST_EVENTS      5 /* events of a round, except the last one: compatibility mode */
#define BLIND_MS          1 /* upper limit between two rounds, for any configuration */
#define PATIENCE_S        10
#define DEFAULT_PERIOD_MS 3 /* the same */

static const char help[] =
    "usage: pmcu-record -e EVENT [OPTIONS] [-- COMMAND...]\n"
    "Has the HiSilicon PMCU count the events in the file user_events of its folder below "
    "/sys/devices.\n"
    "Ends with COMMAND; without one when all samples are taken, or when they are long overdue and "
    "no\n"
    "interrupt has told of them, which is a failure; earlier by SIGINT, SIGTERM or -t.\n"
    "  -e EVENT    hisi_pmcu_scclN/nr_sample=N,sample_period_ms=N,pmccfiltr=N/\n"
    "  -o FILE     for pmcu-report (default pmcu.data)\n"
    "  -m MIB      of memory that the PMCU writes to, a power of two (default 16)\n"
    "  -t SECONDS  end after so long\n"
    "Status: COMMAND's, or 0 all is well, 1 it failed, 2 wrong usage.\n";

struct record {
    const char *event_text;
    const char *file;
    char target[PATH_MAX]; /* the file that a symbolic link leads to, or @file */
    /* name of the incomplete file; "": written directly (a device, a pipe) */
    char partial[4096];
    size_t area_size;
    double limit_s; /* 0: none */
    bool overdue;   /* the samples are late */
    char **command;
    struct pmu_event event;
    struct pmcu_area area;
    struct pmcu_progress progress;
    int out;
    size_t written;
    pid_t child;
    int child_status;
    int go; /* a pipe: the child waits for its end */
};

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* ---- options ---- */

static bool parse_area(struct record *r, const char *text)
{
    char *end;
    unsigned long mib = strtoul(text, &end, 10);

    if (*text && !*end && mib && mib <= MAX_AREA_MIB && !(mib & (mib - 1))) {
        r->area_size = mib * MIB;
        return true;
    }
    warnx("-m %s: a power of two up to %u was expected", text, MAX_AREA_MIB);
    return false;
}

static bool parse_limit(struct record *r, const char *text)
{
    char *end;

    r->limit_s = strtod(text, &end);
    if (*text && !*end && r->limit_s > 0)
        return true;
    warnx("-t %s: a number of seconds was expected", text);
    return false;
}

static bool parse_option(struct record *r, int option)
{
    switch (option) {
    case 'e':
        r->event_text = optarg;
        return true;
    case 'o':
        r->file = optarg;
        return true;
    case 'm':
        return parse_area(r, optarg);
    case 't':
        return parse_limit(r, optarg);
    case 'h':
        fputs(help, stdout);
        exit(0);
    default:
        return false;
    }
}

static bool parse(struct record *r, int argc, char **argv)
{
    static const struct option names[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;

    /* '+': the rest of the line belongs to the command. */
    while ((option = getopt_long(argc, argv, "+e:o:m:t:h", names, NULL)) != -1)
        if (!parse_option(r, option))
            return false;
    r->command = optind < argc ? argv + optind : NULL;
    if (r->event_text)
        return true;
    warnx("an event was expected: -e hisi_pmcu_scclN/nr_sample=N,sample_period_ms=N/");
    return false;
}

/* ---- the command ---- */

static _Noreturn void run_child(struct record *r, int ready)
{
    char byte;

    close(r->go);
    /* The pipe ends when the event is enabled, or when its reader exits. */
    if (read(ready, &byte, 1) != 1)
        _exit(127);
    execvp(r->command[0], r->command);
    warn("%s", r->command[0]);
    _exit(127);
}

static bool fork_child(struct record *r)
{
    int ends[2];

    if (!r->command)
        return true;
    if (pipe2(ends, O_CLOEXEC)) {
        warn("pipe");
        return false;
    }
    r->go = ends[1];
    r->child = fork();
    if (!r->child)
        run_child(r, ends[0]);
    close(ends[0]);
    if (r->child > 0)
        return true;
    warn("fork");
    return false;
}

static bool start_child(struct record *r)
{
    return !r->command || write(r->go, "", 1) == 1;
}

static bool child_has_ended(struct record *r)
{
    if (!r->child || waitpid(r->child, &r->child_status, WNOHANG) != r->child)
        return false;
    r->child = 0;
    return true;
}

static void end_child(struct record *r)
{
    if (!r->child)
        return;
    kill(r->child, SIGTERM);
    waitpid(r->child, &r->child_status, 0);
    r->child = 0;
}

static int child_exit_status(const struct record *r)
{
    if (!r->command || interrupted)
        return 0;
    return WIFEXITED(r->child_status) ? WEXITSTATUS(r->child_status)
                                      : 128 + WTERMSIG(r->child_status);
}

/* ---- the recording ---- */

static uint64_t wanted(const struct record *r)
{
    uint32_t samples = (uint32_t)r->event.config[0];

    return samples ? samples : DEFAULT_NR_SAMPLE;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The number of events in the list, one per line of the file. The maximum if
 * the file cannot be read. */
static unsigned n_events(const struct record *r)
{
    char path[4096];
    unsigned n = 0;
    FILE *list;
    int c;

    snprintf(path, sizeof(path), "%s/%s/user_events", PMU_DEVICES, r->event.pmu);
    list = fopen(path, "r");
    while (list && (c = getc(list)) != EOF)
        n += c == '\n';
    if (list)
        fclose(list);
    return n ? n : MAX_EVENTS;
}

/* Twice the time (s) of all rounds, plus a margin. */
static double patience(const struct record *r)
{
    uint32_t period_ms = (uint32_t)(r->event.config[0] >> 32);
    unsigned rounds = (n_events(r) + LEAST_EVENTS - 1) / LEAST_EVENTS;

    period_ms = period_ms ? period_ms : DEFAULT_PERIOD_MS;
    return 2 * (double)wanted(r) * rounds * (period_ms + BLIND_MS) / 1000 + PATIENCE_S;
}

static bool is_over(struct record *r, double begun, double patience_s)
{
    r->overdue = !r->command && r->progress.samples < wanted(r) && now() - begun >= patience_s;
    if (interrupted || r->overdue || (r->limit_s > 0 && now() - begun >= r->limit_s))
        return true;
    return r->command ? child_has_ended(r) : r->progress.samples >= wanted(r);
}

static bool take_what_is_there(struct record *r)
{
    return pmcu_area_drain(&r->area, r->out, &r->written) &&
           (!r->area.was_full || pmcu_area_resume(&r->area)) &&
           pmcu_area_progress(&r->area, &r->progress);
}

static bool follow(struct record *r)
{
    double begun = now(), patience_s = patience(r);
    struct pollfd wait = {.fd = r->area.fd, .events = POLLIN};

    while (!is_over(r, begun, patience_s)) {
        if (poll(&wait, 1, POLL_MS) < 0 && errno != EINTR) {
            warn("poll");
            return false;
        }
        if (!take_what_is_there(r))
            return false;
    }
    return pmcu_area_disable(&r->area) && pmcu_area_drain(&r->area, r->out, &r->written) &&
           pmcu_area_progress(&r->area, &r->progress);
}

static bool has_run(const struct record *r)
{
    if (r->progress.running || r->progress.samples)
        return true;
    warnx("%s: its driver did not start: somebody else has it, or one sample is more than the "
          "memory (-m)",
        r->event.pmu);
    return false;
}

static bool find_event(struct record *r)
{
    if (!pmu_event_parse(&r->event, r->event_text, PMU_DEVICES))
        return false;
    if (r->event.cpu < 0)
        warnx("%s has no CPU to be opened on: be root, and one of its die must be online",
            r->event.pmu);
    return r->event.cpu >= 0;
}

static bool record(struct record *r)
{
    return find_event(r) && pmcu_area_open(&r->area, &r->event, r->area_size) && fork_child(r) &&
           pmcu_area_enable(&r->area) && start_child(r) && follow(r) && has_run(r);
}

/* ---- the file ---- */

static bool create(struct record *r)
{
    struct stat info;
    bool there = !stat(r->file, &info);
    int length;

    if (there && !S_ISREG(info.st_mode)) {
        r->out = open(r->file, O_WRONLY | O_CLOEXEC);
        if (r->out < 0)
            warn("%s", r->file);
        return r->out >= 0;
    }
    /* A symbolic link stays; its target is replaced. */
    if (!there || !realpath(r->file, r->target))
        snprintf(r->target, sizeof(r->target), "%s", r->file);
    length = snprintf(r->partial, sizeof(r->partial), "%s.partial", r->target);
    if (length >= (int)sizeof(r->partial)) {
        warnx("%s: the name is too long", r->file);
        return false;
    }
    r->out = open(r->partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (r->out >= 0)
        return true;
    warn("%s", r->partial);
    return false;
}

static bool finish(struct record *r)
{
    if (!close(r->out) && (!*r->partial || !rename(r->partial, r->target)))
        return true;
    warn("%s", r->file);
    return false;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int main(int argc, char **argv)
{
    struct record r = {.file = "pmcu.data", .area_size = (size_t)DEFAULT_AREA_MIB * MIB};
    bool good;

    if (!parse(&r, argc, argv))
        return STATUS_USAGE;
    catch_signals();
    if (!create(&r))
        return STATUS_FAILED;
    good = record(&r);
    end_child(&r);
    if (!good || !finish(&r)) {
        unlink(r.partial);
        return STATUS_FAILED;
    }
    fprintf(stderr, "pmcu-record: %" PRIu64 " of %" PRIu64 " samples, %zu bytes in %s\n",
        r.progress.samples, wanted(&r), r.written, r.file);
    if (r.overdue)
        warnx("no interrupt told that all samples are taken, though they were long overdue");
    return r.overdue ? STATUS_FAILED : child_exit_status(&r);
}
