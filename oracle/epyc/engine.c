/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Control registers, periods and counts: 24593, sections 13.3.1 to 13.3.3. */
#include "oracle/epyc/engine.h"

#include <inttypes.h>
#include <string.h>

static uint64_t get(const struct oracle_cpu *cpu, enum oracle_ibs_field field)
{
    return oracle_ibs_get(cpu->hardware->part, cpu->regs, field);
}

static void put(struct oracle_cpu *cpu, enum oracle_ibs_field field, uint64_t value)
{
    oracle_ibs_put(cpu->hardware->part, cpu->regs, field, value);
}

void oracle_cpu_begin(
    struct oracle_cpu *cpu, const struct oracle_epyc *hardware, bool val_stuck, uint64_t ibs_ctl)
{
    memset(cpu, 0, sizeof(*cpu));
    cpu->hardware = hardware;
    cpu->val_stuck = val_stuck;
    cpu->regs[ORACLE_IBS_CTL] = ibs_ctl;
    cpu->op.known = hardware->logged;
    cpu->fetch.known = hardware->predicts;
}

/* ---- the op counter ---- */

static bool op_counts(const struct oracle_cpu *cpu)
{
    return get(cpu, ORACLE_O_EN) && !get(cpu, ORACLE_O_VAL) && !get(cpu, ORACLE_O2_DIS);
}

/* Bits 19:4 are MaxCnt; 26:20 have a separate field in the register, if they
 * exist. */
static uint64_t op_period(const struct oracle_cpu *cpu)
{
    return get(cpu, ORACLE_O_MAX_CNT_EXT) * 0x100000 + get(cpu, ORACLE_O_MAX_CNT) * 16;
}

/* The counts of one instruction: one op, or four cycles. */
static uint64_t op_step(const struct oracle_cpu *cpu)
{
    return get(cpu, ORACLE_O_CNT_CTL) ? 1 : 4;
}

/* Whether the counter counts cycles, in which instructions wait. */
static bool op_waits(const struct oracle_cpu *cpu)
{
    return cpu->hardware->timed && !get(cpu, ORACLE_O_CNT_CTL);
}

void oracle_cpu_waited(struct oracle_cpu *cpu, uint64_t before, uint64_t own)
{
    cpu->waited = before;
    cpu->waits = own;
}

/* The counts from the counter's time to the op after @instructions. */
static uint64_t counts_until(const struct oracle_cpu *cpu, uint64_t instructions)
{
    return (instructions - cpu->op.at) * op_step(cpu) +
           (op_waits(cpu) ? cpu->waited - cpu->op.waited : 0);
}

/* Brings the counter up to @instructions. */
static void settle(struct oracle_cpu *cpu, uint64_t instructions)
{
    if (op_counts(cpu)) {
        cpu->op.low += counts_until(cpu, instructions);
        cpu->op.high += counts_until(cpu, instructions);
    }
    cpu->op.at = instructions;
    cpu->op.waited = cpu->waited;
}

/* Whether a counter at @count before @op selects it: it has reached the period,
 * or docs/time.md, "Waits": the op's cycles pass it. */
static bool selected(const struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t count)
{
    if (!op_waits(cpu))
        return count >= op_period(cpu);
    return count + (op->retired ? op_step(cpu) : 0) + cpu->waits > op_period(cpu);
}

/* Software or a sample has set the counter: the register holds the count. */
static void load(struct oracle_cpu *cpu, uint64_t instructions)
{
    uint64_t count = get(cpu, ORACLE_O_CUR_CNT_EXT) * 0x100000 + get(cpu, ORACLE_O_CUR_CNT);

    cpu->op =
        (struct oracle_ibs_counter){cpu->hardware->logged, count, count, instructions, cpu->waited};
}

/* Whether the counter reached the period early enough to tag an op before the
 * one after @instructions. The write that starts the counter is itself an
 * instruction, so the earliest tagged op is the one after it. */
static bool overdue(const struct oracle_cpu *cpu, uint64_t instructions)
{
    if (!cpu->op.known || !op_counts(cpu) || !op_period(cpu) || instructions <= cpu->op.at + 1)
        return false;
    if (op_waits(cpu))
        return cpu->op.low + counts_until(cpu, instructions) > op_period(cpu);
    return cpu->op.low + (instructions - 1 - cpu->op.at) * op_step(cpu) >= op_period(cpu);
}

/* ---- the fetch counter ---- */

/* The counter has 20 bits, and the register shows 19:4; RandEn starts the lower
 * four at random. */
enum { HIDDEN_COUNTS = 16 };

static bool fetch_counts(const struct oracle_cpu *cpu)
{
    return get(cpu, ORACLE_F_EN) && !get(cpu, ORACLE_F_VAL) && !get(cpu, ORACLE_F2_DIS);
}

