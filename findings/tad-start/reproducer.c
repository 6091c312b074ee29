// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Marvell CN10K's last-level cache: an event that is on must never count
 * backwards. It does if another event of the PMU is opened.
 * On silicon, any memory traffic shows it. pmulab's hardware (board,
 * hardware/marvell-cn10k-tad.rdl) has the scenario's traffic.
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

static int open_event(int type, __u64 config)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .type = type, .config = config};
    int fd;

    attr.disabled = 1; /* else the driver refuses it */
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
    if (fd < 0 || ioctl(fd, PERF_EVENT_IOC_ENABLE, 0)) {
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

#define TAD_REQ_MSH_IN_ANY 0x01
#define TAD_HIT_ANY        0x1f

int main(void)
{
    int type = pmu_type("tad");
    int event = open_event(type, TAD_REQ_MSH_IN_ANY);
    long long before, after;

    usleep(100000);
    before = count(event);
    open_event(type, TAD_HIT_ANY);
    usleep(10000);
    after = count(event);
    printf("requests: %lld, and 10 ms later %lld\n", before, after);
    return before ? after < before : 2;
}
