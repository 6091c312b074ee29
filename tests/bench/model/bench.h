/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What models cost in process, an operation at a time. A machine's file measures its own. */
#ifndef PMULAB_BENCH_MODEL_H
#define PMULAB_BENCH_MODEL_H

#include <stdint.h>

/* Does the operation @n times. */
typedef void bench_fn(void *machine, uint64_t n);

/*
 * Measures @fn, which is asked often enough to be measured well, and prints a line: @what, and CPU
 * nanoseconds of one operation and of one turn of a loop that everything is compared with, with a tab between
 * them.
 */
void bench(const char *what, bench_fn *fn, void *machine);

/* A machine's file has one of these with a body that calls bench(): the program knows it by NAME from then
 * on. */
#define BENCH_MACHINE(NAME)                                                                                  \
    static void bench_##NAME(void);                                                                          \
    __attribute__((constructor)) static void enrol_##NAME(void)                                              \
    {                                                                                                        \
        bench_enrol(#NAME, bench_##NAME);                                                                    \
    }                                                                                                        \
    static void bench_##NAME(void)

/* For BENCH_MACHINE(). */
void bench_enrol(const char *name, void (*operations)(void));

#endif
