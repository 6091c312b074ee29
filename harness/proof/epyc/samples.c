/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses samples from perf's dumps, from ibs_sample and from `perf mem
 * report`. */
#include "harness/proof/epyc/samples.h"

#include "oracle/epyc/perf.h"

#include <string.h>

#define EVENT_BYTES 65536 /* an event's size is a 16-bit field */

/* State of the parser. */
struct reading {
    struct perf_samples *out;
    guint line;
    /* perf's dump of one event */
    GByteArray *bytes;
    unsigned n_decoded;
    struct truth_sample_reg decoded[ORACLE_IBS_REGS];
    /* Columns of ibs_sample: register numbers, 0 for other columns. */
    GArray *columns;
};

/* ---- perf's dump ---- */

static gboolean read_hex(const char *text, gsize digits, guint64 *value)
{
    *value = 0;
    for (gsize i = 0; i < digits; i++) {
        int digit = g_ascii_xdigit_value(text[i]);

        if (digit < 0)
            return FALSE;
        *value = *value << 4 | (guint64)digit;
    }
    return TRUE;
}

/* ".  0010:  01 02 ...": sixteen bytes per line, then the same as
 * characters. */
static gboolean dump_line(struct reading *r, const char *line)
{
    guint64 value;

    if (!g_str_has_prefix(line, ".  ") || !read_hex(line + 3, 4, &value) || line[7] != ':')
        return FALSE;
    line += 8;
    if (*line == ' ')
        line++;
    for (unsigned i = 0; i < 16 && line[0] == ' ' && read_hex(line + 1, 2, &value);
         i++, line += 3) {
        guint8 byte = (guint8)value;
        if (r->bytes->len < EVENT_BYTES)
            g_byte_array_append(r->bytes, &byte, 1);
    }
    return TRUE;
}

static gboolean decoded_line(struct reading *r, const char *line)
{
    const char *colon = strchr(line, ':');
    guint64 value;
    int reg;

    if (!colon || colon[1] != '\t' || !read_hex(colon + 2, 16, &value))
        return FALSE;
    reg = oracle_perf_named(line, (unsigned long)(colon - line));
    if (reg < 0 || r->n_decoded == G_N_ELEMENTS(r->decoded))
        return FALSE;
    r->decoded[r->n_decoded++] = (struct truth_sample_reg){ORACLE_IBS_MSR + (guint32)reg, value};
    return TRUE;
}

static guint64 bytes_at(const struct reading *r, gsize at, gsize n)
{
    guint64 value = 0;

    for (gsize i = n; i-- > 0;)
        value = value << 8 | r->bytes->data[at + i];
    return value;
}

/* The registers of a raw sample in order; capabilities decide which are
 * present. */
static unsigned raw_layout(guint32 engine, guint64 caps, guint32 numbers[TRUTH_SAMPLE_REGS])
{
    enum oracle_ibs_reg regs[ORACLE_IBS_REGS];
    unsigned n = oracle_perf_raw(engine == ORACLE_IBS_MSR + ORACLE_OP_CTL, (guint32)caps, regs);

    for (unsigned i = 0; i < n; i++)
        numbers[i] = ORACLE_IBS_MSR + (guint32)regs[i];
    return n;
}

/* The offset of PERF_SAMPLE_RAW: a size, capabilities, then registers, the
 * first of which is known. The fields before it depend on the event's
 * attributes. */
static gsize find_raw(const struct reading *r, guint32 numbers[TRUTH_SAMPLE_REGS], unsigned *n)
{
    for (gsize at = 8; at + 16 <= r->bytes->len; at += 4) {
        gsize size = bytes_at(r, at, 4);

        if (bytes_at(r, at + 8, 8) != r->decoded[0].value || at + 4 + size > r->bytes->len)
            continue;
        *n = raw_layout(r->decoded[0].offset, bytes_at(r, at + 4, 4), numbers);
        /* perf_event_open() pads it, so that the next field is aligned. */
        if (size >= 4 + 8 * *n && size < 4 + 8 * *n + 8)
            return at + 8;
    }
    return 0;
}

static void complain(struct reading *r, const char *what, guint32 number)
{
    g_ptr_array_add(r->out->wrong,
        g_strdup_printf("line %u: %s: %s", r->line,
            oracle_ibs_reg_name((enum oracle_ibs_reg)(number - ORACLE_IBS_MSR)), what));
}

/* Each register that perf decoded must equal the bytes. If capabilities leave a
 * register out, perf decodes bytes after the sample. */
static void compare(struct reading *r, const struct perf_sample_text *sample)
{
    for (unsigned i = 0; i < r->n_decoded; i++)
        for (unsigned k = 0; k < sample->n; k++)
            if (sample->regs[k].offset == r->decoded[i].offset &&
                sample->regs[k].value != r->decoded[i].value)
                complain(r, "perf decodes another value than its dump has", r->decoded[i].offset);
}

/* "1 12345 0x1c8 [0x88]: PERF_RECORD_SAMPLE(IP, 0x4001): ...": CPU and time
 * are present if both were recorded. */
static int cpu_of(const char *line)
{
    char *end;
    guint64 cpu = g_ascii_strtoull(line, &end, 10);

    if (*end != ' ' || !g_ascii_isdigit(end[1]) || g_str_has_prefix(end + 1, "0x"))
        return -1;
    return cpu < G_MAXINT ? (int)cpu : -1;
}

static void end_of_event(struct reading *r, const char *line)
{
    struct perf_sample_text sample = {
        .form = PERF_SAMPLE_REGISTERS, .line = r->line, .cpu = cpu_of(line)};
    guint32 numbers[TRUTH_SAMPLE_REGS];
    gsize at = r->n_decoded ? find_raw(r, numbers, &sample.n) : 0;

    for (unsigned i = 0; at && i < sample.n; i++)
        sample.regs[i] = (struct truth_sample_reg){numbers[i], bytes_at(r, at + 8 * (gsize)i, 8)};
    if (at) {
        compare(r, &sample);
        g_array_append_val(r->out->samples, sample);
    } else if (r->n_decoded)
        complain(r, "perf decodes a register that its dump lacks", r->decoded[0].offset);
    r->n_decoded = 0;
}

static gboolean perf_line(struct reading *r, const char *line)
{
    if (g_str_has_prefix(line, ". ... raw event:")) {
        g_byte_array_set_size(r->bytes, 0);
        r->n_decoded = 0;
        return TRUE;
    }
    if (strstr(line, "]: PERF_RECORD_SAMPLE")) {
        end_of_event(r, line);
        return TRUE;
    }
    return dump_line(r, line) || decoded_line(r, line);
}

/* ---- ibs_sample ---- */

/* The number of the register @name, or 0. */
static guint32 number_named(const char *name)
{
    for (guint32 reg = 0; reg < ORACLE_IBS_REGS; reg++)
        if (g_str_equal(oracle_ibs_reg_name((enum oracle_ibs_reg)reg), name))
            return ORACLE_IBS_MSR + reg;
    return 0;
}

/* An empty word means that the sample lacks the register. */
static void read_row(struct reading *r, char **words)
{
    struct perf_sample_text sample = {.form = PERF_SAMPLE_REGISTERS, .line = r->line};

    sample.cpu = (int)g_ascii_strtoull(words[1], NULL, 10);
    for (guint i = 0; i < r->columns->len && words[i]; i++) {
        guint32 number = g_array_index(r->columns, guint32, i);

        if (number && *words[i] && sample.n < TRUTH_SAMPLE_REGS)
            sample.regs[sample.n++] =
                (struct truth_sample_reg){number, g_ascii_strtoull(words[i], NULL, 16)};
    }
    g_array_append_val(r->out->samples, sample);
}

static gboolean csv_line(struct reading *r, const char *line)
{
    gboolean header = g_str_has_prefix(line, "engine,cpu,");

    if (!header &&
        (!r->columns->len || !(g_str_has_prefix(line, "op,") || g_str_has_prefix(line, "fetch,"))))
        return FALSE;
    g_auto(GStrv) words = g_strsplit(line, ",", -1);
    if (!header)
        read_row(r, words);
    else
        g_array_set_size(r->columns, 0);
    for (char **word = words; header && *word; word++) {
        guint32 number = number_named(*word);

        g_array_append_val(r->columns, number);
    }
    return TRUE;
}

/* ---- perf mem ---- */

/* PID,TID,IP,ADDR,LOCAL WEIGHT,DSRC,SYMBOL */
static void access_line(struct reading *r, const char *line)
{
    struct perf_sample_text sample = {.form = PERF_SAMPLE_ACCESS, .line = r->line, .cpu = -1};
    g_auto(GStrv) words = NULL;

    if (!g_ascii_isdigit(*line))
        return;
    words = g_strsplit(line, ",", 7);
    if (g_strv_length(words) != 7 || !g_str_has_prefix(words[2], "0x") ||
        !g_str_has_prefix(words[3], "0x") || !g_str_has_prefix(words[5], "0x"))
        return;
    sample.ip = g_ascii_strtoull(words[2], NULL, 16);
    sample.address = g_ascii_strtoull(words[3], NULL, 16);
    sample.weight = g_ascii_strtoull(words[4], NULL, 10);
    sample.data_src = g_ascii_strtoull(words[5], NULL, 16);
    g_array_append_val(r->out->samples, sample);
}

/* ---- all of it ---- */

struct perf_samples *perf_samples_epyc(const char *text)
{
    struct perf_samples *out = perf_samples_new();
    struct reading r = {.out = out,
        .bytes = g_byte_array_new(),
        .columns = g_array_new(FALSE, FALSE, sizeof(guint32))};

    while (*text) {
        const char *end = strchrnul(text, '\n');
        g_autofree char *line = g_strndup(text, (gsize)(end - text));

        r.line++;
        if (!perf_line(&r, line) && !csv_line(&r, line))
            access_line(&r, line);
        text = *end ? end + 1 : end;
    }
    g_byte_array_unref(r.bytes);
    g_array_unref(r.columns);
    return out;
}
