/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `kunpeng` as text: options, plan lines, names, and the effects of a plan. */
#include "models/kunpeng/kunpeng_plan.h"
#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

/* ---- options ---- */

static void is_option(const char *option, const char *wrong)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    is_str(config_parse(kunpeng_options, &config, option), wrong, "%s", option);
}

static void test_options(void)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS, again = {0};
    char text[CONFIG_TEXT];

    is_u64(config.sccl, 3, "the slides' die");
    is_u64(kunpeng_slots(&config), 48, "... of 48 CPUs");
    config_print(kunpeng_options, &config, text);
    is_str(text,
        "cpus=48 dies=1 sccl=3 clusters=6 counters=8 hpmn=0 clock=2000 blind=10000 kernel-el=2 "
        "nsh=added "
        "tables=devicetree uncore=hip08",
        "defaults");
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        ok(!config_parse(kunpeng_options, &again, word), "%s is read back", word);
    ok(again.clusters_given && !config.clusters_given, "... clusters as given");
    again.clusters_given = false;
    ok(!memcmp(&again, &config, sizeof(config)), "... to the same configuration");
    is_option("cpus=0", "cpus: expected 1 to 256");
    is_option("dies=5", "dies: expected 1 to 4");
    is_option("dies=2x", "dies: expected 1 to 4");
    is_option("clusters=-1", "clusters: expected 1 to 8 of each die");
    is_option("hpmn=32", "hpmn: expected 0 (all counters) to 31");
    is_option("nsh=maybe", "nsh: expected added or copied");
    is_option("nsh=copied", NULL);
    is_option("trigger=both", "trigger: expected level or edge");
    is_option("trigger=edge", NULL);
    is_option("tables=both", "tables: expected devicetree or acpi");
    is_option("tables=acpi", NULL);
    is_option("kernel-el=1", NULL);
    is_option("kernel-el=0", "kernel-el: expected 1 or 2");
    is_option("kernel-el=3", "kernel-el: expected 1 or 2");
    is_option("clock=", "clock: expected 100 to 4000 (MHz)");
    is_option("colour=red", "");
    is_option("cpu", "");
}

static void test_whole(void)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    is_str(kunpeng_config_wrong(&config), NULL, "defaults are sound");
    config.cpus = 49;
    is_str(kunpeng_config_wrong(&config), "cpus: expected at most 8 for each cluster of each die",
        "49 CPUs");
    config.dies = 2;
    is_str(kunpeng_config_wrong(&config), NULL, "... have room on two dies");
    config.clusters = 8;
    config.dies = 4;
    is_str(kunpeng_config_wrong(&config), NULL, "256 CPUs");
    config.dies = 3;
    config.clusters = 10;
    config.cpus = 240;
    is_str(kunpeng_config_wrong(&config), NULL, "30 clusters");
    config.clusters = 11;
    is_str(kunpeng_config_wrong(&config),
        "clusters: expected at most 256 CPUs' room on all dies: 32 clusters", "33 clusters");
    config.clusters = 8;
    config.hpmn = 9;
    config.cpus = 8;
    is_str(kunpeng_config_wrong(&config), "hpmn: expected at most as many as there are counters",
        "hpmn 9 of 8");
    config = (struct kunpeng_config){.cpus = 256,
        .dies = 4,
        .sccl = 63,
        .clusters = 8,
        .counters = 31,
        .hpmn = 31,
        .clock_mhz = 4000,
        .blind_ns = 1000000000,
        .kernel_el = 2,
        .copies_filter = true,
        .uncore = KUNPENG_HIP08,
        .edges = true,
        .clusters_given = true};
    char text[CONFIG_TEXT];
    config_print(kunpeng_options, &config, text);
    ok(strstr(text, "nsh=copied tables=devicetree uncore=hip08 trigger=edge"),
        "the longest text has room");
}

/* ---- plans ---- */

