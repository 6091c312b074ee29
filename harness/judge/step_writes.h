/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest wrote to a register in one step, as a figure for relations. */
#ifndef PMULAB_HARNESS_JUDGE_STEP_WRITES_H
#define PMULAB_HARNESS_JUDGE_STEP_WRITES_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/*
 * @name is "writes:BLOCK.REGISTER", how often that was written; "write:BLOCK.REGISTER", what was written
 * last, or "write:BLOCK.REGISTER#N", at the N-th time in the step, from 1 on. Only writes of whole registers
 * are seen. FALSE: it is none of these, there is no such register, or there were fewer writes.
 */
gboolean step_writes_figure(const struct machine_model *model, const GArray *records, unsigned step,
    const char *name, gint64 *figure);

#endif
