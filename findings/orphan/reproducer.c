// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A group's leader on CPU 2 loses its context, because all CPUs of the socket
 * go offline. Another event must not get into that group: the leader, once
 * closed, would leave it with freed memory. (This program closes the new event
 * first, so nothing is freed too early.)
 * Needs the right to take CPUs offline, and an uncore PMU of a socket whose
 * CPUs are 2 and 3. pmulab's hardware: snbep, sockets=2, four CPUs.
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
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

static void set_cpu(int cpu, int on)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
    file = fopen(path, "w");
    if (!file || fprintf(file, "%d\n", on) < 0 || fclose(file)) {
        perror(path);
        exit(2);
    }
}

static int open_on_2(int leader)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = 0x0304};

    attr.type = pmu_type("uncore_imc_0");
    return syscall(SYS_perf_event_open, &attr, -1, 2, leader, 0);
}

int main(void)
{
    int leader, sibling;

    leader = open_on_2(-1);
    if (leader < 0) {
        perror("perf_event_open");
        return 2;
    }
    set_cpu(2, 0);
    set_cpu(3, 0);
    set_cpu(3, 1);
    sibling = open_on_2(leader);
    if (sibling < 0)
        perror("a sibling of a leader without a context");
    else
        printf("a leader without a context accepts a sibling\n");
    if (sibling >= 0)
        close(sibling);
    close(leader);
    set_cpu(2, 1);
    return sibling >= 0;
}
