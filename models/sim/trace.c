/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Encodes and decodes trace records. The plugin writes with it, `pmulab trace` and the proofs read with
 * it. */
#include "models/sim/trace.h"

/* Writes seven bits per byte, least significant first; the top bit says that more follow. */
static size_t put(uint8_t *out, uint64_t value)
{
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        out[n++] = (uint8_t)(value | 0x80);
    out[n++] = (uint8_t)value;
    return n;
}

static size_t get(const uint8_t *in, size_t length, uint64_t *value)
{
    *value = 0;
    for (size_t n = 0; n < length && n < 10; n++) {
        *value |= (uint64_t)(in[n] & 0x7f) << (7 * n);
        if (!(in[n] & 0x80))
            return n == 9 && in[n] > 1 ? 0 : n + 1; /* ten bytes could hold more than 64 bits */
    }
    return 0;
}

/* Maps a signed difference to a small number: 0, -1, 1, -2, ... become 0, 1, 2, 3, ... */
static uint64_t fold(uint64_t to, uint64_t from)
{
    uint64_t difference = to - from;

    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static uint64_t unfold(uint64_t folded, uint64_t from)
{
    return from + (folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

enum { N_NUMBERS = 8 };

/* In the kind's number: the record's way differs from the last one's, and follows. Most records of a trace
 * have the same one as the record before, and the rest of a trace is as it was before there were ways. */
#define TRACE_NEW_WAY 0x40u
_Static_assert((unsigned)TRACE_N_KINDS <= TRACE_NEW_WAY, "a kind and the flag fit one byte");

static void to_numbers(
    const struct trace_record *record, const struct trace_record *last, uint64_t numbers[N_NUMBERS])
{
    numbers[0] = (unsigned)record->kind | (record->way != last->way ? TRACE_NEW_WAY : 0u);
    numbers[1] = record->size;
    numbers[2] = record->cpu;
    numbers[3] = fold(record->time, last->time);
    numbers[4] = fold(record->block, last->block);
    numbers[5] = fold(record->offset, last->offset);
    numbers[6] = fold(record->pc, last->pc);
    numbers[7] = record->value;
}

static int from_numbers(
    const uint64_t numbers[N_NUMBERS], const struct trace_record *last, struct trace_record *record)
{
    uint64_t block = unfold(numbers[4], last->block), offset = unfold(numbers[5], last->offset);

    if ((numbers[0] & ~(uint64_t)TRACE_NEW_WAY) >= TRACE_N_KINDS || numbers[1] > 8 ||
        numbers[2] > UINT16_MAX || block > UINT16_MAX || offset > UINT32_MAX)
        return 0;
    *record = (struct trace_record){
        .kind = (enum trace_kind)(numbers[0] & ~(uint64_t)TRACE_NEW_WAY),
        .size = (uint8_t)numbers[1],
        .cpu = (uint16_t)numbers[2],
        .block = (uint16_t)block,
        .offset = (uint32_t)offset,
        .time = unfold(numbers[3], last->time),
        .pc = unfold(numbers[6], last->pc),
        .value = numbers[7],
        .way = last->way,
    };
    return 1;
}

size_t trace_encode(struct trace_state *state, const struct trace_record *record, uint8_t *out)
{
    uint64_t numbers[N_NUMBERS];
    size_t n = 0;

    to_numbers(record, &state->last, numbers);
    for (unsigned i = 0; i < N_NUMBERS; i++)
        n += put(out + n, numbers[i]);
    if (record->way != state->last.way)
        n += put(out + n, fold(record->way, state->last.way));
    state->last = *record;
    return n;
}

size_t trace_decode(struct trace_state *state, const uint8_t *in, size_t length, struct trace_record *record)
{
    uint64_t numbers[N_NUMBERS];
    size_t used = 0;

    for (unsigned i = 0; i < N_NUMBERS; i++) {
        size_t n = get(in + used, length - used, &numbers[i]);
        if (!n)
            return 0;
        used += n;
    }
    if (!from_numbers(numbers, &state->last, record))
        return 0;
    if (numbers[0] & TRACE_NEW_WAY) {
        uint64_t way;
        size_t n = get(in + used, length - used, &way);

        if (!n)
            return 0;
        record->way = unfold(way, state->last.way);
        used += n;
    }
    state->last = *record;
    return used;
}
