/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf.data: tools/perf/Documentation/perf.data-file-format.txt of Linux, and
 * for the fields of a sample, include/uapi/linux/perf_event.h. The raw data of
 * a sample is IBS's capabilities (32 bits) and the registers in the order of
 * the driver, oracle_perf_raw(). All numbers are little-endian, as IBS is x86.
 *
 * A file has the samples of each CPU in separate chunks. The first pass finds
 * all samples and sorts them by time; the second reads their registers.
 */
#include "harness/capture/perf_data.h"

#include "harness/base/error.h"
#include "oracle/epyc/perf.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "PERFILE2"

enum {
    PIPE_HEADER = 16,  /* bytes: the magic, and the header's size */
    FILE_HEADER = 104, /* up to the last word of features */
    FEATURES_AT = 72,
    N_FEATURES = 256,
    SECTION = 16, /* offset and size */
    RECORD_HEADER = 8,
    /* perf's own numbers, which the kernel does not use */
    FEATURE_CPUS = 7,
    FEATURE_CPUID = 9,
    FEATURE_PMUS = 16,
    RECORD_ATTR = 64,
    RECORD_FEATURE = 80,
    RECORD_COMPRESSED = 81,
    RECORD_COMPRESSED2 = 83,
    NO_PMU = -1,
};

/* CPUID Fn8000_001B EAX: the driver appends IbsOpData4 */
enum { CAP_OPDATA4 = 1 << 10 };

struct event {
    guint32 pmu;
    guint64 sample_type, read_format;
};

struct sample {
    const struct event *event;
    guint64 time; /* 0: none */
    guint32 cpu;
    gboolean has_cpu;
    struct part {
        const guint8 *at, *end;
    } raw;
};

struct indexed {
    guint64 time, offset; /* of the record */
};

struct perf_data {
    char *path;
    GMappedFile *file;
    const guint8 *bytes;
    guint64 size;
    guint64 begin, end; /* of the records */
    GArray *events;     /* of struct event */
    GHashTable *ids;    /* guint64 *, to the index in events */
    gint64 op, fetch;   /* numbers of the PMUs; NO_PMU */
    GArray *samples;    /* of struct indexed */
    guint next;         /* of them */
    GError *wrong;      /* ended the first pass */
};

static guint32 get32(const guint8 *at)
{
    guint32 value;

    memcpy(&value, at, sizeof(value));
    return GUINT32_FROM_LE(value);
}

static guint64 get64(const guint8 *at)
{
    guint64 value;

    memcpy(&value, at, sizeof(value));
    return GUINT64_FROM_LE(value);
}

static gboolean fail_at(
    const struct perf_data *data, guint64 offset, const char *message, GError **error)
{
    return error_failed(error, "%s: at 0x%" G_GINT64_MODIFIER "x: %s", data->path, offset, message);
}

/* ---- parts of the file ---- */

/* Takes @n bytes from @part; NULL: it has less. */
static const guint8 *take(struct part *part, guint64 n)
{
    const guint8 *at = part->at;

    if ((guint64)(part->end - at) < n)
        return NULL;
    part->at += n;
    return at;
}

static gboolean take32(struct part *part, guint32 *value)
{
    const guint8 *at = take(part, sizeof(*value));

    if (at)
        *value = get32(at);
    return at != NULL;
}

static gboolean take64(struct part *part, guint64 *value)
{
    const guint8 *at = take(part, sizeof(*value));

    if (at)
        *value = get64(at);
    return at != NULL;
}

/* The section that offset and size at @at describe. */
static gboolean section_at(const struct perf_data *data, const guint8 *at, struct part *part)
{
    const guint64 offset = get64(at), size = get64(at + 8);

    if (offset > data->size || size > data->size - offset)
        return FALSE;
    *part = (struct part){data->bytes + offset, data->bytes + offset + size};
    return TRUE;
}

/* ---- events ---- */

