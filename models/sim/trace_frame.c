/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Converts records into the columns of a frame, and back. The plugin writes
 * with it. `pmulab trace`, the report and the perf checks read with it. */
#include "models/sim/trace_frame.h"

#include <string.h>

/* ---- numbers ---- */

/* Seven bits per byte, least significant first. The top bit is set in all bytes
 * but the last. */
static inline uint8_t *put(uint8_t *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *out++ = (uint8_t)(value | 0x80);
    *out++ = (uint8_t)value;
    return out;
}

/* Returns the place after the number at @in, which ends before @end, or NULL if
 * there is none. */
static const uint8_t *get_long(const uint8_t *in, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (unsigned n = 0; in < end && n < 10; n++, in++) {
        *value |= (uint64_t)(*in & 0x7f) << (7 * n);
        if (!(*in & 0x80))
            return n == 9 && *in > 1 ? NULL : in + 1; /* ten bytes could hold more than 64 bits */
    }
    return NULL;
}

static inline const uint8_t *get(const uint8_t *in, const uint8_t *end, uint64_t *value)
{
    if (in < end && *in < 0x80) {
        *value = *in;
        return in + 1;
    }
    return get_long(in, end, value);
}

/* Maps a signed difference to a small number: 0, -1, 1, -2, ... become 0, 1, 2,
 * 3, ... */
