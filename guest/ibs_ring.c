/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads records from perf's ring buffer. */
#include "guest/ibs_ring.h"

#include <string.h>

/* Positions only grow; their low bits are the place in the ring. */
static void copy_out(const struct ibs_ring *ring, uint64_t position, void *to, size_t n)
{
    size_t at = (size_t)(position & (ring->size - 1));
    size_t first = n < ring->size - at ? n : (size_t)(ring->size - at);

    memcpy(to, ring->data + at, first);
    memcpy((uint8_t *)to + first, ring->data, n - first);
}

/* Acquire and release: the kernel publishes records before they are read, and
 * reuses their room only afterwards. */
static uint64_t head_of(const struct ibs_ring *ring)
{
    return __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
}

static void set_tail(struct ibs_ring *ring, uint64_t tail)
{
    __atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
}

enum ibs_ring_next ibs_ring_next(struct ibs_ring *ring, union ibs_record *record)
{
    uint64_t tail = ring->page->data_tail, head = head_of(ring), there = head - tail;

    if (!there)
        return IBS_RING_EMPTY;
    if (there >= sizeof(record->header) && there <= ring->size) {
        copy_out(ring, tail, &record->header, sizeof(record->header));
        if (record->header.size >= sizeof(record->header) && record->header.size <= there) {
            copy_out(ring, tail, record, record->header.size);
            set_tail(ring, tail + record->header.size);
            return IBS_RING_RECORD;
        }
    }
    set_tail(ring, head);
    return IBS_RING_BROKEN;
}

void ibs_ring_discard(struct ibs_ring *ring)
{
    set_tail(ring, head_of(ring));
}

/* perf_event_open(2): fields absent from sample_type are omitted, so the CPU
 * comes first. */
struct sample_head {
    struct perf_event_header header;
    uint32_t cpu, reserved;
    uint32_t raw_size;
};

bool ibs_record_sample(
    const union ibs_record *record, unsigned *cpu, const void **raw, size_t *size)
{
    const size_t head = offsetof(struct sample_head, raw_size) + sizeof(uint32_t);
    struct sample_head sample;

    if (record->header.size < head)
        return false;
    memcpy(&sample, record->bytes, head);
    *cpu = sample.cpu;
    *raw = record->bytes + head;
    *size = sample.raw_size;
    return sample.raw_size <= record->header.size - head;
}

uint64_t ibs_record_lost(const union ibs_record *record)
{
    /* PERF_RECORD_LOST has the event's id before the number;
     * PERF_RECORD_LOST_SAMPLES does not. */
    size_t at = sizeof(record->header) + (record->header.type == PERF_RECORD_LOST ? 8 : 0);
    uint64_t lost = 0;

    if (record->header.type != PERF_RECORD_LOST && record->header.type != PERF_RECORD_LOST_SAMPLES)
        return 0;
    if (record->header.size >= at + sizeof(lost))
        memcpy(&lost, record->bytes + at, sizeof(lost));
    return lost;
}