/* Under both tables, MPIDR is the same. */
static void test_first_die(void)
{
    static const struct {
        const char *options[2];
        unsigned sccl;
    } cases[] = {{{"dies=2", "tables=devicetree"}, 3}, {{"dies=2", "tables=acpi"}, 3},
        {{"sccl=3", "tables=acpi"}, 3}, {{"tables=acpi", "sccl=7"}, 7}, {{"sccl=7", "dies=2"}, 7}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct kunpeng_config config = KUNPENG_DEFAULTS;

        for (unsigned k = 0; k < 2; k++)
            config_parse(kunpeng_options, &config, cases[i].options[k]);
        kunpeng_config_cpus(&config, 16);
        is_u64(kunpeng_sccl(&config, 0), cases[i].sccl, "%s %s: the first die", cases[i].options[0],
            cases[i].options[1]);
        is_u64(kunpeng_sccl(&config, 1), cases[i].sccl + 2, "... and the second");
    }
}

static struct lab *planned(struct kunpeng_plan_text *text)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    config.cpus = 8;
    config.clusters = 1;
    struct lab *lab = lab_new(&config);
    kunpeng_plan_begin(text, &lab->m);
    return lab;
}

static void is_line(const char *line, const char *expected)
{
    static struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG] = "";
    struct lab *lab = planned(&text);

    kunpeng_plan_line(&text, "at boot", wrong);
    bool good = kunpeng_plan_line(&text, line, wrong);
    is_str(good ? NULL : wrong, expected, "%s", line);
    lab_free(lab);
}

static void test_lines(void)
{
    is_line("cpu7 L1D_CACHE_REFILL 3M/s", NULL);
    is_line("cpu0 l2d_cache 10%", NULL);
    is_line("cpu0 0x0110 level 2", NULL);
    is_line("cpu0 0x8 1M/s", "cpu0 0x8 '1M/s': it counts the guest's work");
    is_line("cpu0 CPU_CYCLES 1M/s", "cpu0 CPU_CYCLES '1M/s': it counts the guest's work");
    is_line("cpu0 0xc000 1M/s", "cpu0 0xc000 '1M/s': this event is the one that counts nothing");
    is_line("cpu0 0x12345 1M/s", "there is no event '0x12345': expected a number such as 0x0110, "
                                 "or a name; `pmulab describe "
                                 "kunpeng.cpu.events` lists them");
    is_line("cpu0 COFFEE 1M/s",
        "there is no event 'COFFEE': expected a number such as 0x0110, or a name; `pmulab describe "
        "kunpeng.cpu.events` lists them");
    is_line("cpu0 L1D_CACHE 3G/s",
        "cpu0 L1D_CACHE '3G/s': it would happen more often than once a cycle");
    is_line("cpu8 L1D_CACHE 3M/s", "there is no 'cpu8': expected a PMCU (last: pmcu0), a CPU "
                                   "(cpu7) or an uncore PMU such as ddrc0");
    is_line("pmcu0 L1D_CACHE 3M/s", "pmcu0 has no counters: expected a CPU, such as cpu0");
    is_line("pmcu0.WAIT_CNT = 50000", NULL);
    is_line("pmcu0.INT_STAT = 1", "value '1' has bits that INT_STAT does not hold");
    is_line("pmcu1.WAIT_CNT = 1", "there is no 'pmcu1': expected a PMCU (last: pmcu0), a CPU "
                                  "(cpu7) or an uncore PMU such as ddrc0");
    is_line("cpu3.PMCR_EL0 = 0", NULL);
    is_line(
        "cpu3.PMCU = 0", "cpu3 has no register 'PMCU': `pmulab describe kunpeng.cpu` lists them");
}

/* The events that the plugin waits for, and the bank of an absent block. */
static void test_deadlines(void)
{
    static struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG];
    struct lab *lab = planned(&text);

    is_u64(kunpeng_deadline(&lab->m), SIM_NEVER, "an idle machine has no deadline");
    ok(kunpeng_plan_line(&text, "at boot + 7ms", wrong) &&
            kunpeng_plan_line(&text, "pmcu0.INT_MSK = 3", wrong),
        "a plan");
    is_u64(kunpeng_deadline(&lab->m), 7 * MS, "... then the plan's entry");
    lab_free(lab);
    ok(!kunpeng_bank(kunpeng_block(KUNPENG_PMCU, 4)) &&
            kunpeng_bank(kunpeng_block(KUNPENG_PMCU, 3)) == &pmcu_bank,
        "a fifth PMCU has no registers");
}

