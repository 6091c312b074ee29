/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several scenarios at a time, each in a thread of its own, since a guest is killed with the thread that
 * started it. They begin in their order; whoever waits for them one after another has the results in that
 * order too.
 *
 * The threads take no SIGINT, SIGTERM or SIGHUP: these reach the thread that called run_jobs_start(), which
 * can hold them off while it must not be interrupted.
 */
#ifndef PMULAB_HARNESS_CLI_RUN_JOBS_H
#define PMULAB_HARNESS_CLI_RUN_JOBS_H

#include "harness/judge/judge.h"
#include "harness/run/run_guest.h"

#include <glib.h>

#define RUN_JOBS_MAX 64

/* What became of one scenario. */
struct run_job {
    const struct scenario *scenario;
    struct run_record *record; /* NULL with an error */
    struct judgement *judgement;
    GError *error; /* also if it could not be run as often as it was to be */
};

struct run_jobs;

/*
 * Begins to run @scenarios (of struct scenario), @at_once of them at a time. @settings->progress is not used.
 * Both must outlive the jobs.
 */
struct run_jobs *run_jobs_start(
    const GPtrArray *scenarios, const struct run_settings *settings, unsigned at_once);

/*
 * Waits until job number @index is done. @tell, if not NULL, is called about every 0.2 s and whenever there
 * is news with one line on what is under way: "3/12 wrap: booting ... 1 s, lspci: step list". The job stays
 * the jobs' own, until run_jobs_forget() or run_jobs_end().
 */
const struct run_job *run_jobs_wait(
    struct run_jobs *jobs, unsigned index, void (*tell)(const char *line, gpointer data), gpointer data);

/* Frees what job number @index, which is done, came to. */
void run_jobs_forget(struct run_jobs *jobs, unsigned index);

/* Begins no more jobs, waits for those under way, and frees. */
void run_jobs_end(struct run_jobs *jobs);

#endif
