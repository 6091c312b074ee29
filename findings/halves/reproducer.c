// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A counter of 48 bits is read in two halves. If the lower half overflows
 * between the reads, the count is wrong by 2^32, and at the next read by 2^48.
 * Silicon shows it once in weeks. So this needs pmulab's hardware (snbep),
 * whose counter is 0xffffffff until its lower half is read the seventh time,
 * as follows:
 * Traffic:
 *     at step reproducer
 *         imc0 CAS_COUNT.RD_REG off
 *         imc0.PMON_CTR0 = 0xffffffff
 *     at read 7 of imc0.PMON_CTR0 in step reproducer
 *         imc0 CAS_COUNT.RD_REG 1M/s
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

static int open_event(const char *pmu, __u64 config, __u64 config1)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = config, .config1 = config1};
    int fd;

    attr.type = pmu_type(pmu);
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
    if (fd < 0) {
        perror("perf_event_open");
        exit(2);
    }
    return fd;
}

static long long count(int fd)
{
    long long value = 0;

    if (read(fd, &value, sizeof(value)) != sizeof(value))
        exit(2);
    return value;
}

int main(void)
{
    int fd = open_event("uncore_imc_0", 0x0304, 0);
    long long before = count(fd), now;

    for (int i = 0; i < 4; i++, before = now) {
        usleep(1000);
        now = count(fd);
        printf("after a millisecond: %lld more\n", now - before);
        if (now < before || now - before > 1LL << 31)
            return 1;
    }
    return 0;
}
