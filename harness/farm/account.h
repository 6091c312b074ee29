/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The account of a run of scenarios: what became of each, what its phases took, and all together. It is
 * shard.json in the folder of a part, and the file of `pmulab run --times=FILE`:
 *   version, whole (FALSE: the run has not come to its end), host, begun (s since 1970), at_once
 *   shard     {k, n, plan, job}, or null (shard.h); job may be null
 *   before    {wall_us, cpu_us} until the first guest was started
 *   all       {wall_us, cpu_us}, with before
 *   load      the host's mean load of a minute, at the begin and at the end
 *   scenarios [{name, path, verdict, why, result, trace, trace_bytes, records, times (run_times.h)}]
 *   sums      {scenarios, passed, failed, skipped, late, times}
 * result and trace are SHA-256 of result.json and trace.pmt, records is that of the trace's records
 * (harness/trace/trace_digest.h), and null of what has no results.
 */
#ifndef PMULAB_HARNESS_FARM_ACCOUNT_H
#define PMULAB_HARNESS_FARM_ACCOUNT_H

#include "harness/base/output.h"
#include "harness/farm/shard.h"
#include "harness/run/run_times.h"

#define ACCOUNT_FILE    "shard.json"
#define ACCOUNT_VERSION 1

/* VERDICT(NAME, word) */
#define ACCOUNT_VERDICTS(VERDICT)                                                                            \
    VERDICT(NONE, begun)                                                                                     \
    VERDICT(PASSED, passed) VERDICT(FAILED, failed) VERDICT(SKIPPED, skipped) VERDICT(LATE, late)

#define ACCOUNT_VERDICT_ENUM(NAME, word) ACCOUNT_##NAME,
enum account_verdict { ACCOUNT_VERDICTS(ACCOUNT_VERDICT_ENUM) ACCOUNT_VERDICT_N };
#undef ACCOUNT_VERDICT_ENUM

/* A scenario. Strings are the row's own. */
struct account_row {
    char *name; /* MACHINE/NAME, the place of its results below the folder */
    char *path; /* of its file */
    enum account_verdict verdict;
    char *why;    /* what failed first, or why it was not run; NULL */
    char *result; /* SHA-256 of result.json; NULL: there is none */
    char *trace;
    gint64 trace_bytes;
    char *records; /* the same for equal traces; NULL: there is no sound one */
    struct run_times times;
};

struct account {
    struct shard shard;
    char *plan; /* NULL: not cut */
    char *job;  /* NULL: not known, and of a run that was not cut */
    char *host;
    gint64 begun;
    unsigned at_once;
    gboolean whole;
    struct spent before, all;
    double load[2];
    GPtrArray *rows; /* of struct account_row */
};

/* Begins an account of a run, at once. Free with account_free(). */
struct account *account_new(const struct shard *shard, unsigned at_once);
void account_free(struct account *account);

/* Adds a scenario that has not been run: the row, which @account owns. */
struct account_row *account_add(struct account *account, const char *name, const char *path);

/* Notes the results in the folder @folder/NAME. Changes nothing if they are not there. */
void account_take_results(struct account_row *row, const char *folder);

/* The run has come to its end, and used @all. */
void account_end(struct account *account, const struct spent *all);

/* The word of a verdict, "passed". */
const char *account_verdict_word(enum account_verdict verdict);

/* How many rows have @verdict. */
guint account_count(const struct account *account, enum account_verdict verdict);

/* All scenarios' times. */
struct run_times account_times(const struct account *account);

/* Writes it to the file @path, in one step. FALSE with HARNESS_ERROR_FAILED. */
gboolean account_write(const struct account *account, const char *path, GError **error);

/* Reads such a file. NULL with HARNESS_ERROR_FAILED, which names it, if it is missing, damaged or of another
 * version. */
struct account *account_read(const char *path, GError **error);

/* Appends a table of what the phases of each scenario took, with the sums of each machine and of all, to
 * @out. */
void account_print_times(const struct account *account, struct output *out);

#endif
