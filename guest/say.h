/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A guest's reports to the hardware (models/sim/step.h) about steps and
 * itself. */
#ifndef PMULAB_GUEST_SAY_H
#define PMULAB_GUEST_SAY_H

#include "models/sim/step.h"

/* x86: ports that require ioperm() first. */
enum { SAY_FIRST_PORT = SIM_STEP_PORT, SAY_PORTS = SIM_WITNESS_LOW_PORT + 4 - SAY_FIRST_PORT };

#if defined(__x86_64__)
static inline void say_step(long byte)
{
    __asm__ volatile("outb %b0, %w1" : : "a"(byte), "d"(SIM_STEP_PORT) : "memory");
}

static inline void say_number(unsigned long number)
{
    __asm__ volatile("outl %0, %1"
                     :
                     : "a"((unsigned)(number >> 32)), "d"((short)SIM_WITNESS_HIGH_PORT)
                     : "memory");
    __asm__ volatile("outl %0, %1"
                     :
                     : "a"((unsigned)number), "d"((short)SIM_WITNESS_LOW_PORT)
                     : "memory");
}

#elif defined(__aarch64__)
static inline void say_step(long byte)
{
    register long x0 __asm__("x0") = byte;

    __asm__ volatile("hint %0" : : "n"(SIM_STEP_HINT), "r"(x0) : "memory");
}

/* The hint gets the time of the next block of code, which begins after isb. */
static inline void say_number(unsigned long number)
{
    register unsigned long x0 __asm__("x0") = number;

    __asm__ volatile("hint %0\n\tisb" : : "n"(SIM_STEP_HINT), "r"(x0) : "memory");
}

#else
/* Power ISA 2.07: SPRs 808 to 811 are reserved. Moves to them are no-ops, also
 * for programs. */
static inline void say_step(long byte)
{
    __asm__ volatile("mtspr %0, %1" : : "n"(SIM_STEP_SPR), "r"(byte) : "memory");
}

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
