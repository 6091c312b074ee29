/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The base of drawn plans: the PMUs in a guest's sysfs, and the machine's own
 * events. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_WORLD_H
#define PMULAB_HARNESS_FUZZ_FUZZ_WORLD_H

#include "harness/hardware/machine.h"

#include <glib.h>

struct fuzz_format {
    char *name;
    unsigned bits;
};

struct fuzz_pmu {
    char *name;
    GArray *cpus;      /* of unsigned: the CPUs for its events; empty: it follows tasks */
    GArray *formats;   /* of struct fuzz_format */
    GPtrArray *events; /* of char *: names in events/ */
    gboolean ours;     /* the machine proves its counts */
};

struct fuzz_world {
    const struct machine *machine;
    unsigned cpus;
    GPtrArray *pmus; /* of struct fuzz_pmu; some are ours */
};

/* The shell command whose output fuzz_world_new() reads. */
extern const char fuzz_world_command[];

/* Reads the output of that command. @cpus: of the guest. NULL with
 * HARNESS_ERROR_FAILED if no PMU is the machine's. Free with
 * fuzz_world_free(). */
struct fuzz_world *fuzz_world_new(
    const struct machine *machine, unsigned cpus, const char *text, GError **error);
void fuzz_world_free(struct fuzz_world *world);

#endif
