/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own witness against made-up traces: CPUs, clocks, interrupts. */
#include "harness/judge/witness.h"

#include "harness/machine/machines.h"
#include "models/epyc/epyc_blocks.h"
#include "models/sim/step.h"
#include "models/snbep/snbep.h"

#include "tests/snbep_blocks.h"
#include "tests/tap.h"

enum { N = 64, PC = 0x401000 };

static struct trace_record records[N];
static gsize n;
static uint64_t now; /* ns */

static void add(struct trace_record record)
{
    record.time = now;
    records[n++] = record;
}

static void begin(void)
{
    n = 0;
    now = 1000;
}

static void say(unsigned cpu, enum sim_witness what, uint64_t figure)
{
    add((struct trace_record){
        .kind = TRACE_WITNESS, .cpu = (uint16_t)cpu, .pc = PC, .offset = what, .value = figure});
}

/* The verdict of @judge is @good, and its lines are @expected, each followed by
 * a newline. */
static void is(gboolean (*judge)(const struct witnessed *, GPtrArray *),
    const struct machine *machine, gboolean good, const char *expected, const char *what)
{
    const struct witnessed witnessed = {machine, records, n};
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean found = judge(&witnessed, notes);

    for (guint i = 0; i < notes->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(notes, i));
    ok(found == good, "%s: %s", what, good ? "agrees" : "does not agree");
    is_str(text->str, expected, "... with a message");
    g_ptr_array_unref(notes);
}

/* ---- CPUs ---- */

static void say_cpu(unsigned cpu, unsigned claimed, unsigned socket)
{
    say(cpu, WITNESS_CPU, claimed | (uint64_t)socket << SIM_WITNESS_SOCKET_SHIFT);
}

static void read_block(unsigned cpu, unsigned block, uint64_t pc)
{
    add((struct trace_record){.kind = TRACE_READ,
        .size = 8,
        .cpu = (uint16_t)cpu,
        .block = block,
        .offset = 0x16,
        .pc = pc});
}

static void test_cpus(void)
{
    const unsigned msr = E5_BLOCK(BOX_CBO, 0);

    begin();
    is(witness_cpus, &snbep_machine, TRUE, "", "a guest without a report");
    read_block(1, msr, PC);
    say_cpu(0, 0, 0);
    say_cpu(1, 1, 0);
    read_block(1, E5_SOCKET_1 + E5_BLOCK(BOX_IMC, 0), PC);
    read_block(7, E5_SOCKET_1 + msr, PC);
    is(witness_cpus, &snbep_machine, TRUE, "CPUs: 2, as the guest says\n",
        "MSRs of the same socket, configuration space of any, and a CPU without a report");
    say_cpu(0, 2, 0);
    is(witness_cpus, &snbep_machine, FALSE,
        "CPUs: the guest's CPU 2 is CPU 0 of the trace, at 0.000001000 s\n",
        "a CPU that the plugin takes for another");
    begin();
    say_cpu(0, 0, 0);
    say_cpu(1, 1, 1);
    read_block(1, E5_SOCKET_1 + msr, PC);
    read_block(1, msr, PC);
    is(witness_cpus, &snbep_machine, FALSE,
        "CPUs: CPU 1 reached cbo0.CTR0, which is socket 0's, at 0.000001000 s\n",
        "an MSR of another socket");
    begin();
    say_cpu(0, 0, 0);
    say_cpu(1, 1, 0);
    read_block(1, epyc_block(EPYC_APIC, 0, 1), PC);
    read_block(1, epyc_block(EPYC_APIC, 0, 0), 0);
    is(witness_cpus, &epyc_machine, TRUE, "CPUs: 2, as the guest says\n",
        "registers of the same CPU");
    read_block(1, epyc_block(EPYC_APIC, 0, 0), PC);
    is(witness_cpus, &epyc_machine, FALSE,
        "CPUs: CPU 1 reached cpu0.apic+0x16, which is CPU 0's, at 0.000001000 s\n",
        "registers of another CPU");
}

/* ---- clocks ---- */

/* Ticks just before and after a moment, which the trace records as @time. */
static void read_clock(uint64_t time, uint64_t before, uint64_t after, uint64_t hz)
{
    now = time;
    say(0, WITNESS_CPU, 0);
    say(0, WITNESS_BEFORE, before);
    say(0, WITNESS_AFTER, after);
    say(0, WITNESS_HZ, hz);
}

