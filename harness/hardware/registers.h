/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds registers by name and prints their values as text. Names ignore case. A
 * block is named by its kind ("imc") or as one of that kind ("imc0",
 * "s1.imc0"); both have the same registers. */
#ifndef PMULAB_HARNESS_HARDWARE_REGISTERS_H
#define PMULAB_HARNESS_HARDWARE_REGISTERS_H

#include "harness/hardware/machine.h"
#include "models/machine.h"

#include <glib.h>

/* The place that a path names. */
struct register_place {
    const struct machine *machine;
    const struct reg_bank *bank; /* NULL: the path names a machine */
    const struct reg *reg;       /* NULL: the path names no register */
};

/* Finds the place that @path names: MACHINE, MACHINE.BLOCK or
 * MACHINE.BLOCK.REGISTER. MACHINE is optional if only one machine has such a
 * block, and so is MACHINE.BLOCK if only one kind of block, beside its
 * variants, has such a register. FALSE with HARNESS_ERROR_USAGE, which lists
 * the choices. */
gboolean register_place_find(const char *path, struct register_place *place, GError **error);

/* Does the same, but @path must name a register. */
gboolean register_find(const char *path, struct register_place *place, GError **error);

/* "snbep.imc.PMON_CTL0": the full name of a place. A new string. */
char *register_place_name(const struct register_place *place);

/*
 * The name for field number @field of @reg when the register holds @value, or
 * NULL: machine_model.value_name.
 */
const char *register_value_name(
    const struct machine_model *model, const struct reg *reg, unsigned field, uint64_t value);

/* The manuals' word for @access: reg_access_word(), but "WO" for REG_ACTION. */
const char *register_access_word(enum reg_access access);

/* @value in hexadecimal, with "0x" and leading zeros for @bits bits. A new
 * string. */
char *register_hex(unsigned bits, guint64 value);

/* Whether @reg is only a count: one field as wide as a counter, beside reserved
 * bits. */
gboolean register_counts(const struct reg *reg);

/* Parses a number of up to 64 bits: decimal, or hexadecimal after 0x. */
gboolean register_parse_number(const char *text, guint64 *value);

/* Appends the bits of @mask, at least one and contiguous, in the register's own
 * numbering: "31:24", "22". */
void register_append_bits(GString *text, const struct reg *reg, guint64 mask);

/*
 * Appends the fields of @value within @lanes: "en=1 umask=RD ev_sel=CAS_COUNT".
 * Omits fields that are 0, unless that 0 has a name and another field is not 0.
 * Reserved bits and parts of fields come with bit numbers: "rsv[19]=1",
 * "event_count[31:0]=17". A register with just one field adds nothing.
 */
void register_append_fields(GString *text, const struct machine_model *model, const struct reg *reg,
    guint64 value, guint64 lanes);

#endif
