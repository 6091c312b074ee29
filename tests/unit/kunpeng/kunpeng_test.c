/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `kunpeng`: its deadlines, a plan's registers, and faults of each
 * kind of access. */
#include "models/kunpeng/kunpeng_plan.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

/* 8 CPUs at 2000 MHz. @plan's lines end with \n. */
static struct lab *planned(const char *plan)
{
    static struct kunpeng_plan_text text;
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    char line[128], wrong[PLAN_TEXT_WRONG];

    config.cpus = 8;
    config.clusters = 1;
    struct lab *lab = lab_new(&config);
    kunpeng_plan_begin(&text, &lab->m);
    for (; *plan; plan += strcspn(plan, "\n"), plan += *plan == '\n') {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(plan, "\n"), plan);
        if (!kunpeng_plan_line(&text, line, wrong))
            ok(false, "the test's own plan, '%s': %s", line, wrong);
    }
    lab_probe(lab);
    return lab;
}

static bool sysreg(struct lab *lab, unsigned cpu, enum arm_reg reg, uint64_t value)
{
    struct sim_access access = lab_by(lab, cpu);

    return kunpeng_sysreg_write(&lab->m, &access, arm_bank.regs[reg].offset, value);
}

static uint64_t sysreg_read(struct lab *lab, unsigned cpu, enum arm_reg reg)
{
    struct sim_access access = lab_by(lab, cpu);
    uint64_t value = UINT64_MAX;

    kunpeng_sysreg_read(&lab->m, &access, arm_bank.regs[reg].offset, &value);
    return value;
}

/* One round of 100 us, with event 8 on one counter: 192 bytes at OUT. */
static void run_round(struct lab *lab)
{
    static const uint16_t events[1] = {8};

    lab_list(lab, events, 1);
    lab_start(lab, 0x00010101, 5000, OUT, OUT + 0x1000);
}

/* ---- deadlines ---- */

/* @cpu's counter 0 counts instructions, interrupts, and holds @count. */
static void wait_for_overflow(struct lab *lab, unsigned cpu, uint64_t pmcr, uint64_t count)
{
    sysreg(lab, cpu, ARM_PMEVTYPER0, 0x08000008);
    sysreg(lab, cpu, ARM_PMEVCNTR0, count);
    sysreg(lab, cpu, ARM_PMINTENSET, 1);
    sysreg(lab, cpu, ARM_PMCNTENSET, 1);
    sysreg(lab, cpu, ARM_PMCR, pmcr);
}

static void test_overflow_deadline(void)
{
    struct lab *lab = planned("");

    lab_run(lab, 3 * MS);
    wait_for_overflow(lab, 7, 0x01, 0x100000000 - 1000000);
    is_u64(kunpeng_deadline(&lab->m), 3 * MS + 500 * US,
        "a million events before 2^32, one a cycle of 2 GHz at most: 500 us");
    wait_for_overflow(lab, 7, 0x01, 0x100000000 - 200001);
    is_u64(kunpeng_deadline(&lab->m), 3 * MS + 100 * US + 1, "half a ns more is rounded up");
    wait_for_overflow(lab, 7, 0x81, 0x100000000 - 1000000);
    is_u64(kunpeng_deadline(&lab->m), 3 * MS + (UINT64_C(1) << 63) - (UINT64_C(1) << 31) + 500 * US,
        "with LP until 2^64");
    wait_for_overflow(lab, 7, 0x81, 2);
    is_u64(kunpeng_deadline(&lab->m), 3 * MS + (UINT64_C(1) << 63) - 1,
        "2^64 - 2 cycles: 2^63 - 1 ns");
    lab->m.config.clock_mhz = 1000;
    sysreg(lab, 7, ARM_PMOVSCLR, 1);
    is_u64(kunpeng_deadline(&lab->m), SIM_NEVER, "at 1 GHz that is beyond the end of time");
    lab_free(lab);
}

/* A single counting CPU is noticed, the first as well as the last. */
static void test_each_cpu(void)
{
    for (unsigned cpu = 0; cpu < 8; cpu++) {
        struct lab *lab = planned("");
        wait_for_overflow(lab, cpu, 0x01, 0x100000000 - 1000000);
        ok(kunpeng_counts(&lab->m), "CPU %u counts", cpu);
        is_u64(kunpeng_deadline(&lab->m), 500 * US, "... and the look is made");
        lab_free(lab);
    }
}

