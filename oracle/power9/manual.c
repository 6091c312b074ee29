/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers, units and words of in-memory collection, in the order of the documents. */
#include "oracle/power9/manual.h"

#include <ctype.h>
#include <stddef.h>
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
    {"PDBAR", ORACLE_P9_CORE, 0x1001220b, ORACLE_P9_BITS(14, 50)},
    {"HTM_MODE", ORACLE_P9_CORE, 0x10012200, ORACLE_P9_BITS(0, 2) | ORACLE_P9_BIT(4)},
    {"EVENT_MASK", ORACLE_P9_CORE, 0x20010aa8, ORACLE_P9_BITS(0, 26)},
    /* imc.rst, TRACE_IMC_SCOM and LDBAR */
    {"TRACE_IMC", ORACLE_P9_CORE, 0x20010aa9, ORACLE_P9_BITS(0, 50)},
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

/* skiboot, hw/imc.c: four ports in a quad for two of them, and a chiplet for each core for the others. */
uint32_t oracle_p9_scom(unsigned core, enum oracle_p9_reg reg)
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

/* With both bits set, trace mode wins. Address 0 is no memory. */
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

bool oracle_p9_counts_postings(uint32_t offset)
{
    return offset < ORACLE_P9_KEPT &&
           (offset % ORACLE_P9_GROUP == 0 || offset % ORACLE_P9_GROUP == ORACLE_P9_GROUP - 8);
}

/* gpe1_24x7.h: the availability vector. */
static const struct {
    const char *name;
    unsigned bit, n; /* n: units with a number from 0 on; 0: one without */
} units[] = {
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

uint64_t oracle_p9_units(const char *pmu)
{
    size_t stem = strcspn(pmu, "0123456789");
    uint64_t bits = 0;

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strlen(units[i].name) != stem || strncmp(units[i].name, pmu, stem))
            continue;
        if (!pmu[stem] && !units[i].n)
            bits |= ORACLE_P9_BIT(units[i].bit);
        for (const char *digit = pmu + stem; isdigit((unsigned char)*digit); digit++)
            if ((unsigned)(*digit - '0') < units[i].n)
                bits |= ORACLE_P9_BIT(units[i].bit + (unsigned)(*digit - '0'));
    }
    return bits;
}

/* ---- cores and threads ---- */

/* The catalogue 4E0200's names and numbers; what they count is docs/hardware/power9.md's, "What words count".
 */
const struct oracle_p9_word oracle_p9_words[] = {
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

const unsigned oracle_p9_n_words = sizeof(oracle_p9_words) / sizeof(oracle_p9_words[0]);

const struct oracle_p9_word *oracle_p9_word_at(uint32_t offset)
{
    for (unsigned i = 0; i < oracle_p9_n_words; i++)
        if (oracle_p9_words[i].number + 0x18 == offset)
            return &oracle_p9_words[i];
    return NULL;
}

/* The clock model of docs/hardware/power9.md. */
enum { CYCLES_OF_INSTRUCTION = 4, CYCLES_IN_NS = 2 };

/* 32 ticks in 1000 ns. */
static uint64_t ticks(uint64_t ns)
{
    return ns * 32 / 1000;
}

uint64_t oracle_p9_word_events(
    const struct oracle_p9_word *word, const struct oracle_p9_work *work, unsigned smt, unsigned summed)
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
    default:
        return 0;
    }
}