static uint64_t fetch_period(const struct oracle_cpu *cpu)
{
    return get(cpu, ORACLE_F_MAX_CNT) * 16;
}

static void load_fetch(struct oracle_cpu *cpu)
{
    uint64_t count = get(cpu, ORACLE_F_CNT) * 16;

    cpu->cnt_lost = false;
    cpu->fetch = (struct oracle_ibs_counter){cpu->hardware->predicts, count, count, 0, 0};
    if (get(cpu, ORACLE_F_RAND_EN) && get(cpu, ORACLE_F_EN) && !get(cpu, ORACLE_F_VAL))
        cpu->fetch.high += HIDDEN_COUNTS - 1;
}

/* Updates Cnt in the register from the counter, which stops at its period. */
static void show_fetch(struct oracle_cpu *cpu)
{
    struct oracle_ibs_counter *fetch = &cpu->fetch;
    uint64_t period = fetch_period(cpu), cnt = get(cpu, ORACLE_F_CNT) * 16;

    if (!fetch_counts(cpu))
        return;
    if (period && cnt >= period) { /* MaxCnt was lowered: the counter is stopped */
        fetch->low = cnt;
        fetch->high = cnt + HIDDEN_COUNTS - 1;
        return;
    }
    if (period) {
        fetch->low = fetch->low < period ? fetch->low : period;
        fetch->high = fetch->high < period ? fetch->high : period;
    }
    cpu->cnt_lost = !fetch->known || fetch->low / HIDDEN_COUNTS != fetch->high / HIDDEN_COUNTS;
    put(cpu, ORACLE_F_CNT, fetch->low / HIDDEN_COUNTS % 0x10000);
}

void oracle_cpu_fetches(struct oracle_cpu *cpu, uint64_t n)
{
    if (!fetch_counts(cpu))
        return;
    cpu->fetch.low += n;
    cpu->fetch.high += n;
}

/* The tagged fetch is not counted. If it is unknown whether this fetch is
 * tagged, a filter may also have dropped it; then the counter restarts at 1 to
 * 15. */
void oracle_cpu_fetch(struct oracle_cpu *cpu, bool surely)
{
    uint64_t period = fetch_period(cpu);

    cpu->fetch_due = cpu->fetch.known && fetch_counts(cpu) && period && cpu->fetch.low >= period;
    if (!fetch_counts(cpu) || cpu->fetch_due)
        return;
    if (period && cpu->fetch.high >= period)
        cpu->fetch.low = 0;
    else
        cpu->fetch.low += surely;
    cpu->fetch.high++;
}

bool oracle_cpu_fetch_passed(
    struct oracle_cpu *cpu, const struct oracle_op *op, char why[ORACLE_SAMPLE_WHY])
{
    bool due = cpu->fetch_due;

    cpu->fetch_due = false;
    if (!due)
        return true;
    cpu->fetch = (struct oracle_ibs_counter){true, 1, HIDDEN_COUNTS - 1, 0, 0};
    put(cpu, ORACLE_F_CNT, 0);
    if (!oracle_wants_fetch(cpu->hardware, cpu->regs, op))
        return true;
    return oracle_refuse(why,
        "the fetch counter has reached %" PRIu64 ", and the fetch was not sampled",
        fetch_period(cpu));
}

/* ---- software ---- */

static void write_op_ctl(struct oracle_cpu *cpu, bool was_valid, uint64_t instructions)
{
    if (cpu->val_stuck && was_valid)
        put(cpu, ORACLE_O_VAL, 1);
    load(cpu, instructions);
}

/* On families 16h to 18h, a write sets Cnt only if En changes from 0 to 1.
 * Otherwise the counter continues, or stops if the write sets Val. */
static void write_fetch_ctl(struct oracle_cpu *cpu, uint64_t before)
{
    enum oracle_part part = cpu->hardware->part;
    uint64_t cnt = oracle_ibs_mask(part, ORACLE_F_CNT), en = oracle_ibs_mask(part, ORACLE_F_EN);

    if (cpu->val_stuck)
        cpu->regs[ORACLE_FETCH_CTL] |= before & oracle_ibs_mask(part, ORACLE_F_VAL);
    if ((part == ORACLE_ZEN1 || part == ORACLE_ZEN2) && before & cpu->regs[ORACLE_FETCH_CTL] & en)
        cpu->regs[ORACLE_FETCH_CTL] = (cpu->regs[ORACLE_FETCH_CTL] & ~cnt) | (before & cnt);
    else
        load_fetch(cpu);
}

