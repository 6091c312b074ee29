/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-lines TURNS [store]
 *
 * Walks an array of 64 MiB, larger than any cache of these machines, TURNS
 * times. It loads from each line of 64 bytes or, with `store`, stores to it.
 * First it stores to each page once, so each page gets its own memory.
 */
#include "guest/freestanding.h"

enum { LINE = 64, PAGE = 4096, ARRAY = 64 << 20 };

static char array[ARRAY] __attribute__((aligned(PAGE)));

/* One memory instruction per line, whatever the compiler. */
static void walk(int store)
{
    for (long i = 0; i < ARRAY; i += LINE) {
        volatile char *line = &array[i];

        if (store)
            *line = 1;
        else
            (void)*line;
    }
}

int guest_main(int argc, char **argv, char **envp)
{
    long turns = argc >= 2 ? guest_number(argv[1]) : -1;

    (void)envp;
    if (turns < 0 || argc > 3) {
        guest_complain("usage: pmulab-lines TURNS [store]\n");
        return 2;
    }
    for (long i = 0; i < ARRAY; i += PAGE)
        *(volatile char *)&array[i] = 1;
    while (turns--)
        walk(argc == 3);
    return 0;
}
