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

static int open_event(const char *pmu, __u64 config, __u64 config1)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = config, .config1 = config1};
    int fd;

    attr.type = pmu_type(pmu);
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
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

static int sibling(const char *pmu, int leader)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = 0x0304};
    int fd;

    attr.type = pmu_type(pmu);
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, leader, 0);
    if (fd < 0)
        exit(2);
    return fd;
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
        first[i] = open_event(pmu, 0x0304, 0);
        second[i] = sibling(pmu, first[i]);
    }
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (int turn = 0; turn < TURNS; turn++) {
        next.tv_sec += 60;
        next.tv_nsec -= 4000000;
        if (next.tv_nsec < 0) {
            next.tv_nsec += 1000000000;
            next.tv_sec--;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        read_for(first, 8);
        next.tv_nsec += 4000000;
    }
    for (int i = 0; i < BOXES; i++) {
        long long a, b;

        ioctl(first[i], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        a = count(first[i]);
        b = count(second[i]);
        printf(
            "uncore_imc_%d: read by CPU 1 %lld, not read %lld, difference %lld\n", i, a, b, a - b);
        bad |= a != b;
    }
    return bad;
}