/* Adds an event with its attributes, @size bytes at @at, and its IDs. */
static void add_event(struct perf_data *data, const guint8 *at, gsize size, struct part ids)
{
    struct perf_event_attr attr = {.type = 0};
    struct event event;
    guint64 id;

    memcpy(&attr, at, MIN(size, sizeof(attr)));
    event = (struct event){GUINT32_FROM_LE(attr.type), GUINT64_FROM_LE(attr.sample_type),
        GUINT64_FROM_LE(attr.read_format)};
    while (take64(&ids, &id))
        g_hash_table_insert(
            data->ids, g_memdup2(&id, sizeof(id)), GUINT_TO_POINTER(data->events->len));
    g_array_append_val(data->events, event);
}

/* The attributes of a file's events, each followed by the place of its IDs. */
static gboolean read_attributes(struct perf_data *data, GError **error)
{
    const guint64 each = get64(data->bytes + 16);
    struct part attributes, ids;
    const guint8 *at;

    if (each < PERF_ATTR_SIZE_VER0 + SECTION || !section_at(data, data->bytes + 24, &attributes))
        return fail_at(data, 16, "expected the place of the events' attributes", error);
    while ((at = take(&attributes, each))) {
        if (!section_at(data, at + each - SECTION, &ids))
            return fail_at(
                data, (guint64)(at - data->bytes), "the event's IDs are past the end", error);
        add_event(data, at, each - SECTION, ids);
    }
    return TRUE;
}

/* A pipe's record: the attributes, whose second word is their size, and IDs. */
static gboolean read_attribute_record(struct perf_data *data, struct part record)
{
    const guint8 *at = record.at;
    const gsize size = record.end - at < PERF_ATTR_SIZE_VER0 ? 0 : get32(at + 4);

    if (size < PERF_ATTR_SIZE_VER0 || !take(&record, size))
        return FALSE;
    add_event(data, at, size, record);
    return TRUE;
}

/* ---- features ---- */

/* A text with its size before it; @text is its end if it is damaged. */
static gboolean take_text(struct part *part, const char **text)
{
    guint32 size;

    if (!take32(part, &size) || !(*text = (const char *)take(part, size)))
        return FALSE;
    return memchr(*text, '\0', size) != NULL;
}

static void read_feature(
    struct perf_data *data, struct parsing *parsing, guint64 feature, struct part part)
{
    const char *text;
    guint32 n, type;

    if (feature == FEATURE_CPUID && take_text(&part, &text)) {
        parser_cpuid(parsing, text, text + strlen(text));
    } else if (feature == FEATURE_CPUS && take32(&part, &n)) {
        parsing->cpus = MIN(n, G_MAXUINT16);
    } else if (feature == FEATURE_PMUS && take32(&part, &n)) {
        while (n-- && take32(&part, &type) && take_text(&part, &text)) {
            if (!strcmp(text, "ibs_op"))
                data->op = type;
            else if (!strcmp(text, "ibs_fetch"))
                data->fetch = type;
        }
    }
}

/* The places of a file's features are after its records, in the order of the
 * header's bits. */
static gboolean read_features(struct perf_data *data, struct parsing *parsing, GError **error)
{
    struct part places = {data->bytes + data->end, data->bytes + data->size}, part;
    const guint8 *at;

    for (unsigned i = 0; i < N_FEATURES; i++) {
        if (!(data->bytes[FEATURES_AT + i / 8] & 1 << i % 8))
            continue;
        if (!(at = take(&places, SECTION)) || !section_at(data, at, &part))
            return fail_at(data, data->end, "expected the places of the header's features", error);
        read_feature(data, parsing, i, part);
    }
    return TRUE;
}

/* ---- samples ---- */

/* Skips the counts that a sample reads. */
static gboolean skip_read(struct part *part, guint64 format)
{
    const guint64 times =
        !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
    const guint64 each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
    guint64 n = 1;

    if (format & PERF_FORMAT_GROUP && (!take64(part, &n) || n > G_MAXUINT16))
        return FALSE;
    return take(part, (times + n * each) * 8) != NULL;
}

static gboolean skip_callchain(struct part *part)
{
    guint64 n;

    return take64(part, &n) && n <= G_MAXUINT16 && take(part, n * 8);
}

