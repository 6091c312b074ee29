/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace's form on disk: a frame's columns, and its head. */
#include "models/sim/trace_frame.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <string.h>

static struct trace_record some_record(struct rng *rng, const struct trace_record *last)
{
    bool near = rng_one_in(rng, 2);

    return (struct trace_record){
        .kind = (enum trace_kind)rng_below(rng, TRACE_N_KINDS),
        .size = (uint8_t)rng_below(rng, 9),
        .cpu = (uint16_t)rng_bits(rng, 16),
        .block = (uint32_t)(near ? last->block : rng_bits(rng, 32)),
        .offset = (uint32_t)(near ? last->offset + 4 : rng_bits(rng, 32)),
        .time = near ? last->time + rng_bits(rng, 12) : rng_bits(rng, 64),
        .pc = near ? last->pc - rng_bits(rng, 8) : rng_bits(rng, 64),
        .value = rng_bits(rng, 64),
        .call_path = near ? last->call_path : rng_bits(rng, 64),
    };
}

static bool same(const struct trace_record *a, const struct trace_record *b)
{
    return a->kind == b->kind && a->size == b->size && a->cpu == b->cpu && a->block == b->block &&
           a->offset == b->offset && a->time == b->time && a->pc == b->pc && a->value == b->value &&
           a->call_path == b->call_path;
}

enum { COLUMNS_AT = TRACE_COLUMNS * TRACE_COLUMN_SIZE };

static struct trace_record records[TRACE_FRAME_RECORDS], again[TRACE_FRAME_RECORDS];
static uint8_t bytes[TRACE_PLAIN_MAX];

/* Returns the number of the @n records that survive encoding and decoding. */
static size_t come_back(size_t n)
{
    size_t length = trace_frame_encode(records, n, bytes), i = 0;

    ok(length <= TRACE_PLAIN_MAX, "%zu records: %zu bytes, which fit", n, length);
    if (!trace_frame_decode(again, n, bytes, length))
        return 0;
    while (i < n && same(&records[i], &again[i]))
        i++;
    return i;
}

static void test_round_trip(void)
{
    static const size_t sizes[] = {1, 2, 3000, TRACE_FRAME_RECORDS};
    struct rng rng = {1};

    for (unsigned k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
        for (size_t i = 0; i < sizes[k]; i++)
            records[i] = some_record(&rng, i ? &records[i - 1] : &(struct trace_record){0});
        is_u64(come_back(sizes[k]), sizes[k], "all random records survive");
    }
}

/* Each member's least and greatest value, after either of them. */
static void test_extremes(void)
{
    const struct trace_record least = {0}, greatest = {(enum trace_kind)(TRACE_N_KINDS - 1), 8,
                                               UINT16_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX,
                                               UINT64_MAX, UINT64_MAX, UINT64_MAX};
    enum { MEMBERS = 9, N = 4 * MEMBERS };

    for (unsigned i = 0; i < N; i++) {
        const struct trace_record *of = i & 1 ? &greatest : &least,
                                  *other = i & 2 ? &greatest : &least;
        struct trace_record record = *of;
        uint64_t member = 1u << i / 4;

        record.kind = member & 1 ? other->kind : of->kind;
        record.size = member & 2 ? other->size : of->size;
        record.cpu = member & 4 ? other->cpu : of->cpu;
        record.block = member & 8 ? other->block : of->block;
        record.offset = member & 16 ? other->offset : of->offset;
        record.time = member & 32 ? other->time : of->time;
        record.pc = member & 64 ? other->pc : of->pc;
        record.value = member & 128 ? other->value : of->value;
        record.call_path = member & 256 ? other->call_path : of->call_path;
        records[i] = record;
    }
    is_u64(come_back(N), N, "the least and the greatest of each member");
    for (unsigned i = 0; i < TRACE_FRAME_RECORDS; i++)
        records[i] = i % 2 ? greatest : least;
    is_u64(come_back(TRACE_FRAME_RECORDS), TRACE_FRAME_RECORDS, "a frame of only such records");
}

/* ---- refusals ---- */

