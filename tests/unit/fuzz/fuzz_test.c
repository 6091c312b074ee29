/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cases of `pmulab fuzz` without a guest: drawing, text and shrinking. */
#include "harness/fuzz/fuzz_commands.h"
#include "harness/fuzz/fuzz_draw.h"
#include "harness/fuzz/fuzz_machine.h"
#include "harness/fuzz/fuzz_shrink.h"
#include "harness/fuzz/fuzz_world.h"
#include "harness/machine/machines.h"
#include "harness/scenario/scenario_load.h"

#include "tests/tap.h"

#include <string.h>

static const struct machine *snbep(void)
{
    return machine_find("snbep", NULL);
}

/* ---- the guest's PMUs ---- */

static const char sysfs[] = "cpu/format/event:config:0-7\n"
                            "uncore_imc_0/cpumask:0,2\n"
                            "uncore_imc_0/format/edge:config:18\n"
                            "uncore_imc_0/format/event:config:0-7\n"
                            "uncore_imc_0/format/umask:config:8-15\n"
                            "uncore_imc_0/events/cas_count_read:event=0x04,umask=0x03\n"
                            "uncore_imc_0/events/cas_count_read.scale:6.1e-5\n"
                            "uncore_imc_0/events/clockticks:event=0xff,umask=0x00\n"
                            "uncore_cbox_0/cpumask:1-3,5\n"
                            "uncore_cbox_0/format/inv:config:23\n";

static struct fuzz_world *world_of(const char *text)
{
    return fuzz_world_new(snbep(), 4, text, NULL);
}

static void test_world(void)
{
    g_autoptr(GError) error = NULL;
    struct fuzz_world *world = world_of(sysfs);
    const struct fuzz_pmu *imc = g_ptr_array_index(world->pmus, 0),
                          *cbox = g_ptr_array_index(world->pmus, 1);

    is_u64(world->pmus->len, 2, "two PMUs with a list of CPUs");
    ok(imc->ours && !cbox->ours, "one PMU is played");
    is_str(imc->name, "uncore_imc_0", "... by its name");
    is_u64(imc->cpus->len, 2, "... on two CPUs");
    is_u64(g_array_index(imc->cpus, unsigned, 1), 2, "... the second is CPU 2");
    is_u64(imc->formats->len, 3, "... with three formats");
    is_u64(g_array_index(imc->formats, struct fuzz_format, 0).bits, 1, "... one of a bit");
    is_u64(g_array_index(imc->formats, struct fuzz_format, 2).bits, 8, "... and one of eight");
    is_u64(imc->events->len, 2, "... and two named events; a scale is not an event");
    is_u64(cbox->cpus->len, 4, "the other wants its events on four CPUs");
    is_u64(g_array_index(cbox->cpus, unsigned, 3), 5, "... one of them separate");
    fuzz_world_free(world);
    ok(!fuzz_world_new(snbep(), 4, "cpu/format/event:config:0-7\n", &error),
        "no PMU of the machine");
    is_str(error->message,
        "the guest has no PMU of snbep: expected one called uncore_imc(?:_[0-9]+)?",
        "... is reported");
}

/* ---- drawing ---- */

static const struct fuzz_way waiting = {"wait", "pmulab-play <<END", "END", FALSE, "play exact"};

static char *drawn(guint32 seed)
{
    static const struct fuzz_counters counters = {"^PMON_CTR[0-3]$", 48};
    struct fuzz_world *world = world_of(sysfs);
    struct fuzz_case *c = fuzz_case_new(snbep(), "reserved");
    GRand *rand = g_rand_new_with_seed(seed);
    char *text;

    for (unsigned i = 0; i < 3; i++)
        fuzz_draw_play(c, world, rand);
    fuzz_draw_traffic(c, &counters, rand, 6);
    text = fuzz_case_text(c, "drawn", NULL);
    g_rand_free(rand);
    fuzz_case_free(c);
    fuzz_world_free(world);
    return text;
}

