/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's writes to a register in one step, as figures for relations. */
#ifndef PMULAB_HARNESS_JUDGE_STEP_WRITES_H
#define PMULAB_HARNESS_JUDGE_STEP_WRITES_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/*
 * The figure @name: "writes:BLOCK.REGISTER", the number of writes;
 * "write:BLOCK.REGISTER", the value of the last one; "write:BLOCK.REGISTER#N",
 * of the N-th in the step, from 1. Only writes of whole registers count. FALSE
 * if @name is not such a figure, there is no such register, or there were fewer
 * writes.
 */
gboolean step_writes_figure(const struct machine_model *model, const GArray *records, unsigned step,
    const char *name, gint64 *figure);

/*
 * Describes the write of the figure @name; for a number of writes, the last
 * one. Gives its place and function, and, unless @wanted is NULL, the fields in
 * which it differs from @wanted. Returns a new string; NULL if @name is not
 * such a figure or nothing was written.
 */
char *step_writes_text(const struct machine_model *model, const GArray *records, unsigned step,
    const char *name, const guint64 *wanted);

#endif