/* An interrupt's fault names the line of its block. */
static void test_lines_of_interrupts(void)
{
    static struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG];
    struct lab *lab = planned(&text);

    ok(kunpeng_plan_line(&text, "at boot", wrong), "from boot on");
    ok(kunpeng_plan_line(&text, "fault interrupt of pmcu0 is lost", wrong), "a PMCU's: %s", wrong);
    ok(kunpeng_plan_line(&text, "fault interrupt of cpu3 is lost", wrong), "a CPU's");
    is_u64(lab->m.faults.fault[0].line, 0, "the PMCU of die 0 has line 0");
    is_u64(lab->m.faults.fault[1].line, 4 + 3, "CPUs come after four dies");
    ok(!kunpeng_plan_line(&text, "fault interrupt of cpu8 is lost", wrong), "no ninth CPU");
    ok(!kunpeng_plan_line(&text, "fault interrupt of pmcu1 is lost", wrong),
        "... nor a second PMCU");
    is_u64(lab->m.faults.n, 2, "... so two faults");
    lab_free(lab);
}

/* The maximum number of events. The next plan has all the room again. */
static void test_next_plan(void)
{
    static struct kunpeng_plan_text text;
    char wrong[PLAN_TEXT_WRONG], line[64];
    struct lab *lab = planned(&text);
    unsigned taken = 0;

    kunpeng_plan_line(&text, "at boot", wrong);
    for (unsigned i = 0; i < 128; i++) {
        snprintf(line, sizeof(line), "cpu%u 0x%x level 1", i % 8, 0x110 + i / 8);
        taken += kunpeng_plan_line(&text, line, wrong);
    }
    is_u64(taken, 128, "128 events");
    ok(!kunpeng_plan_line(&text, "cpu0 0x200 level 1", wrong), "no room for event 129");
    lab_free(lab);
    lab = planned(&text);
    kunpeng_plan_line(&text, "at boot", wrong);
    ok(kunpeng_plan_line(&text, "cpu0 0x200 level 1", wrong), "... but in the next plan");
    lab_free(lab);
}

static void test_effects(void)
{
    static struct kunpeng_plan_text text;
    static const uint16_t events[2] = {0x3, 0x110};
    char wrong[PLAN_TEXT_WRONG];
    struct lab *lab = planned(&text);

    kunpeng_plan_line(&text, "at boot", wrong);
    kunpeng_plan_line(&text, "cpu2 L1D_CACHE_REFILL 3M/s", wrong);
    kunpeng_plan_line(&text, "cpu2 0x0110 level 2", wrong);
    kunpeng_plan_line(&text, "at write 1 of pmcu0.FSM_CTRL + 505us", wrong);
    kunpeng_plan_line(&text, "cpu2 L1D_CACHE_REFILL off", wrong);
    kunpeng_plan_line(&text, "pmcu0.INT_MSK = 3", wrong);
    kunpeng_plan_line(&text, "cpu4.CONTEXTIDR_EL1 = 0x77", wrong);
    lab_probe(lab);
    lab_run(lab, 10 * MS);
    lab_list(lab, events, 2);
    lab_start(lab, 0x00020202, 50000, OUT, OUT + 0x1000);
    lab_run(lab, 20 * MS);
    /* 500 us of it; evenly spread arcs are exact to a few events
     * (models/sim/wave.h) */
    uint64_t refills = lab_word(lab, OUT + 64 + 16, 8);
    ok(refills > 1490 && refills < 1510, "half a round at 3M/s: %u", (unsigned)refills);
    is_u64(lab_word(lab, OUT + 64 + 64 + 16, 8), 2 * 2000000, "level 2 of an event without a name");
    is_u64(lab_word(lab, OUT + 64 + 24, 8), 0, "other CPUs have no traffic");
    is_u64(lab_word(lab, OUT + 256 + 64 + 16, 8), 0, "the plan cleared it");
    is_u64(lab_word(lab, OUT + 32 + 16, 4), 0x77, "... and set a context ID");
    ok(lab_peek(lab, 0x108) == 1 && !lab->irq[0],
        "... and a mask, which keeps DONE from interrupting");
    is_u64(lab_n_of(lab, TRACE_PLAN), 5, "all of it is in the trace");
    lab_free(lab);
}

