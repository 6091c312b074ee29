/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scenario files: their contents as read. */
#include "harness/judge/judge.h"
#include "harness/report/tap.h"
#include "models/power9/power9.h"
#include "tests/snbep_blocks.h"
#include "tests/unit/scenario/scenario_text.h"

static void test_smallest(void)
{
    struct scenario *s = parse(HEAD STEP);

    if (!ok(s != NULL, "a machine and a step are enough"))
        return;
    is_str(s->name, "x", "the file's name is the scenario's name");
    is_str(s->machine->name, "snbep", "its machine");
    is_str(s->about, "", "no description");
    is_str(s->guest, "amd64", "its own guest");
    ok(!s->kernel_options, "no options of the kernel");
    is_u64(s->cpus, 0, "the machine's own CPUs");
    is_u64(s->sockets, 1, "one socket");
    is_u64(s->limit_s, SCENARIO_LIMIT_S, "the usual limit");
    is_u64(s->steps->len, 1, "one step");
    is_str(step_at(s, 0)->script->str, "true\n", "its script");
    is_u64(step_at(s, 0)->expects->len, 1, "one expectation");
    is_str(expect_at(step_at(s, 0), 0)->text, "status 0", "the expected status 0");
    is_str(s->plan->str, "", "no traffic");
    is_u64(judge_n_verdicts(s), 6, "verdicts: guest, trace, counters, interrupts, lint, status");
    scenario_free(s);
}

static void test_header(void)
{
    struct scenario *s =
        parse("# comment\n\n  machine\tsnbep   # trailing\n"
              "about Issue #2, first light\r\n"
              "config box-ctl=guide  sockets=2\nconfig dclk=666666667\n"
              "cpus 4\nmemory 3G\ntags  new slow-one\t old # all\nkernel backports\n"
              "kernel-options numa=off maxcpus=1 # all\nlimit 30s\n" STEP);
    g_autofree char *tags = s ? scenario_tags(s) : NULL;

    if (!ok(s != NULL, "a whole header is read"))
        return;
    is_str(s->about, "Issue #2, first light", "the description keeps its # and has no line end");
    is_str(s->guest, "amd64-backports", "a guest with another kernel");
    is_str(s->kernel_options, "numa=off maxcpus=1", "options of the kernel, without the comment");
    is_u64(s->cpus, 4, "CPUs");
    is_u64(s->memory_mib, 3072, "memory in MiB");
    is_str(tags, "new slow-one old", "tags");
    is_u64(s->limit_s, 30, "limit");
    is_u64(s->sockets, 2, "sockets come from the configuration");
    is_u64(s->config->len, 3, "three options");
    is_str(g_ptr_array_index(s->config, 0), "box-ctl=guide", "the first one");
    scenario_free(s);
}

static void test_capture(void)
{
    struct scenario *s = parse("machine epyc\nconfig variant=zen4\nstep s\n run true\n"
                               " capture scenarios/epyc/umc/capture-gate.txt as ftrace # all\n");

    if (!ok(s != NULL, "a step with a capture"))
        return;
    ok(g_str_has_prefix(step_at(s, 0)->script->str, "true\nset -e\nwrmsr -p 0 0xc0010801 0x0\n"),
        "its script repeats the accesses: %s", step_at(s, 0)->script->str);
    is_u64(s->packages->len, 1, "and needs a package");
    is_str(g_ptr_array_index(s->packages, 0), "msr-tools", "... msr-tools");
    scenario_free(s);
    s = parse(HEAD "step s\n capture " CAPTURE "\n");
    ok(s && !s->packages->len, "setpci is in every guest");
    scenario_free(s);
}

