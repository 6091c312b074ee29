// SPDX-License-Identifier: GPL-2.0-or-later
#define _GNU_SOURCE
/*
 * Two events of a group count the same. CPU 1 reads one of them, also while
 * the driver's timer reads both on CPU 0, once a minute. If both reads
 * coincide, that event loses counts or gets some twice, and the group's counts
 * differ.
 * On silicon this is rare. pmulab's hardware (snbep) has the scenario's
 * traffic, an event in each cycle, and lets minutes pass in seconds.
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int pmu_type(const char *pmu)
{
    char path[128];
    int type = -1;
    FILE *file;

    snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%d", &type) != 1) {
        fprintf(stderr, "%s: no such PMU\n", pmu);
        exit(2);
    }
    fclose(file);
    return type;
}

/* A leader (@leader is -1) begins disabled, so that its group starts at
 * once. */
static int open_event(const char *pmu, int leader)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = 0x0304, .disabled = leader < 0};
    int fd;

    attr.type = pmu_type(pmu);
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, leader, 0);
    if (fd < 0) {
        perror("perf_event_open");
        exit(2);
    }
    return fd;
}

static long long count(int fd)
{
    long long value = 0;

    if (read(fd, &value, sizeof(value)) != sizeof(value))
        exit(2);
    return value;
}

#define BOXES 4
#define TURNS 13

static void read_for(const int *fds, int ms)
{
    struct timespec begin, now;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        for (int i = 0; i < BOXES; i++)
            count(fds[i]);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < ms);
}

int main(void)
{
    cpu_set_t one;
    int first[BOXES], second[BOXES], bad = 0;
    struct timespec next;

    CPU_ZERO(&one);
    CPU_SET(1, &one);
    if (sched_setaffinity(0, sizeof(one), &one))
        return 2;
    for (int i = 0; i < BOXES; i++) {
        char pmu[32];

        snprintf(pmu, sizeof(pmu), "uncore_imc_%d", i);
        first[i] = open_event(pmu, -1);
        second[i] = open_event(pmu, first[i]);
        ioctl(first[i], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
    }
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec -= 4000000; /* begin 4 ms before the timer */
    if (next.tv_nsec < 0) {
        next.tv_nsec += 1000000000;
        next.tv_sec--;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        next.tv_sec += 60;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        read_for(first, 8);
    }
    for (int i = 0; i < BOXES; i++) {
        long long a, b;

        ioctl(first[i], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        a = count(first[i]);
        b = count(second[i]);
        printf("uncore_imc_%d: read by CPU 1 %lld, not read %lld, %lld more\n", i, a, b, a - b);
        bad |= a != b;
    }
    return bad;
}
