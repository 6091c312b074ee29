/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-play [FILE]
 *
 * Runs the operations on perf events in FILE or standard input, one per line;
 * `#` begins a comment.
 *
 *     open 0 uncore_imc_0/event=0x04,umask=0x03/ cpu 0
 *                           event number 0, which does not count yet
 *     open 1 uncore_imc_0/clockticks/ cpu 0 in 0
 *                           ... in the group that event 0 leads, and on
 *     open 2 uncore_imc_0/clockticks/ cpu 0 period 1000
 *                           with a sample_period; also: user, kernel, task
 *     on 0                  also: off, reset, close, read
 *     map 0                 the event's page; with a number, also its ring
 *     unmap 0               before or after it is closed
 *     wait 1000000          ns
 *     cpu 1 off             also: on
 *     module intel-uncore off
 *                           delete_module(2); on: finit_module(2)
 *     put /sys/devices/system/cpu/cpu1/online 1
 *                           writes to a file
 *
 * An event is off and leads its own group, unless it is opened `in` another's.
 * on, off and reset apply to a whole group with `all` after its leader. `cpu
 * any` is CPU -1; `task` is this program instead of all tasks. The beginning
 * and end of each operation are marked for the hardware (models/sim/step.h). At
 * the end the lines are printed with their results:
 *
 *     open 0 uncore_imc_0/event=0x04,umask=0x03/ cpu 0 = ok
 *     read 0 = 52346 enabled 1032000 running 1032000
 *     close 5 = EBADF
 *
 * Exit status: 0 if all operations were tried, whatever their results; 2 if the
 * plan is wrong and none was tried.
 */
#include "guest/pmu_event.h"
#include "guest/say.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 64, WORDS = 16, NONE = -1, RING_PAGES = 512 };

struct op {
    const struct verb *verb;
    char *line, *copy, *words[WORDS]; /* words: into the copy, NULL after the last */
    unsigned event;
    uint64_t number; /* ns, a CPU, or pages */
    int error;       /* errno; 0: success */
    uint64_t count, enabled, running;
};

static int fds[EVENTS];

/* A number has one mapping, which may belong to its previous event. */
static struct {
    void *begin;
    size_t size;
} maps[EVENTS];

/* ---- operations ---- */

static int result_of(long returned)
{
    return returned < 0 ? errno : 0;
}

/* The number after @word; NONE if it is missing or is `any`. */
static int64_t option(const struct op *op, const char *word)
{
    for (unsigned i = 3; i + 1 < WORDS && op->words[i + 1]; i++)
        if (!strcmp(op->words[i], word) && strcmp(op->words[i + 1], "any"))
            return (int64_t)strtoull(op->words[i + 1], NULL, 10);
    return NONE;
}

static bool has(const struct op *op, const char *word)
{
    for (unsigned i = 3; i < WORDS && op->words[i]; i++)
        if (!strcmp(op->words[i], word))
            return true;
    return false;
}

/* With -1 there would be no group at all. */
static int group_of(int64_t leader)
{
    if (leader == NONE)
        return -1;
    return leader < EVENTS && fds[leader] >= 0 ? fds[leader] : INT_MAX;
}

static void close_number(unsigned event)
{
    if (fds[event] >= 0)
        close(fds[event]);
    fds[event] = -1;
}

static void open_event(struct op *op)
{
    int64_t leader = option(op, "in"), period = option(op, "period");
    struct pmu_event event;
    struct perf_event_attr attr = {.size = sizeof(attr),
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .sample_period = period == NONE ? 0 : (uint64_t)period,
        .exclude_kernel = has(op, "user"),
        .exclude_user = has(op, "kernel"),
        .disabled = leader == NONE};

    close_number(op->event);
    if (!pmu_event_parse(&event, op->words[2], PMU_DEVICES)) {
        op->error = ENODEV;
        return;
    }
    attr.type = event.type;
    attr.config = event.config[0];
    attr.config1 = event.config[1];
    attr.config2 = event.config[2];
    fds[op->event] = (int)syscall(SYS_perf_event_open, &attr, has(op, "task") ? 0 : -1,
        (int)option(op, "cpu"), group_of(leader), (unsigned long)PERF_FLAG_FD_CLOEXEC);
    op->error = result_of(fds[op->event]);
}

static void control(struct op *op, unsigned long request)
{
    op->error = result_of(ioctl(fds[op->event], request, op->words[2] ? PERF_IOC_FLAG_GROUP : 0));
}

static void switch_on(struct op *op)
{
    control(op, PERF_EVENT_IOC_ENABLE);
}

static void switch_off(struct op *op)
{
    control(op, PERF_EVENT_IOC_DISABLE);
}

static void reset(struct op *op)
{
    control(op, PERF_EVENT_IOC_RESET);
}

