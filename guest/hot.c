/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-hot N
 *
 * Spends its time in hot_function(): N turns of a loop of a few instructions, with neither memory nor system
 * calls in it. A profile has to show that, and by that name.
 */
#include "guest/freestanding.h"

/* Not static: the compiler would be free to give it another name. */
unsigned long hot_function(long turns);
__attribute__((noinline)) unsigned long hot_function(long turns)
{
    unsigned long x = 1;

    for (; turns > 0; turns--) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        /* Neither skipped nor done ahead of time. */
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
