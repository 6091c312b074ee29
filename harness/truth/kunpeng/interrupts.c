/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the levels of all interrupt lines. */
#include "harness/truth/kunpeng/interrupts.h"

#include "harness/truth/kunpeng/uncore.h"
#include "models/kunpeng/kunpeng.h"

#include <string.h>

/* The longest delay (ns) of an interrupt. docs/hardware/kunpeng.md: the model
 * checks core PMUs for overflows at least each 100 us. Other blocks interrupt
 * at their own times. QEMU's timer runs between two blocks of instructions, one
 * block for each CPU, of at most 512 instructions of 2 ns. */
enum { LATE_CORE = 200000, LATE = 512 * 2 * 16 };

struct truth_levels {
    const struct kunpeng_config *config;
    struct oracle_kunpeng *oracle;
    const struct trace_record *records;
    struct truth *out;
    gsize now;
    gboolean up[KUNPENG_N_IRQS];        /* a rise has been noted */
    guint64 reported[KUNPENG_MAX_CPUS]; /* ns: the latest report of the CPU's work */
    /* the oracle's number of each uncore line's PMU, or TRUTH_NO_BOX */
    unsigned boxes[UNCORE_PLACES];
    unsigned blocks[UNCORE_PLACES]; /* and its block in the trace */
};

static const struct trace_record *present(const struct truth_levels *l)
{
    return &l->records[l->now];
}

/* ---- which line ---- */

static gboolean is_cpu(unsigned line, guint *cpu)
{
    *cpu = line - KUNPENG_MAX_DIES;
    return line >= KUNPENG_IRQ_CPU(0) && line < KUNPENG_IRQ_UNCORE(0);
}

static char *name_line(unsigned line)
{
    guint cpu;

    if (is_cpu(line, &cpu))
        return g_strdup_printf("interrupt of the core PMU of CPU %u", cpu);
    if (line < KUNPENG_MAX_DIES)
        return g_strdup_printf("interrupt of pmcu%u", line);
    return g_strdup_printf("interrupt of uncore PMU %u", line - KUNPENG_IRQ_UNCORE(0));
}

const struct truth_lines kunpeng_lines = {name_line, is_cpu};

/* The line of an access's or a round's block; KUNPENG_N_IRQS: none. */
static unsigned line_of(const struct truth_levels *l, unsigned block)
{
    unsigned index = kunpeng_block_index(block);

    if (kunpeng_block_kind(block) == KUNPENG_CPU)
        return index < l->config->cpus ? KUNPENG_IRQ_CPU(index) : KUNPENG_N_IRQS;
    if (kunpeng_block_kind(block) == KUNPENG_PMCU || kunpeng_block_kind(block) == KUNPENG_OUTPUT)
        return index < l->config->dies ? KUNPENG_IRQ_PMCU(index) : KUNPENG_N_IRQS;
    for (unsigned i = 0; i < UNCORE_PLACES; i++)
        if (l->boxes[i] != TRUTH_NO_BOX && l->blocks[i] == block)
            return KUNPENG_IRQ_UNCORE(i);
    return KUNPENG_N_IRQS;
}

/* ---- levels ---- */

/* The trace reports a core's work whenever the hardware checks it, but not the
 * work until an interrupt goes out. */
static guint64 core_up(const struct truth_levels *l, unsigned cpu, gboolean *known)
{
    const struct oracle_arm *core = oracle_kunpeng_core(l->oracle, cpu);
    guint64 times[] = {l->reported[cpu], present(l)->time};

    *known = core != NULL;
    for (unsigned i = 0; core && i < G_N_ELEMENTS(times); i++) {
        bool sure;

        if (i && present(l)->kind == TRACE_COUNTED)
            break; /* this record reports the work since then */

        if (oracle_arm_interrupts(core, times[i], &sure))
            return MAX(times[i], core->ns);
        *known = *known && sure;
    }
    return G_MAXUINT64;
}

/* The time (ns) since which the line is up, or G_MAXUINT64. */
static guint64 up_since(const struct truth_levels *l, unsigned line, gboolean *known)
{
    guint64 now = present(l)->time;
    guint cpu;

    if (is_cpu(line, &cpu))
        return core_up(l, cpu, known);
    *known = TRUE;
    if (line < KUNPENG_MAX_DIES)
        return oracle_kunpeng_unit(l->oracle, line)
                   ? oracle_pmcu_interrupts(oracle_kunpeng_unit(l->oracle, line), now)
                   : G_MAXUINT64;
    const struct oracle_uncore *box =
        oracle_kunpeng_box(l->oracle, l->boxes[line - KUNPENG_IRQ_UNCORE(0)]);
    return box ? oracle_uncore_interrupts(box, now) : G_MAXUINT64;
}

