/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges a watched guest's reads. */
#include "harness/live/live_verdict.h"

#include "harness/proof/perf_check.h"
#include "harness/trace/trace_reader.h"

#define SHOWN_MAX 5

static gboolean append_check(GString *text, const struct perf_check *check)
{
    const GPtrArray *faults = perf_check_faults(check);
    guint64 n = perf_check_n_reads(check);

    if (n && !faults->len)
        g_string_append_printf(text,
            "%" G_GUINT64_FORMAT " read%s of counters: each returned the expected count\n", n,
            n == 1 ? "" : "s");
    if (faults->len)
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " reads of counters, %u fault%s\n", n,
            faults->len, faults->len == 1 ? "" : "s");
    for (guint i = 0; i < MIN(faults->len, SHOWN_MAX); i++)
        g_string_append_printf(text, "  %s\n", (const char *)g_ptr_array_index(faults, i));
    return !faults->len;
}

gboolean live_verdict_append(GString *text, struct live *live, GError **error)
{
    g_autoptr(GArray) records = NULL;
    struct perf_check_run run = {.machine = live->guest.machine};
    struct perf_check *check;
    gboolean holds;

    if (!run.machine->proof)
        return TRUE;
    records = trace_file_records(live->guest.trace, error);
    if (!records)
        return FALSE;
    run.planned = machine_plan_planned(live->plan.mirror);
    run.records = (const struct trace_record *)(gconstpointer)records->data;
    run.n_records = records->len;
    check = perf_check_new(&run, error);
    holds = check && append_check(text, check);
    perf_check_free(check);
    return holds;
}
