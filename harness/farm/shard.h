/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shards: a run in N parts, each on a separate node, and the part of this
 * process.
 *
 * Every node cuts the same list by the same times, so nodes need no
 * communication. The cut is called the plan. Each part's manifest has the
 * plan's name, so that parts of different plans are never merged.
 */
#ifndef PMULAB_HARNESS_FARM_SHARD_H
#define PMULAB_HARNESS_FARM_SHARD_H

#include <glib.h>

#define SHARDS_MAX 10000

/* Part @k, from 1, of @n. n is 0: not cut. */
struct shard {
    unsigned k, n;
    gboolean by_slurm; /* set by Slurm, not by the user */
};

/*
 * Reads @option, "K/N", or if it is NULL, Slurm's variables for each task of an
 * array job: SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP and _COUNT. Without them
 * @shard is not cut. FALSE with HARNESS_ERROR_USAGE for anything except 1 to N
 * of N, and for an array with gaps.
 */
gboolean shard_read(const char *option, struct shard *shard, GError **error);

/* The folder of @shard's results below @root, "ROOT/shard-3-of-16"; @root if it
 * is not cut. A new string. */
char *shard_folder(const char *root, const struct shard *shard);

/* Parses the name of such a folder. FALSE for any other name. */
gboolean shard_of_folder(const char *name, struct shard *shard);

/*
 * Cuts the @count names into @n parts of about equal weight: sets parts[] to
 * the part of each name, from 0. Assigns the heaviest names first, each to the
 * lightest part. The result depends only on the arguments, and not on the order
 * of the names. Names must be different. A weight of 0 or less is unknown, and
 * counts as the mean of the others.
 *
 * Two parts differ at most by the weight of the heaviest name: a part's last
 * name is its lightest, and the part was the lightest before receiving it. The
 * heaviest part weighs at most 4/3 - 1/(3 n) times the heaviest part of the
 * best possible cut (R. L. Graham, Bounds on Multiprocessing Timing Anomalies,
 * SIAM J. Appl. Math. 17, 1969, theorem 2).
 */
void shard_cut(
    const char *const *names, const gint64 *weights, guint count, unsigned n, unsigned *parts);

/* Sixteen digits that identify shard_cut()'s result for its arguments, and the
 * @texts of the names. A new string. */
char *shard_plan(const char *const *names, const char *const *texts, const unsigned *parts,
    guint count, unsigned n);

/*
 * The job of this part, "slurm 4711", a new string. It distinguishes this job's
 * parts from parts that an earlier job left. It comes from Slurm's array
 * variable if Slurm set @shard, else from CI's variables. NULL if there is
 * none.
 */
char *shard_job(const struct shard *shard);

#endif
