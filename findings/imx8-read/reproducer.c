// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * i.MX 8's DDR counters: two counters of the same event, from the same moment
 * on. One of them is read 10,000 times, and must not count less than the
 * other.
 * On silicon, any memory traffic shows it. pmulab's hardware (board,
 * hardware/fsl-imx8-ddr.rdl) has the scenario's traffic.
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

static int open_event(int type, __u64 config, int group)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .type = type, .config = config};
    int fd;

    attr.disabled = group < 0;
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, group, 0);
    if (fd < 0) {
        perror("perf_event_open");
        exit(2);
    }
    return fd;
}

static long long count(int fd)
{
    long long value;

    if (read(fd, &value, sizeof(value)) != sizeof(value))
        exit(2);
    return value;
}

#define READ_CYCLES 0x2a
#define READS       10000

int main(void)
{
    int type = pmu_type("imx8_ddr0");
    int leader = open_event(type, READ_CYCLES, -1);
    int other = open_event(type, READ_CYCLES, leader);
    long long often, once;

    ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
    for (int i = 0; i < READS; i++)
        count(other);
    ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
    often = count(other);
    once = count(leader);
    printf("read often %lld, read once %lld: %lld fewer\n", often, once, once - often);
    /* The counters start and stop one after the other. */
    return once ? once - often > READS : 2;
}