static void test_traffic(void)
{
    struct scenario *s = parse(HEAD "config sockets=2\n"
                                    "traffic\n"
                                    "  at step b + 300ms   # later\n"
                                    "    imc0 CAS_COUNT.RD_REG 100M/s\n"
                                    "    s1.imc3 RPQ_OCCUPANCY level 8 for 100 of 1000 cycles\n"
                                    "  at end of step a\n"
                                    "    imc0.PMON_CTR0 = 0xfffffffff000\n"
                                    "  at write 1 of imc0.PMON_CTL0 in step b + 5us\n"
                                    "    imc0 CAS_COUNT.RD_REG off\n"
                                    "step a\n run true\nstep b\n run true\n");

    if (!ok(s != NULL, "traffic before the steps that it names"))
        return;
    is_str(s->plan->str,
        "at step 2 + 300ms\n"
        "    imc0 CAS_COUNT.RD_REG 100M/s\n"
        "    s1.imc3 RPQ_OCCUPANCY level 8 for 100 of 1000 cycles\n"
        "at end of step 1\n"
        "    imc0.PMON_CTR0 = 0xfffffffff000\n"
        "at write 1 of imc0.PMON_CTL0 in step 2 + 5us\n"
        "    imc0 CAS_COUNT.RD_REG off\n",
        "step names have become numbers");
    ok(strstr(s->traffic->str, "at step b + 300ms\n") != NULL, "and have names for people");
    is_u64(s->plan_lines->len, 4, "four entries");
    is_u64(g_array_index(s->plan_lines, unsigned, 2), 8, "the third one is in line 8");
    is_u64(judge_n_verdicts(s), 8,
        "verdicts: guest, trace, counters, interrupts, traffic, lint, two statuses");
    scenario_free(s);
}

/* The guest's own traffic begins with the word that sets the size of its
 * memory. */
static void test_memory(void)
{
    struct scenario *s = parse(HEAD "memory 512\ntraffic\n at boot\n  memory guest\n" STEP);

    if (!ok(s != NULL, "memory of a size, and of the guest"))
        return;
    is_u64(s->memory_mib, 512, "the size");
    is_str(s->plan->str, "at boot\n    memory guest\n", "the traffic");
    scenario_free(s);
}

static void test_script(void)
{
    struct scenario *s = parse(HEAD "step s\n"
                                    "  run for i in 1 2; do # not ours\n"
                                    "  run   echo '#'; done\n");

    if (!ok(s != NULL, "a script of two lines"))
        return;
    is_str(step_at(s, 0)->script->str, "for i in 1 2; do # not ours\necho '#'; done\n",
        "comments in it are the shell's");
    scenario_free(s);
}

static void test_expectations(void)
{
    static const enum expect_kind kinds[] = {EXPECT_STATUS, EXPECT_PERF_EXACT, EXPECT_MULTIPLEXED,
        EXPECT_OUTPUT, EXPECT_OUTPUT, EXPECT_KERNEL, EXPECT_KERNEL, EXPECT_KERNEL_CLEAN,
        EXPECT_RELATION, EXPECT_REGISTER, EXPECT_ACCESSES, EXPECT_ACCESSES, EXPECT_LINT,
        EXPECT_LINT};
    struct scenario *s =
        parse(HEAD "step s\n run true\n"
                   " expect status 3 # not 0\n"
                   " expect perf exact\n"
                   " expect multiplexed\n"
                   " expect output /a # b\\/c/  # but this is a comment\n"
                   " expect no output /x/\n"
                   " expect kernel /uncore/\n"
                   " expect no kernel /x/\n"
                   " expect kernel clean\n"
                   " expect u/event=0x80,thresh=1/ = u/event=0x11/ # equal\n"
                   " expect register imc0.PMON_CTL0.ev_sel = 0x4\n"
                   " xfail Linux #1 forgets it\n"
                   " called the count\n else see bit #22\n"
                   " expect accesses write imc0.PMON_CTL0 = 4, read imc0.PMON_CTR0\n"
                   " expect no write imc1.PMON_CTL0\n"
                   " expect lint clean\n"
                   " expect lint unfrozen running\n");
    const struct scenario_step *step;

    if (!ok(s != NULL, "each kind of expectation is read"))
        return;
    step = step_at(s, 0);
    is_u64(step->expects->len, G_N_ELEMENTS(kinds), "all are read, without a default status");
    for (unsigned i = 0; i < MIN(step->expects->len, G_N_ELEMENTS(kinds)); i++)
        is_u64(expect_at(step, i)->kind, kinds[i], "%s", expect_at(step, i)->text);
    is_u64(expect_at(step, 0)->status, 3, "the status");
    is_str(g_regex_get_pattern(expect_at(step, 3)->regex), "a # b\\/c",
        "a # between slashes begins no comment");
    ok(expect_at(step, 4)->negated && expect_at(step, 6)->negated, "'no' negates");
    is_u64(expect_at(step, 1)->line, 5, "line numbers are recorded");
    is_str(expect_at(step, 9)->xfail, "Linux #1 forgets it", "an expected failure has its reason");
    is_str(expect_at(step, 9)->advice, "see bit #22", "... and advice");
    is_str(expect_at(step, 9)->called, "the count", "... and a name");
    is_str(expect_at(step, 10)->xfail, NULL, "... and is one alone");
    ok(!expect_at(step, 10)->negated && expect_at(step, 11)->negated, "forbidden accesses");
    ok(expect_at(step, 12)->clean && !expect_at(step, 13)->clean, "clean or not");
    scenario_free(s);
}