/* ---- names ---- */

static void test_names(void)
{
    const struct reg_bank *bank;
    struct machine_events events;
    struct machine_event event;
    char name[MACHINE_BLOCK_NAME];

    ok(kunpeng_model.block(kunpeng_block(KUNPENG_PMCU, 1), name, sizeof(name), &bank) &&
            bank == &pmcu_bank,
        "a block");
    is_str(name, "pmcu1", "... its name");
    ok(kunpeng_model.block(kunpeng_block(KUNPENG_OUTPUT, 0), name, sizeof(name), &bank) && !bank,
        "memory");
    is_str(name, "pmcu0.mem", "... its name");
    ok(!kunpeng_model.block(kunpeng_block(KUNPENG_PMCU, 4), name, sizeof(name), &bank),
        "no fifth PMCU");
    is_u64(kunpeng_block(KUNPENG_UC, 17), 0xa011, "a number in traces");
    is_str(kunpeng_model.value_name(
               &arm_bank.regs[ARM_PMEVTYPER0 + 5], ARM_TYPE_EVT_COUNT, 0x08000011),
        "CPU_CYCLES", "an event's name");
    is_u64((uint64_t)kunpeng_model.value_named(
               &arm_bank.regs[ARM_PMEVTYPER0 + 5], ARM_TYPE_EVT_COUNT, 0, "stall"),
        0x3c, "... and number");
    is_str(kunpeng_model.value_name(&arm_bank.regs[ARM_PMCCFILTR], ARM_TYPE_EVT_COUNT, 0), NULL,
        "the cycle counter has none");
    is_str(kunpeng_model.value_name(&pmcu_bank.regs[PMCU_FSM_STATUS], FSM_STATUS_STATE, 2), "count",
        "a state");
    for (uint64_t state = 0; state < 5; state++) {
        const struct reg *reg = &pmcu_bank.regs[PMCU_FSM_STATUS];

        is_u64((uint64_t)kunpeng_model.value_named(reg, FSM_STATUS_STATE, 0,
                   kunpeng_model.value_name(reg, FSM_STATUS_STATE, state)),
            state, "state %u by its name", (unsigned)state);
    }
    is_u64((uint64_t)kunpeng_model.value_named(
               &pmcu_bank.regs[PMCU_FSM_STATUS], FSM_STATUS_STATE, 0, "wait"),
        UINT64_MAX, "... and not by another");
    is_str(kunpeng_model.counted_text(KUNPENG_LOADS * 2), "user loads", "the counts in words");
    is_str(kunpeng_model.counted_text(99), NULL, "... and an unknown offset");
    ok(kunpeng_model.events(10, &events) && !kunpeng_model.events(11, &events),
        "eleven lists of events");
    is_str(events.name, "uc", "... the last of which is UC's");
    ok(kunpeng_model.events(0, &events), "... and the first");
    is_str(events.name, "cpu", "... which is a CPU's list");
    is_str(events.code, "event", "... by the number of the event");
    is_str(events.text, "counts", "... with the counts in words");
    ok(events.code_bits == 16 && events.n_events == 120, "... of 16 bits, 120 events");
    kunpeng_model.event(0, 8, &event);
    is_str(event.name, "INST_RETIRED", "... its ninth");
    is_str(event.prose, "instructions", "... counts");
}

