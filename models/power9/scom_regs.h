/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core's SCOMs for in-memory collection: scom.rdl; and their numbers on each
 * core. */
#ifndef PMULAB_MODELS_POWER9_SCOM_REGS_H
#define PMULAB_MODELS_POWER9_SCOM_REGS_H

#include "models/power9/scom.rdl.h"

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
