/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan as text: the result of each valid line, and the exact complaint
 * about each invalid one. */
#include "models/snbep/imc.h"
#include "tests/plan_anchors.h"
#include "tests/snbep_machine.h"

static struct snbep machine;
static struct snbep_plan_text text;
static char wrong[PLAN_TEXT_WRONG];

static const struct snbep_config one_socket = {.dclk_hz = 800000000, .n_sockets = 1};
static const struct snbep_config two_sockets = {.dclk_hz = 800000000, .n_sockets = 2};
static const struct snbep_config as_guide = {
    .box_ctl = IMC_GUIDE, .dclk_hz = 800000000, .n_sockets = 1};

static void begin(const struct snbep_config *config)
{
    snbep_reset(&machine, config, &(struct sim_host){0});
    snbep_plan_begin(&text, &machine);
}

/* Reads a line; NULL, or the complaint. */
static const char *line(const char *one)
{
    memset(wrong, '~', sizeof(wrong));
    return snbep_plan_line(&text, one, wrong) ? NULL : wrong;
}

/* ---- good lines ---- */

static void test_nothing(void)
{
    begin(&one_socket);
    is_str(line(""), NULL, "an empty line");
    is_str(line(" \t "), NULL, "a blank line");
    is_str(line("# at nonsense"), NULL, "a comment");
    is_str(line("  # indented"), NULL, "a comment that is indented");
    ok(!machine.plan.n_anchors && !machine.plan.n_entries, "these lines have no effect");
}

static void test_anchors(void)
{
    static const struct anchor_case cases[] = {
        {"at boot", {.event = PLAN_BOOT, .countdown = 1}, 0},
        {"at boot + 0ns", {.event = PLAN_BOOT, .countdown = 1}, 0},
        {"at boot + 17ns", {.event = PLAN_BOOT, .countdown = 1}, 17},
        {"at boot + 5us", {.event = PLAN_BOOT, .countdown = 1}, 5000},
        {"at boot + 5ms # later", {.event = PLAN_BOOT, .countdown = 1}, 5000000},
        {"at boot + 3600s", {.event = PLAN_BOOT, .countdown = 1}, 3600 * SECOND},
        {"\tat  step\t2", {.event = PLAN_STEP_BEGIN, .step = 2, .countdown = 1}, 0},
        {"at step 127 + 1s", {.event = PLAN_STEP_BEGIN, .step = 127, .countdown = 1}, SECOND},
        {"at end of step 3 + 2us ", {.event = PLAN_STEP_END, .step = 3, .countdown = 1}, 2000},
        {"at read 2 of imc0.PMON_CTR0",
            {.event = PLAN_READ, .countdown = 2, .block = E5_BLOCK(BOX_IMC, 0), .reg = IMC_CTR0},
            0},
        {"at write 1 of s1.imc3.pmon_box_ctl",
            {.event = PLAN_WRITE,
                .countdown = 1,
                .block = E5_SOCKET_1 + E5_BLOCK(BOX_IMC, 3),
                .reg = IMC_BOX_CTL},
            0},
        {"at read 9 of imc2.PMON_FIXED_CTR in step 4",
            {.event = PLAN_READ,
                .countdown = 9,
                .step = 4,
                .block = E5_BLOCK(BOX_IMC, 2),
                .reg = IMC_FIXED_CTR},
            0},
        {"at write 1 of imc1.PMON_UNIT_STATUS in step 4 + 1ns",
            {.event = PLAN_WRITE,
                .countdown = 1,
                .step = 4,
                .block = E5_BLOCK(BOX_IMC, 1),
                .reg = IMC_UNIT_STATUS},
            1},
    };

    begin(&two_sockets);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *complaint = line(cases[i].line);
        if (!complaint)
            line("imc0 ACT_COUNT off");
        check_anchor(&machine.plan, i, &cases[i], complaint);
    }
}

