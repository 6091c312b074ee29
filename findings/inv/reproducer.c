// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Ivy Bridge-EP's home agent: the format has a term inv, and the driver does
 * not write its bit. Cycles with a tracker entry and cycles without one must
 * be different counts, whose sum is the clock's. They are equal if the bit is
 * not written.
 * On silicon, any memory traffic shows it. pmulab's hardware (snbep,
 * variant=ivt) has the scenario's traffic.
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

#define THRESHOLD (1ULL << 24)
#define INVERT    (1ULL << 23)

int main(void)
{
    long long with, without, clocks;
    int event = open_event("uncore_ha_0", 0x0128 | THRESHOLD, 0);
    int inverted = open_event("uncore_ha_0", 0x0128 | THRESHOLD | INVERT, 0);
    int clock = open_event("uncore_ha_0", 0x0000, 0);

    usleep(100000);
    with = finish(event);
    without = finish(inverted);
    clocks = finish(clock);
    printf("cycles with an entry %lld, without %lld; all cycles %lld\n", with, without, clocks);
    if (!with || with > clocks - clocks / 20)
        return 2; /* idle, or never idle */
    return with + without < clocks - clocks / 50 || with + without > clocks + clocks / 50;
}
