// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Two links of UPI of Sapphire Rapids, uncore_upi_0 and uncore_upi_1. The kernel
 * programs link 0 for both. So an event of link 1 replaces the event of link 0
 * in counter 0. Here link 0 counts its clock, and link 1 counts event 0, which
 * is no event. With the bug, link 0's counter then stops.
 * Any machine with two links shows it, without traffic.
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
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

static int open_event(const char *pmu, __u64 config)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = config};
    int fd;

    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attr.type = pmu_type(pmu);
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
    if (fd < 0) {
        perror("perf_event_open");
        exit(2);
    }
    return fd;
}

/* Stops the event. Returns its count, or -1 if it was never on the hardware. */
static long long finish(int fd)
{
    __u64 value[3]; /* the count, and the times enabled and running */

    ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
    if (read(fd, value, sizeof(value)) != sizeof(value))
        exit(2);
    close(fd);
    return value[2] ? (long long)value[0] : -1;
}

#define CLOCK 0x1

int main(void)
{
    long long alone, beside;
    int clock, other;

    clock = open_event("uncore_upi_0", CLOCK);
    usleep(100000);
    alone = finish(clock);
    clock = open_event("uncore_upi_0", CLOCK);
    other = open_event("uncore_upi_1", 0);
    usleep(100000);
    beside = finish(clock);
    finish(other);
    printf("clock of link 0: %lld alone, %lld beside an event of link 1\n", alone, beside);
    if (alone < 1)
        return 2; /* the link is off */
    return beside < alone / 2;
}
