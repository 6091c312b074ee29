/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace to the oracle: executed instructions, the caches' responses,
 * and software's writes. Compares each sample that hardware latched, and each
 * value that a driver read. */
#include "harness/truth/epyc/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/x86/replay.h"
#include "models/epyc/op_facts.h"
#include "oracle/epyc/engine.h"
#include "oracle/epyc/predictor.h"

enum engine { ENGINE_FETCH, ENGINE_OP, N_ENGINES };

#define NO_ENGINE N_ENGINES

/* Its control register, and fields there: a sample sets @val. */
static const struct {
    enum oracle_ibs_reg ctl;
    enum oracle_ibs_field en, val, max_cnt;
} engines[N_ENGINES] = {{ORACLE_FETCH_CTL, ORACLE_F_EN, ORACLE_F_VAL, ORACLE_F_MAX_CNT},
    {ORACLE_OP_CTL, ORACLE_O_EN, ORACLE_O_VAL, ORACLE_O_MAX_CNT}};

static enum engine engine_of(enum oracle_ibs_reg reg)
{
    if (reg <= ORACLE_FETCH_PHYS_AD || reg == ORACLE_FETCH_CTL_EXTD)
        return ENGINE_FETCH;
    return reg <= ORACLE_DC_PHYS_AD || reg == ORACLE_BR_TARGET ? ENGINE_OP : NO_ENGINE;
}

struct cpu_state {
    guint64 values[ORACLE_IBS_REGS]; /* as hardware has latched or software written them */
    /* the sample that was latched and not cleared since, or TRUTH_NONE */
    gsize sample[N_ENGINES];
    struct oracle_cpu oracle;
    struct oracle_predictor predictor;
    guint64 instructions; /* instructions executed, by the latest record */
    guint64 waited;       /* core cycles of waits; @before: until the open instruction began */
    guint64 before;
    /* the previous record gave that count: the next instruction is tagged, or
     * writes a register */
    gboolean counted;
    gboolean in_window;
    guint64 unfetched; /* instructions outside of windows that do not add up to a whole fetch yet */
    /* The instruction of the latest facts. */
    struct oracle_op op;
    gboolean open;      /* the instruction is open */
    gboolean predicted; /* the predictor has seen it */
    gboolean tagged;    /* an engine has chosen it */
};

struct replay {
    const struct epyc *planned;
    struct epyc_happened *happened;
    const struct trace_record *records;
    gsize n, now; /* now: index of the current record */
    struct cpu_state *cpus;
    struct x86_replay *core;
    struct truth_amd_uncore *uncore;
    struct truth *out;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->records[r->now];
}

static enum oracle_part part_of(const struct replay *r)
{
    return r->happened->hardware.part;
}

static void note(struct replay *r, enum truth_note_kind kind, enum oracle_ibs_reg reg, char *text)
{
    truth_add_note(r->out, &(struct truth_note){kind, r->now, record_now(r)->block, reg, text});
}

/* Adds a note about the current CPU's execution at @pc. */
static void note_op(struct replay *r, guint64 pc, enum oracle_ibs_reg reg, const char *why)
{
    g_autofree char *time = access_time_text(record_now(r)->time);

    note(r, TRUTH_WRONG, reg,
        g_strdup_printf("the sample of 0x%" G_GINT64_MODIFIER "x on CPU %u (%s): %s", pc,
            record_now(r)->cpu, time, why));
}

/* The CPU of the current record; NULL if the record is not about IBS. */
static struct cpu_state *cpu_now(const struct replay *r)
{
    const struct trace_record *record = record_now(r);
    unsigned cpu = epyc_block_cpu(record->block);

    if (epyc_block_kind(record->block) != EPYC_IBS || cpu >= r->planned->config.cpus)
        return NULL;
    return &r->cpus[cpu];
}

/* The CPU and the register of the current record's access; NULL if it is not an
 * access to IBS. */
static struct cpu_state *accessed(const struct replay *r, enum oracle_ibs_reg *reg)
{
    guint32 number = record_now(r)->offset - ORACLE_IBS_MSR;
    struct cpu_state *cpu = cpu_now(r);