static guint count_of(const char *pattern, const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint n = 0;

    for (gboolean found = g_regex_match(regex, text, 0, &match); found;
         found = g_match_info_next(match, NULL))
        n++;
    return n;
}

static void test_draw(void)
{
    g_autofree char *one = drawn(1), *again = drawn(1), *two = drawn(2);

    is_str(again, one, "a seed always draws the same");
    ok(strcmp(one, two) != 0, "... and another seed something else");
    is_u64(count_of("^step plan[123]$", one), 3, "three plans");
    is_u64(count_of("^        (?:s1\\.)?[a-z0-9-]+ \\w+(?:\\.[A-Z_0-9]+)? \\d+/s$", one), 4,
        "four lines of traffic");
    is_u64(count_of("^        (?:s1\\.)?(?:imc[0-3]|ha|qpi[01]|r2pcie|r3qpi[01])\\.PMON_CTR[0-3] = "
                    "0x(?:ffff)?ff[0-9a-f]{6}$",
               one),
        2, "... and two counters near their ends");
    ok(count_of("^    run open \\d ", one) > 0, "events are opened");
    is_u64(count_of("^    run open [0-7] (?:uncore_imc_0|uncore_cbox_0)/[^ /]*/ cpu "
                    "(?:\\d+|any)(?: in [0-7]| in 63| "
                    "user| kernel| task| period [0-9]+)*$",
               one),
        count_of("^    run open ", one), "... each in a plan's form");
    ok(count_of(" cpu any| user| kernel| task| period ", one) > 0, "... some with refused words");
    ok(count_of("^    run map [0-7]$", one) > 0 &&
            count_of("^    run map [0-7] (?:3|[1248]|16)$", one) > 0,
        "events are mapped");
    ok(count_of("^    run unmap [0-7]$", one) > 0, "... and unmapped");
    is_u64(count_of("^    run (?:on|off|reset) [0-7](?: all)?$", one),
        count_of("^    run (?:on|off|reset) ", one), "each switched event was opened");
}

/* Some of 30 cases' plans unload the driver, and each loads it again, at once
 * or after a refused load. One plan in four does so, so a case of three has a
 * chance of 58 %: 17 cases, and three deviations of 2.7 either way. */
static void test_module(void)
{
    guint some = 0, back = 0, all = 0, closed = 0;

    for (guint32 seed = 0; seed < 30; seed++) {
        g_autofree char *text = drawn(seed);

        some += count_of("^    run module intel-uncore off$", text) > 0;
        all += count_of("^    run module ", text);
        back += count_of("^    run module intel-uncore off\n(?:    run open .*\n)?    run module "
                         "intel-uncore on$",
            text);
        closed +=
            count_of("^    run (?:close|unmap) [0-7]\n    run module intel-uncore off$", text);
    }
    ok(some > 8 && some < 26, "some plans unload the driver: %u of 30 cases", some);
    is_u64(all, 2 * back, "... and is loaded again each time");
    ok(closed > back / 3 && closed < back, "... mostly with all events closed");
}

/* ---- commands ---- */

static const struct fuzz_way shell = {"shell", "first", NULL, TRUE, "perf exact"};
static const struct fuzz_way closed = {"other", NULL, "last", TRUE, "samples exact"};

static char *commands_of(const struct fuzz_rule *rules, guint32 seed)
{
    struct fuzz_world *world = world_of(sysfs);
    struct fuzz_case *c = fuzz_case_new(snbep(), NULL);
    GRand *rand = g_rand_new_with_seed(seed);
    char *text;

    fuzz_draw_commands(c, rules, world, rand);
    text = fuzz_case_text(c, "", NULL);
    memmove(text, strstr(text, "step"), strlen(strstr(text, "step")) + 1);
    g_rand_free(rand);
    fuzz_case_free(c);
    fuzz_world_free(world);
    return text;
}

/* How many of 100 seeds draw a plan that matches @pattern. */
static guint drawn_with(const struct fuzz_rule *rules, const char *pattern)
{
    guint n = 0;

    for (guint32 seed = 0; seed < 100; seed++) {
        g_autofree char *text = commands_of(rules, seed);

        n += count_of(pattern, text) > 0;
    }
    return n;
}

