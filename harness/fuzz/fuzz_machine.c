/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows. All commands can be proved: an unprovable figure
 * (docs/hardware/NAME.md, "What no hop can prove") would be a fault of the
 * command, not of a driver. Rows omit lint rules that stock drivers break
 * (docs/findings.md).
 */
#include "harness/fuzz/fuzz_machine.h"

#include <string.h>

static const struct fuzz_way count = {"count", NULL, NULL, TRUE, "perf exact" FUZZ_ALLOW};

/* ---- epyc ---- */

/* perf would read the names of 200,000 functions of the kernel each time that
 * it starts. */
static const struct fuzz_way sample = {
    "sample", "mount --bind /dev/null /proc/kallsyms", NULL, TRUE, "samples exact"};

/* Filters may drop all samples, and a step without samples proves nothing: the
 * last command has some. */
static const struct fuzz_rule epyc_rules[] = {
    {"plan", &sample, {"<record>\n<sure>", "<record>\n<record>\n<sure>"}},
    {"sure", NULL,
        {"perf record -q -R -e ibs_op// -c 50000 -o /tmp/p pmulab-hot 100000\nperf report -D -i "
         "/tmp/p"}},
    {"record", NULL,
        {"perf record -q -R -o /tmp/p \\\n<scope> \\\n<engines> \\\n<work>\nperf report -D -i "
         "/tmp/p"}},
    {"scope", NULL, {"-a", "-a", "-C <cpu>", "--no-inherit", "-m 16"}},
    {"engines", NULL,
        {"<op> -c <period>", "<op> -c <period>", "<op> -F <100..10000>", "<fetch> -c <period>",
            "<op> \\\n<fetch> -c <period>"}},
    {"op", NULL, {"-e ibs_op/<terms ibs_op>/", "-e ibs_op/<terms ibs_op>/p"}},
    {"fetch", NULL, {"-e ibs_fetch/<terms ibs_fetch>/"}},
    {"period", NULL, {"<5000..900000>", "<20000..90000>", "65536"}},
    {"work", NULL,
        {"pmulab-hot <10000..900000>", "pmulab-walk <10000..90000> >/dev/null",
            "sh -c 'for i in 1 2 3; do /bin/true; sleep 0.01; done'",
            "sh -c 'pmulab-hot <10000..90000> & pmulab-walk <10000..90000> >/dev/null; wait'",
            "sh -c 'ls -lR /sys/bus/pci >/dev/null'"}},
    {0},
};

/* ---- kunpeng ---- */

/* User events of the PMCU are the core PMU's codes: Arm ARM, D11.11 and
 * D11.12. */
static const struct fuzz_way rounds = {"rounds", NULL, NULL, TRUE, "samples exact"};

/*
 * A DDRC of hip08 has one counter for each event. The same event twice takes
 * turns, which is no fault, but the proof cannot tell the two figures apart.
 */
