/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the module's common part and that of an architecture tell each other. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <linux/mm.h>
#include <linux/types.h>

/* Kinds of registers, counted apart. */
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
 * Physical memory of HOSTILE_MEMORY bytes, 4 MiB at most: kernels hand out no
 * more. Registers with an address get one within it, for hardware writes
 * wherever it is told to, and a guest that lets it write to the kernel dies by
 * its own hand. It is never given back, because a register may still have its
 * address.
 */
#ifdef CONFIG_PPC64
#define HOSTILE_MEMORY (4ul << 20)
#else
#define HOSTILE_MEMORY (PAGE_SIZE << 7)
#endif
extern u64 hostile_memory;

/* ---- what an architecture supplies ---- */

/* Names of the kinds, as they are told; NULL: there is none. hostile_find() may
 * add some. */
extern const char *hostile_kinds[HOSTILE_KINDS];

/* Finds the hardware. Returns 0, or a negative error, of which the kernel
 * tells. */
int hostile_find(void);

/* Writes to a random register of the calling CPU, or reads one. Returns its
 * kind. */
unsigned int hostile_write(struct hostile_random *random);

/* Silences what the calling CPU's writes have started, as far as it would write
 * to memory. */
void hostile_silence(void);

#endif
