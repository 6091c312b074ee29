/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a subcommand of `pmulab` is, and how one says that it failed. */
#ifndef PMULAB_HARNESS_COMMAND_H
#define PMULAB_HARNESS_COMMAND_H

#include <glib.h>

/* Exit statuses of `pmulab`. A guest's command and a run's result have their own, see boot.c and run.c. */
enum command_status {
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* it was asked for rightly and did not come about */
    STATUS_USAGE = 2,  /* it was not asked for rightly */
};

/* One subcommand. A row in main.c's table makes it exist. */
struct command {
    const char *name;
    const char *arguments; /* as `pmulab help` shows them */
    const char *summary;   /* one line, no full stop */
    /* argv[0] is the subcommand's own name. Returns the exit status of the process. */
    int (*run)(int argc, char **argv);
};

/*
 * Errors of the harness: one domain, so that a caller can tell a wrong request from a failure.
 * Every message is one line: what, where, what was expected.
 */
#define HARNESS_ERROR (harness_error_quark())
enum harness_error { HARNESS_ERROR_FAILED, HARNESS_ERROR_USAGE };
GQuark harness_error_quark(void);

/*
 * Prints `pmulab: MESSAGE` to standard error and frees @error.
 * Returns the exit status that fits: STATUS_USAGE for HARNESS_ERROR_USAGE and for GOption's own errors,
 * else STATUS_FAILED. @error must not be NULL.
 */
int command_fail(GError *error);

/* Sets @error to HARNESS_ERROR_FAILED, "WHAT: what errno says". Returns FALSE. */
gboolean command_fail_errno(const char *what, GError **error);

int command_setup(int argc, char **argv);
int command_boot(int argc, char **argv);
int command_run(int argc, char **argv);
int command_describe(int argc, char **argv);
int command_decode(int argc, char **argv);
int command_encode(int argc, char **argv);
int command_trace(int argc, char **argv);
int command_report(int argc, char **argv);
int command_fdt(int argc, char **argv);

#endif
