/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab results`: joins the results of runs on many nodes, and prints each
 * scenario's outcome.
 *
 * Exit status: STATUS_OK if all scenarios passed or were skipped; STATUS_FAILED
 * if one failed or is flaky, or if a part is missing, damaged or incomplete.
 */
#include "harness/report/results.h"
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/farm/joined_text.h"
#include "harness/farm/kept_times.h"

#include <unistd.h>

struct results {
    char **words;
    char *junit, *json; /* or NULL */
    gboolean traces, times;
};

static gboolean parse_options(struct results *results, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"times", 0, 0, G_OPTION_ARG_NONE, &results->times, "Also print what each phase took",
            NULL},
        {"traces", 0, 0, G_OPTION_ARG_NONE, &results->traces,
            "Read traces, too, and compare them with their sums", NULL},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &results->junit, "Write the verdicts as JUnit XML",
            "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &results->json,
            "Write one account of all, as `run --times`", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &results->words, NULL, "[DIR...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Joins the results of `pmulab run --shard` in DIR (default: " RESULTS_ROOT
        "), or in several folders\n"
        "that were brought from as many nodes, and names what failed and what is flaky: other "
        "verdicts or\n"
        "traces of the same scenario. A part that is missing, damaged or not at its end is an "
        "error.");
    return arguments_read(context, entries, "results", argc, argv, error);
}

/* For the next cut: in the first folder, if it is writable. */
static gboolean keep_times(
    const struct joined *joined, const char *folder, const struct account *account, GError **error)
{
    struct shard part;
    g_autofree char *name = g_path_get_basename(folder);
    g_autofree char *root =
        shard_of_folder(name, &part) ? g_path_get_dirname(folder) : g_strdup(folder);

    return !joined->cut || access(root, W_OK) || kept_times_add(root, account, error);
}

static gboolean write_files(const struct results *results, const struct joined *joined,
    const struct account *account, GError **error)
{
    return (!results->junit || joined_write_junit(joined, results->junit, error)) &&
           (!results->json || account_write(account, results->json, error));
}

static int show(
    const struct results *results, const struct joined *joined, const struct account *account)
{
    const gboolean well = !account_count(account, ACCOUNT_FAILED) &&
                          !account_count(account, ACCOUNT_LATE) && !joined_flaky(joined);
    struct output out;
    int status;

    output_begin(&out);
    if (results->times) {
        account_print_times(account, &out);
        output_printf(&out, "\n");
    }
    joined_print(joined, &out);
    status = output_end(&out);
    return well ? status : STATUS_FAILED;
}

static int join(const struct results *results)
{
    static const char *const standard[] = {RESULTS_ROOT, NULL};
    const char *const *words = results->words ? (const char *const *)results->words : standard;
    GError *error = NULL;
    struct joined *joined = joined_read(words, results->traces, &error);
    struct account *account = joined ? joined_account(joined) : NULL;
    int status;

    if (joined && write_files(results, joined, account, &error) &&
        keep_times(joined, words[0], account, &error))
        status = show(results, joined, account);
    else
        status = error_exit(error);
    account_free(account);
    joined_free(joined);
    return status;
}

int command_results(int argc, char **argv)
{
    struct results results = {0};
    GError *error = NULL;
    int status = parse_options(&results, argc, argv, &error) ? join(&results) : error_exit(error);

    g_strfreev(results.words);
    g_free(results.junit);
    g_free(results.json);
    return status;
}
