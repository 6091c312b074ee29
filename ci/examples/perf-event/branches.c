/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A library that counts a function's branches by perf_event_open(2), and its
 * test: a loop of known length. */
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The branches of loop() besides one for each round: system calls and calls. */
#define OTHERS 50

static int open_branches(void)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof(attr),
        .config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
    };

    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

/* The user's branches while @work ran with @n, or UINT64_MAX. */
static uint64_t count_branches(int counter, void (*work)(int n), int n)
{
    uint64_t count;

    ioctl(counter, PERF_EVENT_IOC_RESET, 0);
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    work(n);
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    return read(counter, &count, sizeof(count)) == sizeof(count) ? count : UINT64_MAX;
}

static void loop(int n)
{
    for (volatile int i = 0; i < n; i++)
        ;
}

int main(void)
{
    int counter = open_branches(), failed = 0;

    if (counter < 0) {
        perror("perf_event_open");
        return 2;
    }
    for (int n = 1000; n <= 100000; n *= 10) {
        uint64_t count = count_branches(counter, loop, n);
        int good = count >= (uint64_t)n && count <= (uint64_t)n + OTHERS;

        printf("%s: %d rounds, %ju branches\n", good ? "ok" : "FAILED", n, (uintmax_t)count);
        failed |= !good;
    }
    return failed;
}
