/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs in QEMU in place of a kernel. Makes a fixed number of accesses of each
 * kind, and reports each kind's beginning and end on the console.
 * Bench/Access.pm measures the times. The including file provides the machine's
 * program start, put() and measure_all().
 */
#ifndef PMULAB_TESTS_BENCH_INSIDE_ACCESS_H
#define PMULAB_TESTS_BENCH_INSIDE_ACCESS_H

#include <stdint.h>

/* Few slow accesses, to finish soon; enough quick ones to be measurable. */
#define ACCESSES_OURS   500000
#define ACCESSES_DEVICE 1000000  /* answered by QEMU */
#define ACCESSES_CALL   10000000 /* where QEMU calls a short function */
#define ACCESSES_INLINE 50000000 /* where it calls none */
#define ACCESSES_FIRST  100

/* Writes a character to the console. */
static void put(char c);
/* Calls MEASURE() for each kind. */
static void measure_all(void);

static void say(const char *text)
{
    for (; *text; text++)
        put(*text);
}

#define TEXT_OF_(number) #number
#define TEXT_OF(number)  TEXT_OF_(number)

/* The first ones make QEMU translate the code. */
#define MEASURE(name, count, access)                                                               \
    do {                                                                                           \
        for (unsigned i_ = 0; i_ < ACCESSES_FIRST; i_++)                                           \
            access;                                                                                \
        say("begin " TEXT_OF(count) " " name "\n");                                                \
        for (unsigned i_ = 0; i_ < (count); i_++)                                                  \
            access;                                                                                \
        say("end\n");                                                                              \
    } while (0)

/* Measures each kind twice: on a register of the machine, and on a comparable
 * one that QEMU answers. */
#define MEASURE_BOTH(name, ours, count, qemu)                                                      \
    do {                                                                                           \
        MEASURE("ours " name, ACCESSES_OURS, ours);                                                \
        MEASURE("qemu " name, count, qemu);                                                        \
    } while (0)

__attribute__((noreturn, used)) void access_start(void);
void access_start(void)
{
    measure_all();
    say("over\n");
    for (;;)
        ;
}

#endif
