/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A socket's list of its monitors, since Sapphire Rapids: socket.rdl. */
#ifndef PMULAB_MODELS_SNBEP_SOCKET_DISCOVERY_REGS_H
#define PMULAB_MODELS_SNBEP_SOCKET_DISCOVERY_REGS_H

#include "models/snbep/socket/socket.rdl.h"

/* Bytes of an entry; and the size and the offset of the window's part with the
 * tables. */
enum { UNITS_ENTRY = 64, UNITS_BYTES = 0x10000, UNITS_FIRST = 0x400000 };

/* The offset in units_bank of byte @offset of the tables; sets @entry to its
 * entry, 0 for the socket's. */
static inline uint32_t units_offset(uint32_t offset, unsigned *entry)
{
    *entry = offset / UNITS_ENTRY;
    return *entry ? UNITS_ENTRY + offset % UNITS_ENTRY : offset;
}

#endif
