/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The entries of the local vector table that performance counters use. */
#include "oracle/x86/lvt.h"

enum { LVTPC = 0x340, EXTENDED = 0x500, EXTENDED_STEP = 0x10 };

/* Bit 16 is the mask; bits 10:8 are the message type, where 100b is an NMI. */
#define MASKED   UINT32_C(0x10000)
#define TYPE     UINT32_C(0x700)
#define TYPE_NMI UINT32_C(0x400)

static bool passes(uint32_t entry)
{
    return !(entry & MASKED) && (entry & TYPE) == TYPE_NMI;
}

void oracle_x86_lvt_begin(struct oracle_x86_lvt *lvt)
{
    lvt->counters = MASKED;
    for (unsigned i = 0; i < ORACLE_EXTENDED_LVTS; i++)
        lvt->extended[i] = MASKED;
}

void oracle_x86_lvt_write(struct oracle_x86_lvt *lvt, uint32_t offset, uint32_t value)
{
    uint32_t entry = (offset - EXTENDED) / EXTENDED_STEP;

    if (offset == LVTPC)
        lvt->counters = value;
    else if (offset >= EXTENDED && !(offset % EXTENDED_STEP) && entry < ORACLE_EXTENDED_LVTS)
        lvt->extended[entry] = value;
}

bool oracle_x86_lvt_passes(const struct oracle_x86_lvt *lvt)
{
    return passes(lvt->counters);
}

bool oracle_x86_lvt_extended_passes(const struct oracle_x86_lvt *lvt, unsigned entry)
{
    return entry < ORACLE_EXTENDED_LVTS && passes(lvt->extended[entry]);
}

void oracle_x86_lvt_delivered(struct oracle_x86_lvt *lvt)
{
    lvt->counters |= MASKED;
}
