/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers by the names that people type, and what stands in them as text. Names are taken without regard to
 * case. A block is named by its kind ("imc") or as one of that kind ("imc0", "s1.imc0"), which has the same
 * registers.
 */
#ifndef PMULAB_HARNESS_HARDWARE_REGISTERS_H
#define PMULAB_HARNESS_HARDWARE_REGISTERS_H

#include "harness/hardware/machine.h"
#include "models/machine.h"

#include <glib.h>

/* What a path names. */
struct register_place {
    const struct machine *machine;
    const struct reg_bank *bank; /* NULL: the path names a machine */
    const struct reg *reg;       /* NULL: the path names no register */
};

/*
 * Finds what @path names: MACHINE, MACHINE.BLOCK or MACHINE.BLOCK.REGISTER; where only one machine has such a
 * block, MACHINE may be left out. FALSE with HARNESS_ERROR_USAGE that lists what there is.
 */
gboolean register_place_find(const char *path, struct register_place *place, GError **error);

/* Likewise, and what it names must be a register. */
gboolean register_find(const char *path, struct register_place *place, GError **error);

/* "snbep.imc.PMON_CTL0": the full name of a place. A new string. */
char *register_place_name(const struct register_place *place);

/* The blocks of kind @bank: "imc0 to imc3, s1.imc0 to s1.imc3". "" where there are none. A new string. */
char *register_blocks(const struct machine_model *model, const struct reg_bank *bank);

/* A name for field number @field of @reg where the register holds @value, or NULL: machine_model.value_name.
 */
const char *register_value_name(
    const struct machine_model *model, const struct reg *reg, unsigned field, uint64_t value);

/* How the manuals call @access: "RW", "RO", "WO", "RV", "RW1C". */
const char *register_access_word(enum reg_access access);

/* @value with "0x" and all digits that @bits bits have. A new string. */
char *register_hex(unsigned bits, guint64 value);

/* Whether @reg is a count and nothing else: one field beside reserved bits, of the width of a counter. */
gboolean register_counts(const struct reg *reg);

/* Reads a decimal number, or a hexadecimal one after 0x, of up to 64 bits. */
gboolean register_parse_number(const char *text, guint64 *value);

/* The bits of @mask, adjoining and not none, in the register's own numbering: "31:24", "22". */
void register_append_bits(GString *text, const struct reg *reg, guint64 mask);

/*
 * What stands in @value as far as @lanes reach: "en=1 umask=RD ev_sel=CAS_COUNT". Fields that hold 0 are left
 * out, unless that 0 has a name and others hold something. Reserved bits and parts of fields come with their
 * numbers: "rsv[19]=1", "event_count[31:0]=17". A register that is one field alone has nothing to add.
 */
void register_append_fields(
    GString *text, const struct machine_model *model, const struct reg *reg, guint64 value, guint64 lanes);

#endif
