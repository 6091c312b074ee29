/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the cause of a wrong figure in the trace: PERF_CAUSES of perf_why.h. */
#ifndef PMULAB_HARNESS_PROOF_PERF_DIAGNOSE_H
#define PMULAB_HARNESS_PROOF_PERF_DIAGNOSE_H

#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_intervals.h"
#include "harness/proof/perf_measure.h"
#include "harness/proof/perf_result.h"
#include "harness/proof/perf_why.h"
#include "harness/proof/proof.h"

/* No measurement of @claim was found. */
void diagnose_unmeasured(const struct proof *p, const struct claim *claim, struct perf_why *why);

/* @m has no read before or after its counter ran. @printed is perf's figure. */
void diagnose_unread(
    const struct proof *p, const struct measurement *m, const char *printed, struct perf_why *why);

/* The driver read @driver in the pieces of @m in @span, the hardware counted
 * @truth. */
void diagnose_counted(const struct proof *p, const struct measurement *m,
    const struct row_span *span, const struct measure_piece *sum, struct perf_why *why);

/* @row, a figure of @claim, is not the sum of the driver's reads. */
void diagnose_printed(const struct proof *p, const struct claim *claim,
    const struct perf_check_row *row, struct perf_why *why);

/* Hop three alone fails, with the difference @text: adds the control that
 * selected what was counted. */
void diagnose_injected(
    const struct proof *p, const struct claim *claim, const char *text, struct perf_why *why);

#endif