static inline uint64_t fold(uint64_t to, uint64_t from)
{
    uint64_t difference = to - from;

    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static inline uint64_t unfold(uint64_t folded, uint64_t from)
{
    return from + (folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

static uint8_t *put_fixed(uint8_t *out, uint64_t value, unsigned bytes)
{
    for (; bytes; bytes--, value >>= 8)
        *out++ = (uint8_t)value;
    return out;
}

static uint64_t get_fixed(const uint8_t **in, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)(*in)[i] << 8 * i;
    *in += bytes;
    return value;
}

/* ---- columns ---- */

enum { CPUS = 64, PLACES = 256 }; /* powers of two */

/* The most likely numbers: the latest record's. The address is the latest on
 * the same CPU, the value the latest of the same kind at the same place. Begins
 * as all zero bytes. */
struct latest {
    uint64_t time, call_path;
    uint64_t block, offset;
    uint64_t pc[CPUS];
    uint64_t value[PLACES];
};

static inline uint64_t *pc_of(struct latest *latest, const struct trace_record *record)
{
    return &latest->pc[record->cpu % CPUS];
}

/* The multipliers spread neighbouring keys. The kind of a block is in the upper
 * bits of its number. */
static inline uint64_t *value_of(struct latest *latest, const struct trace_record *record)
{
    const unsigned block = record->block * 11u + (record->block >> 8) * 29u;

    return &latest->value[((unsigned)record->kind * 37u + block + record->offset) % PLACES];
}

static inline uint64_t change(uint64_t to, uint64_t *from)
{
    uint64_t folded = fold(to, *from);

    *from = to;
    return folded;
}

static inline uint64_t changed(uint64_t folded, uint64_t *from)
{
    return *from = unfold(folded, *from);
}

enum column { KIND, SIZE, CPU, TIME, BLOCK, OFFSET, PC, VALUE, CALL_PATH };
_Static_assert(CALL_PATH + 1 == TRACE_COLUMNS, "each column has its place");

/* The number of @record in a column. */
static inline uint64_t to_number(
    enum column column, const struct trace_record *record, struct latest *latest)
{
    switch (column) {
    case KIND:
        return (uint64_t)record->kind;
    case SIZE:
        return record->size;
    case CPU:
        return record->cpu;
    case TIME:
        return change(record->time, &latest->time);
    case BLOCK:
        return change(record->block, &latest->block);
    case OFFSET:
        return change(record->offset, &latest->offset);
    case PC:
        return change(record->pc, pc_of(latest, record));
    case VALUE:
        return change(record->value, value_of(latest, record));
    case CALL_PATH:
        return change(record->call_path, &latest->call_path);
    }
    return 0;
}

/* Sets the column's member of @record, after the earlier columns' members.
 * Returns whether the number is valid. */
static inline bool from_number(
    enum column column, uint64_t number, struct trace_record *record, struct latest *latest)
{
    switch (column) {
    case KIND:
        record->kind = (enum trace_kind)number;
        return number < TRACE_N_KINDS;
    case SIZE:
        record->size = (uint8_t)number;
        return number <= 8;
    case CPU:
        record->cpu = (uint16_t)number;
        return number <= UINT16_MAX;
    case TIME:
        record->time = changed(number, &latest->time);
        return true;
    case BLOCK:
        record->block = (uint32_t)changed(number, &latest->block);
        return latest->block <= UINT32_MAX;
    case OFFSET:
        record->offset = (uint32_t)changed(number, &latest->offset);
        return latest->offset <= UINT32_MAX;
    case PC:
        record->pc = changed(number, pc_of(latest, record));
        return true;
    case VALUE:
        record->value = changed(number, value_of(latest, record));
        return true;
    case CALL_PATH:
        record->call_path = changed(number, &latest->call_path);
        return true;
    }
    return false;
}

/* Writes one column, a constant for the compiler. Returns its end. */
static inline uint8_t *put_column(enum column column, uint8_t *out,
    const struct trace_record *records, size_t n, struct latest *latest)
{
    uint8_t *begin = out;
    uint64_t any = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t number = to_number(column, &records[i], latest);

        any |= number;
        out = put(out, number);
    }
    return any ? out : begin;
}

static inline bool get_column(enum column column, const uint8_t *in, const uint8_t *end,
    struct trace_record *records, size_t n, struct latest *latest)
{
    const bool empty = in == end;
    uint64_t number = 0;

    for (size_t i = 0; i < n; i++) {
        if (!empty && !(in = get(in, end, &number)))
            return false;
        if (!from_number(column, number, &records[i], latest))
            return false;
    }
    return in == end;
}

size_t trace_frame_encode(const struct trace_record *records, size_t n, uint8_t *out)
{
    struct latest latest = {0};
    uint8_t *sizes = out, *at = out + (size_t)TRACE_COLUMNS * TRACE_COLUMN_SIZE, *end;

#define COLUMN(c)                                                                                  \
    end = put_column(c, at, records, n, &latest);                                                  \
    sizes = put_fixed(sizes, (uint64_t)(end - at), TRACE_COLUMN_SIZE);                             \
    at = end
    COLUMN(KIND);
    COLUMN(SIZE);
    COLUMN(CPU);
    COLUMN(TIME);
    COLUMN(BLOCK);
    COLUMN(OFFSET);
    COLUMN(PC);
    COLUMN(VALUE);
    COLUMN(CALL_PATH);
#undef COLUMN
    return (size_t)(end - out);
}

/* Finds where columns begin, and where the last one ends. Returns false if
 * their sizes do not add up to @length bytes. */
static bool find_columns(const uint8_t *begins[TRACE_COLUMNS + 1], const uint8_t *in, size_t length)
{
    const size_t heads = (size_t)TRACE_COLUMNS * TRACE_COLUMN_SIZE;
    size_t at = heads;

    if (length < heads)
        return false;
    for (unsigned i = 0; i < TRACE_COLUMNS; i++) {
        const uint8_t *size = in + (size_t)i * TRACE_COLUMN_SIZE;

        begins[i] = in + at;
        at += get_fixed(&size, TRACE_COLUMN_SIZE);
        if (at > length)
            return false;
    }
    begins[TRACE_COLUMNS] = in + at;
    return at == length;
}

bool trace_frame_decode(struct trace_record *records, size_t n, const uint8_t *in, size_t length)
{
    struct latest latest = {0};
    const uint8_t *at[TRACE_COLUMNS + 1];

    if (!find_columns(at, in, length))
        return false;
#define COLUMN(c) get_column(c, at[c], at[(c) + 1], records, n, &latest)
    return COLUMN(KIND) && COLUMN(SIZE) && COLUMN(CPU) && COLUMN(TIME) && COLUMN(BLOCK) &&
           COLUMN(OFFSET) && COLUMN(PC) && COLUMN(VALUE) && COLUMN(CALL_PATH);
#undef COLUMN
}

/* ---- heads ---- */

enum { SUM_SIZE = 4, SUMMED = TRACE_HEAD_SIZE - SUM_SIZE };

/* FNV-1a (the IETF's draft-eastlake-fnv, 32 bits). */
static uint32_t sum_of(const uint8_t *bytes, size_t n)
{
    uint32_t sum = 0x811c9dc5;

    for (size_t i = 0; i < n; i++)
        sum = (sum ^ bytes[i]) * 0x01000193;
    return sum;
}

struct trace_head trace_head_of(const struct trace_record *records, size_t n)
{
    struct trace_head head = {.records = (uint32_t)n, .from = n ? records[0].time : 0};

    for (size_t i = 0; i < n; i++) {
        head.kinds |= 1u << records[i].kind;
        if (records[i].time < head.from)
            head.from = records[i].time;
        if (records[i].time > head.to)
            head.to = records[i].time;
    }
    return head;
}

void trace_head_put(const struct trace_head *head, uint8_t out[TRACE_HEAD_SIZE])
{
    uint8_t *at = out;

    at = put_fixed(at, head->records, 4);
    at = put_fixed(at, head->kinds, 4);
    at = put_fixed(at, head->plain, 4);
    at = put_fixed(at, head->packed, 4);
    at = put_fixed(at, head->from, 8);
    at = put_fixed(at, head->to, 8);
    put_fixed(at, sum_of(out, SUMMED), SUM_SIZE);
}

bool trace_head_get(struct trace_head *head, const uint8_t in[TRACE_HEAD_SIZE])
{
    const uint8_t *at = in;

    head->records = (uint32_t)get_fixed(&at, 4);
    head->kinds = (uint32_t)get_fixed(&at, 4);
    head->plain = (uint32_t)get_fixed(&at, 4);
    head->packed = (uint32_t)get_fixed(&at, 4);
    head->from = get_fixed(&at, 8);
    head->to = get_fixed(&at, 8);
    return get_fixed(&at, SUM_SIZE) == sum_of(in, SUMMED) && head->records &&
           head->records <= TRACE_FRAME_RECORDS && head->plain <= TRACE_PLAIN_MAX && head->packed &&
           head->packed <= TRACE_PACKED_MAX && head->from <= head->to;
}
