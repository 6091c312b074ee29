/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The register reference in formats for other programs, from the models' own
 * tables; one file for each format. docs/registers.md describes the formats and
 * the limits of each.
 */
#ifndef PMULAB_HARNESS_EXPORT_EXPORT_H
#define PMULAB_HARNESS_EXPORT_EXPORT_H

#include "harness/hardware/registers.h"

#include <glib.h>

struct export_format {
    const char *name;     /* as after --format= */
    gboolean one_machine; /* a file has at most one machine */
    /* Appends @scope: a machine, a block or a register; all machines if it
     * names none. */
    void (*append)(GString *text, const struct register_place *scope);
};

/* The formats; ends with a row of zeros. */
extern const struct export_format export_formats[];

/* The format called @name, or NULL with HARNESS_ERROR_USAGE, one line that
 * lists all names. */
const struct export_format *export_format_named(const char *name, GError **error);

/* Whether @scope names no other machine, block, or register. */
static inline gboolean export_has_machine(
    const struct register_place *scope, const struct machine *machine)
{
    return !scope->machine || scope->machine == machine;
}

static inline gboolean export_has_bank(
    const struct register_place *scope, const struct reg_bank *bank)
{
    return !scope->bank || scope->bank == bank;
}

static inline gboolean export_has_register(
    const struct register_place *scope, const struct reg *reg)
{
    return !scope->reg || scope->reg == reg;
}

/* ---- for formats that support only byte addresses ---- */

/* The bytes of a numbered register: register number n is at byte 8 * n. */
#define EXPORT_NUMBER_BYTES 8

/* The byte of an @offset or base of @bank, from the start of its block or its
 * base's space. */
static inline guint64 export_byte(const struct reg_bank *bank, guint64 offset)
{
    return reg_bank_numbered(bank) ? offset * EXPORT_NUMBER_BYTES : offset;
}

/* The first byte past the last register of @bank in @scope, from the start of
 * its block. */
guint64 export_end(const struct register_place *scope, const struct reg_bank *bank);

/* @name as an identifier: letters, digits and '_', not a digit first. A new
 * string. */
char *export_id(const char *name);

/*
 * export_register_prose(): the prose of @reg with the facts that such formats
 * cannot express: its number, numbering, reserved bits, source, and missing
 * model features. export_field_prose(): the prose of a field, with its bits in
 * the manual's numbering if they differ. New strings.
 */
char *export_register_prose(const struct reg_bank *bank, const struct reg *reg);
char *export_field_prose(const struct reg *reg, const struct reg_field *field);

/* These formats' note on all addresses. */
#define EXPORT_ADDRESSES                                                                           \
    "Addresses are in bytes. PCI configuration space is laid out as ECAM: bus << 20 | device << "  \
    "15 | "                                                                                        \
    "function << 12 | offset. A register that has a number (MSR, SPR, SCOM, system register) is "  \
    "at "                                                                                          \
    "8 * number. A block whose base depends on the configuration begins at 0."

/* The formats' functions. */
void export_json(GString *text, const struct register_place *scope);
void export_svd(GString *text, const struct register_place *scope);
void export_systemrdl(GString *text, const struct register_place *scope);
void export_bitfield(GString *text, const struct register_place *scope);

#endif