static void test_actions(void)
{
    static const struct {
        const char *line;
        struct snbep_action action; /* event as its code; box of its socket */
    } cases[] = {
        {"imc0 ACT_COUNT 5M/s",
            {.event = 0x01, .flow = {.amount = {.kind = TRAFFIC_RATE, .rate = 5000000}}}},
        {"s1.imc2 act_count off", {.box = 2, .event = 0x01}},
        {"  imc3\tCAS_COUNT.RD_UNDERFILL  64 MB/s # comment",
            {.box = 3,
                .event = 0x04,
                .flow = {.unit = 1, .amount = {.kind = TRAFFIC_RATE, .rate = 1000000}}}},
        {"imc0 CAS_COUNT.WR_RMM 12.5%",
            {.event = 0x04,
                .flow = {.unit = 3, .amount = {.kind = TRAFFIC_SHARE, .rate = 125000}}}},
        {"imc1 POWER_CKE_CYCLES.RANK7 level 1",
            {.box = 1,
                .event = 0x83,
                .flow = {.unit = 7, .amount = {.kind = TRAFFIC_LEVEL, .level = 1}}}},
        {"imc1 RPQ_OCCUPANCY level 22 for 1 of 9 cycles",
            {.box = 1,
                .event = 0x80,
                .flow = {.amount = {.kind = TRAFFIC_BURST, .level = 22, .on = 1, .period = 9}}}},
        {"imc0.PMON_CTR0 = 0xffffffffffff",
            {.preset = true, .reg = IMC_CTR0, .value = UINT64_C(0xffffffffffff)}},
        {"s1.imc3.pmon_ctl3 = 4194564",
            {.box = 3, .preset = true, .reg = IMC_CTL0 + 3, .value = 0x400104}},
        {"imc2.PMON_BOX_CTL = 0x10100",
            {.box = 2, .preset = true, .reg = IMC_BOX_CTL, .value = 0x10100}},
        {"imc2.PMON_FIXED_CTL = 0x400000",
            {.box = 2, .preset = true, .reg = IMC_FIXED_CTL, .value = EN}},
    };

    begin(&two_sockets);
    line("at boot");
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct snbep_action *e = &cases[i].action, *a = &machine.actions[i];
        const char *complaint = line(cases[i].line);
        unsigned first = *cases[i].line == 's' ? variant_snbep.n_boxes : 0;

        ok(!complaint && machine.plan.n_entries == i + 1 && a->box == first + e->box &&
                a->preset == e->preset && a->reg == e->reg && a->value == e->value &&
                a->flow.unit == e->flow.unit &&
                (a->preset || imc_type.events->rows[a->event].code == e->event) &&
                a->flow.amount.kind == e->flow.amount.kind &&
                a->flow.amount.rate == e->flow.amount.rate &&
                a->flow.amount.level == e->flow.amount.level &&
                a->flow.amount.on == e->flow.amount.on &&
                a->flow.amount.period == e->flow.amount.period,
            "'%s'", cases[i].line);
        if (complaint)
            printf("# %s\n", complaint);
    }
}

/* ---- bad lines ---- */

#define WHEN                                                                                       \
    "expected 'at boot', 'at step N', 'at end of step N' (N at most 127), 'at read N of "          \
    "REGISTER' or 'at "                                                                            \
    "write N of REGISTER'"
#define DELAY   ": expected a whole number of ns, us, ms or s, at most 30 days"
#define KNOWN   ": expected BOXES"
#define EVENTS  ": `pmulab describe snbep.imc.events` lists them"
#define LISTED  ": `pmulab describe snbep.imc` lists them"
#define AMOUNTS ": expected off, N/s (k, M, G), N%, 'level N' or 'level N for ON of PERIOD cycles'"

struct complaint {
    const char *line, *wrong;
};

