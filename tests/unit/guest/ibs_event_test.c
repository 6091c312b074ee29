/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's side of an IBS event: the document's attributes, and records from
 * a ring buffer. */
#include "guest/ibs_event.h"
#include "tests/rng.h"
#include "tests/tap.h"

/* ---- the two code snippets ---- */

static void check_common(const struct perf_event_attr *attr)
{
    is_u64(attr->sample_type, PERF_SAMPLE_RAW | PERF_SAMPLE_CPU, "sample_type");
    ok(attr->disabled && attr->inherit && attr->mmap && attr->comm && attr->task, "the set flags");
    ok(attr->sample_id_all && attr->comm_exec && attr->precise_ip == 1, "... and more");
    ok(!attr->exclude_kernel && !attr->exclude_user && !attr->exclude_hv && !attr->exclude_guest &&
            !attr->exclude_idle && !attr->exclude_host,
        "no mode is excluded");
    ok(!attr->pinned && !attr->read_format && !attr->freq && !attr->config1 && !attr->config2,
        "the clear flags");
}

static void test_op_snippet(void)
{
    const struct ibs_request request = {.engine = IBS_ENGINE_OP, .period = 0x10, .cnt_ctl = true};
    struct perf_event_attr attr;

    ibs_fill_attr(&attr, &request, 8);
    is_u64(attr.type, 8, "snippet 1: type");
    is_u64(attr.config, UINT64_C(1) << 19, "config");
    is_u64(attr.sample_period, 0x10, "sample_period");
    is_u64(attr.size, sizeof(attr), "size");
    check_common(&attr);
}

static void test_fetch_snippet(void)
{
    const struct ibs_request request = {
        .engine = IBS_ENGINE_FETCH, .period = 0x10, .rand_en = true};
    struct perf_event_attr attr;

    ibs_fill_attr(&attr, &request, 9);
    is_u64(attr.type, 9, "snippet 2: type");
    is_u64(attr.config, UINT64_C(1) << 57, "config");
    check_common(&attr);
}

static void test_other_attributes(void)
{
    struct ibs_request request = {.engine = IBS_ENGINE_OP, .period = 0x1000, .l3_miss_only = true};
    struct perf_event_attr attr;

    ibs_fill_attr(&attr, &request, 10);
    is_u64(attr.config, 0x10000, "op: l3missonly is config:16");
    ok(!attr.watermark && !attr.wakeup_events, "a wakeup when half the ring is full");
    request = (struct ibs_request){
        .engine = IBS_ENGINE_FETCH, .l3_miss_only = true, .wakeup_samples = 50};
    ibs_fill_attr(&attr, &request, 10);
    is_u64(attr.config, UINT64_C(1) << 59, "fetch: l3missonly is config:59");
    ok(!attr.watermark && attr.wakeup_events == 50, "a wakeup after 50 samples");
    request = (struct ibs_request){.engine = IBS_ENGINE_FETCH, .wakeup_bytes = 4000};
    ibs_fill_attr(&attr, &request, 10);
    ok(attr.watermark && attr.wakeup_watermark == 4000, "... after 4000 bytes");
}

/* ---- the ring ---- */

enum { SIZE = 4096 };

/* A kernel's side of the ring. */
struct box {
    struct perf_event_mmap_page page;
    uint8_t data[SIZE];
    struct ibs_ring ring;
};

static void set_up(struct box *box, uint64_t position)
{
    memset(box, 0, sizeof(*box));
    box->page.data_head = box->page.data_tail = position;
    box->ring = (struct ibs_ring){&box->page, box->data, SIZE};
}

static void put(struct box *box, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        box->data[(box->page.data_head + i) % SIZE] = ((const uint8_t *)bytes)[i];
    box->page.data_head += n;
}

/* A record of @size bytes whose content follows from @seed. */
static void fill(union ibs_record *record, uint16_t size, uint8_t seed)
{
    for (unsigned i = sizeof(record->header); i < size; i++)
        record->bytes[i] = (uint8_t)(seed + 7 * i);
    record->header = (struct perf_event_header){.type = PERF_RECORD_SAMPLE, .size = size};
}

static union ibs_record record, expected;

static void test_wrapped(void)
{
    static struct box box;

    set_up(&box, UINT64_C(0xfffff00000000ff0)); /* 16 bytes before the end */
    fill(&expected, 88, 3);
    put(&box, &expected, 88);
    ok(ibs_ring_next(&box.ring, &record) == IBS_RING_RECORD, "a record that wraps is read");
    ok(!memcmp(&record, &expected, 88), "... in one piece");
    is_u64(box.page.data_tail, box.page.data_head, "... and its space is free again");
    ok(ibs_ring_next(&box.ring, &record) == IBS_RING_EMPTY, "then the ring is empty");
}

