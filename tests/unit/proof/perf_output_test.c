/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the output of perf stat: figures, units and tables. */
#include "harness/proof/perf_output.h"

#include "tests/tap.h"

static const struct perf_row *row(const struct perf_output *out, guint i)
{
    static const struct perf_row none = {.figure = NULL};

    return i < out->rows->len ? g_ptr_array_index(out->rows, i) : &none;
}

static void is_row(
    const struct perf_row *r, const char *figure, const char *unit, const char *event)
{
    is_str(r->figure, figure, "figure %s of %s", figure, event);
    is_str(r->unit, unit, "unit of %s", event);
    is_str(r->event, event, "event %s", event);
}

static void table(void)
{
    struct perf_output *out = perf_output_parse(
        "some other program's 12 words\n"
        "\n"
        " Performance counter stats for 'system wide':\n"
        "\n"
        "         12,345.67 MiB  uncore_imc_0/cas_count_read/                                      "
        "       "
        "(80.03%)\n"
        "        1186233048      uncore_imc_0/clockticks/         #    2.700 G/sec                 "
        "    \n"
        "     <not counted> MiB  uncore_imc_1/cas_count_write/                                     "
        "     "
        "(0.00%)\n"
        "   <not supported>      instructions                                                      "
        "    \n"
        "            515.39 msec cpu-clock                        #    2.046 CPUs utilized         "
        "      "
        "(99.10%)\n"
        "                                                  #    1.2 of something\n"
        "\n"
        "       0.215691566 seconds time elapsed\n"
        "\n"
        "       0.000000000 seconds user\n"
        "       0.030445000 seconds sys\n");

    is_u64(out->n_runs, 1, "one run");
    is_u64(out->rows->len, 5, "only the table's rows");
    is_row(row(out, 0), "12,345.67", "MiB", "uncore_imc_0/cas_count_read/");
    ok(row(out, 0)->scaled && row(out, 0)->state == PERF_COUNTED,
        "a percentage means that perf scaled it");
    is_row(row(out, 1), "1186233048", "", "uncore_imc_0/clockticks/");
    ok(!row(out, 1)->scaled, "a metric is not a percentage");
    is_row(row(out, 2), "<not counted>", "MiB", "uncore_imc_1/cas_count_write/");
    ok(row(out, 2)->state == PERF_NOT_COUNTED && row(out, 2)->scaled,
        "not counted, in 0 %% of the time");
    is_row(row(out, 3), "<not supported>", "", "instructions");
    ok(row(out, 3)->state == PERF_NOT_SUPPORTED, "not supported");
    is_row(row(out, 4), "515.39", "msec", "cpu-clock");
    ok(row(out, 4)->scaled, "a percentage after a metric");
    perf_output_free(out);
}

static void restrictions(void)
{
    struct perf_output *out =
        perf_output_parse(" Performance counter stats for 'system wide':\n"
                          "\n"
                          "S0        1              16.25 MiB  uncore_imc_0/cas_count_read/\n"
                          "S1        1                  7      uncore_imc_0/clockticks/\n"
                          "CPU0               590078298      msr/tsc/\n"
                          "S0-D0     1               5      msr/tsc/\n"
                          "A1        1               6      msr/tsc/\n"
                          "\n"
                          "       0.215325407 seconds time elapsed\n"
                          "\n"
                          " Performance counter stats for 'system wide':\n"
                          "\n"
                          "N1        2               8      msr/tsc/\n"
                          "\n"
                          " Performance counter stats for 'system wide' (2 runs):\n"
                          "\n"
                          "                28      context-switches                                "
                          "       ( +- 17.86% )\n");

    is_u64(out->rows->len, 6, "rows, and a word that is not a restriction");
    is_row(row(out, 0), "16.25", "MiB", "uncore_imc_0/cas_count_read/");
    is_u64((uint64_t)row(out, 0)->socket, 0, "socket 0");
    is_row(row(out, 1), "7", "", "uncore_imc_0/clockticks/");
    is_u64((uint64_t)row(out, 1)->socket, 1, "socket 1");
    is_row(row(out, 2), "590078298", "", "msr/tsc/");
    is_str(row(out, 2)->part, "CPU0", "one CPU");
    ok(row(out, 2)->socket == -1, "no socket");
    is_row(row(out, 3), "5", "", "msr/tsc/");
    is_str(row(out, 3)->part, "S0-D0", "one die");
    is_row(row(out, 4), "8", "", "msr/tsc/");
    is_str(row(out, 4)->part, "N1", "one node");
    ok(row(out, 5)->mean && !row(out, 5)->scaled, "a deviation is not a percentage of time");
    is_u64(out->n_runs, 3, "three runs");
    is_u64(row(out, 4)->run, 1, "the second's row");
    is_u64(row(out, 5)->run, 2, "the third's");
    perf_output_free(out);
}