static void expect(const struct truth_levels *l, unsigned line, guint64 since, gboolean again)
{
    guint cpu;
    const struct truth_interrupt due = {.record = l->now,
        .line = line,
        .again = again,
        .since = since,
        .ns = is_cpu(line, &cpu) ? LATE_CORE : LATE};

    g_array_append_val(l->out->interrupts, due);
}

static void update_line(struct truth_levels *l, unsigned line)
{
    const struct truth_interrupt fell = {.record = l->now, .line = line, .fell = TRUE};
    gboolean known, up;
    guint64 since;

    if (line >= KUNPENG_N_IRQS)
        return;
    since = up_since(l, line, &known);
    up = since != G_MAXUINT64;
    /* While a PMCU uses a core's counters, their values are unknown: an
     * interrupt may go out, but none is expected. */
    if (!up && !known && present(l)->kind == TRACE_INTERRUPT) {
        expect(l, line, present(l)->time, TRUE);
        l->out->unjudged++;
    }
    if (up && !l->up[line])
        expect(l, line, since, FALSE);
    if (!up && l->up[line])
        g_array_append_val(l->out->interrupts, fell);
    l->up[line] = up;
}

/* ---- records ---- */

static gboolean is_access(const struct trace_record *record)
{
    return record->kind == TRACE_READ || record->kind == TRACE_WRITE;
}

void truth_levels_before(struct truth_levels *l, gsize now)
{
    unsigned cpu = l->records[now].cpu;

    l->now = now;
    if (present(l)->kind == TRACE_COUNTED && cpu < l->config->cpus) {
        /* All reports of an earlier time are complete now. */
        if (present(l)->time > l->reported[cpu])
            update_line(l, KUNPENG_IRQ_CPU(cpu));
        l->reported[cpu] = present(l)->time;
    }
    if (is_access(present(l)))
        update_line(l, line_of(l, present(l)->block));
    else if (present(l)->kind == TRACE_INTERRUPT)
        update_line(l, present(l)->offset);
}

/* Whether a write clears causes of a level. The level goes out again if other
 * causes are left; an uncore PMU's edge does not. */
static gboolean clears(const struct truth_levels *l)
{
    const struct trace_record *record = present(l);
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    int reg;

    if (record->kind != TRACE_WRITE ||
        !kunpeng_model.block(record->block, name, sizeof(name), &bank) || !bank)
        return FALSE;
    reg = reg_bank_at(bank, record->offset);
    if (reg < 0)
        return FALSE;
    return !strcmp(bank->regs[reg].name, "PMOVSCLR_EL0") ||
           (!l->config->edges && !strcmp(bank->regs[reg].name, "INT_CLEAR"));
}

void truth_levels_after(struct truth_levels *l, gsize now)
{
    const struct trace_record *record = &l->records[now];
    gboolean switched = record->kind == TRACE_COUNTED && record->offset == KUNPENG_SWITCHED;
    unsigned line;

    l->now = now;
    if (!is_access(record) && record->kind != TRACE_POST && record->kind != TRACE_ROUND &&
        !switched)
        return;
    line = switched ? KUNPENG_IRQ_CPU((unsigned)record->cpu) : line_of(l, record->block);
    if (line < KUNPENG_N_IRQS && l->up[line] && clears(l)) {
        update_line(l, line);
        if (l->up[line])
            expect(l, line, record->time, TRUE);
    } else
        update_line(l, line);
}

void truth_levels_planned(struct truth_levels *l, gsize now)
{
    l->now = now;
    for (unsigned die = 0; die < l->config->dies; die++)
        update_line(l, KUNPENG_IRQ_PMCU(die));
    for (unsigned cpu = 0; cpu < l->config->cpus; cpu++)
        if (oracle_kunpeng_core(l->oracle, cpu)->ns == present(l)->time)
            update_line(l, KUNPENG_IRQ_CPU(cpu));
    for (unsigned i = 0; i < UNCORE_PLACES; i++)
        if (l->boxes[i] != TRUTH_NO_BOX)
            update_line(l, KUNPENG_IRQ_UNCORE(i));
}

/* ---- begin and end ---- */

struct truth_levels *truth_levels_new(const struct kunpeng_config *config,
    struct oracle_kunpeng *oracle, const struct trace_record *records, struct truth *truth)
{
    struct truth_levels *l = g_new0(struct truth_levels, 1);

    l->config = config;
    l->oracle = oracle;
    l->records = records;
    l->out = truth;
    for (unsigned i = 0; i < UNCORE_PLACES; i++) {
        struct uncore_place place;

        l->boxes[i] = TRUTH_NO_BOX;
        for (unsigned b = 0; uncore_place(config, i, &place) && b < ORACLE_UNCORE_BOXES; b++)
            if (truth_uncore_block(config, b) == uncore_block(&place)) {
                l->boxes[i] = b;
                l->blocks[i] = truth_uncore_block(config, b);
                break;
            }
    }
    return l;
}

void truth_levels_free(struct truth_levels *l)
{
    g_free(l);
}