static const struct complaint complaints[] = {
    {"at", WHEN},
    {"at noon", WHEN},
    {"at step", WHEN},
    {"at step 0", WHEN},
    {"at step -1", WHEN},
    {"at step 128", WHEN},
    {"at step 1000001", WHEN},
    {"at step 2x", WHEN},
    {"at end step 2", WHEN},
    {"at end of 2", WHEN},
    {"at end of step", WHEN},
    {"atstep 2", "there is no 'atstep'" KNOWN},
    {"at boot now", "'now': expected the line's end or '+ DELAY'"},
    {"at boot +5us", "'+5us': expected the line's end or '+ DELAY'"},
    {"at step 1 2", "'2': expected the line's end or '+ DELAY'"},
    {"at boot +", "delay ''" DELAY},
    {"at boot + 5", "delay '5'" DELAY},
    {"at boot + 5 us", "delay '5 us'" DELAY},
    {"at boot + 1.5s", "delay '1.5s'" DELAY},
    {"at boot + -5us", "delay '-5us'" DELAY},
    {"at boot + 5min", "delay '5min'" DELAY},
    {"at boot + 2592001s", "delay '2592001s'" DELAY},
    {"at boot + 99999999999999999999ns", "delay '99999999999999999999ns'" DELAY},
    {"at read", "expected 'at read N of BLOCK.REGISTER'"},
    {"at read imc0.PMON_CTR0", "expected 'at read N of BLOCK.REGISTER'"},
    {"at read 0 of imc0.PMON_CTR0", "expected 'at read N of BLOCK.REGISTER'"},
    {"at write 1 imc0.PMON_CTR0", "expected 'at write N of BLOCK.REGISTER'"},
    {"at read 1 of", "'' is not a register: expected one such as imc0.PMON_CTR0"},
    {"at read 1 of PMON_CTR0",
        "'PMON_CTR0' is not a register: expected one such as imc0.PMON_CTR0"},
    {"at read 1 of imc4.PMON_CTR0", "there is no 'imc4'" KNOWN},
    {"at read 1 of s1.imc0.PMON_CTR0", "there is no 's1.imc0'" KNOWN},
    {"at read 1 of imc0.PMON_CTR9", "imc0 has no register 'PMON_CTR9'" LISTED},
    {"at read 1 of imc0.PMON_CTR0 in", "expected 'in step N', N at most 127"},
    {"at read 1 of imc0.PMON_CTR0 in step", "expected 'in step N', N at most 127"},
    {"at read 1 of imc0.PMON_CTR0 in step 128", "expected 'in step N', N at most 127"},
    {"at read 1 of imc0.PMON_CTR0 step 1", "'step 1': expected the line's end or '+ DELAY'"},
    {"imc0.PMON_CTR9 = 1", "imc0 has no register 'PMON_CTR9'" LISTED},
    {"ubox.CPUNODEID = 1", "there is no 'ubox'" KNOWN},
    {"PMON_CTR0 = 1", "'PMON_CTR0' is not a register: expected one such as imc0.PMON_CTR0"},
    {"imc0.PMON_CTR0 =", "value '': expected a number"},
    {"imc0.PMON_CTR0 = x", "value 'x': expected a number"},
    {"imc0.PMON_CTR0 = -1", "value '-1': expected a number"},
    {"imc0.PMON_CTR0 = 1 2", "value '1 2': expected a number"},
    {"imc0.PMON_CTR0 = 0x1000000000000",
        "value '0x1000000000000' has bits that PMON_CTR0 does not hold"},
    {"imc0.PMON_CTL0 = 0x10000", "value '0x10000' has bits that PMON_CTL0 does not hold"},
    {"imc0.PMON_BOX_CTL = 1", "value '1' has bits that PMON_BOX_CTL does not hold"},
    {"imc0.PMON_UNIT_STATUS = 1", "value '1' has bits that PMON_UNIT_STATUS does not hold"},
    {"imc0.PMON_CTR0=1", "there is no 'imc0.PMON_CTR0=1'" KNOWN},
    {"nonsense", "there is no 'nonsense'" KNOWN},
    {"imc4 ACT_COUNT 1/s", "there is no 'imc4'" KNOWN},
    {"IMC0 ACT_COUNT 1/s", "there is no 'IMC0'" KNOWN},
    {"memory gost", "memory 'gost': expected 'memory guest' or 'memory off'"},
    {"memory", "memory '': expected 'memory guest' or 'memory off'"},
    {"memory guest now", "memory 'guest now': expected 'memory guest' or 'memory off'"},
    {"imc0", "unknown event ''" EVENTS},
    {"imc0 READS 1/s", "unknown event 'READS'" EVENTS},
    {"imc0 READS.RD 1/s", "unknown event 'READS'" EVENTS},
    {"imc0 CAS_COUNT 1/s", "CAS_COUNT has sub-events: name one"},
    {"imc0 ACT_COUNT.RD 1/s", "ACT_COUNT has no sub-events"},
    {"imc0 CAS_COUNT.READ 1/s", "CAS_COUNT has no sub-event 'READ'"},
    {"imc0 CAS_COUNT. 1/s", "CAS_COUNT has no sub-event ''"},
    {"imc0 CAS_COUNT.RD 1/s", "CAS_COUNT.RD is more than one sub-event: name each"},
    {"imc0 ACT_COUNT", "imc0 ACT_COUNT ''" AMOUNTS},
    {"imc0 ACT_COUNT lots", "imc0 ACT_COUNT 'lots'" AMOUNTS},
    {"imc0 ACT_COUNT 1 MB/s",
        "imc0 ACT_COUNT '1 MB/s': only events that move a cache line are counted in bytes"},
    {"imc0 CAS_COUNT.RD_REG 1 kB/s",
        "imc0 CAS_COUNT.RD_REG '1 kB/s': the rate is not a whole number of cache lines per second"},
    {"imc0 ACT_COUNT 1G/s", "imc0 ACT_COUNT '1G/s': it would happen more often than once a cycle"},
    {"imc0 RPQ_OCCUPANCY level 23",
        "imc0 RPQ_OCCUPANCY 'level 23': the level is above the event's maximum per cycle"},
    {"imc0 RPQ_CYCLES_NE level 1", "imc0 RPQ_CYCLES_NE 'level 1': it follows from the occupancy of "
                                   "its queue: set that instead"},
    {"imc0 CLOCKTICKS off", "imc0 CLOCKTICKS 'off': it counts every cycle, whatever the traffic"},
    {"imc0 MAJOR_MODES.READ off", "imc0 MAJOR_MODES.READ 'off': it has the cycles that no other "
                                  "sub-event has: set those instead"},
};

