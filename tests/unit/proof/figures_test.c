/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of figures at the end of a run. */
#include "harness/proof/figures.h"

#include "harness/proof/perf_check.h"
#include "tests/tap.h"

static char reads[] = "reads", writes[] = "writes", figure[] = "5738.59", mib[] = "MiB",
            nothing[] = "", seconds[] = "2.001034";

static char *printed_in(gboolean styled, unsigned terminal, struct perf_check_row *rows, guint n)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    struct output out = {.text = g_string_new(NULL),
        .styled = styled,
        .columns = terminal ? terminal : OUTPUT_COLUMNS,
        .terminal = terminal};

    for (guint i = 0; i < n; i++)
        g_ptr_array_add(list, &rows[i]);
    figures_print(list, &out);
    return g_string_free(out.text, FALSE);
}

static char *printed(struct perf_check_row *rows, guint n)
{
    return printed_in(FALSE, 0, rows, n);
}

int main(void)
{
    struct perf_check_row rows[] = {
        {.event = reads,
            .socket = -1,
            .printed = figure,
            .unit = mib,
            .driver = 94020,
            .truth = 94021,
            .hop_one = TRUE},
        {.event = writes,
            .socket = 1,
            .time = seconds,
            .printed = nothing,
            .unit = nothing,
            .driver = 7,
            .truth = 7,
            .injected = 7,
            .hop_one = TRUE,
            .hop_two = TRUE,
            .hop_three = PERF_HOP_HOLDS},
    };
    g_autofree char *both = printed(rows, 2), *last = printed(rows + 1, 1);

    is_str(both,
        "  event             perf printed  driver  hardware  injected  equal\n"
        "  reads              5738.59 MiB   94020     94021            NO\n"
        "  2.001s S1:writes         -           7         7         7  yes\n",
        "two rows");
    is_str(last,
        "  event             perf printed  driver  hardware  injected  equal\n"
        "  2.001s S1:writes             -       7         7         7  yes\n",
        "one row without a unit");
    g_autofree char *narrow = printed_in(FALSE, 60, rows, 2);
    is_str(narrow,
        "  event\n"
        "    perf printed  driver  hardware  injected  equal\n"
        "  reads\n"
        "     5738.59 MiB   94020     94021            NO\n"
        "  2.001s S1:writes\n"
        "           -           7         7         7  yes\n",
        "on a narrow terminal, an event has its own line");
    g_autofree char *wide = printed_in(FALSE, 67, rows, 2);
    is_str(wide, both, "a terminal as wide as the table");
    rows[1].cgroup = reads;
    g_autofree char *group = printed(rows + 1, 1);
    is_str(group,
        "  event                   perf printed  driver  hardware  injected  equal\n"
        "  2.001s S1:writes reads             -       7         7         7  yes\n",
        "a cgroup");
    rows[1].cgroup = NULL;
    g_autofree char *styled = printed_in(TRUE, 0, rows, 2);
    ok(strstr(styled, "\033[1;31m  reads   "), "a difference is a warning");
    ok(!strstr(styled, "\033[1;31m  2.001s"), "... and equality is not");
    return done_testing();
}
