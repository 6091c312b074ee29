/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes the hisi_pmcu driver's AUX area: hisi_pmcu/pmcu_format.h. All data is
 * checked first, so truncated or damaged data gives an error phrase, not an
 * endless loop or a wild read. */
#ifndef PMULAB_GUEST_PMCU_DECODE_H
#define PMULAB_GUEST_PMCU_DECODE_H

#include "driver/hisi_pmcu/pmcu_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The area's bytes, from its start. */
struct pmcu_data {
    const uint8_t *bytes;
    size_t size;
};

struct pmcu_info {
    uint32_t chunk; /* bytes; no sample crosses from one to the next */
    uint32_t nr_pmu;
    uint32_t nr_cpu;
    bool comp_mode;
    uint32_t subsample; /* bytes */
    uint32_t subsamples;
    uint32_t nr_event;
    uint16_t events[PMCU_MAX_EVENTS];
    uint32_t header; /* bytes */
};

enum pmcu_kind {
    PMCU_CONTEXT_1, /* a copy of PMCID1SR: CONTEXTIDR_EL1 */
    PMCU_CONTEXT_2, /* of PMCID2SR: CONTEXTIDR_EL2 */
    PMCU_COUNT,
    PMCU_CYCLES,
};

struct pmcu_value {
    enum pmcu_kind kind;
    unsigned sample; /* this one and the next count from 1 */
    unsigned subsample;
    uint16_t event; /* for PMCU_COUNT */
    unsigned cpu;   /* on the die */
    size_t offset;  /* in the area */
    uint64_t value;
};

/* Reads the header. Returns NULL, or a static error phrase. */
const char *pmcu_read_header(const struct pmcu_data *data, struct pmcu_info *info);

/* Calls @take for each value, in the area's order. Returns the number of bytes
 * after the last whole sample. */
size_t pmcu_read_values(const struct pmcu_data *data, const struct pmcu_info *info,
    void (*take)(const struct pmcu_value *value, void *closure), void *closure);

#endif