    if (!cpu || number >= ORACLE_IBS_REGS ||
        !oracle_ibs_has_reg(part_of(r), (enum oracle_ibs_reg)number))
        return NULL;
    *reg = (enum oracle_ibs_reg)number;
    return cpu;
}

/* ---- execution ---- */

static void predict(struct cpu_state *cpu)
{
    struct oracle_op *op = &cpu->op;
    enum oracle_branch branch = oracle_insn_read(op->bytes, op->length).branch;

    if (!cpu->open || cpu->predicted)
        return;
    cpu->predicted = TRUE;
    if (op->retired && branch != ORACLE_NO_BRANCH)
        op->mispredicted =
            oracle_predictor_wrong(&cpu->predictor, branch, op->pc, op->pc + op->length, op->next);
    if (op->mispredicted)
        cpu->waited += oracle_branch_cycles(cpu->oracle.hardware);
}

/* The oracle has received the whole instruction. */
static void close_op(struct replay *r, struct cpu_state *cpu)
{
    char why[ORACLE_SAMPLE_WHY];

    predict(cpu);
    oracle_cpu_waited(&cpu->oracle, cpu->before, cpu->waited - cpu->before);
    /* A sample has set Val, which stops the counter. */
    if (cpu->open && cpu->tagged &&
        !oracle_cpu_op_passed(&cpu->oracle, &cpu->op, cpu->instructions, why))
        note_op(r, cpu->op.pc, ORACLE_OP_CTL, why);
    if (!oracle_cpu_fetch_passed(&cpu->oracle, &cpu->op, why))
        note_op(r, cpu->op.pc, ORACLE_FETCH_CTL, why);
    cpu->open = FALSE;
    cpu->before = cpu->waited;
    oracle_cpu_waited(&cpu->oracle, cpu->waited, 0);
}

static void counted(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    const unsigned fetch_ops = r->planned->config.fetch_ops;
    struct cpu_state *cpu = cpu_now(r);

    if (!cpu)
        return;
    close_op(r, cpu);
    /* Outside of windows, a fetch is config.fetch_ops instructions
     * (docs/hardware/epyc.md). */
    if (!cpu->in_window) {
        cpu->unfetched += record->value - cpu->instructions;
        oracle_cpu_fetches(&cpu->oracle, cpu->unfetched / fetch_ops);
        cpu->unfetched %= fetch_ops;
    }
    if (record->offset != EPYC_INSTRUCTIONS) {
        cpu->in_window = record->offset == EPYC_WINDOW_BEGINS;
        cpu->unfetched = 0;
    }
    cpu->instructions = record->value;
    cpu->counted = record->offset == EPYC_INSTRUCTIONS;
    if (record->offset == EPYC_WINDOW_BEGINS)
        oracle_predictor_window(&cpu->predictor);
}

static void begin_op(struct replay *r, struct cpu_state *cpu)
{
    const struct trace_record *record = record_now(r);

    close_op(r, cpu);
    cpu->op = (struct oracle_op){.pc = record->pc,
        .next = record->value,
        .length = MIN(record->offset >> 8 & 15, ORACLE_INSN_BYTES),
        .retired = (record->offset & OP_RETIRED) != 0};
    cpu->tagged = cpu->counted;
    cpu->counted = cpu->predicted = FALSE;
    cpu->open = TRUE;
}

