// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An event of ibs_fetch with MaxCnt in the configuration takes more samples
 * than the limit of the kernel, and is throttled. Its count must be 4096 for
 * each sample, and less than 4096 for the begun one. Each throttling adds 4096
 * too many.
 * Any AMD processor with IBS shows it, also pmulab's (epyc).
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
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

#define PERIOD 4096
#define PAGES  64 /* of the ring */

static void set_limit(const char *name, int value)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof(path), "/proc/sys/kernel/%s", name);
    file = fopen(path, "w");
    if (!file || fprintf(file, "%d\n", value) < 0 || fclose(file))
        exit(2);
}

int main(void)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = PERIOD >> 4, .disabled = 1};
    long page = sysconf(_SC_PAGESIZE);
    struct perf_event_mmap_page *ring;
    struct timespec begin, now;
    int fd, samples = 0, throttled = 0;
    long long count;

    set_limit("perf_cpu_time_max_percent", 25);
    set_limit("perf_event_max_sample_rate", 1000);
    attr.type = pmu_type("ibs_fetch");
    attr.sample_type = PERF_SAMPLE_IP;
    fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
    if (fd < 0)
        return 2;
    ring = mmap(NULL, (PAGES + 1) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ring == MAP_FAILED)
        return 2;
    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 50);
    ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
    if (read(fd, &count, sizeof(count)) != sizeof(count))
        return 2;
    for (__u64 at = 0; at < ring->data_head;) {
        const char *data = (const char *)ring + ring->data_offset;
        const struct perf_event_header *header = (const void *)(data + at % ring->data_size);

        samples += header->type == PERF_RECORD_SAMPLE;
        throttled += header->type == PERF_RECORD_THROTTLE;
        at += header->size;
    }
    printf("%d samples, throttled %d times: count %lld, at most %d expected\n", samples, throttled,
        count, PERIOD * (samples + 1) - 1);
    if (!throttled || ring->data_head > ring->data_size)
        return 2;
    return count >= PERIOD * (samples + 1);
}
