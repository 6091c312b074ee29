/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers, units and words of in-memory collection, in the order of the
 * documents. */
#include "oracle/power9/manual.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- registers ---- */

const struct oracle_p9_register oracle_p9_registers[ORACLE_P9_REGS] = {
    /* gpe1_24x7.h: the control block */
    {"STATUS", ORACLE_P9_CHIP, 0x3fc00, UINT64_MAX},
    {"COMMAND", ORACLE_P9_CHIP, 0x3fc08, UINT64_MAX},
    {"SPEED", ORACLE_P9_CHIP, 0x3fc10, UINT64_MAX},
    {"AVAILABILITY", ORACLE_P9_CHIP, 0x3fc18, ORACLE_P9_BITS(0, 50)},
    {"MODE", ORACLE_P9_CHIP, 0x3fc20, UINT64_MAX},
    {"MODE_STATE", ORACLE_P9_CHIP, 0x3fc28, UINT64_MAX},
    /* skiboot, include/imc.h and include/xscom.h */
    {"PDBAR", ORACLE_P9_CORE, 0, ORACLE_P9_BITS(14, 50)},
    {"HTM_MODE", ORACLE_P9_CORE, 0, ORACLE_P9_BITS(0, 2) | ORACLE_P9_BIT(4)},
    {"EVENT_MASK", ORACLE_P9_CORE, 0, ORACLE_P9_BITS(0, 26)},
    /* imc.rst, TRACE_IMC_SCOM and LDBAR */
    {"TRACE_IMC", ORACLE_P9_CORE, 0, ORACLE_P9_BITS(0, 50)},
    {"LDBAR", ORACLE_P9_CPU, 850,
        ORACLE_P9_BIT(0) | ORACLE_P9_BIT(1) | ORACLE_P9_BITS(4, 6) | ORACLE_P9_BITS(8, 50)},
};

int oracle_p9_register_named(enum oracle_p9_kind kind, const char *name)
{
    for (int i = 0; i < ORACLE_P9_REGS; i++)
        if (oracle_p9_registers[i].kind == kind && !strcasecmp(oracle_p9_registers[i].name, name))
            return i;
    return -1;
}

/* skiboot, hw/imc.c: two registers are at four ports in a quad, the others at a
 * chiplet for each core. */
static uint32_t scom_power9(unsigned core, enum oracle_p9_reg reg)
{
    static const uint32_t pdbar[] = {0x1220b, 0x1230b, 0x1260b, 0x1270b};
    static const uint32_t htm_mode[] = {0x12200, 0x12300, 0x12600, 0x12700};
    uint32_t quad = ((core & 0x1c) + 0x40) << 22, chiplet = (core + 0x20) << 24;

    switch (reg) {
    case ORACLE_P9_PDBAR:
        return quad | pdbar[core % 4];
    case ORACLE_P9_HTM_MODE:
        return quad | htm_mode[core % 4];
    case ORACLE_P9_EVENT_MASK:
        return chiplet | 0x10aa8;
    default:
        return chiplet | 0x10aa9;
    }
}

/* The same, and include/xscom.h: chiplets are quads, and one of four bits
 * selects the core. */
static uint32_t scom_power10(unsigned core, enum oracle_p9_reg reg)
{
    uint32_t quad = (0x20 + core / 4) << 24, one = 0x8000u >> core % 4;

    switch (reg) {
    case ORACLE_P9_PDBAR:
        return quad | 0x1068b | one;
    case ORACLE_P9_HTM_MODE:
        return quad | 0x10680 | one;
    case ORACLE_P9_EVENT_MASK:
        return quad | 0x20400 | one;
    default:
        return quad | 0x20401 | one;
    }
}

uint32_t oracle_p9_number(const struct oracle_p9_generation *g, enum oracle_p9_reg reg)
{
    return oracle_p9_registers[reg].kind == ORACLE_P9_CORE ? g->scom(0, reg)
                                                           : oracle_p9_registers[reg].number;
}

/* With both bits set, trace mode wins. Address 0 means no memory. */
bool oracle_p9_accumulates(uint64_t ldbar)
{
    return ldbar & ORACLE_P9_LDBAR_ENABLE && !(ldbar & ORACLE_P9_LDBAR_TRACE) &&
           ldbar & ORACLE_P9_LDBAR_ADDRESS;
}

