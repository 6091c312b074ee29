/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes merged results as JUnit: the verdicts of each scenario, read back from
 * its result.json. */
#include "harness/farm/merged_text.h"
#include "harness/report/junit.h"
#include "harness/report/run_folder.h"

static GPtrArray *notes_in(JsonObject *verdict)
{
    JsonArray *lines = json_object_get_array_member(verdict, "notes");
    GPtrArray *notes = notes_new();

    for (guint i = 0; lines && i < json_array_get_length(lines); i++)
        notes_add(notes, "%s", json_array_get_string_element(lines, i));
    return notes;
}

static struct judgement *judgement_in(JsonObject *result)
{
    JsonArray *verdicts = json_object_has_member(result, "verdicts")
                              ? json_object_get_array_member(result, "verdicts")
                              : NULL;
    struct judgement *judgement = judgement_new(0);

    for (guint i = 0; verdicts && i < json_array_get_length(verdicts); i++) {
        JsonObject *verdict = json_array_get_object_element(verdicts, i);

        judgement_add(judgement,
            (unsigned)json_object_get_int_member_with_default(verdict, "step", 0),
            g_strdup(json_object_get_string_member_with_default(verdict, "what", "")),
            json_object_get_boolean_member_with_default(verdict, "ok", FALSE), notes_in(verdict));
    }
    return judgement;
}

static void add_flake(struct judgement *judgement, const struct merged_scenario *scenario)
{
    GPtrArray *notes;

    if (scenario->runs->len < 2)
        return;
    notes = notes_new();
    if (scenario->flaky)
        notes_add(notes, "%s", scenario->flaky);
    judgement_add(judgement, 0,
        g_strdup_printf("the same verdict and trace in %u runs", scenario->runs->len),
        !scenario->flaky, notes);
}

static gboolean add_run(struct junit *junit, const struct merged_scenario *scenario,
    const struct junit_run *run, GError **error)
{
    g_autofree char *path = merged_run_folder(merged_worst(scenario));
    struct run_folder *folder = run_folder_open(path, error);
    struct judgement *judgement;

    if (!folder)
        return FALSE;
    judgement = judgement_in(run_folder_result(folder));
    add_flake(judgement, scenario);
    junit_add(junit, run, judgement);
    judgement_free(judgement);
    run_folder_free(folder);
    return TRUE;
}

static gboolean add_scenario(
    struct junit *junit, const struct merged_scenario *scenario, GError **error)
{
    const struct manifest_row *row = merged_worst(scenario)->row;
    g_auto(GStrv) words = g_strsplit(scenario->name, "/", 2);
    const struct junit_run run = {.machine = words[0],
        .name = words[1],
        .path = row->path,
        .seconds = (double)run_times_total(&row->times).wall / G_USEC_PER_SEC,
        .times = &row->times};

    if (row->verdict != MANIFEST_SKIPPED)
        return add_run(junit, scenario, &run, error);
    junit_add_skip(junit, &run, row->why ? row->why : "");
    return TRUE;
}

gboolean merged_write_junit(const struct merged *merged, const char *path, GError **error)
{
    struct junit *junit = junit_new(path);
    gboolean ok = TRUE;

    for (guint i = 0; ok && i < merged->scenarios->len; i++)
        ok = add_scenario(junit, g_ptr_array_index(merged->scenarios, i), error);
    ok = ok && junit_write(junit, error);
    junit_free(junit);
    return ok;
}
