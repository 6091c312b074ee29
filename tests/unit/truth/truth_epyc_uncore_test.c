/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of epyc's uncore and core PMUs: the guest's own cachelines, and
 * the plan by the trace and by the scenario. */
#include "harness/truth/epyc/replay.h"

#include "oracle/epyc/traffic.h"
#include "tests/epyc_machine.h"
#include "tests/truth_notes.h"

#define EN     UINT64_C(0x80000000)
#define SECOND UINT64_C(1000000000)

enum { UMC0_CTL0 = 0xc0010800, UMC0_CTR0, CORE_CTR0 = 0xc0010201, CAS_RD = 0x10a };

static struct guest guest;
static struct oracle_epyc_plan planned;
static struct epyc_plan_text machine_plan;

static void no_plan(void)
{
    memset(&planned, 0, sizeof(planned));
    planned.part = ORACLE_ZEN4;
}

/* Takes @lines as the plan for the machine, and for the oracle if @both. */
static void plan(const char *const lines[], unsigned n, bool both)
{
    char wrong[PLAN_TEXT_WRONG] = "";

    no_plan();
    epyc_plan_begin(&machine_plan, &guest.m);
    for (unsigned i = 0; i < n; i++) {
        ok(epyc_plan_line(&machine_plan, lines[i], wrong), "%s%s", lines[i], wrong);
        if (both)
            ok(!oracle_epyc_plan_line(&planned, lines[i]), "... for the oracle");
    }
}

static void wrmsr(unsigned cpu, uint32_t msr, uint64_t value)
{
    const struct sim_access access = guest_access(&guest, cpu);

    epyc_msr_write(&guest.m, &access, msr, value);
}

static uint64_t rdmsr(unsigned cpu, uint32_t msr)
{
    const struct sim_access access = guest_access(&guest, cpu);

    return epyc_msr_read(&guest.m, &access, msr);
}

static void step_begins(unsigned number)
{
    const struct sim_access access = guest_access(&guest, 0);

    epyc_step(&guest.m, &access, number, false);
}

/* Replays the trace with a plan. A note of @kind must begin with @expected;
 * NULL: there must be none. */
static void notes(const struct oracle_epyc_plan *by, enum truth_note_kind kind,
    const char *expected, const char *what)
{
    struct truth *t = truth_replay_epyc(&guest.m, by, guest.records, guest.n_records);
    gboolean found = FALSE;

    for (guint i = 0; i < t->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(t->notes, i);

        found |= note->kind == kind && g_str_has_prefix(note->text, expected);
    }
    if (!ok(found == (*expected != 0), "%s", what))
        printf("# got '%s', expected '%s'\n", first_note(t, kind), expected);
    truth_free(t);
}

/* Three controllers take 12 cachelines in turn. Step 4 does not begin: a record
 * of 4 cachelines is not step 4. */
static void test_lines(void)
{
    static const char *const lines[] = {
        "at boot", "memory guest", "at step 4", "umc0.PERF_CTR0 = 0x1234"};

    guest_start(&guest, "variant=zen4 umcs=3 cpus=1");
    plan(lines, 4, true);
    wrmsr(0, UMC0_CTL0, EN | CAS_RD);
    for (unsigned line = 0; line < 12; line++)
        epyc_cacheline(&guest.m, line, CACHELINES_READ);
    is_u64(rdmsr(0, UMC0_CTR0), 4, "cachelines that a controller reads");
    notes(&planned, TRUTH_WRONG, "", "... are right if the scenario asks for the guest's own");
    no_plan();
    notes(&planned, TRUTH_WRONG, TRUTH_CACHELINES_UNASKED, "... else wrong");
    guest.records[guest.n_records - 1].value = 5;
    plan(lines, 4, true);
    notes(&planned, TRUTH_WRONG, "umc0.PERF_CTR0 = 0x5", "a read of a wrong number");
}

/* The plan sets a counter of a controller. */
static void test_preset(void)
{
    static const char *const lines[] = {"at step 1", "umc0.PERF_CTR0 = 0x77"},
                             *const later[] = {"at step 2", "umc0.PERF_CTR0 = 0x77"};

    guest_start(&guest, "variant=zen4 umcs=3 cpus=1");
    plan(lines, 2, true);
    step_begins(1);
    is_u64(rdmsr(0, UMC0_CTR0), 0x77, "a counter that the plan sets");
    notes(&planned, TRUTH_WRONG, "", "... is right");
    notes(&planned, TRUTH_SET, "the plan set counter 0 from 0x0 to 0x77", "... and noted");
    no_plan();
    for (unsigned i = 0; i < 2; i++)
        oracle_epyc_plan_line(&planned, later[i]);
    notes(&planned, TRUTH_WRONG, "entry 0 of the plan took effect, unlike in the scenario",
        "... unless another step sets it");
    notes(&planned, TRUTH_SET, "", "... and nothing is noted");
}

/* The note on a core counter set by the plan belongs to the plan's record. */
static void test_core_preset(void)
{
    static const char *const lines[] = {"at step 1", "cpu1.core.PERF_CTR0 = 0x77"};
    const struct truth_note *note = NULL;
    struct truth *t;

    guest_start(&guest, "variant=zen4 cpus=2");
    plan(lines, 2, false);
    wrmsr(0, CORE_CTR0, 5);
    step_begins(1);
    is_u64(rdmsr(1, CORE_CTR0), 0x77, "a core's counter that the plan sets");
    t = truth_replay_epyc(&guest.m, NULL, guest.records, guest.n_records);
    is_u64(count_notes(t, TRUTH_WRONG), 0, "... is right");
    is_u64(count_notes(t, TRUTH_SET), 1, "... and noted once");
    for (guint i = 0; i < t->notes->len; i++)
        note = g_ptr_array_index(t->notes, i);
    if (note) {
        is_str(note->text, "the plan set MSR 0xc0010201 of CPU 1 to 0x77", "... in words");
        is_u64(guest.records[note->record].kind, TRACE_PLAN, "... at the plan's record");
        is_u64(note->counter, 0, "... of the counter");
    }
    truth_free(t);
}

int main(void)
{
    test_lines();
    test_preset();
    test_core_preset();
    return done_testing();
}
