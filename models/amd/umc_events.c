/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of a memory controller (UMC). */
#include "models/amd/uncore_events.h"

#include <stddef.h>

enum { READS = 1, WRITES = 2, LINE = 64 /* bytes of a burst */ };

/* @lines: the guest's own lines that are such occurrences. */
#define FOR_BOTH(code, name, bytes, prose, lines)                                                  \
    {(code), READS, (name), "RD", (bytes), false, (prose), (lines) ? 1 + CACHELINES_READ : 0,      \
        false},                                                                                    \
    {                                                                                              \
        (code), WRITES, (name), "WR", (bytes), false, (prose),                                     \
            (lines) ? 1 + CACHELINES_WRITTEN : 0, false                                            \
    }

const struct amd_uncore_event umc_events[] = {
    {0x00, 0, "MEM_CLK", NULL, 0, true, "cycles of the memory clock", 0, false},
    FOR_BOTH(0x05, "ACT_CMD", 0, "commands that open a row", false),
    FOR_BOTH(0x06, "PCHG_CMD", 0, "commands that close a row", false),
    FOR_BOTH(0x0a, "CAS_CMD", LINE, "commands that move a burst of 64 bytes", true),
    FOR_BOTH(0x14, "DATA_SLOT_CLKS", 0,
        "clocks in which the data bus is in use: at most two a memory clock", false),
};

const unsigned umc_n_events = sizeof(umc_events) / sizeof(umc_events[0]);

_Static_assert(
    sizeof(umc_events) / sizeof(umc_events[0]) <= AMD_UNCORE_MAX_EVENTS, "a box has room");
