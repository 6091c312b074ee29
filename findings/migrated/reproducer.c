// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An uncore event is opened for the last CPU in the PMU's cpumask, and is off
 * (attr.disabled). The CPU goes offline, and the driver moves the event to
 * another CPU of the socket. Nothing enables the event, so it must not run.
 * Needs the right to take CPUs offline, and two sockets, as CPU 0 cannot go.
 * pmulab's hardware: snbep, sockets=2, four CPUs.
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* The last number of a list like "0,18". */
static int last_cpu(const char *pmu)
{
    char path[128], list[256], *last;
    FILE *file;

    snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/cpumask", pmu);
    file = fopen(path, "r");
    if (!file || !fgets(list, sizeof(list), file))
        exit(2);
    fclose(file);
    last = list + strcspn(list, "\n");
    while (last > list && last[-1] != ',' && last[-1] != '-')
        last--;
    return atoi(last);
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

int main(void)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = 0x0304, .disabled = 1};
    __u64 value[2]; /* the count, and the time enabled */
    int fd, cpu = last_cpu("uncore_imc_0");

    if (!cpu) {
        fprintf(stderr, "only CPU 0 has events of the PMU, and cannot go\n");
        return 2;
    }
    attr.type = pmu_type("uncore_imc_0");
    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
    fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
    if (fd < 0) {
        perror("perf_event_open");
        return 2;
    }
    set_cpu(cpu, 0);
    usleep(10000);
    if (read(fd, value, sizeof(value)) != sizeof(value))
        return 2;
    set_cpu(cpu, 1);
    printf(
        "an event that was never enabled: count %llu, enabled for %llu ns\n", value[0], value[1]);
    return value[1] != 0;
}
