/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Claims: what perf says that it has counted. A claim is an event in one run of perf, with the rows that perf
 * printed of it: one, or with -I one for each table.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_CLAIM_H
#define PMULAB_HARNESS_PROOF_PERF_CLAIM_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_event.h"
#include "harness/proof/perf_measure.h"
#include "harness/proof/perf_output.h"

#include <glib.h>

struct claim {
    GPtrArray *rows; /* const struct perf_row, at least one */
    struct perf_event event;
    unsigned run;        /* ordinal among the runs that have measurements, or G_MAXUINT: has none */
    gboolean understood; /* else @refusal */
    char *refusal;
    struct measurement *found[PERF_EVENT_PLACES]; /* one for each place, or NULL; set by perf_match.h */
};

/*
 * The claims that @output makes about @machine, which was planned as @planned and has a proof. Rows about
 * other hardware make none. Returns struct claim in the order of their first rows; g_ptr_array_unref() frees
 * all. @output must outlive them.
 */
GPtrArray *perf_claims(
    const struct machine *machine, struct planned planned, const struct perf_output *output);

/* How many runs of perf have measurements. */
unsigned perf_claims_n_runs(const GPtrArray *claims);

/* How many events with @key there are; and how many tables of -I a run printed, 0 without -I. */
unsigned perf_claims_count(const GPtrArray *claims, const struct measure_key *key);
unsigned perf_claims_tables(const GPtrArray *claims, unsigned run);

/* The first row: what all rows of a claim have in common can be asked of it. */
const struct perf_row *claim_row(const struct claim *claim);

/* Whether perf printed the claim's rows for what is counted at @place. */
gboolean claim_is_at(const struct claim *claim, const struct perf_event_place *place);

/* What tells the measurements of place number @place apart. */
struct measure_key claim_key(const struct claim *claim, unsigned place);

/* How many measurements have been found. */
unsigned claim_n_found(const struct claim *claim);

#endif
