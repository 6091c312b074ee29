/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every event that drivers counted in a part of a trace, whatever program asked
 * for it. */
#ifndef PMULAB_HARNESS_PROOF_STEP_COUNTS_H
#define PMULAB_HARNESS_PROOF_STEP_COUNTS_H

#include "harness/proof/perf_check.h"

/* One event: of a driver that the trace shows, on all counters; else in one
 * block. */
struct step_count {
    char *place;    /* the blocks: "imc0", "cpu0.core cpu1.core" */
    char *event;    /* fields of its control register: "umask=RD ev_sel=CAS_COUNT" */
    guint64 driver; /* the driver's count */
    guint64 truth;  /* the hardware's, in the same time */
    guint open;     /* times after whose end the driver did not read: they are not in the counts */
};

/*
 * The counts that began within records [@begin, @end), in their order: struct
 * step_count, freed with the array. @model: of the machine of @check.
 */
GPtrArray *step_counts(
    const struct perf_check *check, const struct machine_model *model, gsize begin, gsize end);

#endif