/* A high line needs no further look, and a CPU that is off has no line. */
static void test_overflow_line(void)
{
    struct lab *lab = planned("");
    struct sim_access access = lab_by(lab, 2);

    wait_for_overflow(lab, 2, 0x01, 0xffffffff);
    lab->user_rate[2].instructions = 1;
    lab->kernel_rate[2].instructions = 1;
    lab_run(lab, 99 * US);
    ok(!lab->irq[4 + 2], "not looked for within 100 us");
    lab_run(lab, 100 * US);
    ok(lab->irq[4 + 2] && !lab->irq[4 + 1] && !lab->irq[4 + 3],
        "the overflow of CPU 2 is on its line");
    is_u64(kunpeng_deadline(&lab->m), SIM_NEVER, "... and no further look is due");
    access = lab_by(lab, 2);
    kunpeng_power(&lab->m, &access, false);
    ok(!lab->irq[4 + 2], "off, it stops interrupting");
    ok(!kunpeng_counts(&lab->m), "... nor counts");
    is_u64(sysreg_read(lab, 2, ARM_PMCR), UINT64_MAX, "... and has no registers");
    ok(!sysreg(lab, 2, ARM_PMCR, 1), "... to write");
    lab_free(lab);
}

/* A read notices an overflow at once, and raises its line. */
static void test_read_looks(void)
{
    struct lab *lab = planned("");

    wait_for_overflow(lab, 0, 0x01, 0xfffffff0);
    lab->activity[0].user.instructions += 16;
    is_u64(sysreg_read(lab, 0, ARM_PMOVSCLR), 1, "sixteen more, and it has overflowed");
    ok(lab->irq[4], "... and interrupts");
    lab_free(lab);
}

/* An idle PMCU has no work. */
static void test_idle(void)
{
    struct lab *lab = planned("");
    const struct kunpeng_world world = {&lab->m.config, &lab->m.host, &lab->m.traffic, lab->m.now};
    const struct pmcu_die die = {&world, lab->m.cpus, 8};

    pmcu_step(&lab->m.pmcus[0], &die);
    is_u64(lab_peek(lab, 0x108), 0, "a step of an idle PMCU ends no run");
    lab_free(lab);
}

/* A reset clears everything, also with the maximum of CPUs. */
static void test_reset(void)
{
    static struct kunpeng m;
    static const struct kunpeng_traffic none;
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.dies = 4;
    config.clusters = 8;
    config.cpus = 256;
    memset(&m, 0xa5, sizeof(m));
    kunpeng_reset(&m, &config, &(struct sim_host){0});
    is_u64(kunpeng_deadline(&m), SIM_NEVER, "nothing is due");
    ok(!kunpeng_counts(&m), "... nothing counts");
    ok(!memcmp(&m.traffic, &none, sizeof(none)), "... and no event sees traffic");
    is_u64(kunpeng_traffic_total(&m.traffic, 0, 0x110, 1000), 0, "... with a total of 0");
    kunpeng_traffic_of(&m.traffic, 3, 0x10);
    kunpeng_traffic_of(&m.traffic, 3, 0x11)->before = 9;
    m.traffic.n = 1;
    is_u64(kunpeng_traffic_total(&m.traffic, 3, 0x11, 1000), 0, "... nor after the last event");
    is_u64(kunpeng_traffic_of(&m.traffic, 3, 0x11)->before, 0, "... where a new event begins at 0");
    ok(m.cpus[0].number == 0 && m.cpus[255].number == 255 && !m.cpus[255].on, "... CPUs are off");
}

/* ---- a PMCU's times and interrupts ---- */

/* pmcu.h: at least 1 us from a write to what it starts, and for reading. */
static void test_least_times(void)
{
    struct lab *lab = planned("");

    lab->m.config.blind_ns = 0;
    run_round(lab);
    is_u64(kunpeng_deadline(&lab->m), 1000, "1 us to set up");
    lab_run(lab, US);
    is_u64(kunpeng_deadline(&lab->m), 101000, "... 100 us of counting");
    lab_run(lab, 101 * US);
    is_u64(kunpeng_deadline(&lab->m), 102000, "... 1 us to read");
    lab_run(lab, 110 * US);
    run_round(lab);
    lab_run(lab, 150 * US);
    lab_poke(lab, 0x3c, 1);
    is_u64(kunpeng_deadline(&lab->m), 151000, "1 us to break off");
    lab_free(lab);
    lab = planned("");
    lab->m.config.blind_ns = 2001;
    run_round(lab);
    is_u64(kunpeng_deadline(&lab->m), 1000, "half of 2001 ns is 1 us");
    lab_free(lab);
    lab = planned("");
    lab->m.config.blind_ns = 2002;
    run_round(lab);
    is_u64(kunpeng_deadline(&lab->m), 1001, "... of 2002 ns 1 ns more");
    lab_free(lab);
}

