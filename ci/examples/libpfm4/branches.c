/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the branches of a loop by an event that libpfm4 knows by the vendor's
 * name: branches EVENT. */
#include <err.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define ROUNDS 10000
#define OTHERS 50

static int open_event(const char *name)
{
    struct perf_event_attr attr = {.size = sizeof(attr)};
    pfm_perf_encode_arg_t arg = {.attr = &attr, .size = sizeof(arg)};
    int status = pfm_get_os_event_encoding(name, PFM_PLM3, PFM_OS_PERF_EVENT, &arg);

    if (status != PFM_SUCCESS)
        errx(2, "%s: %s", name, pfm_strerror(status));
    attr.disabled = 1;
    return perf_event_open(&attr, 0, -1, -1, 0);
}

int main(int argc, char **argv)
{
    uint64_t count;
    int counter;

    if (argc != 2 || pfm_initialize() != PFM_SUCCESS)
        errx(2, "expected an event and a processor that libpfm4 knows");
    counter = open_event(argv[1]);
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    for (volatile int i = 0; i < ROUNDS; i++)
        ;
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    if (read(counter, &count, sizeof(count)) != sizeof(count))
        err(2, "%s", argv[1]);
    printf("%s: %ju branches in %d rounds\n", argv[1], (uintmax_t)count, ROUNDS);
    return count < ROUNDS || count > ROUNDS + OTHERS;
}
