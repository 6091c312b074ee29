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

void bench_snbep(void);
void bench_epyc(void);
void bench_kunpeng(void);
void bench_power9(void);

#endif
