/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/epyc/epyc_config.h"

#include "models/epyc/apic_regs.h"
#include "models/epyc/epyc_blocks.h"
#include "models/epyc/ibs_traits.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WINDOW = 4096, MAX_CYCLES = 30000, MAX_FETCH_OPS = 64, MAX_NMI_LOST = 1000000 };

const struct epyc_config EPYC_DEFAULTS = {
    .variant = EPYC_DEFAULT_VARIANT,
    .cpus = 2,
    .sockets = 1,
    .window = 64,
    .fetch_ops = 4,
    .seed = 1,
    .predictor = {4096, 1024, 32},
};

static const char *value_of(const char *option, const char *name)
{
    size_t n = strlen(name);

    return !strncmp(option, name, n) && option[n] == '=' ? option + n + 1 : NULL;
}

/* A number, decimal or hexadecimal after 0x; @end is where it ends. */
static bool leading_number(const char *text, const char **end, uint64_t least, uint64_t most, uint64_t *value)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
    char *stop;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &stop, hex ? 16 : 10);
    *end = stop;
    return !errno && *value >= least && *value <= most;
}

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *end;

    return leading_number(text, &end, least, most, value) && !*end;
}

static bool power_of_two(uint64_t n)
{
    return n && !(n & (n - 1));
}

/* ---- tables and latencies ---- */

static const struct {
    const char *name, *expected;
    bool bytes; /* its size is given in bytes, not in entries */
} tables[MEMORY_N_TABLES] = {
    [MEMORY_TABLE_DTLB] = {"dtlb", "dtlb: expected ENTRIES/WAYS, at most 128, a power of two of sets", false},
    [MEMORY_TABLE_DTLB2] = {"dtlb2", "dtlb2: expected ENTRIES/WAYS, at most 4096, a power of two of sets",
        false},
    [MEMORY_TABLE_ITLB] = {"itlb", "itlb: expected ENTRIES/WAYS, at most 128, a power of two of sets", false},
    [MEMORY_TABLE_ITLB2] = {"itlb2", "itlb2: expected ENTRIES/WAYS, at most 4096, a power of two of sets",
        false},
    [MEMORY_TABLE_L1D] = {"l1d", "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets",
        true},
    [MEMORY_TABLE_L1I] = {"l1i", "l1i: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets",
        true},
    [MEMORY_TABLE_OP_CACHE] = {"opcache",
        "opcache: expected ENTRIES/WAYS, at most 1024, a power of two of sets", false},
    [MEMORY_TABLE_L2] = {"l2", "l2: expected SIZE/WAYS (512K/8), at most 1M, a power of two of sets", true},
    [MEMORY_TABLE_L3] = {"l3", "l3: expected SIZE/WAYS (16M/16), at most 32M, a power of two of sets", true},
};

/* "32K/8": bytes, or entries where a table's size is given in them. */
static bool parse_shape(const char *text, enum memory_table table, struct ways_shape *shape)
{
    uint64_t size, ways;

    if (!leading_number(text, &text, 1, UINT32_MAX, &size))
        return false;
    if (tables[table].bytes && (*text == 'K' || *text == 'M'))
        size <<= *text++ == 'K' ? 10 : 20;
    if (tables[table].bytes)
        size = size % (1u << MEMORY_LINE_SHIFT) ? 0 : size >> MEMORY_LINE_SHIFT;
    if (*text != '/' || !number(text + 1, 1, UINT16_MAX, &ways) || size > memory_most(table))
        return false;
    *shape = (struct ways_shape){(uint32_t)size, (uint16_t)ways};
    return ways_sound(*shape, memory_most(table));
}

static const char *table_option(struct epyc_config *config, const char *option)
{
    const char *value;

    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        if ((value = value_of(option, tables[t].name))) {
            struct ways_shape shape;
            if (!parse_shape(value, (enum memory_table)t, &shape))
                return tables[t].expected;
            config->memory.tables[t] = shape;
            return NULL;
        }
    return "";
}

static const struct {
    const char *name;
    bool refill; /* of a TLB; else until the data is there */
    unsigned index;
} delays[] = {
    {"lat-l1", false, MEMORY_L1},
    {"lat-l2", false, MEMORY_L2},
    {"lat-l3", false, MEMORY_L3},
    {"lat-peer", false, MEMORY_PEER},
    {"lat-remote", false, MEMORY_REMOTE},
    {"lat-dram", false, MEMORY_DRAM},
    {"lat-io", false, MEMORY_IO},
    {"lat-tlb2", true, MEMORY_TLB_L2},
    {"lat-walk", true, MEMORY_TLB_WALK},
};
enum { N_DELAYS = sizeof(delays) / sizeof(delays[0]) };

