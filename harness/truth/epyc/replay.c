/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays IBS from a trace: latched samples, driver reads, and the cache log for each sample. */
#include "harness/truth/epyc/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/epyc/outcome.h"

enum engine { ENGINE_FETCH, ENGINE_OP, N_ENGINES };

/* The differences between the engines. */
static const struct {
    enum ibs_reg ctl;
    unsigned en, val;
    unsigned counts[2]; /* fields that count */
} engines[N_ENGINES] = {
    {IBS_FETCH_CTL, FETCH_EN, FETCH_VAL, {FETCH_CNT, FETCH_CNT}},
    {IBS_OP_CTL, OP_EN, OP_VAL, {OP_CUR_CNT, OP_CUR_CNT_EXT}},
};

#define NO_ENGINE N_ENGINES

static enum engine engine_of(enum ibs_reg reg)
{
    switch (reg) {
    case IBS_FETCH_CTL:
    case IBS_FETCH_LINADDR:
    case IBS_FETCH_PHYSADDR:
    case IBS_FETCH_CTLEXTD:
        return ENGINE_FETCH;
    case IBS_OP_CTL:
    case IBS_OP_RIP:
    case IBS_OP_DATA:
    case IBS_OP_DATA2:
    case IBS_OP_DATA3:
    case IBS_DC_LINADDR:
    case IBS_DC_PHYSADDR:
    case IBS_BR_TARGET:
        return ENGINE_OP;
    default:
        return NO_ENGINE;
    }
}

struct cpu_state {
    guint64 values[IBS_N_REGS];
    gsize sample[N_ENGINES]; /* index of the sample that was latched and not cleared since, or TRUTH_NONE */
};

struct replay {
    const struct epyc *planned;
    const struct reg_bank *bank;
    const struct trace_record *records;
    gsize n, now; /* now: index of the current record */
    struct cpu_state *cpus;
    struct truth *out;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->records[r->now];
}

static void note(struct replay *r, enum truth_note_kind kind, enum ibs_reg reg, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, record_now(r)->block, reg, text});
}

/* The CPU and the register of the current record's access; NULL if it is no such access. */
static struct cpu_state *accessed(struct replay *r, enum ibs_reg *reg)
{
    const struct trace_record *record = record_now(r);
    unsigned cpu = epyc_block_cpu(record->block);
    int at = reg_bank_at(r->bank, record->offset);

    if (epyc_block_kind(record->block) != EPYC_IBS || cpu >= r->planned->config.cpus || at < 0)
        return NULL;
    *reg = (enum ibs_reg)at;
    return &r->cpus[cpu];
}

static guint64 get(const struct replay *r, const struct cpu_state *cpu, enum ibs_reg reg, unsigned field)
{
    return reg_get(&r->bank->regs[reg], field, cpu->values[reg]);
}

/* ---- what hardware does ---- */

static void latched(struct replay *r)
{
    enum ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);

    if (cpu)
        cpu->values[reg] = record_now(r)->value;
}

/* Collects everything that the sample at the current record latched: the records after it. */
static void collect(const struct replay *r, guint64 values[IBS_N_REGS])
{
    const struct trace_record *sample = record_now(r);

    for (gsize i = r->now + 1; i < r->n; i++) {
        const struct trace_record *record = &r->records[i];
        int reg;

        if (record->cpu != sample->cpu)
            continue;
        if (record->kind != TRACE_LATCH || record->block != sample->block)
            return;
        reg = reg_bank_at(r->bank, record->offset);
        if (reg >= 0)
            values[reg] = record->value;
    }
}

static gboolean is_of(
    const struct replay *r, enum engine engine, const guint64 *values, const struct trace_record *log)
{
    return engine == ENGINE_OP ? truth_outcome_is_op(r->planned->config.variant, values, log)
                               : truth_outcome_is_fetch(values, log);
}

/* The log's record for the access in @values, latched at the current record, or NULL. It is among the records
 * of the same instruction, right before the sample. */
