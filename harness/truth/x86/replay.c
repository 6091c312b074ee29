/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes a trace's records of core PMUs to the oracle, and notes values that
 * differ from the oracle's. */
#include "harness/truth/x86/replay.h"

#include "harness/trace/accesses.h"
#include "harness/truth/x86/driver.h"
#include "harness/truth/x86/recount.h"
#include "models/x86/core_work.h"

#define BIT(n) (1u << (n))

struct cpu_state {
    gsize unsaid_at; /* the record at which the overflow was found */
    guint32 unsaid;  /* counters that have overflowed without a record of it */
    struct x86_recount recount;
    /* a sample with a count that is not read yet; or TRUTH_NONE */
    gsize latched[ORACLE_X86_COUNTERS];
    struct oracle_x86_lvt lvt;
    struct oracle_lbr lbr;
    struct oracle_lbr_entry read; /* of the branch records' entry number @entry, so far */
    unsigned entry;
    gboolean read_right; /* ... as expected */
    unsigned interrupts;
    gsize interrupted; /* the latest record at which a counter interrupted; or TRUTH_NONE */
};

struct x86_replay {
    struct x86_replay_of of;
    struct truth *truth;
    const struct trace_record *records;
    gsize now;
    struct x86_cores *cores;
    struct x86_driver *driver;
    struct cpu_state *cpus;
};

static const struct trace_record *present(const struct x86_replay *r)
{
    return &r->records[r->now];
}

static struct oracle_x86_core *core_of(const struct x86_replay *r, unsigned cpu)
{
    return &r->cores->cores[cpu];
}

static struct x86_place place(const struct x86_replay *r, unsigned cpu, unsigned counter)
{
    return (struct x86_place){cpu, r->of.block + cpu, counter};
}

static void note_at(const struct x86_replay *r, gsize record, enum truth_note_kind kind,
    unsigned cpu, unsigned counter, char *text)
{
    truth_add_note(r->truth, &(struct truth_note){kind, record, r->of.block + cpu, counter, text});
}

static void note(const struct x86_replay *r, enum truth_note_kind kind, unsigned cpu,
    unsigned counter, char *text)
{
    note_at(r, r->now, kind, cpu, counter, text);
}

/* ---- overflows ---- */

static void note_overflow(
    const struct x86_replay *r, gsize record, unsigned cpu, unsigned counter, const char *what)
{
    g_autofree char *time = access_time_text(r->records[record].time);

    note_at(r, record, TRUTH_WRONG, cpu, counter,
        g_strdup_printf("counter %u of CPU %u %s (%s)", counter, cpu, what, time));
}

/* Brings the core up to the present record. A later record must report each
 * overflow found now. */
static void advance(const struct x86_replay *r, unsigned cpu)
{
    struct cpu_state *state = &r->cpus[cpu];

    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++)
        if (state->unsaid & BIT(i))
            note_overflow(r, state->unsaid_at, cpu, i, "has overflowed, and nothing says so");
    state->unsaid = oracle_x86_advance(core_of(r, cpu), r->now);
    state->unsaid_at = r->now;
}

/* ---- interrupts ---- */

struct oracle_x86_lvt *x86_replay_lvt(struct x86_replay *r, unsigned cpu)
{
    return &r->cpus[cpu].lvt;
}

void x86_replay_interrupts(
    struct x86_replay *r, gsize now, unsigned cpu, guint64 executed, guint64 within)
{
    const struct truth_interrupt due = {
        .record = now, .line = cpu, .executed = executed, .within = within};

    if (!r->of.loses || ++r->cpus[cpu].interrupts % r->of.loses)
        g_array_append_val(r->truth->interrupts, due);
}

/* QEMU's blocks have fewer instructions than this. The interrupt goes out at
 * the end of the block with the overflow, or of the next block. The
 * instructions that the CPU has surely executed end before that block. */
enum { BLOCK = 512 };

/* Counters that overflow at once share one interrupt. */
static void interrupt(struct x86_replay *r, unsigned cpu)
{
    struct cpu_state *state = &r->cpus[cpu];
    const struct oracle_x86_work *work = &core_of(r, cpu)->work;
    gboolean at_once = state->interrupted != TRUTH_NONE && state->interrupted + 1 == r->now &&
                       r->records[state->interrupted].time == present(r)->time;

    state->interrupted = r->now;
    if (at_once || !oracle_x86_lvt_passes(&state->lvt))
        return;
    if (oracle_x86_maker(&r->of.pmu) == ORACLE_INTEL)
        oracle_x86_lvt_delivered(&state->lvt);
    x86_replay_interrupts(r, r->now, cpu,
        work->users[ORACLE_X86_INSTRUCTIONS] + work->kernel[ORACLE_X86_INSTRUCTIONS], BLOCK);
}

