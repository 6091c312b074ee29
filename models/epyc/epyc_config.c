/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the options of `epyc`, and parsers for options that are neither
 * plain numbers nor words. */
#include "models/epyc/epyc_config.h"

#include "models/epyc/epyc_blocks.h"
#include "models/epyc/epyc_memory.h"
#include "models/epyc/ext_apic.h"
#include "models/epyc/ibs_traits.h"

#include <inttypes.h>
#include <string.h>

#define MAX_WINDOW    4096
#define MAX_CYCLES    30000
#define MAX_FETCH_OPS 64
#define MAX_NMI_LOST  1000000
#define MAX_MCLK      4000
#define MAX_FCLK      4000

const struct epyc_config EPYC_DEFAULTS = {
    .variant = EPYC_DEFAULT_VARIANT,
    .cpus = 2,
    .sockets = 1,
    .mclk_mhz = 2400,
    .fclk_mhz = 1800,
    .window = 64,
    .fetch_ops = 4,
    .seed = 1,
    .predictor = {4096, 1024, 32},
};

/* ---- options other than plain numbers and words ---- */

static bool parse_caps(const struct config_option *option, void *config, const char *value)
{
    if (!config_parse_number(option, config, value))
        return false;
    ((struct epyc_config *)config)->has_caps = true;
    return true;
}

static void print_caps(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct epyc_config *c = config;

    if (c->has_caps)
        config_add(text, option, "0x%" PRIx32, c->caps);
}

static bool parse_lvt(const struct config_option *option, void *config, const char *value)
{
    struct epyc_config *c = config;
    uint64_t n;

    if (!strcmp(value, "invalid"))
        c->lvt = EPYC_LVT_INVALID;
    else if (!strcmp(value, "busy"))
        c->lvt = EPYC_LVT_BUSY;
    else if (config_number(value, option->least, option->most, &n)) {
        c->lvt = EPYC_LVT_FREE;
        c->lvt_entry = (unsigned)n;
    } else
        return false;
    return true;
}

/* The number precedes "busy": parsed after it, it would free the entry. */
static void print_lvt(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct epyc_config *c = config;

    if (c->lvt_entry)
        config_add(text, option, "%u", c->lvt_entry);
    if (c->lvt != EPYC_LVT_FREE)
        config_add(text, option, "%s", c->lvt == EPYC_LVT_BUSY ? "busy" : "invalid");
}

static bool parse_nmi(const struct config_option *option, void *config, const char *value)
{
    uint64_t n = 0;

    if (strcmp(value, "sound") != 0 &&
        (strncmp(value, "lost:", 5) != 0 ||
            !config_number(value + 5, option->least, option->most, &n)))
        return false;
    ((struct epyc_config *)config)->nmi_lost = (unsigned)n;
    return true;
}

static void print_nmi(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct epyc_config *c = config;

    if (c->nmi_lost)
        config_add(text, option, "lost:%u", c->nmi_lost);
}

/* "72/72"; if @size is not 1, it is an entry's size in bytes: "32K/8". */
static bool parse_shape(
    const struct config_option *option, void *config, const char *value, uint64_t size)
{
    struct ways_shape shape, *given;
    uint64_t entries, ways;

    if (!config_leading_number(value, &value, 1, UINT32_MAX, &entries))
        return false;
    if (size > 1 && (*value == 'K' || *value == 'M'))
        entries <<= *value++ == 'K' ? 10 : 20;
    entries = entries % size ? 0 : entries / size;
    if (*value != '/' || !config_number(value + 1, 1, UINT16_MAX, &ways) || entries > option->most)
        return false;
    shape = (struct ways_shape){(uint32_t)entries, (uint16_t)ways};
    if (!ways_sound(shape, (uint32_t)option->most))
        return false;
    given = config_member(option, config);
    given->entries = shape.entries;
    given->ways = shape.ways;
    return true;
}

static bool parse_entries(const struct config_option *option, void *config, const char *value)
{
    return parse_shape(option, config, value, 1);
}

static bool parse_bytes(const struct config_option *option, void *config, const char *value)
{
    return parse_shape(option, config, value, 1u << MEMORY_LINE_SHIFT);
}