static void test_commands(void)
{
    static const struct fuzz_rule one[] = {{"plan", &shell, {"a <b> \\\n<b>\nend"}},
        {"b", NULL, {"<c>-<c>"}}, {"c", NULL, {"x"}}, {0}};
    static const struct fuzz_rule ways[] = {
        {"p", &shell, {"1"}}, {"between", NULL, {"2"}}, {"q", &closed, {"3", "4"}}, {0}};
    static const struct fuzz_rule words[] = {
        {"p", &shell, {"<cpu> <10..5000> <event uncore_.*> <terms uncore_imc_0> <event no.*>."}},
        {0}};
    g_autofree char *text = commands_of(one, 1);

    is_str(text,
        "step plan1\n    run set -e\n    run first\n    run a x-x \\\n    run x-x\n    run end\n   "
        " expect "
        "perf exact\n"
        "    expect kernel clean\n",
        "names are expanded, and lines keep their beginnings");
    is_u64(drawn_with(ways, "run (?:1|3|4)$"), 100, "a plan begins with a rule that has a way");
    ok(drawn_with(ways, "run 1$") > 25 && drawn_with(ways, "run 1$") < 75, "... any of them");
    ok(drawn_with(ways, "run 3$") > 10 && drawn_with(ways, "run 4$") > 10, "... with any choice");
    is_u64(drawn_with(ways, "run 1\n    expect perf exact"), drawn_with(ways, "run 1$"),
        "a way has its last line");
    is_u64(drawn_with(ways, "run [34]\n    run last\n    expect samples exact"),
        drawn_with(ways, "run [34]$"), "... and so has the other way");
    is_u64(
        drawn_with(words, "^    run [0-3] (?:[1-9][0-9]|[1-9][0-9]{2}|[1-4][0-9]{3}|5000) "
                          "(?:uncore_imc_0/(?:cas_count_read|clockticks)/)? (?:edge=[01])? \\.$"),
        100, "CPUs, numbers, events and terms are the guest's");
    ok(drawn_with(words, " [1-9][0-9] ") > 10 && drawn_with(words, " [0-9]{4} ") > 10,
        "small numbers and big ones");
    ok(drawn_with(words, "clockticks") && drawn_with(words, "cas_count_read") &&
            drawn_with(words, "edge=1"),
        "each event, and a term");
}

/* A DDRC of hip08 has one counter for each event. The same event twice takes
 * turns, and cannot be proved. */
static void test_turns(void)
{
    const struct fuzz_rule *rules = fuzz_machine_of(machine_find("kunpeng", NULL))->commands;
    static const char ddrc[] = "(?:hisi_sccl3_ddrc[0-9]/|flux_)[^\n]*\n";
    static const char box[] = "    run -e (?:hisi|flux|victim)[^\n]*\n";
    g_autofree char *twice =
        g_strdup_printf("    run -e (?=%s)([^\n]*\n)(?:%s)*    run -e (?:\\1|flux_)", ddrc, box);
    g_autofree char *both = g_strdup_printf("    run -e %s    run -e %s", ddrc, ddrc);

    is_u64(drawn_with(rules, twice), 0, "no event of a DDRC occurs twice");
    ok(drawn_with(rules, both) > 0, "... but two events do");
    ok(drawn_with(rules, "perf stat -a[^\n]*\n    run -e flux_rcmd") > 0,
        "... or one of all DDRCs");
}

