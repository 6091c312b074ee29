/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The filters of an uncore PMU: registers shared by all of its counters. */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_FILTER_H
#define PMULAB_MODELS_KUNPENG_UNCORE_FILTER_H

#include "models/kunpeng/uncore_types.h"

/* Whether counter number @counter of a PMU with registers @values counts
 * traffic with the event's word
 * @word: its event and, above it, its attributes. */
bool uncore_passes(
    const struct uncore_type *type, const uint64_t *values, unsigned counter, uint32_t word);

/*
 * Reads "l3c_ref.core=1,req=4" or "0xb8.core=1" into the event's word. Returns
 * NULL, or the expected text as a static phrase.
 */
const char *uncore_word(const struct uncore_type *type, const char *text, uint32_t *word);

#endif
