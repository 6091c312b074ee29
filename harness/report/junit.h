/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes JUnit XML, which CI services show: a test suite for each run of a
 * scenario, and a test case for each verdict. The times of the run's phases are
 * properties of the suite. It uses Ant's elements, which all readers support.
 */
#ifndef PMULAB_HARNESS_REPORT_JUNIT_H
#define PMULAB_HARNESS_REPORT_JUNIT_H

#include "harness/judge/verdict.h"
#include "harness/run/run_times.h"
#include "harness/scenario/scenario.h"

#include <glib.h>

struct junit;

/* A run of a scenario, now or earlier. */
struct junit_run {
    const char *machine, *name, *path; /* the scenario's */
    double seconds;
    const struct run_times *times; /* NULL: not known */
};

/* The description of @scenario in a report, without times. */
struct junit_run junit_run_of(const struct scenario *scenario);

/* All calls accept NULL, for a report that the user did not request. */

/* Makes an empty report for the file @path; NULL gives NULL. Free with
 * junit_free(). */
struct junit *junit_new(const char *path);
void junit_free(struct junit *junit);

/* Adds the results of a run. */
void junit_add(struct junit *junit, const struct junit_run *run, const struct judgement *judgement);

/* Adds @run as impossible, with the reason. */
void junit_add_error(struct junit *junit, const struct junit_run *run, const char *why);

/* Adds @run as skipped, with the reason. */
void junit_add_skip(struct junit *junit, const struct junit_run *run, const char *why);

/* Appends everything so far to @xml. */
void junit_append(const struct junit *junit, GString *xml);

/* Writes everything so far and replaces the file. Call it after each run, so
 * that an interrupted run keeps its results. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean junit_write(const struct junit *junit, GError **error);

#endif
