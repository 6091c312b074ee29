/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes PERF_SAMPLE_RAW of the kernel's IBS driver: the capabilities that it
 * found, then the engine's registers in the order it reads them, control
 * register first. models/epyc defines the bits. */
#ifndef PMULAB_GUEST_IBS_DECODE_H
#define PMULAB_GUEST_IBS_DECODE_H

#include "models/epyc/ibs_traits.h"

#include <stddef.h>

enum ibs_engine { IBS_ENGINE_OP, IBS_ENGINE_FETCH };

/* Family and model as the manuals write them: 0x19, 0x11. Both 0: unknown. */
struct ibs_part {
    unsigned family, model;
};

#define IBS_MAX_SLOTS 9

struct ibs_slot {
    const struct reg *reg;
    uint64_t value;
    bool present; /* false: announced by the capabilities, but not stored by the kernel */
};

struct ibs_sample {
    enum ibs_engine engine;
    enum ibs_variant variant; /* generation of the register layouts */
    uint32_t caps;            /* CPUID Fn8000_001B EAX, as used by the kernel */
    unsigned n_slots;         /* the same for all samples with the same capabilities */
    struct ibs_slot slots[IBS_MAX_SLOTS];
};

/*
 * Returns the newest generation whose capabilities are all in @caps. If several
 * have the same ones, @part decides, or else the oldest is taken. Returns
 * IBS_FAM10H if none fits, as on CPUs that do not report capabilities.
 */
enum ibs_variant ibs_variant_of(uint32_t caps, struct ibs_part part);

/* Decodes @size bytes at @raw, the contents of PERF_SAMPLE_RAW after its size,
 * into @sample. Returns NULL, or a static error text. */
const char *ibs_sample_decode(struct ibs_sample *sample, enum ibs_engine engine,
    struct ibs_part part, const void *raw, size_t size);

/* Returns field @field of register @reg; 0 if the generation lacks the register
 * or field. */
uint64_t ibs_sample_get(const struct ibs_sample *sample, enum ibs_reg reg, unsigned field);

/* Whether the register in @slot is valid in this sample. An address register
 * may be invalid. */
bool ibs_sample_valid(const struct ibs_sample *sample, unsigned slot);

/* Returns the period: completed fetches, or ops or cycles, depending on
 * IBS_OP_CTL.CntCtl. */
uint64_t ibs_sample_period(const struct ibs_sample *sample);

/* Returns the bytes that the op loaded or stored; 0 for none, or if the
 * generation does not record them. */
unsigned ibs_sample_width(const struct ibs_sample *sample);

/* Returns the source of the data for a load that missed L1 and L2 (static);
 * NULL for other ops and invalid status. */
const char *ibs_sample_source(const struct ibs_sample *sample);

/* Returns the size of the page of the data, or of the fetched instructions:
 * "4K", "2M"; NULL if unknown. */
const char *ibs_sample_page(const struct ibs_sample *sample);

#endif
