/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables, word by word. */
#include "oracle/snbep/listed/tables.h"

/* enum uncore_access_type */
enum access { MSR, MMIO, PCI };

/* A monitor: its type and number, and its control's place. */
struct unit {
    unsigned type, id;
    enum access access;
    /* in the socket's window; in configuration space without the bus; or a
     * number */
    uint64_t at;
    unsigned ctl, ctr; /* of the first control and the first counter, relative to it */
};

/* A controller has two channels and 256 KiB; the first controller is at 1 MiB.
 * The second channel is 32 KiB after the first. Device << 15 | offset in
 * configuration space. */
#define CHANNEL(id, at)                                                                            \
    {                                                                                              \
        6, id, MMIO, at, 0x40, 0x08                                                                \
    }
#define M2M(id, device)                                                                            \
    {                                                                                              \
        7, id, PCI, (device) << 15 | 0x438, 0x30, 0x08                                             \
    }
#define PCU                                                                                        \
    {                                                                                              \
        4, 0, MSR, 0x2fc0, 2, 8                                                                    \
    }

static const struct unit spr[] = {CHANNEL(0, 0x122800), CHANNEL(1, 0x12a800), CHANNEL(2, 0x162800),
    CHANNEL(3, 0x16a800), CHANNEL(4, 0x1a2800), CHANNEL(5, 0x1aa800), CHANNEL(6, 0x1e2800),
    CHANNEL(7, 0x1ea800), PCU};
static const struct unit generic[] = {CHANNEL(0, 0x122800), CHANNEL(1, 0x12a800),
    CHANNEL(2, 0x162800), CHANNEL(3, 0x16a800), M2M(0, 0x0c), M2M(1, 0x0d), PCU};

static const struct {
    const struct oracle_variant *variant;
    const struct unit *units;
    unsigned n;
} tables[] = {{&oracle_spr, spr, sizeof(spr) / sizeof(spr[0])},
    {&oracle_generic, generic, sizeof(generic) / sizeof(generic[0])}};

/* docs/hardware/snbep.md: windows of 8 MiB from 512 GiB on, buses 7e and fe. */
static uint64_t address_of(const struct unit *unit, unsigned socket)
{
    if (unit->access == MMIO)
        return (UINT64_C(512) << 30) + socket * (UINT64_C(8) << 20) + unit->at;
    return unit->access == PCI ? (uint64_t)(socket ? 0xfe : 0x7e) << 20 | unit->at : unit->at;
}

/* struct uncore_unit_discovery; four counters of 48 bits. */
static uint64_t unit_word(const struct unit *unit, unsigned socket, unsigned word)
{
    switch (word) {
    case 0:
        return 4 | unit->ctl << 8 | 48 << 16 | (uint64_t)unit->ctr << 24 |
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
    unsigned t = 0;

    while (t < sizeof(tables) / sizeof(tables[0]) && tables[t].variant != variant)
        t++;
    if (t == sizeof(tables) / sizeof(tables[0]))
        return false;
    *value = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned word = (offset + i) / 8, entry = word / 8;
        uint64_t held = !entry ? global_word(tables[t].n, word)
                        : entry <= tables[t].n
                            ? unit_word(&tables[t].units[entry - 1], socket, word % 8)
                            : 0;

        *value |= (held >> 8 * ((offset + i) % 8) & 0xff) << 8 * i;
    }
    return true;
}