bool oracle_cpu_write(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value,
    uint64_t instructions, char why[ORACLE_SAMPLE_WHY])
{
    uint64_t before, writable = oracle_ibs_writable(cpu->hardware->part, reg);
    bool was_valid = get(cpu, ORACLE_O_VAL) != 0;
    bool late = (reg == ORACLE_OP_CTL || reg == ORACLE_OP_CTL2) && overdue(cpu, instructions);

    settle(cpu, instructions);
    if (reg == ORACLE_FETCH_CTL)
        show_fetch(cpu);
    before = cpu->regs[reg];
    /* A write clears the bits of IBS_FETCH_CTL that software cannot set: AMD's
     * test ibs_fetch_ctl_roundtrip passes on a real Zen4. */
    cpu->regs[reg] = (value & writable) | (reg == ORACLE_FETCH_CTL ? 0 : before & ~writable);
    if (reg == ORACLE_OP_CTL)
        write_op_ctl(cpu, was_valid, instructions);
    if (reg == ORACLE_FETCH_CTL)
        write_fetch_ctl(cpu, before);
    if (!late)
        return true;
    return oracle_refuse(why, "the op counter had reached its period, and no op was sampled");
}

void oracle_cpu_set(struct oracle_cpu *cpu, enum oracle_ibs_reg reg, uint64_t value)
{
    cpu->regs[reg] = value;
    if (reg == ORACLE_OP_CTL || reg == ORACLE_OP_CTL2)
        cpu->op.known = false;
    if (reg == ORACLE_FETCH_CTL || reg == ORACLE_FETCH_CTL2)
        cpu->fetch.known = false;
}

uint64_t oracle_cpu_running(const struct oracle_cpu *cpu, enum oracle_ibs_reg reg)
{
    enum oracle_part part = cpu->hardware->part;

    if (reg == ORACLE_OP_CTL && get(cpu, ORACLE_O_EN) && !get(cpu, ORACLE_O_VAL))
        return oracle_ibs_mask(part, ORACLE_O_CUR_CNT) |
               oracle_ibs_mask(part, ORACLE_O_CUR_CNT_EXT);
    if (reg == ORACLE_FETCH_CTL &&
        ((get(cpu, ORACLE_F_EN) && !get(cpu, ORACLE_F_VAL)) || cpu->cnt_lost))
        return oracle_ibs_mask(part, ORACLE_F_CNT);
    return 0;
}

/* ---- samples ---- */

/* A tagged op that is dropped leaves a count of 0 to 127. */
enum { RANDOM_COUNTS = 128 };

static void restart(struct oracle_cpu *cpu, uint64_t instructions)
{
    cpu->op = (struct oracle_ibs_counter){
        cpu->hardware->logged, 0, RANDOM_COUNTS - 1, instructions, cpu->waited};
}

/* Whether the op after @instructions is the one that the counter selects. */
static bool due(
    const struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t instructions, char *why)
{
    uint64_t passed = counts_until(cpu, instructions), period = op_period(cpu);

    if (!cpu->op.known)
        return true;
    if (!period || !selected(cpu, op, cpu->op.high + passed))
        return oracle_refuse(why,
            "the op counter is at %" PRIu64 " of %" PRIu64 ", too early for a sample",
            cpu->op.high + passed, period);
    if (overdue(cpu, instructions))
        return oracle_refuse(why,
            "the op counter came to %" PRIu64 " at least %" PRIu64 " instructions before", period,
            (cpu->op.low + passed - period) / op_step(cpu));
    return true;
}

/* Raw samples of Zen2 to Zen4 (perf-amd-ibs(1), and patches of perf's decoder):
 * the count is TagToRetCtr cycles, or the ops of that time, above 0 to 127,
 * modulo the period. docs/hardware/epyc.md: an op takes four cycles. */
static void set_count(const struct oracle_cpu *cpu, struct oracle_sample *sample)
{
    sample->count =
        oracle_ibs_get(cpu->hardware->part, sample->regs, ORACLE_O_TAG_TO_RET) * op_step(cpu) / 4;
    sample->period = op_period(cpu);
}

bool oracle_sample_count_fits(enum oracle_part part, const struct oracle_sample *sample,
    enum oracle_ibs_reg reg, uint64_t value)
{
    uint64_t regs[ORACLE_IBS_REGS] = {[ORACLE_OP_CTL] = value};
    uint64_t count = oracle_ibs_get(part, regs, ORACLE_O_CUR_CNT_EXT) * 0x100000 +
                     oracle_ibs_get(part, regs, ORACLE_O_CUR_CNT);

    if (reg != ORACLE_OP_CTL || !sample->period)
        return true;
    return count < sample->period &&
           (count + sample->period - sample->count % sample->period) % sample->period <
               RANDOM_COUNTS;
}