static gboolean look_up(const char *event, gint64 *count, gpointer data)
{
    (void)data;
    if (strlen(event) != 1)
        return FALSE;
    *count = *event - 'a' + 1; /* a is 1, b is 2... */
    return TRUE;
}

static void is_relation(const char *text, gboolean expected, const char *expected_why)
{
    g_autofree char *wrong = NULL;
    g_autofree char *why = NULL;
    struct relation *relation = relation_parse(text, &wrong);

    if (!ok(relation != NULL, "'%s' is a relation", text))
        return;
    ok(relation_holds(relation, look_up, NULL, &why) == expected, "'%s' %s", text,
        expected ? "holds" : "does not hold");
    is_str(why, expected_why, "its figures");
    relation_free(relation);
}

static void test_relations(void)
{
    is_relation("a + b = c", TRUE, "1 + 2 = 3");
    is_relation("c - b - a = 0", TRUE, "3 - 2 - 1 = 0");
    is_relation("2 * b = d", TRUE, "4 = 4");
    is_relation("a = b", FALSE, "1 = 2 does not hold: the sides differ by -1");
    is_relation("a != b", TRUE, "1 != 2");
    is_relation("a < b", TRUE, "1 < 2");
    is_relation("b <= 2", TRUE, "2 <= 2");
    is_relation("b = 0x02", TRUE, "2 = 2");
    is_relation("0x10 * a = 0x10", TRUE, "16 = 16");
    is_relation("a > b", FALSE, "1 > 2 does not hold");
    is_relation("b >= 3", FALSE, "2 >= 3 does not hold");
    is_relation("b < a", FALSE, "2 < 1 does not hold");
    is_relation("b <= a", FALSE, "2 <= 1 does not hold");
    is_relation("b != 2", FALSE, "2 != 2 does not hold");
    is_relation("a + none = b", FALSE, "perf printed no count for none");
    is_relation("9223372036854775807 * b = a", FALSE,
        "-2 = 1 does not hold: a figure or sum is beyond 64 bits");
    is_relation("9223372036854775807 * b < a", FALSE,
        "-2 < 1 does not hold: a figure or sum is beyond 64 bits");
    is_relation(
        "9223372036854775807 * a = 0 - b", FALSE, "9223372036854775807 = 0 - 2 does not hold");
}

static const struct p9 *planned_p9(const struct scenario *s)
{
    return planned_as(machine_plan_planned(s->hardware), &power9_model);
}

