/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures the cost of models in process, one operation at a time. Each machine
 * has its own file. */
#ifndef PMULAB_TESTS_BENCH_MODEL_BENCH_H
#define PMULAB_TESTS_BENCH_MODEL_BENCH_H

#include <stdint.h>

/* Does the operation @n times. */
typedef void bench_fn(void *machine, uint64_t n);

/* Calls @fn often enough for a good figure, and prints a tab-separated line:
 * @what, CPU nanoseconds per operation, and CPU nanoseconds per turn of a
 * reference loop. */
void bench(const char *what, bench_fn *fn, void *machine);

/* Each machine's file has one, whose body calls bench(). It registers the file
 * as NAME. */
#define BENCH_MACHINE(NAME)                                                                        \
    static void bench_##NAME(void);                                                                \
    __attribute__((constructor)) static void enrol_##NAME(void)                                    \
    {                                                                                              \
        bench_enrol(#NAME, bench_##NAME);                                                          \
    }                                                                                              \
    static void bench_##NAME(void)

/* For BENCH_MACHINE(). */
void bench_enrol(const char *name, void (*operations)(void));

#endif
