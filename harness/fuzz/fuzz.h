/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzes a machine's drivers: draws cases, runs them, and reduces each new
 * fault to the smallest scenario that still has it. A fault is a failed
 * verdict: a count that differs from the injected amount, a broken rule of the
 * manuals, a complaint of the kernel, or its death. A case is new if it reaches
 * driver code by a new path or brings a register into a new state. New cases
 * are the base of later variations.
 */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_H
#define PMULAB_HARNESS_FUZZ_FUZZ_H

#include "harness/fuzz/fuzz_try.h"

struct fuzz_result;

struct fuzz_options {
    const struct machine *machine;
    guint32 seed;
    /* number among the runs that share folders, from 1; parts 0: a single
     * run */
    unsigned part, parts;
    unsigned seconds; /* host time, including minimising; 0: no limit but @cases */
    unsigned cases;   /* most; 0: any number */
    unsigned plans;   /* in each case; 0: the machine's default */
    gboolean first;   /* ends with the first fault, whose case is written unreduced */
    /* header lines for each case, or NULL: "module /path/to.ko", "kernel
     * 6.1" */
    const char *const *lines;
    const char *folder; /* for the found faults; created if missing */
    const char *corpus; /* folder for new cases, created if missing; NULL: none */
    /* begin with the existing cases; parts always do, and take each other's
     * cases */
    gboolean resume;
    /* Called with news; may be NULL. */
    void (*tell)(const char *line, gpointer data);
    /* after each case: the result so far */
    void (*ran)(const struct fuzz_result *result, gpointer data);
    void (*found)(const char *path, const char *kind, gpointer data);
    void (*known)(
        /* met for the first time: its title in docs/findings.md */
        const char *finding, gpointer data);
    /* Another part, or an earlier run, has already found it. */
    void (*there)(const char *path, const char *kind, gpointer data);
    gpointer data;
};

struct fuzz_result {
    struct fuzz_sum sum;   /* the caller frees its cover and its touched */
    guint kept;            /* new cases: with new code paths or states */
    guint found, unsteady; /* kinds of faults; of these, faults that did not recur */
    double seconds;
};

/* FALSE with HARNESS_ERROR_FAILED if no guest starts or it has no PMU of the
 * machine, and with file errors. */
gboolean fuzz(const struct fuzz_options *options, struct fuzz_result *result, GError **error);

#endif
