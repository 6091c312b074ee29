/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel's IBS driver puts into PERF_SAMPLE_RAW, taken apart: the capabilities that it found, then
 * the engine's registers in the order in which it reads them, control register first. Bits are those of
 * models/epyc.
 */
#ifndef PMULAB_GUEST_IBS_DECODE_H
#define PMULAB_GUEST_IBS_DECODE_H

#include "models/epyc/ibs_traits.h"

#include <stddef.h>

enum ibs_engine { IBS_ENGINE_OP, IBS_ENGINE_FETCH };

/* Family and model as the manuals write them: 0x19, 0x11. Both 0: not known. */
struct ibs_part {
    unsigned family, model;
};

#define IBS_MAX_SLOTS 9

struct ibs_slot {
    const struct reg *reg;
    uint64_t value;
    bool present; /* false: the capabilities ask for it, the kernel didn't store it */
};

struct ibs_sample {
    enum ibs_engine engine;
    enum ibs_variant variant; /* whose layouts the registers have */
    uint32_t caps;            /* CPUID Fn8000_001B EAX as the kernel takes it */
    unsigned n_slots;         /* the same for all samples with the same capabilities */
    struct ibs_slot slots[IBS_MAX_SLOTS];
};

/*
 * The youngest generation whose capabilities are all in @caps. Where several have the same ones, @part
 * decides, or else it is the oldest. Without those of any, as on CPUs that don't tell theirs, IBS_FAM10H.
 */
enum ibs_variant ibs_variant_of(uint32_t caps, struct ibs_part part);

/*
 * Decodes @size bytes at @raw, as PERF_SAMPLE_RAW gives them (its size in front not included), into @sample.
 * Returns NULL, or what is wrong with them, a static text.
 */
const char *ibs_sample_decode(
    struct ibs_sample *sample, enum ibs_engine engine, struct ibs_part part, const void *raw, size_t size);

/* The value of field @field of register @reg; 0 if the generation has no such register or field. */
uint64_t ibs_sample_get(const struct ibs_sample *sample, enum ibs_reg reg, unsigned field);

/* Whether the register in @slot holds something in this sample: an address register may not. */
bool ibs_sample_valid(const struct ibs_sample *sample, unsigned slot);

/* From one sample to the next: completed fetches, or ops, or cycles, as IBS_OP_CTL.CntCtl says. */
uint64_t ibs_sample_period(const struct ibs_sample *sample);

/* Bytes that the op loaded or stored; 0 for none, and where the generation doesn't tell. */
unsigned ibs_sample_width(const struct ibs_sample *sample);

/* Where the data of a load that missed L1 and L2 came from; NULL for other ops, and with no valid status. */
const char *ibs_sample_source(const struct ibs_sample *sample);

/* Size of the page of the data, or of the fetched instructions: "4K", "2M"; NULL if not known. */
const char *ibs_sample_page(const struct ibs_sample *sample);

#endif
