/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JUnit's XML, which CI services show: a test suite for each run of a scenario, a test case for each verdict.
 * What is in it has the form that Ant writes and all readers know.
 */
#ifndef PMULAB_HARNESS_REPORT_JUNIT_H
#define PMULAB_HARNESS_REPORT_JUNIT_H

#include "harness/judge/judge.h"

#include <glib.h>

struct junit;

/* All calls take NULL for one that nobody asked for. */

/* Without any suite, to be written to @path; NULL gives NULL. Free with junit_free(). */
struct junit *junit_new(const char *path);
void junit_free(struct junit *junit);

/* Adds what became of a run. */
void junit_add(struct junit *junit, const struct run_record *record, const struct judgement *judgement);

/* Adds that @scenario could not be run, and why. */
void junit_add_error(struct junit *junit, const struct scenario *scenario, const char *why);

/*
 * Writes all so far, in place of what is at the path: after each run, so that one that is broken off leaves
 * what it came to. FALSE with HARNESS_ERROR_FAILED.
 */
gboolean junit_write(const struct junit *junit, GError **error);

#endif