static void fact(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct cpu_state *cpu = cpu_now(r);
    struct oracle_op *op = cpu ? &cpu->op : NULL;
    enum op_fact which = (enum op_fact)(record->offset & 15);

    if (!cpu || (which != OP_NEXT && !cpu->open))
        return;
    if (which == OP_NEXT)
        begin_op(r, cpu);
    else if (which == OP_BYTES || which == OP_MORE_BYTES) {
        const unsigned from = which == OP_BYTES ? 0 : 8;

        for (unsigned i = 0; i < MIN(8, ORACLE_INSN_BYTES - from); i++)
            op->bytes[from + i] = (guint8)(record->value >> 8 * i);
    } else if (which == OP_ACCESS && op->n_accesses < ORACLE_ACCESSES) {
        op->accesses[op->n_accesses++] = (struct oracle_access){.linear = record->value,
            .page_shift = record->offset >> 8 & 0xff,
            .size = record->offset >> 16 & 0xff,
            .store = (record->offset & OP_STORE) != 0,
            .device = (record->offset & OP_DEVICE) != 0};
    } else if (which == OP_PHYSICAL) {
        op->has_physical = TRUE;
        op->physical = record->value;
        op->page_shift = record->offset >> 8 & 0xff;
    } else if (which == OP_AT && op->n_accesses) {
        op->accesses[op->n_accesses - 1].has_physical = TRUE;
        op->accesses[op->n_accesses - 1].physical = record->value;
    }
}

/* A response of the caches. Accesses come in their order. */
static void answered(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct oracle_answer answer = oracle_answer_read(record->offset);
    struct cpu_state *cpu = cpu_now(r);

    /* A fetch without a physical address may have faulted. */
    if (cpu && answer.fetch && r->happened->hardware.predicts)
        oracle_cpu_fetch(&cpu->oracle, answer.level != ORACLE_NOWHERE);
    if (cpu)
        cpu->waited += oracle_answer_wait(&r->happened->hardware, &answer);
    if (!cpu || !cpu->open || cpu->op.pc != record->pc)
        return;
    if (answer.fetch && record->value == record->pc)
        cpu->op.fetched = answer;
    for (unsigned i = 0; !answer.fetch && i < cpu->op.n_accesses; i++)
        if (!cpu->op.accesses[i].answer.there && cpu->op.accesses[i].linear == record->value) {
            cpu->op.accesses[i].answer = answer;
            return;
        }
}

/* ---- samples ---- */

/* "IBS_OP_DATA2.DataSrcLo is 2, ..." for the first field that differs in
 * @value. */
static char *difference(const struct replay *r, const struct oracle_sample *expected,
    enum oracle_ibs_reg reg, guint64 value)
{
    guint64 wrong = (value ^ expected->regs[reg]) & expected->known[reg],
            held[ORACLE_IBS_REGS] = {0};

    held[reg] = value;
    for (int i = 0; i < ORACLE_IBS_FIELDS; i++) {
        enum oracle_ibs_field field = (enum oracle_ibs_field)i;

        if (oracle_ibs_fields[i].reg == reg && oracle_ibs_mask(part_of(r), field) & wrong)
            return g_strdup_printf("%s is 0x%" G_GINT64_MODIFIER "x, expected 0x%" G_GINT64_MODIFIER
                                   "x",
                oracle_ibs_fields[i].name, oracle_ibs_get(part_of(r), held, field),
                oracle_ibs_get(part_of(r), expected->regs, field));
    }
    if (!wrong)
        return g_strdup_printf("IBS_OP_CTL.CurCnt in 0x%" G_GINT64_MODIFIER
                               "x, expected %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                               ", modulo %" G_GUINT64_FORMAT,
            value, expected->count, expected->count + 127, expected->period);
    return g_strdup_printf("%s is 0x%" G_GINT64_MODIFIER "x: reserved bits are not 0",
        oracle_ibs_reg_name(reg), value);
}

/* The records after the current one must latch the whole sample, and nothing
 * else. */