static void test_power9(void)
{
    struct scenario *s =
        parse(POWER9 "config threads=2 sockets=2\ncpus 8\ntraffic\nat step s\n"
                     " chip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 100M/s\n"
                     "step s\n run perf stat -a -e "
                     "nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/,core_imc/event=0xa0/ true\n"
                     " run cat /sys/devices/core_imc/events/nothing\n");

    if (!ok(s != NULL, "a scenario for power9"))
        return;
    is_u64(s->threads, 2, "threads of a core");
    is_u64(s->sockets, 2, "sockets");
    is_u64(planned_p9(s)->config.cpus, 8, "CPUs of the plan");
    is_u64(planned_p9(s)->plan.n_entries, 1, "its script");
    ok(s->flash == NULL, "the machine's own flash");
    scenario_free(s);
    s = parse(POWER9 "flash /proc/version\nstep s\n run perf stat -e nest_l3_imc/HIT/ true\n");
    is_str(s ? s->flash : NULL, "/proc/version", "a separate flash, with its own names");
    scenario_free(s);
    is_wrong(POWER9 "config cpus=4\n" STEP, "x.scn:2: 'cpus=4'; expected a separate line 'cpus N'");
    is_wrong(POWER9 "config dclk=4\n" STEP,
        "x.scn:2: no option 'dclk=4'; there are: sockets, threads, availability, dead, access");
    is_wrong(POWER9 "step s\n run perf stat -e core_imc/CPM_COFFEE/ true\n",
        "x.scn:3: unknown event 'core_imc/CPM_COFFEE/'; expected one of `pmulab describe "
        "power9.core.events` "
        "or event=OFFSET");
    is_wrong(POWER9 "flash /proc/version\nflash /proc/version\n" STEP,
        "x.scn:3: a second 'flash'; expected one, and line 2 has it");
}

static void test_catalogue(void)
{
    struct scenario *s =
        parse(CATALOGUE "  set /mcs01@c8 unit = \"MiB\"  # as a P8\n"
                        "  set /nest-mcs-events/event@0 reg = 0x28 8\n"
                        "  delete /nest-mcs-events/event@28\n"
                        "  delete /core@18 scale\n"
                        "traffic\n at boot\n  chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1M/s\n" STEP);
    const struct p9 *planned;

    if (!ok(s && s->image && !s->flash, "a changed catalogue makes an image"))
        return;
    planned = planned_p9(s);
    is_u64(planned->actions[0].offset, 0xf0, "the event is where the change has put it");
    is_str(p9_catalogue_pmu(p9_catalogue(planned), "mcs01")->unit, "MiB", "a unit that is set");
    is_str(p9_catalogue_pmu(p9_catalogue(planned), "core")->scale, "", "a scale that is deleted");
    ok(g_str_has_prefix(s->plan->str, "catalogue events ") &&
            g_str_has_suffix(s->plan->str, "1M/s\n"),
        "the plan begins with the catalogue");
    is_u64(s->plan_lines->len, 1, "... which is not a line of the traffic");
    scenario_free(s);
    s = parse(
        CATALOGUE " check crc64\n refused /CRC64: [a-z #]+ takes/  # which /has/ a sign\n" STEP);
    ok(s && s->image, "an image that is refused as expected");
    scenario_free(s);
}

/* A scenario that rests and is woken again equals the file: options, CPUs, a
 * catalogue, and the plan in its order. */