/* After a refused line, the plan and the base for checks of later lines are
 * unchanged. */
static bool unchanged(unsigned anchors, unsigned entries, int anchor)
{
    return machine.plan.n_anchors == anchors && machine.plan.n_entries == entries &&
           text.lines.anchor == anchor;
}

static void test_complaints(void)
{
    bool kept = true;

    begin(&one_socket);
    line("at boot");
    line("imc0 ACT_COUNT 1/s");
    for (unsigned i = 0; i < sizeof(complaints) / sizeof(complaints[0]); i++) {
        is_str(line(complaints[i].line), e5_text(complaints[i].wrong), "refused: '%s'",
            complaints[i].line);
        kept &= unchanged(1, 1, 0);
    }
    ok(kept, "no line changed the plan");
}

static void test_order(void)
{
    begin(&one_socket);
    is_str(line("imc0 ACT_COUNT 1/s"), "expected a line 'at ...' first", "traffic without a time");
    is_str(
        line("imc0.PMON_CTR0 = 1"), "expected a line 'at ...' first", "a register without a time");
}

static void test_two_sockets(void)
{
    begin(&two_sockets);
    line("at boot");
    is_str(line("s1.imc4 ACT_COUNT 1/s"),
        e5_text("there is no 's1.imc4'" KNOWN ", or one of socket 1: s1.imc0"),
        "two sockets: the complaint lists both");
    is_str(line("s0.imc0 ACT_COUNT 1/s"),
        e5_text("there is no 's0.imc0'" KNOWN ", or one of socket 1: s1.imc0"),
        "... and the first has no prefix");
}

