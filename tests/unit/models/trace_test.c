/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace's form on disk. */
#include "models/sim/trace.h"
#include "tests/rng.h"
#include "tests/tap.h"

static struct trace_record some_record(struct rng *rng, const struct trace_record *last)
{
    bool near = rng_one_in(rng, 2);

    return (struct trace_record){
        .kind = (enum trace_kind)rng_below(rng, TRACE_N_KINDS),
        .size = (uint8_t)rng_below(rng, 9),
        .cpu = (uint16_t)rng_bits(rng, 16),
        .block = (uint16_t)(near ? last->block : rng_bits(rng, 16)),
        .offset = (uint32_t)(near ? last->offset + 4 : rng_bits(rng, 32)),
        .time = near ? last->time + rng_bits(rng, 12) : rng_bits(rng, 64),
        .pc = near ? last->pc - rng_bits(rng, 8) : rng_bits(rng, 64),
        .value = rng_bits(rng, 64),
        .way = near ? last->way : rng_bits(rng, 64),
    };
}

static bool same(const struct trace_record *a, const struct trace_record *b)
{
    return a->kind == b->kind && a->size == b->size && a->cpu == b->cpu && a->block == b->block &&
           a->offset == b->offset && a->time == b->time && a->pc == b->pc && a->value == b->value &&
           a->way == b->way;
}

enum { RECORDS = 3000 };

static struct trace_record records[RECORDS];
static uint8_t bytes[RECORDS * TRACE_RECORD_MAX];
static size_t ends[RECORDS];

/* Fills the three arrays; returns the bytes written. */
static size_t encode_all(struct rng *rng, size_t *longest)
{
    struct trace_state state = {0};
    size_t used = 0;

    *longest = 0;
    for (unsigned i = 0; i < RECORDS; i++) {
        records[i] = some_record(rng, &state.last);
        size_t n = trace_encode(&state, &records[i], bytes + used);
        *longest = n > *longest ? n : *longest;
        used += n;
        ends[i] = used;
    }
    return used;
}

static void test_round_trip(void)
{
    struct rng rng = {1};
    struct trace_state state = {0};
    struct trace_record read;
    size_t longest, used = encode_all(&rng, &longest), at = 0;
    unsigned i;

    for (i = 0; i < RECORDS; i++) {
        at += trace_decode(&state, bytes + at, used - at, &read);
        if (at != ends[i] || !same(&read, &records[i]))
            break;
    }
    is_u64(i, RECORDS, "random records come back, all of them");
    ok(longest <= TRACE_RECORD_MAX, "none is longer than TRACE_RECORD_MAX");
    printf("# longest random record: %zu bytes\n", longest);
    ok(!trace_decode(&state, bytes + at, 0, &read), "nothing more at the end");
}

/* A truncated file gives whole records, then a refusal, wherever it is cut. */
static void test_cut(void)
{
    struct rng rng = {2};
    size_t longest;
    bool refused = true, untouched = true;

    encode_all(&rng, &longest);
    for (unsigned i = 1; i < RECORDS; i++)
        for (size_t length = 0; length < ends[i] - ends[i - 1]; length++) {
            struct trace_state state = {records[i - 1]};
            struct trace_record read = {0};
            refused &= !trace_decode(&state, bytes + ends[i - 1], length, &read);
            untouched &= same(&state.last, &records[i - 1]);
        }
    ok(refused, "a record that was cut anywhere is refused");
    ok(untouched, "... and leaves the state as it was");
}

static void test_unsound(void)
{
    static const struct {
        const char *what;
        uint8_t bytes[24];
    } cases[] = {
        {"a kind that there is not", {TRACE_N_KINDS}},
        {"more than 8 bytes", {0, 9}},
        {"a CPU beyond 65535", {0, 4, 0x80, 0x80, 0x04}},
        {"a block below 0", {0, 4, 0, 0, 0x01}},
        {"a block beyond 65535", {0, 4, 0, 0, 0x80, 0x80, 0x08}},
        {"an offset below 0", {0, 4, 0, 0, 0, 0x01}},
        {"an offset beyond 32 bits", {0, 4, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x20}},
        {"a number of 11 bytes", {0, 4, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}},
        {"a number of 65 bits", {0, 4, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02}},
    };
    static const uint8_t sound[8] = {0, 4};
    struct trace_record read;

    ok(trace_decode(&(struct trace_state){0}, sound, sizeof(sound), &read) == 8, "eight small numbers do");
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct trace_state state = {0};
        ok(!trace_decode(&state, cases[i].bytes, sizeof(cases[i].bytes), &read) &&
                same(&state.last, &(struct trace_record){0}),
            "refused, and the state as it was: %s", cases[i].what);
    }
}

/* Arbitrary bytes: what decodes is valid, and survives encoding and decoding again. */
static void test_garbage(void)
{
    struct rng rng = {3};
    bool good = true;

    for (unsigned i = 0; i < 20000 && good; i++) {
        uint8_t in[40], out[TRACE_RECORD_MAX];
        struct trace_state before = {some_record(&rng, &(struct trace_record){0})}, after = before,
                           again = before;
        struct trace_record read, reread;
        size_t length = rng_below(&rng, sizeof(in) + 1);
        for (size_t b = 0; b < sizeof(in); b++)
            in[b] = (uint8_t)(rng_one_in(&rng, 3) ? rng_next(&rng) : rng_below(&rng, 6));
        size_t used = trace_decode(&after, in, length, &read);
        if (!used)
            continue;
        good = used <= length && read.kind < TRACE_N_KINDS && read.size <= 8;
        size_t n = trace_encode(&before, &read, out);
        good &= trace_decode(&again, out, n, &reread) == n && same(&read, &reread);
    }
    ok(good, "random bytes decode to sound records or to none");
}

/* A driver's read of a counter: two dwords, adjacent in space and time. */
static void test_compactness(void)
{
    struct trace_state state = {0};
    struct rng rng = {4};
    uint64_t now = 30000000000, count = 0x1234567890;
    uint8_t out[TRACE_RECORD_MAX];
    size_t used = 0;

    for (unsigned i = 0; i < 1000; i++) {
        count += rng_below(&rng, 100000000);
        for (unsigned half = 0; half < 2; half++) {
            now += half ? 2000 : 1000000000;
            used += trace_encode(&state,
                &(struct trace_record){TRACE_READ, 4, 1, 2, 0xa0 + 4 * half, now,
                    0xffffffff81234560 + half * 14, half ? count >> 32 : (uint32_t)count,
                    0xffffffffc020eb5b + half * 23},
                out);
        }
    }
    printf("# %.1f bytes a register access, of %zu in memory\n", (double)used / 2000,
        sizeof(struct trace_record));
    ok(used / 2000 < 16, "a driver's read takes a few bytes");
}

int main(void)
{
    test_round_trip();
    test_cut();
    test_unsound();
    test_garbage();
    test_compactness();
    return done_testing();
}
