/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/reg/reg.h"

#include <strings.h>

uint64_t reg_access_mask(const struct reg *reg, enum reg_access access)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access == access)
            mask |= reg_field_mask(reg, &reg->fields[i]);
    return mask;
}

uint64_t reg_reset(const struct reg *reg)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        value = reg_set(reg, i, value, reg->fields[i].reset);
    return value;
}

uint64_t reg_read(const struct reg *reg, uint64_t held)
{
    return held &
           (reg_access_mask(reg, REG_RW) | reg_access_mask(reg, REG_RO) | reg_access_mask(reg, REG_RW1C));
}

uint64_t reg_write(const struct reg *reg, uint64_t held, uint64_t written, uint64_t lanes)
{
    uint64_t kept = (reg_access_mask(reg, REG_RW) | reg_access_mask(reg, REG_WO)) & lanes;
    uint64_t cleared = reg_access_mask(reg, REG_RW1C) & lanes & written;

    return ((held & ~kept) | (written & kept)) & ~cleared;
}

uint64_t reg_actions(const struct reg *reg, uint64_t written, uint64_t lanes)
{
    return written & lanes & reg_access_mask(reg, REG_ACTION);
}

int reg_field_named(const struct reg *reg, const char *name)
{
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV && !strcasecmp(reg->fields[i].name, name))
            return (int)i;
    return -1;
}
