/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab results`: merges the results of runs on many nodes, and prints each
 * scenario's outcome.
 *
 * Exit status: STATUS_OK if all scenarios passed or were skipped; STATUS_FAILED
 * if one failed or is flaky, or if a part is missing, damaged or incomplete.
 */
#include "harness/report/results.h"
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/farm/kept_times.h"
#include "harness/farm/merged_text.h"

#include <unistd.h>

struct results {
    char **words;
    char *junit, *json; /* or NULL */
    gboolean traces, times;
};

static gboolean parse_options(struct results *results, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"times", 0, 0, G_OPTION_ARG_NONE, &results->times, "Also print each phase's time", NULL},
        {"traces", 0, 0, G_OPTION_ARG_NONE, &results->traces,
            "Also read traces, and compare them with their checksums", NULL},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &results->junit, "Write the verdicts as JUnit XML",
            "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &results->json,
            "Write all results as one JSON file, as `run --times` does", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &results->words, NULL, "[DIR...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Merges the results of `pmulab run --shard` in DIR (default: " RESULTS_ROOT
        "), or in folders\n"
        "copied from several nodes. Lists failed scenarios, and flaky ones: their verdicts or\n"
        "traces differ between runs. A missing, damaged or unfinished part is an error.");
    return arguments_read(context, entries, "results", argc, argv, error);
}

/* For the next cut: in the first folder, if it is writable. */
static gboolean keep_times(const struct merged *merged, const char *folder,
    const struct manifest *manifest, GError **error)
{
    struct shard part;
    g_autofree char *name = g_path_get_basename(folder);
    g_autofree char *root =
        shard_of_folder(name, &part) ? g_path_get_dirname(folder) : g_strdup(folder);

    return !merged->cut || access(root, W_OK) || kept_times_add(root, manifest, error);
}

static gboolean write_files(const struct results *results, const struct merged *merged,
    const struct manifest *manifest, GError **error)
{
    return (!results->junit || merged_write_junit(merged, results->junit, error)) &&
           (!results->json || manifest_write(manifest, results->json, error));
}

static int show(
    const struct results *results, const struct merged *merged, const struct manifest *manifest)
{
    const gboolean well = !manifest_count(manifest, MANIFEST_FAILED) &&
                          !manifest_count(manifest, MANIFEST_LATE) && !merged_flaky(merged);
    struct output out;
    int status;

    output_begin(&out);
    if (results->times) {
        manifest_print_times(manifest, &out);
        output_printf(&out, "\n");
    }
    merged_print(merged, &out);
    status = output_end(&out);
    return well ? status : STATUS_FAILED;
}

static int merge(const struct results *results)
{
    static const char *const standard[] = {RESULTS_ROOT, NULL};
    const char *const *words = results->words ? (const char *const *)results->words : standard;
    GError *error = NULL;
    struct merged *merged = merged_read(words, results->traces, &error);
    struct manifest *manifest = merged ? merged_manifest(merged) : NULL;
    int status;

    if (merged && write_files(results, merged, manifest, &error) &&
        keep_times(merged, words[0], manifest, &error))
        status = show(results, merged, manifest);
    else
        status = error_exit(error);
    manifest_free(manifest);
    merged_free(merged);
    return status;
}

int command_results(int argc, char **argv)
{
    struct results results = {0};
    GError *error = NULL;
    int status = parse_options(&results, argc, argv, &error) ? merge(&results) : error_exit(error);

    g_strfreev(results.words);
    g_free(results.junit);
    g_free(results.json);
    return status;
}
