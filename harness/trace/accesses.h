/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the registers and bits that an access in a trace touches. */
#ifndef PMULAB_HARNESS_TRACE_ACCESSES_H
#define PMULAB_HARNESS_TRACE_ACCESSES_H

#include "harness/base/hash.h"
#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The location of an access. */
struct access_place {
    char block[MACHINE_BLOCK_NAME]; /* "imc0", "s1.imc0" */
    /* device.function in hexadecimal ("10.0") if the block has many functions,
     * else "" */
    char function[8];
    const struct reg_bank *bank; /* NULL: the block is memory and has no registers */
    uint32_t offset;             /* in bytes, within the bank or memory */
    unsigned size;               /* bytes */
};

/* A number that records of one kind, size and place have in common. Other
 * records' numbers mostly differ, also in their low bits. */
static inline guint32 access_place_hash(const struct trace_record *record)
{
    const guint64 where = (guint64)record->kind << 59 ^ (guint64)record->size << 55 ^
                          (guint64)record->block << 32 ^ record->offset;

    /* With the fold, the low bits of the 24 also depend on all bits. */
    return hash_top(where ^ where >> 32, 24);
}

/* Whether @record is about a register or memory: an access by software, or a
 * latch by hardware. */
gboolean access_is_record(const struct trace_record *record);

/* Finds the location of @record, an access. FALSE if the machine has no such
 * block. */
gboolean access_place_find(const struct machine_model *model, const struct trace_record *record,
    struct access_place *place);

/* Appends the name of the event whose count is at the place of @record, an
 * access to memory. FALSE if there is none, or if the place is a register. */
gboolean access_append_event(
    GString *text, const struct machine_model *model, const struct trace_record *record);

/* The block called @name that the @n @records use; @otherwise if they use none.
 * A machine may have a block of one name in several generations; a run has one
 * of them. */
unsigned access_block_named(const struct machine_model *model, const struct trace_record *records,
    gsize n, const char *name, unsigned otherwise);

/* The bits of @reg, a register of the place's bank, that the access covers; 0:
 * none. */
guint64 access_lanes(const struct access_place *place, const struct reg *reg);

/* The access's @value, shifted to its bits of @reg; all other bits are 0. */
guint64 access_value(const struct access_place *place, const struct reg *reg, guint64 value);

/* The first register that the access touches, or NULL. */
const struct reg *access_register(const struct access_place *place);

/* Appends the name: "imc0.PMON_CTL0"; with bits if it covers part of a
 * register, "imc0.PMON_CTR0[31:0]"; with two dots if it touches several, "pci
 * 10.0 VENDOR_ID.."; "imc0+0x4c" if it touches none. */
void access_append_name(GString *text, const struct access_place *place);

/* Appends the fields of @reg in which @found and @wanted differ: "umask is 0x6,
 * WHOSE 0x3", with "; " in between. Returns their number. */
guint access_append_differences(
    GString *text, const struct reg *reg, guint64 found, guint64 wanted, const char *whose);

/* "3.200000000 s". Returns a new string. */
char *access_time_text(guint64 ns);

/* "imc0.PMON_CTR0", "cpu0.mem.CPM_INST_USER" or, where nothing has a name,
 * "chip0+0x110": what @record accesses on the machine that @model describes.
 * Returns a new string. */
char *access_place_text(const struct machine_model *model, const struct trace_record *record);

/* "imc0.PMON_CTR0 = 0x12 (3.200000000 s, CPU 0)" for an access; with the
 * driver's function in its call path "(3.200000000 s, CPU 0, by NAME+0x2c
 * [MODULE])". Returns a new string. */
char *access_text(const struct machine_model *model, const struct trace_record *record);

#endif