static void print_entries(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct ways_shape *shape = config_member_of(option, config);

    if (shape->entries)
        config_add(text, option, "%u/%u", (unsigned)shape->entries, shape->ways);
}

static void print_bytes(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct ways_shape *shape = config_member_of(option, config);

    if (shape->entries)
        config_add(
            text, option, "%u/%u", (unsigned)shape->entries << MEMORY_LINE_SHIFT, shape->ways);
}

/* ---- the table ---- */

#define ENTRIES(table, from)                                                                       \
    .otherwise = "the variant's", .quiet = true, .parse = parse_entries, .print = print_entries,   \
    CONFIG_MEMBER(struct epyc_config, memory.tables[table]), .most = (from)
#define BYTES(table, from)                                                                         \
    .otherwise = "the variant's", .quiet = true, .parse = parse_bytes, .print = print_bytes,       \
    CONFIG_MEMBER(struct epyc_config, memory.tables[table]), .most = (from)
#define CYCLES(member)                                                                             \
    .otherwise = "the variant's", .quiet = true,                                                   \
    CONFIG_RANGE(struct epyc_config, memory.member, "a latency: expected core cycles, ", 1,        \
        " to ", MAX_CYCLES, "")

const struct config_option epyc_options[] = {
    {
        .name = "variant",
        .standard = "zen4",
        .help = "the processor's generation",
        .expected = "variant: expected fam10h, zen1, zen2, zen3, zen4, zen5 or zen6",
        CONFIG_WORDS(struct epyc_config,
            variant, [IBS_FAM10H] = "fam10h", [IBS_ZEN1] = "zen1", [IBS_ZEN2] = "zen2",
            [IBS_ZEN3] = "zen3", [IBS_ZEN4] = "zen4", [IBS_ZEN5] = "zen5", [IBS_ZEN6] = "zen6"),
    },
    {
        .name = "cpus",
        .standard = "2",
        .help = "number of CPUs",
        .qemu = true,
        CONFIG_RANGE(struct epyc_config, cpus, "cpus: expected ", 1, " to ", EPYC_MAX_CPUS, ""),
    },
    {
        .name = "sockets",
        .topology = true,
        .standard = "1",
        .help = "number of sockets, each with its own L3; the number of CPUs must be a multiple",
        CONFIG_RANGE(
            struct epyc_config, sockets, "sockets: expected ", 1, " or ", EPYC_MAX_SOCKETS, ""),
    },
    {
        .name = "mclk",
        .standard = "2400",
        .help = "memory clock in MHz: half the transfer rate, 2400 for DDR5-4800",
        CONFIG_RANGE(struct epyc_config, mclk_mhz, "mclk: expected MHz, ", 1, " to ", MAX_MCLK, ""),
    },
    {
        .name = "fclk",
        .standard = "1800",
        .help = "clock of the data fabric in MHz",
        CONFIG_RANGE(struct epyc_config, fclk_mhz, "fclk: expected MHz, ", 1, " to ", MAX_FCLK, ""),
    },
    {
        .name = "window",
        .standard = "64",
        .help = "instructions before each sampled one that caches, TLBs and predictor see",
        CONFIG_RANGE(
            struct epyc_config, window, "window: expected ops, ", 1, " to ", MAX_WINDOW, ""),
    },
    {
        .name = "fetch-ops",
        .standard = "4",
        .help = "instructions that count as one fetch outside of windows",
        CONFIG_RANGE(struct epyc_config, fetch_ops, "fetch-ops: expected ops, ", 1, " to ",
            MAX_FETCH_OPS, ""),
    },
    {
        .name = "seed",
        .standard = "1",
        .help = "seed of all random bits",
        .expected = "seed: expected a number of 64 bits",
        .values = "a number of 64 bits",
        CONFIG_NUMBER(struct epyc_config, seed, 0, UINT64_MAX),
    },
    {
        .name = "bht",
        .values = "a power of two, at most 16384",
        .standard = "4096",
        .help = "counters of the branch predictor",
        .expected = "bht: expected a power of two, at most 16384",
        CONFIG_MEMBER(struct epyc_config, predictor.counters),
        .least = 1,
        .most = PREDICTOR_MAX_COUNTERS,
        .parse = config_parse_power_of_two,
        .print = config_print_number,
    },
    {
        .name = "btb",
        .values = "a power of two, at most 4096",
        .standard = "1024",
        .help = "targets of the branch predictor",
        .expected = "btb: expected a power of two, at most 4096",
        CONFIG_MEMBER(struct epyc_config, predictor.targets),
        .least = 1,
        .most = PREDICTOR_MAX_TARGETS,
        .parse = config_parse_power_of_two,
        .print = config_print_number,
    },
    {
        .name = "ras",
        .standard = "32",
        .help = "return addresses of the branch predictor",
        CONFIG_RANGE(struct epyc_config, predictor.stack, "ras: expected ", 1, " to ",
            PREDICTOR_MAX_STACK, ""),
    },
    {
        .name = "umcs",
        .otherwise = "12; zen6: 16",
        .help = "memory controllers of a socket; from Zen4 on they have counters",
        .quiet = true,
        CONFIG_RANGE(struct epyc_config, umcs, "umcs: expected ", 1, " to ", EPYC_MAX_UMCS, ""),
    },
    {
        .name = "umcmask",
        .values = "a mask of 16 bits",
        .otherwise = "the lowest",
        .help = "which of a socket's 16 places have a memory controller, a bit each",
        .expected = "umcmask: expected a mask of 16 bits, not 0",
        .quiet = true,
        CONFIG_NUMBER(struct epyc_config, umc_mask, 1, (1 << EPYC_MAX_UMCS) - 1),
    },
    {
        .name = "umcgate",
        .standard = "none",
        .help = "while no control of a memory controller has En: drops: writes of its counters are "
                "dropped; clears: and counting begins at 0",
        .expected = "umcgate: expected none, drops or clears",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, umc_gate, [AMD_UNCORE_NO_GATE] = "none",
            [AMD_UNCORE_DROPS] = "drops", [AMD_UNCORE_CLEARS] = "clears"),
    },
    {
        .name = "lbr",
        .standard = "off",
        .help = "branch records (LbrExtV2), from Zen4 on",
        .expected = "lbr: expected off or on",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, lbr, "off", "on"),
    },
    {
        .name = "aperf",
        .standard = "off",
        .help = "registers that count all the time: MPERF, APERF and, from Zen1 on, IRPERF",
        .expected = "aperf: expected off or on",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, aperf, "off", "on"),
    },
    {
        .name = "cache-log",
        .standard = "all",
        .help = "accesses to the caches that are in the trace: those of windows, those of samples, "
                "or none",
        .expected = "cache-log: expected all, tagged or off",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, cache_log, [EPYC_LOG_ALL] = "all",
            [EPYC_LOG_TAGGED] = "tagged", [EPYC_LOG_OFF] = "off"),
    },
    {
        .name = "stale",
        .standard = "last",
        .help = "contents of a sample's fields without their valid bit: the last sample's, random "
                "bits, or 0",
        .expected = "stale: expected last, random or zero",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, stale, [IBS_STALE_LAST] = "last",
            [IBS_STALE_RANDOM] = "random", [IBS_STALE_ZERO] = "zero"),
    },
    {
        .name = "caps",
        .values = "a number of 32 bits",
        .otherwise = "the variant's",
        .help = "IBS capabilities that CPUID reports; registers stay the variant's",
        .expected = "caps: expected a number of 32 bits, decimal or hexadecimal after 0x",
        .quiet = true,
        CONFIG_MEMBER(struct epyc_config, caps),
        .most = UINT32_MAX,
        .parse = parse_caps,
        .print = print_caps,
    },
    {
        .name = "lvt",
        .values = "0 to 3, invalid, busy",
        .standard = "0",
        .help = "extended LVT entry of IBS; invalid: IBS_CTL names none; busy: the entry is in use",
        .expected = "lvt: expected 0 to 3, invalid or busy",
        .quiet = true,
        .most = APIC_N_EILVTS - 1,
        .parse = parse_lvt,
        .print = print_lvt,
    },
    {
        .name = "val",
        .standard = "clears",
        .help = "stuck: software cannot clear a sample's Val bit",
        .expected = "val: expected clears or stuck",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, val_stuck, "clears", "stuck"),
    },
    {
        .name = "nmi",
        .values = "sound, lost:N",
        .standard = "sound",
        .help = "lost:N: every N-th interrupt of each CPU is lost",
        .expected = "nmi: expected sound, or lost:N, where every N-th is lost",
        .quiet = true,
        .least = 1,
        .most = MAX_NMI_LOST,
        .parse = parse_nmi,
        .print = print_nmi,
    },
    {
        .name = "dtlb",
        .values = "ENTRIES/WAYS, at most 128",
        .help = "first-level TLB for data",
        .expected = "dtlb: expected ENTRIES/WAYS, at most 128, a power of two of sets",
        ENTRIES(MEMORY_TABLE_DTLB, MEMORY_MAX_TLB),
    },
    {
        .name = "dtlb2",
        .values = "ENTRIES/WAYS, at most 4096",
        .help = "second-level TLB for data",
        .expected = "dtlb2: expected ENTRIES/WAYS, at most 4096, a power of two of sets",
        ENTRIES(MEMORY_TABLE_DTLB2, MEMORY_MAX_TLB2),
    },
    {
        .name = "itlb",
        .values = "ENTRIES/WAYS, at most 128",
        .help = "first-level TLB for instructions",
        .expected = "itlb: expected ENTRIES/WAYS, at most 128, a power of two of sets",
        ENTRIES(MEMORY_TABLE_ITLB, MEMORY_MAX_TLB),
    },
    {
        .name = "itlb2",
        .values = "ENTRIES/WAYS, at most 4096",
        .help = "second-level TLB for instructions",
        .expected = "itlb2: expected ENTRIES/WAYS, at most 4096, a power of two of sets",
        ENTRIES(MEMORY_TABLE_ITLB2, MEMORY_MAX_TLB2),
    },
    {
        .name = "l1d",
        .values = "SIZE/WAYS (32K/8), at most 64K",
        .help = "L1 cache for data",
        .expected = "l1d: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets",
        BYTES(MEMORY_TABLE_L1D, MEMORY_MAX_L1),
    },
    {
        .name = "l1i",
        .values = "SIZE/WAYS (32K/8), at most 64K",
        .help = "L1 cache for instructions",
        .expected = "l1i: expected SIZE/WAYS (32K/8), at most 64K, a power of two of sets",
        BYTES(MEMORY_TABLE_L1I, MEMORY_MAX_L1),
    },
    {
        .name = "opcache",
        .values = "ENTRIES/WAYS, at most 1024",
        .help = "op cache",
        .expected = "opcache: expected ENTRIES/WAYS, at most 1024, a power of two of sets",
        ENTRIES(MEMORY_TABLE_OP_CACHE, MEMORY_MAX_L1),
    },
    {
        .name = "l2",
        .values = "SIZE/WAYS (512K/8), at most 1M",
        .help = "L2 cache",
        .expected = "l2: expected SIZE/WAYS (512K/8), at most 1M, a power of two of sets",
        BYTES(MEMORY_TABLE_L2, MEMORY_MAX_L2),
    },
    {
        .name = "l3",
        .values = "SIZE/WAYS (16M/16), at most 32M",
        .help = "L3 cache of a socket",
        .expected = "l3: expected SIZE/WAYS (16M/16), at most 32M, a power of two of sets",
        BYTES(MEMORY_TABLE_L3, MEMORY_MAX_L3),
    },
    {
        .name = "lat-l1",
        .help = "core cycles until the L1 answers",
        CYCLES(cycles[MEMORY_L1]),
    },
    {
        .name = "lat-l2",
        .help = "core cycles until the L2 answers",
        CYCLES(cycles[MEMORY_L2]),
    },
    {
        .name = "lat-l3",
        .help = "core cycles until the L3 answers",
        CYCLES(cycles[MEMORY_L3]),
    },
    {
        .name = "lat-peer",
        .help = "core cycles until a CPU of the same socket answers that modified the line",
        CYCLES(cycles[MEMORY_PEER]),
    },
    {
        .name = "lat-remote",
        .help = "core cycles until a CPU of another socket answers that modified it",
        CYCLES(cycles[MEMORY_REMOTE]),
    },
    {
        .name = "lat-dram",
        .help = "core cycles until memory answers",
        CYCLES(cycles[MEMORY_DRAM]),
    },
    {
        .name = "lat-io",
        .help = "core cycles until a device answers",
        CYCLES(cycles[MEMORY_IO]),
    },
    {
        .name = "lat-tlb2",
        .help = "core cycles of a refill from the second-level TLB",
        CYCLES(refill[MEMORY_TLB_L2]),
    },
    {
        .name = "lat-walk",
        .help = "core cycles of a refill by a page walk",
        CYCLES(refill[MEMORY_TLB_WALK]),
    },
    {
        .name = "lat-branch",
        .otherwise = "13",
        .help = "with timing=approximate: core cycles until the target of a mispredicted branch",
        .quiet = true,
        CONFIG_RANGE(struct epyc_config, lat_branch, "a latency: expected core cycles, ", 1, " to ",
            MAX_CYCLES, ""),
    },
    {
        .name = "timing",
        .standard = "flat",
        .help =
            "flat: an instruction takes four core cycles; approximate: it also waits for memory",
        .expected = "timing: expected flat or approximate",
        .quiet = true,
        CONFIG_WORDS(struct epyc_config, timed, "flat", "approximate"),
    },
    ACCESS_TIME_OPTION(struct epyc_config, access),
    {0},
};

