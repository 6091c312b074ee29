/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The manifest of a run of scenarios: each scenario's verdict and phase times,
 * and the sums. It is shard.json in the folder of a part, and the file of
 * `pmulab run --times=FILE`:
 *   version, whole (FALSE: the run is not complete), host, begun (s since
 *   1970), at_once
 *   shard     {k, n, plan, job}, or null (shard.h); job may be null
 *   before    {wall_us, cpu_us} until the first guest was started
 *   all       {wall_us, cpu_us}, with before
 *   load      the host's mean load of a minute, at the begin and at the end
 *   scenarios [{name, path, verdict, why, result, trace, trace_bytes, records,
 *             times (run_times.h)}]
 *   sums      {scenarios, passed, failed, skipped, late, times}
 * result and trace are the SHA-256 of result.json and trace.pmt; records is the
 * sum of the trace's records (harness/trace/trace_digest.h). They are null
 * without results.
 */
#ifndef PMULAB_HARNESS_FARM_MANIFEST_H
#define PMULAB_HARNESS_FARM_MANIFEST_H

#include "harness/base/output.h"
#include "harness/farm/shard.h"
#include "harness/run/run_times.h"

#define MANIFEST_FILE    "shard.json"
#define MANIFEST_VERSION 1

/* VERDICT(NAME, word) */
#define MANIFEST_VERDICTS(VERDICT)                                                                 \
    VERDICT(NONE, begun)                                                                           \
    VERDICT(PASSED, passed) VERDICT(FAILED, failed) VERDICT(SKIPPED, skipped) VERDICT(LATE, late)

#define MANIFEST_VERDICT_ENUM(NAME, word) MANIFEST_##NAME,
enum manifest_verdict { MANIFEST_VERDICTS(MANIFEST_VERDICT_ENUM) MANIFEST_VERDICT_N };
#undef MANIFEST_VERDICT_ENUM

/* A scenario. Strings are the row's own. */
struct manifest_row {
    char *name; /* MACHINE/NAME, the path of its results below the folder */
    char *path; /* path of the scenario's file */
    enum manifest_verdict verdict;
    char *why;    /* the first failure, or the reason for not running it; NULL */
    char *result; /* SHA-256 of result.json; NULL: there is none */
    char *trace;
    gint64 trace_bytes;
    char *records; /* equal for equal traces; NULL: there is no sound trace */
    struct run_times times;
};

struct manifest {
    struct shard shard;
    char *plan; /* NULL: not cut */
    char *job;  /* NULL: unknown, or the run was not cut */
    char *host;
    gint64 begun;
    unsigned at_once;
    gboolean whole;
    struct spent before, all;
    double load[2];
    GPtrArray *rows; /* of struct manifest_row */
};

/* Begins a manifest of a run, at once. Free with manifest_free(). */
struct manifest *manifest_new(const struct shard *shard, unsigned at_once);
void manifest_free(struct manifest *manifest);

/* Adds a scenario that has not been run: the row, which @manifest owns. */
struct manifest_row *manifest_add(struct manifest *manifest, const char *name, const char *path);

/* Takes the results from the folder @folder/NAME. Changes nothing if there are
 * none. */
void manifest_take_results(struct manifest_row *row, const char *folder);

/* Marks the run as complete, with @all as its time. */
void manifest_end(struct manifest *manifest, const struct spent *all);

/* The word of a verdict, "passed". */
const char *manifest_verdict_word(enum manifest_verdict verdict);

/* The number of rows with @verdict. */
guint manifest_count(const struct manifest *manifest, enum manifest_verdict verdict);

/* All scenarios' times. */
struct run_times manifest_times(const struct manifest *manifest);

/* Writes it to the file @path, in one step. FALSE with HARNESS_ERROR_FAILED. */
gboolean manifest_write(const struct manifest *manifest, const char *path, GError **error);

/* Reads such a file. NULL with HARNESS_ERROR_FAILED, which names it, if it is
 * missing, damaged or of another version. */
struct manifest *manifest_read(const char *path, GError **error);

/* Appends a table of each scenario's phase times, with sums for each machine
 * and for all, to @out. */
void manifest_print_times(const struct manifest *manifest, struct output *out);

#endif
