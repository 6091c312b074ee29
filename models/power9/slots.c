/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of words that count execution, and their counts under the clock
 * model. */
#include "models/power9/slots.h"

/*
 * Threads take turns, so an executing core has exactly one thread that is not
 * idle. Linux on this machine, its users included, runs with MSR[HV] set
 * (arch/powerpc/include/asm/reg.h, MSR_USER64). The catalogue calls HV with PR
 * adjunct; privileged (neither) and problem state (PR alone) do not occur. Nor
 * do two to four threads run at once. The table omits words for states that do
 * not occur: they count traffic, like all other words.
 */
const struct slots slots_power9 = {512, SLOTS_WORDS,
    {
        {0x000, "PCYC", SLOTS_CYCLES, SLOTS_ALWAYS_EACH, 0},
        {0x008, "INST", SLOTS_INSTRUCTIONS, SLOTS_RUNNING, 0},
        {0x010, "NON_IDLE_INST", SLOTS_INSTRUCTIONS, SLOTS_RUNNING, 0},
        {0x018, "NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_RUNNING, 0},
        {0x040, "ANY_THRD_NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_RUNNING, 0},
        {0x048, "CORE_ALL_THRD_NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_RUNNING, 1},
        {0x080, "CCYC", SLOTS_TICKS, SLOTS_ALWAYS, 0},
        {0x088, "32MHZ_CYC", SLOTS_TICKS, SLOTS_ALWAYS, 0},
        {0x0c8, "0THRD_NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_IDLE, 0},
        {0x100, "1THRD_NON_IDLE_INST", SLOTS_INSTRUCTIONS, SLOTS_RUNNING, 0},
        {0x108, "1THRD_NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_RUNNING, 0},
        {0x680, "MSR_HV_INST", SLOTS_INSTRUCTIONS, SLOTS_KERNEL, 0},
        {0x688, "MSR_HV_PCYC", SLOTS_CYCLES, SLOTS_KERNEL, 0},
        {0x6c0, "MSR_AJUNCT_INST", SLOTS_INSTRUCTIONS, SLOTS_USER, 0},
        {0x6c8, "MSR_ADJUNCT_PCYC", SLOTS_CYCLES, SLOTS_USER, 0},

        {0x800, "CS_PCYC", SLOTS_CYCLES, SLOTS_ALWAYS_EACH, 0},
        {0x808, "CS_INST", SLOTS_INSTRUCTIONS, SLOTS_RUNNING, 0},
        {0x840, "CS_CORE_MODE_ST_CCYC", SLOTS_TICKS, SLOTS_ALWAYS, 1},
        {0x848, "CS_CORE_MODE_SMT2_CCYC", SLOTS_TICKS, SLOTS_ALWAYS, 2},
        {0x880, "CS_CORE_MODE_SMT4_CCYC", SLOTS_TICKS, SLOTS_ALWAYS, 4},
        {0x8c0, "CS_CORE_PCYC", SLOTS_CYCLES, SLOTS_ALWAYS, 0},
        {0x8c8, "CS_32MHZ_CYC", SLOTS_TICKS, SLOTS_ALWAYS, 0},

        {0x1000, "CS_PCYC_USER", SLOTS_CYCLES, SLOTS_USER, 0},
        {0x1008, "CS_INST_USER", SLOTS_INSTRUCTIONS, SLOTS_USER, 0},
        {0x1040, "CS_CORE_MODE_ST_CCYC_USER", SLOTS_TICKS, SLOTS_USER, 1},
        {0x1048, "CS_CORE_MODE_SMT2_CCYC_USER", SLOTS_TICKS, SLOTS_USER, 2},
        {0x1080, "CS_CORE_MODE_SMT4_CCYC_USER", SLOTS_TICKS, SLOTS_USER, 4},
        {0x10c0, "CS_CORE_PCYC_USER", SLOTS_CYCLES, SLOTS_USER, 0},
        {0x10c8, "CS_32MHZ_CYC_USER", SLOTS_TICKS, SLOTS_USER, 0},

        {0x1800, "CS_PCYC_KERNEL", SLOTS_CYCLES, SLOTS_KERNEL, 0},
        {0x1808, "CS_INST_KERNEL", SLOTS_INSTRUCTIONS, SLOTS_KERNEL, 0},
        {0x1840, "CS_CORE_MODE_ST_CCYC_KERNEL", SLOTS_TICKS, SLOTS_KERNEL, 1},
        {0x1848, "CS_CORE_MODE_SMT2_CCYC_KERNEL", SLOTS_TICKS, SLOTS_KERNEL, 2},
        {0x1880, "CS_CORE_MODE_SMT4_CCYC_KERNEL", SLOTS_TICKS, SLOTS_KERNEL, 4},
        {0x18c0, "CS_CORE_PCYC_KERNEL", SLOTS_CYCLES, SLOTS_KERNEL, 0},
        {0x18c8, "CS_32MHZ_CYC_KERNEL", SLOTS_TICKS, SLOTS_KERNEL, 0},
    }};

/*
 * PROB, PRIV and ULTRAVISOR are states with MSR[HV] 0 or MSR[S], and do not
 * occur. RUN means the run latch, which Linux sets while a CPU is not idle.
 * NEST_REF_CLK: perf's list for POWER8 says of the core PMU's event of that
 * name that four times it is the cycles of the power bus.
 */
const struct slots slots_power10 = {1, 10,
    {
        {0x000, "RUN_CYC_ST_MODE", SLOTS_CYCLES, SLOTS_RUNNING, 1},
        {0x010, "NON_IDLE_INST", SLOTS_INSTRUCTIONS, SLOTS_RUNNING, 0},
        {0x018, "NON_IDLE_PCYC", SLOTS_CYCLES, SLOTS_RUNNING, 0},
        {0x040, "RUN_CYC_SMT2_MODE", SLOTS_CYCLES, SLOTS_RUNNING, 2},
        {0x080, "RUN_CYC_SMT4_MODE", SLOTS_CYCLES, SLOTS_RUNNING, 4},
        {0x100, "NEST_REF_CLK", SLOTS_REFERENCES, SLOTS_ALWAYS, 0},
        {0x388, "HV_PCYC", SLOTS_CYCLES, SLOTS_KERNEL, 0},
        {0x3c8, "HV_INST", SLOTS_INSTRUCTIONS, SLOTS_KERNEL, 0},
        {0x408, "ADJUNCT_PCYC", SLOTS_CYCLES, SLOTS_USER, 0},
        {0x448, "ADJUNCT_INST", SLOTS_INSTRUCTIONS, SLOTS_USER, 0},
    }};

/* 32 MHz: 4 ticks in 125 ns. */
enum { TICKS = 4, TICKS_NS = 125 };

int slots_at(const struct slots *slots, uint32_t offset)
{
    for (unsigned i = 0; i < slots->n; i++)
        if (slots_offset(&slots->words[i]) == offset)
            return (int)i;
    return -1;
}

int slots_selected(const struct slots *slots, unsigned slot, unsigned counter)
{
    return slots_at(slots, SLOTS_HEADER + slot * SLOTS_SIZE + counter * (uint32_t)sizeof(uint64_t));
}

void slots_add(struct slots_totals *totals, uint64_t user, uint64_t kernel, uint64_t ns)
{
    totals->user += user;
    totals->kernel += kernel;
    totals->ns += ns;
    uint64_t cycles = totals->ns * SLOTS_CYCLES_PER_NS;
    uint64_t executed = (totals->user + totals->kernel) * SLOTS_CYCLES_PER_INSTRUCTION;
    /* If the host's time lags the instructions, idle time waits until it has
     * caught up. */
    if (cycles > executed && cycles - executed > totals->idle)
        totals->idle = cycles - executed;
}

/* Cycles of the core clock during which @word counts. */
static uint64_t cycles_of(const struct slots_word *word, const struct slots_totals *totals)
{
    switch (word->when) {
    case SLOTS_RUNNING:
        return (totals->user + totals->kernel) * SLOTS_CYCLES_PER_INSTRUCTION;
    case SLOTS_USER:
        return totals->user * SLOTS_CYCLES_PER_INSTRUCTION;
    case SLOTS_KERNEL:
        return totals->kernel * SLOTS_CYCLES_PER_INSTRUCTION;
    case SLOTS_ALWAYS:
        return totals->ns * SLOTS_CYCLES_PER_NS;
    case SLOTS_ALWAYS_EACH:
        return totals->ns * SLOTS_CYCLES_PER_NS * totals->summed;
    case SLOTS_IDLE:
        return totals->idle;
    }
    return 0;
}

uint64_t slots_events(const struct slots_word *word, const struct slots_totals *totals)
{
    uint64_t cycles = cycles_of(word, totals);

    if (word->smt && word->smt != totals->smt)
        return 0;
    switch (word->unit) {
    case SLOTS_INSTRUCTIONS:
        return cycles / SLOTS_CYCLES_PER_INSTRUCTION;
    case SLOTS_CYCLES:
        return cycles;
    case SLOTS_TICKS:
        return cycles / SLOTS_CYCLES_PER_NS * TICKS / TICKS_NS;
    case SLOTS_REFERENCES:
        return cycles / SLOTS_CYCLES_PER_REFERENCE;
    }
    return 0;
}

/* @n / @d, rounded up. */
static uint64_t divide_up(uint64_t n, uint64_t d)
{
    return n / d + (n % d != 0);
}

uint64_t slots_instructions(const struct slots_word *word, unsigned smt, uint64_t events)
{
    if (word->when == SLOTS_IDLE || (word->smt && word->smt != smt))
        return UINT64_MAX;
    switch (word->unit) {
    case SLOTS_INSTRUCTIONS:
        return events;
    case SLOTS_CYCLES:
        return divide_up(events, SLOTS_CYCLES_PER_INSTRUCTION);
    case SLOTS_TICKS:
        return divide_up(events * TICKS_NS, TICKS * SLOTS_NS_PER_INSTRUCTION);
    case SLOTS_REFERENCES:
        return divide_up(events * SLOTS_CYCLES_PER_REFERENCE, SLOTS_CYCLES_PER_INSTRUCTION);
    }
    return UINT64_MAX;
}

uint64_t slots_of_privilege(const struct slots_word *word, uint64_t user, uint64_t kernel)
{
    switch (word->when) {
    case SLOTS_USER:
        return user;
    case SLOTS_KERNEL:
        return kernel;
    default:
        return user + kernel;
    }
}