static void test_rest(void)
{
    struct scenario *s =
        parse(POWER9 "config threads=2 sockets=2\ncpus 8\ncatalogue\n  set "
                     "/nest-mcs-events/event@0 reg = 0x28 8\n"
                     "  delete /nest-mcs-events/event@28\n"
                     "traffic\n at boot\n  chip0.mcs01 PM_MCS01_64B_RD_DISP_PORT01 1M/s\n"
                     " at step s + 5ms\n  chip1.mcs01 PM_MCS01_64B_RD_DISP_PORT01 2M/s\n" STEP);
    const struct plan *moments;

    if (!ok(s != NULL, "a scenario with options, catalogue and traffic"))
        return;
    scenario_wake(s);
    scenario_rest(s);
    ok(!s->hardware, "at rest it has no model");
    scenario_rest(s);
    scenario_wake(s);
    moments = machine_plan_moments(s->hardware);
    is_u64(planned_p9(s)->config.cpus, 8, "awake again, it has its CPUs");
    is_u64(planned_p9(s)->config.sockets, 2, "its options");
    is_u64(planned_p9(s)->actions[0].offset, 0xf0, "the catalogue's place of an event");
    is_u64(moments->n_entries, 2, "all of its plan");
    is_u64(
        moments->anchors[moments->entries[0].anchor].event, PLAN_BOOT, "in the order of the file");
    is_u64(
        moments->anchors[moments->entries[1].anchor].event, PLAN_STEP_BEGIN, "... the step second");
    is_u64(moments->entries[1].delay, 5000000, "... and its delay");
    scenario_free(s);
}

static void test_death(void)
{
    struct scenario *s = parse(POWER9 "dies /assert # failed/\n");

    if (!ok(s && s->dies && !s->steps->len, "a guest that dies has no steps"))
        return;
    is_str(s->dies_text, "/assert # failed/", "its last words");
    is_u64(judge_n_verdicts(s), 4, "verdicts: guest, trace, counters, lint");
    scenario_free(s);
    is_wrong(
        POWER9 "dies /x/\n" STEP, "x.scn:3: both a step and 'dies' (line 2); expected one of them");
    is_wrong(POWER9 "dies\n" STEP,
        "x.scn:2: ''; expected a regular expression /.../, a slash in it as \\/");
    is_wrong(
        POWER9 "dies /x/\ndies /x/\n", "x.scn:3: a second 'dies'; expected one, and line 2 has it");
}

static void test_too_much_traffic(void)
{
    g_autoptr(GError) error = NULL;
    struct scenario *s = scenario_parse(
        "x.scn", HEAD "traffic\nat step s\n imc0 CAS_COUNT.RD_REG 801M/s\n" STEP, &error);

    ok(!s && g_str_has_prefix(error->message, "x.scn:4: imc0 CAS_COUNT.RD_REG '801M/s': "),
        "801M/s is more than 800 MHz allow: %s", error ? error->message : "");
}

static void is_unreadable(const char *path, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) scenarios = scenario_load(path, &error);

    ok(!scenarios && g_str_has_suffix(error->message, expected), "%s",
        error ? error->message : path);
}

static void test_files(void)
{
    is_unreadable("/nowhere/a.scn", "/nowhere/a.scn: No such file or directory");
    is_unreadable("/tmp", "/tmp: a folder; expected a file NAME.scn");
    is_unreadable(
        "/proc/version", "/proc/version: not called a scenario; expected a file NAME.scn");
}

static void test_tap(void)
{
    g_autoptr(GString) text = g_string_new(NULL);

    tap_plan(text, 2);
    tap_point(text, 1, TRUE, "a # b");
    tap_point(text, 2, FALSE, "two\nlines");
    tap_comment(text, "why");
    tap_comment(text, "");
    is_str(
        text->str, "TAP version 13\n1..2\nok 1 - a \\# b\nnot ok 2 - two lines\n# why\n#\n", "TAP");
    g_string_truncate(text, 0);
    tap_subtest(text, 3, FALSE, "c # d", 2, "ok 1 - a\n# b\nnot ok 2 - c\n#\n");
    is_str(text->str,
        "# Subtest: c \\# d\n    1..2\n    ok 1 - a\n    # b\n    not ok 2 - c\n    #\nnot ok 3 - "
        "c \\# d\n",
        "a test within a test");
}

int main(void)
{
    test_smallest();
    test_header();
    test_traffic();
    test_capture();
    test_memory();
    test_script();
    test_expectations();
    test_relations();
    test_power9();
    test_catalogue();
    test_rest();
    test_death();
    test_too_much_traffic();
    test_files();
    test_tap();
    return done_testing();
}
