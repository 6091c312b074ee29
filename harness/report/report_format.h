/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms in which commands print results, by the names of `--format`. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_FORMAT_H
#define PMULAB_HARNESS_REPORT_REPORT_FORMAT_H

#include <glib.h>

enum report_format {
    REPORT_TEXT, /* for people; it has no name */
    REPORT_TAP,
    REPORT_KTAP,
    REPORT_GITHUB, /* as text or TAP, with report_github_error() for failures */
    REPORT_JUNIT,
};

/* Names for --help of a command that has all formats, or all but JUnit. */
#define REPORT_FORMATS       "tap|ktap|github|junit"
#define REPORT_FORMATS_LINES "tap|ktap|github"

/* Sets @format from @name, one of @names (one of the two macros). FALSE with
 * HARNESS_ERROR_USAGE. */
gboolean report_format_parse(
    const char *name, const char *names, enum report_format *format, GError **error);

/* Appends GitHub's annotation of an error: @title and @message may have any
 * characters. @file: a path in the repository, or NULL; @line: 0 if there is
 * none. */
void report_github_error(
    GString *text, const char *file, unsigned line, const char *title, const char *message);

#endif
