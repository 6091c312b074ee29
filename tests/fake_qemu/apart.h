/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs part of a test in a separate process, because a plugin can be installed
 * only once. */
#ifndef PMULAB_TESTS_FAKE_QEMU_APART_H
#define PMULAB_TESTS_FAKE_QEMU_APART_H

#include "tests/tap.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls @test there and reports its results here. Returns the process's exit
 * status. */
static inline int apart_status(void (*test)(void))
{
    unsigned *results = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    pid_t child;

    fflush(stdout);
    results[0] = tap_count;
    results[1] = tap_failed;
    child = fork();
    if (!child) {
        test();
        fflush(stdout);
        results[0] = tap_count;
        results[1] = tap_failed;
        _exit(0);
    }
    waitpid(child, &status, 0);
    tap_count = results[0];
    tap_failed = results[1];
    munmap(results, 4096);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline void apart(void (*test)(void))
{
    ok(!apart_status(test), "... and ends well");
}

#endif