static void read_event(struct op *op)
{
    uint64_t values[3] = {0};
    ssize_t n = read(fds[op->event], values, sizeof(values));

    op->error = n == 0 ? ENODATA : result_of(n); /* 0: the group could not be put on the hardware */
    op->count = values[0];
    op->enabled = values[1];
    op->running = values[2];
}

static void close_event(struct op *op)
{
    op->error = result_of(close(fds[op->event]));
    fds[op->event] = -1;
}

/* ---- mappings ---- */

static void unmap_event(struct op *op)
{
    op->error = result_of(munmap(maps[op->event].begin, maps[op->event].size));
    maps[op->event].begin = NULL;
    maps[op->event].size = 0;
}

static void map_event(struct op *op)
{
    const size_t size = (size_t)(1 + op->number) * (size_t)sysconf(_SC_PAGESIZE);
    void *begin;

    if (maps[op->event].begin)
        unmap_event(op);
    begin = mmap(NULL, size, PROT_READ, MAP_SHARED, fds[op->event], 0);
    op->error = begin == MAP_FAILED ? errno : 0;
    if (op->error)
        return;
    maps[op->event].begin = begin;
    maps[op->event].size = size;
}

/* ---- the rest of the system ---- */

static void wait_ns(struct op *op)
{
    const struct timespec time = {
        (time_t)(op->number / 1000000000), (long)(op->number % 1000000000)};

    op->error = clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static void write_file(struct op *op, const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    op->error = result_of(fd);
    if (fd < 0)
        return;
    op->error = result_of(write(fd, text, strlen(text)));
    close(fd);
}

static void switch_cpu(struct op *op)
{
    char path[96];

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%" PRIu64 "/online", op->number);
    write_file(op, path, strcmp(op->words[2], "on") ? "0" : "1");
}

static void put(struct op *op)
{
    write_file(op, op->words[1], op->words[2]);
}

/* @to must have room for all of @name. */
static void spell(char *to, const char *name, char dash)
{
    for (; *name; name++)
        *to++ = (char)(*name == '-' || *name == '_' ? dash : *name);
    *to = '\0';
}

/* Opens the module where guest/init and the harness store it. The file has the
 * module's name, or the name with dashes. */
static int open_module(const char *name)
{
    static const char *const folders[] = {"/lib/pmulab", "/run/pmulab"};
    char path[NAME_MAX + 32], spelled[NAME_MAX + 1];
    int fd = -1;

    for (unsigned i = 0; i < 4 && fd < 0; i++) {
        spell(spelled, name, i % 2 ? '_' : '-');
        snprintf(path, sizeof(path), "%s/%s.ko", folders[i / 2], spelled);
        fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    return fd;
}

static void switch_module(struct op *op)
{
    char name[NAME_MAX + 1];
    int fd;

    spell(name, op->words[1], '_');
    if (!strcmp(op->words[2], "off")) {
        op->error = result_of(syscall(SYS_delete_module, name, O_NONBLOCK));
        return;
    }
    fd = open_module(name);
    op->error = result_of(fd);
    if (fd < 0)
        return;
    op->error = result_of(syscall(SYS_finit_module, fd, "", 0));
    close(fd);
}

/* ---- the plan ---- */

static bool is_number(const char *word, uint64_t most, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = word && *word >= '0' && *word <= '9' ? strtoull(word, &end, 10) : UINT64_MAX;
    return *number <= most && !*end && !errno;
}

/* Reads an event's number, which only @other may follow. */
static bool event_and(struct op *op, const char *other)
{
    uint64_t number;
    bool good = is_number(op->words[1], EVENTS - 1, &number);

    op->event = (unsigned)number;
    return good && (!op->words[2] || (other && !strcmp(op->words[2], other) && !op->words[3]));
}

static bool reads_alone(struct op *op)
{
    return event_and(op, NULL);
}

static bool reads_group(struct op *op)
{
    return event_and(op, "all");
}

static bool is_word(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

static bool reads_open(struct op *op)
{
    static const char *const with_number[] = {"cpu", "in", "period", NULL}, *const alone[] = {
                                                                                "user", "kernel",
                                                                                "task", NULL};
    uint64_t number;
    bool good = is_number(op->words[1], EVENTS - 1, &number) && op->words[2] && has(op, "cpu");

    op->event = (unsigned)number;
    for (unsigned i = 3; good && op->words[i]; i++) {
        uint64_t most = strcmp(op->words[i], "period") ? INT32_MAX : INT64_MAX;

        if (is_word(op->words[i], alone))
            continue;
        good = is_word(op->words[i], with_number) && op->words[i + 1];
        if (!good || strcmp(op->words[i], "cpu") || strcmp(op->words[i + 1], "any"))
            good = good && is_number(op->words[i + 1], most, &number);
        i++;
    }
    return good;
}

static bool reads_map(struct op *op)
{
    uint64_t number;
    bool good = is_number(op->words[1], EVENTS - 1, &number);

    op->event = (unsigned)number;
    return good &&
           (!op->words[2] || (is_number(op->words[2], RING_PAGES, &op->number) && !op->words[3]));
}

static bool reads_number(struct op *op)
{
    return is_number(op->words[1], INT64_MAX, &op->number) && !op->words[2];
}

static bool is_switch(const struct op *op)
{
    return op->words[2] && !op->words[3] &&
           (!strcmp(op->words[2], "on") || !strcmp(op->words[2], "off"));
}

static bool reads_switch(struct op *op)
{
    return is_number(op->words[1], 4095, &op->number) && is_switch(op);
}

static bool reads_module(struct op *op)
{
    return op->words[1] && is_switch(op) && !strchr(op->words[1], '/') &&
           strlen(op->words[1]) <= NAME_MAX;
}

static bool reads_file(struct op *op)
{
    return op->words[1] && op->words[2] && !op->words[3];
}

static const struct verb {
    const char *name, *form;
    bool (*reads)(struct op *op);
    void (*plays)(struct op *op);
} verbs[] = {
    {"open", "open S EVENT cpu N|any [in S] [period N] [user] [kernel] [task]", reads_open,
        open_event},
    {"on", "on S [all]", reads_group, switch_on},
    {"off", "off S [all]", reads_group, switch_off},
    {"reset", "reset S [all]", reads_group, reset},
    {"read", "read S", reads_alone, read_event},
    {"close", "close S", reads_alone, close_event},
    {"map", "map S [PAGES]", reads_map, map_event},
    {"unmap", "unmap S", reads_alone, unmap_event},
    {"wait", "wait NS", reads_number, wait_ns},
    {"cpu", "cpu N on|off", reads_switch, switch_cpu},
    {"module", "module NAME on|off", reads_module, switch_module},
    {"put", "put PATH TEXT", reads_file, put},
};

static const struct verb *verb_called(const char *name)
{
    for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
        if (name && !strcmp(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}

/* Keeps @line. Ends the program if it is wrong. */
static struct op read_op(char *line, unsigned number)
{
    struct op op = {.line = line, .copy = strdup(line)};
    char *rest = NULL;
    unsigned n = 0;

    for (char *word = strtok_r(op.copy, " \t", &rest); word && n < WORDS - 1;
         word = strtok_r(NULL, " \t", &rest))
        op.words[n++] = word;
    op.verb = verb_called(op.words[0]);
    if (!op.verb)
        errx(2,
            "line %u: '%s': expected open, on, off, reset, read, close, map, unmap, wait, cpu, "
            "module or put",
            number, line);
    if (rest && *rest)
        errx(2, "line %u: too many words: expected '%s'", number, op.verb->form);
    if (!op.verb->reads(&op))
        errx(2, "line %u: '%s': expected '%s', S from 0 to %d", number, line, op.verb->form,
            EVENTS - 1);
    return op;
}

/* Returns the operations, and their number in *@n. */
static struct op *read_plan(FILE *file, size_t *n)
{
    struct op *ops = NULL;
    char *line = NULL;
    size_t room = 0;

    *n = 0;
    for (unsigned number = 1; getline(&line, &room, file) > 0; number++) {
        line[strcspn(line, "#\n")] = '\0';
        for (size_t end = strlen(line); end && strchr(" \t", line[end - 1]);)
            line[--end] = '\0';
        if (!line[strspn(line, " \t")])
            continue;
        ops = reallocarray(ops, *n + 1, sizeof(*ops));
        if (!ops)
            err(2, "no memory");
        ops[*n] = read_op(strdup(line + strspn(line, " \t")), number);
        ++*n;
    }
    free(line);
    return ops;
}

/* ---- the play ---- */

static void play(struct op *op, unsigned long number)
{
    say(WITNESS_PLAY, number << 1);
    op->verb->plays(op);
    say(WITNESS_PLAY, number << 1 | 1);
}

static void print(const struct op *op)
{
    printf("%s = ", op->line);
    if (op->error)
        printf("%s\n", strerrorname_np(op->error));
    else if (op->verb->plays == read_event)
        printf("%" PRIu64 " enabled %" PRIu64 " running %" PRIu64 "\n", op->count, op->enabled,
            op->running);
    else
        printf("ok\n");
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "re") : stdin;
    struct op *ops;
    size_t n;

    if (argc > 2)
        errx(2, "usage: pmulab-play [FILE]");
    if (!file)
        err(2, "%s", argv[1]);
    ops = read_plan(file, &n);
    memset(fds, 0xff, sizeof(fds));
#if defined(__x86_64__)
    if (ioperm(SAY_FIRST_PORT, SAY_PORTS, 1))
        err(2, "the ports for marks");
#endif
    for (size_t i = 0; i < n; i++)
        play(&ops[i], i + 1);
    for (size_t i = 0; i < n; i++)
        print(&ops[i]);
    return 0;
}