static char *name_nmi(unsigned line)
{
    return g_strdup_printf("NMI of CPU %u", line);
}

static gboolean nmi_of_cpu(unsigned line, guint *cpu)
{
    *cpu = line;
    return TRUE;
}

const struct truth_lines x86_lines = {name_nmi, nmi_of_cpu};

/* The most counts of one instruction. */
static guint64 most(const struct x86_replay *r, unsigned cpu, unsigned counter)
{
    return oracle_x86_most(&r->of.pmu, oracle_x86_selects(core_of(r, cpu), counter));
}

static void overflowed(struct x86_replay *r, unsigned cpu, unsigned counter)
{
    struct cpu_state *state = &r->cpus[cpu];
    const struct truth_sample sample = {.block = present(r)->block,
        .cpu = cpu,
        .engine = present(r)->offset,
        .latched = r->now,
        .taken = TRUTH_NONE};

    state->unsaid |= oracle_x86_advance(core_of(r, cpu), r->now);
    state->unsaid_at = r->now;
    if (!(state->unsaid & BIT(counter)))
        note_overflow(r, r->now, cpu, counter, "is said to have overflowed, and has not");
    else if (oracle_x86_interrupts(core_of(r, cpu), counter) &&
             core_of(r, cpu)->counters[counter].value >= most(r, cpu, counter))
        note_overflow(r, r->now, cpu, counter, "overflowed more than an instruction ago");
    state->unsaid &= ~BIT(counter);
    if (!oracle_x86_interrupts(core_of(r, cpu), counter))
        return;
    core_of(r, cpu)->status |= oracle_lbr_interrupt(&state->lbr);
    /* The software's sample. */
    state->latched[counter] = r->truth->samples->len;
    g_array_append_val(r->truth->samples, sample);
    interrupt(r, cpu);
}

/* ---- software ---- */

/* Updates which counters run, for the driver's measurements. */
static void update_running(const struct x86_replay *r, unsigned cpu)
{
    const struct oracle_x86_core *core = core_of(r, cpu);

    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++) {
        const struct x86_place at = place(r, cpu, i);

        if (oracle_x86_runs(core, i))
            x86_driver_runs(r->driver, &at, r->now, oracle_x86_selects(core, i));
    }
}

static gboolean is_count(const struct oracle_x86_reg *reg)
{
    return reg->role == ORACLE_X86_VALUE || reg->role == ORACLE_X86_NARROW;
}

static void written(const struct x86_replay *r, unsigned cpu, const struct oracle_x86_reg *reg)
{
    struct oracle_x86_core *core = core_of(r, cpu);
    const struct x86_place at = place(r, cpu, reg->counter);

    oracle_x86_write(core, reg, present(r)->value);
    if (is_count(reg)) {
        const struct oracle_x86_counter *counter = &core->counters[reg->counter];

        x86_driver_set(r->driver, &at, r->now, counter->value, counter->total);
        r->cpus[cpu].latched[reg->counter] = TRUTH_NONE;
    }
    update_running(r, cpu);
}

/* A wrong read is noted once: the driver continues from the value it got, and
 * so does the oracle. */
