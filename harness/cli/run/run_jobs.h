/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs several scenarios at a time, each in its own thread, since a guest is
 * killed with the thread that started it. They start in order, and the caller
 * waits for their results in order.
 *
 * The threads block SIGINT, SIGTERM and SIGHUP. These go to the thread that
 * called run_jobs_start(), which can delay them while it must not be
 * interrupted.
 */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_JOBS_H
#define PMULAB_HARNESS_CLI_RUN_RUN_JOBS_H

#include "harness/cli/run/run_scenarios.h"
#include "harness/judge/judge.h"
#include "harness/run/run_guest.h"

#include <glib.h>

#define RUN_JOBS_MAX 64

/* The result of one scenario. */
struct run_job {
    const struct scenario *scenario;
    const char *skip; /* why it did not run; NULL: it ran */
    /* the time limit was over before it began; all its verdicts are failures */
    gboolean late;
    gboolean cut;              /* the time limit was over while its guest ran, which was killed */
    struct run_record *record; /* NULL with an error, and if it was skipped */
    struct judgement *judgement;
    GError *error; /* also if it could not be run as often as requested */
};

struct run_jobs;

/* Starts to run @items (of struct run_item), @at_once at a time.
 * @settings->progress is not used. Both must outlive the jobs. Free with
 * run_jobs_end(). */
struct run_jobs *run_jobs_start(
    const GPtrArray *items, const struct run_settings *settings, unsigned at_once);

/*
 * Waits until job number @index is done. Calls @tell (unless NULL) about every
 * 0.2 s, and with news, with one line on the running jobs: "3/12 wrap: booting
 * ... 1 s, lspci: step list". The jobs own the result, until run_jobs_forget()
 * or run_jobs_end().
 */
const struct run_job *run_jobs_wait(struct run_jobs *jobs, unsigned index,
    void (*tell)(const char *line, gpointer data), gpointer data);

/* Frees the result of job number @index, which must be done. */
void run_jobs_forget(struct run_jobs *jobs, unsigned index);

/* Starts no more jobs, waits for the running ones, and frees @jobs. */
void run_jobs_end(struct run_jobs *jobs);

#endif
