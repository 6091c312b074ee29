/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab fuzz`: looks for a driver's bugs with plans drawn at random, wrong
 * counts included. */
#include "harness/fuzz/fuzz.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/farm/shard.h"
#include "harness/fetch/fetch.h"
#include "harness/machine/machines.h"
#include "harness/report/coverage.h"
#include "harness/setup/guest_recipe.h"

#include <signal.h>
#include <stdio.h>

enum {
    NO_PLANS = -1, /* the machine's own number */
    NO_TIME = -1,
    DEFAULT_S = 60,
    NEWS_S = 60 /* between two lines if lines cannot be overwritten */
};

struct fuzz_command {
    int seed, seconds, cases, plans;
    char *folder, *driver, *kernel;
    char *corpus, *cover; /* or NULL */
    char *shard_typed;    /* or NULL */
    struct shard shard;
    char **words;
    gboolean first, resume;
    gboolean moving; /* the terminal can overwrite a line */
    gboolean over;   /* the summary is being printed */
    gint64 began;    /* monotonic, in us */
    GMutex lock;     /* for the rest, which the thread of signals also uses */
    gint64 news;     /* when the last line was printed; 0: never */
    GString *line;   /* its present activity */
    GString *summary;
};

static gboolean parse(struct fuzz_command *f, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"seed", 0, 0, G_OPTION_ARG_INT, &f->seed, "Random seed (default: 1)", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &f->shard_typed,
            "Part K of N runs that share folders; default: by Slurm's array variables", "K/N"},
        {"time", 0, 0, G_OPTION_ARG_INT, &f->seconds,
            "Run for SECONDS (default: 60, or until --cases are done)", "SECONDS"},
        {"cases", 0, 0, G_OPTION_ARG_INT, &f->cases,
            "Run up to N cases, one guest each (default: any number)", "N"},
        {"plans", 0, 0, G_OPTION_ARG_INT, &f->plans,
            "Plans in a case, 1 to " G_STRINGIFY(FUZZ_PLANS_MAX) " (default: 3 to 8, by machine)",
            "N"},
        {"first", 0, 0, G_OPTION_ARG_NONE, &f->first,
            "Stop at the first fault, and do not minimize its case", NULL},
        {"driver", 0, 0, G_OPTION_ARG_FILENAME, &f->driver,
            "Load this .ko file, instead of the guest's of that name", "FILE.ko"},
        {"kernel", 0, 0, G_OPTION_ARG_STRING, &f->kernel, "As for `pmulab run`", "NAME"},
        {"corpus", 0, 0, G_OPTION_ARG_FILENAME, &f->corpus,
            "Keep cases that reached new code of the drivers here, as scenarios", "FOLDER"},
        {"resume", 0, 0, G_OPTION_ARG_NONE, &f->resume,
            "Begin with the cases in the --corpus folder", NULL},
        {"cover", 0, 0, G_OPTION_ARG_STRING, &f->cover,
            "Print which driver functions ran, as `pmulab run` does", "[PREFIX]"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &f->folder,
            "Write findings to this folder (default: pmulab-found)", "FOLDER"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &f->words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("MACHINE");

    g_option_context_set_summary(context,
        "Runs random plans of operations on the machine's PMUs. A case is several plans in one\n"
        "guest. Checks every count, sample, register access and kernel message. Varies cases that\n"
        "reach new driver code. Writes each fault as a minimal scenario, for `pmulab run`.\n"
        "Exit status: 1 if it found a fault, else 0.");
    return arguments_read(context, entries, "fuzz", argc, argv, error) &&
           shard_read(f->shard_typed, &f->shard, error);
}

static gboolean check(struct fuzz_command *f, GError **error)
{
    const char *wrong = NULL;

    if (f->seconds == NO_TIME && !f->cases)
        f->seconds = DEFAULT_S;
    if (!f->words || !f->words[0] || f->words[1])
        wrong = "fuzz: expected one machine";
    else if (f->seconds < 1 && f->seconds != NO_TIME)
        wrong = "fuzz: --time: expected 1 or more";
    else if (f->cases < 0)
        wrong = "fuzz: --cases: expected 1 or more";
    else if (f->plans < NO_PLANS || !f->plans || f->plans > FUZZ_PLANS_MAX)
        wrong = "fuzz: --plans: expected 1 to " G_STRINGIFY(FUZZ_PLANS_MAX);
    else if (f->driver && (!g_str_has_suffix(f->driver, ".ko") ||
                              !g_file_test(f->driver, G_FILE_TEST_IS_REGULAR)))
        wrong = "fuzz: --driver: there is no such file; expected a module, FILE.ko";
    else if (f->resume && !f->corpus)
        wrong = "fuzz: --resume: expected --corpus as well";
    if (wrong)
        error_usage(error, "%s", wrong);
    return !wrong;
}

/* Prints the line: over the last one on a terminal, elsewhere every NEWS_S, and
 * the first one at once. */
static void print_line(struct fuzz_command *f)
{
    gint64 now = g_get_monotonic_time();
    double passed = (double)(now - f->began) / G_USEC_PER_SEC;

    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE "%.0f s: %.100s", passed, f->line->str);
    else if (!f->news || now - f->news >= NEWS_S * G_USEC_PER_SEC) {
        fprintf(stderr, "%.0f s: %s\n", passed, f->line->str);
        f->news = now;
    }
}

static void tell(const char *line, gpointer data)
{
    struct fuzz_command *f = data;

    g_mutex_lock(&f->lock);
    g_string_assign(f->line, line);
    print_line(f);
    g_mutex_unlock(&f->lock);
}

static void found(const char *path, const char *kind, gpointer data)
{
    const struct fuzz_command *f = data;

    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE);
    printf("%s: %s\n", path, kind);
    fflush(stdout);
}

static void there(const char *path, const char *kind, gpointer data)
{
    const struct fuzz_command *f = data;

    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE);
    printf("there already: %s: %s\n", path, kind);
    fflush(stdout);
}

static void known(const char *finding, gpointer data)
{
    const struct fuzz_command *f = data;

    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE);
    printf("known: %s (docs/findings.md)\n", finding);
    fflush(stdout);
}

/* Header lines of all cases. */
static char **lines_of(const struct fuzz_command *f)
{
    GStrvBuilder *lines = g_strv_builder_new();
    char **all;

    if (f->kernel) {
        g_autofree char *line = g_strconcat("kernel ", f->kernel, NULL);
        g_strv_builder_add(lines, line);
    }
    if (f->driver) {
        g_autofree char *path = g_canonicalize_filename(f->driver, NULL),
                        *line = g_strconcat("module ", path, NULL);
        g_strv_builder_add(lines, line);
    }
    all = g_strv_builder_end(lines);
    g_strv_builder_unref(lines);
    return all;
}

static void append_summary(GString *text, const struct fuzz_result *result)
{
    const struct fuzz_sum *sum = &result->sum;
    double rate = sum->seconds > 0 ? (double)sum->operations / sum->seconds : 0;

    g_string_append_printf(text,
        "%" G_GUINT64_FORMAT " plan%s in %" G_GUINT64_FORMAT " guest%s, %" G_GUINT64_FORMAT
        " operations, %" G_GUINT64_FORMAT
        " figures held against the truth, in %.0f s: %.*f operations a second in guests\n",
        sum->plans, sum->plans == 1 ? "" : "s", sum->cases, sum->cases == 1 ? "" : "s",
        sum->operations, sum->held, result->seconds, rate < 10, rate);
    if (sum->cover)
        g_string_append_printf(text,
            "%u edges reached in functions of drivers, and %u states of registers; %u case%s "
            "reached new "
            "ones\n",
            g_hash_table_size(sum->cover->edges), touched_states(sum->touched), result->kept,
            result->kept == 1 ? "" : "s");
}

static void ran(const struct fuzz_result *result, gpointer data)
{
    struct fuzz_command *f = data;

    g_mutex_lock(&f->lock);
    g_string_truncate(f->summary, 0);
    append_summary(f->summary, result);
    g_string_append_printf(f->summary, "%u found%s%s, with --seed=%d\n", result->found,
        result->found ? ", in " : "", result->found ? f->folder : "", f->seed);
    g_mutex_unlock(&f->lock);
}

static sigset_t endings(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

/* Prints the line again from time to time, while the main thread waits for a
 * guest. A signal that ends the program prints the summary first. */
static gpointer wait_for_end(gpointer data)
{
    struct fuzz_command *f = data;
    const struct timespec second = {.tv_sec = 1};
    const sigset_t set = endings();
    int number;

    while ((number = sigtimedwait(&set, NULL, &second)) < 0) {
        g_mutex_lock(&f->lock);
        if (f->line->len && !f->over)
            print_line(f);
        g_mutex_unlock(&f->lock);
    }
    g_mutex_lock(&f->lock);
    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE);
    fputs(
        f->summary->len ? f->summary->str : "interrupted before the first case was over\n", stdout);
    fflush(stdout);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return NULL;
}

static void print(struct fuzz_command *f, const struct fuzz_result *result)
{
    g_autoptr(GString) summary = g_string_new(NULL);
    struct output out;

    g_mutex_lock(&f->lock);
    f->over = TRUE;
    g_mutex_unlock(&f->lock);
    if (f->moving)
        fprintf(stderr, OUTPUT_CLEAR_LINE);
    append_summary(summary, result);
    fputs(summary->str, stdout);
    fflush(stdout);
    if (result->sum.cover && f->cover) {
        output_begin(&out);
        coverage_print_one(result->sum.cover, f->words[0], f->cover, "", &out);
        output_end(&out);
    }
    if (!result->sum.plans)
        printf("no plan was run: the time was over before a guest was ready; expected a longer "
               "--time\n");
    else if (!result->found)
        printf("nothing found\n");
    else if (f->first)
        printf("%u found, in %s\n", result->found, f->folder);
    else
        printf("%u found, in %s%s; `pmulab report %s` makes a page of them\n", result->found,
            f->folder, result->unsteady ? "; some did not come again" : "", f->folder);
}

static gboolean fetch_needs(
    const struct fuzz_command *f, const struct machine *machine, GError **error)
{
    struct fetch_list *list = fetch_list_new();
    const char *guest = guest_name(machine->guest, f->kernel, NULL);

    fetch_list_qemu(list, machine->qemu);
    fetch_list_guest(list, guest ? guest : machine->guest);
    return fetch_missing(list, error);
}

static gboolean work(struct fuzz_command *f, struct fuzz_result *result, GError **error)
{
    const struct machine *machine = machine_find(f->words[0], error);
    g_auto(GStrv) lines = machine ? lines_of(f) : NULL;
    const sigset_t set = endings();
    const struct fuzz_options options = {.machine = machine,
        .seed = (guint32)f->seed,
        .part = f->shard.k,
        .parts = f->shard.n,
        .seconds = (unsigned)MAX(f->seconds, 0),
        .cases = (unsigned)f->cases,
        .plans = (unsigned)MAX(f->plans, 0),
        .first = f->first,
        .lines = (const char *const *)lines,
        .folder = f->folder,
        .corpus = f->corpus,
        .resume = f->resume,
        .tell = tell,
        .ran = ran,
        .found = found,
        .known = known,
        .there = there,
        .data = f};

    if (!machine)
        return FALSE;
    if (!machine->plan->pmus)
        return error_usage(error,
            "fuzz: no cases are drawn for %s, whose PMUs a file describes; expected another "
            "machine",
            machine->name);
    if (!fetch_needs(f, machine, error))
        return FALSE;
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    g_thread_unref(g_thread_new("signals", wait_for_end, f));
    return fuzz(&options, result, error);
}

int command_fuzz(int argc, char **argv)
{
    struct fuzz_command f = {.seed = 1,
        .seconds = NO_TIME,
        .plans = NO_PLANS,
        .moving = output_can_move(2),
        .began = g_get_monotonic_time(),
        .line = g_string_new(NULL),
        .summary = g_string_new(NULL)};
    struct fuzz_result result = {0};
    g_autoptr(GError) error = NULL;
    int status = 0;

    if (!parse(&f, argc, argv, &error) || !check(&f, &error)) {
        status = error_exit(g_steal_pointer(&error));
    } else {
        if (!f.folder)
            f.folder = g_strdup("pmulab-found");
        if (work(&f, &result, &error))
            print(&f, &result);
        status = error ? error_exit(g_steal_pointer(&error)) : result.found > 0;
    }
    cover_free(result.sum.cover);
    touched_free(result.sum.touched);
    g_free(f.corpus);
    g_free(f.cover);
    g_free(f.shard_typed);
    g_free(f.folder);
    g_free(f.driver);
    g_free(f.kernel);
    g_strfreev(f.words);
    return status;
}
