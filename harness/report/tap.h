/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The Test Anything Protocol: a plan, points, comments after each, and points
 * with subtests. */
#ifndef PMULAB_HARNESS_REPORT_TAP_H
#define PMULAB_HARNESS_REPORT_TAP_H

#include "harness/judge/verdict.h"

#include <glib.h>

/* Begins @text with a plan of @n points. */
void tap_plan(GString *text, unsigned n);

/* Appends point number @number. Escapes characters of @description that TAP
 * reserves. */
void tap_point(GString *text, unsigned number, gboolean ok, const char *description);

/* Appends point number @number with a subtest: its @n points, indented, as
 * tap_point() and tap_comment() wrote them to @points. */
void tap_subtest(GString *text, unsigned number, gboolean ok, const char *description, unsigned n,
    const char *points);

/* Appends point number @number as skipped, for @reason, which is one line. */
void tap_skip(GString *text, unsigned number, const char *description, const char *reason);

/* Appends @line as a comment. */
void tap_comment(GString *text, const char *line);

/* Appends the verdicts on the scenario at @path, with their notes, as points
 * from number @first on. */
void tap_judgement(
    GString *text, unsigned first, const char *path, const struct judgement *judgement);

#endif
