/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of AUX areas: the dump on the slides of Linux Plumbers 2023,
 * chunks, and damaged data. */
#include "guest/pmcu_decode.h"
#include "guest/pmcu_print.h"
#include "tests/tap.h"

#include <stdlib.h>

/* ---- the dump on the slides ---- */

#define SLIDE_SIZE 0x7840

static const uint8_t slide_header[] = {
    0x00, 0x00, 0x40, 0x00, 0x06, 0x00, 0x00, 0x00, 0x30, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, //
    0x00, 0x0c, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x11, 0x00, 0x00,
    0x00, //
    0x08, 0x00, 0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x3c, 0x00, 0x00, 0x00, 0x24, 0x00, 0x00,
    0x00, //
    0x23, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, //
};

static const char slide_text[] = "HISI PMCU data: size 0x7840 bytes\n"
                                 "Header: size 0x40 bytes\n"
                                 "00000000: 00 00 40 00 06 00 00 00 30 00 00 00 00 00 00 00\n"
                                 "00000010: 00 0c 00 00 01 00 00 00 06 00 00 00 11 00 00 00\n"
                                 "00000020: 08 00 00 00 0b 00 00 00 3c 00 00 00 24 00 00 00\n"
                                 "00000030: 23 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                 "Auxtrace buffer max size: 0x400000\n"
                                 "Number of PMU counters in parallel: 6\n"
                                 "Number of monitored CPUs: 48\n"
                                 "Compatible mode: no\n"
                                 "Subsample size: 0xc00\n"
                                 "Number of subsamples per sample: 1\n"
                                 "Number of events: 6\n"
                                 "Event 0: 0x0011\n"
                                 "Event 1: 0x0008\n"
                                 "Event 2: 0x000b\n"
                                 "Event 3: 0x003c\n"
                                 "Event 4: 0x0024\n"
                                 "Event 5: 0x0023\n"
                                 "Data: size 0x7800 bytes\n";

/* The slides' 18 lines of data. */
static const struct {
    unsigned offset;
    uint64_t value;
    const char *rest;
} slide_lines[] = {
    {0x300, 0x9190c8, "Event 0011 CPU 38"},
    {0x308, 0x905798, "Event 0011 CPU 46"},
    {0x310, 0x9905, "Event 0011 CPU 7"},
    {0x318, 0x917760, "Event 0011 CPU 15"},
    {0x320, 0xa052, "Event 0011 CPU 23"},
    {0x328, 0x0, "Event 0011 CPU 31"},
    {0x330, 0xc8b7, "Event 0011 CPU 39"},
    {0x338, 0xc5d14, "Event 0011 CPU 47"},
    {0x340, 0x15ceb9, "Event 0008 CPU 0"},
    {0x348, 0x15cd5f, "Event 0008 CPU 8"},
    {0x350, 0x18e7a68, "Event 0008 CPU 16"},
    {0x358, 0x7394, "Event 0008 CPU 24"},
    {0x360, 0x1e51ae, "Event 0008 CPU 32"},
    {0x368, 0xe7212c, "Event 0008 CPU 40"},
    {0x370, 0x17468fb, "Event 0008 CPU 1"},
    {0x378, 0x1573094, "Event 0008 CPU 9"},
    {0x380, 0x9f40, "Event 0008 CPU 17"},
    {0x388, 0x180390c, "Event 0008 CPU 25"},
};
#define N_SLIDE_LINES (sizeof(slide_lines) / sizeof(slide_lines[0]))

