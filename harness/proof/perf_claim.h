/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims: the counts that perf reports. A claim is one event in one run of
 * perf, with its rows: one, or one for each table of -I. */
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
    unsigned run;        /* number among the runs that have measurements, from 0; G_MAXUINT: none */
    gboolean understood; /* if FALSE, see @refusal */
    char *refusal;
    /* one for each place, or NULL; perf_match.h sets them */
    struct measurement *found[PERF_EVENT_PLACES];
};

/*
 * The claims that @output makes about @machine, which was planned as @planned
 * and has a proof. Rows about other hardware are not claims. Returns struct
 * claim in the order of their first rows; free with g_ptr_array_unref().
 * @output must outlive them.
 */
GPtrArray *perf_claims(
    const struct machine *machine, struct planned planned, const struct perf_output *output);

/* Whether one of the events with @key counts the tasks of a cgroup. */
gboolean perf_claims_in_cgroup(const GPtrArray *claims, const struct measure_key *key);

/* The number of perf runs that have measurements. */
unsigned perf_claims_n_runs(const GPtrArray *claims);

/* The number of events with @key, and the number of -I tables that a run
 * printed; 0 without -I. */
unsigned perf_claims_count(const GPtrArray *claims, const struct measure_key *key);
unsigned perf_claims_tables(const GPtrArray *claims, unsigned run);

/* The first row, for properties that all rows of a claim share. */
const struct perf_row *claim_row(const struct claim *claim);

/* Whether the claim's rows include the count at @place. */
gboolean claim_is_at(const struct claim *claim, const struct perf_event_place *place);

/* Whether measurements can be assigned to the rows' restriction @part (-A);
 * NULL is none. */
gboolean claim_has_part(const struct claim *claim, const char *part);

/* The key of the measurements at place number @place. */
struct measure_key claim_key(const struct claim *claim, unsigned place);

/* The number of measurements found. */
unsigned claim_n_found(const struct claim *claim);

#endif