/* Only counters can be added to: each of five. */
static void test_additions(void)
{
    static const char *const counters[] = {
        "PMON_CTR0", "PMON_CTR1", "PMON_CTR2", "PMON_CTR3", "PMON_FIXED_CTR"};
    static const char *const others[] = {"PMON_CTL0", "PMON_CTL1", "PMON_CTL2", "PMON_CTL3",
        "PMON_FIXED_CTL", "PMON_BOX_CTL", "PMON_UNIT_STATUS"};
    char one[64], expected[96];

    begin(&one_socket);
    line("at boot");
    for (unsigned i = 0; i < 5; i++) {
        snprintf(one, sizeof(one), "imc2.%s += 0xfff", counters[i]);
        is_str(line(one), NULL, "%s", one);
        const struct snbep_action *a = &machine.actions[i];
        ok(a->add && a->preset && a->box == 2 && a->reg == IMC_CTR0 + i && a->value == 0xfff,
            "... is added");
    }
    for (unsigned i = 0; i < 7; i++) {
        snprintf(one, sizeof(one), "imc2.%s += 0", others[i]);
        snprintf(expected, sizeof(expected), "imc2.%s += 0: expected '=': it is not a counter",
            others[i]);
        is_str(line(one), expected, "%s", one);
    }
}

static void test_guide(void)
{
    begin(&as_guide);
    line("at boot");
    is_str(line("imc0.PMON_BOX_CTL = 0x10100"),
        "value '0x10100' has bits that PMON_BOX_CTL does not hold",
        "the guide's BOX_CTL reads as 0 and cannot be set");
    is_str(line("imc0.PMON_CTR0 = 1"), NULL, "... its counters can");
}

/* Traffic is checked as if the lines took effect in turn. */
static void test_sums(void)
{
    begin(&one_socket);
    line("at boot");
    is_str(line("imc0 PREEMPTION.RD_PREEMPT_RD 500M/s"), NULL, "reads");
    is_str(line("imc0 PREEMPTION.RD_PREEMPT_WR 300M/s"), NULL, "and writes in the other cycles");
    is_str(line("imc0 PREEMPTION.RD_PREEMPT_WR 300000001/s"),
        "imc0 PREEMPTION.RD_PREEMPT_WR '300000001/s': together the sub-events would happen more "
        "often than once a cycle",
        "no more traffic fits");
    is_str(line("imc1 PREEMPTION.RD_PREEMPT_WR 300000001/s"), NULL, "on that channel");
    is_str(line("at boot + 1s"), NULL, "later");
    is_str(line("imc0 PREEMPTION.RD_PREEMPT_RD off"), NULL, "without reads");
    is_str(line("imc0 PREEMPTION.RD_PREEMPT_WR 300000001/s"), NULL, "traffic fits again");
}

#define FULL(line, most, of, cycles)                                                               \
    line ": the data bus carries at most " most "/s" of " of this event, as each takes " cycles    \
         " cycles"

