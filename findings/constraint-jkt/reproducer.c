// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Two events of the ring stop of PCIe, E5-2600, that only counter 0 can count:
 * TxR_CYCLES_FULL.AD and TxR_CYCLES_NE.AD. Each counts alone. If both are
 * open, the kernel puts one on a counter that cannot count it, where it reads
 * 0 while it claims to run. (With a right table the two take turns.)
 * On silicon, the unit must be busy. pmulab's hardware (snbep) has the
 * scenario's traffic.
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

#define PMU    "uncore_r2pcie"
#define FIRST  0x0125
#define SECOND 0x0123

int main(void)
{
    int first = open_event(PMU, FIRST, 0), second;
    long long alone[2], both[2];

    usleep(100000);
    alone[0] = finish(first);
    second = open_event(PMU, SECOND, 0);
    usleep(100000);
    alone[1] = finish(second);
    if (alone[0] < 1 || alone[1] < 1)
        return 2; /* no traffic */
    first = open_event(PMU, FIRST, 0);
    second = open_event(PMU, SECOND, 0);
    usleep(100000);
    both[0] = finish(first);
    both[1] = finish(second);
    printf("alone %lld and %lld, both open %lld and %lld\n", alone[0], alone[1], both[0], both[1]);
    return both[0] == 0 || both[1] == 0;
}