static void check_latched(struct replay *r, const struct oracle_sample *expected)
{
    const struct trace_record *sample = record_now(r);
    guint32 latched = 0;
    gsize i;

    for (i = r->now + 1; i < r->n; i++) {
        const struct trace_record *record = &r->records[i];
        guint32 reg = record->offset - ORACLE_IBS_MSR;

        if (record->cpu != sample->cpu)
            continue;
        if (record->kind != TRACE_LATCH || record->block != sample->block || reg >= ORACLE_IBS_REGS)
            break;
        latched |= 1u << reg;
        if ((record->value ^ expected->regs[reg]) & expected->known[reg] ||
            !oracle_sample_count_fits(
                part_of(r), expected, (enum oracle_ibs_reg)reg, record->value)) {
            g_autofree char *why = difference(r, expected, (enum oracle_ibs_reg)reg, record->value);
            note_op(r, sample->pc, (enum oracle_ibs_reg)reg, why);
        }
    }
    for (guint32 reg = 0; i < r->n && reg < ORACLE_IBS_REGS;
         reg++) /* a trace that ends here may be cut */
        if ((expected->has ^ latched) >> reg & 1) {
            g_autofree char *why =
                g_strdup_printf("%s %s", oracle_ibs_reg_name((enum oracle_ibs_reg)reg),
                    latched >> reg & 1 ? "is no part of it" : "was not latched");
            note_op(r, sample->pc, (enum oracle_ibs_reg)reg, why);
        }
}

/* ---- interrupts ---- */

/* IBS_CTL, MSRC001_103A: bits 3:0 are the number of the extended LVT entry, bit
 * 8 marks it as valid. */
#define LVT_OFFSET 0xfu
#define LVT_VALID  0x100u

/* An interrupt for a sample, or for an engine that software disabled, after
 * @executed instructions (0: unknown). A sampled op is a block by itself, but
 * not with a filter. */
static void interrupt(struct replay *r, const struct cpu_state *cpu, guint64 executed)
{
    unsigned number = (unsigned)(cpu - r->cpus);
    guint64 ctl = cpu->values[ORACLE_IBS_CTL];

    if (ctl & LVT_VALID &&
        oracle_x86_lvt_extended_passes(x86_replay_lvt(r->core, number), ctl & LVT_OFFSET))
        x86_replay_interrupts(r->core, r->now, number, executed, 0);
}

/* Revision guide of family 10h (41322), erratum 420: clearing En of a counting
 * engine while MaxCnt is not 0 sends an interrupt without a sample. */
static gboolean errs(
    const struct replay *r, enum oracle_ibs_reg reg, const struct cpu_state *cpu, guint64 value)
{
    enum oracle_part part = part_of(r);

    for (int i = 0; part == ORACLE_FAM10H && i < N_ENGINES; i++)
        if (reg == engines[i].ctl)
            return oracle_ibs_get(part, cpu->values, engines[i].en) &&
                   !oracle_ibs_get(part, cpu->values, engines[i].val) &&
                   oracle_ibs_get(part, cpu->values, engines[i].max_cnt) &&
                   !(value & oracle_ibs_mask(part, engines[i].en));
    return FALSE;
}

/* The expected sample at the current record. Unknown if the trace does not show
 * its instruction. */
static struct oracle_sample work_out(struct replay *r, struct cpu_state *cpu, enum engine engine)
{
    const struct trace_record *record = record_now(r);
    struct oracle_sample expected = {.has = 0};
    char why[ORACLE_SAMPLE_WHY];
    gboolean sound;

    if (!r->happened->hardware.logged)
        return expected;
    if (!cpu->open || !cpu->tagged || cpu->op.pc != record->pc) {
        note_op(r, record->pc, engines[engine].ctl, "the trace has no such instruction");
        return expected;
    }
    predict(cpu);
    oracle_cpu_waited(&cpu->oracle, cpu->before, cpu->waited - cpu->before);
    sound = engine == ENGINE_OP
                ? oracle_cpu_op_sampled(&cpu->oracle, &cpu->op, cpu->instructions, &expected, why)
                : oracle_cpu_fetch_sampled(&cpu->oracle, &cpu->op, &expected, why);
    if (!sound)
        note_op(r, record->pc, engines[engine].ctl, why);
    if (expected.has)
        check_latched(r, &expected);
    return expected;
}