/* Takes a 64-bit field if the sample has it. */
static gboolean field(struct part *part, guint64 type, guint64 which, guint64 *value)
{
    return !(type & which) || take64(part, value);
}

/* The fields up to the raw data are in the order of enum
 * perf_event_sample_format, but for the first. */
static gboolean parse_fields(struct part part, struct sample *sample)
{
    const guint64 type = sample->event->sample_type;
    guint64 unused, cpu = 0;
    guint32 size;

    if (!field(&part, type, PERF_SAMPLE_IDENTIFIER, &unused) ||
        !field(&part, type, PERF_SAMPLE_IP, &unused) ||
        !field(&part, type, PERF_SAMPLE_TID, &unused) ||
        !field(&part, type, PERF_SAMPLE_TIME, &sample->time) ||
        !field(&part, type, PERF_SAMPLE_ADDR, &unused) ||
        !field(&part, type, PERF_SAMPLE_ID, &unused) ||
        !field(&part, type, PERF_SAMPLE_STREAM_ID, &unused) ||
        !field(&part, type, PERF_SAMPLE_CPU, &cpu) ||
        !field(&part, type, PERF_SAMPLE_PERIOD, &unused))
        return FALSE;
    if ((type & PERF_SAMPLE_READ && !skip_read(&part, sample->event->read_format)) ||
        (type & PERF_SAMPLE_CALLCHAIN && !skip_callchain(&part)))
        return FALSE;
    sample->has_cpu = type & PERF_SAMPLE_CPU;
    sample->cpu = sample->has_cpu ? (guint32)cpu : 0;
    if (!(type & PERF_SAMPLE_RAW))
        return TRUE;
    if (!take32(&part, &size) || !(sample->raw.at = take(&part, size)))
        return FALSE;
    sample->raw.end = part.at;
    return TRUE;
}

/* The sample's event, by its ID if there are several. The ID's place is the
 * same in all samples of a file. */
static const struct event *find_event(const struct perf_data *data, struct part part)
{
    const struct event *events = (const struct event *)(const void *)data->events->data;
    const guint64 type = data->events->len ? events->sample_type : 0;
    const guint64 before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;
    gpointer index;
    guint64 id;

    if (data->events->len == 1)
        return events;
    if (!(type & PERF_SAMPLE_IDENTIFIER) &&
        !take(&part, (guint64)__builtin_popcountll(type & before) * 8))
        return NULL;
    if (!(type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)) || !take64(&part, &id) ||
        !g_hash_table_lookup_extended(data->ids, &id, NULL, &index))
        return NULL;
    return &events[GPOINTER_TO_UINT(index)];
}

static gboolean is_op(const struct perf_data *data, const struct event *event)
{
    return event->pmu == data->op;
}

static gboolean is_ibs(const struct perf_data *data, const struct event *event)
{
    return is_op(data, event) || event->pmu == data->fetch;
}

/* Splits the raw data of an IBS sample. Returns the number of registers, with
 * the bytes of their values at @values; 0: it is too short. */
static unsigned registers(const struct sample *sample, gboolean op,
    enum oracle_ibs_reg regs[ORACLE_IBS_REGS], const guint8 **values)
{
    struct part raw = sample->raw;
    guint32 caps;
    unsigned n;

    if (!take32(&raw, &caps))
        return 0;
    n = oracle_perf_raw(op, caps, regs);
    if (op && caps & CAP_OPDATA4)
        regs[n++] = ORACLE_OP_DATA4;
    *values = take(&raw, (guint64)n * 8);
    return *values ? n : 0;
}

