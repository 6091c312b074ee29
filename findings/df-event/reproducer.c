// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Event 1007h of the data fabric, Zen1 to Zen3. The top two of the 14 bits of
 * an event are in the format of amd_df, and are dropped: event 7h is counted,
 * here the traffic of a memory channel.
 * On silicon, event 7h must have traffic. pmulab's hardware (epyc,
 * variant=zen2) has the scenario's traffic.
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

static int open_event(const char *pmu, __u64 config, __u64 config1)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = config, .config1 = config1};
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

int main(void)
{
    int low = open_event("amd_df", 0x3807, 0);
    int high = open_event("amd_df", 0x3807 | 1ULL << 59, 0);
    long long counts[2];

    usleep(100000);
    counts[0] = finish(low);
    counts[1] = finish(high);
    printf("event 7h: %lld, event 1007h: %lld\n", counts[0], counts[1]);
    if (counts[0] < 1)
        return 2; /* no traffic */
    return counts[1] > counts[0] / 2;
}