static void sampled(struct replay *r)
{
    enum oracle_ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    const struct trace_record *record = record_now(r);
    struct truth_sample sample = {.block = record->block,
        .cpu = record->cpu,
        .engine = record->offset,
        .latched = r->now,
        .taken = TRUTH_NONE};
    struct oracle_sample expected;

    if (!cpu || engine_of(reg) == NO_ENGINE)
        return;
    cpu->sample[engine_of(reg)] = r->out->samples->len;
    g_array_append_val(r->out->samples, sample);
    interrupt(r, cpu,
        r->happened->hardware.logged && cpu->open ? cpu->instructions + cpu->op.retired : 0);
    expected = work_out(r, cpu, engine_of(reg));
    g_array_append_val(r->happened->samples, expected);
}

static void latched(struct replay *r)
{
    enum oracle_ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);

    if (!cpu)
        return;
    cpu->values[reg] = record_now(r)->value;
    if (!r->happened->hardware.logged)
        cpu->oracle.regs[reg] = record_now(r)->value;
}

/* ---- software ---- */

static void written(struct replay *r)
{
    enum oracle_ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    enum engine engine = cpu ? engine_of(reg) : NO_ENGINE;
    guint64 writable, kept;
    char why[ORACLE_SAMPLE_WHY];

    if (!cpu)
        return;
    cpu->counted = FALSE;
    if (errs(r, reg, cpu, record_now(r)->value))
        interrupt(r, cpu, cpu->instructions);
    if (!oracle_cpu_write(&cpu->oracle, reg, record_now(r)->value, cpu->instructions, why))
        note_op(r, record_now(r)->pc, reg, why);
    writable = oracle_ibs_writable(part_of(r), reg);
    kept = reg == ORACLE_FETCH_CTL ? 0 : cpu->values[reg] & ~writable;
    cpu->values[reg] = (cpu->oracle.regs[reg] & writable) | kept;
    if (engine != NO_ENGINE && reg == engines[engine].ctl &&
        !oracle_ibs_get(part_of(r), cpu->values, engines[engine].val))
        cpu->sample[engine] = TRUTH_NONE;
}

/* The driver reads the control register first; if it wants the sample, it reads
 * the others. */
static void take(struct replay *r, struct cpu_state *cpu, enum oracle_ibs_reg reg)
{
    const struct trace_record *record = record_now(r);
    enum engine engine = engine_of(reg);
    struct truth_sample *sample;

    if (engine == NO_ENGINE || cpu->sample[engine] == TRUTH_NONE)
        return;
    sample = &g_array_index(r->out->samples, struct truth_sample, cpu->sample[engine]);
    if ((!sample->n && reg != engines[engine].ctl) || sample->n == TRUTH_SAMPLE_REGS)
        return;
    for (unsigned i = 0; i < sample->n; i++)
        if (sample->regs[i].offset == record->offset)
            return;
    sample->regs[sample->n++] = (struct truth_sample_reg){record->offset, record->value};
    if (reg != engines[engine].ctl && sample->taken == TRUTH_NONE)
        sample->taken = r->now;
}

