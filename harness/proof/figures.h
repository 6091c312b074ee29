/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table at the end of a run: perf's figures, the driver's reads, the
 * hardware's counts and the injected amounts. */
#ifndef PMULAB_HARNESS_PROOF_FIGURES_H
#define PMULAB_HARNESS_PROOF_FIGURES_H

#include "harness/base/output.h"

#include <glib.h>

/* Appends @rows (struct perf_check_row) to @out as a table. */
void figures_print(const GPtrArray *rows, struct output *out);

#endif