static unsigned bits_in(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask);
}

const char *epyc_config_wrong(const struct epyc_config *config)
{
    if (config->timed && config->cache_log != EPYC_LOG_ALL)
        return "timing=approximate needs cache-log=all";
    if (config->umcs && config->umc_mask && config->umcs != bits_in(config->umc_mask))
        return "umcs= is not the number of bits in umcmask=";
    return config->cpus % config->sockets ? "the sockets do not have the same number of CPUs"
                                          : NULL;
}

/* AMD's optimization guide of family 19h (56665): 11 to 18 cycles, commonly 13.
 * The same is assumed for the other families. */
enum { BRANCH_CYCLES = 13 };

unsigned epyc_config_branch(const struct epyc_config *config)
{
    return config->lat_branch ? config->lat_branch : BRANCH_CYCLES;
}

unsigned epyc_config_umcs(const struct epyc_config *config)
{
    if (config->umc_mask)
        return bits_in(config->umc_mask);
    return config->umcs ? config->umcs : ibs_traits(config->variant)->umcs;
}

uint32_t epyc_config_umc_mask(const struct epyc_config *config)
{
    return config->umc_mask ? config->umc_mask : (uint32_t)reg_low_bits(epyc_config_umcs(config));
}

bool epyc_config_lbr(const struct epyc_config *config)
{
    return config->lbr && ibs_traits(config->variant)->core == AMD_CORE_V2;
}

bool epyc_config_aperf(const struct epyc_config *config)
{
    return config->aperf && ibs_traits(config->variant)->core != AMD_CORE_10H;
}

uint32_t epyc_config_caps(const struct epyc_config *config)
{
    return config->has_caps ? config->caps : ibs_traits(config->variant)->caps;
}

struct memory_config epyc_config_memory(const struct epyc_config *config)
{
    struct memory_config memory = *epyc_memory(config->variant);
    const struct memory_config *given = &config->memory;

    for (unsigned t = 0; t < MEMORY_N_TABLES; t++)
        if (given->tables[t].entries)
            memory.tables[t] = given->tables[t];
    for (unsigned i = 0; i < MEMORY_N_LEVELS; i++)
        if (given->cycles[i])
            memory.cycles[i] = given->cycles[i];
    for (unsigned i = 0; i < MEMORY_N_TLBS; i++)
        if (given->refill[i])
            memory.refill[i] = given->refill[i];
    return memory;
}
