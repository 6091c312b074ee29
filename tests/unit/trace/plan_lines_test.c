/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a plan beside a trace, and the records that get them. */
#include "harness/trace/plan_lines.h"
#include "harness/trace/trace_words.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <unistd.h>

static const char *said(enum trace_kind kind, uint64_t entry, const GPtrArray *lines)
{
    static char text[256];
    struct trace_record record = {.kind = kind, .value = entry, .call_path = 0xffffffff81000000};
    struct trace_words words;

    plan_lines_name(lines, &record);
    trace_words_init(&words);
    trace_words_set(&words, &snbep_model, &record);
    g_strlcpy(text, words.name->str, sizeof(text));
    trace_words_clear(&words);
    return text;
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("pmulab-test-XXXXXX", NULL);
    g_autofree char *trace = g_build_filename(folder, "t.pmt", NULL),
                    *plan = g_strconcat(trace, ".plan", NULL);
    struct trace_record read = {.kind = TRACE_READ, .value = 0, .call_path = 0xffffffff81000000};
    GPtrArray *lines;

    ok(!plan_lines_read(trace), "no lines beside a trace");
    is_str(said(TRACE_PLAN, 0, NULL), "plan entry 0 takes effect", "... so there is only a number");
    g_file_set_contents(plan,
        "# what was done\nat boot + 5ns\n  imc0 ACT_COUNT 5M/s # now\n\nfault imc0.PMON_CTL0 "
        "freezes\nat "
        "step 1\nimc0.PMON_CTR0 = 5\n",
        -1, NULL);
    lines = plan_lines_read(trace);
    ok(lines && lines->len == 3, "lines beside it, without moments");
    is_str(said(TRACE_PLAN, 0, lines), "plan entry 0 takes effect: imc0 ACT_COUNT 5M/s",
        "... one that takes effect");
    is_str(said(TRACE_FAULT, 1, lines),
        "plan entry 1, a fault, takes effect: fault imc0.PMON_CTL0 freezes", "... a fault");
    is_str(said(TRACE_REFUSED, 2, lines),
        "plan entry 2 is refused: it conflicts with the current traffic: imc0.PMON_CTR0 = 5",
        "... one that does not");
    is_str(said(TRACE_PLAN, 3, lines), "plan entry 3 takes effect", "... one without a line");
    plan_lines_name(lines, &read);
    is_u64(read.call_path, 0xffffffff81000000, "an access keeps its call path");
    g_ptr_array_unref(lines);
    unlink(plan);
    g_rmdir(folder);
    return done_testing();
}
