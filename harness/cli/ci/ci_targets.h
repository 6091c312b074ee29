/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guests of `pmulab ci`: each machine of a list, with each of its variants,
 * on each kernel. */
#ifndef PMULAB_HARNESS_CLI_CI_CI_TARGETS_H
#define PMULAB_HARNESS_CLI_CI_CI_TARGETS_H

#include "harness/hardware/machine.h"

#include <glib.h>

struct ci_target {
    const struct machine *machine;
    char *variant; /* NULL: the machine's own */
    char *kernel;  /* as `pmulab boot --kernel` takes it; NULL: the machine's own */
    char *name;    /* "snbep/skx/6.12" */
};

/* The user's lists, with commas between the words; NULL: not given. */
struct ci_lists {
    const char *machines; /* NULL: all with this computer's architecture */
    const char *variants, *kernels;
};

/*
 * All targets, in order: struct ci_target, freed with the array. A variant
 * belongs to each listed machine that has it. NULL with HARNESS_ERROR_USAGE for
 * an unknown machine or kernel, an empty word, a variant that no machine has,
 * or a machine that has none of the variants.
 */
GPtrArray *ci_targets(const struct ci_lists *lists, GError **error);

#endif
