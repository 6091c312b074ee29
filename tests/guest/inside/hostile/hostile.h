/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interface between the module's common part and an architecture's part. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <linux/mm.h>
#include <linux/types.h>

/* Kinds of registers, counted separately. */
#define HOSTILE_KINDS 3

/* Random numbers of one thread. */
struct hostile_random {
    u64 state;
};

/* Returns 64 bits: all, few, or only one of them set, or an even spread. */
u64 hostile_value(struct hostile_random *random);

/* Returns a number below @n, which is not 0. */
u32 hostile_below(struct hostile_random *random, u32 n);

/*
 * Physical memory of HOSTILE_MEMORY bytes, at most 4 MiB, the kernels' limit.
 * Address registers get addresses within it: writes by hardware to the kernel's
 * own memory would kill the guest. It is never freed, because a register may
 * still have its address.
 */
#ifdef CONFIG_PPC64
#define HOSTILE_MEMORY (4ul << 20)
#else
#define HOSTILE_MEMORY (PAGE_SIZE << 7)
#endif
extern u64 hostile_memory;

/* ---- an architecture's part ---- */

/* Names of the kinds for the report; NULL: none. hostile_find() may add
 * some. */
extern const char *hostile_kinds[HOSTILE_KINDS];

/* Finds the hardware. Returns 0, or a negative error, which the kernel
 * reports. */
int hostile_find(void);

/* Writes to a random register of the calling CPU, or reads one. Returns its
 * kind. */
unsigned int hostile_write(struct hostile_random *random);

/* Stops hardware started by the calling CPU that would write to memory. */
void hostile_silence(void);

#endif
