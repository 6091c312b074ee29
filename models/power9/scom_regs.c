/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a core's SCOM registers, and their SCOM numbers on each core. */
#include "models/power9/scom_regs.h"

#include <assert.h>

static const struct reg_field pdbar_fields[] = {CORE_PDBAR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field htm_mode_fields[] = {CORE_HTM_MODE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field event_mask_fields[] = {CORE_EVENT_MASK_FIELDS(REG_FIELD_ROW)};
static const struct reg_field trace_imc_fields[] = {CORE_TRACE_IMC_FIELDS(REG_FIELD_ROW)};

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

#define SKIBOOT "skiboot, hw/imc.c and include/imc.h"

/* The same registers in each generation, with different numbers. The arguments
 * are core 0's. */
#define CORE_REGS(pdbar, htm_mode, event_mask, trace_imc)                                          \
    {                                                                                              \
        [CORE_PDBAR] = {.name = "PDBAR",                                                           \
            .offset = (pdbar),                                                                     \
            .width = 64,                                                                           \
            .numbering = REG_MSB0,                                                                 \
            REG_TABLE(pdbar_fields),                                                               \
            .prose =                                                                               \
                "address where the core's counts accumulate; at a new address they continue from " \
                "their values",                                                                    \
            .source = SKIBOOT,                                                                     \
            .not_modelled =                                                                        \
                "writing to address 0, which the model takes as no memory: nothing counts there"}, \
        [CORE_HTM_MODE] = {.name = "HTM_MODE",                                                     \
            .offset = (htm_mode),                                                                  \
            .width = 64,                                                                           \
            .numbering = REG_MSB0,                                                                 \
            REG_TABLE(htm_mode_fields),                                                            \
            .prose = "starts and stops collection in the core, in any mode of its threads' LDBAR", \
            .source = SKIBOOT,                                                                     \
            .not_modelled = "everything but start"},                                               \
        [CORE_EVENT_MASK] = {.name = "EVENT_MASK",                                                 \
            .offset = (event_mask),                                                                \
            .width = 64,                                                                           \
            .numbering = REG_MSB0,                                                                 \
            REG_TABLE(event_mask_fields),                                                          \
            .prose = "holds firmware's value: three fields of 9 bits with 8 in each",              \
            .source = SKIBOOT "; the bounds of the fields are inferred from the value",            \
            .not_modelled = "any effect: no document defines what is masked"},                     \
        [CORE_TRACE_IMC] = {.name = "TRACE_IMC",                                                   \
            .offset = (trace_imc),                                                                 \
            .width = 64,                                                                           \
            .numbering = REG_MSB0,                                                                 \
            REG_TABLE(trace_imc_fields),                                                           \
            .prose = "TRACE_IMC_SCOM: the event that trace mode samples on, and its period",       \
            .source = "Linux, Documentation/powerpc/imc.rst",                                      \
            .not_modelled =                                                                        \
                "slots with events outside the clock model count nothing and take no sample"},     \
    }

static const struct reg regs[CORE_N_REGS] =
    CORE_REGS(0x1001220b, 0x10012200, 0x20010aa8, 0x20010aa9);
static const struct reg regs_power10[CORE_N_REGS] =
    CORE_REGS(0x2001868b, 0x20018680, 0x20028400, 0x20028401);

const struct reg_bank core_bank = {"core",
    "a core's SCOMs for in-memory collection; numbers are those of a chip's first core",
    REG_SPACE_SCOM, REG_BANK_REGS(regs, CORE_N_REGS)};
const struct reg_bank core_bank_power10 = {"core",
    "a core's SCOMs for in-memory collection; numbers are those of a chip's first core",
    REG_SPACE_SCOM, REG_BANK_REGS(regs_power10, CORE_N_REGS)};

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
    return pdbar & reg_field_mask(&regs[CORE_PDBAR], &regs[CORE_PDBAR].fields[PDBAR_ADDRESS]);
}