/* Parses the sample in @record. FALSE with an error. */
static gboolean parse_sample(
    const struct perf_data *data, struct part record, struct sample *sample, GError **error)
{
    const guint64 offset = (guint64)(record.at - data->bytes) - RECORD_HEADER;
    enum oracle_ibs_reg regs[ORACLE_IBS_REGS];
    const guint8 *values;

    *sample = (struct sample){.event = find_event(data, record)};
    if (!sample->event) {
        fail_at(data, offset, "the sample's event is not in the header", error);
        return FALSE;
    }
    if (!parse_fields(record, sample))
        return fail_at(data, offset, "the sample is shorter than its fields", error);
    if (sample->raw.at && is_ibs(data, sample->event) &&
        !registers(sample, is_op(data, sample->event), regs, &values))
        return fail_at(data, offset, "the raw data is shorter than IBS's registers", error);
    return TRUE;
}

/* ---- the first pass ---- */

static gboolean index_sample(
    struct perf_data *data, struct parsing *parsing, struct part record, GError **error)
{
    struct indexed indexed;
    struct sample sample;

    if (!parse_sample(data, record, &sample, error))
        return FALSE;
    if (!sample.raw.at || !is_ibs(data, sample.event)) {
        parsing->rawless++;
        return TRUE;
    }
    indexed = (struct indexed){sample.time, (guint64)(record.at - data->bytes) - RECORD_HEADER};
    g_array_append_val(data->samples, indexed);
    return TRUE;
}

static gboolean index_record(struct perf_data *data, struct parsing *parsing, guint32 type,
    struct part record, GError **error)
{
    const guint64 offset = (guint64)(record.at - data->bytes) - RECORD_HEADER;
    guint64 feature;

    switch (type) {
    case PERF_RECORD_SAMPLE:
        return index_sample(data, parsing, record, error);
    case PERF_RECORD_LOST:
    case PERF_RECORD_LOST_SAMPLES:
        parsing->lost++;
        return TRUE;
    case RECORD_ATTR:
        return read_attribute_record(data, record) ||
               fail_at(data, offset, "the event's attributes are too short", error);
    case RECORD_FEATURE:
        if (take64(&record, &feature))
            read_feature(data, parsing, feature, record);
        return TRUE;
    case RECORD_COMPRESSED:
    case RECORD_COMPRESSED2:
        return fail_at(
            data, offset, "the records are compressed; expected perf record without -z", error);
    default:
        return TRUE;
    }
}

/* Finds all samples up to the end or the first damage. FALSE with an error. */
static gboolean index_records(struct perf_data *data, struct parsing *parsing, GError **error)
{
    struct part rest = {data->bytes + data->begin, data->bytes + data->end};

    while (rest.at < rest.end) {
        const guint64 offset = (guint64)(rest.at - data->bytes);
        const guint8 *header = take(&rest, RECORD_HEADER);
        const guint size = header ? header[6] | (guint)header[7] << 8 : 0;
        struct part record = {rest.at, rest.at};

        if (size < RECORD_HEADER || !take(&rest, size - RECORD_HEADER))
            return fail_at(data, offset,
                header && size >= RECORD_HEADER ? "the file is cut short within a record"
                                                : "expected a record of perf",
                error);
        record.end = rest.at;
        if (!index_record(data, parsing, get32(header), record, error))
            return FALSE;
    }
    return TRUE;
}