bool oracle_p9_samples(uint64_t ldbar)
{
    return ldbar & ORACLE_P9_LDBAR_TRACE && ldbar & ORACLE_P9_LDBAR_ADDRESS;
}

/* ---- the nest ---- */

bool oracle_p9_counts_postings(const struct oracle_p9_generation *g, uint32_t offset)
{
    return offset < g->groups * ORACLE_P9_GROUP &&
           (offset % ORACLE_P9_GROUP == 0 || offset % ORACLE_P9_GROUP == ORACLE_P9_GROUP - 8);
}

/* gpe1_24x7.h: the availability vector. */
static const struct {
    const char *name;
    unsigned bit, n; /* n: units numbered from 0; 0: one unit without a number */
} bits_power9[] = {
    {"powerbus", 0, 1},
    {"mcs", 1, 8},
    {"mba", 9, 8},
    {"centaur", 17, 8},
    {"xlink", 25, 3},
    {"mcd", 28, 2},
    {"phb", 30, 6},
    {"nx", 36, 0},
    {"capp", 37, 2},
    {"vas", 39, 0},
    {"int", 40, 0},
    {"alink", 41, 4},
    {"nvlink", 45, 6},
};

/* "mcs01" covers mcs0 and mcs1. */
static struct oracle_p9_units units_power9(const char *pmu)
{
    size_t stem = strcspn(pmu, "0123456789");
    uint64_t bits = 0;

    for (size_t i = 0; i < sizeof(bits_power9) / sizeof(bits_power9[0]); i++) {
        if (strlen(bits_power9[i].name) != stem || strncmp(bits_power9[i].name, pmu, stem))
            continue;
        if (!pmu[stem] && !bits_power9[i].n)
            bits |= ORACLE_P9_BIT(bits_power9[i].bit);
        for (const char *digit = pmu + stem; isdigit((unsigned char)*digit); digit++)
            if ((unsigned)(*digit - '0') < bits_power9[i].n)
                bits |= ORACLE_P9_BIT(bits_power9[i].bit + (unsigned)(*digit - '0'));
    }
    return (struct oracle_p9_units){bits, 0};
}

/*
 * gpe1_24x7.h of POWER10: 0 the power bus, 1 to 8 channels of four memory
 * controllers, 9 and 10 PCI Express, 11 to 34 eight links of three bits, 35 to
 * 40 host bridges, 41 to 56 memory buffers, 57 NX. The PMUs of each counter:
 * the words there, compared with the catalogue 800200.
 */
static struct oracle_p9_units units_power10(const char *pmu)
{
    unsigned n = 0, m = 0, link;

    if (!strcmp(pmu, "pb") || !strcmp(pmu, "nx"))
        return (struct oracle_p9_units){ORACLE_P9_BIT(*pmu == 'p' ? 0 : 57), 0};
    if (!strcmp(pmu, "mcs01") || !strcmp(pmu, "mcs23"))
        return (struct oracle_p9_units){
            pmu[3] == '0' ? ORACLE_P9_BITS(1, 4) : ORACLE_P9_BITS(5, 8), 0};
    if (sscanf(pmu, "pec%u", &n) == 1 && n < 2)
        return (struct oracle_p9_units){ORACLE_P9_BIT(9 + n), 0};
    if (sscanf(pmu, "phb%u_%u", &n, &m) == 2 && n < 2 && m < 3)
        return (struct oracle_p9_units){ORACLE_P9_BIT(35 + 3 * n + m), 0};
    if (sscanf(pmu, "ocmb%u", &n) == 1 && n < 16)
        return (struct oracle_p9_units){ORACLE_P9_BIT(41 + n), 0};
    link = sscanf(pmu, "xlink%u", &n) == 1 ? 5 : sscanf(pmu, "alink%u", &n) == 1 ? 6 : 0;
    if (!link && sscanf(pmu, "otl%u", &n) == 1)
        link = 7;
    if (!link || n > 7)
        return (struct oracle_p9_units){0, 0};
    return (struct oracle_p9_units){
        ORACLE_P9_BITS(11 + 3 * n, 13 + 3 * n), (uint64_t)link << (63 - (13 + 3 * n))};
}

bool oracle_p9_there(const struct oracle_p9_units *units, uint64_t availability)
{
    return units->as ? (availability & units->bits) == units->as
                     : !units->bits || availability & units->bits;
}

