/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a scenario's steps in a guest and collects all output. Traffic and trace
 * pass through files in memory, so a killed run leaves nothing on disk. */
#ifndef PMULAB_HARNESS_RUN_RUN_GUEST_H
#define PMULAB_HARNESS_RUN_RUN_GUEST_H

#include "harness/run/cover.h"
#include "harness/run/run_times.h"
#include "harness/scenario/scenario.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The result of one step. */
struct run_step {
    gboolean reached;
    int status;   /* the script's exit status; -1 if it did not end */
    GString *out; /* any bytes; empty unless reached */
    GString *err;
    char *kernel;   /* the kernel's log since the previous step, or since boot; "" unless wanted */
    double seconds; /* host time */
};

struct run_record {
    const struct scenario *scenario;
    struct run_step *steps; /* as many as the scenario has */
    /* one line: why the guest did not finish all steps and power off; else
     * NULL */
    char *failure;
    char *cold;       /* why this run booted its guest; NULL: it was resumed */
    gboolean unsaved; /* it booted because a guest's snapshot could not be saved */
    /* of the plugin: places that read 0 because uncounted or absent; ends with
     * NULL */
    char **notes;
    char *console;       /* the serial console's text */
    GBytes *trace;       /* the plugin's trace file */
    GBytes *other_trace; /* of the first repeated run whose trace differs, or NULL */
    char *other_names;   /* its names, as in @names */
    gboolean icount;     /* the guest's time was counted in instructions */
    GArray *records;     /* of struct trace_record: the sound part of the trace */
    char *names; /* of drivers' functions in the trace: harness/trace/call_paths.h; "": none */
    /* of the machine's drivers; NULL: not wanted, or the guest's addresses are
     * unknown */
    struct cover *cover;
    double seconds;         /* host time from start to power-off */
    struct run_times times; /* of this run and its repeats */
};

/* Settings of a run. */
struct run_settings {
    gboolean icount;
    gboolean cold;         /* always boot the guest */
    gboolean cover;        /* record the executed code of drivers */
    unsigned times;        /* total number of runs, to compare their traces; 0 and 1: once */
    unsigned time_limit_s; /* of all runs together; 0: none */
    gint64 deadline;       /* when all runs must end: monotonic, in us; 0: never */
    /* the guest has our terminal (guest_shell.h), and steps may take any
     * time */
    gboolean terminal;
    /* Called with news and, while the guest boots, about every 0.2 s; may be
     * NULL. */
    void (*progress)(const char *what, gpointer data);
    gpointer progress_data;
};

/*
 * Runs @scenario, which must outlive the record. The record reports problems in
 * or with the guest. NULL with HARNESS_ERROR_FAILED if files in memory cannot
 * be made. The calling thread must live until this returns. Free with
 * run_record_free().
 */
struct run_record *run_guest(
    const struct scenario *scenario, const struct run_settings *settings, GError **error);

/* The record of a run that did not take place, for the reason @why. Never NULL.
 * Free with run_record_free(). */
struct run_record *run_not_made(
    const struct scenario *scenario, const struct run_settings *settings, const char *why);

void run_record_free(struct run_record *record);

#endif