static void test_cut(void)
{
    struct rng rng = {2};
    size_t length, refused = 0;

    for (unsigned i = 0; i < 40; i++)
        records[i] = some_record(&rng, i ? &records[i - 1] : &(struct trace_record){0});
    length = trace_frame_encode(records, 40, bytes);
    for (size_t cut = 0; cut < length; cut++)
        refused += !trace_frame_decode(again, 40, bytes, cut);
    is_u64(refused, length, "truncated columns are refused");
    ok(!trace_frame_decode(again, 40, bytes, length + 1), "... also with a byte more");
    ok(!trace_frame_decode(again, 39, bytes, length), "... also for a record less");
    ok(!trace_frame_decode(again, 41, bytes, length), "... and for a record more");
    ok(trace_frame_decode(again, 40, bytes, length), "... unchanged they are accepted");
}

/* Columns of @of records. Number @column has these @n bytes and the others are
 * empty. */
static bool reads_of(size_t of, unsigned column, const uint8_t *column_bytes, uint8_t n)
{
    uint8_t plain[COLUMNS_AT + 16] = {0};

    plain[column * TRACE_COLUMN_SIZE] = n;
    memcpy(plain + COLUMNS_AT, column_bytes, n);
    return trace_frame_decode(again, of, plain, COLUMNS_AT + n);
}

static bool reads(unsigned column, const uint8_t *column_bytes, uint8_t n)
{
    return reads_of(1, column, column_bytes, n);
}

static void test_unsound(void)
{
    static const struct {
        const char *what;
        unsigned column, n;
        uint8_t bytes[11];
        bool sound;
    } cases[] = {
        {"the last kind", 0, 1, {TRACE_N_KINDS - 1}, true},
        {"a nonexistent kind", 0, 1, {TRACE_N_KINDS}, false},
        {"8 bytes", 1, 1, {8}, true},
        {"more than 8 bytes", 1, 1, {9}, false},
        {"CPU 65535", 2, 3, {0xff, 0xff, 0x03}, true},
        {"a CPU beyond 65535", 2, 3, {0x80, 0x80, 0x04}, false},
        {"the last time", 3, 1, {0x01}, true},
        {"a block of 32 bits", 4, 5, {0xfe, 0xff, 0xff, 0xff, 0x1f}, true},
        {"a block below 0", 4, 1, {0x01}, false},
        {"a block beyond 32 bits", 4, 5, {0x80, 0x80, 0x80, 0x80, 0x20}, false},
        {"an offset of 32 bits", 5, 5, {0xfe, 0xff, 0xff, 0xff, 0x1f}, true},
        {"an offset below 0", 5, 1, {0x01}, false},
        {"an offset beyond 32 bits", 5, 5, {0x80, 0x80, 0x80, 0x80, 0x20}, false},
        {"a number of 64 bits", 6, 10, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01},
            true},
        {"a number of 65 bits", 6, 10, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02},
            false},
        {"a number of 11 bytes", 7, 11,
            {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}, false},
        {"two numbers", 8, 2, {0, 0}, false},
    };

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(reads(cases[i].column, cases[i].bytes, (uint8_t)cases[i].n) == cases[i].sound, "%s: %s",
            cases[i].sound ? "read" : "refused", cases[i].what);
    ok(reads_of(3, 8, (const uint8_t[]){2, 4, 6}, 3), "read: three numbers for three records");
    ok(!reads_of(3, 8, (const uint8_t[]){2}, 1), "refused: one number for three records");
    ok(!reads_of(3, 8, (const uint8_t[]){2, 0x80}, 2), "refused: one and a half");
}

/* Columns with random bytes: decoded ones are valid, and survive encoding and
 * decoding again. */
