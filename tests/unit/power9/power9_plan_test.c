/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan as text: the result of each valid line, and the exact complaint
 * about each invalid one. */
#include "tests/plan_anchors.h"
#include "tests/power9_machine.h"

static struct p9 machine;
static struct p9_plan_text text;
static char wrong[PLAN_TEXT_WRONG];

static const struct p9_config one_core = {
    .cpus = 1, .sockets = 1, .threads = 1, .availability = 1, .generation = &generation_power9};
static const struct p9_config large = {
    .cpus = 64, .sockets = 2, .threads = 4, .availability = 1, .generation = &generation_power9};

static void begin(const struct p9_config *config)
{
    p9_reset(&machine, config, &(struct sim_host){0});
    p9_plan_begin(&text, &machine);
}

/* Reads a line; NULL, or the complaint. */
static const char *line(const char *one)
{
    memset(wrong, '~', sizeof(wrong));
    return p9_plan_line(&text, one, wrong) ? NULL : wrong;
}

/* ---- good lines ---- */

static void test_anchors(void)
{
    static const struct anchor_case cases[] = {
        {"at boot", {.event = PLAN_BOOT, .countdown = 1}, 0},
        {"at step 2 + 5us", {.event = PLAN_STEP_BEGIN, .step = 2, .countdown = 1}, 5000},
        {"at end of step 3", {.event = PLAN_STEP_END, .step = 3, .countdown = 1}, 0},
        {"at read 2 of chip0.STATUS",
            {.event = PLAN_READ, .countdown = 2, .block = 0, .reg = 0x3fc00}, 0},
        {"at read 1 of chip1.mcs01.PM_MCS01_64B_RD_DISP_PORT01 in step 4",
            {.event = PLAN_READ, .countdown = 1, .step = 4, .block = 1, .reg = 0xc8}, 0},
        {"at read 3 of core15.CPM_INST",
            {.event = PLAN_READ, .countdown = 3, .block = 0x300f, .reg = 0x20}, 0},
        {"at read 3 of cpu63.CPM_CS_INST_USER",
            {.event = PLAN_READ, .countdown = 3, .block = 0x403f, .reg = 0x1020}, 0},
        {"at write 1 of core0.HTM_MODE",
            {.event = PLAN_WRITE, .countdown = 1, .block = 0x1000, .reg = CORE_HTM_MODE}, 0},
        {"at write 2 of cpu5.LDBAR + 1ms", {.event = PLAN_WRITE, .countdown = 2, .block = 0x2005},
            MS},
    };

    begin(&large);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *complaint = line(cases[i].line);
        if (!complaint)
            line("chip0.MODE = 0");
        check_anchor(&machine.plan, i, &cases[i], complaint);
    }
}

static bool same_action(const struct p9_action *a, const struct p9_action *b)
{
    return a->block == b->block && a->preset == b->preset && a->offset == b->offset &&
           a->value == b->value && a->units == b->units && (a->preset || a->scale == b->scale) &&
           a->amount.kind == b->amount.kind && a->amount.rate == b->amount.rate;
}

static const struct {
    const char *line;
    struct p9_action action;
} actions[] = {
    {"chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 120M/s",
        {.offset = 0xc8,
            .scale = 256,
            .units = UINT64_C(0x6000000000000000),
            .amount = {.kind = TRAFFIC_RATE, .rate = 120000000}}},
    {"chip1.mcs01 PM_MCS01_64B_RD_DISP_PORT23 64 MB/s # comment",
        {.block = 1,
            .offset = 0xe8,
            .scale = 256,
            .units = UINT64_C(0x6000000000000000),
            .amount = {.kind = TRAFFIC_RATE, .rate = 1000000}}},
    {"chip0.mcs23 PM_MCS23_128B_WR_DISP_PORT01 128 MB/s",
        {.offset = 0x58,
            .scale = 256,
            .units = UINT64_C(0x1800000000000000),
            .amount = {.kind = TRAFFIC_RATE, .rate = 1000000}}},
    {"chip0.powerbus0 PM_PB_CYC 2G/s", {.offset = 0x80,
                                           .scale = 256,
                                           .units = UINT64_C(0x8000000000000000),
                                           .amount = {.kind = TRAFFIC_RATE, .rate = 2000000000}}},
    {"chip0.mba0 PM_MBA0_READ_BYTES 64 MB/s",
        {.offset = 0x448,
            .scale = 1,
            .units = UINT64_C(0x0040000000000000),
            .amount = {.kind = TRAFFIC_RATE, .rate = 64000000}}},
    {"chip0.phb2 PM_PHB2_CYC 12.5%", {.offset = 0x378,
                                         .scale = 1,
                                         .units = UINT64_C(0x80000000),
                                         .amount = {.kind = TRAFFIC_SHARE, .rate = 125000}}},
    {"chip0.nvlink1 PM_NTL1_CLK_CYC off",
        {.offset = 0x248 + 0x248, .scale = 256, .units = UINT64_C(0x20000)}},
    {"chip1.COMMAND = 3", {.block = 1, .preset = true, .offset = 0x3fc08, .value = 3}},
    {"chip0.AVAILABILITY = 0x8000000000000000",
        {.preset = true, .offset = 0x3fc18, .value = UINT64_C(0x8000000000000000)}},
    {"chip0.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 0xffffffffffffffff",
        {.preset = true, .offset = 0xc8, .value = UINT64_MAX}},
    {"core3.HTM_MODE = 0xe800000000000000", {.block = 0x1003,
                                                .preset = true,
                                                .offset = 0x10012200,
                                                .value = UINT64_C(0xe800000000000000)}},
    {"cpu9.LDBAR = 0x8000000000002000",
        {.block = 0x2009, .preset = true, .offset = 850, .value = UINT64_C(0x8000000000002000)}},
    {"core2.CPM_INST = 5", {.block = 0x3002, .preset = true, .offset = 0x20, .value = 5}},
    {"cpu2.CPM_CS_INST_USER = 5", {.block = 0x4002, .preset = true, .offset = 0x1020, .value = 5}},
};

