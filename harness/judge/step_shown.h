/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values that the guest read, or the hardware latched or sampled, in one
 * step, as figures for relations. */
#ifndef PMULAB_HARNESS_JUDGE_STEP_SHOWN_H
#define PMULAB_HARNESS_JUDGE_STEP_SHOWN_H

#include "harness/scenario/expect_register.h"

#include <glib.h>

/* Whether @name is such a figure: "read:PLACE", "latched:PLACE" or
 * "sampled:BLOCK". */
gboolean step_shown_is(const char *name);

/*
 * The figure @name. It is the value of a register, a field, or a word of memory
 * (named as in traces) that the guest last read or the hardware last latched in
 * @part. Or it is the number of samples that the hardware took in a block.
 * FALSE if @name is not such a figure, there is no such place, or some bit of
 * it was not read or latched.
 */
gboolean step_shown_figure(
    const struct machine *machine, const struct trace_part *part, const char *name, gint64 *figure);

#endif
