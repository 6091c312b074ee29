/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected interrupts of kunpeng's core PMU, uncore PMU and PMCU. The
 * traces are the model's own, and copies with an interrupt missing, doubled,
 * late, or on another CPU. */
#include "harness/truth/kunpeng/interrupts.h"
#include "harness/truth/kunpeng/replay.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "tests/kunpeng_rounds.h"
#include "tests/truth_notes.h"

enum { DDRC0 = 0 };

static struct oracle_kunpeng_plan second;

/* A pulse for each rise, as in the plugin. */
static void pulse(void *self, unsigned line, bool high)
{
    struct lab *lab = self;
    guint cpu = 0;
    struct trace_record record = {.kind = TRACE_INTERRUPT, .offset = line, .time = lab->m.now};

    if (kunpeng_lines.of_cpu(line, &cpu))
        record.cpu = (uint16_t)cpu;
    if (high)
        lab_trace(lab, &record);
}

static struct lab *begin(void)
{
    static const char *const plan[] = {"at boot + 1us", "ddrc0 pre_cmd level 3"};
    struct lab *lab = lab_begin("uncore=hip08");
    struct kunpeng_plan_text text;

    memset(&second, 0, sizeof(second));
    lab->m.host.irq = pulse;
    kunpeng_plan_begin(&text, &lab->m);
    for (unsigned i = 0; i < G_N_ELEMENTS(plan); i++) {
        char wrong[PLAN_TEXT_WRONG] = "";
        ok(kunpeng_plan_line(&text, plan[i], wrong), "%s %s", plan[i], wrong);
        is_str(oracle_kunpeng_plan_line(&second, plan[i]), NULL, "... also for the oracle");
    }
    lab_run(lab, 10 * US);
    return lab;
}

static void reg(struct lab *lab, unsigned cpu, enum arm_reg number, uint64_t value)
{
    sysreg(lab, cpu, arm_bank.regs[number].offset, value);
}

static void box(struct lab *lab, uint32_t offset, uint64_t value)
{
    const struct sim_access access = lab_by(lab, 0);

    if (kunpeng_uncore_write(&lab->m, &access, DDRC0, offset, 4, value))
        pulse(lab, KUNPENG_IRQ_UNCORE(DDRC0), true);
}

/* Counter 0 of CPU 3 counts instructions (event 8) from 100 below its overflow.
 * At 310 per microsecond it overflows at once; the model checks 100 us
 * later. */
static void core_overflows(struct lab *lab)
{
    reg(lab, 3, ARM_PMEVTYPER0, 1u << 27 | 8);
    reg(lab, 3, ARM_PMEVCNTR0, UINT64_C(0xffffff9c));
    reg(lab, 3, ARM_PMINTENSET, 1);
    reg(lab, 3, ARM_PMCNTENSET, 1);
    reg(lab, 3, ARM_PMCR, 1);
    lab_run(lab, lab->now + MS);
    reg(lab, 3, ARM_PMOVSCLR, 1);
    reg(lab, 3, ARM_PMCNTENCLR, 1);
}

/* DDRC's event 4 is counter 4, of 32 bits. At three a ns, it overflows at count
 * 86. Offsets: hisi_uncore_ddrc_pmu.c. */
static void box_overflows(struct lab *lab)
{
    box(lab, 0x3c0, UINT64_C(0xffffff00));
    box(lab, 0x6c8, 0);
    box(lab, 0x6c0, 0x10);
    box(lab, 0x010, 2);
    lab_run(lab, lab->now + MS);
    box(lab, 0x6d0, 0x10);
    box(lab, 0x010, 0);
}

static struct truth_interrupts compare(const struct lab *lab)
{
    struct truth *truth =
        truth_replay_kunpeng(&lab->m.config, &second, lab->records, lab->n_records);
    const struct truth_interrupts_of of = {.lines = &kunpeng_lines,
        .expected = truth->interrupts,
        .records = lab->records,
        .n = lab->n_records,
        .virtual_time = TRUE};
    struct truth_interrupts found = truth_interrupts_compare(&of);

    is_u64(count_notes(truth, TRUTH_WRONG), 0, "the trace is right: %s",
        first_note(truth, TRUTH_WRONG));
    truth_free(truth);
    return found;
}

static void is_found(const struct lab *lab, const char *wrong, const char *what)
{
    struct truth_interrupts found = compare(lab);

    is_u64(found.wrong->len, *wrong != 0, "%s: lines", what);
    if (*wrong && found.wrong->len)
        ok(strstr(g_ptr_array_index(found.wrong, 0), wrong), "%s: %s", what,
            (const char *)g_ptr_array_index(found.wrong, 0));
    for (guint i = 0; i < found.wrong->len && !*wrong; i++)
        printf("# %s\n", (const char *)g_ptr_array_index(found.wrong, i));
    truth_interrupts_clear(&found);
}

/* Adds a copy of the interrupt at @ns, in order of time. */
static void add_at(struct lab *lab, uint64_t ns)
{
    struct trace_record copy = *nth(lab, TRACE_INTERRUPT, 0);
    unsigned at = lab->n_records;

    copy.time = ns;
    lab_trace(lab, &copy);
    for (; lab->records[at - 1].time > ns; at--)
        lab->records[at] = lab->records[at - 1];
    lab->records[at] = copy;
}

