/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf's ring buffer as a reader sees it: one page of metadata, then 2^n pages of records, which may wrap. */
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

/* A record, whole; the header's size is 16 bits wide. */
union ibs_record {
    struct perf_event_header header;
    uint8_t bytes[UINT16_MAX + 1];
};

enum ibs_ring_next {
    IBS_RING_RECORD,
    IBS_RING_EMPTY,
    IBS_RING_BROKEN, /* a record that cannot be: what was left is dropped */
};

/* Moves the oldest record of @ring to @record, and gives its room back to the kernel. */
enum ibs_ring_next ibs_ring_next(struct ibs_ring *ring, union ibs_record *record);

/* Drops what has been recorded so far. */
void ibs_ring_discard(struct ibs_ring *ring);

/*
 * The parts of a PERF_RECORD_SAMPLE with PERF_SAMPLE_RAW | PERF_SAMPLE_CPU: *@raw, inside @record, has *@size
 * bytes. Returns false if the record is too short for what it says.
 */
bool ibs_record_sample(const union ibs_record *record, unsigned *cpu, const void **raw, size_t *size);

/* How many records or samples @record says were lost; 0 for records of another kind. */
uint64_t ibs_record_lost(const union ibs_record *record);

#endif