/* A socket's number is decimal, with nothing after it. */
static void sockets(void)
{
    struct perf_output *out = perf_output_parse(" Performance counter stats for 'system wide':\n\n"
                                                "S9  1  5  msr/tsc/\nS18  1  6  msr/tsc/\n"
                                                "S8-D1  1  7  msr/tsc/\n");

    is_u64((uint64_t)row(out, 0)->socket, 9, "socket 9");
    is_u64((uint64_t)row(out, 1)->socket, 18, "socket 18");
    ok(row(out, 2)->socket == 8 && row(out, 2)->part && !strcmp(row(out, 2)->part, "S8-D1"),
        "a die of one");
    perf_output_free(out);
}

/* The share of time after an event: a percentage in brackets at the end,
 * nothing else. */
static void percentages(void)
{
    static const struct {
        const char *remark;
        gboolean scaled;
    } cases[] = {{"(0.00%)", TRUE}, {"(5%)", TRUE}, {"(100.00%)", TRUE}, {"(-1.00%)", FALSE},
        {"(%)", FALSE}, {"(x5.00%)", FALSE}, {"(5.00)", FALSE}, {"(5.00% )", FALSE},
        {"#  3 (per s)", FALSE}, {"", FALSE},
        {"#  0.25  insn per cycle\n      #  3.00  stalled cycles per insn  (85.71%)", TRUE},
        {"#  0.25  insn per cycle\n      #  3.00  stalled cycles per insn", FALSE}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        g_autofree char *text = g_strconcat(
            " Performance counter stats for 'x':\n\n  5  msr/tsc/  ", cases[i].remark, "\n", NULL);
        struct perf_output *out = perf_output_parse(text);

        is_u64(out->rows->len, 1, "'%s': a row", cases[i].remark);
        ok(row(out, 0)->scaled == cases[i].scaled, "... %s",
            cases[i].scaled ? "scaled" : "not scaled");
        perf_output_free(out);
    }
}

/* -G and --for-each-cgroup, as perf 6.12 prints them. */
static void cgroups(void)
{
    struct perf_output *out = perf_output_parse(
        " Performance counter stats for 'system wide':\n\n"
        "  6.50 MiB  uncore_imc_0/cas_count_read/    a/b                  (80.03%)\n"
        "  811522      instructions:u                   a              #    0.25 insn\n"
        "  7           cycles:u                         b\n\n");

    is_u64(out->rows->len, 3, "rows with a cgroup");
    is_row(row(out, 0), "6.50", "MiB", "uncore_imc_0/cas_count_read/");
    is_str(row(out, 0)->cgroup, "a/b", "... and its name");
    ok(row(out, 0)->scaled, "... before the remark");
    is_row(row(out, 1), "811522", "instructions:u", "a");
    perf_row_settle(g_ptr_array_index(out->rows, 1));
    is_row(row(out, 1), "811522", "", "instructions:u");
    is_str(row(out, 1)->cgroup, "a", "... a cgroup where the first word is an event");
    is_row(row(out, 2), "7", "cycles:u", "b");
    perf_output_free(out);

    out = perf_output_parse(
        "811522,,instructions:u,a,2542848,100.00,,\n5,,instructions:u,b,0.30%,17,50.00,,\n"
        "9,,cycles,17,100.00,,\n<not counted>,,cycles,b,0,100.00,,\n");
    is_u64(out->rows->len, 4, "the same with -x");
    is_u64(out->n_runs, 1, "... of one run, although an event is repeated");
    is_row(row(out, 0), "811522", "", "instructions:u");
    is_str(row(out, 0)->cgroup, "a", "... a cgroup");
    is_str(row(out, 1)->cgroup, "b", "... another");
    ok(row(out, 1)->mean && row(out, 1)->scaled, "... before the deviation and the share");
    ok(!row(out, 2)->cgroup, "... and none");
    is_str(row(out, 3)->cgroup, "b", "... of an event that was not counted");
    perf_output_free(out);
}

/* A row ends with its event's name and remarks; a line with other text is not a
 * row. */
static void no_remarks(void)
{
    struct perf_output *out = perf_output_parse(
        " Performance counter stats for 'x':\n\n  5 MiB msr/tsc/  more text\n  6  msr/tsc/  # 1\n");

    is_u64(out->rows->len, 1, "a row with other text after it is not a row");
    is_row(row(out, 0), "6", "", "msr/tsc/");
    perf_output_free(out);
}