/* Each machine's row draws scenarios. */
static void test_machines(void)
{
    static const char guest[] =
        "uncore_imc_0/cpumask:0\nuncore_imc_0/format/event:config:0-7\n"
        "uncore_imc_0/events/clockticks:event=0\n"
        "ibs_op/format/cnt_ctl:config:19\nibs_fetch/format/rand_en:config:57\n"
        "armv8_pmuv3/cpus:0-7\narmv8_pmuv3/format/event:config:0-15\n"
        "armv8_pmuv3/events/inst_retired:event=0x0008\n"
        "hisi_pmcu_sccl3/cpumask:0\nhisi_pmcu_sccl3/format/nr_sample:config:0-31\n"
        "nest__imc/cpumask:0\nnest__imc/format/event:config:0-61\n"
        "nest_mba0_imc/cpumask:0\nnest_mba0_imc/format/event:config:0-31\n"
        "nest_mba0_imc/events/PM_MBA0_CLK_CYC:event=0x0\n"
        "core_imc/cpumask:0\ncore_imc/format/event:config:0-61\n"
        "core_imc/events/CPM_CCYC:event=0x98\nthread_imc/format/event:config:0-61\n"
        "thread_imc/events/CPM_CS_PCYC_USER:event=0x98\ntrace_imc/format/event:config:0-61\n";
    static const char guest_power10[] =
        "nest_pb_imc/cpumask:0\nnest_pb_imc/format/event:config:0-31\n"
        "nest_pb_imc/events/PM_PB_PUMP_P1:event=0xb8\n"
        "core_imc/cpumask:0\ncore_imc/format/event:config:0-61\n"
        "core_imc/events/CPM_HV_INST:event=0x3e0\nthread_imc/format/event:config:0-61\n"
        "thread_imc/events/CPM_HV_INST:event=0x3e0\ntrace_imc/format/event:config:0-61\n";

    for (unsigned m = 0; machine_number(m); m++) {
        const struct machine *machine = machine_number(m);
        const struct fuzz_machine *row;
        guint scenarios = 0, empty = 0;

        if (!machine->plan->pmus)
            continue;
        row = fuzz_machine_of(machine);
        for (guint32 seed = 0; seed < 50; seed++) {
            struct fuzz_world *world = fuzz_world_new(machine, 2,
                g_str_has_prefix(machine->name, "power1") ? guest_power10 : guest, NULL);
            struct fuzz_case *c = fuzz_case_new(machine, row->rules);
            GRand *rand = g_rand_new_with_seed(seed);
            g_autoptr(GError) error = NULL;
            g_autofree char *text = NULL;
            struct scenario *scenario;

            fuzz_machine_draw(row, c, world, rand);
            for (unsigned i = 0; row->heads[seed % row->n_heads][i]; i++)
                g_ptr_array_add(c->head, g_strdup(row->heads[seed % row->n_heads][i]));
            text = fuzz_case_text(c, "", NULL);
            scenario = scenario_parse("x.scn", text, &error);
            scenarios += scenario != NULL;
            if (!scenario)
                ok(FALSE, "%s", error->message);
            empty += count_of("-e (?:$|[ \\\\,])|<|>[^/ ]", text);
            scenario_free(scenario);
            g_rand_free(rand);
            fuzz_case_free(c);
            fuzz_world_free(world);
        }
        is_u64(scenarios, 50, "%s: each plan is a scenario", machine->name);
        is_u64(empty, row->commands ? 0 : empty, "... without unexpanded names");
    }
}

/* ---- faults ---- */

/* A case of @machine with 5 faults. */
static void has_faults(const struct machine *machine)
{
    GRand *rand = g_rand_new_with_seed(1);
    struct fuzz_case *c = fuzz_case_new(machine, NULL);
    g_autofree char *text = NULL;

    g_ptr_array_add(fuzz_case_add_plan(c, &shell)->lines, g_strdup("true"));
    fuzz_draw_traffic(c, &fuzz_machine_of(machine)->counters, rand, 3);
    is_u64(c->traffic->len, machine->model->events ? 3 : 0, "%s: traffic, if it has events",
        machine->name);
    fuzz_draw_faults(c, rand, 5, fuzz_machine_of(machine)->dma);
    text = fuzz_case_text(c, "", NULL);
    is_u64(count_of("^        fault ", text), 5, "%s: five faults", machine->name);
    ok(fuzz_case_is_scenario(c), "... as valid scenarios");
    g_ptr_array_add(c->traffic, g_strdup("fault none"));
    ok(!fuzz_case_is_scenario(c), "... unlike others");
    fuzz_case_free(c);
    g_rand_free(rand);
}