static void test_actions(void)
{
    begin(&large);
    line("at boot");
    for (unsigned i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        const char *complaint = line(actions[i].line);
        ok(!complaint && machine.plan.n_entries == i + 1 &&
                same_action(&machine.actions[i], &actions[i].action),
            "'%s'", actions[i].line);
        if (complaint)
            printf("# %s\n", complaint);
    }
}

/* Traffic on all of the catalogue's words of a core or a thread that do not
 * count execution. */
static void test_core_events(void)
{
    static const char *const pmus[2] = {"core", "thread"}, *const blocks[2] = {"core0", "cpu0"};
    char one[128];

    for (unsigned p = 0; p < 2; p++) {
        const struct p9_pmu *pmu = p9_catalogue_pmu(power9_catalogue(), pmus[p]);
        unsigned executed = 0, given = 0;
        bool named = true;
        begin(&one_core);
        line("at boot");
        for (unsigned i = 0; i < pmu->n_events; i++) {
            const struct p9_pmu_event *event = &power9_catalogue()->events[pmu->first_event + i];
            if (text.words.n == P9_MAX_TRAFFIC)
                text.words.n = 0;
            snprintf(one, sizeof(one), "%s CPM_%s 1M/s", blocks[p], event->name);
            const char *complaint = line(one);
            executed += slots_at(&slots_power9, 0x18 + event->reg) >= 0;
            given += !complaint;
            named &= !complaint == (slots_at(&slots_power9, 0x18 + event->reg) < 0) &&
                     (!complaint || strstr(complaint, "1M/s': it counts the guest's work"));
        }
        ok(named && given && executed && given + executed == pmu->n_events,
            "%s: traffic on each event that does not count execution, %u of %u", pmus[p], given,
            pmu->n_events);
    }
}

/* ---- bad lines ---- */

#define LAST " (last: chip0), core (core0) or CPU (cpu0)"

