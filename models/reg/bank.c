/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The register file: reads and writes of any size at any offset of a bank,
 * split over the registers they cover. Every machine's registers go through
 * it. */
#include "models/reg/bank.h"

#include <assert.h>
#include <strings.h>

void reg_bank_prepare(const struct reg_bank *bank)
{
    if (bank->prepared)
        reg_prepare(bank->prepared, bank->regs, bank->n_regs, reg_bank_numbered(bank));
}

void reg_bank_reset(const struct reg_bank *bank, uint64_t *values)
{
    reg_bank_prepare(bank);
    for (unsigned i = 0; i < bank->n_regs; i++)
        values[i] = reg_reset(&bank->regs[i]);
}

/* Whether @reg may have one of the @size bytes from @offset on. Cheap: rules
 * out most of a bank, because a register has at most 8 bytes. */
static inline bool near(const struct reg *reg, uint32_t offset, unsigned size)
{
    return reg->offset + 7 - offset < size + 7;
}

static inline const struct reg_places *places_of(const struct reg_bank *bank)
{
    const struct reg_prepared *ready = reg_ready(bank->prepared);

    return ready && ready->places.apart ? &ready->places : NULL;
}

/* Returns the register that contains all of an access, or -1. */
static inline int placed(
    const struct reg_bank *bank, const struct reg_places *places, uint32_t offset, unsigned size)
{
    unsigned i = reg_place(places, offset);

    if (i == REG_NO_SLOT)
        return -1;
    uint32_t into = offset - bank->regs[i].offset, span = reg_bank_span(bank, &bank->regs[i]);

    return into < span && size <= span - into ? (int)i : -1;
}

static inline int whole_at(const struct reg_bank *bank, uint32_t offset, unsigned size)
{
    const struct reg_places *places = places_of(bank);

    return places ? placed(bank, places, offset, reg_bank_numbered(bank) ? 1 : size) : -1;
}

int reg_bank_whole(const struct reg_bank *bank, uint32_t offset, unsigned size)
{
    return whole_at(bank, offset, size);
}

/* In a numbered bank, each offset is a whole register. */
static int numbered(const struct reg_bank *bank, uint32_t number)
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (bank->regs[i].offset == number)
            return (int)i;
    return -1;
}

int reg_bank_at(const struct reg_bank *bank, uint32_t offset)
{
    const struct reg_places *places = places_of(bank);

    if (places)
        return placed(bank, places, offset, 1);
    if (reg_bank_numbered(bank))
        return numbered(bank, offset);
    for (unsigned i = 0; i < bank->n_regs; i++) {
        const struct reg *reg = &bank->regs[i];
        if (near(reg, offset, 1) && offset >= reg->offset &&
            offset - reg->offset < reg_bank_span(bank, reg))
            return (int)i;
    }
    return -1;
}

int reg_bank_named(const struct reg_bank *bank, const char *name)
{
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (!strcasecmp(bank->regs[i].name, name))
            return (int)i;
    return -1;
}

/* How an access and one register overlap: the shift that aligns one with the
 * other, and the bits covered. */
struct overlap {
    unsigned reg_shift;    /* bits from the register's start to the access */
    unsigned access_shift; /* bits from the access's start to the register */
    uint64_t lanes;        /* covered bits, at the register's bit positions */
};

static bool overlap(const struct reg *reg, uint32_t offset, unsigned size, struct overlap *out)
{
    uint32_t reg_end = reg->offset + reg->width / 8u, end = offset + size;
    uint32_t from = offset > reg->offset ? offset : reg->offset;
    uint32_t to = end < reg_end ? end : reg_end;

    if (from >= to)
        return false;
    out->reg_shift = (from - reg->offset) * 8;
    out->access_shift = (from - offset) * 8;
    out->lanes = reg_low_bits((to - from) * 8) << out->reg_shift;
    return true;
}

uint64_t reg_bank_read(
    const struct reg_bank *bank, const uint64_t *values, uint32_t offset, unsigned size)
{
    uint64_t value = 0;
    struct overlap o;

    if (reg_bank_numbered(bank)) {
        int i = reg_bank_at(bank, offset);
        return i < 0 ? 0 : reg_bank_read_one(bank, (unsigned)i, values[i]);
    }
    assert(size >= 1 && size <= 8);
    int whole = whole_at(bank, offset, size);
    if (whole >= 0)
        return reg_bank_read_within(bank, values, (unsigned)whole, offset, size);
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (near(&bank->regs[i], offset, size) && overlap(&bank->regs[i], offset, size, &o))
            value |= (reg_bank_read_one(bank, i, values[i]) & o.lanes) >> o.reg_shift
                                                                              << o.access_shift;
    return value;
}

static void write_one(const struct reg_bank *bank, uint64_t *values, unsigned i, uint64_t value,
    uint64_t lanes, reg_written_fn *written, void *block)
{
    uint64_t held = values[i], actions;

    values[i] = reg_bank_write_one(bank, i, held, value, lanes);
    if (!written)
        return;
    actions = value & lanes & ~values[i]; /* a bit that acts is not held */
    if (actions)
        actions &= reg_bank_mask(bank, i, REG_ACTION);
    written(block, i, held, actions);
}

void reg_bank_write(const struct reg_bank *bank, uint64_t *values, uint32_t offset, unsigned size,
    uint64_t value, reg_written_fn *written, void *block)
{
    struct overlap o;

    if (reg_bank_numbered(bank)) {
        int i = reg_bank_at(bank, offset);
        if (i >= 0)
            write_one(bank, values, (unsigned)i, value, reg_low_bits(bank->regs[i].width), written,
                block);
        return;
    }
    assert(size >= 1 && size <= 8);
    int whole = whole_at(bank, offset, size);
    if (whole >= 0) {
        unsigned shift = (offset - bank->regs[whole].offset) * 8;

        write_one(bank, values, (unsigned)whole, value << shift, reg_low_bits(8 * size) << shift,
            written, block);
        return;
    }
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (near(&bank->regs[i], offset, size) && overlap(&bank->regs[i], offset, size, &o))
            write_one(
                bank, values, i, value >> o.access_shift << o.reg_shift, o.lanes, written, block);
}

const char *reg_space_word(enum reg_space space)
{
    static const char *const words[REG_N_SPACES] = {[REG_SPACE_MEMORY] = "memory",
        [REG_SPACE_MMIO] = "mmio",
        [REG_SPACE_PORT] = "port",
        [REG_SPACE_PCI] = "pci",
        [REG_SPACE_MSR] = "msr",
        [REG_SPACE_SPR] = "spr",
        [REG_SPACE_SCOM] = "scom",
        [REG_SPACE_SYSREG] = "sysreg"};

    assert(space < REG_N_SPACES);
    return words[space];
}
