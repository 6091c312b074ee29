/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bank: neighbouring registers of one address space, and the register file
 * that follows their descriptions. The block that owns the bank also holds the
 * values, one uint64_t per register in the bank's order, so that memcpy can
 * copy the block. Banks and their tables are constant for the whole program.
 */
#ifndef PMULAB_MODELS_REG_BANK_H
#define PMULAB_MODELS_REG_BANK_H

#include "models/reg/prepared.h"

/* Software's access to the registers of a bank. */
enum reg_space {
    REG_SPACE_MEMORY, /* words of main memory */
    REG_SPACE_MMIO,   /* a device's window in physical memory */
    REG_SPACE_PORT,   /* x86's I/O ports */
    REG_SPACE_PCI,    /* the configuration space of a PCI function */
    /* From here on offsets are numbers of whole registers, not bytes. */
    REG_SPACE_MSR,    /* model-specific registers, by RDMSR and WRMSR */
    REG_SPACE_SPR,    /* special purpose registers, by mfspr and mtspr */
    REG_SPACE_SCOM,   /* POWER's scan communication registers, by firmware */
    REG_SPACE_SYSREG, /* AArch64's system registers, by MRS and MSR */
    REG_N_SPACES,
};

/* A word for @space: "pci", "msr". Static. */
const char *reg_space_word(enum reg_space space);

struct reg_bank {
    const char *name;  /* as in `pmulab describe snbep.NAME` */
    const char *prose; /* one line */
    enum reg_space space;
    const struct reg *regs;
    unsigned n_regs;
    struct reg_prepared *prepared; /* NULL: never */
};

/* The last three members of a bank: the first @n registers of @table, or all of
 * them. */
#define REG_BANK_REGS(table, n) (table), (n), REG_ROOM(n)
#define REG_BANK_TABLE(table)   REG_BANK_REGS(table, sizeof(table) / sizeof((table)[0]))

/* Whether offsets in @bank are numbers of whole registers (MSRs), not bytes. */
static inline bool reg_bank_numbered(const struct reg_bank *bank)
{
    return bank->space >= REG_SPACE_MSR;
}

/* The number of offsets that @reg of @bank occupies. */
static inline uint32_t reg_bank_span(const struct reg_bank *bank, const struct reg *reg)
{
    return reg_bank_numbered(bank) ? 1 : reg->width / 8u;
}

/* Whether an access of @size bytes at @offset covers a part of register number
 * @reg. */
static inline bool reg_bank_covers(
    const struct reg_bank *bank, unsigned reg, uint32_t offset, unsigned size)
{
    uint32_t at = bank->regs[reg].offset;

    return offset < at + reg_bank_span(bank, &bank->regs[reg]) &&
           at < offset + (reg_bank_numbered(bank) ? 1 : size);
}

/*
 * Called for each register that a write touches, after its held value has
 * changed.
 * @block: as given to reg_bank_write(); @reg: index into the bank;
 * @held: the value before the write; @actions: the REG_ACTION bits that the
 *   write triggers.
 */
typedef void reg_written_fn(void *block, unsigned reg, uint64_t held, uint64_t actions);

/* Prepares data that speeds up accesses, once. Optional. */
void reg_bank_prepare(const struct reg_bank *bank);

/* Prepares the bank, and sets @values (one per register) to the reset values.
 * */
void reg_bank_reset(const struct reg_bank *bank, uint64_t *values);

/* Returns the index of the register that covers @offset, or -1. */
int reg_bank_at(const struct reg_bank *bank, uint32_t offset);

/* Returns the index of the register that contains a whole access of @size bytes
 * at @offset. Returns -1 if there is none, or the bank is not prepared. */
int reg_bank_whole(const struct reg_bank *bank, uint32_t offset, unsigned size);

/* Returns the index of the register with the name @name (case is ignored), or
 * -1. */
int reg_bank_named(const struct reg_bank *bank, const char *name);

/* The bits of register number @reg with access mode @access:
 * reg_access_mask(). */
static inline uint64_t reg_bank_mask(
    const struct reg_bank *bank, unsigned reg, enum reg_access access)
{
    const struct reg_prepared *ready = reg_ready(bank->prepared);

    return ready ? ready->masks[reg].of[access] : reg_access_mask(&bank->regs[reg], access);
}

/* Reads all of register number @reg, and writes it: reg_read() and
 * reg_write(). */
static inline uint64_t reg_bank_read_one(const struct reg_bank *bank, unsigned reg, uint64_t held)
{
    const struct reg_prepared *ready = reg_ready(bank->prepared);

    return ready ? reg_masks_read(&ready->masks[reg], held) : reg_read(&bank->regs[reg], held);
}

static inline uint64_t reg_bank_write_one(
    const struct reg_bank *bank, unsigned reg, uint64_t held, uint64_t written, uint64_t lanes)
{
    const struct reg_prepared *ready = reg_ready(bank->prepared);

    return ready ? reg_masks_write(&ready->masks[reg], held, written, lanes)
                 : reg_write(&bank->regs[reg], held, written, lanes);
}

/*
 * Reads @size bytes (1 to 8) at @offset, little-endian. An access may span
 * several registers, as a configuration read does. Bytes without a register
 * read as 0. A numbered bank ignores @size and reads the whole register.
 */
uint64_t reg_bank_read(
    const struct reg_bank *bank, const uint64_t *values, uint32_t offset, unsigned size);

/* The same for an access within register number @reg: reg_bank_whole(). */
static inline uint64_t reg_bank_read_within(const struct reg_bank *bank, const uint64_t *values,
    unsigned reg, uint32_t offset, unsigned size)
{
    uint64_t value = reg_bank_read_one(bank, reg, values[reg]);

    if (reg_bank_numbered(bank))
        return value;
    return value >> (offset - bank->regs[reg].offset) * 8 & reg_low_bits(8 * size);
}

/* Writes in the same way. Calls @written (may be NULL) with @block for every
 * register touched, lowest first. */
void reg_bank_write(const struct reg_bank *bank, uint64_t *values, uint32_t offset, unsigned size,
    uint64_t value, reg_written_fn *written, void *block);

#endif