/* The host is called for a line only when it changes. */
static void test_line_changes(void)
{
    struct lab *lab = planned("");

    is_u64(lab->irq_changes, 0, "the probe's writes change no line");
    run_round(lab);
    is_u64(lab->irq_changes, 0, "... nor do a start's writes");
    lab_run(lab, MS);
    is_u64(lab->irq_changes, 1, "the end of a run does");
    lab_peek(lab, 0x108);
    lab_poke(lab, 0x10c, 2);
    lab_run(lab, 2 * MS);
    is_u64(lab->irq_changes, 1, "... once");
    lab_poke(lab, 0x10c, 1);
    is_u64(lab->irq_changes, 2, "... and clearing the status does");
    lab->m.host.irq = NULL;
    run_round(lab);
    lab_run(lab, 3 * MS);
    is_u64(lab_peek(lab, 0x108), 1, "a host without interrupts is not called");
    lab_free(lab);
}

/* Values that software writes to counters during a round are stored whole, 64
 * bits of each. */
static void test_whole_counts(void)
{
    struct lab *lab = planned("");

    run_round(lab);
    lab_run(lab, 55 * US);
    for (unsigned cpu = 0; cpu < 8; cpu++) {
        sysreg(lab, cpu, ARM_PMEVCNTR0, UINT64_C(0xfedcba9876543210) + cpu);
        sysreg(lab, cpu, ARM_PMCCNTR, UINT64_C(0xf123456789abcdef) + cpu);
    }
    lab_run(lab, MS);
    for (unsigned cpu = 0; cpu < 8; cpu++) {
        is_u64(lab_word(lab, OUT + 64 + 8 * cpu, 8), UINT64_C(0xfedcba9876543210) + cpu,
            "CPU %u: an event", cpu);
        is_u64(lab_word(lab, OUT + 128 + 8 * cpu, 8), UINT64_C(0xf123456789abcdef) + cpu + 100000,
            "... and 50 us of cycles at 2 GHz");
    }
    lab_free(lab);
}

/* ---- steps ---- */

static void test_step(void)
{
    struct lab *lab = planned("at step 7\n"
                              "pmcu0.INT_MSK = 1\n"
                              "at end of step 7\n"
                              "pmcu0.INT_MSK = 2\n");
    struct sim_access access;
    unsigned n = lab->n_records;

    lab->activity[3].user.instructions = 77;
    lab->activity[3].kernel.instructions = 88;
    lab->now = 5 * US;
    access = lab_by(lab, 3);
    kunpeng_step(&lab->m, &access, 7, false);
    const struct trace_record *r = &lab->records[n];
    ok(lab->n_records == n + 4 && r[0].kind == TRACE_COUNTED && r[0].cpu == 3 && r[0].value == 77 &&
            r[1].kind == TRACE_COUNTED && r[1].cpu == 3 && r[1].value == 88,
        "first, the CPU's executed work");
    ok(r[2].kind == TRACE_STEP_BEGIN && r[2].value == 7 && r[2].cpu == 3 && r[2].time == 5 * US &&
            r[2].pc == 0x1000,
        "... then the step");
    ok(r[3].kind == TRACE_PLAN && r[3].value == 0 && r[3].time == 5 * US,
        "... then, at once, the step's plan entry");
    is_u64(lab->m.pmcus[0].values[PMCU_INT_MSK], 1, "... which has taken effect");
    n = lab->n_records;
    kunpeng_step(&lab->m, &access, 7, true);
    r = &lab->records[n];
    ok(lab->n_records == n + 2 && r[0].kind == TRACE_STEP_END && r[0].value == 7 &&
            r[1].kind == TRACE_PLAN && r[1].value == 1,
        "the same for its end, with nothing executed");
    lab_free(lab);
}