static uint16_t *delay_of(struct memory_config *memory, unsigned i)
{
    return delays[i].refill ? &memory->refill[delays[i].index] : &memory->cycles[delays[i].index];
}

static const char *delay_option(struct epyc_config *config, const char *option)
{
    const char *value;
    uint64_t n;

    for (unsigned i = 0; i < N_DELAYS; i++)
        if ((value = value_of(option, delays[i].name))) {
            if (!number(value, 1, MAX_CYCLES, &n))
                return "a latency: expected core cycles, 1 to 30000";
            *delay_of(&config->memory, i) = (uint16_t)n;
            return NULL;
        }
    return "";
}

struct memory_config epyc_config_memory(const struct epyc_config *config)
{
    struct memory_config memory = *memory_defaults(config->variant), given = config->memory;

    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        if (given.tables[t].entries)
            memory.tables[t] = given.tables[t];
    for (unsigned i = 0; i < N_DELAYS; i++)
        if (*delay_of(&given, i))
            *delay_of(&memory, i) = *delay_of(&given, i);
    return memory;
}

/* ---- faults ---- */

static const char *set_lvt(struct epyc_config *config, const char *value)
{
    uint64_t n = 0;

    if (!strcmp(value, "invalid"))
        config->lvt = EPYC_LVT_INVALID;
    else if (!strcmp(value, "busy"))
        config->lvt = EPYC_LVT_BUSY;
    else if (number(value, 0, APIC_N_EILVTS - 1, &n)) {
        config->lvt = EPYC_LVT_FREE;
        config->lvt_entry = (unsigned)n;
    } else
        return "lvt: expected 0 to 3, invalid or busy";
    return NULL;
}

static const char *set_val(struct epyc_config *config, const char *value)
{
    config->val_stuck = !strcmp(value, "stuck");
    return config->val_stuck || !strcmp(value, "clears") ? NULL : "val: expected clears or stuck";
}

static const char *set_nmi(struct epyc_config *config, const char *value)
{
    const char *every = strncmp(value, "lost:", 5) == 0 ? value + 5 : "";
    uint64_t n = 0;

    if (strcmp(value, "sound") != 0 && !number(every, 1, MAX_NMI_LOST, &n))
        return "nmi: expected sound, or lost:N, where every N-th is lost";
    config->nmi_lost = (unsigned)n;
    return NULL;
}

static const char *fault_option(struct epyc_config *config, const char *option)
{
    const char *value;
    uint64_t n;

    if ((value = value_of(option, "lvt")))
        return set_lvt(config, value);
    if ((value = value_of(option, "val")))
        return set_val(config, value);
    if ((value = value_of(option, "nmi")))
        return set_nmi(config, value);
    if ((value = value_of(option, "caps"))) {
        if (!number(value, 0, UINT32_MAX, &n))
            return "caps: expected a number of 32 bits, decimal or hexadecimal after 0x";
        config->caps = (uint32_t)n;
        config->has_caps = true;
        return NULL;
    }
    return "";
}

/* ---- the rest ---- */

static const char *set_variant(struct epyc_config *config, const char *value)
{
    int variant = ibs_variant_named(value);

    if (variant < 0)
        return "variant: expected fam10h, zen1, zen2, zen3, zen4, zen5 or zen6";
    config->variant = (enum ibs_variant)variant;
    return NULL;
}

/* Plain numbers. */
static const char *number_option(struct epyc_config *config, const char *option)
{
    const struct {
        const char *name, *expected;
        unsigned least, most;
        unsigned *number;
    } numbers[] = {
        {"cpus", "cpus: expected 1 to 32", 1, EPYC_MAX_CPUS, &config->cpus},
        {"sockets", "sockets: expected 1 or 2", 1, EPYC_MAX_SOCKETS, &config->sockets},
        {"window", "window: expected ops, 1 to 4096", 1, MAX_WINDOW, &config->window},
        {"fetch-ops", "fetch-ops: expected ops, 1 to 64", 1, MAX_FETCH_OPS, &config->fetch_ops},
    };
    const char *value;
    uint64_t n;

    for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if ((value = value_of(option, numbers[i].name))) {
            if (!number(value, numbers[i].least, numbers[i].most, &n))
                return numbers[i].expected;
            *numbers[i].number = (unsigned)n;
            return NULL;
        }
    return "";
}

