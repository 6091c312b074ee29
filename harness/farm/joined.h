/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Joins the results of many nodes and checks all parts against their accounts.
 * Each plan must have all its parts, and each part must be complete. Each
 * scenario must be in one part, with the results in its account. Anything else
 * is an error.
 */
#ifndef PMULAB_HARNESS_FARM_JOINED_H
#define PMULAB_HARNESS_FARM_JOINED_H

#include "harness/farm/account.h"

/* A folder with results and its account. The account comes from shard.json, or
 * from the runs in a folder that is not a part. */
struct joined_part {
    char *folder;
    struct account *account;
};

/* One run of a scenario. */
struct joined_run {
    const struct joined_part *part;
    const struct account_row *row;
};

struct joined_scenario {
    const char *name;
    GArray *runs; /* of struct joined_run; the same scenario may be in several folders */
    char *flaky;  /* the difference between two of its runs; NULL: none */
};

struct joined {
    GPtrArray *parts;     /* of struct joined_part */
    GPtrArray *scenarios; /* of struct joined_scenario, by name */
    gboolean cut;         /* some are parts of runs */
};

/*
 * Joins the results in @folders, which end with NULL. Each folder is a part,
 * has parts at most three levels below it, or has runs of `pmulab run`.
 * @traces: also read the traces and compare their sums, not only their sizes.
 * NULL with HARNESS_ERROR_FAILED, which names the missing, damaged, incomplete
 * or duplicate part, or the part of another plan. Free with joined_free().
 */
struct joined *joined_read(const char *const *folders, gboolean traces, GError **error);
void joined_free(struct joined *joined);

/* Whether there are parts in one of @folders. */
gboolean joined_has_parts(const char *const *folders);

/* The folder with the results of @run; a new string. */
char *joined_run_folder(const struct joined_run *run);

/* A run of @scenario that did not pass; if all passed, the first one. */
const struct joined_run *joined_worst(const struct joined_scenario *scenario);

/* The number of flaky scenarios. */
guint joined_flaky(const struct joined *joined);

/* Makes one account of all parts: times are sums, and each run of a scenario
 * has a row. Free with account_free(). */
struct account *joined_account(const struct joined *joined);

#endif
