/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What registers of `epyc` must say of an access when the log of the model's caches says how it was answered:
 * the tables of docs/hardware/epyc.md once more. Only the descriptions of registers are the model's.
 */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_OUTCOME_H
#define PMULAB_HARNESS_TRUTH_EPYC_OUTCOME_H

#include "models/epyc/ibs_regs.h"
#include "models/sim/trace.h"

#include <glib.h>

/*
 * @values: what a sample has latched, by enum ibs_reg; 0 where it has nothing. @log: the TRACE_CACHE record
 * of its access (or of its fetch). Returns NULL, or a new string: the first thing in which they differ.
 */
char *truth_outcome_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);
char *truth_outcome_fetch(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);

/* Whether @log is of the access that @values are about: by its address, and whether it loads. */
gboolean truth_outcome_is_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);
gboolean truth_outcome_is_fetch(const guint64 *values, const struct trace_record *log);

#endif