static void test_clock(void)
{
    begin();
    is(witness_clock, &snbep_machine, TRUE, "", "a guest without a clock");
    read_clock(1000, 990, 1010, 1000000000);
    is(witness_clock, &snbep_machine, TRUE, "clock: guest 0 ns, trace 0 ns\n", "one reading");
    read_clock(1000000000, 999999990, 1000000010, 1000000000);
    is(witness_clock, &snbep_machine, TRUE, "clock: guest 999999000 ns, trace 999999000 ns\n",
        "two clocks that agree");
    /* By the first reading, the guest is at most 12 ns ahead; by this one, at
     * least 13. */
    read_clock(2000000000, 2000000013, 2000000020, 1000000000);
    is(witness_clock, &snbep_machine, FALSE,
        "clock: guest 1999999023 ns, trace 1999999000 ns\n"
        "clock: between 0.000001000 s and 2.000000000 s the trace's clock is slow by at least 1 "
        "ns\n",
        "a nanosecond too late");
    n -= 4;
    read_clock(2000000000, 2000000012, 2000000020, 1000000000);
    is(witness_clock, &snbep_machine, TRUE, "clock: guest 1999999022 ns, trace 1999999000 ns\n",
        "just in time");
    begin();
    read_clock(1000000000, 500, 501, 62500000);
    read_clock(1000000000 + 1010000000, 500 + 62500000, 501 + 62500000, 62500000);
    is(witness_clock, &kunpeng_machine, FALSE,
        "clock: guest 1000000000 ns, trace 1010000000 ns\n"
        "clock: between 1.000000000 s and 2.010000000 s the trace's clock is fast by at least "
        "9999967 ns\n",
        "one per cent, seen by a clock of 16 ns");
    begin();
    read_clock(1000, 990, 1010, 0);
    is(witness_clock, &snbep_machine, TRUE, "", "no ticks in a second");
    begin();
    read_block(0, E5_BLOCK(BOX_PCU, 0), PC);
    read_block(1, E5_BLOCK(BOX_PCU, 0), PC);
    read_block(0, E5_BLOCK(BOX_CBO, 0), PC);
    now += 2;
    read_block(0, E5_BLOCK(BOX_PCU, 0), PC);
    is(witness_clock, &snbep_machine, TRUE, "", "two CPUs, two counters, and two times");
    read_block(1, E5_BLOCK(BOX_PCU, 0), PC);
    read_block(0, E5_BLOCK(BOX_PCU, 0), PC);
    is(witness_clock, &snbep_machine, FALSE,
        "clock: reads of a counter at the time of the CPU's previous one: 1; first: "
        "pcu.CTR0 = 0x0 (0.000001002 s, CPU 0)\n",
        "time stands still");
}

/* ---- interrupts ---- */

static void say_taken(unsigned cpu, unsigned kind, uint64_t count)
{
    say(cpu, WITNESS_TAKEN, count | (uint64_t)kind << SIM_WITNESS_KIND_SHIFT);
}

static void audit(unsigned cpu, unsigned what, uint64_t value)
{
    add((struct trace_record){
        .kind = TRACE_AUDIT, .cpu = (uint16_t)cpu, .offset = what, .value = value});
}

static void end_mark(void)
{
    audit(0, AUDIT_RECORDS, n);
}

static void sample(unsigned cpu, uint32_t engine)
{
    add((struct trace_record){
        .kind = TRACE_SAMPLE, .cpu = (uint16_t)cpu, .offset = engine, .pc = PC});
}

/* Interrupts sent by the end of a step and taken after it, with nothing more
 * until the next mark. */
static void step(uint64_t sent, uint64_t taken)
{
    audit(0, AUDIT_SENT, sent);
    end_mark();
    now += 1000;
    say_taken(0, 0, taken);
    end_mark();
}

static void test_nmis(void)
{
    begin();
    step(5, 5);
    is(witness_interrupts, &power9_machine, TRUE, "", "a machine without interrupts");
    is(witness_interrupts, &epyc_machine, TRUE, "interrupts: NMI: 5 sent, 5 taken\n",
        "each interrupt was taken");
    step(9, 8);
    step(12, 11);
    is(witness_interrupts, &epyc_machine, FALSE,
        "interrupts: NMI of CPU 0: sent 9, and the guest has taken 8, at 0.000003000 s\n"
        "interrupts: NMI: 12 sent, 11 taken\n",
        "an interrupt lost in the second step");
    begin();
    step(5, 6);
    step(7, 8);
    is(witness_interrupts, &epyc_machine, FALSE,
        "interrupts: NMI of CPU 0: sent 5, and the guest has taken 6, at 0.000002000 s\n"
        "interrupts: NMI: 7 sent, 8 taken\n",
        "an interrupt that was never sent");
    begin();
    audit(0, AUDIT_SENT, 5);
    end_mark();
    say_taken(0, 0, 6);
    audit(0, AUDIT_SENT, 7);
    end_mark();
    is(witness_interrupts, &epyc_machine, TRUE, "interrupts: NMI: 7 sent, 6 taken\n",
        "some come while the guest looks");
}

