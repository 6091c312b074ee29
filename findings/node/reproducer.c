// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lookups of a cache slice by node, on Haswell-EP: the filter's field of nodes
 * is left out, and keeps the value of an earlier event (at first none). So
 * lookups for node 1 are 0 after an event for node 0. Beside an event that
 * sets the field for node 1 (victims by node), the same lookups count.
 * On silicon, any memory traffic shows it. pmulab's hardware (snbep,
 * variant=hsx) has the scenario's traffic.
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

#define STATES  (0x8ULL << 17)
#define NODE(n) (1ULL << (32 + (n)))

int main(void)
{
    long long alone, beside;
    int lookups, victims;

    finish(open_event("uncore_cbox_0", 0x4137, NODE(0)));
    lookups = open_event("uncore_cbox_0", 0x4134, STATES | NODE(1));
    usleep(100000);
    alone = finish(lookups);
    victims = open_event("uncore_cbox_0", 0x4137, NODE(1));
    lookups = open_event("uncore_cbox_0", 0x4134, STATES | NODE(1));
    usleep(100000);
    beside = finish(lookups);
    finish(victims);
    printf("lookups for node 1: %lld alone, %lld beside victims for node 1\n", alone, beside);
    if (beside < 1)
        return 2; /* no traffic */
    return alone == 0;
}
