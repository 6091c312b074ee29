/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes the instructions of a 64-bit Power CPU that machines trap, and SCOM
 * addresses. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_PPC64_DECODE_H
#define PMULAB_QEMU_PLUGINS_TRAP_PPC64_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ppc64_access {
    PPC64_NONE,
    PPC64_MTSPR,
    PPC64_MFSPR,
    PPC64_LDCIX,  /* doubleword load, caching inhibited */
    PPC64_STDCIX, /* doubleword store, caching inhibited */
    PPC64_LBZCIX, /* the same for a byte */
    PPC64_STBCIX,
    PPC64_LD,    /* doubleword load in any other form that leaves its address register unchanged */
    PPC64_LDBRX, /* byte-reversed doubleword load */
};

struct ppc64_insn {
    enum ppc64_access access;
    uint8_t reg;  /* GPR moved from or to */
    uint16_t spr; /* for mtspr and mfspr */
};

struct ppc64_insn ppc64_decode(uint32_t word);

/* Whether @word is part of a byte reversal of register @reg: brd of ISA 3.1, or
 * the rotation by 24 bits with which compilers for older CPUs begin, once for
 * each half. */
bool ppc64_reverses(uint32_t word, unsigned reg);

/* The number of instructions after a load in which to search its reversal.
 * Compilers put a few others in between. */
#define PPC64_REVERSAL_WINDOW 8

/* The target of control flow from an instruction at address @pc. */
enum ppc64_flow {
    PPC64_NEXT,     /* to the next; or bclr, which returns to after a call */
    PPC64_BRANCH,   /* to *@target, or to the next */
    PPC64_COMPUTED, /* to any address in a register */
    PPC64_CALL,     /* a call of the kernel or the hypervisor */
};

/* Whether it may change the privilege in the machine state register; calls are
 * separate. */
bool ppc64_changes_mode(uint32_t word);

/* Sets @target for PPC64_BRANCH only. */
enum ppc64_flow ppc64_flow(uint32_t word, uint64_t pc, uint64_t *target);

/* Moves of a register to itself that set the thread's share of the core: Power
 * ISA 3.0B, book II, section 3.1 (program priority registers). */
enum ppc64_priority {
    PPC64_PRIORITY_SAME, /* any other instruction */
    PPC64_PRIORITY_VERY_LOW,
    PPC64_PRIORITY_HIGHER, /* low to high */
};

enum ppc64_priority ppc64_priority(uint32_t word);

/* Whether physical @address is a SCOM; if so, sets its @chip and its number
 * there. QEMU's layout: 16 GiB per chip, 1 << @shift bytes apart (POWER9: 42,
 * POWER10: 44), 8 bytes per SCOM. */
bool ppc64_scom(uint64_t address, unsigned shift, unsigned *chip, uint32_t *pcba);

#endif
