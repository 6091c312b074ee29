/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of a machine: the blocks of each kind, their addresses, and the
 * kinds' variants. A kind is a bank of registers. */
#ifndef PMULAB_HARNESS_HARDWARE_BLOCKS_H
#define PMULAB_HARNESS_HARDWARE_BLOCKS_H

#include "models/machine.h"

#include <glib.h>

/* A block of a kind. */
struct block {
    char name[MACHINE_BLOCK_NAME];
    unsigned number; /* as in the trace */
    gboolean based;  /* whether @base is its base: machine_model.base */
    uint64_t base;
};

/* The blocks of kind @bank in the model's order, each name once; elements are
 * struct block. Free with g_array_unref(). */
GArray *blocks_of(const struct machine_model *model, const struct reg_bank *bank);

/* The blocks of kind @bank: "imc0 to imc3, s1.imc0 to s1.imc3", or of many
 * "ddrc0 to d3.ddrc3"; "" if there are none. A new string. */
char *blocks_text(const struct machine_model *model, const struct reg_bank *bank);

/* Blocks of one kind that have the same base, or no known base. */
struct block_place {
    char *name;   /* the kind's if it has only this place, else the first block's */
    char *blocks; /* as blocks_text() */
    gboolean based;
    uint64_t base; /* 0 if it is unknown */
};

/* The places of kind @bank, at least one, in the order of their first blocks;
 * elements are struct block_place. Free with g_ptr_array_unref(). */
GPtrArray *block_places(const struct machine_model *model, const struct reg_bank *bank);

/* Whether @bank is a variant of @of: it has that name, a dash, and its own:
 * "ibs", "ibs-zen6". */
gboolean block_is_variant(const struct reg_bank *bank, const struct reg_bank *of);

/* The kind in @model that @bank is a variant of, or NULL. */
const struct reg_bank *block_variant_of(
    const struct machine_model *model, const struct reg_bank *bank);

/* A phrase for @space: "PCI configuration space". Static. */
const char *block_space_text(enum reg_space space);

/* @base and @bank's space as people write them: "7f:10.0" for PCI, else
 * hexadecimal. A new string. */
char *block_base_text(const struct reg_bank *bank, uint64_t base);

/* The place of @reg in a block of @bank with @base as people write it: "PCI
 * 7f:10.0 offset 0xd8", "MSR 0xc88", "SPR 850". A new string. */
char *block_address_text(const struct reg_bank *bank, uint64_t base, const struct reg *reg);

#endif