/* ---- writes left to QEMU ---- */

/* Arm ARM, D19.5: registers that cannot be written, or not from EL1, are left
 * to QEMU and are not in the trace. */
static void test_foreign_writes(void)
{
    static const struct {
        enum arm_reg reg;
        unsigned el;
    } rows[] = {{ARM_PMCEID0, 2}, {ARM_PMCEID1, 2}, {ARM_PMEVCNTR0 + 30, 2},
        {ARM_PMEVTYPER0 + 8, 2}, {ARM_PMCEID0, 1}, {ARM_MDCR_EL2, 1}, {ARM_CONTEXTIDR_EL2, 1},
        {ARM_CONTEXTIDR_EL12, 1}};

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct kunpeng_config config = KUNPENG_DEFAULTS;
        config.kernel_el = rows[i].el;
        struct lab *lab = lab_new(&config);
        ok(!sysreg(lab, 0, rows[i].reg, 5) && !lab_n_of(lab, TRACE_WRITE), "EL%u: %s", rows[i].el,
            arm_bank.regs[rows[i].reg].name);
        ok(!lab->m.cpus[0].context_writes, "... and no context");
        lab_free(lab);
    }
}

/* ---- the plan ---- */

static void test_presets(void)
{
    struct lab *lab = planned("at boot + 5ms\n"
                              "pmcu0.INT_MSK = 1\n"
                              "at boot + 6ms\n"
                              "pmcu0.INT_MSK = 2\n"
                              "at boot + 7ms\n"
                              "cpu6.PMEVCNTR0_EL0 = 0xfffffff8\n"
                              "cpu6.PMOVSSET_EL0 = 2\n"
                              "cpu5.CONTEXTIDR_EL1 = 0x99\n");

    run_round(lab);
    lab_run(lab, 4999 * US);
    ok(lab->irq[0], "a run is done, and interrupts");
    lab_run(lab, 5 * MS);
    ok(!lab->irq[0], "masked by the plan, it does not, from that moment on");
    lab_run(lab, 6 * MS);
    ok(lab->irq[0], "... and interrupts again when unmasked");
    wait_for_overflow(lab, 6, 0x01, 5);
    sysreg(lab, 6, ARM_PMINTENSET, 2);
    lab_run(lab, 7 * MS);
    is_u64(sysreg_read(lab, 6, ARM_PMEVCNTR0), 0xfffffff8, "the plan sets a counter");
    ok(lab->irq[4 + 6], "... and an overflow, which interrupts");
    is_u64(lab->m.cpus[5].context_id[1], 0x99, "... and a context ID");
    is_u64(lab_n_of(lab, TRACE_PLAN), 5, "each is in the trace");
    lab_free(lab);
}

/* A CPU's work before the plan sets its counter belongs to the old count. */
static void test_preset_of_past(void)
{
    struct lab *lab = planned("at boot + 2ms\n"
                              "cpu1.PMEVCNTR0_EL0 = 1000\n");
    struct sim_access access;

    wait_for_overflow(lab, 1, 0x01, 0);
    lab->activity[1].user.instructions += 77;
    lab->now = 2 * MS;
    kunpeng_advance(&lab->m, 2 * MS);
    is_u64(sysreg_read(lab, 1, ARM_PMEVCNTR0), 1000, "77 instructions before it do not count");
    lab->activity[1].user.instructions += 5;
    is_u64(sysreg_read(lab, 1, ARM_PMEVCNTR0), 1005, "five after it count");
    access = lab_by(lab, 3);
    kunpeng_power(&lab->m, &access, false);
    lab_free(lab);
}

/* The trace contains a CPU's work up to the moment at which the plan starts its
 * counters. */
static void test_preset_starts(void)
{
    struct lab *lab = planned("at boot + 2ms\n"
                              "cpu1.PMCR_EL0 = 1\n");
    unsigned found = 0;

    wait_for_overflow(lab, 1, 0x00, 0);
    lab->activity[1].user.instructions += 77;
    lab->now = 2 * MS;
    kunpeng_advance(&lab->m, 2 * MS);
    for (unsigned i = 0; i < lab->n_records; i++)
        found += lab->records[i].kind == TRACE_COUNTED && lab->records[i].cpu == 1 &&
                 lab->records[i].time == 2 * MS && lab->records[i].offset == 0 &&
                 lab->records[i].value == 77;
    is_u64(found, 1, "77 instructions of users when the plan starts the counters");
    lab->activity[1].user.instructions += 5;
    is_u64(sysreg_read(lab, 1, ARM_PMEVCNTR0), 5, "... from which they count");
    lab_free(lab);
}

