/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decoder's description of a block of code as QEMU translates it. */
#ifndef PMULAB_QEMU_PLUGINS_COUNT_BLOCK_TRAITS_H
#define PMULAB_QEMU_PLUGINS_COUNT_BLOCK_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of instructions that some machines also count. An instruction may be of
 * several kinds. */
enum blocks_kind {
    BLOCKS_LOAD,
    BLOCKS_STORE,
    BLOCKS_BRANCH,
    BLOCKS_RETURN /* from an exception */,
    BLOCKS_KINDS
};

/* Number of instructions of each kind. */
struct blocks_mix {
    uint16_t of[BLOCKS_KINDS];
};

struct blocks_traits {
    bool user;        /* runs unprivileged */
    bool goes_inside; /* its last instruction may branch to the block's interior */
    /* its last instruction is a system call, which completes with its
     * exception */
    bool calls;
    bool changes_mode; /* its last instruction may change the privilege; nothing else in it does */
    bool shown;        /* the decoder shows each instruction to the machine */
    bool jumps;        /* consists of one jump, which QEMU never repeats alone */
    bool shared;       /* virtual addresses share translations */
    /* if shared: all instructions have one length, and no block crosses a
     * page */
    bool fixed;
    /* NULL, or the mixes of the first 0, 1, 2... and all instructions, in
     * memory of translations.h */
    const struct blocks_mix *mix;
};

#endif
