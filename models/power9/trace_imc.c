/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trace mode's counters: when the next sample is due, and the record it
 * writes. */
#include "models/power9/trace_imc.h"

#include "models/power9/scom_regs.h"

#include <string.h>

enum { FIRST_RECORDS = 4096, MAX_BUFFERSIZE = 4 };

/* The first two bits of a record's third word. Linux, its users included, runs
 * with HV set. */
#define VAL_HV (UINT64_C(1) << 63)
#define VAL_PR (UINT64_C(1) << 62)

static uint64_t field(uint64_t scom, enum trace_imc_field index)
{
    return reg_get(&core_bank.regs[CORE_TRACE_IMC], index, scom);
}

/* The word that counter @counter counts with @slot as its selection. */
static const struct slots_word *selected(const struct slots *slots, unsigned slot, unsigned counter)
{
    int word = slots_selected(slots, slot, counter);

    return word < 0 ? NULL : &slots->words[word];
}

struct trace_imc trace_imc_decode(const struct slots *slots, uint64_t scom)
{
    unsigned size = (unsigned)field(scom, TRACE_IMC_BUFFERSIZE);

    /* CPMC3 and CPMC4 have no selector: only slot 0 has a third and a fourth
     * counter. */
    return (struct trace_imc){
        .counts = {selected(slots, (unsigned)field(scom, TRACE_IMC_CPMC1SEL), 0),
            selected(slots, (unsigned)field(scom, TRACE_IMC_CPMC2SEL), 1), selected(slots, 0, 2),
            selected(slots, 0, 3)},
        .sampled = (unsigned)field(scom, TRACE_IMC_SAMPSEL),
        .period = (UINT64_C(1) << 32) - field(scom, TRACE_IMC_CPMC_LOAD),
        .records = (uint32_t)FIRST_RECORDS << (size < MAX_BUFFERSIZE ? size : MAX_BUFFERSIZE),
    };
}

void trace_engine_start(struct trace_engine *engine, const struct trace_imc *config,
    const struct sim_executed *executed)
{
    engine->running = true;
    engine->start = *executed;
    engine->next = config->period;
}

/* The time that the counters see: only while the thread executes. */
static struct slots_totals seen(
    const struct trace_engine *engine, unsigned smt, const struct sim_executed *executed)
{
    struct slots_totals totals = {.smt = smt, .summed = 1};
    uint64_t user = executed->user - engine->start.user,
             kernel = executed->kernel - engine->start.kernel;

    slots_add(&totals, user, kernel, (user + kernel) * SLOTS_NS_PER_INSTRUCTION);
    return totals;
}

uint64_t trace_engine_left(const struct trace_engine *engine, const struct trace_imc *config,
    unsigned smt, const struct sim_executed *executed)
{
    const struct slots_word *word = config->counts[config->sampled];

    if (!word)
        return UINT64_MAX;
    struct slots_totals totals = seen(engine, smt, executed);
    uint64_t needed = slots_instructions(word, smt, engine->next);
    uint64_t have = slots_of_privilege(word, totals.user, totals.kernel);
    if (needed == UINT64_MAX)
        return UINT64_MAX;
    return needed > have ? needed - have : 0;
}

struct trace_imc_record trace_engine_sample(struct trace_engine *engine,
    const struct trace_imc *config, unsigned smt, const struct sim_executed *executed, uint64_t ip,
    bool user, uint64_t timebase)
{
    struct slots_totals totals = seen(engine, smt, executed);
    struct trace_imc_record record = {.ip = ip, .val = VAL_HV | (user ? VAL_PR : 0)};

    for (unsigned i = 0; i < TRACE_IMC_COUNTERS; i++)
        if (config->counts[i])
            record.cpmc[i] = slots_events(config->counts[i], &totals);
    engine->timebase = timebase > engine->timebase ? timebase : engine->timebase + 1;
    record.tb1 = engine->timebase;
    record.tb2 = record.tb1 & TRACE_IMC_TB2_MASK;
    /* Several overflows within one instruction make one sample. The first one's
     * phase remains. */
    engine->next = (record.cpmc[config->sampled] / config->period + 1) * config->period;
    engine->index = (engine->index + 1) % config->records;
    return record;
}

enum { WORDS = TRACE_IMC_RECORD / sizeof(uint64_t) };

void trace_imc_pack(const struct trace_imc_record *record, uint8_t bytes[TRACE_IMC_RECORD])
{
    const uint64_t words[WORDS] = {record->tb1, record->ip, record->val, record->cpmc[0],
        record->cpmc[1], record->cpmc[2], record->cpmc[3], record->tb2};

    for (unsigned i = 0; i < TRACE_IMC_RECORD; i++)
        bytes[i] = (uint8_t)(words[i / 8] >> (56 - 8 * (i % 8)));
}
