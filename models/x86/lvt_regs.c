/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The local vector table entry of the core PMU. */
#include "models/x86/lvt_regs.h"

bool lvt_passes_nmi(uint64_t value)
{
    return !reg_get(LVT_LVTPC, LVT_MASK, value) &&
           reg_get(LVT_LVTPC, LVT_TYPE, value) == LVT_TYPE_NMI;
}
