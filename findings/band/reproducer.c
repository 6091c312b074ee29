// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The power control unit of Haswell-EP and later counts the cycles in which
 * the processor is at or above a frequency. No processor reaches 25.5 GHz, so
 * these counts must be 0 in each band of the filter. The kernel gives bands 1
 * to 3 another frequency, and counts nearly all cycles.
 * Any hardware with uncore_pcu shows it, also pmulab's (snbep, variant=hsx)
 * too.
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
    int bad = 0;

    for (int band = 0; band < 4; band++) {
        int fd = open_event("uncore_pcu", 0xb + band, 0xffULL << (8 * band));
        long long cycles;

        usleep(100000);
        cycles = finish(fd);
        printf("band %d: %lld cycles at 25.5 GHz or above, expected 0\n", band, cycles);
        bad |= cycles != 0;
    }
    return bad;
}