/* A CPU that is off ignores writes. */
static void test_preset_of_nobody(void)
{
    struct lab *lab = planned("at boot + 2ms\n"
                              "cpu3.PMCR_EL0 = 0x39\n");
    struct sim_access access = lab_by(lab, 3);

    kunpeng_power(&lab->m, &access, false);
    lab_run(lab, 3 * MS);
    access = lab_by(lab, 3);
    kunpeng_power(&lab->m, &access, true);
    is_u64(sysreg_read(lab, 3, ARM_PMCR) & 0xff, 0, "PMCR is as after reset");
    lab_free(lab);
}

/* ---- faults ---- */

static void test_faulty_pmcu(void)
{
    struct lab *lab = planned("at boot\n"
                              "fault pmcu0.WAIT_CNT drops writes 1 time\n"
                              "fault pmcu0.FSM_CFG reads 0x77\n");

    lab_poke(lab, 0x20, 5);
    is_u64(lab_peek(lab, 0x20), 0, "a dropped store");
    lab_poke(lab, 0x20, 6);
    is_u64(lab_peek(lab, 0x20), 6, "... and a sound store");
    is_u64(lab_peek(lab, 0x4), 0x77, "a faulty load");
    is_u64(lab->m.pmcus[0].values[PMCU_FSM_CFG], 0, "... while the register is unchanged");
    is_u64(lab_n_of(lab, TRACE_DROPPED), 1, "the trace has the drop");
    is_u64(lab_nth(lab, TRACE_DROPPED, 0)->value, 5, "... its value");
    is_u64(lab_n_of(lab, TRACE_MASKED), 1, "... and the hidden value");
    lab_free(lab);
}

static void test_faulty_sysregs(void)
{
    struct lab *lab = planned("at boot\n"
                              "fault cpu1.PMSELR_EL0 drops writes 1 time\n"
                              "fault cpu1.MDCR_EL2 drops writes 1 time\n"
                              "fault cpu2.PMSELR_EL0 reads 3\n");

    ok(sysreg(lab, 1, ARM_PMSELR, 5), "a dropped write of CPU 1 does not reach QEMU");
    is_u64(sysreg_read(lab, 1, ARM_PMSELR), 0, "... and changes nothing");
    ok(sysreg(lab, 1, ARM_PMSELR, 6), "... the next arrives");
    is_u64(sysreg_read(lab, 1, ARM_PMSELR), 6, "... with its value");
    ok(!sysreg(lab, 1, ARM_MDCR_EL2, 0x84), "MDCR_EL2 reaches QEMU even if the PMU drops it");
    is_u64(sysreg_read(lab, 1, ARM_MDCR_EL2), 8, "... unchanged");
    is_u64(sysreg_read(lab, 2, ARM_PMSELR), 3, "a faulty read of CPU 2");
    ok(sysreg(lab, 2, ARM_PMSELR, 7) && sysreg_read(lab, 0, ARM_PMSELR) == 0,
        "... CPU 0's read is right");
    is_u64(lab_n_of(lab, TRACE_DROPPED), 2, "two writes were dropped");
    is_u64(lab_nth(lab, TRACE_DROPPED, 0)->block, 0x1001, "... of CPU 1");
    is_u64(lab_n_of(lab, TRACE_MASKED), 1, "one value was hidden");
    lab_free(lab);
}

