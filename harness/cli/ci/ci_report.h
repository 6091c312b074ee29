/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the runs of `pmulab ci` in one of the forms of `--format`, while the
 * command writes its output. */
#ifndef PMULAB_HARNESS_CLI_CI_CI_REPORT_H
#define PMULAB_HARNESS_CLI_CI_CI_REPORT_H

#include "harness/cli/ci/ci_targets.h"
#include "harness/report/report_format.h"
#include "harness/vm/guest_session.h"

/* How the command ended on one target. */
struct ci_result {
    const struct ci_target *target;
    int status;          /* exit status of `pmulab boot` */
    const char *failure; /* why the guest failed or the command was late; NULL: it ended */
    double seconds;      /* host time with the boot */
};

struct ci_report;

/* Begins a report on @n targets that run @command, which must outlive it. Free
 * with ci_report_end(). */
struct ci_report *ci_report_begin(enum report_format format, guint n, const char *command);

/* The command is about to run on @target. Returns where its output goes. */
struct guest_streams ci_report_start(struct ci_report *report, const struct ci_target *target);

/* Adds a line after the command's own output. */
void ci_report_line(struct ci_report *report, const char *line);

/* It has ended. FALSE if the reader has closed the output. */
gboolean ci_report_result(struct ci_report *report, const struct ci_result *result);

/* Prints the summary, and frees the report. Returns the exit status of the
 * output: STATUS_OK, or STATUS_FAILED if it could not be written. */
int ci_report_end(struct ci_report *report);

#endif
