/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints decoded PMCU data as a dump or as CSV. */
#include "guest/pmcu_print.h"

#include <inttypes.h>

#define BYTES_PER_LINE 16

/* ---- as on the slides ---- */

static void print_bytes(FILE *out, const uint8_t *bytes, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        if (i % BYTES_PER_LINE == 0)
            fprintf(out, "%08" PRIx32 ":", i);
        fprintf(out, " %02x", bytes[i]);
        if (i % BYTES_PER_LINE == BYTES_PER_LINE - 1)
            fputc('\n', out);
    }
}

static void print_header(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info)
{
    fprintf(out, "Header: size 0x%" PRIx32 " bytes\n", info->header);
    print_bytes(out, data->bytes, info->header);
    fprintf(out, "Auxtrace buffer max size: 0x%" PRIx32 "\n", info->chunk);
    fprintf(out, "Number of PMU counters in parallel: %" PRIu32 "\n", info->nr_pmu);
    fprintf(out, "Number of monitored CPUs: %" PRIu32 "\n", info->nr_cpu);
    fprintf(out, "Compatible mode: %s\n", info->comp_mode ? "yes" : "no");
    fprintf(out, "Subsample size: 0x%" PRIx32 "\n", info->subsample);
    fprintf(out, "Number of subsamples per sample: %" PRIu32 "\n", info->subsamples);
    fprintf(out, "Number of events: %" PRIu32 "\n", info->nr_event);
    for (uint32_t i = 0; i < info->nr_event; i++)
        fprintf(out, "Event %" PRIu32 ": 0x%04x\n", i, info->events[i]);
}

static void print_line(const struct pmcu_value *value, void *closure)
{
    FILE *out = closure;

    fprintf(out, "%08zx: ", value->offset);
    switch (value->kind) {
    case PMCU_CONTEXT_1:
        fprintf(out, "%08" PRIx64 " PMCID1SR CPU %u\n", value->value, value->cpu);
        break;
    case PMCU_CONTEXT_2:
        fprintf(out, "%08" PRIx64 " PMCID2SR CPU %u\n", value->value, value->cpu);
        break;
    case PMCU_COUNT:
        fprintf(out, "%016" PRIx64 " Event %04x CPU %u\n", value->value, value->event, value->cpu);
        break;
    case PMCU_CYCLES:
        fprintf(out, "%016" PRIx64 " Cycle count CPU %u\n", value->value, value->cpu);
        break;
    }
}

void pmcu_print_dump(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info)
{
    size_t rest;

    fprintf(out, "HISI PMCU data: size 0x%zx bytes\n", data->size);
    print_header(out, data, info);
    fprintf(out, "Data: size 0x%zx bytes\n", data->size - info->header);
    rest = pmcu_read_values(data, info, print_line, out);
    if (rest)
        fprintf(out, "Rest: size 0x%zx bytes, no whole sample\n", rest);
}

/* ---- as a table ---- */

static const char *const kind_names[] = {
    [PMCU_CONTEXT_1] = "pmcid1sr",
    [PMCU_CONTEXT_2] = "pmcid2sr",
    [PMCU_COUNT] = "event",
    [PMCU_CYCLES] = "cycles",
};

static void print_row(const struct pmcu_value *value, void *closure)
{
    FILE *out = closure;

    fprintf(out, "%u,%u,0x%zx,%s,", value->sample, value->subsample, value->offset,
        kind_names[value->kind]);
    if (value->kind == PMCU_COUNT)
        fprintf(out, "0x%04x", value->event);
    fprintf(out, ",%u,%" PRIu64 "\n", value->cpu, value->value);
}

void pmcu_print_csv(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info)
{
    fputs("sample,subsample,offset,kind,event,cpu,value\n", out);
    pmcu_read_values(data, info, print_row, out);
}