/* ---- cores and threads ---- */

/* The catalogue 4E0200's names and numbers; their meaning:
 * docs/hardware/power9.md, "What words count". */
static const struct oracle_p9_word words_power9[] = {
    {0x0000, "PCYC", ORACLE_P9_CLOCK_EACH, 0},
    {0x0008, "INST", ORACLE_P9_INSTRUCTIONS, 0},
    {0x0010, "NON_IDLE_INST", ORACLE_P9_INSTRUCTIONS, 0},
    {0x0018, "NON_IDLE_PCYC", ORACLE_P9_CYCLES, 0},
    {0x0040, "ANY_THRD_NON_IDLE_PCYC", ORACLE_P9_CYCLES, 0},
    {0x0048, "CORE_ALL_THRD_NON_IDLE_PCYC", ORACLE_P9_CYCLES, 1},
    {0x0080, "CCYC", ORACLE_P9_TICKS, 0},
    {0x0088, "32MHZ_CYC", ORACLE_P9_TICKS, 0},
    {0x00c8, "0THRD_NON_IDLE_PCYC", ORACLE_P9_IDLE, 0},
    {0x0100, "1THRD_NON_IDLE_INST", ORACLE_P9_INSTRUCTIONS, 0},
    {0x0108, "1THRD_NON_IDLE_PCYC", ORACLE_P9_CYCLES, 0},
    {0x0680, "MSR_HV_INST", ORACLE_P9_KERNEL_INSTRUCTIONS, 0},
    {0x0688, "MSR_HV_PCYC", ORACLE_P9_KERNEL_CYCLES, 0},
    {0x06c0, "MSR_AJUNCT_INST", ORACLE_P9_USER_INSTRUCTIONS, 0},
    {0x06c8, "MSR_ADJUNCT_PCYC", ORACLE_P9_USER_CYCLES, 0},
    {0x0800, "CS_PCYC", ORACLE_P9_CLOCK_EACH, 0},
    {0x0808, "CS_INST", ORACLE_P9_INSTRUCTIONS, 0},
    {0x0840, "CS_CORE_MODE_ST_CCYC", ORACLE_P9_TICKS, 1},
    {0x0848, "CS_CORE_MODE_SMT2_CCYC", ORACLE_P9_TICKS, 2},
    {0x0880, "CS_CORE_MODE_SMT4_CCYC", ORACLE_P9_TICKS, 4},
    {0x08c0, "CS_CORE_PCYC", ORACLE_P9_CLOCK, 0},
    {0x08c8, "CS_32MHZ_CYC", ORACLE_P9_TICKS, 0},
    {0x1000, "CS_PCYC_USER", ORACLE_P9_USER_CYCLES, 0},
    {0x1008, "CS_INST_USER", ORACLE_P9_USER_INSTRUCTIONS, 0},
    {0x1040, "CS_CORE_MODE_ST_CCYC_USER", ORACLE_P9_USER_TICKS, 1},
    {0x1048, "CS_CORE_MODE_SMT2_CCYC_USER", ORACLE_P9_USER_TICKS, 2},
    {0x1080, "CS_CORE_MODE_SMT4_CCYC_USER", ORACLE_P9_USER_TICKS, 4},
    {0x10c0, "CS_CORE_PCYC_USER", ORACLE_P9_USER_CYCLES, 0},
    {0x10c8, "CS_32MHZ_CYC_USER", ORACLE_P9_USER_TICKS, 0},
    {0x1800, "CS_PCYC_KERNEL", ORACLE_P9_KERNEL_CYCLES, 0},
    {0x1808, "CS_INST_KERNEL", ORACLE_P9_KERNEL_INSTRUCTIONS, 0},
    {0x1840, "CS_CORE_MODE_ST_CCYC_KERNEL", ORACLE_P9_KERNEL_TICKS, 1},
    {0x1848, "CS_CORE_MODE_SMT2_CCYC_KERNEL", ORACLE_P9_KERNEL_TICKS, 2},
    {0x1880, "CS_CORE_MODE_SMT4_CCYC_KERNEL", ORACLE_P9_KERNEL_TICKS, 4},
    {0x18c0, "CS_CORE_PCYC_KERNEL", ORACLE_P9_KERNEL_CYCLES, 0},
    {0x18c8, "CS_32MHZ_CYC_KERNEL", ORACLE_P9_KERNEL_TICKS, 0},
};

