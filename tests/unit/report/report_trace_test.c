/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A long trace in a report's page: the first records, all steps, and series
 * that are thinned out. */
#include "harness/report/report_trace.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

#include <string.h>

/* imc0's fixed counter, by snbep's facts; it is read in halves. */
enum { FIXED_CTR = 0xd0 };

/* The page's data after @reads reads of the counter, which each find one more;
 * a step is around all. */
static JsonObject *data_of(guint64 reads)
{
    struct report_trace *table = report_trace_new(&snbep_model);
    g_autoptr(JsonBuilder) json = json_builder_new();

    report_trace_record(
        table, &(struct trace_record){.kind = TRACE_STEP_BEGIN, .time = 1, .value = 1});
    for (guint64 i = 0; i < reads; i++) {
        struct trace_record record = {.kind = TRACE_READ,
            .size = 4,
            .offset = FIXED_CTR,
            .time = 10 + i,
            .pc = 0x1000,
            .value = i};

        report_trace_record(table, &record);
        record.offset += 4;
        record.value = 0;
        report_trace_record(table, &record);
    }
    report_trace_record(
        table, &(struct trace_record){.kind = TRACE_STEP_END, .time = 10 + reads, .value = 1});
    json_builder_begin_object(json);
    report_trace_end(table, json);
    json_builder_end_object(json);
    return json_node_dup_object(json_builder_get_root(json));
}

static guint n_words(const char *text)
{
    guint n = *text != '\0';

    for (; *text; text++)
        n += *text == ' ';
    return n;
}

static void check(guint64 reads, guint points, guint every, const char *what)
{
    JsonObject *data = data_of(reads), *series, *step;
    const char *values;
    g_autofree char *last = g_strdup_printf(" %" G_GUINT64_FORMAT, reads - 1);

    series = json_array_get_object_element(json_object_get_array_member(data, "series"), 0);
    step = json_array_get_object_element(json_object_get_array_member(data, "steps"), 0);
    values = json_object_get_string_member(series, "values");
    is_u64((guint64)json_object_get_int_member(data, "records"), 2 * reads + 2,
        "%s: all records are counted", what);
    is_u64(n_words(json_object_get_string_member(data, "kind")),
        MIN(2 * reads + 2, REPORT_RECORDS_MAX), "%s: the first ones are included", what);
    is_u64((guint64)json_object_get_int_member(step, "end"), 10 + reads,
        "%s: the step's end is known", what);
    is_u64((guint64)json_object_get_int_member(data, "every"), every,
        "%s: number of values per point", what);
    is_u64(n_words(values), points, "%s: number of points left", what);
    is_u64(n_words(json_object_get_string_member(series, "times")), points,
        "%s: ... and their times", what);
    ok(g_str_has_prefix(values, every == 1   ? "0 1 2"
                                : every == 2 ? "0 2 4"
                                             : "0 4 8"),
        "%s: from the first", what);
    ok(g_str_has_suffix(values, last), "%s: to the last", what);
    json_object_unref(data);
}

int main(void)
{
    check(3, 3, 1, "a short trace");
    check(REPORT_POINTS_MAX, REPORT_POINTS_MAX, 1, "the greatest number of points");
    check(REPORT_POINTS_MAX + 1, REPORT_POINTS_MAX / 2 + 1, 2, "one more");
    check(REPORT_POINTS_MAX + 2, REPORT_POINTS_MAX / 2 + 2, 2, "two more");
    check(2 * REPORT_POINTS_MAX + 1, REPORT_POINTS_MAX / 2 + 1, 4, "twice as many");
    return done_testing();
}