/* Lines that are nearly a count of -v. */
static void no_counts(void)
{
    static const char *const lines[] = {"e: 5 6", "e: 5 6 x", "e: 5 x 7", "e: x 6 7", "e 5 6 7",
        ": 5 6 7", "e 1: 5 6 7", "e f: 5 6 7", "e: 1 5 6 7", "5 6 7"};

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct perf_output *out = perf_output_parse(lines[i]);

        is_u64(out->counts->len, 0, "'%s' is not a count", lines[i]);
        perf_output_free(out);
    }
}

static void verbose(void)
{
    struct perf_output *out =
        perf_output_parse("Using CPUID GenuineIntel-6-2D-7\n"
                          "Control descriptor is not initialized\n"
                          "words 5 6 7\n"
                          "words: five 6 7\n"
                          "sys_perf_event_open: pid -1  cpu 1  group_fd -1  flags 0 = 7\n"
                          "uncore_imc_0/event=0x4,umask=0x3/: 0: 11 219776182 219776183\n"
                          "uncore_imc_0/event=0x4,umask=0x3/: 23 439358687 439358688\n"
                          "\n"
                          " Performance counter stats for 'system wide':\n"
                          "\n"
                          "                23      uncore_imc_0/event=0x4,umask=0x3/\n"
                          "\n"
                          "       0.215557888 seconds time elapsed\n"
                          "\n"
                          "dummy: 5 6 7\n"
                          "\n"
                          " Performance counter stats for 'sleep 1':\n"
                          "\n"
                          "                5      dummy\n");
    const struct perf_count *count;

    is_u64(out->n_runs, 2, "two runs");
    if (!ok(out->counts->len == 3, "three counts"))
        return;
    count = g_ptr_array_index(out->counts, 0);
    is_str(count->event, "uncore_imc_0/event=0x4,umask=0x3/", "event of -vv");
    ok(count->cpu == 0 && count->value == 11 && count->enabled == 219776182 &&
            count->running == 219776183,
        "numbers of -vv");
    count = g_ptr_array_index(out->counts, 1);
    ok(count->cpu == -1 && count->value == 23 && count->enabled == 439358687 &&
            count->running == 439358688,
        "numbers of -v");
    count = g_ptr_array_index(out->counts, 2);
    ok(count->run == 1 && !strcmp(count->event, "dummy"),
        "a count before the second table is the second run's");
    is_u64(row(out, 0)->run, 0, "first row");
    is_u64(row(out, 1)->run, 1, "second row");
    perf_output_free(out);
}

static void csv(void)
{
    struct perf_output *out =
        perf_output_parse("30,,context-switches,477949460,100.00,,\n"
                          "1.95,MiB,uncore_imc_0/event=0x4,umask=0x3/,477910076,79.50,,\n"
                          "<not supported>,,instructions,0,100.00,,\n"
                          "S1,2,29,,msr/tsc/,435486267,100.00,,\n"
                          "1,2,3\n"
                          "thirty,,context-switches,477949460,100.00,,\n"
                          "30,,context-switches,477949460,100.00,,\n"
                          "31,,context-switches,477949460,100.00,,\n");

    is_u64(out->rows->len, 6, "only rows, not every line with commas");
    is_row(row(out, 0), "30", "", "context-switches");
    ok(!row(out, 0)->scaled, "100.00 percent");
    is_row(row(out, 1), "1.95", "MiB", "uncore_imc_0/event=0x4,umask=0x3/");
    ok(row(out, 1)->scaled, "79.50 percent");
    ok(row(out, 2)->state == PERF_NOT_SUPPORTED, "not supported");
    is_row(row(out, 3), "29", "", "msr/tsc/");
    ok(row(out, 3)->socket == 1, "socket 1");
    is_u64(row(out, 3)->run, 0, "one run");
    is_u64(row(out, 4)->run, 1, "other text between tables: another run");
    is_u64(row(out, 5)->run, 2, "the same event again: another run");
    ok(!row(out, 0)->mean, "one run has no deviation");
    perf_output_free(out);
    out = perf_output_parse(
        "30,,context-switches,477949460,100.00,,\nhello\n7,,page-faults,477949460,100.00,,\n");
    is_u64(out->n_runs, 2, "other text between, and another event: another run");
    perf_output_free(out);
    out = perf_output_parse(
        "CPU1,29,,msr/tsc/,435486267,100.00,,\nS0-D1,2,28,,msr/tsc/,435486267,100.00,,\n");
    is_u64(out->n_runs, 1, "rows of a CPU and of a die");
    is_str(row(out, 0)->part, "CPU1", "the CPU");
    is_row(row(out, 0), "29", "", "msr/tsc/");
    is_str(row(out, 1)->part, "S0-D1", "the die");
    is_row(row(out, 1), "28", "", "msr/tsc/");
    perf_output_free(out);
    out = perf_output_parse("28,,context-switches,17.86%,477949460,79.50,,\n");
    is_row(row(out, 0), "28", "", "context-switches");
    ok(row(out, 0)->mean && row(out, 0)->scaled, "with -r, a deviation comes before the time");
    perf_output_free(out);
}