static const char *predictor_option(struct epyc_config *config, const char *option)
{
    const char *value;
    uint64_t n;

    if ((value = value_of(option, "bht"))) {
        if (!number(value, 1, PREDICTOR_MAX_COUNTERS, &n) || !power_of_two(n))
            return "bht: expected a power of two, at most 16384";
        config->predictor.counters = (uint32_t)n;
        return NULL;
    }
    if ((value = value_of(option, "btb"))) {
        if (!number(value, 1, PREDICTOR_MAX_TARGETS, &n) || !power_of_two(n))
            return "btb: expected a power of two, at most 4096";
        config->predictor.targets = (uint32_t)n;
        return NULL;
    }
    if ((value = value_of(option, "ras"))) {
        if (!number(value, 1, PREDICTOR_MAX_STACK, &n))
            return "ras: expected 1 to 64";
        config->predictor.stack = (uint16_t)n;
        return NULL;
    }
    return "";
}

static const char *const logs[EPYC_N_LOGS] = {"all", "tagged", "off"};

static const char *set_log(struct epyc_config *config, const char *value)
{
    for (unsigned i = 0; i < EPYC_N_LOGS; i++)
        if (!strcmp(value, logs[i])) {
            config->cache_log = (enum epyc_cache_log)i;
            return NULL;
        }
    return "cache-log: expected all, tagged or off";
}

static const char *main_option(struct epyc_config *config, const char *option)
{
    const char *value;
    uint64_t n;

    if ((value = value_of(option, "variant")))
        return set_variant(config, value);
    if ((value = value_of(option, "cache-log")))
        return set_log(config, value);
    if ((value = value_of(option, "seed"))) {
        if (!number(value, 0, UINT64_MAX, &n))
            return "seed: expected a number of 64 bits";
        config->seed = n;
        return NULL;
    }
    return "";
}

const char *epyc_config_option(struct epyc_config *config, const char *option)
{
    static const char *(*const groups[])(struct epyc_config *, const char *) = {
        main_option, number_option, fault_option, table_option, delay_option, predictor_option};
    const char *wrong = "";

    for (unsigned i = 0; i < sizeof(groups) / sizeof(groups[0]) && wrong && !*wrong; i++)
        wrong = groups[i](config, option);
    return wrong;
}

const char *epyc_config_wrong(const struct epyc_config *config)
{
    return config->cpus % config->sockets ? "the sockets do not have the same number of CPUs" : NULL;
}

uint32_t epyc_config_caps(const struct epyc_config *config)
{
    return config->has_caps ? config->caps : ibs_traits(config->variant)->caps;
}

/* ---- as text ---- */

struct text {
    char *at;
    size_t left;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text->at, text->left, format, args);
    va_end(args);
    size_t used = n < 0 ? 0 : (size_t)n < text->left ? (size_t)n : text->left - 1;
    text->at += used;
    text->left -= used;
}

static void add_faults(struct text *text, const struct epyc_config *config)
{
    if (config->has_caps)
        add(text, " caps=0x%" PRIx32, config->caps);
    if (config->lvt_entry)
        add(text, " lvt=%u", config->lvt_entry);
    if (config->lvt != EPYC_LVT_FREE)
        add(text, " lvt=%s", config->lvt == EPYC_LVT_BUSY ? "busy" : "invalid");
    if (config->val_stuck)
        add(text, " val=stuck");
    if (config->nmi_lost)
        add(text, " nmi=lost:%u", config->nmi_lost);
}

static void add_memory(struct text *text, const struct epyc_config *config)
{
    struct memory_config given = config->memory;

    for (unsigned t = 0; t < MEMORY_N_TABLES; t++) {
        const struct ways_shape *shape = &given.tables[t];
        if (shape->entries)
            add(text, " %s=%u/%u", tables[t].name,
                (unsigned)shape->entries << (tables[t].bytes ? MEMORY_LINE_SHIFT : 0), shape->ways);
    }
    for (unsigned i = 0; i < N_DELAYS; i++)
        if (*delay_of(&given, i))
            add(text, " %s=%u", delays[i].name, *delay_of(&given, i));
}

void epyc_config_text(const struct epyc_config *config, char text[EPYC_CONFIG_TEXT])
{
    struct text t = {text, EPYC_CONFIG_TEXT};

    add(&t, "variant=%s cpus=%u sockets=%u window=%u fetch-ops=%u seed=%" PRIu64 " bht=%u btb=%u ras=%u",
        ibs_traits(config->variant)->name, config->cpus, config->sockets, config->window, config->fetch_ops,
        config->seed, (unsigned)config->predictor.counters, (unsigned)config->predictor.targets,
        config->predictor.stack);
    if (config->cache_log != EPYC_LOG_ALL)
        add(&t, " cache-log=%s", logs[config->cache_log]);
    add_faults(&t, config);
    add_memory(&t, config);
}