/* The samples of two engines at once. */
static void test_merged(void)
{
    begin();
    for (unsigned i = 0; i < 3; i++)
        sample(0, 0x1030);
    sample(0, 0x1033);
    step(4, 3);
    is(witness_interrupts, &epyc_machine, TRUE, "interrupts: NMI: 4 sent, 3 taken\n",
        "one interrupt may have merged");
    begin();
    for (unsigned i = 0; i < 3; i++)
        sample(0, 0x1030);
    sample(0, 0x1033);
    step(4, 2);
    is(witness_interrupts, &epyc_machine, FALSE,
        "interrupts: NMI of CPU 0: sent 4, and the guest has taken 2, at 0.000002000 s\n"
        "interrupts: NMI: 4 sent, 2 taken\n",
        "but not two interrupts");
    begin();
    sample(0, 0x1030);
    sample(1, 0x1033);
    step(2, 1);
    is(witness_interrupts, &epyc_machine, FALSE,
        "interrupts: NMI of CPU 0: sent 2, and the guest has taken 1, at 0.000002000 s\n"
        "interrupts: NMI: 2 sent, 1 taken\n",
        "not with another CPU's interrupt");
}

/* Nothing is sent between a step's end and the guest's next report. */
static void test_not_merged(void)
{
    begin();
    for (unsigned i = 0; i < 3; i++) {
        sample(0, 0x1030);
        sample(0, 0x1033);
    }
    step(6, 5);
    sample(0, 0x1030);
    sample(0, 0x1030);
    step(8, 7);
    is(witness_interrupts, &epyc_machine, TRUE, "interrupts: NMI: 8 sent, 7 taken\n",
        "one interrupt of three merged");
    sample(0, 0x1030);
    step(9, 7);
    is(witness_interrupts, &epyc_machine, FALSE,
        "interrupts: NMI of CPU 0: sent 9, and the guest has taken 7, at 0.000004000 s\n"
        "interrupts: NMI: 9 sent, 7 taken\n",
        "two that did not merge do not excuse a lost one");
}

/* Kind 0 may be sent to any CPU, kind 1 only to one CPU. */
#define UNCORE "interrupts: uncore PMU: 0 sent, 0 taken\n"

static void test_kinds(void)
{
    begin();
    audit(0, AUDIT_SENT, 5);
    audit(1, AUDIT_SENT + 1, 2);
    end_mark();
    now = 2000;
    say_taken(0, 0, 1);
    say_taken(0, 1, 0);
    say_taken(1, 0, 4);
    say_taken(1, 1, 2);
    end_mark();
    is(witness_interrupts, &kunpeng_machine, TRUE,
        "interrupts: PMCU: 5 sent, 5 taken\ninterrupts: core PMU: 2 sent, 2 taken\n" UNCORE,
        "two kinds, two CPUs");
    audit(0, AUDIT_SENT, 7);
    end_mark();
    say_taken(0, 0, 1);
    say_taken(0, 1, 0);
    end_mark();
    is(witness_interrupts, &kunpeng_machine, TRUE,
        "interrupts: PMCU: 7 sent, 5 taken\ninterrupts: core PMU: 2 sent, 2 taken\n" UNCORE,
        "interrupts that an offline CPU took are unknown");
    say_taken(0, 0, 1);
    say_taken(1, 0, 5);
    end_mark();
    say_taken(0, 0, 1);
    say_taken(1, 0, 5);
    end_mark();
    is(witness_interrupts, &kunpeng_machine, FALSE,
        "interrupts: PMCU: sent 7, and the guest has taken 6, at 0.000002000 s\n"
        "interrupts: PMCU: 7 sent, 6 taken\ninterrupts: core PMU: 2 sent, 2 taken\n" UNCORE,
        "one lost interrupt, reported once");
    begin();
    audit(0, AUDIT_SENT + 1, 1);
    end_mark();
    say_taken(0, 1, 0);
    say_taken(1, 1, 1);
    end_mark();
    is(witness_interrupts, &kunpeng_machine, FALSE,
        "interrupts: core PMU of CPU 0: sent 1, and the guest has taken 0, at 0.000001000 s\n"
        "interrupts: core PMU of CPU 1: sent 0, and the guest has taken 1, at 0.000001000 s\n"
        "interrupts: PMCU: 0 sent, 0 taken\ninterrupts: core PMU: 1 sent, 1 taken\n" UNCORE,
        "an interrupt that went to another CPU");
}

int main(void)
{
    test_cpus();
    test_clock();
    test_nmis();
    test_merged();
    test_not_merged();
    test_kinds();
    return done_testing();
}
