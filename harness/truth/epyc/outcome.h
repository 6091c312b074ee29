/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a sample's registers on `epyc` against the log of the model's caches, by the tables of
 * docs/hardware/epyc.md, implemented independently. Only the descriptions of registers are the model's. */
#ifndef PMULAB_HARNESS_TRUTH_EPYC_OUTCOME_H
#define PMULAB_HARNESS_TRUTH_EPYC_OUTCOME_H

#include "models/epyc/ibs_regs.h"
#include "models/sim/trace.h"

#include <glib.h>

/* Checks a sampled op or fetch. @values: the latched registers, by enum ibs_reg; 0 if absent. @log: the
 * TRACE_CACHE record of its access. Returns NULL, or a new string that describes the first difference. */
char *truth_outcome_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);
char *truth_outcome_fetch(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);

/* Whether @log belongs to the access in @values: same address, and both load or both store. */
gboolean truth_outcome_is_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log);
gboolean truth_outcome_is_fetch(const guint64 *values, const struct trace_record *log);

#endif
