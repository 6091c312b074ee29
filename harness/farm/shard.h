/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shards: a run in N parts, each on a node of its own, and which part this process is.
 *
 * Every node cuts the same list by the same times, so no two nodes need to talk. What they cut is the plan;
 * its name is in each part's account, so that parts of different plans are never joined.
 */
#ifndef PMULAB_HARNESS_FARM_SHARD_H
#define PMULAB_HARNESS_FARM_SHARD_H

#include <glib.h>

#define SHARDS_MAX 10000

/* Part @k, from 1, of @n. n is 0: not cut. */
struct shard {
    unsigned k, n;
    gboolean by_slurm; /* nobody typed it */
};

/*
 * Reads @option, "K/N"; if it is NULL, the variables that Slurm gives each task of an array job:
 * SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP and _COUNT. Without them @shard is not cut. FALSE with
 * HARNESS_ERROR_USAGE for anything else than 1 to N of N, and for an array with gaps.
 */
gboolean shard_read(const char *option, struct shard *shard, GError **error);

/* The folder of @shard's results below @root, "ROOT/shard-3-of-16"; @root if it is not cut. A new string. */
char *shard_folder(const char *root, const struct shard *shard);

/* Reads the name of such a folder. FALSE if it is another name. */
gboolean shard_of_folder(const char *name, struct shard *shard);

/*
 * Cuts the @count names in @n parts of about equal weight: gives each name the part, from 0, in parts[]. The
 * heaviest come first, each to the part that has least. It depends on the arguments alone, and not on the
 * order of the names; each name is different. A weight of 0 or less is not known, and counts as the mean of
 * the others.
 *
 * Two parts differ by no more than the heaviest name weighs: the last name that a part got is its lightest,
 * and before it the part had least of all. And the heaviest part is no heavier than 4/3 - 1/(3 n) of that of
 * the best cut there is (R. L. Graham, Bounds on Multiprocessing Timing Anomalies, SIAM J. Appl. Math. 17,
 * 1969, theorem 2).
 */
void shard_cut(const char *const *names, const gint64 *weights, guint count, unsigned n, unsigned *parts);

/* Sixteen digits that identify what shard_cut() made of its arguments, and what the names stand for: the
 * @texts. A new string. */
char *shard_plan(
    const char *const *names, const char *const *texts, const unsigned *parts, guint count, unsigned n);

/*
 * The job that this part is of, "slurm 4711", so that a part which an earlier one has left is not taken for
 * one of today's: by Slurm's variable of the array if @shard is by Slurm, else by those of CI. NULL if there
 * is none. A new string.
 */
char *shard_job(const struct shard *shard);

#endif
