/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's SCOMs for in-memory collection. Their bits and numbers are defined
 * only here. IBM numbering: bit 0 is the most significant. Sources: the
 * kernel's Documentation/powerpc/imc.rst for TRACE_IMC, the only one it
 * describes; skiboot (hw/imc.c, include/imc.h) for numbers and for the values
 * written to the others.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_POWER9_SCOM_REGS_H
#define PMULAB_MODELS_POWER9_SCOM_REGS_H

#include "models/reg/bank.h"

#define CORE_PDBAR_FIELDS(F)                                                                       \
    F(PDBAR_RSV_0, "rsv", 0, 13, REG_RV, 0, "firmware writes 0")                                   \
    F(PDBAR_ADDRESS, "address", 14, 50, REG_RW, 0,                                                 \
        "address of the core's counter memory, in units of 8 KiB")                                 \
    F(PDBAR_RSV_51, "rsv", 51, 63, REG_RV, 0, "firmware writes 0")

#define CORE_HTM_MODE_FIELDS(F)                                                                    \
    F(HTM_MODE_MODE, "mode", 0, 2, REG_RW, 0,                                                      \
        "firmware writes 7; no document defines its selection")                                    \
    F(HTM_MODE_RSV_3, "rsv", 3, 3, REG_RV, 0, "firmware writes 0")                                 \
    F(HTM_MODE_START, "start", 4, 4, REG_RW, 0,                                                    \
        "collection runs, in the core and in all its threads")                                     \
    F(HTM_MODE_RSV_5, "rsv", 5, 63, REG_RV, 0, "firmware writes 0")

#define CORE_EVENT_MASK_FIELDS(F)                                                                  \
    F(EVENT_MASK_GROUP0, "group0", 0, 8, REG_RW, 0,                                                \
        "firmware writes 8; no document gives a meaning")                                          \
    F(EVENT_MASK_GROUP1, "group1", 9, 17, REG_RW, 0, "likewise")                                   \
    F(EVENT_MASK_GROUP2, "group2", 18, 26, REG_RW, 0, "likewise")                                  \
    F(EVENT_MASK_RSV, "rsv", 27, 63, REG_RV, 0, "firmware writes 0")

#define CORE_TRACE_IMC_FIELDS(F)                                                                   \
    F(TRACE_IMC_SAMPSEL, "SAMPSEL", 0, 1, REG_RW, 0,                                               \
        "counter whose overflow takes a sample: 0 CPMC1, 1 CPMC2; 2 CPMC3 and 3 CPMC4 (inferred)") \
    F(TRACE_IMC_CPMC_LOAD, "CPMC_LOAD", 2, 33, REG_RW, 0,                                          \
        "sampling duration: the counter starts from it each time and overflows at 2^32")           \
    F(TRACE_IMC_CPMC1SEL, "CPMC1SEL", 34, 40, REG_RW, 0,                                           \
        "CPMC1 counts the first event of that slot of core memory (inferred)")                     \
    F(TRACE_IMC_CPMC2SEL, "CPMC2SEL", 41, 47, REG_RW, 0,                                           \
        "CPMC2 counts the second event of that slot of core memory (inferred)")                    \
    F(TRACE_IMC_BUFFERSIZE, "BUFFERSIZE", 48, 50, REG_RW, 0,                                       \
        "memory range: 4096 records of 64 bytes, doubled this many times, up to 4")                \
    F(TRACE_IMC_RSV, "RESERVED", 51, 63, REG_RV, 0, "reads as 0")

enum core_pdbar_field { CORE_PDBAR_FIELDS(REG_FIELD_INDEX) };
enum core_htm_mode_field { CORE_HTM_MODE_FIELDS(REG_FIELD_INDEX) };
enum core_event_mask_field { CORE_EVENT_MASK_FIELDS(REG_FIELD_INDEX) };
enum core_trace_imc_field { CORE_TRACE_IMC_FIELDS(REG_FIELD_INDEX) };

enum core_reg { CORE_PDBAR, CORE_HTM_MODE, CORE_EVENT_MASK, CORE_TRACE_IMC, CORE_N_REGS };

/* The banks of POWER9, and of POWER10 and Power11. Offsets are the SCOM numbers
 * of core 0. */
extern const struct reg_bank core_bank, core_bank_power10;

#define SCOM_CORES   32 /* cores that a chip's SCOM numbers allow */
#define CORES_A_QUAD 4

/* The SCOM numbers of a generation. Each quad is a chiplet. On POWER9 each core
 * is also one. */
struct scom_numbers {
    struct {
        bool in_quad;                 /* the quad's chiplet; otherwise the core's */
        uint32_t first[CORES_A_QUAD]; /* for the cores of quad 0; unless in_quad, only the first */
    } regs[CORE_N_REGS];
};

extern const struct scom_numbers scoms_power9, scoms_power10;

/* Returns the SCOM number of @reg of core number @core (below SCOM_CORES) of a
 * chip. */
uint32_t scom_number(const struct scom_numbers *scoms, unsigned core, enum core_reg reg);

/* Returns the register with SCOM number @pcba and sets @core to its core in the
 * chip, or returns -1. */
int scom_at(const struct scom_numbers *scoms, uint32_t pcba, unsigned *core);

/* Returns the physical address in @pdbar. */
uint64_t scom_pdbar_address(uint64_t pdbar);

#endif