static void store(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint8_t *slide_bytes(void)
{
    uint8_t *bytes = calloc(1, SLIDE_SIZE);

    memcpy(bytes, slide_header, sizeof(slide_header));
    for (size_t i = 0; i < N_SLIDE_LINES; i++)
        store(bytes + slide_lines[i].offset, slide_lines[i].value, 8);
    return bytes;
}

typedef void print(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info);

/* @print's text of @data, to be freed. */
static char *text_of(print *print_it, const struct pmcu_data *data)
{
    struct pmcu_info info;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (pmcu_read_header(data, &info))
        abort();
    print_it(out, data, &info);
    fclose(out);
    return text;
}

static unsigned count_lines(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void test_slides(void)
{
    uint8_t *bytes = slide_bytes();
    const struct pmcu_data data = {bytes, SLIDE_SIZE};
    char *text = text_of(pmcu_print_dump, &data);

    ok(!strncmp(text, slide_text, strlen(slide_text)), "the header is the slide's");
    for (size_t i = 0; i < N_SLIDE_LINES; i++) {
        char line[80];

        snprintf(line, sizeof(line), "\n%08x: %016" PRIx64 " %s\n", slide_lines[i].offset,
            slide_lines[i].value, slide_lines[i].rest);
        ok(strstr(text, line) != NULL, "%.*s", (int)strlen(line) - 2, line + 1);
    }
    /* Ten samples: 48 CPUs have 2 context IDs, 6 counts and a cycle count. */
    is_u64(count_lines(text + strlen(slide_text)), 10 * 48 * 9, "one line for each value");
    ok(strstr(text, "\n00000040: 00000000 PMCID1SR CPU 0\n") != NULL,
        "context IDs follow the header");
    ok(strstr(text, "\n00000100: 00000000 PMCID2SR CPU 0\n") != NULL, "... the second block");
    ok(strstr(text, "\n00000ac0: 0000000000000000 Cycle count CPU 0\n") != NULL, "cycles are last");
    ok(strstr(text, "\n00000c40: 00000000 PMCID1SR CPU 0\n") != NULL, "the next sample follows");
    free(text);
    free(bytes);
}

static void test_table(void)
{
    uint8_t *bytes = slide_bytes();
    const struct pmcu_data data = {bytes, SLIDE_SIZE};
    const char *head = "sample,subsample,offset,kind,event,cpu,value\n1,1,0x40,pmcid1sr,,0,0\n";
    char *text = text_of(pmcu_print_csv, &data);

    ok(!strncmp(text, head, strlen(head)), "names, and the first row");
    ok(strstr(text, "\n1,1,0x300,event,0x0011,38,9539784\n") != NULL, "a count");
    ok(strstr(text, "\n10,1,0x7838,cycles,,47,0\n") != NULL, "the last row");
    is_u64(count_lines(text), 1 + 10 * 48 * 9, "rows");
    free(text);
    free(bytes);
}

/* ---- other layouts ---- */

struct seen {
    unsigned values, samples, subsamples, counts, cycles;
    size_t first_of_2, last;
    uint16_t last_event;
    uint64_t last_value;
};

static void see(const struct pmcu_value *value, void *closure)
{
    struct seen *seen = closure;

    seen->values++;
    seen->samples = value->sample;
    if (value->subsample > seen->subsamples)
        seen->subsamples = value->subsample;
    seen->counts += value->kind == PMCU_COUNT;
    seen->cycles += value->kind == PMCU_CYCLES;
    if (value->kind == PMCU_COUNT)
        seen->last_event = value->event;
    if (value->sample == 2 && !seen->first_of_2)
        seen->first_of_2 = value->offset;
    seen->last = value->offset;
    seen->last_value = value->value;
}

/* A header of events 0x100 and up; the rest of @size bytes is zeros. The caller
 * frees. */
static uint8_t *area(size_t size, const uint32_t numbers[7])
{
    uint8_t *bytes = calloc(1, size);

    for (unsigned i = 0; i < 7; i++)
        store(bytes + 4 * i, numbers[i], 4);
    for (unsigned i = 0; i < numbers[6]; i++)
        store(bytes + 28 + 4 * i, 0x100 + i, 4);
    return bytes;
}

/* One cluster and seven events, five counted at a time: two subsamples of 8 * 8
 * * 6 bytes. */
static const uint32_t compatible[7] = {0x1000, 5, 8, 1, 384, 2, 10};
#define COMPATIBLE_HEADER 0x50
#define COMPATIBLE_SAMPLE 768

static void test_chunks(void)
{
    /* Five samples fit after the header; the sixth begins the next chunk. */
    const size_t size = 0x1000 + 2 * COMPATIBLE_SAMPLE;
    uint8_t *bytes = area(size, compatible);
    const struct pmcu_data data = {bytes, size};
    struct pmcu_info info;
    struct seen seen = {0};

    store(bytes + size - 8, UINT64_C(0xfedcba9876543210), 8);
    is_str(pmcu_read_header(&data, &info), NULL, "compatibility mode");
    is_u64(info.header, COMPATIBLE_HEADER, "header");
    is_u64(pmcu_read_values(&data, &info, see, &seen), 0, "nothing is left over");
    is_u64(seen.samples, 7, "five samples, then two in the next chunk");
    is_u64(seen.subsamples, 2, "subsamples");
    is_u64(seen.counts, 7 * 10 * 8, "counts");
    is_u64(seen.cycles, 0, "no cycle counts");
    is_u64(seen.last_event, 0x109, "the last event");
    is_u64(seen.first_of_2, COMPATIBLE_HEADER + COMPATIBLE_SAMPLE, "the offset of sample 2");
    is_u64(seen.last, size - 8, "the last value ends the data");
    is_u64(seen.last_value, UINT64_C(0xfedcba9876543210), "a count has 64 bits");
    free(bytes);
}

/* A chunk that samples fill to its last byte has no gap. */
static void test_full_chunk(void)
{
    const uint32_t chunk = COMPATIBLE_HEADER + 2 * COMPATIBLE_SAMPLE;
    uint8_t *bytes = area(2 * chunk, compatible);
    const struct pmcu_data data = {bytes, chunk + COMPATIBLE_SAMPLE};
    struct pmcu_info info;
    struct seen seen = {0};

    store(bytes, chunk, 4);
    pmcu_read_header(&data, &info);
    is_u64(pmcu_read_values(&data, &info, see, &seen), 0, "a full chunk: nothing is left over");
    is_u64(seen.samples, 3, "... all samples are read");
    free(bytes);
}

static void test_cut_short(void)
{
    const size_t size = COMPATIBLE_HEADER + COMPATIBLE_SAMPLE + 100;
    uint8_t *bytes = area(size, compatible);
    struct pmcu_data data = {bytes, size};
    struct pmcu_info info;
    struct seen seen = {0};
    char *text = text_of(pmcu_print_dump, &data);

    pmcu_read_header(&data, &info);
    is_u64(pmcu_read_values(&data, &info, see, &seen), 100, "an incomplete sample is left over");
    is_u64(seen.samples, 1, "... and the complete one is read");
    ok(strstr(text, "\nRest: size 0x64 bytes, no whole sample\n") != NULL,
        "... and the dump reports it");
    free(text);
    for (data.size = 0; data.size < COMPATIBLE_HEADER; data.size++)
        if (!pmcu_read_header(&data, &info))
            break;
    is_u64(data.size, COMPATIBLE_HEADER, "a truncated header is refused");
    free(bytes);
}

static void test_damaged(void)
{
    static const struct {
        unsigned number;
        uint32_t value;
        const char *wrong;
    } damages[] = {
        {0, 0, "no sample fits behind it"},
        {0, COMPATIBLE_HEADER + COMPATIBLE_SAMPLE - 1, "no sample fits behind it"},
        {1, 0, "its number of counters is not 1 to 8"},
        {1, 9, "its number of counters is not 1 to 8"},
        {1, 4, "its number of events is no multiple of that of counters up to 240"},
        {2, 0, "its number of CPUs is no multiple of 8 up to 4096"},
        {2, 9, "its number of CPUs is no multiple of 8 up to 4096"},
        {2, 0x80000000, "its number of CPUs is no multiple of 8 up to 4096"},
        {3, 2, "its mode is neither 0 nor 1"},
        {3, 0, "its subsample has another size than its CPUs and counters make"},
        {4, 0, "its subsample has another size than its CPUs and counters make"},
        {5, 0, "its subsamples are not those that its events make"},
        {6, 0, "its number of events is no multiple of that of counters up to 240"},
        {6, 0x40000000, "its number of events is no multiple of that of counters up to 240"},
    };
    uint8_t *bytes = area(0x1000, compatible);
    const struct pmcu_data data = {bytes, 0x1000};
    struct pmcu_info info;

    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        uint8_t *at = bytes + 4 * damages[i].number;

        store(at, damages[i].value, 4);
        is_str(pmcu_read_header(&data, &info), damages[i].wrong, "number %u is 0x%x",
            damages[i].number, damages[i].value);
        store(at, compatible[damages[i].number], 4);
    }
    free(bytes);
}

int main(void)
{
    test_slides();
    test_table();
    test_chunks();
    test_full_chunk();
    test_cut_short();
    test_damaged();
    return done_testing();
}
