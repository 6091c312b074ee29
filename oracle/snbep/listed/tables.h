/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables in which a socket lists its monitors: Linux,
 * arch/x86/events/intel/uncore_discovery.h. */
#ifndef PMULAB_ORACLE_SNBEP_LISTED_TABLES_H
#define PMULAB_ORACLE_SNBEP_LISTED_TABLES_H

#include "oracle/snbep/manual.h"

/* enum uncore_access_type */
enum oracle_unit_access { ORACLE_MSR, ORACLE_MMIO, ORACLE_PCI };

/* A monitor: its type and number, and its control's place. */
struct oracle_unit {
    unsigned type, id;
    enum oracle_unit_access access;
    /* in the socket's window; in configuration space without the bus; or a
     * number */
    uint64_t at;
    unsigned ctl, ctr; /* of the first control and the first counter, relative to it */
};

/* Reads @size bytes at @offset of the tables of @socket. Returns false if
 * @variant has none. */
bool oracle_tables_read(const struct oracle_variant *variant, unsigned socket, uint32_t offset,
    unsigned size, uint64_t *value);

#endif