/* A case of @machine with 12 faults, as text. */
static char *many_faults(const struct machine *machine)
{
    struct fuzz_case *c = fuzz_case_new(machine, NULL);
    GRand *rand = g_rand_new_with_seed(2);
    char *text;

    g_ptr_array_add(fuzz_case_add_plan(c, &shell)->lines, g_strdup("true"));
    fuzz_draw_faults(c, rand, 12, fuzz_machine_of(machine)->dma);
    text = fuzz_case_text(c, "", NULL);
    g_rand_free(rand);
    fuzz_case_free(c);
    return text;
}

/* docs/scenarios.md, Faults: the faults of each machine. power9's DMA writes
 * the counters itself. */
static void test_kinds_of_faults(void)
{
    static const struct {
        const char *machine;
        gboolean registers, interrupts, dma;
    } rows[] = {{"snbep", TRUE, FALSE, FALSE}, {"epyc", TRUE, TRUE, FALSE},
        {"kunpeng", TRUE, TRUE, TRUE}, {"power9", TRUE, FALSE, FALSE}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *machine = rows[i].machine;
        g_autofree char *text = many_faults(machine_find(machine, NULL));

        is_u64(count_of("^        fault [a-z0-9.-]+\\.[A-Za-z0-9_]+ (?:drops|reads|freezes|flips)",
                   text) > 0,
            rows[i].registers, "%s: faults of registers", machine);
        is_u64(count_of("^        fault interrupt of \\w+ is (?:lost|late by|spurious)", text) > 0,
            rows[i].interrupts, "%s: ... of interrupts", machine);
        is_u64(count_of("^        fault dma stops after \\d+ bytes", text) > 0, rows[i].dma,
            "%s: ... of DMA", machine);
    }
}

/* As fuzz_try() calls it, and similar calls. */
static void test_known(void)
{
    const struct fuzz_machine *row = fuzz_machine_of(machine_find("epyc", NULL));

    is_str(fuzz_machine_known(row,
               "step planN: samples exact: hop one: line N of the output: printed again, and "
               "taken no more often"),
        "perf record writes samples twice", "a fault that is known");
    ok(!fuzz_machine_known(
           row, "step planN: samples exact: hop one: the driver took no such sample"),
        "... and an unknown one");
    ok(!fuzz_machine_known(fuzz_machine_of(snbep()),
           "step planN: samples exact: printed again, and taken no "
           "more often"),
        "... or belongs to another machine");
}

static void test_faults(void)
{
    struct fuzz_case *c = fuzz_case_new(snbep(), "reserved"), *part;
    g_autofree char *text = NULL;

    for (unsigned m = 0; machine_number(m); m++)
        if (machine_number(m)->plan->pmus)
            has_faults(machine_number(m));
    g_ptr_array_add(fuzz_case_add_plan(c, &closed)->lines, g_strdup("false"));
    c->sick = TRUE;
    part = fuzz_case_part(c, 0, 0);
    text = fuzz_case_text(part, "", NULL);
    is_str(strstr(text, "step"),
        "step plan1\n    run false\n    run last\n    run true\n    expect kernel clean\n",
        "with faults a command may fail, and only the kernel is checked");
    fuzz_case_free(part);
    fuzz_case_free(c);
}

/* ---- text ---- */

static struct fuzz_case *small_case(void)
{
    struct fuzz_case *c = fuzz_case_new(snbep(), "reserved");

    g_ptr_array_add(c->head, g_strdup("cpus 4"));
    g_ptr_array_add(c->traffic, g_strdup("imc0 ACT_COUNT 5/s"));
    for (unsigned i = 1; i <= 4; i++) {
        struct fuzz_plan *plan = fuzz_case_add_plan(c, &waiting);

        for (unsigned k = 0; k < 10; k++)
            g_ptr_array_add(plan->lines, g_strdup_printf("wait %u%u", i, k));
    }
    return c;
}