static const struct trace_record *find_log(const struct replay *r, enum engine engine, const guint64 *values)
{
    const struct trace_record *sample = record_now(r);

    for (gsize i = r->now; i-- > 0;) {
        const struct trace_record *record = &r->records[i];

        if (record->cpu != sample->cpu)
            continue;
        if (record->kind == TRACE_CACHE && record->pc == sample->pc) {
            if (is_of(r, engine, values, record))
                return record;
        } else if (record->kind != TRACE_SAMPLE && record->kind != TRACE_LATCH)
            return NULL;
    }
    return NULL;
}

static gboolean has_access(const struct replay *r, enum engine engine, const guint64 *values)
{
    return engine == ENGINE_FETCH ||
           reg_get(&r->bank->regs[IBS_OP_DATA3], OP_LIN_ADDR_VALID, values[IBS_OP_DATA3]) != 0;
}

static void check_outcome(struct replay *r, enum engine engine)
{
    enum ibs_variant variant = r->planned->config.variant;
    guint64 values[IBS_N_REGS] = {0};
    const struct trace_record *log;
    char *wrong;

    collect(r, values);
    if (r->planned->config.cache_log == EPYC_LOG_OFF || !has_access(r, engine, values))
        return;
    log = find_log(r, engine, values);
    if (!log)
        wrong = g_strdup("the cache log has no such access");
    else
        wrong = engine == ENGINE_OP ? truth_outcome_op(variant, values, log)
                                    : truth_outcome_fetch(variant, values, log);
    if (wrong) {
        g_autofree char *time = access_time_text(record_now(r)->time);
        note(r, TRUTH_WRONG, engines[engine].ctl,
            g_strdup_printf("the sample of 0x%" G_GINT64_MODIFIER "x on CPU %u (%s): %s",
                (guint64)record_now(r)->pc, record_now(r)->cpu, time, wrong));
    }
    g_free(wrong);
}

static void sampled(struct replay *r)
{
    enum ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    const struct trace_record *record = record_now(r);
    struct truth_sample sample = {.block = record->block,
        .cpu = record->cpu,
        .engine = record->offset,
        .latched = r->now,
        .taken = TRUTH_NONE};

    if (!cpu || engine_of(reg) == NO_ENGINE)
        return;
    cpu->sample[engine_of(reg)] = r->out->samples->len;
    g_array_append_val(r->out->samples, sample);
    check_outcome(r, engine_of(reg));
}

/* ---- what software does ---- */

static void written(struct replay *r)
{
    enum ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    enum engine engine = cpu ? engine_of(reg) : NO_ENGINE;
    gboolean stuck;

    if (!cpu)
        return;
    stuck = engine != NO_ENGINE && reg == engines[engine].ctl && r->planned->config.val_stuck &&
            get(r, cpu, reg, engines[engine].val);
    cpu->values[reg] = reg_write(&r->bank->regs[reg], cpu->values[reg], record_now(r)->value, G_MAXUINT64);
    if (stuck)
        cpu->values[reg] = reg_set(&r->bank->regs[reg], engines[engine].val, cpu->values[reg], 1);
    else if (engine != NO_ENGINE && reg == engines[engine].ctl)
        cpu->sample[engine] = TRUTH_NONE;
}

/* Bits of @reg that may read as any value: running counts. */
static guint64 running(const struct replay *r, const struct cpu_state *cpu, enum ibs_reg reg)
{
    enum engine engine = engine_of(reg);
    guint64 mask = 0;

    if (engine == NO_ENGINE || reg != engines[engine].ctl || !get(r, cpu, reg, engines[engine].en) ||
        get(r, cpu, reg, engines[engine].val))
        return 0;
    for (gsize i = 0; i < G_N_ELEMENTS(engines[engine].counts); i++)
        mask |= reg_field_mask(&r->bank->regs[reg], &r->bank->regs[reg].fields[engines[engine].counts[i]]);
    return mask;
}

static gboolean has_reg(const struct truth_sample *sample, guint32 offset)
{
    for (unsigned i = 0; i < sample->n; i++)
        if (sample->regs[i].offset == offset)
            return TRUE;
    return FALSE;
}

