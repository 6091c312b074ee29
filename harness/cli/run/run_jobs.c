/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pool of threads for `pmulab run -j`, with one progress line for all of
 * them. */
#include "harness/cli/run/run_jobs.h"

#include "harness/cli/run/run_repeat.h"

#include <signal.h>

#define TELL_INTERVAL (G_TIME_SPAN_SECOND / 5)

/* A job and its state while it runs. */
struct entry {
    struct run_job job;
    struct scenario *scenario; /* the job's, at rest except while it runs */
    struct run_jobs *jobs;
    gboolean done;
    char *what; /* current activity, or NULL */
};

struct run_jobs {
    const struct run_settings *settings;
    struct entry *entries;
    unsigned n_entries, n_threads;
    GThread **threads;
    GMutex mutex; /* guards the members below, and `done` and `what` of all entries */
    GCond news;
    unsigned next; /* index of the next one to start */
    gboolean ends;
};

static void set_what(struct entry *entry, const char *what)
{
    g_mutex_lock(&entry->jobs->mutex);
    g_free(entry->what);
    entry->what = g_strdup(what);
    g_cond_broadcast(&entry->jobs->news);
    g_mutex_unlock(&entry->jobs->mutex);
}

static void progress(const char *what, gpointer data)
{
    set_what(data, what);
}

static void refuse_late(struct run_job *job, const struct run_settings *settings)
{
    g_autofree char *why =
        g_strdup_printf("not run: the time limit of %u s was over", settings->time_limit_s);

    job->late = TRUE;
    job->record = run_not_made(job->scenario, settings, why);
    job->judgement = judge(job->record);
    if (settings->times > 1)
        run_repeat_not_made(job->judgement, settings->times);
    judgement_refuse(job->judgement, why);
}

static void judge_timed(struct run_job *job)
{
    struct spent *phases = job->record->times.phases;
    struct stopwatch watch = stopwatch_start();

    job->judgement = judge(job->record);
    stopwatch_lap(&watch, &phases[RUN_PHASE_JUDGE]);
    phases[RUN_PHASE_TRUTH] = job->judgement->truth;
    phases[RUN_PHASE_JUDGE].wall -= job->judgement->truth.wall;
    phases[RUN_PHASE_JUDGE].cpu -= job->judgement->truth.cpu;
}

static void run_entry(struct entry *entry)
{
    struct run_settings settings = *entry->jobs->settings;
    struct run_job *job = &entry->job;

    if (settings.deadline && g_get_monotonic_time() >= settings.deadline) {
        refuse_late(job, &settings);
        return;
    }
    settings.progress = progress;
    settings.progress_data = entry;
    job->record = run_guest(job->scenario, &settings, &job->error);
    if (!job->record)
        return;
    job->cut =
        settings.deadline && job->record->failure && g_get_monotonic_time() >= settings.deadline;
    set_what(entry, "judging");
    judge_timed(job);
    if (settings.times > 1)
        run_repeat(job->record, settings.times, &settings, job->judgement, &job->error);
}

/* The next entry to run, or NULL. */
static struct entry *next_entry(struct run_jobs *jobs)
{
    struct entry *entry = NULL;

    g_mutex_lock(&jobs->mutex);
    if (!jobs->ends && jobs->next < jobs->n_entries)
        entry = &jobs->entries[jobs->next++];
    g_mutex_unlock(&jobs->mutex);
    return entry;
}

static gpointer work(gpointer data)
{
    struct run_jobs *jobs = data;
    struct entry *entry;

    while ((entry = next_entry(jobs))) {
        if (!entry->job.skip) {
            scenario_wake(entry->scenario);
            run_entry(entry);
            scenario_rest(entry->scenario);
        }
        g_mutex_lock(&jobs->mutex);
        entry->done = TRUE;
        g_cond_broadcast(&jobs->news);
        g_mutex_unlock(&jobs->mutex);
    }
    return NULL;
}

/* Threads inherit the signal mask of their creator. */
static void start_threads(struct run_jobs *jobs)
{
    sigset_t block, before;

    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &block, &before);
    for (unsigned i = 0; i < jobs->n_threads; i++)
        jobs->threads[i] = g_thread_new("scenario", work, jobs);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct run_jobs *run_jobs_start(
    const GPtrArray *items, const struct run_settings *settings, unsigned at_once)
{
    struct run_jobs *jobs = g_new0(struct run_jobs, 1);

    jobs->settings = settings;
    jobs->n_entries = items->len;
    jobs->entries = g_new0(struct entry, jobs->n_entries);
    for (unsigned i = 0; i < jobs->n_entries; i++) {
        const struct run_item *item = g_ptr_array_index(items, i);

        jobs->entries[i] = (struct entry){.job = {.scenario = item->scenario, .skip = item->skip},
            .scenario = item->scenario,
            .jobs = jobs};
    }
    g_mutex_init(&jobs->mutex);
    g_cond_init(&jobs->news);
    jobs->n_threads = MIN(at_once, jobs->n_entries);
    jobs->threads = g_new(GThread *, jobs->n_threads);
    start_threads(jobs);
    return jobs;
}

/* The mutex must be held. */
static char *progress_line(const struct run_jobs *jobs)
{
    GString *line = g_string_new(NULL);
    const char *separator = " ";

    g_string_printf(line, "%u/%u", jobs->next, jobs->n_entries);
    for (unsigned i = 0; i < jobs->next; i++) {
        const struct entry *entry = &jobs->entries[i];

        if (entry->done)
            continue;
        g_string_append_printf(line, "%s%s: %s", separator, entry->job.scenario->name,
            entry->what ? entry->what : "starting");
        separator = ", ";
    }
    return g_string_free(line, FALSE);
}

static void tell_all(
    const struct run_jobs *jobs, void (*tell)(const char *line, gpointer data), gpointer data)
{
    g_autofree char *line = progress_line(jobs);

    tell(line, data);
}

const struct run_job *run_jobs_wait(struct run_jobs *jobs, unsigned index,
    void (*tell)(const char *line, gpointer data), gpointer data)
{
    struct entry *entry = &jobs->entries[index];

    g_mutex_lock(&jobs->mutex);
    while (!entry->done) {
        if (tell)
            tell_all(jobs, tell, data);
        g_cond_wait_until(&jobs->news, &jobs->mutex, g_get_monotonic_time() + TELL_INTERVAL);
    }
    g_mutex_unlock(&jobs->mutex);
    return &entry->job;
}

void run_jobs_forget(struct run_jobs *jobs, unsigned index)
{
    struct run_job *job = &jobs->entries[index].job;

    if (job->judgement)
        judgement_free(job->judgement);
    run_record_free(job->record);
    g_clear_error(&job->error);
    job->judgement = NULL;
    job->record = NULL;
}

void run_jobs_end(struct run_jobs *jobs)
{
    g_mutex_lock(&jobs->mutex);
    jobs->ends = TRUE;
    g_mutex_unlock(&jobs->mutex);
    for (unsigned i = 0; i < jobs->n_threads; i++)
        g_thread_join(jobs->threads[i]);
    for (unsigned i = 0; i < jobs->n_entries; i++) {
        run_jobs_forget(jobs, i);
        g_free(jobs->entries[i].what);
    }
    g_mutex_clear(&jobs->mutex);
    g_cond_clear(&jobs->news);
    g_free(jobs->threads);
    g_free(jobs->entries);
    g_free(jobs);
}
