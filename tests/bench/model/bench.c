/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model MACHINE: measures the operations of one machine's model.
 */
#include "tests/bench/model/bench.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MEASURED_NS 20e6 /* at least */

#define MACHINES_MAX 64

static struct {
    const char *name;
    void (*bench)(void);
} machines[MACHINES_MAX];

static size_t n_machines;

void bench_enrol(const char *name, void (*operations)(void))
{
    assert(n_machines < MACHINES_MAX);
    machines[n_machines].name = name;
    machines[n_machines++].bench = operations;
}

static double cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Each turn is a multiplication and an addition that depend on the previous
 * turn. */
static void turns(void *result, uint64_t n)
{
    uint64_t x = 1;

    while (n--) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        __asm__ volatile("" : "+r"(x)); /* keeps the compiler from skipping or precomputing it */
    }
    *(volatile uint64_t *)result = x;
}

static double ns_each(bench_fn *fn, void *machine)
{
    for (uint64_t n = 1;; n *= 4) {
        double begin = cpu_ns(), took;

        fn(machine, n);
        took = cpu_ns() - begin;
        if (took >= MEASURED_NS)
            return took / (double)n;
    }
}

void bench(const char *what, bench_fn *fn, void *machine)
{
    uint64_t result;
    double turn = ns_each(turns, &result);

    printf("%s\t%.3f\t%.4f\n", what, ns_each(fn, machine), turn);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < n_machines; i++) {
        if (strcmp(argv[1], machines[i].name))
            continue;
        machines[i].bench();
        return 0;
    }
    fputs("model: expected the name of a machine\n", stderr);
    return 2;
}
