/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The folder that explains a run: ROOT/MACHINE/NAME/ with
 *   scenario.scn      the scenario
 *   traffic.plan      its traffic, as the plugin read it
 *   trace.pmt         every register access; `pmulab trace` reads it
 *   console.log       the guest's serial console
 *   N-STEP.sh         what step number N ran, and
 *   N-STEP.out .err .kernel   what came out; .kernel only if it was asked for
 *   result.tap        the verdicts
 *   result.json       the verdicts, and the figures behind them, for programs: harness/report/result_json.h
 */
#ifndef PMULAB_HARNESS_REPORT_RESULTS_H
#define PMULAB_HARNESS_REPORT_RESULTS_H

#include "harness/judge/judge.h"

#include <glib.h>

#define RESULTS_ROOT "pmulab-results"

/* The folder of @scenario below @root. A new string. */
char *results_folder(const char *root, const struct scenario *scenario);

/*
 * Whether @folder can be written: it isn't there yet or holds earlier results, and what exists of the path is
 * ours to write. Changes nothing. FALSE with HARNESS_ERROR_FAILED.
 */
gboolean results_check(const char *folder, GError **error);

/*
 * Writes @record and its verdicts, @judgement and @tap, to @folder, in place of earlier results. The folder
 * appears with all that is in it, or stays as it was. FALSE with HARNESS_ERROR_FAILED.
 */
gboolean results_write(const char *folder, const struct run_record *record, const struct judgement *judgement,
    const GString *tap, GError **error);

#endif
