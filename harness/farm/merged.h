/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Merges the results of many nodes and checks all parts against their
 * manifests. Each plan must have all its parts, and each part must be complete.
 * Each scenario must be in one part, with the results in its manifest. Anything
 * else is an error.
 */
#ifndef PMULAB_HARNESS_FARM_MERGED_H
#define PMULAB_HARNESS_FARM_MERGED_H

#include "harness/farm/manifest.h"

/* A folder with results and its manifest. The manifest comes from shard.json,
 * or from the runs in a folder that is not a part. */
struct merged_part {
    char *folder;
    struct manifest *manifest;
};

/* One run of a scenario. */
struct merged_run {
    const struct merged_part *part;
    const struct manifest_row *row;
};

struct merged_scenario {
    const char *name;
    GArray *runs; /* of struct merged_run; the same scenario may be in several folders */
    char *flaky;  /* the difference between two of its runs; NULL: none */
};

struct merged {
    GPtrArray *parts;     /* of struct merged_part */
    GPtrArray *scenarios; /* of struct merged_scenario, by name */
    gboolean cut;         /* some are parts of runs */
};

/*
 * Merges the results in @folders, which end with NULL. Each folder is a part,
 * has parts at most three levels below it, or has runs of `pmulab run`.
 * @traces: also read the traces and compare their sums, not only their sizes.
 * NULL with HARNESS_ERROR_FAILED, which names the missing, damaged, incomplete
 * or duplicate part, or the part of another plan. Free with merged_free().
 */
struct merged *merged_read(const char *const *folders, gboolean traces, GError **error);
void merged_free(struct merged *merged);

/* Whether there are parts in one of @folders. */
gboolean merged_has_parts(const char *const *folders);

/* The folder with the results of @run; a new string. */
char *merged_run_folder(const struct merged_run *run);

/* A run of @scenario that did not pass; if all passed, the first one. */
const struct merged_run *merged_worst(const struct merged_scenario *scenario);

/* The number of flaky scenarios. */
guint merged_flaky(const struct merged *merged);

/* Makes one manifest of all parts: times are sums, and each run of a scenario
 * has a row. Free with manifest_free(). */
struct manifest *merged_manifest(const struct merged *merged);

#endif
