/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab ci`: runs a foreign test command in a guest on each machine, variant
 * and kernel of a list. Each guest is one of `pmulab boot`, with the working
 * directory as its share.
 *
 * Exit status: the highest of the guests' (harness/cli/boot.c); STATUS_USAGE
 * for an invalid request, before any guest boots.
 */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/boot.h"
#include "harness/cli/ci/ci_command.h"
#include "harness/cli/ci/ci_report.h"
#include "harness/cli/ci/ci_targets.h"
#include "harness/cli/ci/ci_truth.h"
#include "harness/cli/command.h"

#include <string.h>

struct ci {
    char *machines, *variants, *kernels; /* lists as typed, or NULL */
    char *share, *user, *format_name, *memory, *limit, *cpus, *traffic;
    char **packages, **modules;
    gboolean icount, truth;
    enum report_format format;
    char *command;
    GPtrArray *targets; /* struct ci_target */
    GPtrArray *boots;   /* struct boot, one for each */
    struct boot_watcher watcher;
    struct ci_report *report;
    /* --truth, of the current guest: */
    const struct boot_request *request;
    char *marks; /* pmulab-mark's list; NULL: the command has not ended */
    GError *wrong;
};

static gboolean parse_options(struct ci *ci, int argc, char **argv, GError **error)
{
    g_auto(GStrv) words = NULL;
    const GOptionEntry entries[] = {
        {"machine", 0, 0, G_OPTION_ARG_STRING, &ci->machines,
            "Machines (all with this computer's architecture)", "M,N..."},
        {"variant", 0, 0, G_OPTION_ARG_STRING, &ci->variants,
            "Variants of these machines, as for `config variant=V`", "V,W..."},
        {"kernel", 0, 0, G_OPTION_ARG_FILENAME, &ci->kernels, "Kernels, FILE|NAME|TREE", "A,B..."},
        {"share", 0, 0, G_OPTION_ARG_FILENAME, &ci->share,
            "Folder in which the command runs, writable (this one)", "DIR"},
        {"package", 0, 0, G_OPTION_ARG_STRING_ARRAY, &ci->packages,
            "Install this Debian package in the guest", "NAME"},
        {"user", 0, 0, G_OPTION_ARG_STRING, &ci->user, "Run as this user, who is not root", "NAME"},
        {"limit", 0, 0, G_OPTION_ARG_STRING, &ci->limit,
            "End the command after SECONDS, with status 124", "SECONDS"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &ci->format_name,
            "For programs; without it, text for people", REPORT_FORMATS},
        {"truth", 0, 0, G_OPTION_ARG_NONE, &ci->truth,
            "Afterwards, print the counts of the hardware, by event", NULL},
        {"module", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &ci->modules,
            "Load this .ko file, instead of the guest's of that name", "FILE"},
        {"traffic", 0, 0, G_OPTION_ARG_FILENAME, &ci->traffic,
            "Make the hardware see this traffic: a run's traffic.plan", "FILE"},
        {"cpus", 0, 0, G_OPTION_ARG_STRING, &ci->cpus, "Number of virtual CPUs", "N"},
        {"memory", 0, 0, G_OPTION_ARG_STRING, &ci->memory, "Memory in MiB, or as 3G", "SIZE"},
        {"icount", 0, 0, G_OPTION_ARG_NONE, &ci->icount,
            "Count time in instructions: slower, repeatable", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("-- COMMAND");

    g_option_context_set_summary(context,
        "Runs a test command in a guest on each machine, with each variant and kernel.\n"
        "The status is the highest of all runs: the command's, 124 if late, 125 without a guest.");
    if (!arguments_read(context, entries, "ci", argc, argv, error))
        return FALSE;
    if (words)
        return error_usage(error, "ci: '%s'; a command goes after '--'", *words);
    return !ci->format_name ||
           report_format_parse(ci->format_name, REPORT_FORMATS, &ci->format, error);
}

/* Everything after "--" is the guest's command. Returns the number of words
 * before it. */
static int split_command(struct ci *ci, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--"))
            continue;
        ci->command = g_strstrip(g_strjoinv(" ", argv + i + 1));
        return i;
    }
    return argc;
}

static gboolean parse(struct ci *ci, int argc, char **argv, GError **error)
{
    const int n = split_command(ci, argc, argv);

    if (!parse_options(ci, n, argv, error))
        return FALSE;
    if (!ci->command || !*ci->command)
        return error_usage(error, "ci: expected a command after '--'");
    if (ci->user && !ci_user_is_valid(ci->user))
        return error_usage(error,
            "ci: --user '%s'; expected small letters and digits, a letter first, and not root",
            ci->user);
    if (ci->share && !g_file_test(ci->share, G_FILE_TEST_IS_DIR))
        return error_usage(error, "ci: --share %s: expected a folder", ci->share);
    ci->targets = ci_targets(&(struct ci_lists){ci->machines, ci->variants, ci->kernels}, error);
    return ci->targets != NULL;
}

/* ---- guests ---- */

static void add_option(GPtrArray *words, const char *name, const char *value)
{
    if (value)
        g_ptr_array_add(words, g_strdup_printf("--%s=%s", name, value));
}

static void add_options(GPtrArray *words, const char *name, char **values)
{
    for (; values && *values; values++)
        add_option(words, name, *values);
}

/* The words of a `pmulab boot` for @target, then NULL. */
static GPtrArray *boot_words(const struct ci *ci, const struct ci_target *target)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *variant =
        target->variant ? g_strconcat("variant=", target->variant, NULL) : NULL;

    g_ptr_array_add(words, g_strdup("ci"));
    g_ptr_array_add(words, g_strdup(target->machine->name));
    add_option(words, "kernel", target->kernel);
    add_option(words, "config", variant);
    add_option(words, "share", ci->share ? ci->share : ".");
    add_option(words, "package", CI_LOCALE_PACKAGE);
    add_options(words, "package", ci->packages);
    add_options(words, "module", ci->modules);
    add_option(words, "limit", ci->limit);
    add_option(words, "traffic", ci->traffic);
    add_option(words, "cpus", ci->cpus);
    add_option(words, "memory", ci->memory);
    if (ci->icount)
        g_ptr_array_add(words, g_strdup("--icount"));
    g_ptr_array_add(words, g_strdup("--"));
    g_ptr_array_add(words, ci_command(target, ci->user, ci->command));
    g_ptr_array_add(words, NULL);
    return words;
}

/* ---- --truth ---- */

static gboolean begins(
    gpointer self, const struct boot_request *request, struct guest_window *window, GError **error)
{
    (void)window;
    (void)error;
    ((struct ci *)self)->request = request;
    return TRUE;
}

static void finished(gpointer self, struct guest *guest)
{
    struct ci *ci = self;
    struct guest_result result;

    if (guest_run(guest, GUEST_STEP_MAX, "cat /run/pmulab/marks 2>/dev/null", NULL, &result, NULL))
        ci->marks = g_strndup(result.out->str, result.out->len);
    guest_result_clear(&result);
}

static void ended(gpointer self)
{
    struct ci *ci = self;
    const struct boot_request *request = ci->request;
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    if (!ci->marks)
        return;
    ci_truth_append(text,
        &(struct ci_truth_guest){request->machine, request->config, request->cpus, request->traffic,
            request->trace, ci->marks},
        &ci->wrong);
    lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line && **line; line++)
        ci_report_line(ci->report, *line);
    g_clear_pointer(&ci->marks, g_free);
}

/* All requests are checked before the first guest boots. */
static gboolean prepare(struct ci *ci, GError **error)
{
    ci->watcher = (struct boot_watcher){.name = "ci", .self = ci};
    if (ci->truth) {
        ci->watcher.begins = begins;
        ci->watcher.finished = finished;
        ci->watcher.ended = ended;
    }
    ci->boots = g_ptr_array_new_with_free_func((GDestroyNotify)boot_free);
    for (guint i = 0; i < ci->targets->len; i++) {
        g_autoptr(GPtrArray) words = boot_words(ci, g_ptr_array_index(ci->targets, i));
        g_autofree char **argv = g_memdup2(words->pdata, words->len * sizeof(char *));
        struct boot *boot = boot_new((int)words->len - 1, argv, &ci->watcher, error);

        if (!boot)
            return FALSE;
        g_ptr_array_add(ci->boots, boot);
    }
    return TRUE;
}

/* Runs guest number @i. FALSE if the reader has closed the output. */
static gboolean run_one(struct ci *ci, guint i, int *status)
{
    struct boot *boot = g_ptr_array_index(ci->boots, i);
    const gint64 begin = g_get_monotonic_time();
    struct ci_result result = {.target = g_ptr_array_index(ci->targets, i)};
    const struct guest_streams streams = ci_report_start(ci->report, result.target);
    gboolean more;

    boot_output(boot, &streams);
    result.status = boot_run(boot);
    result.failure = boot_failure(boot);
    result.seconds = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    if (ci->wrong && !result.failure) {
        result.status = MAX(result.status, STATUS_FAILED);
        result.failure = ci->wrong->message;
    }
    *status = MAX(*status, result.status);
    more = ci_report_result(ci->report, &result);
    g_clear_error(&ci->wrong);
    return more;
}

static int run_all(struct ci *ci)
{
    int status = STATUS_OK, written;

    ci->report = ci_report_begin(ci->format, ci->targets->len, ci->command);
    for (guint i = 0; i < ci->boots->len && run_one(ci, i, &status); i++)
        ;
    written = ci_report_end(ci->report);
    return MAX(status, written);
}

static void ci_clear(struct ci *ci)
{
    g_free(ci->machines);
    g_free(ci->variants);
    g_free(ci->kernels);
    g_free(ci->share);
    g_free(ci->user);
    g_free(ci->format_name);
    g_free(ci->memory);
    g_free(ci->limit);
    g_free(ci->cpus);
    g_free(ci->traffic);
    g_strfreev(ci->packages);
    g_strfreev(ci->modules);
    g_free(ci->command);
    g_clear_pointer(&ci->targets, g_ptr_array_unref);
    g_clear_pointer(&ci->boots, g_ptr_array_unref);
}

int command_ci(int argc, char **argv)
{
    struct ci ci = {.format = REPORT_TEXT};
    GError *error = NULL;
    int status;

    if (parse(&ci, argc, argv, &error) && prepare(&ci, &error))
        status = run_all(&ci);
    else
        status = error_exit(error);
    ci_clear(&ci);
    return status;
}
