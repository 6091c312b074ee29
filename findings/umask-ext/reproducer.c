// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Headers that leave by a UPI link of Skylake-SP: responses without data, and
 * the two opcodes RspI and RspCnflt of that class. The opcode is in bits 43:32
 * of the control. The kernel writes bits 31:0, so each opcode counts all of
 * the class, and both together twice the class.
 * On silicon, traffic between the sockets shows it. pmulab's hardware (snbep,
 * variant=skx) has the scenario's traffic.
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
    long long class, invalid, conflict;
    int events[] = {
        open_event("uncore_upi_0", 0x000a04, 0),
        open_event("uncore_upi_0", 0x100002a04, 0), /* umask 12a: RspI */
        open_event("uncore_upi_0", 0x10000aa04, 0), /* umask 1aa: RspCnflt */
    };

    usleep(100000);
    class = finish(events[0]);
    invalid = finish(events[1]);
    conflict = finish(events[2]);
    printf("responses without data %lld, of these RspI %lld, RspCnflt %lld\n", class, invalid,
        conflict);
    if (!class)
        return 2; /* no traffic */
    return invalid + conflict > class + class / 2;
}