static void test_garbage(void)
{
    struct rng rng = {3};
    unsigned sound = 0;
    bool good = true;

    for (unsigned i = 0; i < 50000 && good; i++) {
        uint8_t in[COLUMNS_AT + 40] = {0};
        size_t length = COLUMNS_AT;

        for (unsigned c = 0; c < TRACE_COLUMNS; c++) {
            uint8_t n = (uint8_t)(rng_below(&rng, 2) * 2);
            in[c * TRACE_COLUMN_SIZE] = n;
            length += n;
        }
        for (size_t b = COLUMNS_AT; b < length; b++)
            in[b] = (uint8_t)(rng_one_in(&rng, 3) ? rng_next(&rng) & 0x7f : rng_below(&rng, 6));
        if (!trace_frame_decode(records, 2, in, length))
            continue;
        sound++;
        length = trace_frame_encode(records, 2, bytes);
        good = trace_frame_decode(again, 2, bytes, length) && same(&records[0], &again[0]) &&
               same(&records[1], &again[1]) && records[0].size <= 8 && records[1].size <= 8;
    }
    ok(good && sound > 1000, "random bytes decode to valid records or none (%u)", sound);
}

/* ---- heads ---- */

static bool head_comes_back(const struct trace_head *head)
{
    uint8_t out[TRACE_HEAD_SIZE];
    struct trace_head read;

    trace_head_put(head, out);
    return trace_head_get(&read, out) && read.records == head->records &&
           read.kinds == head->kinds && read.plain == head->plain && read.packed == head->packed &&
           read.from == head->from && read.to == head->to;
}

static void test_heads(void)
{
    const struct trace_head most = {
        TRACE_FRAME_RECORDS, UINT32_MAX, TRACE_PLAIN_MAX, TRACE_PACKED_MAX, 1, UINT64_MAX};
    struct trace_head head;
    uint8_t out[TRACE_HEAD_SIZE];
    unsigned refused = 0;

    records[0] = (struct trace_record){.kind = TRACE_READ, .time = 7};
    records[1] = (struct trace_record){.kind = TRACE_CACHELINES, .time = 5};
    records[2] = (struct trace_record){.kind = TRACE_READ, .time = 6};
    head = trace_head_of(records, 3);
    ok(head.records == 3 && head.kinds == (1u << TRACE_READ | 1u << TRACE_CACHELINES) &&
            head.from == 5 && head.to == 7,
        "the head of three records");
    head.plain = 100;
    head.packed = 50;
    ok(head_comes_back(&head), "... survives");
    ok(head_comes_back(&most), "... also with the greatest numbers");
    trace_head_put(&head, out);
    for (unsigned bit = 0; bit < TRACE_HEAD_SIZE * 8; bit++) {
        out[bit / 8] ^= (uint8_t)(1u << bit % 8);
        refused += !trace_head_get(&(struct trace_head){0}, out);
        out[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    is_u64(refused, TRACE_HEAD_SIZE * 8, "any flipped bit is noticed");
    for (unsigned i = 0; i < 6; i++) {
        struct trace_head wrong = most;

        wrong.records = i == 0 ? 0 : i == 1 ? TRACE_FRAME_RECORDS + 1 : wrong.records;
        wrong.plain += i == 2;
        wrong.packed += i == 3;
        wrong.to = i == 4 ? 0 : wrong.to;
        wrong.packed = i == 5 ? 0 : wrong.packed;
        ok(!head_comes_back(&wrong), "an impossible number: %u", i);
    }
}

/* A driver's read of a counter: two dwords, adjacent in space and time. */
static void test_compactness(void)
{
    struct rng rng = {4};
    uint64_t now = 30000000000, count = 0x1234567890;
    size_t used;

    for (unsigned i = 0; i < 2000; i++) {
        unsigned half = i % 2;

        count += half ? 0 : rng_below(&rng, 100000000);
        now += half ? 2000 : 1000000000;
        records[i] = (struct trace_record){TRACE_READ, 4, 1, 2, 0xa0 + 4 * half, now,
            0xffffffff81234560 + half * 14, half ? count >> 32 : (uint32_t)count,
            0xffffffffc020eb5b + half * 23};
    }
    used = trace_frame_encode(records, 2000, bytes);
    printf("# %.1f bytes a register access, of %zu in memory\n", (double)used / 2000,
        sizeof(struct trace_record));
    ok(used / 2000 < 18, "a driver's read takes a few bytes before packing");
}

int main(void)
{
    test_round_trip();
    test_extremes();
    test_cut();
    test_unsound();
    test_garbage();
    test_heads();
    test_compactness();
    return done_testing();
}
