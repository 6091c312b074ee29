/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reader of perf's ring buffer: one page of metadata, then 2^n pages of
 * records, which may wrap. */
#ifndef PMULAB_GUEST_IBS_RING_H
#define PMULAB_GUEST_IBS_RING_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ibs_ring {
    struct perf_event_mmap_page *page;
    const uint8_t *data;
    uint64_t size; /* bytes of records, a power of two */
};

/* A whole record; the header's size field has 16 bits. */
union ibs_record {
    struct perf_event_header header;
    uint8_t bytes[UINT16_MAX + 1];
};

enum ibs_ring_next {
    IBS_RING_RECORD,
    IBS_RING_EMPTY,
    IBS_RING_BROKEN, /* an impossible record: the rest was dropped */
};

/* Moves the oldest record of @ring to @record, and returns its room to the
 * kernel. */
enum ibs_ring_next ibs_ring_next(struct ibs_ring *ring, union ibs_record *record);

/* Drops all records. */
void ibs_ring_discard(struct ibs_ring *ring);

/* Finds the parts of a PERF_RECORD_SAMPLE with PERF_SAMPLE_RAW |
 * PERF_SAMPLE_CPU: *@raw, inside @record, has *@size bytes. Returns false if
 * the record is too short. */
bool ibs_record_sample(
    const union ibs_record *record, unsigned *cpu, const void **raw, size_t *size);

/* Returns the number of lost records or samples that @record reports; 0 for
 * records of other kinds. */
uint64_t ibs_record_lost(const union ibs_record *record);

#endif