static const struct {
    const char *line, *wrong;
} complaints[] = {
    {"chip1.STATUS = 1", "there is no 'chip1': expected a chip" LAST},
    {"core1.HTM_MODE = 0", "there is no 'core1': expected a chip" LAST},
    {"cpu1.LDBAR = 0", "there is no 'cpu1': expected a chip" LAST},
    {"chip00.STATUS = 1", "there is no 'chip00': expected a chip" LAST},
    {"CHIP0.STATUS = 1", "there is no 'CHIP0': expected a chip" LAST},
    {"STATUS = 1", "'STATUS' is not a register: expected one such as chip0.COMMAND"},
    {"chip0.STATE = 1", "chip0 has no register 'STATE': `pmulab describe power9.chip` lists them"},
    {"chip0.AVAILABILITY = 1", "value '1' has bits that AVAILABILITY does not hold"},
    {"core0.HTM_MODE = 1", "value '1' has bits that HTM_MODE does not hold"},
    {"core0.COMMAND = 1",
        "core0 has no event 'COMMAND': `pmulab describe power9.core.events` lists them"},
    {"cpu0.COMMAND = 1",
        "cpu0 has no event 'COMMAND': `pmulab describe power9.thread.events` lists them"},
    {"chip0.mcs45.PM_X = 1", "chip0 has no unit 'mcs45': `pmulab describe power9` lists them"},
    {"chip1.mcs01.PM_X = 1", "there is no 'chip1': expected a chip" LAST},
    {"chip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1/s", "there is no 'chip1': expected a chip" LAST},
    {"core1 CPM_INST 1/s", "there is no 'core1': expected a chip" LAST},
    {"cpu1 CPM_INST 1/s", "there is no 'cpu1': expected a chip" LAST},
    {"chip0.MODE += 1", "chip0.MODE += 1: expected '='"},
    {"core0.HTM_MODE += 0", "core0.HTM_MODE += 0: expected '='"},
    {"core0.CPM_INST += 1", "core0.CPM_INST += 1: expected '='"},
    {"core0.mem.CPM_INST = 1", "core0 has no units: expected one of a chip, such as chip0.mcs01"},
    {"chip0 PM_PB_CYC 1/s", "a chip's units count: expected one, such as chip0.mcs01"},
    {"chip0.core CPM_INST 1/s", "chip0 has no unit 'core': `pmulab describe power9` lists them"},
    {"chip0.powerbus0 PM_X 1/s", "chip0.powerbus0 has no event 'PM_X': `pmulab describe "
                                 "power9.powerbus0.events` lists them"},
    {"chip0.powerbus0 CYC 1/s",
        "chip0.powerbus0 has no event 'CYC': `pmulab describe power9.powerbus0.events` lists them"},
    {"mcs01 PM_MCS01_64B_RD_DISP_PORT01 1/s", "there is no 'mcs01': expected a chip" LAST},
    {"memory guest",
        "memory guest: this machine's memory controllers do not count the guest's own traffic"},
    {"chip0.powerbus0 PM_PB_CYC",
        "chip0.powerbus0 PM_PB_CYC '': expected off, N/s (k, M, G), N%, 'level N' "
        "or 'level N for ON of PERIOD cycles'"},
    {"chip0.powerbus0 PM_PB_CYC 3G/s",
        "chip0.powerbus0 PM_PB_CYC '3G/s': it would happen more often than once a cycle"},
    {"chip0.powerbus0 PM_PB_CYC 1 MB/s", "chip0.powerbus0 PM_PB_CYC '1 MB/s': only events that "
                                         "move a cache line are counted in bytes"},
    {"chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1 kB/s",
        "chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 '1 kB/s': "
        "the rate is not a whole number of cache lines per second"},
    {"core0 CPM_INST 1/s", "core0 CPM_INST '1/s': it counts the guest's work"},
    {"cpu0 CPM_CS_INST_USER off", "cpu0 CPM_CS_INST_USER 'off': it counts the guest's work"},
    {"at write 1 of chip0.COMMAND",
        "stores to memory are not seen: expected 'at read ...', or a register of a core or a CPU"},
    {"at write 1 of core0.CPM_INST + 1ms",
        "stores to memory are not seen: expected 'at read ...', or a register of a core or a CPU"},
};

static void test_complaints(void)
{
    begin(&one_core);
    line("at boot + 1ms");
    line("chip0.MODE = 0");
    for (unsigned i = 0; i < sizeof(complaints) / sizeof(complaints[0]); i++)
        is_str(line(complaints[i].line), complaints[i].wrong, "refused: '%s'", complaints[i].line);
    ok(machine.plan.n_anchors == 1 && machine.plan.n_entries == 1, "no line changed the plan");
    line("chip0.MODE = 1");
    ok(machine.plan.entries[1].anchor == 0 && machine.plan.entries[1].delay == MS,
        "nor the next line's 'at'");
}

/* Some of the catalogue's numbers for nvlink events lead to other units' words,
 * and some to counts of postings. */
static void test_update_counts(void)
{
    const struct p9_catalogue *catalogue = power9_catalogue();
    unsigned refused = 0, expected = 0;
    char one[160];

    begin(&one_core);
    line("at boot");
    for (unsigned p = 0; p < catalogue->n_pmus; p++) {
        const struct p9_pmu *pmu = &catalogue->pmus[p];
        for (unsigned i = 0; pmu->type == P9_PMU_NEST && i < pmu->n_events; i++) {
            const struct p9_pmu_event *event = &catalogue->events[pmu->first_event + i];
            text.words.n = 0;
            snprintf(one, sizeof(one), "chip0.%s %s%s 1/s", pmu->name, pmu->prefix, event->name);
            const char *complaint = line(one);
            refused += complaint != NULL;
            expected += nest_update_count(&generation_power9, pmu->base + event->reg) != 0;
            if (complaint && !strstr(complaint, "on the microcode's count of postings"))
                ok(false, "%s: %s", one, complaint);
        }
    }
    is_u64(refused, expected, "every nest event can have traffic, except %u on update counts",
        expected);
}