static void was_read(struct replay *r)
{
    enum oracle_ibs_reg reg;
    struct cpu_state *cpu = accessed(r, &reg);
    const struct trace_record *record = record_now(r);
    struct truth_read read = {
        .low = r->now, .high = r->now, .value = record->value, .previous = TRUTH_NONE};

    if (!cpu)
        return;
    if ((record->value ^ cpu->values[reg]) & ~oracle_cpu_running(&cpu->oracle, reg)) {
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
    const struct reg *described;
    unsigned kind, cpu;
    enum oracle_ibs_reg reg;

    if (record->value >= r->planned->plan.n_entries)
        return;
    action = &r->planned->actions[record->value];
    kind = epyc_block_kind(action->block);
    cpu = epyc_block_cpu(action->block);
    if (kind == EPYC_CORE)
        x86_replay_preset(r->core, r->now, cpu, epyc_bank(action->block)->regs[action->reg].offset,
            action->value);
    if (kind == EPYC_LBR)
        x86_replay_preset_lbr(r->core, r->now, cpu,
            epyc_bank(action->block)->regs[action->reg].offset, action->value);
    if (kind == EPYC_APIC && cpu < r->planned->config.cpus)
        oracle_x86_lvt_write(x86_replay_lvt(r->core, cpu),
            epyc_bank(action->block)->regs[action->reg].offset, (uint32_t)action->value);
    if (kind != EPYC_IBS || cpu >= r->planned->config.cpus)
        return;
    described = &epyc_bank(action->block)->regs[action->reg];
    reg = (enum oracle_ibs_reg)(described->offset - ORACLE_IBS_MSR);
    r->cpus[cpu].values[reg] = action->value;
    oracle_cpu_set(&r->cpus[cpu].oracle, reg, action->value);
    note(r, TRUTH_SET, reg,
        g_strdup_printf("the plan set %s of CPU %u to 0x%" G_GINT64_MODIFIER "x", described->name,
            cpu, (guint64)action->value));
}

/* ---- records ---- */

static void replay_record(struct replay *r)
{
    if (x86_replay_record(r->core, r->now))
        return;
    switch (record_now(r)->kind) {
    case TRACE_READ:
        was_read(r);
        break;
    case TRACE_WRITE:
        written(r);
        break;
    case TRACE_COUNTED:
        counted(r);
        break;
    case TRACE_OP:
        fact(r);
        break;
    case TRACE_CACHE:
        answered(r);
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

/* Sets registers as firmware leaves them. */
static void begin(struct replay *r)
{
    const struct epyc_config *config = &r->planned->config;
    guint64 ibs_ctl = config->lvt == EPYC_LVT_INVALID ? 0 : LVT_VALID | config->lvt_entry;

    r->cpus = g_new0(struct cpu_state, config->cpus);
    for (unsigned i = 0; i < config->cpus; i++) {
        struct cpu_state *cpu = &r->cpus[i];

        cpu->sample[ENGINE_FETCH] = cpu->sample[ENGINE_OP] = TRUTH_NONE;
        cpu->values[ORACLE_IBS_CTL] = ibs_ctl;
        oracle_cpu_begin(&cpu->oracle, &r->happened->hardware, config->val_stuck, ibs_ctl);
        oracle_predictor_begin(&cpu->predictor, config->predictor.counters,
            config->predictor.targets, config->predictor.stack);
    }
}

static void happened_free(void *oracle)
{
    struct epyc_happened *happened = oracle;

    g_array_unref(happened->samples);
    oracle_amd_uncore_free(happened->uncore);
    g_free(happened);
}

struct truth *truth_replay_epyc(const struct epyc *planned, const struct oracle_epyc_plan *plan,
    const struct trace_record *records, gsize n)
{
    struct replay r = {.planned = planned,
        .happened = g_new0(struct epyc_happened, 1),
        .records = records,
        .n = n,
        .out = truth_new()};
    const struct epyc_config *config = &planned->config;
    const struct x86_replay_of core = {.model = &epyc_model,
        .pmu = truth_core_epyc(config),
        .cpus = config->cpus,
        .block = epyc_block(EPYC_CORE, config->variant, 0),
        .apic = epyc_block(EPYC_APIC, config->variant, 0),
        .lbr = epyc_config_lbr(config) ? ORACLE_LBR_AMD : ORACLE_LBR_NONE,
        .lbr_block = epyc_block(EPYC_LBR, config->variant, 0),
        .loses = config->nmi_lost};

    r.happened->hardware = truth_hardware_epyc(config);
    r.happened->samples = g_array_new(FALSE, FALSE, sizeof(struct oracle_sample));
    r.out->oracle = r.happened;
    r.out->oracle_free = happened_free;
    r.out->mask = ORACLE_X86_COUNT;
    r.uncore = truth_amd_uncore_new(config, plan, records, r.out);
    r.happened->uncore = truth_amd_uncore_oracle(r.uncore);
    begin(&r);
    r.core = x86_replay_new(&core, r.out, records);
    for (; r.now < n; r.now++) {
        replay_record(&r);
        truth_amd_uncore_record(r.uncore, r.now);
    }
    x86_replay_free(r.core);
    truth_amd_uncore_free(r.uncore);
    g_free(r.cpus);
    return r.out;
}
