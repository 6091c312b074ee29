/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables in which a socket lists its monitors: Linux,
 * arch/x86/events/intel/uncore_discovery.h. */
#ifndef PMULAB_ORACLE_SNBEP_LISTED_TABLES_H
#define PMULAB_ORACLE_SNBEP_LISTED_TABLES_H

#include "oracle/snbep/manual.h"

/* Reads @size bytes at @offset of the tables of @socket. Returns false if
 * @variant has none. */
bool oracle_tables_read(const struct oracle_variant *variant, unsigned socket, uint32_t offset,
    unsigned size, uint64_t *value);

#endif