static void test_faulty_interrupts(void)
{
    struct lab *lab = planned("at boot\n"
                              "fault interrupt of pmcu0 is late by 300us 1 time\n"
                              "fault interrupt of cpu1 is lost 1 time\n"
                              "at boot + 4ms\n"
                              "fault interrupt of cpu2 is spurious\n");

    run_round(lab);
    lab_run(lab, 110 * US);
    is_u64(lab_peek(lab, 0x108), 1, "a round of 100 us is done after 110");
    ok(!lab->irq[0], "... and its interrupt is late");
    is_u64(lab->irq_changes, 0, "... and no line changes before");
    is_u64(kunpeng_deadline(&lab->m), 410 * US, "... by 300 us");
    lab_run(lab, 409 * US);
    ok(!lab->irq[0], "... not before");
    lab_run(lab, 410 * US);
    ok(lab->irq[0], "... then it comes");
    wait_for_overflow(lab, 1, 0x01, 0);
    sysreg(lab, 1, ARM_PMOVSSET, 1);
    ok(!lab->irq[4 + 1], "a core's interrupt is lost");
    sysreg(lab, 1, ARM_PMOVSCLR, 1);
    sysreg(lab, 1, ARM_PMOVSSET, 1);
    ok(lab->irq[4 + 1], "... once");
    lab_run(lab, 4 * MS);
    ok(lab->irq[4 + 2], "a spurious interrupt");
    lab_run(lab, 4 * MS + 20 * US);
    ok(!lab->irq[4 + 2], "... is over after 20 us");
    lab_free(lab);
}

static void test_faulty_memory(void)
{
    struct lab *lab = planned("at boot\n"
                              "fault dma stops after 72 bytes\n");

    lab->user_rate[0].instructions = lab->user_rate[1].instructions = 10;
    run_round(lab);
    lab_run(lab, MS);
    is_u64(lab_word(lab, OUT + 64, 8), 1000, "72 of 192 bytes are stored");
    is_u64(lab_word(lab, OUT + 72, 8), 0, "... and no more");
    is_u64(lab_peek(lab, 0x108), 1, "... unnoticed by the PMCU");
    lab_free(lab);
}

/* ---- looks from outside ---- */

/* Numbers of registers by DDI 0487: op0:op1:CRn:CRm:op2. */
enum { PMCR = 0xdce0, PMCNTENSET = 0xdce1, PMCCNTR = 0xdce8 };

static void test_peek(void)
{
    struct lab *lab = lab_new(&KUNPENG_DEFAULTS);
    struct kunpeng twin;
    struct sim_access access = lab_by(lab, 1);
    uint64_t value;
    unsigned records;

    kunpeng_sysreg_write(&lab->m, &access, PMCNTENSET, 0x80000000);
    kunpeng_sysreg_write(&lab->m, &access, PMCR, 1);
    lab_poke(lab, 0x20, 0x55);
    lab->user_rate[1].instructions = 1000;
    lab_run(lab, MS);
    memcpy(&twin, &lab->m, sizeof(twin));
    records = lab->n_records;
    ok(kunpeng_peek(&lab->m, 0, 0x20, 4, &value) && value == 0x55, "a look at a PMCU's register");
    ok(kunpeng_peek(&lab->m, 0x1001, PMCNTENSET, 8, &value) && value == 0x80000000,
        "... and a CPU's");
    ok(kunpeng_peek(&lab->m, 0x1001, PMCCNTR, 8, &value) && value, "... that counts");
    ok(!memcmp(&twin, &lab->m, sizeof(twin)) && lab->n_records == records, "nothing has changed");
    access = lab_by(lab, 1);
    uint64_t again;
    ok(kunpeng_sysreg_read(&lab->m, &access, PMCCNTR, &again) && again == value,
        "a read returns the same");
    ok(!kunpeng_peek(&lab->m, 0x1000 + lab->m.config.cpus, PMCR, 8, &value), "no such CPU");
    ok(!kunpeng_peek(&lab->m, lab->m.config.dies, 0x20, 4, &value), "no such die");
    ok(!kunpeng_peek(&lab->m, 0x1001, 0xc000, 8, &value), "no such register");
    ok(!kunpeng_peek(&lab->m, 0x2000, 0, 8, &value), "no register in the output");
    kunpeng_power(&lab->m, &access, false);
    ok(!kunpeng_peek(&lab->m, 0x1001, PMCR, 8, &value), "a CPU that is off");
    lab_free(lab);
}

int main(void)
{
    test_overflow_deadline();
    test_each_cpu();
    test_overflow_line();
    test_read_looks();
    test_idle();
    test_reset();
    test_least_times();
    test_line_changes();
    test_whole_counts();
    test_step();
    test_foreign_writes();
    test_presets();
    test_preset_of_past();
    test_preset_starts();
    test_preset_of_nobody();
    test_faulty_pmcu();
    test_faulty_sysregs();
    test_faulty_interrupts();
    test_faulty_memory();
    test_peek();
    return done_testing();
}