static void is_timed(const struct perf_row *r, unsigned run, unsigned table, const char *time)
{
    is_u64(r->run, run, "run of the table at %s", time);
    is_u64(r->table, table, "its number");
    is_str(r->time, time, "its time");
}

static void intervals(void)
{
    struct perf_output *out = perf_output_parse(
        "#           time             counts unit events\n"
        "     1.001073370         12,345.67 MiB  uncore_imc_0/cas_count_read/                      "
        "       \n"
        "     1.001073370                 19      context-switches\n"
        "     1.001073370                                 #    3.00  stalled cycles per insn  "
        "(85.71%)\n"
        "     2.002093370      <not counted>      context-switches\n"
        "msr/tsc/: 5 6 7\n"
        "     2.5 is no time\n"
        "#           time socket cpus             counts unit events\n"
        "     2.502093370 S1        1              7      msr/tsc/           (50.00%)\n"
        "\n"
        "     0.501073370                 20      context-switches\n"
        "0.601073370,5,MiB,uncore_imc_0/event=0x4,umask=0x3/,477949460,100.00,,\n"
        "\n Performance counter stats for 'system wide':\n\n"
        "                 28      context-switches\n");

    is_u64(out->rows->len, 7, "rows of -I");
    is_row(row(out, 0), "12,345.67", "MiB", "uncore_imc_0/cas_count_read/");
    is_timed(row(out, 0), 0, 1, "1.001073370");
    is_timed(row(out, 1), 0, 1, "1.001073370");
    ok(row(out, 1)->scaled, "scaled, by the line of its second metric");
    is_timed(row(out, 2), 0, 2, "2.002093370");
    ok(row(out, 2)->state == PERF_NOT_COUNTED, "not counted in one interval");
    is_timed(row(out, 3), 0, 3, "2.502093370");
    ok(row(out, 3)->socket == 1 && row(out, 3)->scaled, "with --per-socket, and scaled");
    is_timed(row(out, 4), 1, 1, "0.501073370");
    is_row(row(out, 5), "5", "MiB", "uncore_imc_0/event=0x4,umask=0x3/");
    is_timed(row(out, 5), 1, 2, "0.601073370");
    ok(row(out, 6)->run == 2 && !row(out, 6)->table && !row(out, 6)->time,
        "a later run without -I");
    is_u64(out->counts->len, 0, "counts of -v are left out");
    is_u64(out->n_runs, 3, "runs");
    perf_output_free(out);
}

/* Tables, rows of -x and lines of -v in sequence, and the run of each. */
static void mixed(void)
{
    struct perf_output *out =
        perf_output_parse("30,,context-switches,477949460,100.00,,\n"
                          "\n Performance counter stats for 'system wide':\n\n  5  page-faults\n\n"
                          "       0.215691566 seconds time elapsed\n"
                          "7,,cpu-migrations,477949460,100.00,,\n"
                          "8,,page-faults,477949460,100.00,,\n"
                          "dummy: 5 6 7\n"
                          "9,,dummy,477949460,100.00,,\n"
                          "     1.001073370                 19      context-switches\n"
                          "10,,dummies,477949460,100.00,,\n");

    is_u64(out->rows->len, 7, "rows of all kinds");
    for (guint i = 0; i < 6; i++)
        is_u64(row(out, i)->run, ((const unsigned[]){0, 1, 2, 2, 3, 4})[i], "row %u: its run", i);
    is_u64(row(out, 6)->run, 5, "the last is a separate run");
    is_u64(out->n_runs, 6, "runs");
    perf_output_free(out);
    perf_output_free(NULL);
}

static void nothing(void)
{
    struct perf_output *out = perf_output_parse("");

    ok(!out->rows->len && !out->n_runs, "an empty text has no rows");
    perf_output_free(out);
}

int main(void)
{
    table();
    restrictions();
    sockets();
    percentages();
    no_remarks();
    cgroups();
    no_counts();
    verbose();
    csv();
    intervals();
    mixed();
    nothing();
    return done_testing();
}
