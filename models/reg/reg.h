/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register descriptions. Masks, reset values, read and write behaviour, the
 * reference and the names in traces all come from this one description. A block
 * describes its registers in SystemRDL, of which the build makes enumerators
 * and tables: docs/systemrdl.md, models/power9/scom.rdl. Core PMUs still have
 * X-macro lists of fields and registers: models/x86/intel_core_regs.h.
 * Descriptions are constant for the whole program.
 */
#ifndef PMULAB_MODELS_REG_REG_H
#define PMULAB_MODELS_REG_REG_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* How software sees a field, in the manuals' terms. */
enum reg_access {
    REG_RW,     /* holds the written value; hardware may also change it (RW-V) */
    REG_RO,     /* set by hardware only: writes are ignored */
    REG_WO,     /* holds the written value, reads as 0 */
    REG_ACTION, /* writing 1 triggers an action at once; holds no value, reads as 0 */
    REG_RW1C,   /* hardware sets it, writing 1 clears it */
    REG_RV,     /* reserved: reads as 0, writes are ignored */
};

/* The end at which the manual starts to count bits. IBM numbers the most
 * significant bit 0. */
enum reg_numbering { REG_LSB0, REG_MSB0 };

struct reg_field {
    const char *name;
    /* in the manual's numbers, inclusive: 31:24 under REG_LSB0, 0:7 under
     * REG_MSB0 */
    uint8_t first, last;
    enum reg_access access;
    uint64_t reset; /* the field's value, not shifted into place */
    const char *prose;
};

/* The name of a value of a field. */
struct reg_value {
    unsigned field;
    uint64_t value;
    const char *name;
};

struct reg {
    const char *name;
    /* bytes from its bank's start, or the number of a model-specific register
     * */
    uint32_t offset;
    uint8_t width; /* bits, 8 to 64 */
    enum reg_numbering numbering;
    const struct reg_field *fields; /* every bit of the width belongs to exactly one field */
    unsigned n_fields;
    const char *prose;
    const char *source;       /* document and section */
    const char *not_modelled; /* silicon's behaviour that the model lacks, or NULL */
    /* Names that are the register's own; NULL, or it ends with a NULL name.
     * Names of events are in the lists of events. */
    const struct reg_value *values;
};

/* For X-macro lists: an enumerator and a table entry per row. */
#define REG_FIELD_INDEX(id, name, first, last, access, reset, prose) id,
#define REG_FIELD_ROW(id, name, first, last, access, reset, prose)                                 \
    {name, first, last, access, reset, prose},
#define REG_TABLE(table) .fields = (table), .n_fields = sizeof(table) / sizeof((table)[0])

/* The lowest @n bits; all for 64 or more. */
static inline uint64_t reg_low_bits(unsigned n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* The lowest bit number of @field, counted from the least significant; and,
 * below, its width in bits. */
static inline unsigned reg_field_low(const struct reg *reg, const struct reg_field *field)
{
    unsigned bit = reg->numbering == REG_LSB0 ? field->last : reg->width - 1u - field->last;

    assert(bit < reg->width);
    return bit;
}

static inline unsigned reg_field_width(const struct reg *reg, const struct reg_field *field)
{
    return 1u +
           (reg->numbering == REG_LSB0 ? field->first - field->last : field->last - field->first);
}

/* The bits of @field in a value of @reg. */
static inline uint64_t reg_field_mask(const struct reg *reg, const struct reg_field *field)
{
    return reg_low_bits(reg_field_width(reg, field)) << reg_field_low(reg, field);
}

/* Field number @field of @value, shifted down to bit 0. */
static inline uint64_t reg_get(const struct reg *reg, unsigned field, uint64_t value)
{
    assert(field < reg->n_fields);
    return value >> reg_field_low(reg, &reg->fields[field]) &
           reg_low_bits(reg_field_width(reg, &reg->fields[field]));
}

/* @value with field number @field replaced by @content. Bits of @content beyond
 * the field's width are dropped. */
static inline uint64_t reg_set(
    const struct reg *reg, unsigned field, uint64_t value, uint64_t content)
{
    assert(field < reg->n_fields);
    uint64_t mask = reg_field_mask(reg, &reg->fields[field]);

    return (value & ~mask) | (content << reg_field_low(reg, &reg->fields[field]) & mask);
}

/* All bits of @reg whose fields have @access. */
uint64_t reg_access_mask(const struct reg *reg, enum reg_access access);

/* The value of @reg after a hardware reset. */
uint64_t reg_reset(const struct reg *reg);

/* The value of a read while the register holds @held. */
uint64_t reg_read(const struct reg *reg, uint64_t held);

/*
 * Returns the register's value after a write.
 * @held: the value before; @written: the value written; @lanes: the bits that
 * the access covers (a byte access to a 32-bit register covers 8). Action bits
 * are not held: get them from @written with reg_actions().
 */
uint64_t reg_write(const struct reg *reg, uint64_t held, uint64_t written, uint64_t lanes);

/* The REG_ACTION bits that a write of @written over @lanes triggers. */
uint64_t reg_actions(const struct reg *reg, uint64_t written, uint64_t lanes);

/* Returns the index of the field with the name @name (case is ignored), or -1.
 * Reserved fields cannot be found. */
int reg_field_named(const struct reg *reg, const char *name);

/* The name of @value in field number @field of @reg, or NULL; and the value
 * called @name (case is ignored), or -1: reg.values. */
const char *reg_value_name(const struct reg *reg, unsigned field, uint64_t value);
int64_t reg_value_named(const struct reg *reg, unsigned field, const char *name);

/* A word for @access: "RW", "RO", "WO", "ACTION", "RW1C", "RV". Static. */
const char *reg_access_word(enum reg_access access);

#endif
