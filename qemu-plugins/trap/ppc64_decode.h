/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions of a 64-bit Power CPU are of interest to a machine, and which SCOM an address is. */
#ifndef PMULAB_TRAP_PPC64_DECODE_H
#define PMULAB_TRAP_PPC64_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ppc64_access {
    PPC64_NONE,
    PPC64_MTSPR,
    PPC64_MFSPR,
    PPC64_LDCIX,  /* doubleword load, caching inhibited */
    PPC64_STDCIX, /* doubleword store, likewise */
    PPC64_LBZCIX, /* and the same of a byte */
    PPC64_STBCIX,
    PPC64_LD,    /* doubleword load in any other form that does not change its address register */
    PPC64_LDBRX, /* and with its bytes reversed */
};

struct ppc64_insn {
    enum ppc64_access access;
    uint8_t reg;  /* GPR that is moved from or to */
    uint16_t spr; /* of mtspr and mfspr */
};

struct ppc64_insn ppc64_decode(uint32_t word);

/*
 * Whether @word belongs to a reversal of the bytes that register @reg holds: brd of ISA 3.1, or the rotation
 * by 24 bits that compilers for older CPUs begin with, once for either half.
 */
bool ppc64_reverses(uint32_t word, unsigned reg);

/* How far behind a load its reversal is looked for, in instructions. Compilers put a few others between. */
#define PPC64_REVERSAL_WINDOW 8

/* Where control goes from an instruction at address @pc. */
enum ppc64_flow {
    PPC64_NEXT,     /* to the next; or bclr, which goes back behind a call */
    PPC64_BRANCH,   /* to *@target, or to the next */
    PPC64_COMPUTED, /* to any address that a register holds */
    PPC64_CALL,     /* into the kernel or the hypervisor, on purpose */
};

/* Whether it may change the machine state register's privilege; a call is another matter. */
bool ppc64_changes_mode(uint32_t word);

/* @target is set for PPC64_BRANCH only. */
enum ppc64_flow ppc64_flow(uint32_t word, uint64_t pc, uint64_t *target);

/*
 * Whether physical @address is a SCOM of a POWER9: of which chip, and its number there. QEMU's layout: 16 GiB
 * for each chip, 4 TiB apart, 8 bytes for each SCOM.
 */
bool ppc64_scom(uint64_t address, unsigned *chip, uint32_t *pcba);

#endif