/* Records of all sizes; the ring never overflows. */
static void test_many(void)
{
    static struct box box;
    struct rng rng = {4};
    uint8_t written = 0, read = 0;
    uint16_t sizes[256];
    bool good = true;

    set_up(&box, 0);
    for (unsigned i = 0; i < 20000 && good; i++) {
        uint16_t size = (uint16_t)(8 + 8 * rng_below(&rng, 40));

        if (box.page.data_head - box.page.data_tail + size <= SIZE && rng_one_in(&rng, 2)) {
            fill(&expected, size, written);
            put(&box, &expected, size);
            sizes[written++] = size;
        } else if (read != written) {
            fill(&expected, sizes[read], read);
            good = ibs_ring_next(&box.ring, &record) == IBS_RING_RECORD &&
                   !memcmp(&record, &expected, sizes[read]);
            read++;
        } else {
            good = ibs_ring_next(&box.ring, &record) == IBS_RING_EMPTY;
        }
    }
    ok(good, "20000 steps of writing and reading keep each record, in order");
    ok(box.page.data_head > 100 * SIZE, "... over many rounds of the ring");
}

static void test_full(void)
{
    static struct box box;
    bool good = true;

    set_up(&box, 8);
    for (unsigned i = 0; i < SIZE / 64; i++) {
        fill(&expected, 64, (uint8_t)i);
        put(&box, &expected, 64);
    }
    for (unsigned i = 0; i < SIZE / 64; i++)
        good &= ibs_ring_next(&box.ring, &record) == IBS_RING_RECORD &&
                record.bytes[8] == (uint8_t)(i + 56);
    ok(good && ibs_ring_next(&box.ring, &record) == IBS_RING_EMPTY,
        "a completely full ring is read");
}

static void check_broken(uint16_t size, uint64_t there, const char *what)
{
    static struct box box;

    set_up(&box, 0);
    fill(&expected, 64, 0);
    expected.header.size = size;
    put(&box, &expected, 64);
    box.page.data_head = there;
    ok(ibs_ring_next(&box.ring, &record) == IBS_RING_BROKEN, "%s", what);
    ok(ibs_ring_next(&box.ring, &record) == IBS_RING_EMPTY, "... ends, and the rest is dropped");
}

static void test_broken(void)
{
    check_broken(0, 64, "a record of size 0");
    check_broken(7, 64, "a record shorter than its header");
    check_broken(72, 64, "a record longer than the data");
    check_broken(64, 4, "less than a header");
    check_broken(64, SIZE + 8, "more than the ring holds");
}

static void test_discard(void)
{
    static struct box box;

    set_up(&box, 0);
    fill(&expected, 64, 0);
    put(&box, &expected, 64);
    ibs_ring_discard(&box.ring);
    ok(ibs_ring_next(&box.ring, &record) == IBS_RING_EMPTY, "a drained ring is empty");
}

/* ---- records ---- */

static void test_sample(void)
{
    const uint32_t cpu_and_size[] = {5, 0, 68};
    const void *raw;
    unsigned cpu;
    size_t size;

    fill(&record, 88, 0);
    memcpy(record.bytes + 8, cpu_and_size, sizeof(cpu_and_size));
    ok(ibs_record_sample(&record, &cpu, &raw, &size), "a sample of IBS");
    is_u64(cpu, 5, "its CPU");
    is_u64(size, 68, "its raw bytes");
    ok(raw == record.bytes + 20, "... and where they are");
    record.header.size = 80;
    ok(!ibs_record_sample(&record, &cpu, &raw, &size), "raw bytes beyond the record are refused");
    record.header.size = 16;
    ok(!ibs_record_sample(&record, &cpu, &raw, &size), "a sample without raw bytes is refused");
}

static void test_lost(void)
{
    const uint64_t words[] = {0x1234, 77}; /* the event's id, and how many */

    fill(&record, 40, 0);
    memcpy(record.bytes + 8, words, sizeof(words));
    record.header.type = PERF_RECORD_LOST;
    is_u64(ibs_record_lost(&record), 77, "PERF_RECORD_LOST");
    record.header.type = PERF_RECORD_LOST_SAMPLES;
    is_u64(ibs_record_lost(&record), 0x1234, "PERF_RECORD_LOST_SAMPLES begins with the number");
    record.header.type = PERF_RECORD_SAMPLE;
    is_u64(ibs_record_lost(&record), 0, "other records report no loss");
    record.header = (struct perf_event_header){.type = PERF_RECORD_LOST, .size = 16};
    is_u64(ibs_record_lost(&record), 0, "a record too short for a number reports no loss");
}

int main(void)
{
    test_op_snippet();
    test_fetch_snippet();
    test_other_attributes();
    test_wrapped();
    test_many();
    test_full();
    test_broken();
    test_discard();
    test_sample();
    test_lost();
    return done_testing();
}
