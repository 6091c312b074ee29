/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The results folder of a run: ROOT/MACHINE/NAME/ with
 *   scenario.scn      the scenario
 *   traffic.plan      its traffic, as the plugin read it
 *   trace.pmt         every register access; `pmulab trace` reads it
 *   console.log       the guest's serial console
 *   N-STEP.sh         the script of step number N, and
 *   N-STEP.out .err .kernel   its output; .kernel only if requested
 *   result.tap        the verdicts
 *   result.json       the verdicts with their figures, for programs: harness/report/result_json.h
 */
#ifndef PMULAB_HARNESS_REPORT_RESULTS_H
#define PMULAB_HARNESS_REPORT_RESULTS_H

#include "harness/judge/judge.h"

#include <glib.h>

#define RESULTS_ROOT "pmulab-results"

/* The folder of @scenario below @root. A new string. */
char *results_folder(const char *root, const struct scenario *scenario);

/* Checks that @folder can be written: it does not exist or holds earlier
 * results, and the existing part of its path is writable. Changes nothing.
 * FALSE with HARNESS_ERROR_FAILED. */
gboolean results_check(const char *folder, GError **error);

/* Makes the folder @folder and those above it. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean results_make(const char *folder, GError **error);

/*
 * Writes @record and its verdicts to @folder and replaces earlier results. Adds
 * the time of this to @record; result.json has the time up to its own writing.
 * The folder appears complete, or stays unchanged. FALSE with
 * HARNESS_ERROR_FAILED.
 */
gboolean results_write(const char *folder, struct run_record *record,
    const struct judgement *judgement, GError **error);

#endif
