/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzes a machine's drivers: draws cases, runs them, and makes of each new fault the smallest scenario that
 * still has it. A fault is a verdict that does not hold: a count that is not what was injected, a rule of the
 * manuals that is broken, a complaint of the kernel's, its death. Where a case reaches code of the drivers in
 * a way that none did before, or brings a register into a state that is new, others are drawn as variations
 * of it.
 */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_H
#define PMULAB_HARNESS_FUZZ_FUZZ_H

#include "harness/fuzz/fuzz_try.h"

struct fuzz_result;

struct fuzz_options {
    const struct machine *machine;
    guint32 seed;
    unsigned part, parts;     /* one of several runs that share folders: from 1; parts 0: the only one */
    unsigned seconds;         /* host time, also for minimising; 0: as long as @cases need */
    unsigned cases;           /* most; 0: any number */
    unsigned plans;           /* in each case; 0: as the machine likes */
    gboolean first;           /* ends with the first fault, whose case is written as it is */
    const char *const *lines; /* header lines for each case, or NULL: "module /path/to.ko", "kernel 6.1" */
    const char *folder;       /* for what is found; it is made */
    const char *corpus;       /* folder for cases that reached something new, made as well; NULL: none */
    gboolean resume; /* begin with the cases that are there; parts always do, and take each other's */
    /* Called with news; may be NULL. */
    void (*tell)(const char *line, gpointer data);
    void (*ran)(const struct fuzz_result *result, gpointer data); /* after each case: what there is by then */
    void (*found)(const char *path, const char *kind, gpointer data);
    void (*known)(
        const char *finding, gpointer data); /* met for the first time: its title in docs/findings.md */
    /* Another part has found it, or an earlier run. */
    void (*there)(const char *path, const char *kind, gpointer data);
    gpointer data;
};

struct fuzz_result {
    struct fuzz_sum sum;   /* its cover and its touched are the caller's to free */
    guint kept;            /* cases that reached something new */
    guint found, unsteady; /* kinds of faults; those of them that did not come again */
    double seconds;
};

/* FALSE with HARNESS_ERROR_FAILED if no guest can be had or it has no PMU of the machine, and with file
 * errors. */
gboolean fuzz(const struct fuzz_options *options, struct fuzz_result *result, GError **error);

#endif
