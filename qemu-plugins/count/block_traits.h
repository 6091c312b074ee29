/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a decoder says of a block of code as QEMU translates it. */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BLOCK_TRAITS_H
#define PMULAB_QEMU_PLUGINS_COUNT_BLOCK_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

/* What instructions can be besides, for machines that count such, too. Some are of several kinds. */
enum blocks_kind {
    BLOCKS_LOAD,
    BLOCKS_STORE,
    BLOCKS_BRANCH,
    BLOCKS_RETURN /* from an exception */,
    BLOCKS_KINDS
};

/* How many instructions are of each kind. */
struct blocks_mix {
    uint16_t of[BLOCKS_KINDS];
};

struct blocks_traits {
    bool user;         /* it runs unprivileged */
    bool goes_inside;  /* its last instruction may branch to one of its own, but the first */
    bool calls;        /* its last instruction is a system call, which completes with its exception */
    bool changes_mode; /* its last instruction may change the privilege; nothing else in it does */
    bool jumps;        /* it is nothing but a jump, which QEMU never has to run again by itself */
    bool shared;       /* QEMU shares translations between virtual addresses */
    bool fixed;        /* then: all instructions have one length, and no block extends over two pages */
    /* NULL, or what its first 0, 1, 2... and all instructions are, in memory of translations.h. */
    const struct blocks_mix *mix;
};

#endif