/* DDR3 and DDR4: a burst of eight transfers has the bus for four cycles. */
static void test_bus(void)
{
    static const struct snbep_config icx = {.n_sockets = 1, .variant = VARIANT_ICX};

    begin(&one_socket);
    line("at boot");
    is_str(line("imc0 CAS_COUNT.RD_REG 150M/s"), NULL, "reads");
    is_str(line("imc0 CAS_COUNT.WR_WMM 50M/s"), NULL, "and writes fill the bus of DDR3-1600");
    is_str(line("imc0 CAS_COUNT.WR_RMM 1/s"),
        FULL("imc0 CAS_COUNT.WR_RMM '1/s'", "200000000", "", "4"), "one more is refused");
    is_str(line("imc1 CAS_COUNT.RD_REG level 1 for 100 of 400 cycles"), NULL, "bursts");
    is_str(line("imc1 CAS_COUNT.RD_REG level 1 for 101 of 400 cycles"),
        FULL("imc1 CAS_COUNT.RD_REG 'level 1 for 101 of 400 cycles'", "200000000", "", "4"),
        "... count by their average");
    is_str(line("imc2 CAS_COUNT.RD_REG 25%"), NULL, "a share of the cycles");
    is_str(line("imc2 CAS_COUNT.RD_REG 25.0001%"),
        FULL("imc2 CAS_COUNT.RD_REG '25.0001%'", "200000000", "", "4"), "... and more");
    is_str(line("imc2 RPQ_INSERTS 100%"), NULL, "other events do not have the bus");
    begin(&icx);
    line("at boot");
    is_str(line("imc0 CAS_COUNT.RD_REG 400M/s"), NULL, "DDR4-3200");
    is_str(line("imc0 CAS_COUNT.WR_PRE 1/s"),
        FULL("imc0 CAS_COUNT.WR_PRE '1/s'", "400000000", "", "4"), "... and one more");
}

/* DDR5: a burst of 16 transfers has one half of the bus for eight cycles. */
static void test_half_buses(void)
{
    static const struct snbep_config spr = {.n_sockets = 1, .variant = VARIANT_SPR};

    begin(&spr);
    line("at boot");
    is_str(line("imc0 CAS_COUNT.RD_REG_PCH0 299M/s"), NULL, "DDR5-4800, one half");
    is_str(line("imc0 CAS_COUNT.WR_PRE_PCH0 1M/s"), NULL, "... is full");
    is_str(line("imc0 CAS_COUNT.RD_UNDERFILL_PCH0 1/s"),
        FULL("imc0 CAS_COUNT.RD_UNDERFILL_PCH0 '1/s'", "300000000", " of a pseudo channel", "8"),
        "... and carries no more");
    is_str(line("imc0 CAS_COUNT.RD_UNDERFILL_PCH1 300M/s"), NULL, "the other half is another bus");
}

static void test_limits(void)
{
    char longest[300];
    unsigned n = 0;

    begin(&one_socket);
    memset(longest, ' ', sizeof(longest));
    memcpy(longest, "at boot", 7);
    longest[255] = 0;
    is_str(line(longest), NULL, "a line of 255 characters");
    longest[255] = ' ';
    longest[256] = 0;
    is_str(line(longest), "the line is longer than 255 characters", "one of 256");
    longest[250] = '#';
    is_str(line(longest), NULL, "a comment does not count");
    memset(longest, 'x', 100);
    longest[100] = 0;
    is_str(line(longest), e5_text("there is no 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'" KNOWN),
        "a long name is cut");

    begin(&one_socket);
    while (n < 1000 && !line("at boot"))
        n++;
    is_u64(n, PLAN_ANCHORS, "the maximum number of 'at' lines");
    is_str(wrong, "more than 512 lines begin with 'at'", "... then a complaint");
    for (n = 0; n < 1000 && !line("imc0 ACT_COUNT 1/s");)
        n++;
    is_u64(n, PLAN_ENTRIES, "the maximum number of entries");
    is_str(wrong, "the plan has more than 512 entries", "... then a complaint");
}

int main(void)
{
    test_nothing();
    test_anchors();
    test_actions();
    test_complaints();
    test_order();
    test_two_sockets();
    test_additions();
    test_guide();
    test_sums();
    test_bus();
    test_half_buses();
    test_limits();
    return done_testing();
}
