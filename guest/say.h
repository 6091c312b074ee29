/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a guest says of itself, to the hardware's side (models/sim/step.h). */
#ifndef PMULAB_GUEST_SAY_H
#define PMULAB_GUEST_SAY_H

#include "models/sim/step.h"

#if defined(__x86_64__)
/* Needs leave for the ports: SAY_PORTS of them from SIM_WITNESS_HIGH_PORT on, by ioperm(). */
enum { SAY_PORTS = SIM_WITNESS_LOW_PORT + 4 - SIM_WITNESS_HIGH_PORT };

static inline void say_number(unsigned long number)
{
    __asm__ volatile("outl %0, %1"
                     :
                     : "a"((unsigned)(number >> 32)), "d"((short)SIM_WITNESS_HIGH_PORT)
                     : "memory");
    __asm__ volatile("outl %0, %1" : : "a"((unsigned)number), "d"((short)SIM_WITNESS_LOW_PORT) : "memory");
}

#elif defined(__aarch64__)
/* The hint's time is that of the next block of code, which begins after isb. */
static inline void say_number(unsigned long number)
{
    register unsigned long x0 __asm__("x0") = number;

    __asm__ volatile("hint %0\n\tisb" : : "n"(SIM_STEP_HINT), "r"(x0) : "memory");
}

#else
/* As above; a branch ends the block. */
static inline void say_number(unsigned long number)
{
    __asm__ volatile("mtspr %0, %1\n\tb 1f\n1:" : : "n"(SIM_STEP_SPR), "r"(number) : "memory");
}
#endif

static inline void say(enum sim_witness what, unsigned long figure)
{
    say_number((unsigned long)what << SIM_WITNESS_SHIFT | (figure & SIM_WITNESS_FIGURE));
}

#endif
