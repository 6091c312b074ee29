/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables, word by word. */
#include "oracle/snbep/listed/tables.h"

/* docs/hardware/snbep.md: windows of 8 MiB from 512 GiB on, buses 7e and fe. */
static uint64_t address_of(const struct oracle_unit *unit, unsigned socket)
{
    if (unit->access == ORACLE_MMIO)
        return (UINT64_C(512) << 30) + socket * (UINT64_C(8) << 20) + unit->at;
    return unit->access == ORACLE_PCI ? (uint64_t)(socket ? 0xfe : 0x7e) << 20 | unit->at
                                      : unit->at;
}

/* struct uncore_unit_discovery; counters of 48 bits. */
static uint64_t unit_word(const struct oracle_unit *unit, unsigned socket, unsigned word)
{
    switch (word) {
    case 0:
        return unit->counters | unit->ctl << 8 | 48 << 16 | (uint64_t)unit->ctr << 24 |
               (uint64_t)unit->access << 62;
    case 1:
        return address_of(unit, socket);
    case 2:
        return unit->type | unit->id << 16;
    default:
        return 0;
    }
}

/* struct uncore_global_discovery; entries of eight words. The control is at
 * 2ff0. */
static uint64_t global_word(unsigned n, unsigned word)
{
    return word == 0 ? 8 << 8 | n << 16 : word == 1 ? 0x2ff0 : 0;
}

bool oracle_tables_read(const struct oracle_variant *variant, unsigned socket, uint32_t offset,
    unsigned size, uint64_t *value)
{
    if (!variant->units)
        return false;
    *value = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned word = (offset + i) / 8, entry = word / 8;
        uint64_t held = !entry ? global_word(variant->n_units, word)
                        : entry <= variant->n_units
                            ? unit_word(&variant->units[entry - 1], socket, word % 8)
                            : 0;

        *value |= (held >> 8 * ((offset + i) % 8) & 0xff) << 8 * i;
    }
    return true;
}
