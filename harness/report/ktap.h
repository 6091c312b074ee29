/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The Kernel Test Anything Protocol, version 1, which KernelCI, LAVA and
 * kunit.py read (Documentation/dev-tools/ktap.rst in Linux). */
#ifndef PMULAB_HARNESS_REPORT_KTAP_H
#define PMULAB_HARNESS_REPORT_KTAP_H

#include "harness/judge/verdict.h"

#include <glib.h>

#define KTAP_INDENT "  " /* of a subtest's lines */

/* Begins @text with a plan of @n tests. */
void ktap_plan(GString *text, unsigned n);

/* Appends the result of test number @number. @directive: what follows " # ",
 * such as "SKIP reason", or NULL. Replaces characters of both that KTAP
 * reserves. */
void ktap_result(
    GString *text, unsigned number, gboolean ok, const char *name, const char *directive);

/* Appends @line as a diagnostic line. */
void ktap_diagnostic(GString *text, const char *line);

/* Appends test number @number, called @name, with the verdicts of @judgement as
 * subtests. An expected failure has the directive XFAIL. */
void ktap_judgement(
    GString *text, unsigned number, const char *name, const struct judgement *judgement);

#endif
