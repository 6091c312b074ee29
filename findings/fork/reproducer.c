// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A task that counts itself with IBS, with the period in the configuration
 * (MaxCnt), and whose children inherit the event: fork() fails with EINVAL.
 * Any AMD processor with IBS shows it, also pmulab's (epyc).
 *
 * Exit status: 1 if the bug shows, 0 if it is gone, 2 if it cannot be tried.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

int main(void)
{
    struct perf_event_attr attr = {.size = sizeof(attr), .config = 0x1000, .inherit = 1};
    int status;
    pid_t child;

    attr.type = pmu_type("ibs_op");
    if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0) {
        perror("perf_event_open");
        return 2;
    }
    child = fork();
    if (child < 0) {
        perror("fork");
        return 1;
    }
    if (!child)
        _exit(0);
    printf("fork: ok\n");
    return waitpid(child, &status, 0) == child && !status ? 0 : 2;
}
