// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * HiSilicon's L3 cache: two events count reads alone, by a filter. If one of
 * them ends, the other one must still count reads alone.
 * On silicon, any memory traffic shows it. pmulab's hardware (kunpeng,
 * uncore=hip09) has the scenario's traffic.
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

static int open_event(int type, __u64 config, __u64 config1)
{
    struct perf_event_attr attr = {
        .size = sizeof(attr), .type = type, .config = config, .config1 = config1};
    int fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);

    if (fd < 0) {
        perror("perf_event_open");
        exit(2);
    }
    return fd;
}

/* Returns the count of 0.1 s. */
static long long count(int fd)
{
    long long before, after;

    if (read(fd, &before, sizeof(before)) != sizeof(before))
        exit(2);
    usleep(100000);
    if (read(fd, &after, sizeof(after)) != sizeof(after))
        exit(2);
    return after - before;
}

#define L3C_REF    0xb8
#define DAT_ACCESS 0xb9
#define READS      (4ULL << 8) /* tt_req */

int main(void)
{
    int type = pmu_type("hisi_sccl3_l3c0");
    int event = open_event(type, DAT_ACCESS, READS);
    int other = open_event(type, L3C_REF, READS);
    long long with, without;

    with = count(event);
    close(other);
    without = count(event);
    printf("reads in 0.1 s: %lld, after the other event's end %lld\n", with, without);
    return with ? without > 2 * with : 2;
}