static void test_limits(void)
{
    const struct p9_pmu *core = p9_catalogue_pmu(power9_catalogue(), "core");
    char one[128];
    unsigned taken = 0;

    begin(&one_core);
    line("at boot");
    for (unsigned i = 0; i < core->n_events; i++) {
        snprintf(one, sizeof(one), "core0 CPM_%s 1/s",
            power9_catalogue()->events[core->first_event + i].name);
        taken += line(one) == NULL;
    }
    is_u64(taken, 128, "128 events with traffic");
    ok(strstr(line("chip0.powerbus0 PM_PB_CYC 1/s"),
           "'1/s': more than 128 events would see traffic") != NULL,
        "... then a complaint");
}

/* Words that only the microcode or the guest's work changes use no room for
 * events with traffic. */
static void test_limits_of_presets(void)
{
    const struct p9_pmu *core = p9_catalogue_pmu(power9_catalogue(), "core");
    char one[128];
    unsigned taken = 0;

    begin(&one_core);
    line("at boot");
    for (unsigned i = 0; i < core->n_events && taken < 127; i++) {
        snprintf(one, sizeof(one), "core0 CPM_%s 1/s",
            power9_catalogue()->events[core->first_event + i].name);
        taken += line(one) == NULL;
    }
    is_u64(taken, 127, "127 events with traffic");
    is_str(line("chip0.STATUS = 0"), NULL, "a word of the control block");
    is_str(line("core0.HTM_MODE = 0"), NULL, "a core's register");
    is_str(line("core0.CPM_INST = 0"), NULL, "a word that counts execution");
    is_str(line("chip0.powerbus0.PM_PB_CYC = 0"), NULL, "a nest's word");
    is_str(line("chip0.powerbus0 PM_PB_CYC 1/s"), NULL, "... still leaves room for event 128");
}

/* Reads the lines of a catalogue that differs from the built-in one in all
 * respects. */
static void begin_foreign(void)
{
    static const char *const lines[] = {"catalogue events g", "catalogue   0x8 A scale=16",
        "catalogue 0x10 B",
        "catalogue pmu cores type=core base=0x148 size=0x2000 events=g prefix=C_ scale=512",
        ("\tcatalogue pmu u type=nest base=0xc8 size=0x40000 offset=0x180000 events=g "
         "prefix=U_ scale=4")};

    begin(&one_core);
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        ok(!line(lines[i]), "'%s'", lines[i]);
}

static void test_catalogue(void)
{
    const struct p9_action *a = machine.actions;

    begin_foreign();
    ok(!line("at boot") && !line("chip0.u U_A 1/s") && !line("chip0.u U_B 1/s") &&
            !line("core0 C_B 1/s"),
        "the plan uses its names");
    ok(a[0].block == 0 && a[0].offset == 0xd0 && a[0].scale == 16 && a[0].units == 0,
        "an event's scale");
    ok(a[1].offset == 0xd8 && a[1].scale == 4, "an inherited scale");
    ok(a[2].block == 0x3000 && a[2].offset == 0x158 && a[2].scale == 512,
        "the PMU for cores, whatever its name");
    is_str(line("chip0.mcs01 PM_X 1/s"),
        "chip0 has no unit 'mcs01': the catalogue in its flash lists them",
        "other PMUs are refused");
    is_str(line("chip0.u PM_X 1/s"),
        "chip0.u has no event 'PM_X': the catalogue in its flash lists them",
        "other events are refused");
    is_str(line("cpu0 T_A 1/s"), "the catalogue has no PMU for cpu0", "no PMU for threads");
    is_str(line("catalogue events h"),
        "the catalogue continues: expected all of it before the first 'at'",
        "a late line of the catalogue");
    begin(&one_core);
    is_str(line("catalogue pmu"),
        "catalogue: line 1: expected: pmu NAME type=TYPE base=N size=N events=GROUP",
        "an invalid line");
    begin(&one_core);
    ok(!line("at boot") && !line("chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1/s"),
        "without a catalogue, the names are the built-in ones again");
}

int main(void)
{
    test_catalogue();
    test_anchors();
    test_actions();
    test_core_events();
    test_complaints();
    test_update_counts();
    test_limits();
    test_limits_of_presets();
    return done_testing();
}
