/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results of many nodes, joined. All parts that are there are held against their accounts: of each plan every
 * part, come to its end, each scenario in one of them, and its results what the account says. Anything less
 * is an error.
 */
#ifndef PMULAB_HARNESS_FARM_JOINED_H
#define PMULAB_HARNESS_FARM_JOINED_H

#include "harness/farm/account.h"

/* A folder with results and its account: shard.json's, or made from the runs in a folder that is no part. */
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
    char *flaky;  /* in what two of its runs differ; NULL: nothing */
};

struct joined {
    GPtrArray *parts;     /* of struct joined_part */
    GPtrArray *scenarios; /* of struct joined_scenario, by name */
    gboolean cut;         /* some are parts of runs */
};

/*
 * Joins what is in @folders, which end with NULL: each is a part, has parts at most three levels below it or,
 * without any, runs as `pmulab run` leaves them. @traces: traces are read and compared with
 * their sums, too, and not by size alone. NULL with HARNESS_ERROR_FAILED, which names what is missing,
 * damaged, not at its end, there twice, or of another plan. Free with joined_free().
 */
struct joined *joined_read(const char *const *folders, gboolean traces, GError **error);
void joined_free(struct joined *joined);

/* Whether there are parts in one of @folders. */
gboolean joined_has_parts(const char *const *folders);

/* The folder with the results of @run; a new string. */
char *joined_run_folder(const struct joined_run *run);

/* Some run of @scenario that did not pass; without such, the first one. */
const struct joined_run *joined_worst(const struct joined_scenario *scenario);

/* How many scenarios are flaky. */
guint joined_flaky(const struct joined *joined);

/* One account of all: times are sums, a scenario with several runs has a row for each. Free with
 * account_free(). */
struct account *joined_account(const struct joined *joined);

#endif