/* Every event by its number and name. The type registers know it by both. */
static void test_event_names(void)
{
    static const struct {
        unsigned number;
        const char *name;
    } typed[] = {{0x00, "SW_INCR"}, {0x01, "L1I_CACHE_REFILL"}, {0x06, "LD_RETIRED"},
        {0x07, "ST_RETIRED"}, {0x08, "INST_RETIRED"}, {0x09, "EXC_TAKEN"}, {0x0a, "EXC_RETURN"},
        {0x0b, "CID_WRITE_RETIRED"}, {0x11, "CPU_CYCLES"}, {0x12, "BR_PRED"}, {0x13, "MEM_ACCESS"},
        {0x1b, "INST_SPEC"}, {0x1e, "CHAIN"}, {0x21, "BR_RETIRED"}, {0x23, "STALL_FRONTEND"},
        {0x24, "STALL_BACKEND"}, {0x3c, "STALL"}};
    const struct reg *type = &arm_bank.regs[ARM_PMEVTYPER0 + 30];
    unsigned found = 0;
    uint64_t last = 0;

    for (unsigned i = 0; i < 120; i++) {
        struct machine_event event = {.code = UINT64_MAX};
        kunpeng_model.event(0, i, &event);
        is_str(kunpeng_model.value_name(type, ARM_TYPE_EVT_COUNT, 0xffff0000 | event.code),
            event.name, "event %u has its name in a register", i);
        is_u64((uint64_t)kunpeng_model.value_named(type, ARM_TYPE_EVT_COUNT, 0, event.name),
            event.code, "... and its number");
        ok(i == 0 || event.code > last, "... above the one before");
        last = event.code;
        for (unsigned t = 0; t < sizeof(typed) / sizeof(typed[0]); t++)
            found += event.code == typed[t].number && !strcmp(event.name, typed[t].name);
    }
    is_u64(found, sizeof(typed) / sizeof(typed[0]), "Arm's numbers");
    is_u64((uint64_t)kunpeng_model.value_named(type, ARM_TYPE_U, 0, "CPU_CYCLES"), UINT64_MAX,
        "another field has no event");
    is_u64((uint64_t)kunpeng_model.value_named(
               &arm_bank.regs[ARM_PMSELR], ARM_PMSELR_SEL, 0, "CPU_CYCLES"),
        UINT64_MAX, "nor has another register");
    is_u64((uint64_t)kunpeng_model.value_named(&pmcu_bank.regs[PMCU_PMCR], 0, 0, "SW_INCR"),
        UINT64_MAX, "nor has one of a PMCU");
}

/* States, as the register's text lists them, and a CPU's kinds of work, in
 * words. */
static void test_state_names(void)
{
    static const char *const states[8] = {"idle", "set-up", "count", "read", "break"};
    static const char *const counted[18] = {"user instructions", "kernel instructions",
        "user loads", "kernel loads", "user stores", "kernel stores", "user branches",
        "kernel branches", "exceptions to users", "exceptions to the kernel",
        "users' exception returns", "exception returns", NULL, "writes of CONTEXTIDR",
        "switches on and off"};
    struct machine_events events = {0};

    for (unsigned i = 0; i < 8; i++)
        is_str(kunpeng_model.value_name(&pmcu_bank.regs[PMCU_FSM_STATUS], FSM_STATUS_STATE, i),
            states[i], "state %u", i);
    for (unsigned i = 0; i < 18; i++)
        is_str(kunpeng_model.counted_text(i), counted[i], "the work of offset %u", i);
    kunpeng_model.events(0, &events);
    is_str(events.prose, "a core PMU; in Linux armv8_pmuv3, and hisi_pmcu_scclN for a die",
        "a core's events");
    ok(!events.number && !events.sub, "... without numbers or parts");
}

int main(void)
{
    test_options();
    test_first_die();
    test_whole();
    test_lines();
    test_deadlines();
    test_lines_of_interrupts();
    test_next_plan();
    test_effects();
    test_names();
    test_event_names();
    test_state_names();
    return done_testing();
}