static const struct fuzz_rule kunpeng_rules[] = {
    {"stats", &count, {"<stat>", "<stat>\n<stat>"}},
    {"stat", NULL,
        {"perf stat -a \\\n<events> \\\n<program>", "perf stat -C <cpu> \\\n<events> \\\n<program>",
            "perf stat \\\n<events> \\\n<program>",
            "perf stat -a -I <20..90> \\\n<events> \\\nsleep 0.2",
            "perf stat -a \\\n-e '{<event armv8_pmuv3>,<event armv8_pmuv3>,<event armv8_pmuv3>}' "
            "\\\n<program>",
            "perf stat -a \\\n<boxes> \\\nsleep 0.0<10..90>",
            "perf stat -a -I 20 \\\n<boxes> \\\nsleep 0.1"}},
    {"boxes", NULL,
        {"-e <ddrc>", "-e <other>", "-e <ddrc> \\\n-e <other> \\\n-e <other>",
            "-e <other> \\\n-e <other> \\\n-e <other>",
            "-e hisi_sccl3_ddrc0/flux_rd/ \\\n-e hisi_sccl3_ddrc0/flux_wr/ \\\n-e "
            "hisi_sccl3_ddrc<1..3>/act_cmd/"}},
    {"ddrc", NULL,
        {"hisi_sccl3_ddrc0/flux_rd/", "hisi_sccl3_ddrc0/flux_wr/", "hisi_sccl3_ddrc<1..3>/act_cmd/",
            "flux_rcmd"}},
    {"other", NULL,
        {"hisi_sccl3_hha<0..1>/rx_ops_num/", "hisi_sccl3_hha0/event=<1..99>/",
            "hisi_sccl3_l3c0/rd_cpipe/", "hisi_sccl3_l3c0/event=<1..88>/", "victim_num"}},
    {"events", NULL,
        {"-e <one>", "-e <one> \\\n-e <one>", "-e <one> \\\n-e <one> \\\n-e <one> \\\n-e <one>"}},
    {"one", NULL, {"<event armv8_pmuv3>", "<event armv8_pmuv3>u", "<event armv8_pmuv3>k"}},
    {"program", NULL,
        {"pmulab-hot <10000..900000>", "taskset -c <cpu> pmulab-hot <10000..900000>",
            "sleep 0.0<10..90>", "sh -c 'for i in 1 2 3; do /bin/true; sleep 0.01; done'"}},
    {"records", &rounds,
        {"<listed>\n<work> &\n<record>\npmcu-report\nwait", "<listed>\n<record>\npmcu-report",
            "<listed>\n<work> &\n<work> &\n<record>\npmcu-report\nwait"}},
    {"listed", NULL, {"echo \"<codes>\" > /sys/devices/hisi_pmcu_sccl3/user_events"}},
    {"codes", NULL,
        {"<code>", "<code> <code>", "<code> <code> <code> <code>",
            "<code> <code> <code> <code> <code> <code> <code> <code>",
            "<code> <code> <code> <code> <code> <code> <code> <code> <code> <code>"}},
    {"code", NULL, {"6", "7", "8", "9", "a", "b", "11", "12", "13", "1b", "21", "3a"}},
    {"record", NULL, {"pmcu-record -e hisi_pmcu_sccl3/nr_sample=<1..40>,sample_period_ms=<1..5>/"}},
    {"work", NULL,
        {"pmulab-hot <100000..9000000>", "taskset -c <cpu> pmulab-hot <100000..9000000>",
            "sh -c 'for i in 1 2 3; do /bin/true; cat /proc/stat; done' >/dev/null"}},
    {0},
};

/* ---- power9 ---- */

/*
 * The catalogue's root is also a nest PMU. skiboot overlooks it:
 * dt_find_compatible_node() begins below the given node. So its list of chips
 * stays as it is here, a chip without CPUs. The kernel calls it nest__imc and
 * must refuse its events.
 */
#define ELSEWHERE                                                                                  \
    "catalogue", "    set / compatible = \"ibm,imc-counters\"",                                    \
        "    set /nest-mcs-events compatible = \"ibm,opal-in-memory-counters\"",                   \
        "    set / type = 0x10", "    set / size = 0x40000", "    set / offset = 0x180000",        \
        "    set / base-addr = 0x203f 0xfd800000", "    set / chip-id = 7",                        \
        "    refused /: no compatible \"ibm,opal-in-memory-counters\"/"

/* The parts of plans of all generations. */
#define POWER_RULES                                                                                \
    {"stat", NULL,                                                                                 \
        {"perf stat -a \\\n<nest> \\\n<program>", "perf stat -a \\\n<core> \\\n<program>",         \
            "perf stat -C <cpu> \\\n<core> \\\n<program>", "perf stat \\\n<thread> \\\n<work>",    \
            "perf stat -a -I <20..90> \\\n<core> \\\nsleep 0.2"}},                                 \
        {"nest", NULL,                                                                             \
            {"-e <event nest_.*>",                                                                 \
                "-e <event nest_.*> \\\n-e <event nest_.*> \\\n-e <event nest_.*>"}},              \
        {"core", NULL, {"-e <event core_imc>", "-e <event core_imc> \\\n-e <event core_imc>"}},    \
        {"thread", NULL,                                                                           \
            {"-e <event thread_imc>", "-e <event thread_imc> \\\n-e <event thread_imc>"}},         \
        {"program", NULL, {"<work>", "sleep 0.<10..90>"}},                                         \
        {"work", NULL,                                                                             \
            {"pmulab-hot <1000000..90000000>",                                                     \
                "sh -c 'for i in 1 2 3; do pmulab-hot <1000000..9000000>; done'"}},                \
        {"elsewhere", NULL, {"pmu=nest__imc; ! perf stat -a -e $pmu/event=<8..900>/ true"}},       \
    {                                                                                              \
        "traced", NULL,                                                                            \
        {                                                                                          \
            "perf record -q -e trace_imc/trace_cycles/ -o /tmp/t <work>",                          \
                "perf record -q -a -e trace_imc/trace_cycles/ -o /tmp/t <work>"                    \
        }                                                                                          \
    }