static void remove_first(struct lab *lab)
{
    nth(lab, TRACE_INTERRUPT, 0)->kind = TRACE_N_KINDS;
}

/* A guest in which @cause makes one interrupt, and the interrupt's time. */
static struct lab *caused(void (*cause)(struct lab *lab), uint64_t *ns)
{
    struct lab *lab = begin();

    cause(lab);
    lab_run(lab, lab->now + 3 * MS);
    end_step(lab);
    *ns = nth(lab, TRACE_INTERRUPT, 0)->time;
    return lab;
}

/* Tests each fault. @name: the line's. @after (ns): its delay, as the lab's
 * time has whole microseconds. @limit (ns): the longest delay in time. */
static void faults(void (*cause)(struct lab *lab), const char *name, uint64_t after, uint64_t limit)
{
    g_autofree char *lost = g_strdup_printf("%s: lost: ", name);
    g_autofree char *late = g_strdup_printf("%s: late by %u ns: ", name, (unsigned)limit + 1);
    g_autofree char *doubled = g_strdup_printf("%s: doubled: ", name);
    g_autofree char *unexpected = g_strdup_printf("%s: unexpected: ", name);
    struct truth_interrupts found;
    uint64_t ns;
    struct lab *lab = caused(cause, &ns);

    found = compare(lab);
    is_u64(found.expected, 1, "%s: one is expected", name);
    is_u64(found.sent, 1, "... and goes out");
    truth_interrupts_clear(&found);
    is_found(lab, "", "... in time");
    add_at(lab, ns);
    is_found(lab, doubled, "two at once");
    add_at(lab, lab->now);
    remove_first(lab);
    is_found(lab, unexpected, "one after the level fell");
    lab_free(lab);
    lab = caused(cause, &ns);
    add_at(lab, ns - after + limit);
    remove_first(lab);
    is_found(lab, "", "one at its limit");
    add_at(lab, ns - after + limit + 1);
    remove_first(lab);
    is_found(lab, late, "one after its limit");
    remove_first(lab);
    is_found(lab, lost, "none");
    lab_free(lab);
}

static void of_pmcu(struct lab *lab)
{
    run(lab, 2);
}

/* One of two flags is cleared: the level is still up, so it goes out again. */
static void test_again(void)
{
    struct lab *lab = begin();
    struct truth_interrupts found;

    reg(lab, 3, ARM_PMOVSSET, 3);
    reg(lab, 3, ARM_PMINTENSET, 3);
    reg(lab, 3, ARM_PMCR, 1);
    reg(lab, 3, ARM_PMOVSCLR, 2);
    pulse(lab, KUNPENG_IRQ_CPU(3), true);
    lab->now += MS;
    reg(lab, 3, ARM_PMOVSCLR, 1);
    found = compare(lab);
    is_u64(found.expected, 2, "a level with one of two causes cleared sends two");
    is_u64(found.sent, 2, "... and go out");
    is_u64(found.wrong->len, 0, "... in time");
    truth_interrupts_clear(&found);
    nth(lab, TRACE_INTERRUPT, 1)->kind = TRACE_N_KINDS;
    is_found(lab, "interrupt of the core PMU of CPU 3: lost: ", "without the second one");
    nth(lab, TRACE_N_KINDS, 0)->kind = TRACE_INTERRUPT;
    nth(lab, TRACE_INTERRUPT, 1)->offset = KUNPENG_IRQ_CPU(2);
    is_found(
        lab, "interrupt of the core PMU of CPU 2: sent to another CPU: ", "with CPU 2's instead");
    lab_free(lab);
}

/* Two overflows, of which one is cleared: the second interrupt of a level is
 * none of an edge. Reads of INT_STATUS show the line to the truth. */
static void test_edge(void)
{
    for (int edge = 0; edge < 2; edge++) {
        struct lab *lab = begin();
        struct truth_interrupts found;

        lab->m.config.edges = edge;
        box(lab, 0x3c0, UINT64_C(0xffffff00));
        box(lab, 0x380, UINT64_C(0xfffffff0)); /* flux_rd without traffic */
        box(lab, 0x6c8, 0);
        box(lab, 0x6c0, 0x10);
        box(lab, 0x010, 2);
        lab_run(lab, lab->now + MS);
        box(lab, 0x6d0, 0x01);
        lab_run(lab, lab->now + 100 * MS); /* nothing is under way any more */
        box(lab, 0x380, UINT64_C(0xfffffff0));
        found = compare(lab);
        is_u64(found.expected, edge ? 1 : 2, "%s: interrupts", edge ? "edge" : "level");
        is_u64(found.sent, found.expected, "... which go out");
        is_u64(found.wrong->len, 0, "... in time");
        truth_interrupts_clear(&found);
        lab->m.config.edges = !edge;
        found = compare(lab);
        is_u64(found.wrong->len, 1, "... not as the other kind");
        truth_interrupts_clear(&found);
        lab_free(lab);
    }
}

int main(void)
{
    faults(core_overflows, "interrupt of the core PMU of CPU 3", 0, 200000);
    faults(box_overflows, "interrupt of uncore PMU 0", 1000 - 86, 16384);
    faults(of_pmcu, "interrupt of pmcu0", 0, 16384);
    test_again();
    test_edge();
    return done_testing();
}
