/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's steps in a guest, and everything that comes out. Traffic and trace pass through files in
 * memory: a run that is killed leaves nothing on disk.
 */
#ifndef PMULAB_HARNESS_RUN_RUN_GUEST_H
#define PMULAB_HARNESS_RUN_RUN_GUEST_H

#include "harness/scenario/scenario.h"
#include "models/sim/trace.h"

#include <glib.h>

/* What became of one step. */
struct run_step {
    gboolean reached;
    int status;   /* the script's exit status; -1 if it did not come to its end */
    GString *out; /* any bytes; empty unless reached */
    GString *err;
    char *kernel;   /* the kernel's log since the step before, or since boot; "" unless wanted */
    double seconds; /* of the host */
};

struct run_record {
    const struct scenario *scenario;
    struct run_step *steps; /* as many as the scenario has */
    char *failure;          /* one line: why the guest did not do all steps and power off; NULL if it did */
    char *cold;             /* why the guest was booted for this run; NULL: it started warm */
    char *console;          /* the serial console's text */
    GBytes *trace;          /* the plugin's trace file */
    GArray *records;        /* of struct trace_record: what is sound of it */
    double seconds;         /* of the host, from start to power-off */
};

/* How to run. */
struct run_settings {
    gboolean icount;
    gboolean cold;  /* the guest boots, whether it has to or not */
    unsigned times; /* how often in all, to see whether the trace is the same; 0 and 1: once */
    /* Told what happens and, while the guest boots, about every 0.2 s. NULL: nobody wants to know. */
    void (*progress)(const char *what, gpointer data);
    gpointer progress_data;
};

/*
 * Runs @scenario, which must outlive the record. What goes wrong in or with the guest is in the record.
 * NULL with HARNESS_ERROR_FAILED if this machine has no files in memory for us.
 * The calling thread must live until this returns. Free with run_record_free().
 */
struct run_record *run_guest(
    const struct scenario *scenario, const struct run_settings *settings, GError **error);

void run_record_free(struct run_record *record);

#endif