static const struct fuzz_rule power9_rules[] = {
    {"plan", &count,
        {"<stat>", "<stat>\n<stat>", "<traced>\n<stat>", "<stat>\n<traced>\n<stat>",
            "<elsewhere>\n<stat>", "<elsewhere>\n<traced>\n<stat>"}},
    POWER_RULES,
    {0},
};

/* Its firmware offers no trace mode. */
static const struct fuzz_rule power11_rules[] = {
    {"plan", &count, {"<stat>", "<stat>\n<stat>"}},
    POWER_RULES,
    {0},
};

/* ---- all ---- */

#define POWER10_HEADS                                                                              \
    {                                                                                              \
        {NULL}, {"cpus 4", "config threads=4"}, {"cpus 1"},                                        \
        {                                                                                          \
            "cpus 2", "config sockets=2"                                                           \
        }                                                                                          \
    }

static const struct fuzz_machine rows[] = {
    {.name = "snbep",
        .rules = "reserved running freeze init",
        .plans = 8,
        .traffic = 9,
        .counters = {"CTR[0-3]?$", 48},
        .n_heads = 8,
        .heads = {{"config sockets=2", "cpus 4"}, {"cpus 4"},
            {"config sockets=2 absent=s1.imc0+s1.imc1+s1.imc2+s1.imc3", "cpus 2"},
            {"config absent=imc1+imc3"}, {"config variant=skx sockets=2", "cpus 4"},
            {"config variant=ivt", "cpus 2"}, {"config variant=spr"}, {NULL}}},
    /* perf begins with a MaxCnt of 1 if a frequency is requested:
     * docs/findings.md */
    {.name = "epyc",
        .rules = "reserved random",
        .plans = 3,
        .n_heads = 5,
        .heads = {{"cpus 2"}, {"cpus 1", "config variant=zen2"}, {"cpus 2", "config variant=zen5"},
            {"cpus 1"}, {"cpus 4", "config variant=zen3 sockets=2"}},
        .commands = epyc_rules,
        .known = {{": printed again, and taken no more often$",
            "perf record writes samples twice"}}},
    {.name = "kunpeng",
        .rules = "reserved",
        .plans = 4,
        .traffic = 4,
        .dma = TRUE,
        .n_heads = 5,
        .heads = {{"cpus 2"}, {NULL}, {"cpus 4"}, {"cpus 2", "config blind=100000 clock=1000"},
            {"cpus 8"}},
        .commands = kunpeng_rules},
    /* imc-pmu switches directly between the two modes: docs/findings.md */
    {.name = "power9",
        .rules = "reserved",
        .plans = 3,
        .traffic = 9,
        .n_heads = 5,
        .heads = {{ELSEWHERE}, {NULL}, {"cpus 4", "config threads=4"}, {"cpus 1"},
            {"cpus 2", "config sockets=2"}},
        .commands = power9_rules},
    {.name = "power10",
        .rules = "reserved",
        .plans = 3,
        .traffic = 9,
        .n_heads = 5,
        .heads = POWER10_HEADS,
        .commands = power9_rules},
    {.name = "power11",
        .rules = "reserved",
        .plans = 3,
        .traffic = 9,
        .n_heads = 5,
        .heads = POWER10_HEADS,
        .commands = power11_rules},
};

const struct fuzz_machine *fuzz_machine_of(const struct machine *machine)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (!strcmp(rows[i].name, machine->name))
            return &rows[i];
    g_assert_not_reached();
}

void fuzz_machine_draw(const struct fuzz_machine *row, struct fuzz_case *c,
    const struct fuzz_world *world, GRand *rand)
{
    if (row->commands)
        fuzz_draw_commands(c, row->commands, world, rand);
    else
        fuzz_draw_play(c, world, rand);
}

const struct fuzz_way *fuzz_machine_way(const struct fuzz_machine *row, guint i)
{
    const struct fuzz_rule *rule = row->commands;

    if (!rule)
        return i ? NULL : &fuzz_play;
    for (; rule->name; rule++)
        if (rule->way && !i--)
            return rule->way;
    return NULL;
}

const char *fuzz_machine_known(const struct fuzz_machine *row, const char *kind)
{
    for (const struct fuzz_known *known = row->known; known->kind; known++)
        if (g_regex_match_simple(known->kind, kind, 0, 0))
            return known->finding;
    return NULL;
}