static void was_read(const struct x86_replay *r, unsigned cpu, const struct oracle_x86_reg *reg)
{
    struct oracle_x86_core *core = core_of(r, cpu);
    const struct x86_place at = place(r, cpu, reg->counter);
    guint64 value = present(r)->value;
    struct truth_sample *sample;
    uint64_t expected;
    gsize *latched;

    if (!oracle_x86_read(core, reg, &expected))
        return;
    if (value != expected) {
        g_autofree char *access = access_text(r->of.model, present(r));

        note(r, TRUTH_WRONG, cpu, is_count(reg) ? reg->counter : ORACLE_X86_NONE,
            g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    }
    if (!is_count(reg))
        return;
    x86_driver_read(r->driver, &at, r->now, value, core->counters[reg->counter].total,
        oracle_x86_runs(core, reg->counter));
    core->counters[reg->counter].value = value & ORACLE_X86_COUNT;
    /* The driver takes the sample with its first read of the counter. */
    latched = &r->cpus[cpu].latched[reg->counter];
    if (*latched == TRUTH_NONE)
        return;
    sample = &g_array_index(r->truth->samples, struct truth_sample, *latched);
    sample->taken = r->now;
    sample->regs[sample->n++] = (struct truth_sample_reg){present(r)->offset, value};
    *latched = TRUTH_NONE;
}

/* ---- records ---- */

/* The work done so far: a number for each kind and privilege. */
static void counted(const struct x86_replay *r, unsigned cpu)
{
    struct oracle_x86_work *work = &core_of(r, cpu)->work;
    guint32 what = present(r)->offset - X86_COUNTED;

    if (what >= 2 * ORACLE_X86_N_DIDS)
        return;
    (what % 2 ? work->kernel : work->users)[what / 2] = present(r)->value;
}

/* Two counts of the executed work differ, for a counter that needs one. */
static void note_recount(
    const struct x86_replay *r, unsigned cpu, unsigned counter, const char *line)
{
    note(r, TRUTH_WRONG, cpu, counter, g_strdup_printf("executed: %s", line));
}

static void recounted(const struct x86_replay *r, unsigned cpu)
{
    g_autoptr(GPtrArray) wrong = g_ptr_array_new_with_free_func(g_free);
    unsigned counter = x86_recount_take(&r->cpus[cpu].recount, core_of(r, cpu), present(r), wrong);

    for (guint i = 0; i < wrong->len; i++)
        note_recount(r, cpu, counter, g_ptr_array_index(wrong, i));
}

static void accessed(struct x86_replay *r, unsigned cpu)
{
    struct x86_recount *recount = &r->cpus[cpu].recount;
    g_autofree char *missing = NULL;
    struct oracle_x86_reg reg;

    if (!oracle_x86_reg_at(&r->of.pmu, present(r)->offset, &reg))
        return;
    if (present(r)->kind == TRACE_OVERFLOW) {
        overflowed(r, cpu, reg.counter);
        return;
    }
    missing = x86_recount_begin(recount, cpu, present(r)->time);
    if (missing)
        note_recount(r, cpu, recount->counter, missing);
    advance(r, cpu);
    if (present(r)->kind == TRACE_WRITE)
        written(r, cpu, &reg);
    else
        was_read(r, cpu, &reg);
    x86_recount_accessed(recount, core_of(r, cpu));
}

/* ---- branch records ---- */

/* The CPU has taken a branch, or a number of earlier ones that no stack can
 * hold any more. */
static void branched(const struct x86_replay *r, unsigned cpu)
{
    static const enum oracle_lbr_kind kinds[BRANCH_N_KINDS] = {
        [BRANCH_CONDITIONAL] = ORACLE_LBR_CONDITIONAL,
        [BRANCH_JUMP] = ORACLE_LBR_JUMP,
        [BRANCH_INDIRECT_JUMP] = ORACLE_LBR_INDIRECT_JUMP,
        [BRANCH_CALL] = ORACLE_LBR_CALL,
        [BRANCH_INDIRECT_CALL] = ORACLE_LBR_INDIRECT_CALL,
        [BRANCH_RETURN] = ORACLE_LBR_RETURN,
        [BRANCH_FAR] = ORACLE_LBR_FAR,
        [BRANCH_INTERRUPT] = ORACLE_LBR_FAR};
    const struct trace_record *record = present(r);
    const struct oracle_lbr_branch branch = {.kind = kinds[record->offset % BRANCH_N_KINDS],
        .to_user = record->offset & BRANCH_TO_USER,
        .mispredicted = record->offset & BRANCH_MISPREDICTED,
        .from = record->pc,
        .to = record->value};

    if (core_of(r, cpu)->status & core_of(r, cpu)->frozen)
        return;
    if (record->offset & BRANCH_EARLIER)
        oracle_lbr_earlier(&r->cpus[cpu].lbr, &branch, record->value);
    else
        oracle_lbr_branch(&r->cpus[cpu].lbr, &branch);
}

/* Adds the branch of an entry whose registers were read in order. */
static void entry_was_read(const struct x86_replay *r, unsigned cpu, gboolean right)
{
    struct cpu_state *state = &r->cpus[cpu];
    struct truth_branch read = {.record = r->now, .cpu = cpu};
    struct oracle_lbr_branch branch;
    enum oracle_lbr_part part;

    if (!oracle_lbr_entry_at(&state->lbr, present(r)->offset, &read.entry, &part))
        return;
    if (part == ORACLE_LBR_FROM) {
        state->entry = read.entry;
        state->read_right = TRUE;
    }
    state->read.parts[part] = present(r)->value;
    state->read_right = state->read_right && right;
    if (part != oracle_lbr_last(r->of.lbr) || read.entry != state->entry ||
        !oracle_lbr_decode(r->of.lbr, &state->read, &branch))
        return;
    read.from = branch.from;
    read.to = branch.to;
    read.mispredicted = branch.mispredicted;
    read.executed = state->read_right;
    g_array_append_val(r->truth->branches, read);
}

static void lbr_was_read(const struct x86_replay *r, unsigned cpu)
{
    guint64 value = present(r)->value;
    uint64_t expected;

    if (!oracle_lbr_read(&r->cpus[cpu].lbr, present(r)->offset, &expected))
        return;
    entry_was_read(r, cpu, value == expected);
    if (value != expected) {
        g_autofree char *access = access_text(r->of.model, present(r));

        note(r, TRUTH_WRONG, cpu, ORACLE_X86_NONE,
            g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    }
}

static gboolean lbr_record(struct x86_replay *r, gsize now)
{
    const struct trace_record *record = &r->records[now];
    unsigned cpu = record->block - r->of.lbr_block;

    if (r->of.lbr == ORACLE_LBR_NONE || cpu >= r->of.cpus)
        return FALSE;
    r->now = now;
    if (record->kind == TRACE_BRANCH)
        branched(r, cpu);
    else if (record->kind == TRACE_WRITE)
        oracle_lbr_write(&r->cpus[cpu].lbr, record->offset, record->value);
    else if (record->kind == TRACE_READ)
        lbr_was_read(r, cpu);
    return TRUE;
}

/* ---- all records ---- */

gboolean x86_replay_record(struct x86_replay *r, gsize now)
{
    const struct trace_record *record = &r->records[now];
    unsigned cpu = record->block - r->of.block, apic = record->block - r->of.apic;

    if (lbr_record(r, now))
        return TRUE;

    if (apic < r->of.cpus && record->kind == TRACE_WRITE)
        oracle_x86_lvt_write(&r->cpus[apic].lvt, record->offset, (uint32_t)record->value);
    if (cpu >= r->of.cpus)
        return FALSE;
    r->now = now;
    if (record->kind == TRACE_COUNTED)
        counted(r, cpu);
    else if (record->kind == TRACE_RECOUNT)
        recounted(r, cpu);
    else if (record->kind == TRACE_READ || record->kind == TRACE_WRITE ||
             record->kind == TRACE_OVERFLOW)
        accessed(r, cpu);
    return TRUE;
}

void x86_replay_preset(struct x86_replay *r, gsize now, unsigned cpu, guint32 msr, guint64 value)
{
    struct oracle_x86_reg reg;

    if (cpu >= r->of.cpus || !oracle_x86_reg_at(&r->of.pmu, msr, &reg))
        return;
    r->now = now;
    r->cpus[cpu].recount.planned = TRUE;
    advance(r, cpu);
    oracle_x86_write(core_of(r, cpu), &reg, value);
    update_running(r, cpu);
    note(r, TRUTH_SET, cpu, is_count(&reg) ? reg.counter : ORACLE_X86_NONE,
        g_strdup_printf(
            "the plan set MSR 0x%x of CPU %u to 0x%" G_GINT64_MODIFIER "x", msr, cpu, value));
}

void x86_replay_preset_lbr(
    struct x86_replay *r, gsize now, unsigned cpu, guint32 msr, guint64 value)
{
    if (r->of.lbr == ORACLE_LBR_NONE || cpu >= r->of.cpus)
        return;
    r->now = now;
    oracle_lbr_write(&r->cpus[cpu].lbr, msr, value);
    note(r, TRUTH_SET, cpu, ORACLE_X86_NONE,
        g_strdup_printf(
            "the plan set MSR 0x%x of CPU %u to 0x%" G_GINT64_MODIFIER "x", msr, cpu, value));
}

/* ---- begin and end ---- */

static void cores_free(void *cores)
{
    struct x86_cores *of = cores;

    for (unsigned i = 0; i < of->cpus; i++)
        oracle_x86_core_end(&of->cores[i]);
    g_free(of->cores);
    g_free(of);
}

struct x86_replay *x86_replay_new(
    const struct x86_replay_of *of, struct truth *truth, const struct trace_record *records)
{
    struct x86_replay *r = g_new0(struct x86_replay, 1);

    G_STATIC_ASSERT(X86_N_WORK == (int)ORACLE_X86_N_DIDS);
    *r = (struct x86_replay){.of = *of,
        .truth = truth,
        .records = records,
        .cores = g_new0(struct x86_cores, 1),
        .driver = x86_driver_new(truth, records, of->cpus, ORACLE_X86_COUNTERS),
        .cpus = g_new0(struct cpu_state, of->cpus)};
    *r->cores =
        (struct x86_cores){of->pmu, of->cpus, of->block, g_new0(struct oracle_x86_core, of->cpus)};
    for (unsigned cpu = 0; cpu < of->cpus; cpu++) {
        oracle_x86_core_begin(core_of(r, cpu), &of->pmu);
        oracle_x86_lvt_begin(&r->cpus[cpu].lvt);
        oracle_lbr_begin(&r->cpus[cpu].lbr, of->lbr);
        core_of(r, cpu)->frozen = oracle_lbr_status(of->lbr);
        r->cpus[cpu].interrupted = TRUTH_NONE;
        r->cpus[cpu].recount.counter = ORACLE_X86_NONE;
        for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++)
            r->cpus[cpu].latched[i] = TRUTH_NONE;
    }
    truth->cores = r->cores;
    truth->cores_free = cores_free;
    return r;
}

void x86_replay_free(struct x86_replay *r)
{
    x86_driver_free(r->driver);
    g_free(r->cpus);
    g_free(r);
}
