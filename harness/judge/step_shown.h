/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest read, or the hardware latched, in one step, as a figure for relations. */
#ifndef PMULAB_HARNESS_JUDGE_STEP_SHOWN_H
#define PMULAB_HARNESS_JUDGE_STEP_SHOWN_H

#include "harness/scenario/expect_register.h"

#include <glib.h>

/* The register, or field, of "read:BLOCK.REGISTER[.FIELD]" or "latched:...", with its kind of record; NULL if
 * @name is neither. */
const char *step_shown_path(const char *name, enum trace_kind *kind);

/*
 * The figure @name: the value that the guest last read in @part, or that the hardware last latched. FALSE if
 * @name is neither, there is no such register, or some bit of it was not read or latched.
 */
gboolean step_shown_figure(
    const struct machine *machine, const struct trace_part *part, const char *name, gint64 *figure);

#endif
