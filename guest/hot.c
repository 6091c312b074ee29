/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-hot N
 *
 * Spends its time in hot_function(): N turns of a short loop without memory
 * accesses or system calls. A profile must show that function by name.
 */
#include "guest/freestanding.h"

/* Not static, so that the compiler keeps its name. */
unsigned long hot_function(long turns);
__attribute__((noinline)) unsigned long hot_function(long turns)
{
    unsigned long x = 1;

    for (; turns > 0; turns--) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        /* Keeps the compiler from skipping or precomputing the loop. */
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

int guest_main(int argc, char **argv, char **envp)
{
    long turns = argc == 2 ? guest_number(argv[1]) : -1;

    (void)envp;
    if (turns < 0) {
        guest_complain("usage: pmulab-hot TURNS\n");
        return 2;
    }
    hot_function(turns);
    return 0;
}
