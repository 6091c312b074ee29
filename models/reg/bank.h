/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bank: registers that lie beside each other in one address space, and the register file that obeys their
 * descriptions. The held values live in the block that owns the bank, one uint64_t a register in the bank's
 * order, so that a block stays a value that memcpy can copy.
 */
#ifndef PMULAB_REG_BANK_H
#define PMULAB_REG_BANK_H

#include "models/reg/reg.h"

struct reg_bank {
    const char *name;  /* as in `pmulab describe snbep.NAME` */
    const char *prose; /* one line */
    const struct reg *regs;
    unsigned n_regs;
    bool numbered; /* offsets are numbers of whole registers (MSRs), not bytes */
};

/*
 * Called for each register that a write touches, after the value held has changed.
 * @actions: the action bits that the write sets off; @held: what the register held before.
 */
typedef void reg_written_fn(void *block, unsigned reg, uint64_t held, uint64_t actions);

/* Puts every register's reset value into @values. */
void reg_bank_reset(const struct reg_bank *bank, uint64_t *values);

/* The register that covers @offset, or -1. */
int reg_bank_at(const struct reg_bank *bank, uint32_t offset);

/* The register called @name (without regard to case), or -1. */
int reg_bank_named(const struct reg_bank *bank, const char *name);

/*
 * Reads @size bytes (1 to 8) at @offset: little-endian, across registers where the access spans several, as a
 * configuration read does. Bytes where no register is read as 0. For a numbered bank @size is not looked at.
 */
uint64_t reg_bank_read(const struct reg_bank *bank, const uint64_t *values, uint32_t offset, unsigned size);

/* Writes likewise, and calls @written (which may be NULL) with @block for every register touched, lowest
 * first. */
void reg_bank_write(const struct reg_bank *bank, uint64_t *values, uint32_t offset, unsigned size,
    uint64_t value, reg_written_fn *written, void *block);

#endif