static void test_text(void)
{
    g_autoptr(GError) error = NULL;
    struct fuzz_case *all = small_case(), *c = fuzz_case_part(all, 1, 1);
    g_autofree char *text = NULL, *whole = fuzz_case_text(all, "all", NULL);
    struct scenario *scenario = scenario_parse("x.scn", whole, &error);

    ok(scenario != NULL, "a case is a scenario: %s", error ? error->message : "");
    scenario_free(scenario);
    g_ptr_array_set_size(((struct fuzz_plan *)g_ptr_array_index(c->plans, 0))->lines, 2);
    text = fuzz_case_text(c, "a part", "# A comment\n");
    is_u64(fuzz_plan_operations(g_ptr_array_index(c->plans, 0)), 2, "two operations");
    is_str(text,
        "# SPDX-License-Identifier: GPL-2.0-or-later\n# A comment\nmachine snbep\n"
        "about   a part\n"
        "lint allow running stock drivers break it\n"
        "lint allow unfrozen stock drivers break it\n"
        "lint allow freeze stock drivers break it\n"
        "lint allow init stock drivers break it\n"
        "lint allow left stock drivers break it\n"
        "\ncpus 4\n\n"
        "traffic\n    at step plan1\n        imc0 ACT_COUNT 5/s\n\nstep plan1\n    run pmulab-play "
        "<<END\n"
        "    run wait 20\n    run wait 21\n    run END\n    expect play exact\n    expect kernel "
        "clean\n"
        "    expect lint clean reserved\n",
        "a part of it has its head, its traffic and its plans");
    fuzz_case_free(c);
    fuzz_case_free(all);
}

/* ---- shrinking ---- */

static unsigned trials;
static const char *const *needs;

/* Fails if these lines are there, in this order. */
static gboolean has(const struct fuzz_case *c, gpointer data)
{
    const char *const *lines = needs;
    g_autofree char *text = fuzz_case_text(c, "", NULL);
    const char *at = text;

    (void)data;
    trials++;
    for (; *lines && at; lines++)
        at = strstr(at, *lines);
    return at != NULL;
}

static char *shrunk(const char *const *needed, unsigned most)
{
    struct fuzz_case *c = small_case();
    char *text;

    trials = 0;
    needs = needed;
    fuzz_shrink(c, most, has, NULL);
    text = fuzz_case_text(c, "", NULL);
    fuzz_case_free(c);
    return text;
}

static void test_shrink(void)
{
    static const char *const two[] = {"wait 23\n", "wait 38\n", NULL};
    static const char *const head[] = {"cpus 4\n", "wait 10\n", NULL};
    static const char *const three[] = {"wait 31\n", "wait 32\n", "wait 34\n", NULL};
    g_autofree char *text = shrunk(two, 1000);
    const unsigned needed_trials = trials;
    g_autofree char *other = shrunk(head, 1000), *cut = shrunk(two, 0), *row = shrunk(three, 1000);

    is_u64(count_of("run wait", text), 2, "two needed operations are left");
    ok(needed_trials < 40, "... with fewer trials than there were operations: %u", needed_trials);
    is_u64(count_of("^step", text), 2, "... in two plans");
    is_u64(count_of("cpus|ACT_COUNT", text), 0, "... without options and traffic");
    is_u64(count_of("run wait", other), 1, "one operation and an option");
    is_u64(count_of("cpus 4", other), 1, "... which stays");
    is_u64(count_of("run wait", cut), 40, "without a trial nothing is removed");
    ok(strstr(row, "    run wait 31\n    run wait 32\n    run wait 34\n"),
        "... lines that stay keep their order");
    is_u64(count_of("run wait", row), 3, "... and three are left");
    g_free(shrunk(two, 7));
    is_u64(trials, 7, "there are no more trials than allowed");
}

int main(void)
{
    test_world();
    test_draw();
    test_module();
    test_commands();
    test_turns();
    test_machines();
    test_kinds_of_faults();
    test_known();
    test_faults();
    test_text();
    test_shrink();
    return done_testing();
}
