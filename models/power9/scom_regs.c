/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SCOM numbers of a core's registers on each core. */
#include "models/power9/scom_regs.h"

#include <assert.h>

/*
 * Cores and quads are chiplets; bits 31:24 select one. POWER9: quads from 0x10,
 * cores from 0x20. A core's register in its quad has one port for each of the
 * quad's four cores. POWER10: quads from 0x20, and bits 15:12 select a core, 8
 * for the first of the quad and 1 for its last.
 */
#define IN_QUAD(a, b, c, d)                                                                        \
    {                                                                                              \
        true,                                                                                      \
        {                                                                                          \
            (a), (b), (c), (d)                                                                     \
        }                                                                                          \
    }
#define OF_CORE(number)                                                                            \
    {                                                                                              \
        false,                                                                                     \
        {                                                                                          \
            (number)                                                                               \
        }                                                                                          \
    }
#define OF_CORE_POWER10(number)                                                                    \
    IN_QUAD((number) | 0x8000, (number) | 0x4000, (number) | 0x2000, (number) | 0x1000)

const struct scom_numbers scoms_power9 = {{
    [CORE_PDBAR] = IN_QUAD(0x1001220b, 0x1001230b, 0x1001260b, 0x1001270b),
    [CORE_HTM_MODE] = IN_QUAD(0x10012200, 0x10012300, 0x10012600, 0x10012700),
    [CORE_EVENT_MASK] = OF_CORE(0x20010aa8),
    [CORE_TRACE_IMC] = OF_CORE(0x20010aa9),
}};

const struct scom_numbers scoms_power10 = {{
    [CORE_PDBAR] = IN_QUAD(0x2001868b, 0x2001468b, 0x2001268b, 0x2001168b),
    [CORE_HTM_MODE] = IN_QUAD(0x20018680, 0x20014680, 0x20012680, 0x20011680),
    [CORE_EVENT_MASK] = OF_CORE_POWER10(0x20020400),
    [CORE_TRACE_IMC] = OF_CORE_POWER10(0x20020401),
}};

enum { CHIPLET_SHIFT = 24 };

uint32_t scom_number(const struct scom_numbers *scoms, unsigned core, enum core_reg reg)
{
    assert(core < SCOM_CORES && reg < CORE_N_REGS);
    if (scoms->regs[reg].in_quad)
        return scoms->regs[reg].first[core % CORES_A_QUAD] +
               ((core / CORES_A_QUAD) << CHIPLET_SHIFT);
    return scoms->regs[reg].first[0] + (core << CHIPLET_SHIFT);
}

/* Finds the core whose @reg has number @pcba. */
static bool core_at(
    const struct scom_numbers *scoms, enum core_reg reg, uint32_t pcba, unsigned *core)
{
    unsigned a_chiplet = scoms->regs[reg].in_quad ? CORES_A_QUAD : 1;

    for (unsigned i = 0; i < a_chiplet; i++) {
        uint32_t beyond = pcba - scoms->regs[reg].first[i];

        *core = (beyond >> CHIPLET_SHIFT) * a_chiplet + i;
        if (beyond % (UINT32_C(1) << CHIPLET_SHIFT) == 0 && *core < SCOM_CORES)
            return true;
    }
    return false;
}

int scom_at(const struct scom_numbers *scoms, uint32_t pcba, unsigned *core)
{
    for (unsigned reg = 0; reg < CORE_N_REGS; reg++)
        if (core_at(scoms, (enum core_reg)reg, pcba, core))
            return (int)reg;
    return -1;
}

uint64_t scom_pdbar_address(uint64_t pdbar)
{
    const struct reg *reg = &core_bank.regs[CORE_PDBAR];

    return pdbar & reg_field_mask(reg, &reg->fields[PDBAR_ADDRESS]);
}