/* The catalogue 800200's. */
static const struct oracle_p9_word words_power10[] = {
    {0x0000, "RUN_CYC_ST_MODE", ORACLE_P9_CYCLES, 1},
    {0x0010, "NON_IDLE_INST", ORACLE_P9_INSTRUCTIONS, 0},
    {0x0018, "NON_IDLE_PCYC", ORACLE_P9_CYCLES, 0},
    {0x0040, "RUN_CYC_SMT2_MODE", ORACLE_P9_CYCLES, 2},
    {0x0080, "RUN_CYC_SMT4_MODE", ORACLE_P9_CYCLES, 4},
    {0x0100, "NEST_REF_CLK", ORACLE_P9_REFERENCES, 0},
    {0x0388, "HV_PCYC", ORACLE_P9_KERNEL_CYCLES, 0},
    {0x03c8, "HV_INST", ORACLE_P9_KERNEL_INSTRUCTIONS, 0},
    {0x0408, "ADJUNCT_PCYC", ORACLE_P9_USER_CYCLES, 0},
    {0x0448, "ADJUNCT_INST", ORACLE_P9_USER_INSTRUCTIONS, 0},
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

const struct oracle_p9_generation oracle_power9 = {
    .scom = scom_power9,
    .groups = 7,
    .debugged = 1,
    .kept = 0x770, /* TOTAL_POSTINGS 238 */
    .configuring = 4,
    .units = units_power9,
    .scale = 512,
    .words = words_power9,
    .n_words = N(words_power9),
};

const struct oracle_p9_generation oracle_power10 = {
    .scom = scom_power10,
    .groups = 13, /* G1A to G8, with xlinks and alinks separate */
    .debugged = 2,
    .kept = 0xe10, /* TOTAL_POSTINGS 450 */
    .configuring = 16,
    .pauses = true,
    .units = units_power10,
    .scale = 1,
    .words = words_power10,
    .n_words = N(words_power10),
};

const struct oracle_p9_word *oracle_p9_word_at(
    const struct oracle_p9_generation *g, uint32_t offset)
{
    for (unsigned i = 0; i < g->n_words; i++)
        if (g->words[i].number + 0x18 == offset)
            return &g->words[i];
    return NULL;
}

/* The clock model of docs/hardware/power9.md. */
enum { CYCLES_OF_INSTRUCTION = 4, CYCLES_IN_NS = 2 };

/* 32 ticks in 1000 ns. */
static uint64_t ticks(uint64_t ns)
{
    return ns * 32 / 1000;
}

uint64_t oracle_p9_word_events(const struct oracle_p9_word *word, const struct oracle_p9_work *work,
    unsigned smt, unsigned summed)
{
    if (word->smt && word->smt != smt)
        return 0;
    switch (word->counts) {
    case ORACLE_P9_INSTRUCTIONS:
        return work->user + work->kernel;
    case ORACLE_P9_USER_INSTRUCTIONS:
        return work->user;
    case ORACLE_P9_KERNEL_INSTRUCTIONS:
        return work->kernel;
    case ORACLE_P9_CYCLES:
        return (work->user + work->kernel) * CYCLES_OF_INSTRUCTION;
    case ORACLE_P9_USER_CYCLES:
        return work->user * CYCLES_OF_INSTRUCTION;
    case ORACLE_P9_KERNEL_CYCLES:
        return work->kernel * CYCLES_OF_INSTRUCTION;
    case ORACLE_P9_CLOCK:
        return work->ns * CYCLES_IN_NS;
    case ORACLE_P9_CLOCK_EACH:
        return work->ns * CYCLES_IN_NS * summed;
    case ORACLE_P9_IDLE:
        return work->idle * CYCLES_IN_NS;
    case ORACLE_P9_TICKS:
        return ticks(work->ns);
    case ORACLE_P9_USER_TICKS:
        return ticks(work->user * ORACLE_P9_INSTRUCTION_NS);
    case ORACLE_P9_KERNEL_TICKS:
        return ticks(work->kernel * ORACLE_P9_INSTRUCTION_NS);
    case ORACLE_P9_REFERENCES:
        return work->ns / 2;
    default:
        return 0;
    }
}