static gint by_time(gconstpointer a, gconstpointer b)
{
    const struct indexed *one = a, *other = b;

    if (one->time != other->time)
        return one->time < other->time ? -1 : 1;
    return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* ---- the file ---- */

gboolean perf_data_is(const char *path)
{
    char magic[sizeof(MAGIC) - 1];
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    /* A pipe keeps its bytes for the reader of text. */
    const gboolean is = fd >= 0 && pread(fd, magic, sizeof(magic), 0) == sizeof(magic) &&
                        !memcmp(magic, MAGIC, sizeof(magic));

    if (fd >= 0)
        close(fd);
    return is;
}

/* Reads the header. A pipe's ends after its size, and its records have the
 * rest. */
static gboolean read_header(struct perf_data *data, struct parsing *parsing, GError **error)
{
    struct part records;

    if (data->size >= PIPE_HEADER && get64(data->bytes + 8) == PIPE_HEADER) {
        data->begin = PIPE_HEADER;
        data->end = data->size;
        return TRUE;
    }
    if (data->size < FILE_HEADER || get64(data->bytes + 8) != FILE_HEADER)
        return fail_at(data, 8, "expected perf.data's header of 104 bytes, or 16 of a pipe", error);
    if (!section_at(data, data->bytes + 40, &records))
        return fail_at(data, 40, "the file is cut short: its records end past its end", error);
    if (records.at == records.end)
        return fail_at(data, 40, "perf record has not ended: the header names no records", error);
    data->begin = (guint64)(records.at - data->bytes);
    data->end = (guint64)(records.end - data->bytes);
    return read_attributes(data, error) && read_features(data, parsing, error);
}

static gboolean read_file(struct perf_data *data, struct parsing *parsing, GError **error)
{
    if (!read_header(data, parsing, error))
        return FALSE;
    index_records(data, parsing, &data->wrong);
    g_array_sort(data->samples, by_time);
    if (data->wrong || data->op != NO_PMU || data->fetch != NO_PMU)
        return TRUE;
    return error_failed(error,
        "%s: has no events of IBS: its header names neither ibs_op nor ibs_fetch", data->path);
}

struct perf_data *perf_data_open(const char *path, struct parsing *parsing, GError **error)
{
    GError *why = NULL;
    GMappedFile *file = g_mapped_file_new(path, FALSE, &why);
    struct perf_data *data;

    if (!file) {
        error_failed(error, "%s: cannot be read: %s", path, why->message);
        g_error_free(why);
        return NULL;
    }
    data = g_new0(struct perf_data, 1);
    data->path = g_strdup(path);
    data->file = file;
    data->bytes = (const guint8 *)g_mapped_file_get_contents(file);
    data->size = g_mapped_file_get_length(file);
    data->events = g_array_new(FALSE, FALSE, sizeof(struct event));
    data->ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    data->samples = g_array_new(FALSE, FALSE, sizeof(struct indexed));
    data->op = data->fetch = NO_PMU;
    if (!read_file(data, parsing, error))
        g_clear_pointer(&data, perf_data_free);
    return data;
}

/* The record at @offset, which the first pass has checked. */
static struct part record_at(const struct perf_data *data, guint64 offset)
{
    const guint8 *at = data->bytes + offset;

    return (struct part){at + RECORD_HEADER, at + (at[6] | (guint)at[7] << 8)};
}

static void pass_sample(
    const struct perf_data *data, const struct sample *sample, struct parsing *parsing)
{
    enum oracle_ibs_reg regs[ORACLE_IBS_REGS];
    const guint8 *values;
    const unsigned n = registers(sample, is_op(data, sample->event), regs, &values);
    const gboolean has_cpu = sample->has_cpu && sample->cpu <= G_MAXUINT16;

    parsing->cpuless += !has_cpu;
    for (unsigned i = 0; i < n; i++)
        parser_pass(parsing, &(struct captured){.line = parsing->line,
                                 .access = {.space = REG_SPACE_MSR,
                                     .size = 8,
                                     .cpu = has_cpu ? sample->cpu : 0,
                                     .time = sample->time,
                                     .address = ORACLE_IBS_MSR + regs[i],
                                     .value = get64(values + (gsize)i * 8)}});
}

gboolean perf_data_next(struct perf_data *data, struct parsing *parsing, GError **error)
{
    const struct indexed *indexed;
    struct sample sample;

    if (data->next == data->samples->len) {
        if (data->wrong)
            g_propagate_error(error, g_steal_pointer(&data->wrong));
        return FALSE;
    }
    indexed = &g_array_index(data->samples, struct indexed, data->next++);
    parsing->line = indexed->offset;
    if (!parse_sample(data, record_at(data, indexed->offset), &sample, error))
        return FALSE;
    pass_sample(data, &sample, parsing);
    return TRUE;
}

void perf_data_free(struct perf_data *data)
{
    if (!data)
        return;
    g_mapped_file_unref(data->file);
    g_array_unref(data->events);
    g_hash_table_unref(data->ids);
    g_array_unref(data->samples);
    g_clear_error(&data->wrong);
    g_free(data->path);
    g_free(data);
}
