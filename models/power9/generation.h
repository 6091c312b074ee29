/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The differences between generations of in-memory collection: one row for
 * each. All code of models/power9 works for any of them, with its row. Sources:
 * skiboot (hw/imc.c, hw/homer.c, include/imc.h, include/xscom.h), the microcode
 * (open-power/occ, branches master and master-p10,
 * src/occ_gpe1/gpe1_24x7.[ch]), the catalogues (open-power/ima-catalog).
 */
#ifndef PMULAB_MODELS_POWER9_GENERATION_H
#define PMULAB_MODELS_POWER9_GENERATION_H

#include "models/power9/catalogue.h"
#include "models/power9/nest_regs.h"
#include "models/power9/scom_regs.h"
#include "models/power9/slots.h"

/* The nest microcode. */
struct p9_microcode {
    unsigned posted;      /* bytes of counter memory that it maintains, at most NEST_MOST_POSTED */
    unsigned groups;      /* groups of words in it, NEST_GROUP bytes each */
    unsigned debugged;    /* the first groups, which do not count in mode debug1 */
    unsigned configuring; /* polls until all units are configured */
    /* an unknown command pauses it until the next command; otherwise an unknown
     * command has no effect */
    bool strays_pause;
};

struct p9_generation {
    const char *machine;   /* its machine: "power10" */
    unsigned cores;        /* limit of cores in a chip */
    const char *crowded;   /* the complaint about more cores */
    uint64_t availability; /* the default vector of units */
    struct p9_microcode microcode;
    const struct reg_bank *nest, *core;
    uint64_t (*units)(const char *pmu, uint64_t *exactly); /* see nest_units() */
    const struct scom_numbers *scoms;
    const struct slots *slots;
    const char *list;                              /* its catalogue as a text list */
    const struct p9_catalogue *(*catalogue)(void); /* the same, read */
    /* of the catalogue in flash: the CPU's PVR without the bits that skiboot
     * masks */
    uint32_t key;
    uint32_t version;    /* of the catalogue, its `version-id` */
    uint32_t pba_bar0;   /* number of the SCOM with HOMER's address for firmware */
    uint64_t qemu_homer; /* QEMU's address of the first chip's HOMER */
    unsigned scom_shift; /* QEMU has the SCOMs of chips 1 << this bytes apart */
};

extern const struct p9_generation generation_power9, generation_power10, generation_power11;

/* All of them; ends with NULL. */
extern const struct p9_generation *const p9_generations[];

#endif