/* The driver reads the control register first; if it wants the sample, it reads the others. */
static void take(struct replay *r, struct cpu_state *cpu, enum ibs_reg reg)
{
    const struct trace_record *record = record_now(r);
    enum engine engine = engine_of(reg);
    struct truth_sample *sample;

    if (engine == NO_ENGINE || cpu->sample[engine] == TRUTH_NONE)
        return;
    sample = &g_array_index(r->out->samples, struct truth_sample, cpu->sample[engine]);
    if ((!sample->n && reg != engines[engine].ctl) || has_reg(sample, record->offset) ||
        sample->n == TRUTH_SAMPLE_REGS)
        return;
    sample->regs[sample->n++] = (struct truth_sample_reg){record->offset, record->value};
    if (reg != engines[engine].ctl && sample->taken == TRUTH_NONE)
        sample->taken = r->now;
}

static void was_read(struct replay *r)
{
    enum ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    const struct trace_record *record = record_now(r);
    struct truth_read read = {.low = r->now, .high = r->now, .value = record->value, .previous = TRUTH_NONE};
    guint64 mask;

    if (!cpu)
        return;
    mask = running(r, cpu, reg);
    if ((record->value ^ cpu->values[reg]) & ~mask) {
        g_autofree char *access = access_text(&epyc_model, record);
        note(r, TRUTH_WRONG, reg,
            g_strdup_printf(
                "%s: 0x%" G_GINT64_MODIFIER "x was latched or written", access, cpu->values[reg]));
    }
    read.block = record->block;
    read.counter = (unsigned)reg;
    g_array_append_val(r->out->reads, read);
    take(r, cpu, reg);
}

static void plan_entry(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    const struct epyc_action *action;

    if (record->value >= r->planned->plan.n_entries)
        return;
    action = &r->planned->actions[record->value];
    if (action->kind != EPYC_IBS || action->cpu >= r->planned->config.cpus)
        return;
    r->cpus[action->cpu].values[action->reg] = action->value;
    note(r, TRUTH_SET, (enum ibs_reg)action->reg,
        g_strdup_printf("the plan set %s of CPU %u to 0x%" G_GINT64_MODIFIER "x",
            r->bank->regs[action->reg].name, action->cpu, (guint64)action->value));
}

/* ---- records ---- */

static void replay_record(struct replay *r)
{
    switch (record_now(r)->kind) {
    case TRACE_READ:
        was_read(r);
        break;
    case TRACE_WRITE:
        written(r);
        break;
    case TRACE_LATCH:
        latched(r);
        break;
    case TRACE_SAMPLE:
        sampled(r);
        break;
    case TRACE_PLAN:
        plan_entry(r);
        break;
    default:
        break;
    }
}

/* Sets registers as firmware leaves them: IBS_CTL names the LVT entry. */
static void begin(struct replay *r)
{
    const struct epyc_config *config = &r->planned->config;
    const struct reg *ctl = &r->bank->regs[IBS_CTL];

    r->cpus = g_new0(struct cpu_state, config->cpus);
    for (unsigned i = 0; i < config->cpus; i++) {
        struct cpu_state *cpu = &r->cpus[i];

        reg_bank_reset(r->bank, cpu->values);
        cpu->sample[ENGINE_FETCH] = cpu->sample[ENGINE_OP] = TRUTH_NONE;
        cpu->values[IBS_CTL] = 0;
        if (config->lvt == EPYC_LVT_INVALID)
            continue;
        cpu->values[IBS_CTL] = reg_set(ctl, IBS_CTL_LVT_OFFSET_VAL, 0, 1);
        cpu->values[IBS_CTL] = reg_set(ctl, IBS_CTL_LVT_OFFSET, cpu->values[IBS_CTL], config->lvt_entry);
    }
}

struct truth *truth_replay_epyc(const struct epyc *planned, const struct trace_record *records, gsize n)
{
    struct replay r = {.planned = planned,
        .bank = ibs_bank(planned->config.variant),
        .records = records,
        .n = n,
        .out = truth_new()};

    begin(&r);
    for (; r.now < n; r.now++)
        replay_record(&r);
    g_free(r.cpus);
    return r.out;
}
