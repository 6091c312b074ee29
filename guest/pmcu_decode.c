/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks and decodes the hisi_pmcu driver's AUX data, for pmcu-report and its
 * tests. */
#include "guest/pmcu_decode.h"

/* Largest NR_PMU in FSM_CFG. */
#define MAX_COUNTERS 8
/* 64 times the largest machine; sizes stay far below 32 bits. */
#define MAX_CPUS 4096

/* The area is little-endian on every host. */
static uint64_t load(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;

    while (bytes--)
        value = value << 8 | at[bytes];
    return value;
}

#define FIELD(data, name)                                                                          \
    ((uint32_t)load((data)->bytes + offsetof(struct pmcu_header, name), sizeof(uint32_t)))

static uint32_t round_up(uint32_t n, uint32_t step)
{
    return (n + step - 1) / step * step;
}

/* A count, the cycle count, and both context IDs together have the same
 * size. */
static uint32_t subsample_size(const struct pmcu_info *info)
{
    return info->nr_cpu * (uint32_t)sizeof(uint64_t) * (info->nr_pmu + (info->comp_mode ? 1 : 2));
}

static const char *check_numbers(const struct pmcu_info *info, uint32_t comp_mode)
{
    if (!info->nr_cpu || info->nr_cpu % PMCU_CPUS_PER_CLUSTER || info->nr_cpu > MAX_CPUS)
        return "its number of CPUs is no multiple of 8 up to 4096";
    if (!info->nr_pmu || info->nr_pmu > MAX_COUNTERS)
        return "its number of counters is not 1 to 8";
    if (!info->nr_event || info->nr_event > PMCU_MAX_EVENTS || info->nr_event % info->nr_pmu)
        return "its number of events is no multiple of that of counters up to 240";
    if (comp_mode > 1)
        return "its mode is neither 0 nor 1";
    return NULL;
}

static const char *check_sizes(const struct pmcu_info *info)
{
    if (info->subsample != subsample_size(info))
        return "its subsample has another size than its CPUs and counters make";
    if (info->subsamples != info->nr_event / info->nr_pmu)
        return "its subsamples are not those that its events make";
    if (info->chunk < info->header + info->subsample * info->subsamples)
        return "no sample fits behind it";
    return NULL;
}

static void read_numbers(const struct pmcu_data *data, struct pmcu_info *info)
{
    info->chunk = FIELD(data, buffer_size);
    info->nr_pmu = FIELD(data, nr_pmu);
    info->nr_cpu = FIELD(data, nr_cpu);
    info->comp_mode = FIELD(data, comp_mode) != 0;
    info->subsample = FIELD(data, subsample_size);
    info->subsamples = FIELD(data, nr_subsample_per_sample);
    info->nr_event = FIELD(data, nr_event);
}

static void read_events(const struct pmcu_data *data, struct pmcu_info *info)
{
    const uint8_t *at = data->bytes + sizeof(struct pmcu_header);

    for (uint32_t i = 0; i < info->nr_event; i++)
        info->events[i] = (uint16_t)load(at + i * sizeof(uint32_t), sizeof(uint32_t));
}

const char *pmcu_read_header(const struct pmcu_data *data, struct pmcu_info *info)
{
    const char *wrong;

    if (data->size < sizeof(struct pmcu_header))
        return "the data end before it does";
    read_numbers(data, info);
    wrong = check_numbers(info, FIELD(data, comp_mode));
    if (wrong)
        return wrong;
    info->header =
        round_up((uint32_t)(sizeof(struct pmcu_header) + info->nr_event * sizeof(uint32_t)),
            PMCU_HEADER_ALIGN);
    if (data->size < info->header)
        return "the data end before it does";
    read_events(data, info);
    return check_sizes(info);
}

/* A walk over the area. */
struct walk {
    const struct pmcu_data *data;
    const struct pmcu_info *info;
    void (*take)(const struct pmcu_value *value, void *closure);
    void *closure;
    struct pmcu_value value;
};

static void take_value(struct walk *walk, unsigned bytes)
{
    walk->value.value = load(walk->data->bytes + walk->value.offset, bytes);
    walk->take(&walk->value, walk->closure);
    walk->value.offset += bytes;
}

/* The unit stores the first CPU of each cluster, then the second of each. */
static void take_block(struct walk *walk, enum pmcu_kind kind, unsigned bytes)
{
    walk->value.kind = kind;
    for (unsigned first = 0; first < PMCU_CPUS_PER_CLUSTER; first++)
        for (unsigned cpu = first; cpu < walk->info->nr_cpu; cpu += PMCU_CPUS_PER_CLUSTER) {
            walk->value.cpu = cpu;
            take_value(walk, bytes);
        }
}

static void take_subsample(struct walk *walk, const uint16_t *events)
{
    take_block(walk, PMCU_CONTEXT_1, sizeof(uint32_t));
    take_block(walk, PMCU_CONTEXT_2, sizeof(uint32_t));
    for (uint32_t i = 0; i < walk->info->nr_pmu; i++) {
        walk->value.event = events[i];
        take_block(walk, PMCU_COUNT, sizeof(uint64_t));
    }
    walk->value.event = 0;
    if (!walk->info->comp_mode)
        take_block(walk, PMCU_CYCLES, sizeof(uint64_t));
}

static void take_sample(struct walk *walk)
{
    walk->value.sample++;
    for (uint32_t i = 0; i < walk->info->subsamples; i++) {
        walk->value.subsample = i + 1;
        take_subsample(walk, walk->info->events + i * walk->info->nr_pmu);
    }
}

size_t pmcu_read_values(const struct pmcu_data *data, const struct pmcu_info *info,
    void (*take)(const struct pmcu_value *value, void *closure), void *closure)
{
    struct walk walk = {data, info, take, closure, {.offset = info->header}};
    size_t sample = (size_t)info->subsample * info->subsamples;
    size_t *at = &walk.value.offset;

    while (*at < data->size) {
        size_t left = info->chunk - *at % info->chunk;

        if (left < sample)
            *at += left;
        else if (data->size - *at >= sample)
            take_sample(&walk);
        else
            return data->size - *at;
    }
    return 0;
}