bool oracle_cpu_op_sampled(struct oracle_cpu *cpu, const struct oracle_op *op,
    uint64_t instructions, struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY])
{
    enum oracle_part part = cpu->hardware->part;
    bool on = op_counts(cpu), is_due = on && due(cpu, op, instructions, why), wanted;

    memset(sample, 0, sizeof(*sample));
    put(cpu, ORACLE_O_VAL, 1);
    restart(cpu, instructions);
    sample->regs[ORACLE_OP_CTL] = cpu->regs[ORACLE_OP_CTL];
    sample->has = 1u << ORACLE_OP_CTL;
    sample->known[ORACLE_OP_CTL] =
        ~(oracle_ibs_mask(part, ORACLE_O_CUR_CNT) | oracle_ibs_mask(part, ORACLE_O_CUR_CNT_EXT));
    wanted = oracle_wants_op(cpu->hardware, cpu->regs, op);
    if (!oracle_sample_op(cpu->hardware, op, sample, why))
        return false;
    set_count(cpu, sample);
    for (int reg = ORACLE_OP_RIP; reg <= ORACLE_BR_TARGET; reg++)
        if (reg != ORACLE_IBS_CTL && oracle_ibs_has_reg(part, (enum oracle_ibs_reg)reg))
            cpu->regs[reg] = sample->regs[reg];
    if (!on)
        return oracle_refuse(why, "op sampling is off, or Val is set");
    if (!op->retired)
        return oracle_refuse(why, "the op did not retire");
    return is_due && (wanted || oracle_refuse(why, "a filter is against this sample"));
}

bool oracle_cpu_op_passed(struct oracle_cpu *cpu, const struct oracle_op *op, uint64_t instructions,
    char why[ORACLE_SAMPLE_WHY])
{
    bool wanted = op->retired && oracle_wants_op(cpu->hardware, cpu->regs, op);
    uint64_t passed = counts_until(cpu, instructions), period = op_period(cpu);

    if (!cpu->op.known || !op_counts(cpu) || !period || !selected(cpu, op, cpu->op.high + passed))
        return true;
    if (wanted && selected(cpu, op, cpu->op.low + passed))
        return oracle_refuse(
            why, "the op counter has reached %" PRIu64 ", and the op was not sampled", period);
    if (wanted)
        return true; /* the counter may not have reached the period */
    /* A filter dropped the tagged op, so the counter restarts. If the count is
     * not exactly known, the op may not be tagged yet. */
    bool certain = selected(cpu, op, cpu->op.low + passed);
    cpu->waited += cpu->waits;
    settle(cpu, instructions + op->retired);
    cpu->op.low = op->retired;
    if (certain || cpu->op.high < RANDOM_COUNTS)
        cpu->op.high = RANDOM_COUNTS - 1;
    return true;
}

bool oracle_cpu_fetch_sampled(struct oracle_cpu *cpu, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY])
{
    enum oracle_part part = cpu->hardware->part;
    uint64_t max_cnt = get(cpu, ORACLE_F_MAX_CNT), cnt = get(cpu, ORACLE_F_CNT);
    /* This fetch has been counted, unless it was known to be the tagged one. */
    uint64_t most = cpu->fetch.high - !cpu->fetch_due, period = fetch_period(cpu);
    bool on = fetch_counts(cpu), early = cpu->fetch.known && most < period;
    bool wanted = oracle_wants_fetch(cpu->hardware, cpu->regs, op);

    memset(sample, 0, sizeof(*sample));
    cpu->fetch_due = false;
    if (!oracle_sample_fetch(cpu->hardware, op, sample, why))
        return false;
    put(cpu, ORACLE_F_VAL, 1);
    put(cpu, ORACLE_F_CNT, cnt > max_cnt ? cnt : max_cnt);
    sample->regs[ORACLE_FETCH_CTL] |=
        cpu->regs[ORACLE_FETCH_CTL] & oracle_ibs_writable(part, ORACLE_FETCH_CTL);
    if (cpu->cnt_lost)
        sample->known[ORACLE_FETCH_CTL] &= ~oracle_ibs_mask(part, ORACLE_F_CNT);
    for (int reg = ORACLE_FETCH_CTL; reg <= ORACLE_FETCH_CTL_EXTD; reg++)
        if (sample->has >> reg & 1)
            cpu->regs[reg] = sample->regs[reg];
    if (!on || !max_cnt)
        return oracle_refuse(why, "fetch sampling is off, or Val is set");
    if (early)
        return oracle_refuse(why,
            "the fetch counter is at %" PRIu64 " of %" PRIu64 ", too early for a sample", most,
            period);
    return wanted || oracle_refuse(why, "a filter is against this sample");
}
