/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The contents of a socket's tables of units, generated from the places of its
 * boxes. */
#ifndef PMULAB_MODELS_SNBEP_DISCOVERY_H
#define PMULAB_MODELS_SNBEP_DISCOVERY_H

#include "models/snbep/socket/discovery_regs.h"
#include "models/snbep/variant.h"

/* Whether byte @offset of a socket's window belongs to the tables. */
static inline bool discovery_answers(const struct snbep_variant *variant, uint32_t offset)
{
    return variant->discovery && offset - UNITS_FIRST < UNITS_BYTES;
}

/* Returns the value of a read of @size bytes (1 to 8) at @offset of the tables
 * of @socket. They are 0 past the last entry. */
uint64_t discovery_read(
    const struct snbep_variant *variant, unsigned socket, uint32_t offset, unsigned size);

#endif
