/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tools around a machine need to know of it: its registers, and names for what stands in them. */
#ifndef PMULAB_MODELS_MACHINE_H
#define PMULAB_MODELS_MACHINE_H

#include "models/reg/bank.h"

#include <stddef.h>

struct machine_model {
    const char *name; /* "snbep" */
    const char *prose;
    const struct reg_bank *const *banks; /* every kind of block, once; ends with NULL */

    /*
     * The name ("imc0", "s1.imc0") and the bank of the block that traces number @block.
     * Returns false where there is none.
     */
    bool (*block)(unsigned block, char *name, size_t size, const struct reg_bank **bank);

    /*
     * A name for field number @field of a register that holds @value ("CAS_COUNT", "RD"), or NULL.
     * The string is static.
     */
    const char *(*value_name)(const struct reg *reg, unsigned field, uint64_t value);

    /*
     * The other way: what the field must hold to mean @name; @value is the register's value as far as it is
     * known, since the name of a sub-event depends on the event. Returns -1 where @name is none.
     */
    int64_t (*value_named)(const struct reg *reg, unsigned field, uint64_t value, const char *name);
};

#endif
